"""Choosing among candidates so that one text or one document does not crowd out the rest."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexers.retrieval.fusion import Candidate
from schemas.index import ChunkRow
from schemas.lexicon import folded

_SHINGLE_WORDS = 5
_FIGURES = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class Selection:
    """The chosen candidates, and how many were passed over for which reason."""

    chosen: tuple[Candidate, ...]
    duplicates: int
    crowded: int
    """Candidates that waited because their document had its share."""


@dataclass(frozen=True, slots=True)
class _Print:
    """What makes two passages the same: nearly the same words, and the same figures."""

    shingles: frozenset[tuple[str, ...]]
    figures: tuple[str, ...]


def select(
    candidates: Iterable[Candidate],
    k: int,
    *,
    taken: Sequence[ChunkRow] = (),
    max_per_document: int,
    similarity: float,
) -> Selection:
    """The ``k`` best candidates without repeats; a document over its share only fills up.

    Two passages that differ in a figure are never repeats of each other: a contradiction
    between two dated documents must stay visible.
    """
    prints = [_print(row.body) for row in taken]
    ids = {row.id for row in taken}
    per_document: Counter[str] = Counter()
    chosen: list[Candidate] = []
    waiting: list[Candidate] = []
    duplicates = 0
    for candidate in candidates:
        if len(chosen) == k:
            break
        if candidate.row.id in ids:
            continue
        found = _print(candidate.row.body)
        if any(_is_repeat(found, other, similarity) for other in prints):
            duplicates += 1
            continue
        prints.append(found)
        if per_document[candidate.row.doc_id] >= max_per_document:
            waiting.append(candidate)
            continue
        per_document[candidate.row.doc_id] += 1
        chosen.append(candidate)
    filled = [*chosen, *waiting[: k - len(chosen)]]
    return Selection(tuple(filled), duplicates, len(waiting))


@lru_cache(maxsize=4096)
def _print(body: str) -> _Print:
    words = folded(body).split()
    count = max(1, len(words) - _SHINGLE_WORDS + 1)
    shingles = frozenset(tuple(words[i : i + _SHINGLE_WORDS]) for i in range(count))
    return _Print(shingles, tuple(_FIGURES.findall(body)))


def _is_repeat(one: _Print, other: _Print, similarity: float) -> bool:
    if one.figures != other.figures:
        return False
    common = len(one.shingles & other.shingles)
    return common >= similarity * len(one.shingles | other.shingles)
