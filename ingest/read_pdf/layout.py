"""Lines into blocks: paragraphs, list items, table rows and headings, from their places.

What is attempted: a row of a table is one line whose cells stand apart, its cells in reading
order with a tab between them. What is not: cells that wrap over several lines (they come out
as PDFium orders them), spanned cells, and repeating a table's header after a page break: which
row is the header is never certain from the page. One that the file itself repeats stays, or is
kept as a running header where it stands in the margin of most pages.
Two columns are read in the order in which the file draws them, which is right on the pages
that were checked. A paragraph is never continued on the next page.
"""

import re
import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ingest.read_pdf.protocol import RawLine
from schemas.document import BlockKind


class Line(NamedTuple):
    """A line that stays in the body."""

    start: int
    end: int
    text: str
    place: RawLine | None


class Group(NamedTuple):
    """Consecutive lines that make one block; ``size`` and ``is_bold`` are its first line's."""

    kind: BlockKind
    lines: tuple[Line, ...]
    size: float
    is_bold: bool


class BodyStyle(NamedTuple):
    """What most of the document's characters look like."""

    size: float
    is_bold: bool


_BULLETED = re.compile(r"\s*(?:[•▪◦●■□○➢➔✓*·]|[-–—](?=\s)|[\ue000-\uf8ff\ufffd\x01-\x08])\s*\S?")
# "M. Favre" opens no list, nor does "19.14 €": a letter needs its parenthesis, a number words.
_NUMBERED = re.compile(
    r"\s*(?:\d{1,2}[.)°](?:\d{1,2}[.)]?)*|[a-zA-Z]\)|[IVX]{1,5}[.)])\s+(?=[\"«“(]?\s?[^\W\d_])"
)
_ENDS_SENTENCE = re.compile(r"[.:;!?…»)][-–—]?\s*\Z")
_AMOUNT = re.compile(
    r"(?:CHF|Fr\.?|€)?\s*[-+]?\d[\d'’ \u00a0\u202f.,]*(?:\.?[-–—]|€|%|CHF|F)?\s*\Z"
)
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


def group_lines(lines: Sequence[Line], raw: str, style: BodyStyle) -> list[Group]:
    """The blocks of one page, in the order of its text."""
    usual = usual_step(lines)
    rows = _rows(lines)
    groups: list[list[int]] = []
    for index, line in enumerate(lines):
        previous = lines[index - 1] if index else None
        is_new = (
            previous is None
            or index in rows
            or index - 1 in rows
            or starts_item(line.text)
            or raw.count("\n", previous.end, line.start) > 1
            or _parts(lines, index, usual, style)
        )
        if is_new:
            groups.append([])
        groups[-1].append(index)
    return _without_false_headings(
        [_group([lines[i] for i in found], style, is_row=found[0] in rows) for found in groups],
        style,
    )


def is_raised(a: RawLine, b: RawLine) -> bool:
    """Whether ``b`` goes on in the line of ``a``, drawn a little higher or lower: ``1er``."""
    drop = abs(a.baseline - b.baseline)
    return drop < 0.9 * max(a.size, b.size) and -1 < b.left - a.right < 2 * a.size


def usual_step(lines: Sequence[Line]) -> float:
    """The median distance between the baselines of neighbouring lines, 0 when unknown."""
    baselines = [line.place.baseline for line in lines if line.place is not None]
    steps = [above - below for above, below in pairwise(baselines)]
    downwards = [step for step in steps if step > 1]
    return statistics.median(downwards) if downwards else 0.0


def starts_item(text: str) -> bool:
    """Whether a line opens with a bullet, a dash or a number.

    >>> starts_item("- Subvention"), starts_item("a) le bruit"), starts_item("2019 fut calme")
    (True, True, False)
    """
    return bool(_BULLETED.match(text) or _NUMBERED.match(text))


def _parts(lines: Sequence[Line], index: int, usual: float, style: BodyStyle) -> bool:
    """Whether the line at ``index`` starts a new block, by what stands above it."""
    above, below = lines[index - 1], lines[index]
    a, b = above.place, below.place
    if a is None or b is None:
        return bool(_ENDS_SENTENCE.search(above.text))
    drop = a.baseline - b.baseline
    if is_raised(a, b):
        return False
    goes_on = below.text[:1].islower() and not _ENDS_SENTENCE.search(above.text)
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
    is_end = bool(_ENDS_SENTENCE.search(above.text)) and margin - a.right > 2 * a.size
    return is_end or _word_would_fit(a, below, margin)


def _word_would_fit(a: RawLine, below: Line, margin: float) -> bool:
    """Whether the next line's first word had room at the end of this one: a wanted break."""
    word = below.text.split(maxsplit=1)[0]
    return margin - a.right > (0.55 * len(word) + 1.0) * a.size


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
        or (count and _AMOUNT.search(_last_cell(lines[index])))
    )


def _cell_gaps(line: Line) -> int:
    """Wide gaps in the line, the one after a bullet or a number not counted."""
    if line.place is None or not line.place.gaps:
        return 0
    opening = _NUMBERED.match(line.text) or _BULLETED.match(line.text)
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


def _without_false_headings(groups: list[Group], style: BodyStyle) -> list[Group]:
    """Bold cells of a table are no headings: those beside a row, and those in long runs."""
    doubtful = [g.kind is BlockKind.HEADING and not _is_large(g.size, style) for g in groups]
    rows = [g.kind is BlockKind.TABLE_ROW for g in groups]
    result: list[Group] = []
    for index, group in enumerate(groups):
        near = slice(max(0, index - 1), index + 2)
        run = sum(doubtful[max(0, index - 2) : index + 3])
        is_cell = doubtful[index] and (run > 3 or (any(rows[near]) and _is_short(group)))
        result.append(group._replace(kind=BlockKind.PARAGRAPH) if is_cell else group)
    return result


def _is_short(group: Group) -> bool:
    return sum(len(line.text.split()) for line in group.lines) <= 3
