"""Ruled tables: which row and which columns a line of text stands in, from the drawn rules. Pure.

A grid is rules that touch: two columns and two rows at least. A cell goes on over a place where
no rule is drawn, so spanned cells are one cell, in their first row and over their columns.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

_NEAR = 3.0
"""Rules at places so many points apart stand at one place."""
_REACH = 4.5
"""A rule that ends so near another touches it; an underline in a cell ends further off."""
_GAP = 6.0
"""Pieces of a rule are drawn with gaps up to this, where a thick rule crosses."""
_LEAST_RULES = 3
"""Two rows have three levels, two columns three uprights."""
_MAX_COLUMNS = 40
_MAX_ROWS = 300


class Place(NamedTuple):
    """Where a cell stands: its first row, its first and its last column, counted from 0."""

    row: int
    first: int
    last: int


class Span(NamedTuple):
    """A rule at ``at``, drawn without a break from ``start`` to ``end``."""

    at: float
    start: float
    end: float


class Grid:
    """One ruled table on its page, in points from the lower left corner."""

    def __init__(self, levels: Collection[Span], uprights: Collection[Span]) -> None:
        self.edges = _positions(uprights)
        """Left and right edges of its columns, ascending."""
        self._heights = _positions(levels)
        self._levels = _by_position(levels, self._heights)
        self._uprights = _by_position(uprights, self.edges)
        self._cells: dict[tuple[int, int], Place] = {}

    @property
    def columns(self) -> int:
        """How many there are."""
        return len(self.edges) - 1

    @cached_property
    def is_table(self) -> bool:
        """Two rows and two columns at least in a whole frame, and not the lines of a drawing."""
        rows = len(self._heights) - 1
        if not (2 <= self.columns <= _MAX_COLUMNS and 2 <= rows <= _MAX_ROWS):
            return False
        left, right = self.edges[0], self.edges[-1]
        bottom, top = self._heights[0], self._heights[-1]
        return all(_is_whole(self._levels[at], left, right) for at in (0, -1)) and all(
            _is_whole(self._uprights[at], bottom, top) for at in (0, -1)
        )

    def parts(self, right: float, left: float, y: float) -> bool:
        """Whether a cell ends behind ``right`` and another begins before ``left``, at ``y``."""
        if not self._heights[0] < y < self._heights[-1]:
            return False
        return left < right or any(
            right - 1 <= x <= left + 1 and _is_drawn(self._uprights[at], y)
            for at, x in enumerate(self.edges[1:-1], start=1)
        )

    def place_of(self, x: float, y: float) -> Place | None:
        """The cell around a point; ``None`` outside the table.

        >>> levels = [Span(y, 0, 100) for y in (0, 20, 40)]
        >>> grid = Grid(levels, [Span(x, 0, 40) for x in (0, 50)] + [Span(100, 0, 40)])
        >>> grid.place_of(10, 30), grid.place_of(60, 10), grid.place_of(60, 50)
        (Place(row=0, first=0, last=0), Place(row=1, first=1, last=1), None)
        """
        column = bisect_right(self.edges, x) - 1
        band = bisect_right(self._heights, y) - 1
        if not (0 <= column < len(self.edges) - 1 and 0 <= band < len(self._heights) - 1):
            return None
        if (column, band) not in self._cells:
            self._cells[column, band] = self._cell_at(column, band)
        return self._cells[column, band]

    def _cell_at(self, column: int, band: int) -> Place:
        """The cell that covers a field of the grid; it goes on where no rule is drawn."""
        middle = (self._heights[band] + self._heights[band + 1]) / 2
        across = (self.edges[column] + self.edges[column + 1]) / 2
        first, last, top = column, column, len(self._heights) - 2
        while first > 0 and not _is_drawn(self._uprights[first], middle):
            first -= 1
        while last < self.columns - 1 and not _is_drawn(self._uprights[last + 1], middle):
            last += 1
        while band < top and not _is_drawn(self._levels[band + 1], across):
            band += 1
        return Place(top - band, first, last)


def grids_of(rules: Sequence[int]) -> list[Grid]:
    """The tables that ``rules`` draw, in no order; four numbers a rule, as in `RawPage.rules`."""
    flat: list[tuple[float, int, int]] = []
    steep: list[tuple[float, int, int]] = []
    four = iter(rules)
    for left, bottom, right, top in zip(four, four, four, four, strict=True):
        if right - left >= top - bottom:
            flat.append(((bottom + top) / 2, left, right))
        else:
            steep.append(((left + right) / 2, bottom, top))
    if len(flat) < _LEAST_RULES or len(steep) < _LEAST_RULES:
        return []
    levels, uprights = _joined(flat), _joined(steep)
    found = _touching(levels, uprights)
    grids = [Grid(*parts) for parts in found]
    return [grid for grid in grids if grid.is_table]


def _joined(pieces: list[tuple[float, int, int]]) -> list[Span]:
    """Rules put together from the pieces that are drawn at one height (or one left)."""
    lines: list[list[tuple[float, int, int]]] = []
    for piece in sorted(pieces):
        if lines and piece[0] - lines[-1][0][0] <= _NEAR:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    joined: list[Span] = []
    for line in lines:
        line.sort(key=itemgetter(1))
        at, start, end = line[0]
        for _, piece_start, piece_end in line:
            if piece_start > end + _GAP:
                joined.append(Span(at, start, end))
                start, end = piece_start, piece_end
            elif piece_end > end:
                end = piece_end
        joined.append(Span(at, start, end))
    return joined


def _touching(
    levels: Sequence[Span], uprights: Sequence[Span]
) -> list[tuple[list[Span], set[Span]]]:
    """Levels and uprights that hang together; a level ends at uprights, or it is an underline."""
    groups: list[tuple[list[Span], set[Span]]] = []
    for level in levels:
        at, start, end = level
        met = {
            upright
            for upright in uprights
            if start - _REACH <= upright[0] <= end + _REACH
            and upright[1] - _REACH <= at <= upright[2] + _REACH
        }
        if sum(1 for u in met if u.at - start <= _REACH or end - u.at <= _REACH) < 2:
            continue
        joined = [group for group in groups if not met.isdisjoint(group[1])]
        if not joined:
            groups.append(([level], met))
            continue
        first, *others = joined
        first[0].append(level)
        first[1].update(met)
        for other in others:
            first[0].extend(other[0])
            first[1].update(other[1])
            groups.remove(other)
    return groups


def _positions(spans: Iterable[Span]) -> list[float]:
    """Different positions, ascending; those that are near each other count once."""
    found = sorted({span.at for span in spans})
    return found[:1] + [here for before, here in pairwise(found) if here - before > _NEAR]


def _by_position(spans: Iterable[Span], positions: Sequence[float]) -> list[list[Span]]:
    """The rules at each position, some of which may be drawn beside it."""
    found: list[list[Span]] = [[] for _ in positions]
    for span in spans:
        for at in (bisect_right(positions, span.at) - 1, bisect_right(positions, span.at)):
            if 0 <= at < len(positions) and abs(positions[at] - span.at) <= _NEAR:
                found[at].append(span)
    return found


def _is_drawn(spans: Iterable[Span], across: float) -> bool:
    """Whether one of the rules at a position passes ``across``."""
    return any(span.start <= across <= span.end for span in spans)


def _is_whole(spans: Iterable[Span], start: float, end: float) -> bool:
    """Whether one of the rules at a position runs all the way from ``start`` to ``end``."""
    return any(span.start <= start + _REACH and span.end >= end - _REACH for span in spans)
