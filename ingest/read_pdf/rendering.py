"""PDFium draws a page in grey for OCR. Runs in the child only."""

import math
import re
from functools import cache

import pypdfium2
import pypdfium2.raw as pdfium

LEAST_DPI = 100
"""Below this resolution tesseract reads badly: the page is refused instead."""
BAND_SHARE = 0.1

_MIDDLE = range(70, 230)
_IS_INKED = bytes(1 if value < _MIDDLE.stop else 0 for value in range(256))
_NOT_MIDDLE = bytes(value for value in range(256) if value not in _MIDDLE)
_RUNS = re.compile(rb"\x00+|\x01+")


class TooManyPixels(ValueError):
    """The page is too large to draw at a useful resolution."""


def dpi_within(width: float, height: float, dpi: int, max_pixels: int) -> int:
    """``dpi``, or as much of it as keeps a page of so many points within ``max_pixels``.

    >>> dpi_within(595, 842, 300, 40_000_000), dpi_within(3370, 4768, 300, 40_000_000)
    (300, 113)
    """
    inches = max(width / 72 * (height / 72), 1e-6)
    allowed = min(dpi, math.floor(math.sqrt(max_pixels / inches)))
    if allowed < min(LEAST_DPI, dpi):
        raise TooManyPixels(f"{width:.0f} x {height:.0f} points are more than {max_pixels} pixels")
    return allowed


def grey_image(
    document: pypdfium2.PdfDocument, number: int, dpi: int, max_pixels: int
) -> tuple[int, bytes]:
    """The page as a binary PGM file, and the resolution that it was drawn at."""
    page = document.get_page(number - 1)
    try:
        width, height = page.get_size()
        used = dpi_within(width, height, dpi, max_pixels)
        bitmap = page.render(scale=used / 72, grayscale=True, draw_annots=True)
        try:
            return used, _pgm(bitmap)
        finally:
            bitmap.close()
    finally:
        page.close()


def _pgm(bitmap: pypdfium2.PdfBitmap) -> bytes:
    if bitmap.format != pdfium.FPDFBitmap_Gray:
        raise ValueError(f"expected a grey bitmap, got format {bitmap.format!r}")
    pixels = memoryview(bitmap.buffer).cast("B")
    stride, width, height = bitmap.stride, bitmap.width, bitmap.height
    rows = (bytes(pixels[y * stride : y * stride + width]) for y in range(height))
    return b"P5\n%d %d\n255\n" % (width, height) + b"".join(map(evened, rows))


def evened(row: bytes) -> bytes:
    """A row of pixels; on a shaded band its ground becomes white and its letters stay dark.

    Tesseract takes a heading on a grey band for a picture and leaves it out: all headings of
    a commune's minutes went so. A band is a run without any white of a tenth of the row,
    which letters never make, and mostly of middle greys, unlike a ruled line.

    >>> evened(bytes([255] * 80 + [140] * 80 + [30] * 20)) == bytes([255] * 160 + [0] * 20)
    True
    >>> evened(bytes([255] * 80 + [140] * 2 + [30] * 4)) == bytes([255] * 80 + [140] * 2 + [30] * 4)
    True
    """
    is_inked = row.translate(_IS_INKED)
    least = max(1, int(BAND_SHARE * len(row)))
    if b"\x01" * least not in is_inked:
        return row
    return b"".join(
        _lit(row[run.start() : run.end()])
        if run.end() - run.start() >= least
        else row[run.start() : run.end()]
        for run in _RUNS.finditer(is_inked)
    )


def _lit(run: bytes) -> bytes:
    middle = sorted(run.translate(None, _NOT_MIDDLE))
    if len(middle) < len(run) / 2:
        return run
    return run.translate(_stretched(middle[len(middle) // 2]))


@cache
def _stretched(ground: int) -> bytes:
    """A table of pixels that makes ``ground`` white and what is much darker black."""
    low, high = 0.4 * ground, 0.85 * ground
    return bytes(min(255, max(0, int((v - low) * 255 / (high - low)))) for v in range(256))
