"""Chunks: boundaries first, text cut last.

A chunk follows the blocks and their headings. It never splits a card, a table row or a
list item, nor a sentence, unless that alone is longer than a chunk. No overlap: each chunk
carries the title and the headings as context instead.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from ingest.chunking.context import context_budget, shortened_context
from ingest.chunking.packing import Pack, halved, pack
from ingest.chunking.units import TokenCounter, units_of
from schemas.chunk import Chunk
from schemas.document import Page, PageOutcome, ParsedDocument, TextSpan

__all__ = ["chunk_document"]


def chunk_document(
    document: ParsedDocument, *, max_tokens: int = 350, count_tokens: Callable[[str], int]
) -> tuple[Chunk, ...]:
    """The document's chunks in order: every word of it in exactly one.

    ``max_tokens`` counts the body alone; title and headings are shortened to what the model
    has left (`ingest.chunking.context`). ``count_tokens`` is asked once for each text.
    """
    counter = TokenCounter(count_tokens)
    title = document.title or document.h1 or ""
    budget = context_budget(max_tokens)
    with_text = [page for page in document.pages if page.span is not None]
    chunks: list[Chunk] = []
    for ordinal, each in enumerate(_packs(document, counter, max_tokens)):
        named = shortened_context(title, each.path, counter, budget)
        chunks.append(_chunk(document, each, with_text, named, ordinal))
    return tuple(chunks)


def _packs(document: ParsedDocument, counter: TokenCounter, max_tokens: int) -> Iterator[Pack]:
    """Packs whose words, counted together, fit: tokens of parts need not add up."""
    waiting = pack(units_of(document, counter, max_tokens), max_tokens)[::-1]
    while waiting:
        each = waiting.pop()
        body = document.text[each.units[0].span.start : each.units[-1].span.end]
        if len(each.units) > 1 and counter(body) > max_tokens:
            waiting.extend(reversed(halved(each)))
        else:
            yield each


def _chunk(
    document: ParsedDocument,
    each: Pack,
    with_text: Sequence[Page],
    named: tuple[str, tuple[str, ...]],
    ordinal: int,
) -> Chunk:
    """One chunk; ``named`` is its title and heading path, shortened to what fits."""
    title, path = named
    span = TextSpan(each.units[0].span.start, each.units[-1].span.end)
    pages = _pages_of(with_text, span)
    read = [page for page in pages if page.outcome is PageOutcome.OCR]
    confidences = [page.ocr_confidence for page in read if page.ocr_confidence is not None]
    return Chunk(
        doc_url=document.url,
        ordinal=ordinal,
        body=span.of(document.text),
        span=span,
        title=title,
        heading_path=path,
        page_first=pages[0].number if pages else None,
        page_last=pages[-1].number if pages else None,
        block_kinds=tuple(dict.fromkeys(unit.kind for unit in each.units)),
        language=document.language or "fr",
        ocr=bool(read),
        ocr_confidence=min(confidences, default=None),
    )


def _pages_of(pages: Sequence[Page], span: TextSpan) -> list[Page]:
    """The pages that the span touches, in order; pages without text touch nothing."""
    after = bisect_left(pages, span.end, key=lambda page: page.span.start if page.span else 0)
    touched: list[Page] = []
    for page in reversed(pages[:after]):
        if page.span is None or page.span.end <= span.start:
            break
        touched.append(page)
    return touched[::-1]
