"""Which known URLs a run asks again: changed pages every night, stable ones less often."""

import hashlib
from dataclasses import dataclass

from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import UrlRecord
from schemas.site import CrawlSettings

NIGHT_S = 86_400.0
_SLACK_S = NIGHT_S / 2
"""Nightly runs do not start to the minute: half a night is rounded away."""

# Nights without a change -> nights until the page is asked again. Five nights give a fifth.
_INTERVALS: tuple[tuple[int, int], ...] = ((60, 30), (30, 14), (14, 7), (5, 5), (2, 2), (0, 1))
_ABSENT_INTERVAL = 7


@dataclass(frozen=True, slots=True)
class Revisit:
    """Whether a URL is asked in this run, how conditionally, and why: for `explain`."""

    is_due: bool
    why: str
    is_conditional: bool = True


def plan_revisit(record: UrlRecord, settings: CrawlSettings, *, now: float) -> Revisit:
    """Whether ``record`` is asked at ``now``."""
    if record.is_local or record.state is UrlState.WITHDRAWN:
        return Revisit(is_due=False, why="never asked: imported or withdrawn")
    if record.state is UrlState.SEEN:
        return Revisit(is_due=True, why="not fetched yet", is_conditional=False)
    if record.state is UrlState.REFUSED and not _is_judged_by_its_answer(record):
        return Revisit(is_due=False, why=f"refused before fetching: {record.reason}")
    is_full = now - record.full_read_at + _SLACK_S >= settings.full_reread_days * NIGHT_S
    conditional = not is_full and record.state is not UrlState.GONE
    for is_due, why in _ladder(record, settings, now, is_full=is_full):
        if is_due:
            return Revisit(is_due=True, why=why, is_conditional=conditional)
    interval = interval_nights(record, settings, now=now)
    return Revisit(is_due=False, why=f"stable: asked every {interval} nights")


def _ladder(
    record: UrlRecord, settings: CrawlSettings, now: float, *, is_full: bool
) -> tuple[tuple[bool, str], ...]:
    interval = interval_nights(record, settings, now=now)
    return (
        (record.is_pinned, "pinned: asked every run"),
        (record.state is UrlState.MISSING and record.is_live, "missing: asked every run"),
        (record.reason is not Reason.NONE and record.is_live, "its last visit failed"),
        (record.reason is Reason.RENDERER_MISSING, "the renderer was missing: asked every run"),
        (record.sitemap_lastmod != record.lastmod_read, "the sitemap announces a change"),
        (is_full, f"full re-read every {settings.full_reread_days} days"),
        (interval == 1, "changed lately: asked every night"),
        (_is_its_night(record, interval, now), f"its turn: asked every {interval} nights"),
    )


def _is_judged_by_its_answer(record: UrlRecord) -> bool:
    return record.status is not None or record.full_read_at > 0


def interval_nights(record: UrlRecord, settings: CrawlSettings, *, now: float) -> int:
    """Nights between two visits: the longer a page stayed the same, the more.

    Counted from the arrival of the present bytes, and no further than twice as long as they
    have been confirmed: neither two visits in one night nor a month without runs prove much.
    """
    if record.state in (UrlState.GONE, UrlState.MOVED, UrlState.REFUSED):
        return min(_ABSENT_INTERVAL, settings.max_revisit_nights)
    confirmed_s = record.checked_at - record.fetched_at
    stable = (min(now - record.fetched_at, 2 * confirmed_s) + _SLACK_S) / NIGHT_S
    chosen = next(interval for nights, interval in _INTERVALS if stable >= nights)
    return min(chosen, settings.max_revisit_nights)


def _is_its_night(record: UrlRecord, interval: int, now: float) -> bool:
    """Turns are spread by a hash of the URL, so that no night asks everything."""
    last = max(record.checked_at, record.full_read_at)
    if now - last > (interval + 1) * NIGHT_S:
        return True
    turn = int.from_bytes(hashlib.blake2s(record.url.encode(), digest_size=4).digest())
    return turn % interval == int((now + _SLACK_S) // NIGHT_S) % interval
