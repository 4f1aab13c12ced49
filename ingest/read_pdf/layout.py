"""Lines into blocks: paragraphs, list items, table rows and headings, from their places. Pure.

What is attempted: a row of a table is one block, its cells in reading order with a tab between
them. In a ruled table (`ruled_rows`) a cell that wraps over several lines is one cell of one
row, and an empty cell leaves its tab where others follow. Elsewhere a row is one line whose
cells stand apart. What is not: wrapped cells without rules around them (they come out as
PDFium orders them), a spanned cell repeated in each row that it covers, tables on turned pages.
Two columns are read in the order in which the file draws them, which is right on the pages
that were checked. What goes on over a page break is put together in `continued`.
"""

import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ingest.read_pdf.grids import Grid, Place
from ingest.read_pdf.lines import (
    AMOUNT,
    BULLETED,
    ENDS_SENTENCE,
    NUMBERED,
    Line,
    is_raised,
    starts_item,
    would_fit,
)
from ingest.read_pdf.ruled_rows import RuledPage, RuledRow
from schemas.document import BlockKind


class Group(NamedTuple):
    """Consecutive lines that make one block; ``size`` and ``is_bold`` are its first line's."""

    kind: BlockKind
    lines: tuple[Line, ...]
    size: float
    is_bold: bool
    grid: Grid | None = None
    """The ruled table of which it is a row."""
    cells: tuple[Place, ...] = ()
    """For rows of ruled tables: the cell of each line."""


class BodyStyle(NamedTuple):
    """What most of the document's characters look like."""

    size: float
    is_bold: bool


_STEP = 1.35
"""A baseline step of so many usual steps starts a new block."""
_HEADING_SIZE = 1.15
_HEADING_CHARS = 160
_HEADING_LINES = 3


def body_style(pages: Sequence[Sequence[Line]]) -> BodyStyle:
    """The size and weight of most characters; size 0 when no line has a place."""
    sizes: Counter[float] = Counter()
    bold = 0
    for line in (line for page in pages for line in page):
        if line.place is not None:
            sizes[round(line.place.size * 2) / 2] += len(line.text)
            bold += len(line.text) if line.place.is_bold else 0
    if not sizes:
        return BodyStyle(0.0, is_bold=False)
    return BodyStyle(sizes.most_common(1)[0][0], is_bold=bold > sizes.total() / 2)


def group_lines(page: RuledPage, raw: str, style: BodyStyle) -> list[Group]:
    """The blocks of one page, in the order of its text; a ruled row where its first line is."""
    lines, ruled = page.lines, page.rows
    usual = usual_step(lines)
    rows = _rows(lines)
    groups: list[list[int]] = []
    written: set[RuledRow] = set()
    for index, line in enumerate(lines):
        if index in ruled:
            if ruled[index] not in written:
                written.add(ruled[index])
                groups.append(list(ruled[index].indices))
            continue
        previous = lines[index - 1] if index else None
        is_new = (
            previous is None
            or index - 1 in ruled
            or index in rows
            or index - 1 in rows
            or starts_item(line.text)
            or raw.count("\n", previous.end, line.start) > 1
            or _parts(lines, index, usual, style)
        )
        if is_new:
            groups.append([])
        groups[-1].append(index)
    found = [_group([lines[i] for i in each], style, is_row=each[0] in rows) for each in groups]
    for place, each in enumerate(groups):
        row = ruled.get(each[0])
        if row is not None:
            kind = BlockKind.TABLE_ROW
            found[place] = found[place]._replace(kind=kind, grid=row.grid, cells=row.cells)
    return _without_false_headings(found, [each[0] in page.inside for each in groups], style)


def usual_step(lines: Sequence[Line]) -> float:
    """The median distance between the baselines of neighbouring lines, 0 when unknown."""
    baselines = [line.place.baseline for line in lines if line.place is not None]
    steps = [above - below for above, below in pairwise(baselines)]
    downwards = [step for step in steps if step > 1]
    return statistics.median(downwards) if downwards else 0.0


def _parts(lines: Sequence[Line], index: int, usual: float, style: BodyStyle) -> bool:
    """Whether the line at ``index`` starts a new block, by what stands above it."""
    above, below = lines[index - 1], lines[index]
    a, b = above.place, below.place
    if a is None or b is None:
        return bool(ENDS_SENTENCE.search(above.text))
    drop = a.baseline - b.baseline
    if is_raised(a, b):
        return False
    goes_on = below.text[:1].islower() and not ENDS_SENTENCE.search(above.text)
    if max(a.size, b.size) > 1.12 * min(a.size, b.size) or (a.is_bold != b.is_bold):
        return not goes_on
    if abs(drop) < 0.4 * b.size:
        return False
    if drop < 0:
        return not goes_on
    if usual and drop > max(_STEP * usual, 1.3 * b.size):
        return True
    if goes_on or _is_large(a.size, style):
        return False
    margin = _margin(lines, index - 1)
    is_end = bool(ENDS_SENTENCE.search(above.text)) and margin - a.right > 2 * a.size
    return is_end or would_fit(above, below, margin - a.left)


def _margin(lines: Sequence[Line], index: int) -> float:
    """The right edge of the column around the line, from its neighbours."""
    place = lines[index].place
    if place is None:
        return 0.0
    reach, margin = 5 * place.size, place.right
    for line in lines[max(0, index - 6) : index + 7]:
        near = line.place
        if near is not None and near.right > margin and abs(near.left - place.left) < reach:
            margin = near.right
    return margin


def _rows(lines: Sequence[Line]) -> frozenset[int]:
    """The lines that are rows of a table: cells stand apart, here and in a neighbour."""
    gaps = [_cell_gaps(line) for line in lines]
    return frozenset(
        index
        for index, count in enumerate(gaps)
        if count > 1
        or (count and (any(gaps[max(0, index - 1) : index]) or any(gaps[index + 1 : index + 2])))
        or (count and AMOUNT.search(_last_cell(lines[index])))
    )


def _cell_gaps(line: Line) -> int:
    """Wide gaps in the line, the one after a bullet or a number not counted."""
    if line.place is None or not line.place.gaps:
        return 0
    opening = NUMBERED.match(line.text) or BULLETED.match(line.text)
    first = line.start + (opening.end() if opening else 0)
    return sum(1 for gap in line.place.gaps if gap >= first)


def _last_cell(line: Line) -> str:
    gap = line.place.gaps[-1] if line.place is not None and line.place.gaps else line.start
    return line.text[gap - line.start :].strip()


def _group(lines: list[Line], style: BodyStyle, *, is_row: bool) -> Group:
    first = lines[0].place
    size = first.size if first is not None else 0.0
    is_bold = all(line.place is not None and line.place.is_bold for line in lines)
    if is_row:
        kind = BlockKind.TABLE_ROW
    elif _is_heading(lines, size, style, is_bold=is_bold):
        kind = BlockKind.HEADING
    elif starts_item(lines[0].text):
        kind = BlockKind.LIST_ITEM
    else:
        kind = BlockKind.PARAGRAPH
    return Group(kind, tuple(lines), size, is_bold)


def _is_heading(lines: list[Line], size: float, style: BodyStyle, *, is_bold: bool) -> bool:
    if not (_is_large(size, style) or (is_bold and not style.is_bold)):
        return False
    text = " ".join(line.text for line in lines)
    if len(text) > _HEADING_CHARS or len(lines) > _HEADING_LINES:
        return False
    letters = sum(map(str.isalpha, text))
    if letters < 3 or 2 * letters < len(text.replace(" ", "")):
        return False
    return not text.rstrip().endswith((".", ";", ","))


def _is_large(size: float, style: BodyStyle) -> bool:
    return style.size > 0 and size >= _HEADING_SIZE * style.size


def _without_false_headings(
    groups: list[Group], inside: list[bool], style: BodyStyle
) -> list[Group]:
    """Bold cells of a table are no headings: those beside a row, and those in long runs.

    ``inside`` says which groups stand in a ruled table: what stands outside is no cell of it.
    """
    doubtful = [g.kind is BlockKind.HEADING and not _is_large(g.size, style) for g in groups]
    rows = [g.kind is BlockKind.TABLE_ROW for g in groups]
    result: list[Group] = []
    for index, group in enumerate(groups):
        near = range(max(0, index - 1), min(len(groups), index + 2))
        is_beside = any(rows[i] and (inside[index] or not inside[i]) for i in near)
        run = sum(doubtful[max(0, index - 2) : index + 3])
        is_cell = doubtful[index] and (run > 3 or (is_beside and _is_short(group)))
        result.append(group._replace(kind=BlockKind.PARAGRAPH) if is_cell else group)
    return result


def _is_short(group: Group) -> bool:
    return sum(len(line.text.split()) for line in group.lines) <= 3
