"""Documents that say the same: folded into one with all its URLs, or kept apart and shown.

Equal texts are found by hash. Near-equal ones are found by MinHash over groups of five words
and then compared exactly; they are folded only when what differs is neither a figure nor a
capitalised word, for a tariff or a name may be all that changed. Documents whose dates or
standings differ are never folded.
"""

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from datasketch import LeanMinHash, MinHash, MinHashLSH

from schemas.document import DocumentKind

SHINGLE_WORDS = 5
PERMUTATIONS = 128
_SEED = 1
_SCHEME = "affine32"
"""Its hashes have 32 bits."""
_MARGIN = 0.2
_WORD = re.compile(r"\w+")
_UNPACKED = 64
"""Documents whose word groups are in memory at a time: those of a whole site are gigabytes."""

SketchOf = Callable[[str], bytes]
"""From a text to its `sketch`; a caller may have kept those of texts that it knows."""


class DuplicateDecision(StrEnum):
    """What becomes of a group."""

    INDEXED_ONCE = "indexed_once"
    KEPT_APART = "kept_apart"


@dataclass(frozen=True, slots=True)
class ComparedDocument:
    """A document as far as its duplicates go."""

    url: str
    text: str
    kind: DocumentKind = DocumentKind.HTML
    date: str | None = None
    is_archive: bool = False
    is_authoritative: bool = False


@dataclass(frozen=True, slots=True)
class DuplicateGroup:
    """Two or more documents that say the same, what was decided and why."""

    kept: str
    """URL of the document that is indexed (for all, if they are folded)."""
    others: tuple[str, ...]
    decision: DuplicateDecision
    similarity: float
    """Least share of common word groups between `kept` and any other; 1 when texts are equal."""
    reason: str


def find_duplicates(
    documents: Sequence[ComparedDocument],
    *,
    near_share: float = 0.95,
    sketch_of: SketchOf | None = None,
) -> tuple[DuplicateGroup, ...]:
    """Groups of documents that say the same; a document is in at most one folded group.

    ``sketch_of`` is `sketch`, or what remembers its results.

    >>> pages = [ComparedDocument(url, "La salle est ouverte.") for url in ("/b.html", "/a.html")]
    >>> [(group.kept, group.others) for group in find_duplicates(pages)]
    [('/a.html', ('/b.html',))]
    """
    folded, apart, groups = _fold_equal(documents)
    groups = [*groups, *apart]
    by_url = {document.url: document for document in folded}
    sketches = {url: (sketch_of or sketch)(document.text) for url, document in by_url.items()}
    shingles = lru_cache(_UNPACKED)(lambda url: _shingles(_words(by_url[url].text)))
    taken: set[str] = set()
    for first, second in _candidates(sketches, near_share):
        if {first, second} & taken:
            continue
        share = _jaccard(shingles(first), shingles(second))
        if share < near_share:
            continue
        pair = sorted((by_url[first], by_url[second]), key=_preference)
        group = _decide(pair, share, _what_differs(*(_words(each.text) for each in pair)))
        if group.decision is DuplicateDecision.INDEXED_ONCE:
            taken |= set(group.others)
        groups.append(group)
    return tuple(sorted(groups, key=lambda group: (group.decision, group.kept, group.others)))


def sketch(text: str) -> bytes:
    """The MinHash of ``text``, four bytes a permutation; empty when it has no word.

    >>> len(sketch("La salle est ouverte.")), sketch(" - ")
    (512, b'')
    """
    groups = _shingles(_words(text))
    if not groups:
        return b""
    # The groups are hashes already; MinHash permutes them as they are.
    made = MinHash(num_perm=PERMUTATIONS, seed=_SEED, hashfunc=int, scheme=_SCHEME)
    made.update_batch(sorted(groups))
    values: npt.NDArray[np.uint32] = made.hashvalues.astype("<u4")
    return values.tobytes()


def aliases_by_kept(groups: Iterable[DuplicateGroup]) -> dict[str, tuple[str, ...]]:
    """Of folded groups: the URLs that each kept document answers for besides its own."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for group in groups:
        if group.decision is DuplicateDecision.INDEXED_ONCE:
            found[group.kept].extend(group.others)
    # A near-duplicate may itself have been kept for equal ones: they follow it.
    return {
        kept: tuple(sorted(_followed(kept, found)))
        for kept in found
        if not any(kept in others for others in found.values())
    }


def _followed(kept: str, found: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for url in found.get(kept, ()):
        yield url
        yield from _followed(url, found)


def _fold_equal(
    documents: Sequence[ComparedDocument],
) -> tuple[list[ComparedDocument], list[DuplicateGroup], list[DuplicateGroup]]:
    """Documents left after equal texts are folded; groups kept apart; groups folded."""
    by_text: defaultdict[str, list[ComparedDocument]] = defaultdict(list)
    left: list[ComparedDocument] = []
    apart, once = [], []
    for document in documents:
        if text := " ".join(document.text.split()):
            by_text[text].append(document)
    for same in by_text.values():
        classes: defaultdict[tuple[str | None, bool], list[ComparedDocument]] = defaultdict(list)
        for document in sorted(same, key=_preference):
            classes[document.date, document.is_archive].append(document)
        heads = [members[0] for members in classes.values()]
        once += [
            _group(members, DuplicateDecision.INDEXED_ONCE, 1.0, "the texts are equal")
            for members in classes.values()
            if len(members) > 1
        ]
        if len(heads) > 1:
            reason = "the texts are equal, dates or standing differ"
            apart.append(_group(heads, DuplicateDecision.KEPT_APART, 1.0, reason))
        left += heads[:1]
    return left, apart, once


def _candidates(sketches: Mapping[str, bytes], near_share: float) -> Iterator[tuple[str, str]]:
    """Pairs that may share ``near_share`` of their word groups, by URL; too many, not too few."""
    at_least = near_share - _MARGIN
    lookup = MinHashLSH(threshold=at_least, num_perm=PERMUTATIONS, weights=(0.1, 0.9))
    unpacked = {url: _unpacked(packed) for url, packed in sorted(sketches.items()) if packed}
    for url, minhash in unpacked.items():
        lookup.insert(url, minhash)
    for url, minhash in unpacked.items():
        for other in sorted(lookup.query(minhash)):
            if url < other and minhash.jaccard(unpacked[other]) >= at_least:
                yield url, other


def _unpacked(packed: bytes) -> LeanMinHash:
    values = np.frombuffer(packed, "<u4").astype(np.uint32)
    return LeanMinHash(seed=_SEED, hashvalues=values, scheme=_SCHEME)


def _decide(
    pair: Sequence[ComparedDocument], share: float, differing: Sequence[str]
) -> DuplicateGroup:
    first, second = pair
    apart = DuplicateDecision.KEPT_APART
    if first.date != second.date and first.date and second.date:
        return _group(pair, apart, share, f"dates differ: {first.date}, {second.date}")
    if first.is_archive != second.is_archive:
        return _group(pair, apart, share, "one is an archive, the other is in force")
    if differing:
        shown = ", ".join(differing[:5])
        return _group(pair, apart, share, f"figures or names differ: {shown}")
    return _group(pair, DuplicateDecision.INDEXED_ONCE, share, "only ordinary words differ")


def _what_differs(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Figures and capitalised words that only one of the two has, or has more often."""
    one, other = Counter(first), Counter(second)
    differing = (one - other) + (other - one)
    return sorted(word for word in differing if word[0].isupper() or any(map(str.isdigit, word)))


def _preference(document: ComparedDocument) -> tuple[bool, bool, bool, int, str]:
    """Pinned first, then dated, then paged (a citation can name the page), then the short URL."""
    return (
        not document.is_authoritative,
        document.date is None,
        document.kind is not DocumentKind.PDF,
        len(document.url),
        document.url,
    )


def _group(
    members: Sequence[ComparedDocument], decision: DuplicateDecision, share: float, reason: str
) -> DuplicateGroup:
    urls = [member.url for member in members]
    return DuplicateGroup(urls[0], tuple(urls[1:]), decision, round(share, 4), reason)


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _shingles(words: Sequence[str]) -> frozenset[int]:
    """Hashes of every group of five words, case folded; of all words in a shorter text."""
    folded = [word.casefold() for word in words]
    last = max(1, len(folded) - SHINGLE_WORDS + 1)
    groups = (" ".join(folded[i : i + SHINGLE_WORDS]) for i in range(last if folded else 0))
    return frozenset(zlib.crc32(group.encode("utf-8", "surrogatepass")) for group in groups)


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
