"""``[crawl]``: limits and manners of the crawl, each with a sane default."""

import ipaddress
import re

from pydantic import Field, field_validator

from schemas.site.section import Section


class CrawlSettings(Section):
    """``[crawl]``. Every limit has a name that a refusal carries."""

    delay_s: float = Field(default=0.5, ge=0, le=60)
    """Least time between two requests to one host, in seconds; a longer Crawl-delay wins."""
    max_crawl_delay_s: float = Field(default=30.0, ge=0)
    """A Crawl-delay above this is capped to it, and the report says so."""
    concurrency: int = Field(default=2, ge=1, le=16)
    """Requests under way at one time."""
    timeout_s: float = Field(default=60.0, gt=0)
    """For one request from connection to last byte; documents get five times as long."""
    connect_timeout_s: float = Field(default=10.0, gt=0)
    retries: int = Field(default=2, ge=0, le=5)
    """Further tries for one URL after a time-out, a broken connection, 429 or 5xx."""
    retry_wait_s: float = Field(default=5.0, ge=0)
    """Wait before the first retry; doubled for each further one."""
    max_retry_after_s: float = Field(default=600.0, ge=0)
    """A Retry-After above this is capped to it."""
    breaker_failures: int = Field(default=8, ge=1)
    """Failures in a row after which a host is left alone for the rest of the run."""
    allow_private_addresses: tuple[str, ...] = ()
    """Networks (CIDR) that may be connected to although they are not public."""

    include: tuple[str, ...] = ()
    """Globs over the path and query; when given, only what matches is crawled."""
    exclude: tuple[str, ...] = ()
    """Globs over the path and query that are never fetched (``*`` crosses slashes)."""
    sitemaps: tuple[str, ...] = ()
    """Sitemaps besides ``/sitemap.xml`` and those that robots.txt names."""

    render: tuple[str, ...] = ()
    """Globs over the path of pages that are applications: a browser runs their scripts (extra
    ``render``, and a chromium on the PATH)."""
    render_timeout_s: float = Field(default=30.0, gt=0)
    """For the scripts of one page to come to rest, without their waiting for turns."""
    max_render_requests: int = Field(default=100, ge=0)
    """Scripts and data that one page may load."""

    max_urls: int = Field(default=100_000, ge=1)
    max_depth: int = Field(default=12, ge=0)
    """Links from a start page; pages named by a sitemap count as depth 1."""
    max_url_chars: int = Field(default=2000, ge=100)
    max_repeated_segments: int = Field(default=3, ge=1)
    """How often one segment may stand in a path."""
    max_query_parameters: int = Field(default=4, ge=0)
    max_query_growth: int = Field(default=3, ge=1)
    """Links in a row that each lengthen the query of the same path."""
    max_urls_per_template: int = Field(default=5000, ge=1)
    """URLs that differ only in their numbers (``/agenda/2026/11``)."""
    calendar_years_back: int = Field(default=15, ge=0)
    calendar_years_ahead: int = Field(default=2, ge=0)
    """Window for dates in the URLs of calendars."""

    max_html_bytes: int = Field(default=5_000_000, ge=1000)
    max_document_bytes: int = Field(default=100_000_000, ge=1000)
    max_sitemap_bytes: int = Field(default=50_000_000, ge=1000)
    max_redirects: int = Field(default=5, ge=0)

    window: str = ""
    """Hours of the night in which the crawl may work, in the site's time zone: ``22:00-06:00``."""
    max_requests: int | None = Field(default=None, ge=1)
    max_megabytes: int | None = Field(default=None, ge=1)
    max_minutes: float | None = Field(default=None, gt=0)
    """Budgets of one run. A spent budget ends the run as incomplete; the next one goes on."""

    full_reread_days: int = Field(default=30, ge=1)
    """A page is read without conditions at least this often."""
    max_revisit_nights: int = Field(default=14, ge=1)
    """A page that never changes is asked for at least this often; 1 asks every page each run."""
    max_error_share: float = Field(default=0.2, ge=0, le=1)
    """Share of failed requests above which a run does not count as complete."""
    max_vanished_share: float = Field(default=0.2, ge=0, le=1)
    """Share of known documents that may answer 404 or 410 in a run that counts as complete."""
    probe_soft_404: bool = True
    """Ask for one random path a run, to learn what this site's "not found" looks like."""

    @field_validator("allow_private_addresses")
    @classmethod
    def _networks_parse(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            ipaddress.ip_network(network)
        return value

    @field_validator("render")
    @classmethod
    def _render_names_paths(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in value:
            if not pattern.startswith(("/", "*")):
                raise ValueError(f"must be a path like /agenda/*, got {pattern!r}")
        return value

    @field_validator("window")
    @classmethod
    def _window_reads(cls, value: str) -> str:
        hour = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]"
        if value and not re.fullmatch(f"{hour}-{hour}", value, re.ASCII):
            raise ValueError(f"must be like 22:00-06:00, got {value!r}")
        return value
