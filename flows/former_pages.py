"""What the published build still knows: former texts, and since when each text stands."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from flows.run import Run
from indexers.history import (
    FormerText,
    PublishedPage,
    former_texts,
    keeps_history,
    with_text_since,
)
from indexers.lance import IndexReader, literal
from ingest.crawl import Snapshot
from schemas.index import DocumentRow
from schemas.urls import CanonicalUrl


def former_pages(
    run: Run, reader: IndexReader, current: Sequence[DocumentRow], snapshot: Snapshot
) -> tuple[FormerText, ...]:
    """The former texts that the next build holds besides ``current``.

    The ledger knows when the former bytes of a page were last seen.
    """
    profile = run.workspace.profile
    kept = [row for row in reader.documents(with_text=False) if keeps_history(row, profile.index)]
    pages = [_published_page(reader, row.url) for row in kept]
    return former_texts(
        [page for page in pages if page is not None],
        current,
        last_seen={row.url: seen for row in kept if (seen := _last_seen(snapshot, row))},
        zone=ZoneInfo(profile.timezone),
    )


def _last_seen(snapshot: Snapshot, row: DocumentRow) -> datetime | None:
    versions = snapshot.history(CanonicalUrl(row.url))
    return next((body.last_at for body in versions if body.sha256 == row.body_sha256), None)


def dated_texts(
    run: Run, reader: IndexReader, current: Sequence[DocumentRow]
) -> tuple[DocumentRow, ...]:
    """``current`` with the day on which each text was first seen."""
    zone = ZoneInfo(run.workspace.profile.timezone)
    return with_text_since(current, reader.documents(with_text=False), zone=zone)


def _published_page(reader: IndexReader, url: str) -> PublishedPage | None:
    row = reader.document(url)
    if row is None:
        return None
    return PublishedPage(row, tuple(reader.chunks(f"url = {literal(url)}")))
