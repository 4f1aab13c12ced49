"""PDFium draws a page in grey for OCR. Runs in the child only."""

import math
from itertools import islice
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from ingest.read_pdf.shading import evened

LEAST_DPI = 100
"""Below this resolution tesseract reads badly: the page is refused instead."""
ENLARGED = 2
"""A scan is not drawn at more than so many times its own resolution: small marks blur away."""
LEAST_OF_SCAN = 150
_MAX_OBJECTS = 200


class TooManyPixels(ValueError):
    """The page is too large to draw at a useful resolution."""


class GreyPage(NamedTuple):
    """A page drawn as a binary PGM file."""

    dpi: int
    height: float
    """Of the page, in points."""
    image: bytes
    """With the dark bands behind headings made white."""


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


def grey_image(document: pypdfium2.PdfDocument, number: int, dpi: int, max_pixels: int) -> GreyPage:
    """The page in grey; raises `TooManyPixels` or pypdfium2's error when it cannot be drawn."""
    page = document.get_page(number - 1)
    try:
        width, height = page.get_size()
        wanted = int(min(dpi, max(LEAST_OF_SCAN, ENLARGED * scanned_at(page, width))))
        used = dpi_within(width, height, wanted, max_pixels)
        bitmap = page.render(scale=used / 72, grayscale=True, draw_annots=True)
        try:
            return _grey_page(bitmap, used, height)
        finally:
            bitmap.close()
    finally:
        page.close()


def scanned_at(page: pypdfium2.PdfPage, width: float) -> float:
    """The resolution of the widest picture, if it fills the page; infinite when there is none."""
    kinds = [pdfium.FPDF_PAGEOBJ_IMAGE]
    pictures = islice(page.get_objects(filter=kinds, max_depth=4), _MAX_OBJECTS)
    pixels = max(
        (picture.get_px_size()[0] for picture in pictures if _fills(picture, width)), default=0
    )
    return pixels / (width / 72) if pixels and width > 0 else math.inf


def _fills(picture: pypdfium2.PdfObject, width: float) -> bool:
    left, _, right, _ = picture.get_bounds()
    return bool(right - left >= 0.8 * width)


def _grey_page(bitmap: pypdfium2.PdfBitmap, dpi: int, height: float) -> GreyPage:
    if bitmap.format != pdfium.FPDFBitmap_Gray:
        raise ValueError(f"expected a grey bitmap, got format {bitmap.format!r}")
    pixels = memoryview(bitmap.buffer).cast("B")
    stride, width = bitmap.stride, bitmap.width
    rows = [bytes(pixels[y * stride : y * stride + width]) for y in range(bitmap.height)]
    head = b"P5\n%d %d\n255\n" % (width, bitmap.height)
    return GreyPage(dpi, height, head + b"".join(evened(rows)))
