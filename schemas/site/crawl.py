"""``[crawl]``: limits and manners of the crawl, each with a sane default."""

from pydantic import Field

from schemas.site.section import Section


class CrawlSettings(Section):
    """``[crawl]``. Every limit has a name that a refusal carries."""

    delay_s: float = Field(default=0.5, ge=0, le=60)
    """Least time between two requests to one host, in seconds; a longer Crawl-delay wins."""
    allow_private_addresses: tuple[str, ...] = ()
    """Networks (CIDR) that may be connected to although they are not public."""
