"""How much memory and time a large build takes: written, examined, published, searched.

Run as ``python -m benchmarks.index_scale [CHUNKS] [--json]``. Texts are drawn from French
word frequencies, vectors from clusters; nothing is embedded, for the index alone is measured.
"""

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path

import numpy as np
from wordfreq import top_n_list, word_frequency

from indexers.gate import Candidate, GateRules, LastBuild, examine
from indexers.lance import (
    BuildContent,
    BuildFacts,
    EmbeddingMatrix,
    IndexReader,
    index_lock,
    open_index,
    publish,
    write_build,
    write_report,
)
from indexers.rows import ReadDocument, chunk_rows, document_id, document_row
from schemas.chunk import Chunk, MarkedChunk, Standing
from schemas.dating import DateFinding, DateRung, PartialDate
from schemas.document import DocumentKind, ParsedDocument, TextSpan
from schemas.index import ChunkRow, DocumentRow, UrlRow
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl
from schemas.warning import WARNING_VERSION, archive_warning

CHUNKS_A_DOCUMENT = 20
WORDS_A_CHUNK = 180
DIMENSION = 384
NIGHT = datetime(2026, 11, 29, 2, tzinfo=UTC)


class Corpus:
    """A site of random French words: the same seed gives the same rows."""

    def __init__(self, chunks: int) -> None:
        self.chunks = chunks
        self.words = np.array(top_n_list("fr", 20_000))
        weights = np.array([word_frequency(word, "fr") for word in self.words])
        self.cumulated = np.cumsum(weights / weights.sum())

    def reads(self) -> Iterator[ReadDocument]:
        """Each document in turn; every second one is an archive."""
        for number in range(self.chunks // CHUNKS_A_DOCUMENT):
            yield self.read(number)

    def read(self, number: int) -> ReadDocument:
        """One document: its words are drawn with its number as seed."""
        rng = np.random.default_rng(number)
        drawn = rng.random((CHUNKS_A_DOCUMENT, WORDS_A_CHUNK))
        picked = self.words[np.searchsorted(self.cumulated, drawn).clip(max=len(self.words) - 1)]
        bodies = [" ".join(row) for row in picked]
        url = CanonicalUrl(f"https://commune.example/document-{number}")
        is_archive = number % 2 == 1
        value = PartialDate(2000 + number % 26, 1 + number % 12, 1 + number % 28)
        dated = DateFinding(value, DateRung.STATED) if is_archive else None
        standing = Standing(is_archive=is_archive, reason="benchmark")
        prefix = f"{archive_warning(value)}\n" if is_archive else ""
        text, marked, start = "\n".join(bodies), [], 0
        for ordinal, body in enumerate(bodies):
            span = TextSpan(start, start + len(body))
            chunk = Chunk(url, ordinal, body, span, title=f"Document {number}")
            marked.append(MarkedChunk(chunk, dated, standing, prefix + body, WARNING_VERSION))
            start += len(body) + 1
        digest = sha256(text.encode()).hexdigest()
        source = SourceDocument(url, url, digest, len(text), "text/html", fetched_at=NIGHT)
        parsed = ParsedDocument(url, DocumentKind.HTML, text, title=f"Document {number}")
        return ReadDocument(source, parsed, dated, standing, tuple(marked))

    def rows(self) -> Iterator[ChunkRow]:
        """Every chunk."""
        for read in self.reads():
            yield from chunk_rows(read, run_id="benchmark")

    def documents(self) -> Iterator[DocumentRow]:
        """Every document."""
        return map(document_row, self.reads())

    def urls(self) -> Iterator[UrlRow]:
        """A URL a document."""
        for number in range(self.chunks // CHUNKS_A_DOCUMENT):
            url = f"https://commune.example/document-{number}"
            yield UrlRow(url, "taken", "link", "", document_id(url), None, None)

    def vectors(self) -> EmbeddingMatrix:
        """Clusters of ten neighbours each, all of norm 1."""
        rng = np.random.default_rng(0)
        centres = rng.normal(size=(self.chunks // 10 + 1, DIMENSION)).astype(np.float32)
        made = np.repeat(centres, 10, axis=0)[: self.chunks]
        made += 0.7 * rng.standard_normal(made.shape, dtype=np.float32)
        return made / np.linalg.norm(made, axis=1, keepdims=True)


def measure(chunks: int, folder: Path) -> dict[str, float]:
    """Seconds, CPU seconds and peak memory of each step, in one process."""
    corpus, figures = Corpus(chunks), {}
    stated = BuildFacts(
        site="Benchmark", run_id="benchmark", built_at=NIGHT, model_id="synthetic",
        model_recipe="1", query_prompt="", document_prompt="", profile_sha256="",
        code_version="", warning_version=WARNING_VERSION,
    )  # fmt: skip
    with index_lock(folder) as held:
        with timed(figures, "build"):
            vectors = corpus.vectors()
            content = BuildContent(list(corpus.rows()), vectors, corpus.documents(), corpus.urls())
            manifest = write_build(held, "v1", content, stated)
        with timed(figures, "gate"), open_index(folder, "v1") as reader:
            documents = reader.documents()
            last = LastBuild(manifest, documents, reader.text_lengths())
            candidate = Candidate(
                manifest, reader.stored(), documents, reader.urls(), reader.unindexed_rows()
            )
            report = examine(candidate, last, GateRules())
        assert report.outcome == "passed", report.in_words()
        with timed(figures, "publish"):
            write_report(held, report)
            publish(held, "v1", now=NIGHT)
    with open_index(folder) as reader:
        if (facts := reader.manifest.vector_index) is not None:
            figures |= {"index_probes": facts.nprobes, "index_recall": facts.recall_at_10}
        figures |= query_times(reader, vectors, list(islice(corpus.rows(), 0, chunks, 997)))
    figures["peak_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    figures["disk_mib"] = size / 2**20
    return {name: round(value, 3) for name, value in figures.items()}


@contextmanager
def timed(figures: dict[str, float], step: str) -> Iterator[None]:
    """Write down the wall and CPU seconds of the block."""
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    figures[f"{step}_s"] = time.perf_counter() - wall
    figures[f"{step}_cpu_s"] = time.process_time() - cpu


def query_times(
    reader: IndexReader, vectors: EmbeddingMatrix, rows: list[ChunkRow]
) -> dict[str, float]:
    """Median milliseconds of a query: by vector, by words, by vector within a filter."""
    kinds = {
        "vector": lambda i: reader.search_vector(vectors[i], 10),
        "vector_filtered": lambda i: reader.search_vector(vectors[i], 10, "is_archive = false"),
        "text": lambda i: reader.search_text(" ".join(rows[i].body.split()[:6]), 10),
    }
    found = {}
    for name, query in kinds.items():
        spent = []
        for i in range(min(50, len(rows))):
            start = time.perf_counter()
            query(i)
            spent.append(time.perf_counter() - start)
        found[f"{name}_ms"] = 1000 * float(np.median(spent))
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chunks", type=int, nargs="?", default=100_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(asked.chunks, Path(folder) / "index")
    if asked.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:<18} {value:>10.3f}")


if __name__ == "__main__":
    main()
