"""From a span of the clean text back to the raw text of its pages, and to places on them."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter

from ingest.read_pdf.ocr import OcrReader, Source
from ingest.read_pdf.protocol import LocateRequest, RawPage
from schemas.document import Page, PageOutcome, ParsedDocument, TextSpan


@dataclass(frozen=True, slots=True)
class RawRange:
    """A half-open range of one page's raw text."""

    page_number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PageRectangle:
    """A rectangle on a physical page, in points from its lower left corner."""

    page_number: int
    left: float
    bottom: float
    right: float
    top: float


def pages_of(document: ParsedDocument, span: TextSpan) -> tuple[Page, ...]:
    """The pages that ``span`` touches, in order: a citation names the first and the last."""
    return tuple(
        page
        for page in document.pages
        if page.span is not None and page.span.start < span.end and span.start < page.span.end
    )


def raw_ranges(document: ParsedDocument, span: TextSpan) -> tuple[RawRange, ...]:
    """Where the words of ``span`` stand in the raw text of each page that it touches.

    Several ranges on one page where the file draws its cells, or something that is not in the
    text, in another order.
    """
    ranges: list[RawRange] = []
    for page in pages_of(document, span):
        if page.span is not None and page.raw_offsets:
            start, end = max(span.start, page.span.start), min(span.end, page.span.end)
            ranges += _ranges_of(page, start, end)
    return tuple(ranges)


def _ranges_of(page: Page, start: int, end: int) -> list[RawRange]:
    """The ranges of one page, in the order of the text."""
    first = bisect_right(page.raw_offsets, start, key=itemgetter(0))
    cuts = [at for at, _ in page.raw_offsets[first:] if at < end]
    ranges: list[RawRange] = []
    for left, right in pairwise(dict.fromkeys((start, *cuts, end))):
        raw_start, raw_end = raw_offset(page, left), raw_offset(page, right - 1) + 1
        last = ranges[-1] if ranges else None
        if last is not None and _follows(page, last, raw_start):
            ranges[-1] = replace(last, end=max(last.end, raw_end))
        elif raw_start < raw_end:
            ranges.append(RawRange(page.number, raw_start, raw_end))
    return ranges


def _follows(page: Page, last: RawRange, raw_start: int) -> bool:
    """Whether nothing that can be read stands between a range and what comes next."""
    between = page.raw_text[last.end : raw_start]
    return last.end - 1 <= raw_start and not any(map(str.isalnum, between))


def raw_offset(page: Page, offset: int) -> int:
    r"""The place in ``page.raw_text`` of the character at ``offset`` of the document's text.

    >>> raw = "Jean-\r\nPaul"
    >>> page = Page(1, PageOutcome.TEXT, raw_text=raw, raw_offsets=((0, 0), (5, 7)))
    >>> page.raw_text[raw_offset(page, 5)]
    'P'
    """
    index = bisect_right(page.raw_offsets, (offset, len(page.raw_text))) - 1
    if index < 0:
        return 0
    at, raw_at = page.raw_offsets[index]
    is_last = index + 1 == len(page.raw_offsets)
    limit = len(page.raw_text) if is_last else page.raw_offsets[index + 1][1]
    return min(raw_at + offset - at, max(raw_at, limit - 1), len(page.raw_text) - 1)


def has_ocr(document: ParsedDocument) -> bool:
    """Whether any page was read by OCR."""
    return any(page.outcome is PageOutcome.OCR for page in document.pages)


def rectangles_of(
    document: ParsedDocument, span: TextSpan, source: Source, reader: OcrReader | None
) -> tuple[PageRectangle, ...]:
    """The places of ``span`` on its pages; raises `ChildDied` when the child does."""
    read_by_ocr = {page.number for page in document.pages if page.outcome is PageOutcome.OCR}
    found: list[PageRectangle] = []
    for wanted in raw_ranges(document, span):
        if wanted.page_number not in read_by_ocr:
            found += _glyph_rectangles(source, wanted)
        elif reader is not None:
            found += _word_rectangles(source, reader, wanted)
    return tuple(found)


def _word_rectangles(
    source: Source, reader: OcrReader, wanted: RawRange
) -> Iterator[PageRectangle]:
    """The boxes of the OCR words that the range touches."""
    number = wanted.page_number
    page = reader.read(source, [RawPage(number)]).pages.get(number)
    for word in page.words if page is not None else ():
        if word.start < wanted.end and wanted.start < word.end:
            yield PageRectangle(number, word.left, word.bottom, word.right, word.top)


def _glyph_rectangles(source: Source, wanted: RawRange) -> Iterator[PageRectangle]:
    """The boxes of PDFium's glyphs, one for each line or part of a line."""
    request = LocateRequest(source.limits, wanted.page_number, wanted.start, wanted.end)
    for message in source.child().ask("locate", request, source.body, 2 * source.limits.cpu_s):
        if message.kind == "rectangles" and isinstance(message.value, list):
            for left, bottom, right, top in message.value:
                yield PageRectangle(wanted.page_number, left, bottom, right, top)
