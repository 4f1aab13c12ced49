"""The rows of a ruled table from words that were read one by one. Pure."""

from itertools import groupby

from ingest.read_pdf.ocr_rows import Line, Paragraph, as_read, rows_by_height
from ingest.read_pdf.ocr_tsv import TsvWord
from ingest.read_pdf.ruled_tables import RuledTable

LEAST_RULES_ACROSS = 3
"""With fewer, rows are told by the heights of the lines."""
SURE = 0.6
_RULE_AS_LETTER = "|_[]—"
"""What tesseract reads where something of a rule is left."""


def table_rows(table: RuledTable, words: list[TsvWord], sparse: list[TsvWord]) -> list[Paragraph]:
    """Each row of ``table`` as a paragraph of one line; none when no word is in it.

    ``sparse`` reads cell by cell but leaves out lone figures: sure ``words`` fill its gaps.
    """
    cells = _inside(table, sparse)
    if not cells:
        return []
    lines = [list(line) for _, line in groupby(cells, key=lambda word: word.place)]
    lines += [
        [word]
        for word in _inside(table, words)
        if word.confidence >= SURE and not any(map(word.overlaps, cells))
    ]
    return [[_cells(table, row)] for row in _rows(table, lines)]


def _cells(table: RuledTable, row: list[Line]) -> Line:
    def column_of(line: Line) -> int:
        return table.column_of(sum(word.middle[0] for word in line) / len(line))

    cells = groupby(sorted(row, key=column_of), key=column_of)
    return [word for _, cell in cells for word in as_read(list(cell))]


def _rows(table: RuledTable, lines: list[Line]) -> list[list[Line]]:
    if len(table.rules) < LEAST_RULES_ACROSS:
        return rows_by_height(lines)

    def row_of(line: Line) -> int:
        return table.row_of(sum(word.middle[1] for word in line) / len(line))

    return [list(row) for _, row in groupby(sorted(lines, key=row_of), key=row_of)]


def _inside(table: RuledTable, words: list[TsvWord]) -> list[TsvWord]:
    return [clean for word in words if table.holds(*word.middle) and (clean := _cleaned(word))]


def _cleaned(word: TsvWord) -> TsvWord | None:
    text = word.text.strip(_RULE_AS_LETTER)
    return word._replace(text=text) if text else None
