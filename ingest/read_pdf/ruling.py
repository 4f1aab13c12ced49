"""Ruled lines of a scan made white, so that tesseract reads the words between them. Pure.

A box or a table's rules that touch the words cost whole headings and cells: tesseract takes
rule and words for a picture, or reads rule as letters. Only what is long and thin goes;
where a letter crosses a rule, its strokes go on above or below and stay.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ingest.read_pdf.ruled_tables import RuledTable, Run, ruled_tables

WIDEST_INCH = 0.03
"""A rule is not thicker; a letter so long would be much thicker."""
SHORTEST_INCH = 0.4
"""A rule is not shorter; serifs that touch make no line so long, and no capital is so tall."""
FRINGE_INCH = 0.01
"""What is left grey along a rule by the scanner and the drawing."""

LEAST_DPI = 250
"""Drawn with less, the scan had so few pixels that letters are as thin as rules."""
INK = 20
"""So much darker than the paper is ink; the grey beside a stroke is, too."""
_SAMPLE_ROWS = 40


class Unruled(NamedTuple):
    """A picture without its rules, and the tables that they made."""

    image: bytes
    """A binary PGM file, as the one that it was made from."""
    tables: tuple[RuledTable, ...]


def unruled(image: bytes, dpi: int) -> Unruled:
    r"""The binary PGM file ``image``, drawn at ``dpi``, without its ruled lines.

    >>> paper, rule, letter = bytes([255] * 150), bytes(150), bytes([255] * 75 + [0] * 75)
    >>> head = b"P5\n150 19\n255\n"
    >>> lone = unruled(head + paper * 9 + rule + paper * 9, 300)
    >>> lone.image == head + paper * 19, lone.tables
    (True, ())
    >>> unruled(head + paper * 9 + rule + letter * 9, 300).image[-1500:-1350] == letter
    True
    """
    if dpi < LEAST_DPI:
        return Unruled(image, ())
    magic, size, depth, pixels = image.split(b"\n", 3)
    width, height = map(int, size.split())
    rows = [pixels[y * width : (y + 1) * width] for y in range(height)]
    is_ink = _ink_of(rows)
    flat, across = _without(rows, dpi, is_ink)
    upright, down = _without(_turned(flat), dpi, is_ink)
    body = b"".join(_turned(upright))
    return Unruled(b"\n".join((magic, size, depth, body)), ruled_tables(across, down, dpi))


def _ink_of(rows: Sequence[bytes]) -> bytes:
    """A table of pixels that marks what is darker than the paper, the commonest light grey."""
    sample = b"".join(rows[:: max(1, len(rows) // _SAMPLE_ROWS)])
    paper = max(range(255, 127, -1), key=sample.count)
    return bytes(255 if value < paper - INK else 0 for value in range(256))


def _without(rows: Sequence[bytes], dpi: int, is_ink: bytes) -> tuple[list[bytes], list[Run]]:
    """The rows without the long thin dark runs in them, and these runs."""
    shortest = max(2, round(SHORTEST_INCH * dpi))
    run_of = re.compile(rb"\xff{%d,}" % shortest)
    needle = b"\xff" * shortest
    inked = [row.translate(is_ink) for row in rows]
    runs = [
        Run(y, *found.span())
        for y, marks in enumerate(inked)
        if needle in marks
        for found in run_of.finditer(marks)
    ]
    kept = list(rows)
    return kept, [run for run in runs if _whiten(kept, inked, run, dpi)]


def _whiten(kept: list[bytes], inked: Sequence[bytes], run: Run, dpi: int) -> bool:
    """Make the thin part of ``run`` and its fringe white; whether most of it was thin."""
    thick = max(2, round(WIDEST_INCH * dpi))
    fringe = round(FRINGE_INCH * dpi)
    last = len(kept) - 1

    def marks(place: int) -> int:
        return int.from_bytes(inked[min(max(place, 0), last)][run.start : run.end])

    thin = _all_bits = (1 << 8 * (run.end - run.start)) - 1
    for far in range(2, thick + 1):
        thin &= marks(run.place - far) | marks(run.place + far)
    thin ^= _all_bits
    _lighten(kept, run.place, run, thin)
    for side in (-1, 1):
        clear = thin & ~marks(run.place + side * (fringe + 2))
        for far in range(1, fringe + 1):
            if 0 <= run.place + side * far <= last:
                _lighten(kept, run.place + side * far, run, clear)
    return 2 * thin.bit_count() > _all_bits.bit_count()


def _lighten(kept: list[bytes], place: int, run: Run, which: int) -> None:
    row = kept[place]
    pixels = int.from_bytes(row[run.start : run.end]) | which
    kept[place] = row[: run.start] + pixels.to_bytes(run.end - run.start) + row[run.end :]


def _turned(rows: Sequence[bytes]) -> list[bytes]:
    """Rows as columns."""
    if not rows:
        return []
    pixels, width = b"".join(rows), len(rows[0])
    return [pixels[x::width] for x in range(width)]
