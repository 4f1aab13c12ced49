"""The whole story of one URL: where it was found, each decision, each fetch, what it became."""

from dataclasses import dataclass
from datetime import datetime

from ingest.crawl.ledger import Ledger
from ingest.crawl.links import LinkTable
from ingest.crawl.records import UrlRecord, moment
from ingest.crawl.revisit import plan_revisit
from ingest.crawl.scope import Scope
from schemas.resource import LinkContext
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class FetchEntry:
    """Equal answers in a row, as one entry of the history; 304s only move `last_at`."""

    first_at: datetime | None
    last_at: datetime | None
    times: int
    status: int | None
    reason: str
    detail: str
    sha256: str
    body_bytes: int
    wire_bytes: int
    seconds: float
    etag: str
    last_modified: str


@dataclass(frozen=True, slots=True)
class BodyVersion:
    """A body that a URL had, and between which moments it was seen."""

    sha256: str
    first_at: datetime | None
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Story:
    """What the ledger can say of one URL; ``is_known`` is false when it was never met."""

    url: CanonicalUrl
    is_known: bool
    state: str = ""
    reason: str = ""
    detail: str = ""
    fetch_url: str = ""
    origin: str = ""
    depth: int = 0
    first_seen: datetime | None = None
    checked_at: datetime | None = None
    alias_of: CanonicalUrl | None = None
    alias_reason: str = ""
    moved_to: CanonicalUrl | None = None
    aliases: tuple[CanonicalUrl, ...] = ()
    contexts: tuple[LinkContext, ...] = ()
    fetches: tuple[FetchEntry, ...] = ()
    next_visit: str = ""
    """Whether and why the next run asks it."""
    verdict: str = ""
    """What the scope says of it today; empty when it is allowed."""
    media_type: str = ""
    title: str = ""
    sitemap_lastmod: str = ""
    missing_count: int = 0
    unchanged_count: int = 0
    mojibake: int = 0


def tell_story(ledger: Ledger, links: LinkTable, scope: Scope, url: str, now: datetime) -> Story:
    """The story of ``url``; raises `ValueError` when it is not a web address."""
    key = scope.key(url)
    verdict = scope.judge(key)
    said = "" if verdict else f"{verdict.reason}: {verdict.detail}"
    record = ledger.find(key)
    if record is None:
        return Story(key, is_known=False, verdict=said)
    revisit = plan_revisit(record, scope.settings, now=now.timestamp())
    return Story(
        url=key,
        is_known=True,
        state="alias" if record.alias_of is not None else record.state.value,
        reason=record.reason,
        detail=record.detail,
        fetch_url=record.fetch_url,
        origin=record.origin,
        depth=record.depth,
        first_seen=moment(record.first_seen),
        checked_at=moment(record.checked_at),
        alias_of=_url_of(ledger, record.alias_of),
        alias_reason=record.alias_reason,
        moved_to=_url_of(ledger, record.target_id),
        aliases=_aliases(ledger, record),
        contexts=links.contexts([record.id]),
        fetches=fetches_of(ledger, record),
        next_visit=f"{'yes' if revisit.is_due else 'no'}: {revisit.why}",
        verdict=said,
        media_type=record.media_type,
        title=record.title,
        sitemap_lastmod=record.sitemap_lastmod,
        missing_count=record.missing_count,
        unchanged_count=record.unchanged_count,
        mojibake=record.mojibake,
    )


def fetches_of(ledger: Ledger, record: UrlRecord) -> tuple[FetchEntry, ...]:
    """The history of fetches, oldest first."""
    rows = ledger.connection.execute(
        "SELECT at, last_at, times, status, reason, detail, sha256, body_bytes, wire_bytes, "
        "seconds, etag, last_modified, id FROM fetch WHERE url_id = ? ORDER BY id",
        (record.id,),
    ).fetchall()
    entries = []
    for at, last_at, *rest, fetch_id in rows:
        is_current = fetch_id == record.fetch_id and bool(record.sha256)
        last = max(last_at, record.checked_at) if is_current else last_at
        entries.append(FetchEntry(moment(at), moment(last), *rest))
    return tuple(entries)


def history_of(ledger: Ledger, record: UrlRecord) -> tuple[BodyVersion, ...]:
    """Every body that the URL had, oldest first; equal ones in a row are one."""
    found: list[BodyVersion] = []
    for entry in fetches_of(ledger, record):
        if not entry.sha256 or entry.reason:
            continue
        if found and found[-1].sha256 == entry.sha256:
            found[-1] = BodyVersion(entry.sha256, found[-1].first_at, entry.last_at)
        else:
            found.append(BodyVersion(entry.sha256, entry.first_at, entry.last_at))
    return tuple(found)


def _url_of(ledger: Ledger, url_id: int | None) -> CanonicalUrl | None:
    return None if url_id is None else ledger.get(url_id).url


def _aliases(ledger: Ledger, record: UrlRecord) -> tuple[CanonicalUrl, ...]:
    rows = ledger.connection.execute(
        "SELECT url FROM url WHERE alias_of = ? ORDER BY url", (record.id,)
    )
    return tuple(CanonicalUrl(row[0]) for row in rows)
