"""Grey bands of a scan made white, so that the headings on them are read. Pure.

Tesseract takes a heading on a dark grey band for a picture and leaves it out: all headings
of a commune's minutes went so. Rows of pixels are looked at, since a band is wide and flat.
"""

import re
import statistics
from collections.abc import Sequence
from functools import cache
from itertools import groupby

BAND_SHARE = 0.1
"""A band is a run without any white of a tenth of the row, which letters never make."""
DARK_GROUND = 172
"""On lighter bands tesseract reads by itself, and better than on half-whitened ones."""
TALLEST_BAND = 0.12
"""What is dark for more of the page's height is a picture and stays one."""
_AROUND = 12
"""Rows on either side that decide together whether they are a dark band."""

_MIDDLE = range(70, 230)
_IS_INKED = bytes(1 if value < _MIDDLE.stop else 0 for value in range(256))
_NOT_MIDDLE = bytes(value for value in range(256) if value not in _MIDDLE)
_RUNS = re.compile(rb"\x00+|\x01+")


def evened(rows: Sequence[bytes]) -> list[bytes]:
    """The rows, with the ground of dark bands white and the letters on them dark.

    >>> band = bytes([255] * 80 + [140] * 80 + [30] * 20)
    >>> white = bytes([255] * 180)
    >>> evened([white] * 200 + [band] * 20)[209] == bytes([255] * 160 + [0] * 20)
    True
    >>> letters = bytes([255] * 80 + [140] * 2 + [30] * 4)
    >>> evened([letters] * 30)[9] == letters
    True
    """
    grounds = [ground_of(row) for row in rows]
    nears = [_near(grounds, y) for y in range(len(grounds))]
    lit = list(rows)
    for is_dark, stretch in groupby(range(len(rows)), key=lambda y: 0 < nears[y] <= DARK_GROUND):
        band = list(stretch)
        if is_dark and len(band) <= TALLEST_BAND * len(rows):
            for y in band:
                lit[y] = _lit(rows[y], grounds[y] or nears[y])
    return lit


def ground_of(row: bytes) -> int:
    """The grey of the bands in a row, 0 where it has none."""
    is_inked = row.translate(_IS_INKED)
    least = _least(row)
    if b"\x01" * least not in is_inked:
        return 0
    middle: list[int] = []
    for run in _RUNS.finditer(is_inked):
        if is_inked[run.start()] and run.end() - run.start() >= least:
            greys = row[run.start() : run.end()].translate(None, _NOT_MIDDLE)
            if 2 * len(greys) >= run.end() - run.start():  # else a ruled line
                middle += greys
    return statistics.median_low(middle) if middle else 0


def _near(grounds: Sequence[int], y: int) -> int:
    """The grey of the band that the row at ``y`` is part of, 0 when it is in none.

    A row that letters fill from end to end has no ground of its own; its neighbours tell.
    """
    around = grounds[max(0, y - _AROUND) : y + _AROUND + 1]
    near = [ground for ground in around if ground]
    if not near or (not grounds[y] and 2 * len(near) < len(around)):
        return 0
    return statistics.median_low(near)


def _lit(row: bytes, ground: int) -> bytes:
    table, least = _stretched(ground), _least(row)
    return b"".join(
        piece.translate(table) if len(piece) >= least else piece
        for piece in (
            row[run.start() : run.end()] for run in _RUNS.finditer(row.translate(_IS_INKED))
        )
    )


def _least(row: bytes) -> int:
    return max(1, int(BAND_SHARE * len(row)))


@cache
def _stretched(ground: int) -> bytes:
    """A table of pixels that makes ``ground`` white and what is much darker black."""
    low, high = 0.4 * ground, 0.85 * ground
    return bytes(min(255, max(0, int((v - low) * 255 / (high - low)))) for v in range(256))
