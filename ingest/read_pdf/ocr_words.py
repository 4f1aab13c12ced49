"""Tesseract's table of words as a page with lines, like any page that PDFium gives. Pure."""

import statistics
from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import NamedTuple

from ingest.read_pdf.judging import OcrPage, OcrWord
from ingest.read_pdf.ocr_rows import Paragraph, with_rows
from ingest.read_pdf.ocr_table import table_rows
from ingest.read_pdf.ocr_tsv import TsvWord, words_of
from ingest.read_pdf.protocol import RawLine, RawPage
from ingest.read_pdf.ruled_tables import RuledTable

GAP_EM = 2.0
"""A gap of so many line heights parts two cells; scans are less even than type."""
_SURE = 0.75
_DOUBTFUL = 0.6
_LEAST_LETTERS = 5
_SIZE_OF_HEIGHT = 0.8
"""A line's box holds accents and descenders: its height to the font size."""


class Picture(NamedTuple):
    """The picture that was read: its page, its resolution and its page's height in points."""

    number: int
    dpi: int
    height: float
    label: str = ""
    tables: tuple[RuledTable, ...] = ()


def page_from_tsv(tsv: str, picture: Picture, sparse: str = "") -> OcrPage:
    r"""The page that ``tsv`` describes; paragraphs are parted by an empty line.

    ``sparse`` is a reading that finds more words in no order: lines of it that overlap nothing
    in ``tsv`` are put where they stand, from top to bottom. In a ruled table it alone counts:
    it reads each cell by itself, where the other makes one line of cells of different heights.

    >>> row = "5\t1\t1\t1\t1\t1\t{}\t300\t80\t30\t96.5\t{}"
    >>> tsv = "\n".join(("", row.format(300, "Electeurs"), row.format(400, "inscrits")))
    >>> page = page_from_tsv(tsv, Picture(number=1, dpi=300, height=842))
    >>> page.page.text, page.confidence, page.words[1].left
    ('Electeurs inscrits', 0.965, 96.0)
    """
    words = words_of(tsv)
    scale = 72 / picture.dpi
    size = round(_SIZE_OF_HEIGHT * scale * _line_height(words), 1)
    text = ""
    lines: list[RawLine] = []
    placed: list[OcrWord] = []
    for paragraph in _with_tables(words, words_of(sparse), picture.tables):
        text += "\n\n" if text else ""
        for index, found in enumerate(paragraph):
            text += "\n" if index else ""
            first = len(placed)
            for place, word in enumerate(found):
                text += " " if place else ""
                box = _box(word, scale, picture.height)
                placed.append(OcrWord(len(text), len(text) + len(word.text), *box, word.confidence))
                text += word.text
            lines.append(_line(placed[first:], size))
    page = RawPage(
        picture.number,
        text=text,
        engine="tesseract",
        lines=tuple(lines),
        height=picture.height,
        label=picture.label,
    )
    return OcrPage(page, tuple(placed))


def _with_tables(
    words: list[TsvWord], more: list[TsvWord], tables: tuple[RuledTable, ...]
) -> list[Paragraph]:
    """The paragraphs outside ``tables`` and, where they stand, the rows inside."""
    read = {table: rows for table in tables if (rows := table_rows(table, words, more))}
    paragraphs = _paragraphs(_outside(read, words), _outside(read, more))
    for table, rows in read.items():
        lower = (i for i, found in enumerate(paragraphs) if found[0][0].top > table.top)
        place = next(lower, len(paragraphs))
        paragraphs[place:place] = rows
    return paragraphs


def _outside(tables: Iterable[RuledTable], words: list[TsvWord]) -> list[TsvWord]:
    return [word for word in words if not any(table.holds(*word.middle) for table in tables)]


def _paragraphs(words: list[TsvWord], more: list[TsvWord]) -> list[Paragraph]:
    """Words by paragraph and line; a new line of ``more`` before the first that is lower.

    Words that were read with little confidence give way to a sure line in their place.
    """
    fresh: list[list[TsvWord]] = []
    for line in (list(members) for _, members in groupby(more, key=lambda word: word.place)):
        new = [word for word in line if not any(_holds(other, word) for other in words)]
        if _is_sure(new):
            fresh.append(new)
    kept = [word for word in words if not any(word.overlaps(new) for line in fresh for new in line)]
    paragraphs = [
        [list(line) for _, line in groupby(members, key=lambda word: word.place)]
        for _, members in groupby(kept, key=lambda word: word.place[:2])
    ]
    for line in fresh:
        lower = (i for i, found in enumerate(paragraphs) if found[0][0].top > line[0].top)
        paragraphs.insert(next(lower, len(paragraphs)), [line])
    return with_rows(paragraphs)


def _is_sure(line: list[TsvWord]) -> bool:
    """Whether a line of the sparse reading is text, not the grain of a picture."""
    letters = sum(map(str.isalpha, "".join(word.text for word in line)))
    if letters < _LEAST_LETTERS:
        return False
    return sum(word.confidence for word in line) / len(line) >= _SURE


def _holds(kept: TsvWord, new: TsvWord) -> bool:
    """Whether ``kept`` stands where ``new`` does and was read well enough to stay."""
    return kept.confidence >= _DOUBTFUL and kept.overlaps(new)


def _line_height(words: list[TsvWord]) -> float:
    keys = groupby(words, key=lambda word: word.place)
    heights = [max(word.height for word in members) for _, members in keys]
    return statistics.median(heights) if heights else 1.0


def _box(word: TsvWord, scale: float, height: float) -> tuple[float, float, float, float]:
    """Left, bottom, right, top in points, from the lower left corner of the page."""
    return (
        round(word.left * scale, 1),
        round(height - (word.top + word.height) * scale, 1),
        round((word.left + word.width) * scale, 1),
        round(height - word.top * scale, 1),
    )


def _line(words: list[OcrWord], size: float) -> RawLine:
    gaps = [a.end for a, b in pairwise(words) if b.left - a.right > GAP_EM * size]
    baseline = statistics.median(word.bottom for word in words)
    first, last = words[0], words[-1]
    return RawLine(first.start, last.end, first.left, last.right, baseline, size, False, gaps)
