"""How fast passages are embedded, beside plain sentence-transformers on the same passages.

    python -m benchmarks.embedding DIR [--passages 2000] [--models DIR] [--sweep] [--json]

DIR has the layout of `retrieval-fr`: files ``*-chunks.jsonl.gz`` with rows ``{id, doc, text}``.
All ways take turns on slices of the passages, so that a machine which others use at the same
time slows them alike: the ratios count, not the absolutes. ``plain`` is
``SentenceTransformer.encode_document`` (torch, float32, default settings).
"""

import argparse
import gzip
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from sentence_transformers import SentenceTransformer

from indexers.embedding import (
    EmbeddingMatrix,
    EmbeddingModel,
    describe_model,
    embedding_key,
    load_model,
)
from indexers.embedding.counting import load_tokenizer
from indexers.embedding.describing import openvino_folder
from indexers.embedding.openvino_choice import computes_in_bfloat16, usable_cores
from indexers.embedding.openvino_engine import OpenVinoEngine, OpenVinoTuning, Precision
from schemas.site import EmbeddingSettings

_SLICE = 100

Way = Callable[[list[str]], EmbeddingMatrix]


@dataclass
class Tally:
    """What one way took so far, and what it computed."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    matrices: list[EmbeddingMatrix] = field(default_factory=list)

    def matrix(self) -> EmbeddingMatrix:
        """All vectors in the order of the passages."""
        return np.concatenate(self.matrices)


def read_passages(folder: Path, count: int, model: EmbeddingModel) -> list[str]:
    """``count`` of the folder's chunks that fit the model, the same at each call.

    They are taken in the order of their hashes: a random draw that needs no generator.
    """
    texts: list[str] = []
    for path in sorted(folder.glob("*-chunks.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            texts += [json.loads(line)["text"] for line in lines]
    lengths = model.count_tokens(texts)
    limit = model.description.max_tokens
    fitting = [text for text, length in zip(texts, lengths, strict=True) if length <= limit]
    return sorted(fitting, key=embedding_key)[:count]


def plain_way(models_dir: Path) -> Way:
    """The library alone, as its documentation shows it."""
    model = SentenceTransformer(str(describe_model(EmbeddingSettings(), models_dir).folder))
    return partial(model.encode_document, show_progress_bar=False)


def our_ways(models_dir: Path) -> Iterator[tuple[str, Way]]:
    """What `load_model` gives, in each precision that the processor computes in."""
    precisions: tuple[Precision, ...] = ("float32", "bfloat16")
    for precision in precisions if computes_in_bfloat16() else precisions[:1]:
        settings = EmbeddingSettings(backend="openvino", precision=precision)
        yield precision, load_model(settings, models_dir).embed_passages


def sweep_ways(models_dir: Path) -> Iterator[tuple[str, Way]]:
    """Other batch budgets, paddings, streams and threads, for the record."""
    cores = usable_cores()
    tunings = {
        f"{budget} tokens, padded to {multiple}, {streams} streams": OpenVinoTuning(
            threads=cores, streams=streams, batch_tokens=budget, padding_multiple=multiple
        )
        for budget, multiple, streams in (
            (256, 16, cores),
            (512, 1, cores),
            (512, 8, cores),
            (512, 16, cores),
            (512, 32, cores),
            (1024, 16, cores),
            (2048, 16, cores),
            (512, 16, 1),
            (2048, 16, 1),
        )
    }
    description = describe_model(EmbeddingSettings(), models_dir)
    tokenizer = load_tokenizer(description)
    assert tokenizer is not None
    for precision in ("float32", "bfloat16") if computes_in_bfloat16() else ("float32",):
        for name, tuning in tunings.items():
            engine = OpenVinoEngine(
                openvino_folder(description, models_dir),
                tokenizer,
                {"query": description.query_prompt, "document": description.document_prompt},
                precision,
                tuning,
            )
            yield f"{precision}, {name}", EmbeddingModel(description, engine).embed_passages


def measure(ways: dict[str, Way], passages: list[str]) -> dict[str, Tally]:
    """Run every way over all passages, a slice each in turn."""
    tallies = {name: Tally() for name in ways}
    for way in ways.values():
        way(passages[:4])
    for start in range(0, len(passages), _SLICE):
        for name, way in ways.items():
            wall, cpu = time.perf_counter(), time.process_time()
            matrix = way(passages[start : start + _SLICE])
            tallies[name].wall_s += time.perf_counter() - wall
            tallies[name].cpu_s += time.process_time() - cpu
            tallies[name].matrices.append(matrix)
    return tallies


def report(tallies: dict[str, Tally], tokens: int) -> dict[str, dict[str, float]]:
    """Throughput of each way, its ratio to ``plain`` and its lowest cosine to it."""
    plain = tallies["plain"]
    reference = plain.matrix()
    return {
        name: {
            "tokens_per_s": round(tokens / tally.wall_s),
            "tokens_per_cpu_s": round(tokens / tally.cpu_s),
            "ratio_wall": round(plain.wall_s / tally.wall_s, 3),
            "ratio_cpu": round(plain.cpu_s / tally.cpu_s, 3),
            "lowest_cosine": round(float((tally.matrix() * reference).sum(axis=1).min()), 7),
        }
        for name, tally in tallies.items()
    }


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.embedding", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--passages", type=int, default=2000)
    parser.add_argument("--models", type=Path, default=Path(".millesime/models"))
    parser.add_argument("--sweep", action="store_true", help="also measure the settings not taken")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    model = load_model(EmbeddingSettings(backend="openvino"), given.models)
    passages = read_passages(given.folder, given.passages, model)
    tokens = sum(model.count_tokens(passages))
    ways = {"plain": plain_way(given.models), **dict(our_ways(given.models))}
    if given.sweep:
        ways |= dict(sweep_ways(given.models))
    rows = report(measure(ways, passages), tokens)
    if given.json:
        print(json.dumps({"passages": len(passages), "tokens": tokens, "ways": rows}, indent=2))
        return
    print(f"{len(passages)} passages, {tokens} tokens, {usable_cores()} cores")
    for name, row in rows.items():
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
