"""The rows of the ledger as values."""

from dataclasses import dataclass
from datetime import UTC, datetime

from ingest.crawl.reasons import Reason, UrlState
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class UrlRecord:
    """Everything that the ledger knows of one URL. Moments are UTC, as Unix seconds; 0 is never."""

    id: int
    url: CanonicalUrl
    fetch_url: str
    depth: int
    query_growth: int = 0
    origin: str = "link"
    """``start``, ``authority``, ``link``, ``sitemap``, ``redirect``, ``statement``, ``import``."""
    state: UrlState = UrlState.SEEN
    reason: Reason = Reason.NONE
    detail: str = ""
    target_id: int | None = None
    """Where it moved to."""
    alias_of: int | None = None
    alias_reason: Reason = Reason.NONE
    missing_count: int = 0
    """Complete crawls in a row that did not find it."""
    missing_crawl: int | None = None
    """The crawl in which it was last found missing."""
    is_pinned: bool = False
    is_local: bool = False
    is_nofollow: bool = False
    """Only nofollow links lead here."""

    status: int | None = None
    etag: str = ""
    last_modified: str = ""
    sha256: str = ""
    body_bytes: int = 0
    media_type: str = ""
    declared_type: str = ""
    charset: str = ""
    final_url: str = ""
    """Where the body was served from, after temporary redirects."""
    first_seen: float = 0.0
    fetched_at: float = 0.0
    """When these bytes arrived first."""
    checked_at: float = 0.0
    """When they were last confirmed (200 with equal bytes, or 304)."""
    full_read_at: float = 0.0
    """When they were last asked for without conditions."""
    unchanged_count: int = 0
    sitemap_lastmod: str = ""
    lastmod_read: str = ""
    """The sitemap's lastmod when the page was last read."""
    crawl_id: int | None = None
    """The crawl in which it was last settled."""
    run_id: int | None = None
    """The run in which it was last asked."""
    fetch_id: int | None = None
    """Its last entry in the history of fetches."""

    title: str = ""
    h1: str = ""
    language: str = ""
    text_sha256: str = ""
    word_count: int = 0
    link_count: int = 0
    mojibake: int = 0

    @property
    def is_live(self) -> bool:
        """Whether it stands for a document now (it may still be an alias of another)."""
        return self.state in (UrlState.TAKEN, UrlState.MISSING) and bool(self.sha256)

    @property
    def is_redirected(self) -> bool:
        """Whether the body came from another address, by a temporary redirect."""
        return self.final_url not in ("", self.fetch_url)


URL_COLUMNS = tuple(UrlRecord.__dataclass_fields__)


def moment(value: float) -> datetime | None:
    """A stored moment as a UTC time; ``None`` for never."""
    return datetime.fromtimestamp(value, UTC) if value else None
