"""Reciprocal rank fusion of the vector and the full-text leg."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from indexers.retrieval.ports import ScoredRow
from schemas.index import ChunkRow
from schemas.passage import LegScore


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its fused score and its place in each leg."""

    row: ChunkRow
    score: float
    legs: tuple[LegScore, ...]


def fuse(
    legs: Mapping[str, Sequence[ScoredRow]], weights: Mapping[str, float], rrf_k: int
) -> list[Candidate]:
    """The chunks of all legs by ``sum(weight / (rrf_k + rank))``, best first.

    Ties are broken by the chunk's id, so that one index always gives one order.
    """
    rows: dict[str, ChunkRow] = {}
    places: dict[str, list[LegScore]] = {}
    for leg, hits in legs.items():
        for rank, hit in enumerate(hits, start=1):
            rows[hit.row.id] = hit.row
            places.setdefault(hit.row.id, []).append(LegScore(leg, rank, hit.score))
    candidates = [
        Candidate(
            row=rows[chunk_id],
            score=sum(weights[place.leg] / (rrf_k + place.rank) for place in found),
            legs=tuple(found),
        )
        for chunk_id, found in places.items()
    ]
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.row.id))


def weigh_archives(candidates: list[Candidate], weight: float) -> list[Candidate]:
    """The candidates with the score of each archive times ``weight``, best first."""
    weighed = [
        replace(each, score=each.score * weight) if each.row.is_archive else each
        for each in candidates
    ]
    return sorted(weighed, key=lambda candidate: (-candidate.score, candidate.row.id))
