"""What the crawl hands on: a resource that the site really served, and where it was found."""

from dataclasses import dataclass
from datetime import datetime

from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class LinkContext:
    """One place that links to a resource, with the words that stand around the link.

    Dating needs them: the date of minutes is often only in the link's label or its row.
    """

    page_url: CanonicalUrl
    link_text: str = ""
    heading: str = ""
    """The nearest heading above the link on its page."""
    row: str = ""
    """Text of the nearest row, list item or card that holds this link and no other one."""
    time_datetime: str = ""
    """``datetime`` attribute of a ``<time>`` in that same container."""
    page_title: str = ""


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A live document of the snapshot: identity, bytes by hash, and all that was said of it.

    A pure function of the ledger; the unit that every later step starts from.
    """

    url: CanonicalUrl
    fetch_url: str
    """The URL as found, which is the one that was fetched."""
    body_sha256: str
    """Lower-case hex of the stored bytes; the key of the blob."""
    body_bytes: int
    media_type: str
    """As sniffed from the bytes: ``text/html``, ``application/pdf``, ..."""
    declared_media_type: str = ""
    declared_charset: str = ""
    aliases: tuple[CanonicalUrl, ...] = ()
    """Other URLs of the same document (twins, tracking variants, canonical targets)."""
    contexts: tuple[LinkContext, ...] = ()
    last_modified: str = ""
    """The HTTP Last-Modified header, raw. It dates nothing; it bounds from above."""
    sitemap_lastmod: str = ""
    fetched_at: datetime | None = None
    """When these bytes were last seen to be current (UTC)."""
    languages: tuple[tuple[str, CanonicalUrl], ...] = ()
    """The same document in other languages: ``(hreflang, URL)``."""
    is_nofollow: bool = False
    is_local_import: bool = False
    """From a folder or a WARC, never fetched from the site."""
