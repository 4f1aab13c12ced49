"""Clues: everything stated about one document, gathered from what was fetched and read."""

from itertools import islice

from schemas.dating import DateClues
from schemas.document import DocumentKind, ParsedDocument
from schemas.resource import SourceDocument

_FIRST_CHARS = 3000
_PAGES = (DocumentKind.HTML, DocumentKind.PAGE_HISTORY, DocumentKind.SITE_INFORMATION)


def clues_for(source: SourceDocument, document: ParsedDocument | None = None) -> DateClues:
    """The clues of one document; without a parsed text, those of its links and its headers.

    >>> from schemas.urls import CanonicalUrl
    >>> url = CanonicalUrl("https://x.example/pv.pdf")
    >>> clues_for(SourceDocument(url, url, "0", 1, "application/pdf")).is_pdf
    True
    """
    is_page = source.media_type in ("text/html", "application/xhtml+xml")
    fetched_on = None if source.fetched_at is None else source.fetched_at.date()
    if document is None:
        return DateClues(
            url=source.fetch_url,
            contexts=source.contexts,
            last_modified=source.last_modified,
            sitemap_lastmod=source.sitemap_lastmod,
            is_pdf=not is_page,
            fetched_on=fetched_on,
        )
    titles = (document.h1, document.title) if is_page else (document.title, document.h1)
    return DateClues(
        url=source.fetch_url,
        contexts=source.contexts,
        titles=tuple(dict.fromkeys(title for title in titles if title)),
        stated=document.stated_dates,
        last_modified=source.last_modified,
        sitemap_lastmod=source.sitemap_lastmod,
        running_headers=tuple(islice(_headers(document), 5)),
        first_page=_first_page(document),
        language=document.language,
        is_pdf=document.kind not in _PAGES,
        fetched_on=fetched_on,
    )


def _headers(document: ParsedDocument) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys((*document.running_headers, *(p.header for p in document.pages if p.header)))
    )


def _first_page(document: ParsedDocument) -> str:
    page = next((page for page in document.pages if page.span is not None), None)
    text = page.span.of(document.text) if page is not None and page.span else document.text
    return text[:_FIRST_CHARS]
