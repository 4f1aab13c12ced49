"""PDFium draws a page in grey for OCR. Runs in the child only."""

import math

import pypdfium2
import pypdfium2.raw as pdfium

LEAST_DPI = 100
"""Below this resolution tesseract reads badly: the page is refused instead."""


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
    rows = memoryview(bitmap.buffer).cast("B")
    stride, width, height = bitmap.stride, bitmap.width, bitmap.height
    pixels = b"".join(rows[row * stride : row * stride + width] for row in range(height))
    return b"P5\n%d %d\n255\n" % (width, height) + pixels
