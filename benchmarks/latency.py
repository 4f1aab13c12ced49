"""What `retrieve` costs over a plain hybrid search: ``python -m benchmarks.latency PROFILE``.

    python -m benchmarks.latency site.toml [--questions 10] [--rounds 15] [--json]

Asks the profile's published index its golden questions, spread over the file, in turns:
`retrieve`, then LanceDB's own hybrid search with its RRF reranker and as many candidates a leg.
Both get the question's vector ready made, so that the model counts for neither. Prints the
median of each in milliseconds, wall clock and processor, and the ratio of the medians.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import lancedb
from lancedb.rerankers import RRFReranker

from flows.asking import Desk
from flows.query_vectors import cached_queries
from flows.shared_model import SharedModel
from indexers.retrieval import Retriever
from indexers.retrieval.ports import Vector
from schemas.errors import RunError

_WAYS = ("plain", "retrieve")


@dataclass(slots=True)
class Times:
    """Milliseconds of every call of one way."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def add(self, ask: Callable[[str], object], question: str) -> None:
        """Ask once and keep what it took."""
        wall, cpu = time.perf_counter(), time.process_time()
        ask(question)
        self.cpu.append((time.process_time() - cpu) * 1000)
        self.wall.append((time.perf_counter() - wall) * 1000)

    def medians(self) -> dict[str, float]:
        """The medians, rounded."""
        found = {"wall_ms": statistics.median(self.wall), "cpu_ms": statistics.median(self.cpu)}
        return {name: round(value, 2) for name, value in found.items()}


def golden_questions(desk: Desk, count: int) -> list[str]:
    """As many of the profile's golden questions, spread over the whole file."""
    asked = list(dict.fromkeys(one.ask for one in desk.workspace.golden().question))
    return asked[:: max(1, len(asked) // count)][:count]


def ways(desk: Desk, questions: Sequence[str]) -> dict[str, Callable[[str], object]]:
    """Both ways of asking, over the same build, with the same ready-made vectors."""
    settings = desk.workspace.profile.retrieval
    embed = cached_queries(SharedModel(desk.workspace), desk.vectors)
    vectors: dict[str, Vector] = {question: embed(question) for question in questions}
    build = desk.workspace.index_dir / "builds" / desk.reader.manifest.version
    table = lancedb.connect(build).open_table("chunks")
    reranker = RRFReranker()

    def plain(question: str) -> object:
        search = table.search(query_type="hybrid").vector(vectors[question]).text(question)
        return search.rerank(reranker).limit(settings.candidates).to_arrow()

    return {
        "plain": plain,
        "retrieve": Retriever(desk.reader, settings, vectors.__getitem__).retrieve,
    }


def measure(
    asks: dict[str, Callable[[str], object]], questions: Sequence[str], rounds: int
) -> dict[str, dict[str, float]]:
    """Ask every question in turns; the first round warms up and does not count."""
    times = {way: Times() for way in _WAYS}
    for turn in range(rounds + 1):
        for question in questions:
            for way in _WAYS:
                (times[way] if turn else Times()).add(asks[way], question)
    found = {way: times[way].medians() for way in _WAYS}
    plain, ours = found["plain"], found["retrieve"]
    return found | {"ratio": {name: round(ours[name] / plain[name], 2) for name in plain}}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 2 when the profile or its index cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.latency", description=__doc__)
    parser.add_argument("profile", type=Path)
    parser.add_argument("--questions", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    try:
        with Desk.of_profile(given.profile) as desk:
            questions = golden_questions(desk, given.questions)
            result = measure(ways(desk, questions), questions, given.rounds)
    except (RunError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps(result, indent=2))
        return 0
    print(f"{len(questions)} questions, {given.rounds} rounds in turns, medians")
    for name, row in result.items():
        print(f"{name:<9} " + ", ".join(f"{what} {value:.2f}" for what, value in row.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
