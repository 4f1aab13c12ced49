"""What goes on over a page break: a table under its header, a sentence in its paragraph. Pure.

Both only where it is certain. The header of a ruled table is repeated above the rows of the next
page when those rows are the first thing in its body, their columns stand where the table's did,
and the header is known: bold rows above rows that are not. Where the file repeats the header
itself, nothing is added. A paragraph goes on when its last line is the lowest on its page and
full, no sentence ends there, and the next page begins in the same size and column with a small
letter or the rest of a hyphenated word. Not attempted: headers in plain type, tables without
rules, rows that a page break cuts in two, text that goes on around a figure or a footnote.
"""

from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from ingest.read_pdf.grids import Grid
from ingest.read_pdf.layout import Group
from ingest.read_pdf.lines import ENDS_SENTENCE, Line, would_fit
from schemas.document import BlockKind

MAX_HEADER_ROWS = 2
MAX_HEADER_CHARS = 60
"""A cell with more text names no column."""
_SAME = 3.0
"""Points by which the columns of one table may differ between pages."""
_HYPHENS = "-\ufffe"


class Body(NamedTuple):
    """The body of one page, running lines left out."""

    number: int
    lines: Sequence[Line]
    groups: Sequence[Group]


class _Table(NamedTuple):
    """The table at the foot of a page, as far as the next page needs it."""

    number: int
    grid: Grid
    rows: Sequence[Group]
    header: tuple[Group, ...]


def repeated_headers(bodies: Sequence[Body]) -> dict[int, tuple[Group, ...]]:
    """The header rows to repeat at the top of each page that goes on with a table, by page."""
    repeated: dict[int, tuple[Group, ...]] = {}
    above: _Table | None = None
    for body in bodies:
        header: tuple[Group, ...] = ()
        first = body.groups[0].grid if body.groups else None
        if above is not None and first is not None and _goes_on_in(above, body, first):
            rows = [group for group in body.groups if group.grid is first]
            header = header_of(rows)
            if not header and _fits_below(above, rows[0]):
                header = repeated[body.number] = above.header
        above = _at_foot(body, first, header)
    return repeated


def header_of(rows: Sequence[Group]) -> tuple[Group, ...]:
    """The rows that name the columns of a table: bold ones on top of others that are not."""
    header = tuple(takewhile(lambda row: row.is_bold, rows))
    if not 0 < len(header) <= MAX_HEADER_ROWS or len(header) == len(rows):
        return ()
    if header[0].cells[0].row > 1:
        return ()
    named = {
        column
        for row in header
        for cell in row.cells
        for column in range(cell.first, cell.last + 1)
    }
    grid = header[0].grid
    if grid is None or len(named) < max(2, grid.columns - 1):
        return ()
    texts = [text for row in header for text in cells_of(row).values()]
    is_naming = all(len(t) <= MAX_HEADER_CHARS and any(map(str.isalpha, t)) for t in texts)
    return header if is_naming else ()


def cells_of(row: Group) -> dict[int, str]:
    """The text of each cell of a ruled row, by its first column."""
    pairs = zip(row.cells, row.lines, strict=True)
    return {
        cell.first: " ".join(line.text for _, line in members)
        for cell, members in groupby(pairs, key=lambda pair: pair[0])
    }


def goes_on(above: Body, below: Body) -> bool:
    """Whether the last paragraph of a page goes on at the top of the next."""
    if above.number + 1 != below.number or not above.groups or not below.groups:
        return False
    last, first = above.groups[-1], below.groups[0]
    if last.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return False
    if first.kind is not BlockKind.PARAGRAPH:
        return False
    end, start = last.lines[-1], first.lines[0]
    a, b = end.place, start.place
    if a is None or b is None or max(a.size, b.size) > 1.12 * min(a.size, b.size):
        return False
    if min(abs(line.place.left - b.left) for line in last.lines if line.place) > 5 * a.size:
        return False
    if not (_is_lowest([end], above.lines) and _is_topmost([start], below.lines)):
        return False
    return _is_broken_word(end.text, start.text) or (
        start.text[0].islower()
        and not start.text.startswith("o ")  # a bullet of some word processors
        and not ENDS_SENTENCE.search(end.text)
        and _is_full(end, start, above.lines)
    )


def _is_broken_word(end: str, start: str) -> bool:
    return end[-1] in _HYPHENS and end[-2:-1].isalpha() and start[0].isalpha()


def _is_lowest(own: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Whether nothing of the page stands lower than the lowest of its lines ``own``."""
    places = [line.place for line in own if line.place is not None]
    if not places:
        return False
    floor = min(place.baseline - place.size / 2 for place in places)
    return all(line.place is not None and line.place.baseline >= floor for line in lines)


def _is_topmost(own: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Whether nothing of the page stands higher than the highest of its lines ``own``."""
    places = [line.place for line in own if line.place is not None]
    if not places:
        return False
    roof = max(place.baseline + place.size / 2 for place in places)
    return all(line.place is not None and line.place.baseline <= roof for line in lines)


def _is_full(line: Line, below: Line, lines: Sequence[Line]) -> bool:
    """Whether the first word of ``below`` had no room in the column of ``line``.

    How wide the column is, the other lines say that begin near its left edge.
    """
    here = line.place
    if here is None:
        return False
    rights = [
        other.place.right
        for other in lines
        if other.place is not None
        and other is not line
        and abs(other.place.left - here.left) < 5 * here.size
    ]
    return bool(rights) and not would_fit(line, below, max(rights) - here.left)


def _goes_on_in(above: _Table, body: Body, grid: Grid) -> bool:
    """Whether the table at the top of ``body`` has the columns of the one above."""
    return (
        above.number + 1 == body.number
        and len(grid.edges) == len(above.grid.edges)
        and all(
            abs(here - there) <= _SAME
            for here, there in zip(grid.edges, above.grid.edges, strict=True)
        )
        and _is_topmost(body.groups[0].lines, body.lines)
    )


def _fits_below(above: _Table, row: Group) -> bool:
    """Whether a row has figures where all rows above have: then it is no header in plain type."""
    cells = cells_of(row)
    data = [cells_of(each) for each in above.rows]
    return all(
        any(map(str.isdigit, text)) or not _all_figures(data, column)
        for column, text in cells.items()
    )


def _all_figures(rows: Sequence[dict[int, str]], column: int) -> bool:
    filled = [row[column] for row in rows if column in row]
    return bool(filled) and all(any(map(str.isdigit, text)) for text in filled)


def _at_foot(body: Body, first: Grid | None, header: tuple[Group, ...]) -> _Table | None:
    """The table that ends the page; ``header`` stands over the one that begins it."""
    grid = body.groups[-1].grid if body.groups else None
    if grid is None or not _is_lowest(body.groups[-1].lines, body.lines):
        return None
    rows = [group for group in body.groups if group.grid is grid]
    own = header_of(rows)
    known = own or (header if grid is first else ())
    return _Table(body.number, grid, rows[len(own) :], known) if known else None
