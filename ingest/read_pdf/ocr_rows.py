"""Rows of a table that tesseract read column by column, put together again. Pure.

It reads the labels of a table first and then its figures, or the hours of an agenda first
and then what takes place, so that nothing has its label. Paragraphs that stand side by side
become rows, from top to bottom, when they hold figures; columns of prose stay columns.
"""

import statistics
from typing import NamedTuple

from ingest.read_pdf.ocr_tsv import TsvWord

Line = list[TsvWord]
Paragraph = list[Line]

FIGURES_SHARE = 0.6
"""So many lines of a table hold a figure or end with a colon, or so many of its rows a figure."""
ROW_STEP = 0.75
"""Lines nearer than so many line heights are one row: one cell may hold two lines, beside
which the others stand half a line lower. The next row is a whole line away."""


class _Zone(NamedTuple):
    top: int
    bottom: int
    paragraphs: list[Paragraph]


def with_rows(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs; those that overlap in height become rows when they hold figures."""
    zones: list[_Zone] = []
    for paragraph in paragraphs:
        words = [word for line in paragraph for word in line]
        zone = _Zone(
            min(word.top for word in words),
            max(word.top + word.height for word in words),
            [paragraph],
        )
        while zones and zone.top < zones[-1].bottom - _half_a_line(zone.paragraphs[0]):
            above = zones.pop()
            zone = _Zone(
                min(above.top, zone.top),
                max(above.bottom, zone.bottom),
                above.paragraphs + zone.paragraphs,
            )
        zones.append(zone)
    return [paragraph for zone in zones for paragraph in _rows(zone)]


def _rows(zone: _Zone) -> list[Paragraph]:
    if len(zone.paragraphs) == 1:
        return zone.paragraphs
    lines = [line for paragraph in zone.paragraphs for line in paragraph]
    rows = rows_by_height(lines)
    if not _is_table(lines, rows):
        return zone.paragraphs
    return [[_from_left(row)] for row in rows]


def rows_by_height(lines: list[Line]) -> list[list[Line]]:
    """The lines from top to bottom, those of one row together."""
    step = ROW_STEP * statistics.median(_height(line) for line in lines)
    rows: list[list[Line]] = []
    for line in sorted(lines, key=_middle):
        if rows and _middle(line) - _middle(rows[-1][-1]) < step:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _is_table(lines: list[Line], rows: list[list[Line]]) -> bool:
    labels = sum(1 for line in lines if _is_label_or_figure(line))
    if labels >= FIGURES_SHARE * len(lines):
        return True
    shared = [row for row in rows if len(row) > 1]
    figures = sum(1 for row in shared if any(map(_is_figure, row)))
    return len(shared) > 1 and figures >= FIGURES_SHARE * len(shared)


def _from_left(row: list[Line]) -> Line:
    """The words of a row cell by cell; lines that stand above each other are one cell."""
    cells: list[list[Line]] = []
    right = 0
    for line in sorted(row, key=lambda line: line[0].left):
        if cells and line[0].left < right:
            cells[-1].append(line)
        else:
            cells.append([line])
        right = max(right, line[-1].left + line[-1].width)
    return [word for cell in cells for word in as_read(cell)]


def as_read(cell: list[Line]) -> Line:
    """The words of a cell; pieces of one line at the same height, from left to right."""
    lines = (sorted(row, key=lambda line: line[0].left) for row in rows_by_height(cell))
    return [word for row in lines for line in row for word in line]


def _is_label_or_figure(line: Line) -> bool:
    return line[-1].text.endswith(":") or any(map(str.isdigit, "".join(w.text for w in line)))


def _is_figure(line: Line) -> bool:
    """Whether there are more digits than letters: an amount, a date, an hour."""
    text = "".join(word.text for word in line)
    return sum(map(str.isdigit, text)) > sum(map(str.isalpha, text))


def _middle(line: Line) -> float:
    return sum(word.top + word.height / 2 for word in line) / len(line)


def _height(line: Line) -> float:
    return statistics.median(word.height for word in line)


def _half_a_line(paragraph: Paragraph) -> float:
    return paragraph[0][0].height / 2
