"""Whether a document that was read before must be read again."""

from ingest.read_pdf.tesseract import Tesseract
from schemas.document import DocumentFlag, PageOutcome, ParsedDocument
from schemas.site.reading import OcrSettings, PdfSettings

READ_PDF_VERSION = 5
"""Raised when the same bytes read differently: part of `reading_key`."""


def reading_key(settings: PdfSettings, ocr: OcrSettings) -> str:
    """What a document depends on besides its bytes; another key means: read it again.

    Only settings that change what is read: not how many children read it, nor for how long.

    >>> reading_key(PdfSettings(children=2), OcrSettings()) == reading_key(
    ...     PdfSettings(children=4), OcrSettings(budget_s=60)
    ... )
    True
    """
    parts = (
        READ_PDF_VERSION,
        *(settings.max_bytes, settings.max_pages, settings.max_page_chars, settings.max_pixels),
        *("ocr" if ocr.enabled else "no-ocr", "+".join(ocr.languages), ocr.dpi),
    )
    return "-".join(map(str, parts))


def awaits_ocr(document: ParsedDocument, engine: Tesseract | None) -> bool:
    """Whether reading it again could turn pictures into text: pages wait, and an engine is there.

    The OCR budget of a run is what usually left them over; what is done comes from the cache.
    A garbage page that OCR did not better is not asked again.
    """
    if engine is None or DocumentFlag.NEEDS_OCR not in document.flags:
        return False
    return any(
        page.outcome is PageOutcome.NEEDS_OCR
        or (page.outcome is PageOutcome.GARBAGE and page.ocr_confidence is None)
        for page in document.pages
    )
