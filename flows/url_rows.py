"""The table of URLs: what the crawl knows of each, completed by what reading made of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from flows.site_documents import SiteDocument
from indexers.rows import document_id
from schemas.index import UrlRow
from schemas.report import Refusal

LIVE = frozenset({"taken", "missing", "alias"})
"""States of URLs that stand for a document (a missing one is served until it is gone)."""


def url_rows(
    urls: Iterable[UrlRow], documents: Sequence[SiteDocument], refusals: Iterable[Refusal]
) -> tuple[UrlRow, ...]:
    """Every URL with its document's id, or with the reason why reading refused it."""
    ids = {
        str(url): document_id(each.parsed.url)
        for each in documents
        for url in (*each.source.aliases, each.source.url)
    }
    refused = {str(refusal.url): refusal for refusal in refusals}
    return tuple(_completed(urls, ids, refused))


def _completed(
    urls: Iterable[UrlRow], ids: dict[str, str], refused: dict[str, Refusal]
) -> Iterator[UrlRow]:
    for row in urls:
        refusal = refused.get(row.url)
        if refusal is not None and row.state in LIVE:
            yield replace(row, state="refused", reason=refusal.reason, detail=refusal.detail)
        elif row.state in LIVE:
            yield replace(row, doc_id=ids.get(row.url))
        else:
            yield row
