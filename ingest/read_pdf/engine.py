"""PDFium opens a file and reads its pages one by one. Runs in the child only."""

from itertools import islice

import pypdfium2
import pypdfium2.raw as pdfium

from ingest.read_pdf.glyphs import Glyphs
from ingest.read_pdf.protocol import RawFacts, RawPage
from ingest.read_pdf.rules import has_columns, rules_of

FEW_LETTERS = 30
"""Under so many letters, a page with an image is taken for a picture of text."""
MANY_PATHS = 100
"""So many drawn paths may be letters turned into curves."""

_MAX_NAMES = 200
_MAX_OUTLINE = 2000
_MAX_OBJECTS = 5000
_MAX_STRING = 2000


def open_document(body: bytes) -> pypdfium2.PdfDocument:
    """The document, opened with the empty password; raises `pypdfium2.PdfiumError`."""
    # PDFium does not say of each file why it failed; the error then was the one of the file
    # before, perhaps a password that this file does not have. An empty file comes between.
    pdfium.FPDF_LoadMemDocument64(b"", 0, None)
    return pypdfium2.PdfDocument(body)


def facts_of(document: pypdfium2.PdfDocument, *, refusal: str) -> RawFacts:
    """What PDFium knows of a file that pypdf refused with the message ``refusal``."""
    info = document.get_metadata_dict()
    names = range(min(document.count_attachments(), _MAX_NAMES))
    return RawFacts(
        page_count=len(document),
        is_encrypted=pdfium.FPDF_GetSecurityHandlerRevision(document) != -1,
        is_tagged=bool(document.is_tagged()),
        title=info.get("Title", "")[:_MAX_STRING],
        info_creation=info.get("CreationDate", "")[:_MAX_STRING],
        info_modification=info.get("ModDate", "")[:_MAX_STRING],
        attachments=tuple(document.get_attachment(index).get_name() for index in names),
        pypdf_refusal=refusal,
    )


def outline_of(document: pypdfium2.PdfDocument) -> tuple[tuple[int, str, int], ...]:
    """The outline as ``(level from 1, title, physical page or 0)``."""
    entries: list[tuple[int, str, int]] = []
    for bookmark in islice(document.get_toc(), _MAX_OUTLINE):
        destination = bookmark.get_dest()
        index = destination.get_index() if destination else None
        page = 0 if index is None else index + 1
        entries.append((bookmark.level + 1, bookmark.get_title()[:_MAX_STRING], page))
    return tuple(entries)


def read_page(document: pypdfium2.PdfDocument, number: int, max_chars: int) -> RawPage:
    """The physical page ``number``; raises `pypdfium2.PdfiumError` where PDFium gives up."""
    page = document.get_page(number - 1)
    try:
        glyphs = Glyphs(page)
        text = glyphs.text(max_chars)
        lines = glyphs.lines(text)
        rules = rules_of(page) if has_columns(lines) else ()
        return RawPage(
            number=number,
            text=text,
            lines=tuple(lines),
            rules=rules,
            stops=glyphs.stops(lines, text, rules),
            height=page.get_height(),
            pictures=_picture_count(page) if _is_scarce(text[:2000]) else 0,
            label=document.get_page_label(number - 1)[:40],
            is_truncated=glyphs.count > max_chars,
        )
    finally:
        page.close()


def rectangles(
    document: pypdfium2.PdfDocument, number: int, start: int, end: int, max_chars: int
) -> list[tuple[float, float, float, float]]:
    """Left, bottom, right, top of what ``[start, end)`` of the page's raw text covers.

    Empty where the raw text and PDFium's glyphs are out of step: no rectangle is guessed.
    """
    page = document.get_page(number - 1)
    try:
        glyphs = Glyphs(page)
        return glyphs.rectangles(glyphs.text(max_chars), start, end)
    finally:
        page.close()


def _is_scarce(text: str) -> bool:
    """Whether there are fewer than `FEW_LETTERS` letters; counts no further."""
    letters = filter(str.isalpha, text)
    return next(islice(letters, FEW_LETTERS - 1, None), None) is None


def _picture_count(page: pypdfium2.PdfPage) -> int:
    """Images on the page, those inside forms too, plus one when very many paths are drawn."""
    kinds = [pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_PATH]
    images = paths = 0
    for item in islice(page.get_objects(filter=kinds, max_depth=4), _MAX_OBJECTS):
        if item.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            images += 1
        else:
            paths += 1
    return images + (1 if paths >= MANY_PATHS else 0)
