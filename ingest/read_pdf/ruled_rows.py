"""The rows of ruled tables: wrapped cells put together, each in its row and column. Pure.

A row is taken only where it is certain: the table is drawn with rules on all sides, its lines
are written from left to right, and no cell is a page's column (long, or a list of its own).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby, pairwise
from typing import NamedTuple

from ingest.read_pdf.grids import Grid, Place, grids_of
from ingest.read_pdf.lines import AMOUNT, Line, starts_item, would_fit
from ingest.read_pdf.protocol import RawPage, Stop

MAX_CELL_CHARS = 400
"""A cell with more text than this is a page's column, not a datum."""
MAX_ITEMS = 2
"""A cell in which so many lines open something new is a list, and stays one."""
_PADDING = 11.0
"""Points that a word processor keeps free at the two sides of a cell."""
_LEVEL = 2.0
"""Baselines of one height differ by so many points, where type and size do."""
_UPRIGHT = 0.2
"""The least width of a character, in font sizes, on a page that is not turned."""
_GROUP_END, _GROUP = re.compile(r"(?<![\d.,/:-])\d{1,3}\Z"), re.compile(r"\d{3}(?!\d)")
"""The two sides of a space within a number: ``656 096``."""


class RuledRow(NamedTuple):
    """The lines of one row in reading order, and the cell of each."""

    grid: Grid
    indices: tuple[int, ...]
    """Into the page's lines."""
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class RuledPage:
    """A page's lines, parted where a rule stands between two cells, and the rows they make."""

    lines: Sequence[Line]
    rows: dict[int, RuledRow] = field(default_factory=dict)
    """The row of each line that is in one."""
    inside: frozenset[int] = frozenset()
    """The lines that stand in a ruled table, whether or not in a row that is certain."""
    running: frozenset[int] = frozenset()
    """The lines of the whole page that were left out."""


def ruled_page(
    every: Sequence[Line], page: RawPage, running: frozenset[int] = frozenset()
) -> RuledPage:
    """The lines of ``page`` without its ``running`` ones, with the rows of its ruled tables.

    The heading of a table, repeated on each page, is no running line: it stays over its rows.
    """
    grids = grids_of(page.rules) if page.rules else []
    if grids and running:
        running -= _headings(every, grids, running)
    lines = [line for index, line in enumerate(every) if index not in running]
    return replace(_with_tables(lines, page, grids), running=running)


def _headings(
    lines: Sequence[Line], grids: Sequence[Grid], running: frozenset[int]
) -> frozenset[int]:
    """Those of the running lines that stand over a row of two cells or more of their table."""
    heads = {index: found for index in running if (found := _place(lines[index], grids))}
    if not heads:
        return frozenset()
    below: dict[tuple[int, int], set[Place]] = {}
    for index, line in enumerate(lines):
        if index not in running and (found := _place(line, grids)):
            below.setdefault((id(found[0]), found[1].row), set()).add(found[1])
    last = {grid: row for (grid, row), cells in sorted(below.items()) if len(cells) > 1}
    return frozenset(i for i, (grid, place) in heads.items() if place.row < last.get(id(grid), 0))


def _with_tables(lines: Sequence[Line], page: RawPage, grids: Sequence[Grid]) -> RuledPage:
    """The lines of a page's body, parted between cells, and the rows that are certain."""
    if not grids:
        return RuledPage(lines)
    stops = _stops_by_line(lines, page.stops)
    parted = [
        _parted(line, page.text, stops[at], grids) if at in stops else [line]
        for at, line in enumerate(lines)
    ]
    parts = [part for found in parted for part in found]
    places = {index: found for index, line in enumerate(parts) if (found := _place(line, grids))}
    rows: list[RuledRow] = []
    for grid in grids:
        own = _rows_of(grid, {i: cell for i, (of, cell) in places.items() if of is grid}, parts)
        if sum(1 for row in own if _has_words(row, parts)) > 1:
            rows += own
    if not rows:
        return RuledPage(lines)
    held = {index: row for row in rows for index in row.indices}
    if len(parts) > len(lines) and _cuts_elsewhere(parted, held):
        return _with_rows(lines, parted, rows, places)
    tables = {id(row.grid) for row in rows}
    inside = frozenset(index for index, (grid, _) in places.items() if id(grid) in tables)
    return RuledPage(parts, held, inside)


def _cuts_elsewhere(parted: Sequence[Sequence[Line]], held: Mapping[int, RuledRow]) -> bool:
    """Whether a line is parted that stands in no certain row."""
    first = 0
    for parts in parted:
        if len(parts) > 1 and not any(index in held for index in range(first, first + len(parts))):
            return True
        first += len(parts)
    return False


def _with_rows(
    lines: Sequence[Line],
    parted: Sequence[Sequence[Line]],
    rows: Sequence[RuledRow],
    places: Mapping[int, tuple[Grid, Place]],
) -> RuledPage:
    """The page with its lines parted in certain rows, and as the file has them elsewhere."""
    in_rows = {index for row in rows for index in row.indices}
    tables = {id(row.grid) for row in rows}
    final: list[Line] = []
    moved: dict[int, int] = {}
    inside: set[int] = set()
    first = 0
    for line, parts in zip(lines, parted, strict=True):
        own = range(first, first + len(parts))
        first += len(parts)
        if any(index in places and id(places[index][0]) in tables for index in own):
            inside.update(range(len(final), len(final) + len(parts)))
        if in_rows.isdisjoint(own):
            final.append(line)
            continue
        moved |= {index: len(final) + at for at, index in enumerate(own)}
        final += parts
    found: dict[int, RuledRow] = {}
    for row in rows:
        indices = tuple(moved[index] for index in row.indices)
        found |= dict.fromkeys(indices, row._replace(indices=indices))
    return RuledPage(final, found, frozenset(inside))


def _stops_by_line(lines: Sequence[Line], stops: Sequence[Stop]) -> dict[int, list[Stop]]:
    """Those lines, by index, in which there is a stop."""
    found: dict[int, list[Stop]] = {}
    at = 0
    for stop in stops:
        while at < len(lines) and lines[at].end <= stop.offset:
            at += 1
        if at < len(lines) and lines[at].start < stop.offset:
            found.setdefault(at, []).append(stop)
    return found


def _parted(line: Line, text: str, stops: Sequence[Stop], grids: Sequence[Grid]) -> list[Line]:
    """``line`` cut at the spaces in which a rule of a table stands."""
    place = line.place
    if place is None:
        return [line]
    height = place.baseline + place.size / 4
    stops = [s for s in stops if any(grid.parts(s.right, s.left, height) for grid in grids)]
    parts: list[Line] = []
    start, left = line.start, place.left
    for offset, right, next_left in [*stops, Stop(line.end, place.right, 0.0)]:
        raw = text[start:offset]
        first = start + len(raw) - len(raw.lstrip())
        last = start + len(raw.rstrip())
        if first < last:
            gaps = [gap for gap in place.gaps if first < gap < last]
            where = place._replace(start=first, end=last, left=left, right=right, gaps=gaps)
            parts.append(Line(first, last, text[first:last], where))
        start, left = offset, next_left
    return parts


def _place(line: Line, grids: Sequence[Grid]) -> tuple[Grid, Place] | None:
    """The table and the cell in which the line begins."""
    if line.place is None:
        return None
    _, _, left, right, baseline, size, *_ = line.place
    x, y = left + min(size, (right - left) / 2), baseline + size / 4
    for grid in grids:
        place = grid.place_of(x, y)
        if place is not None:
            return grid, place
    return None


def _rows_of(grid: Grid, inside: dict[int, Place], lines: Sequence[Line]) -> list[RuledRow]:
    """The rows of one table that are certain; none where the page is turned."""
    if 2 * sum(1 for index in inside if _is_turned(lines[index])) > len(inside):
        return []
    order = sorted(inside, key=lambda index: (*inside[index][:2], index))
    rows = []
    for _, members in groupby(order, key=lambda index: inside[index].row):
        row = RuledRow(grid, found := tuple(members), tuple(inside[index] for index in found))
        if _is_certain(row, lines):
            rows.append(row)
    return rows


def _is_turned(line: Line) -> bool:
    place = line.place
    return place is not None and (
        place.right - place.left < _UPRIGHT * place.size * (line.end - line.start - 1)
    )


def _is_certain(row: RuledRow, lines: Sequence[Line]) -> bool:
    """Whether each cell is a datum; a single cell over the whole width is a title or a text."""
    if any(_is_turned(lines[index]) for index in row.indices):
        return False
    if len(set(row.cells)) == 1 and row.cells[0].last - row.cells[0].first == row.grid.columns - 1:
        return False
    pairs = zip(row.indices, row.cells, strict=True)
    cells = [
        (place, [lines[index] for index, _ in members])
        for place, members in groupby(pairs, key=lambda pair: pair[1])
    ]
    widths = [_width(row.grid, place) for place, _ in cells]
    texts = [cell for _, cell in cells]
    if _is_several(texts, widths):
        return False
    return all(map(_is_datum, texts, widths))


def _has_words(row: RuledRow, lines: Sequence[Line]) -> bool:
    """Whether two cells or more say something; a drawing's squares hold a sign each."""
    pairs = zip(row.indices, row.cells, strict=True)
    return len({place for index, place in pairs if any(map(str.isalnum, lines[index].text))}) > 1


def _is_several(cells: Sequence[Sequence[Line]], widths: Sequence[float]) -> bool:
    """Whether no rule is drawn between what are several rows: lines at the same heights.

    So are two cells that hold a figure in each line, and a row of which each line of each
    cell ends before it must.
    """
    heights = [[line.place.baseline for line in cell if line.place] for cell in cells]
    figures = [
        height
        for height, cell in zip(heights, cells, strict=True)
        if len(cell) > 1 and all(AMOUNT.fullmatch(line.text) for line in cell)
    ]
    if any(_are_level(*pair) for pair in combinations(figures, 2)):
        return True
    is_level = len(cells) > 1 and all(_are_level(heights[0], other) for other in heights[1:])
    return is_level and all(
        would_fit(above, below, width)
        for cell, width in zip(cells, widths, strict=True)
        for above, below in pairwise(cell)
    )


def _are_level(heights: Sequence[float], others: Sequence[float]) -> bool:
    """Whether the lines of two cells, more than one each, stand at the same heights."""
    return len(heights) == len(others) > 1 and all(
        abs(here - there) <= _LEVEL for here, there in zip(heights, others, strict=True)
    )


def _is_datum(cell: Sequence[Line], width: float) -> bool:
    """Whether the lines of a cell are one text of moderate length, not a list.

    ``2`` over ``656 096 €`` with room beside it is two figures, and would read as one.
    """
    if any(
        _GROUP_END.search(above.text)
        and _GROUP.match(below.text)
        and would_fit(above, below, width)
        for above, below in pairwise(cell)
    ):
        return False
    items = sum(
        1
        for above, below in pairwise(cell)
        if starts_item(below.text) or (below.text[:1].isupper() and would_fit(above, below, width))
    )
    return items <= MAX_ITEMS and sum(len(line.text) for line in cell) <= MAX_CELL_CHARS


def _width(grid: Grid, place: Place) -> float:
    """What the text of a cell has between its edges."""
    return grid.edges[place.last + 1] - grid.edges[place.first] - _PADDING
