"""Which units share a chunk: one heading's blocks, small sections joined, sentences whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ingest.chunking.units import Unit
from schemas.document import BlockKind

MAX_NAME_CHARS: Final = 200
"""Headings in a path may be shortened to this."""
JOIN_SHARE: Final = 3
"""A section below a third of the limit may join its neighbour under the same parent."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Consecutive units that make one chunk."""

    units: tuple[Unit, ...]

    @property
    def tokens(self) -> int:
        """Tokens of the units; a line feed between them may cost one each."""
        return sum(unit.tokens for unit in self.units) + len(self.units) - 1

    @property
    def path(self) -> tuple[str, ...]:
        """The headings that stand over all of it."""
        paths = [unit.path for unit in self.units]
        common: list[str] = []
        for names in zip(*paths, strict=False):
            if len(set(names)) > 1:
                break
            common.append(names[0])
        return tuple(common)


def pack(units: Sequence[Unit], max_tokens: int) -> list[Pack]:
    """All units, each in one pack, in order."""
    packs: list[Pack] = []
    for section in _sections(units):
        packs.extend(_filled(section, max_tokens))
    return _joined(packs, max_tokens)


def _sections(units: Sequence[Unit]) -> list[list[Unit]]:
    """Runs of units from one heading (or several that follow each other) to the next."""
    sections: list[list[Unit]] = []
    for unit in units:
        last = sections[-1] if sections else None
        is_heading = unit.kind is BlockKind.HEADING
        after_headings = last is not None and last[-1].kind is BlockKind.HEADING
        if last is None or (is_heading and not (after_headings and _is_below(unit, last[-1]))):
            sections.append([unit])
        elif is_heading or after_headings or unit.path == last[-1].path:
            last.append(unit)
        else:
            sections.append([unit])
    return sections


def _is_below(heading: Unit, former: Unit) -> bool:
    return (heading.level or 0) > (former.level or 0)


def _filled(section: Sequence[Unit], max_tokens: int) -> list[Pack]:
    """A section cut into packs: as full as can be, never between a heading and its text."""
    packs: list[Pack] = []
    start = 0
    while start < len(section):
        end, tokens = start + 1, section[start].tokens
        while end < len(section) and tokens + 1 + section[end].tokens <= max_tokens:
            tokens += 1 + section[end].tokens
            end += 1
        if end < len(section):
            end = _good_cut(section, start, end)
        packs.append(Pack(tuple(section[start:end])))
        start = end
    return packs


def _good_cut(section: Sequence[Unit], start: int, end: int) -> int:
    """The last boundary in the later half of the pack that tears nothing apart."""
    cut = end
    while cut >= start + max(1, (end - start) // 2):
        if not _tears(section[cut - 1], section[cut]):
            return cut
        cut -= 1
    return end


def _tears(before: Unit, after: Unit) -> bool:
    """Whether a heading would lose its text, or a sentence that runs over blocks its end."""
    return before.kind is BlockKind.HEADING or (before.ends_open and after.starts_small)


def _joined(packs: Sequence[Pack], max_tokens: int) -> list[Pack]:
    """Small neighbours under the same parent heading in one pack."""
    small = max_tokens // JOIN_SHARE
    joined: list[Pack] = []
    for each in packs:
        last = joined[-1] if joined else None
        if (
            last is not None
            and min(last.tokens, each.tokens) < small
            and last.tokens + 1 + each.tokens <= max_tokens
            and _loses_no_heading(last, each)
        ):
            joined[-1] = Pack(last.units + each.units)
        else:
            joined.append(each)
    return joined


def _loses_no_heading(one: Pack, other: Pack) -> bool:
    """Whether every heading over either stands over both, or can be read in the chunk."""
    shared = len(one.path)
    if other.path[:shared] != one.path:
        return False
    inside = {unit.heading[:MAX_NAME_CHARS] for unit in one.units if unit.heading}
    return set(other.path[shared:]) <= inside


def halved(each: Pack) -> tuple[Pack, Pack]:
    """A pack of two units or more as two packs."""
    middle = max(1, len(each.units) // 2)
    return Pack(each.units[:middle]), Pack(each.units[middle:])
