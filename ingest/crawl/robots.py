"""robots.txt by RFC 9309, parsed by protego, with the mistakes that real sites make.

The standard's outcomes: 2xx are rules; 4xx means that there are none; 5xx or no answer means
that nothing may be fetched, for which a good copy of the last 24 hours may stand in.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from protego import Protego

PRODUCT = "Millesime"
"""The product token by which a robots.txt addresses this crawler."""

COPY_LASTS = timedelta(hours=24)  # RFC 9309, 2.4
MAX_BYTES = 512 * 1024  # RFC 9309, 2.5: at least 500 KiB must be parsed

_MARKUP = re.compile(rb"\s*(?:<!doctype|<html|<head|<body|<\?xml)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RobotsAnswer:
    """What an origin said when it was asked for ``/robots.txt``."""

    origin: str
    fetched_at: datetime
    status: int | None
    """``None`` when there was no answer."""
    body: bytes = b""
    detail: str = ""


class RobotsRules:
    """The rules of one origin for this crawler."""

    def __init__(self, body: bytes, note: str = "") -> None:
        # utf-8-sig: a BOM would otherwise swallow the first group (scrapy/scrapy#6195).
        text = body[:MAX_BYTES].decode("utf-8-sig", "replace")
        self._rules = Protego.parse(text)
        self.note = note
        """For the operator: why these are no rules, or which copy was used."""

    def allows(self, url: str) -> bool:
        r"""Whether this crawler may fetch ``url`` (as it will be sent).

        >>> rules = RobotsRules(b"User-agent: *\nDisallow: /prive\nAllow: /prive/ok")
        >>> rules.allows("http://a.example/prive/x"), rules.allows("http://a.example/prive/ok")
        (False, True)
        """
        return bool(self._rules.can_fetch(url, PRODUCT))

    @property
    def crawl_delay_s(self) -> float | None:
        """The Crawl-delay of our group, in seconds."""
        delay = self._rules.crawl_delay(PRODUCT)
        return float(delay) if delay is not None else None

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """Addresses of the ``Sitemap:`` lines, as written (they may be relative)."""
        return tuple(self._rules.sitemaps)


def rules_from(
    answer: RobotsAnswer, copy: RobotsAnswer | None, now: datetime
) -> RobotsRules | None:
    """The rules to obey, or ``None`` when nothing may be fetched from this origin.

    ``copy`` is the last answer with a status of 2xx or 4xx.
    """
    status = answer.status
    if status is not None and 200 <= status < 300:
        if _MARKUP.match(answer.body):
            return RobotsRules(b"", "robots.txt is an HTML page: not rules, everything is allowed")
        return RobotsRules(answer.body)
    # A redirect chain that leads nowhere is "unavailable" too (RFC 9309, 2.3.1.2).
    if status is not None and 300 <= status < 500 and status != 429:
        return RobotsRules(b"", f"robots.txt answered {status}: everything is allowed")
    if copy is not None and now - copy.fetched_at <= COPY_LASTS:
        why = answer.detail or f"status {status}"
        body = copy.body if copy.status is not None and copy.status < 300 else b""
        return RobotsRules(
            body, f"robots.txt unavailable ({why}): the copy of {copy.fetched_at} is used"
        )
    return None
