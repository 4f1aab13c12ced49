"""Where the rules of a scanned page make a table, and what its rows are. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

LEAST_RULES = 3
"""Two upright rules side by side are a box around a heading."""
APART_INCH = 0.25
"""Upright rules nearer than this are one, drawn double or aslant."""
SAME_INCH = 0.05
"""Rows of pixels nearer than this belong to one horizontal rule."""
SEEN_SHARE = 1 / 3
"""So much of a rule's way over the table must be found: scanners break rules."""
_STRIP_INCH = 0.1


class Run(NamedTuple):
    """A rule's pixels in one row or column: ``place`` is its number, then from where to where."""

    place: int
    start: int
    end: int


class RuledTable(NamedTuple):
    """A table in pixels from the top left, with the places of the rules across and down it."""

    left: int
    top: int
    right: int
    bottom: int
    rules: tuple[int, ...]
    columns: tuple[int, ...] = ()

    def holds(self, x: float, y: float) -> bool:
        """Whether the point is in the table."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def row_of(self, y: float) -> int:
        """The number of the row between two rules that ``y`` is in."""
        return sum(rule < y for rule in self.rules)

    def column_of(self, x: float) -> int:
        """The number of the column between two rules that ``x`` is in."""
        return sum(rule < x for rule in self.columns)


def ruled_tables(across: Sequence[Run], down: Sequence[Run], dpi: int) -> tuple[RuledTable, ...]:
    """The tables that rules make: three upright ones side by side, and what crosses them.

    >>> down = [Run(x, 100, 400) for x in (50, 250, 450)]
    >>> across = [Run(y, 50, 450) for y in (100, 200, 300, 400)]
    >>> (table,) = ruled_tables(across, down, 100)
    >>> table.rules, table.columns
    ((100, 200, 300, 400), (50, 250, 450))
    >>> ruled_tables(across, down[:2], 100)
    ()
    """
    strip = max(1, round(_STRIP_INCH * dpi))
    strips: dict[int, list[int]] = {}
    for run in down:
        for number in range(run.start // strip, run.end // strip + 1):
            strips.setdefault(number, []).append(run.place)
    apart = APART_INCH * dpi
    tall = sorted(n for n, places in strips.items() if len(_apart(places, apart)) >= LEAST_RULES)
    tables: list[RuledTable] = []
    for first, last in _stretches(tall):
        places = [place for number in range(first, last + 1) for place in strips[number]]
        left, top, right, bottom = min(places), first * strip, max(places), (last + 1) * strip
        near = [run for run in across if top - strip <= run.place <= bottom + strip]
        left, right = _reach(near, left, right, apart)
        crossing = [run for run in near if run.start < right and run.end > left]
        rules = _rules(crossing, right - left, dpi)
        tables.append(RuledTable(left, top, right, bottom, rules, _apart(places, apart)))
    return tuple(tables)


def _apart(places: Iterable[int], least: float) -> tuple[int, ...]:
    """The different rules among the columns of pixels, each by its first."""
    found: list[int] = []
    last = -least
    for place in sorted(places):
        if place - last >= least:
            found.append(place)
        last = place
    return tuple(found)


def _reach(across: Iterable[Run], left: int, right: int, gap: float) -> tuple[int, int]:
    """How far to the left and right the rules across go on, with gaps of a broken line."""
    runs = sorted(across, key=lambda run: run.start)
    for run in runs:
        if run.start <= right + gap and run.end >= left - gap:
            right = max(right, run.end)
    for run in reversed(runs):
        if run.start <= right and run.end >= left - gap:
            left = min(left, run.start)
    return left, right


def _stretches(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each unbroken sequence; one missing number breaks none."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number <= found[-1][1] + 2:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _rules(across: Iterable[Run], width: int, dpi: int) -> tuple[int, ...]:
    """The heights of the rules, of which a third is seen at least."""
    same, strip = SAME_INCH * dpi, max(1, round(_STRIP_INCH * dpi))
    groups: list[list[Run]] = []
    for run in sorted(across):
        if groups and run.place - groups[-1][-1].place <= same:
            groups[-1].append(run)
        else:
            groups.append([run])
    heights: list[int] = []
    for group in groups:
        covered = {x for run in group for x in range(run.start // strip, run.end // strip + 1)}
        if SEEN_SHARE * width <= len(covered) * strip:
            heights.append((group[0].place + group[-1].place) // 2)
    return tuple(heights)
