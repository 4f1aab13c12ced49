"""How often the right document is found: by vectors, by full text, and by both.

    python -m benchmarks.retrieval DIR [--models DIR] [--vectors DIR] [--json]

DIR has the layout of `retrieval-fr`: ``*-chunks.jsonl.gz`` with rows ``{id, doc, text}`` and
``*-questions.jsonl.gz`` with rows ``{id, set, question, docs}``. Documents are ranked by their
best chunk; a hit is any document of the question's ``docs``. Chunks that are longer than the
model takes are halved at a blank, as nothing is cut. ``--vectors`` keeps the embeddings from
one run to the next (some minutes of two cores the first time).
"""

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import lancedb
import numpy as np
import pyarrow as pa

from indexers.embedding import (
    EmbeddingCache,
    EmbeddingMatrix,
    EmbeddingModel,
    embed_with_cache,
    load_model,
)
from indexers.lance import engine
from indexers.retrieval.fusion import fuse
from schemas.site import EmbeddingSettings, RetrievalSettings

_DOCUMENTS = 10
"""Depth to which documents are ranked: that of MRR@10."""


@dataclass(frozen=True, slots=True)
class Row:
    """A chunk of the corpus, as far as ranking needs it."""

    id: str
    doc: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that one leg found."""

    row: Row
    score: float


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the documents that answer it."""

    text: str
    set: str
    docs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Everything in the folder, chunks cut to what the model takes."""

    rows: tuple[Row, ...]
    texts: tuple[str, ...]
    questions: tuple[Question, ...]


class Legs:
    """The corpus in a LanceDB table with the full-text index of the product."""

    def __init__(self, corpus: Corpus, vectors: EmbeddingMatrix, folder: Path) -> None:
        self._by_id = {row.id: row for row in corpus.rows}
        dimension = vectors.shape[1]
        schema = pa.schema(
            {
                "id": pa.string(),
                "search_text": pa.string(),
                "vector": pa.list_(pa.float32(), dimension),
            }
        )
        columns = [
            pa.array([row.id for row in corpus.rows]),
            pa.array(corpus.texts),
            pa.FixedSizeListArray.from_arrays(vectors.ravel(), dimension),
        ]
        batch = pa.RecordBatch.from_arrays(columns, schema=schema)
        self._table = engine.create_table(lancedb.connect(folder), "chunks", schema, [batch])
        engine.build_indexes(self._table, text="search_text", scalars=(), language="fr")

    def vector(self, query: EmbeddingMatrix, k: int) -> list[Hit]:
        """The nearest chunks, exactly."""
        found = engine.vector_search(self._table, query, None)
        return self._hits(found.limit(k).select(["id", "_distance"]).to_list(), "_distance")

    def text(self, question: str, k: int) -> list[Hit]:
        """The best chunks by full text."""
        found = self._table.search(question, query_type="fts")
        return self._hits(found.limit(k).select(["id", "_score"]).to_list(), "_score")

    def _hits(self, found: list[dict[str, object]], score: str) -> list[Hit]:
        return [Hit(self._by_id[str(one["id"])], float(str(one[score]))) for one in found]


def read_corpus(folder: Path, model: EmbeddingModel) -> Corpus:
    """The folder's chunks and questions."""
    rows, texts = [], []
    for chunk in _read(folder, "*-chunks.jsonl.gz"):
        for part, text in enumerate(_fitting(str(chunk["text"]), model)):
            rows.append(Row(f"{chunk['id']}/{part}", str(chunk["doc"])))
            texts.append(text)
    questions = [
        Question(str(q["question"]), str(q["set"]), frozenset(q["docs"]))
        for q in _read(folder, "*-questions.jsonl.gz")
    ]
    return Corpus(tuple(rows), tuple(texts), tuple(questions))


def _read(folder: Path, pattern: str) -> Iterator[dict[str, object]]:
    for path in sorted(folder.glob(pattern)):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _fitting(text: str, model: EmbeddingModel) -> list[str]:
    if model.count_tokens([text])[0] <= model.description.max_tokens:
        return [text]
    middle = text.rfind(" ", 0, len(text) // 2 + 1)
    cut = middle if middle > 0 else len(text) // 2
    return _fitting(text[:cut], model) + _fitting(text[cut:], model)


def ranked_documents(hits: Sequence[Hit]) -> list[str]:
    """The documents of the chunks, each at its best place."""
    return list(dict.fromkeys(hit.row.doc for hit in hits))[:_DOCUMENTS]


def rankings(
    legs: Legs, question: Question, query: EmbeddingMatrix, settings: RetrievalSettings
) -> dict[str, list[str]]:
    """The documents that each way finds for one question."""
    found = {
        "vector": legs.vector(query, settings.candidates),
        "text": legs.text(question.text, settings.candidates),
    }
    weights = {"vector": settings.vector_weight, "text": settings.text_weight}
    return {
        "vector": ranked_documents(found["vector"]),
        "fts": ranked_documents(found["text"]),
        "hybrid": ranked_documents(fuse(found, weights, settings.rrf_k)),
        "hybrid, equal weights": ranked_documents(
            fuse(found, dict.fromkeys(weights, 1.0), settings.rrf_k)
        ),
    }


def scores(ranked: Sequence[tuple[Sequence[str], frozenset[str]]]) -> dict[str, float]:
    """Recall at 1 and 5 and the mean reciprocal rank of the first right document in ten."""
    places = [
        next((place for place, doc in enumerate(docs, start=1) if doc in gold), None)
        for docs, gold in ranked
    ]
    count = len(places)
    return {
        "recall@1": round(sum(place == 1 for place in places) / count, 4),
        "recall@5": round(sum(place is not None and place <= 5 for place in places) / count, 4),
        "mrr@10": round(sum(1 / place for place in places if place) / count, 4),
    }


def measure(
    corpus: Corpus, vectors: EmbeddingMatrix, model: EmbeddingModel, folder: Path
) -> dict[str, dict[str, float]]:
    """The scores of each way over all questions."""
    legs = Legs(corpus, vectors, folder)
    settings = RetrievalSettings()
    ranked: dict[str, list[tuple[Sequence[str], frozenset[str]]]] = {}
    for question in corpus.questions:
        query = np.asarray(model.embed_query(question.text))
        for way, docs in rankings(legs, question, query, settings).items():
            ranked.setdefault(way, []).append((docs, question.docs))
    return {way: scores(rows) for way, rows in ranked.items()}


def main() -> None:
    """Parse, embed, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path, default=Path(".millesime/models"))
    parser.add_argument("--vectors", type=Path, help="folder that keeps the embeddings")
    parser.add_argument("--precision", default="auto", choices=["auto", "float32", "bfloat16"])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    model = load_model(EmbeddingSettings(precision=given.precision), given.models)
    corpus = read_corpus(given.folder, model)
    with TemporaryDirectory() as scratch:
        kept = (given.vectors or Path(scratch)) / f"embeddings-{given.precision}.sqlite"
        with EmbeddingCache(kept) as cache:
            done = embed_with_cache(corpus.texts, lambda: model, cache, model.description)
        result = measure(corpus, done.matrix, model, Path(scratch))
    if given.json:
        print(json.dumps(result, indent=2))
        return
    print(f"{len(corpus.questions)} questions, {len(corpus.texts)} chunks, {model.backend}")
    for way, row in result.items():
        print(f"{way}: " + ", ".join(f"{name} {value:.4f}" for name, value in row.items()))


if __name__ == "__main__":
    main()
