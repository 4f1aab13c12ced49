"""A dry run: what a crawl would ask and refuse, after robots.txt, sitemaps and start pages."""

import asyncio
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from ingest.crawl.manners import RunMustEnd
from ingest.crawl.preparing import prepare
from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import UrlRecord
from ingest.crawl.rejudging import robots_allow
from ingest.crawl.run import open_session, user_agent
from ingest.crawl.session import Clock, Session
from ingest.crawl.snapshot import Snapshot
from schemas.site import SiteProfile
from schemas.urls import CanonicalUrl

_FIRST = 50


@dataclass(frozen=True, slots=True)
class PlannedRefusal:
    """A URL that would not be fetched, and the rule."""

    url: CanonicalUrl
    reason: str
    detail: str
    found_on: str


@dataclass(frozen=True, slots=True)
class CrawlPlan:
    """What is known of a site after a handful of requests."""

    user_agent: str
    robots: tuple[tuple[str, str], ...]
    """Origin and what its robots.txt came to."""
    crawl_delay_s: float
    """The delay that would be kept between two requests."""
    sitemaps: tuple[tuple[str, int, str], ...]
    """Address, entries, note."""
    first_urls: tuple[CanonicalUrl, ...]
    """The first URLs in the order in which they would be asked."""
    waiting: int
    """All URLs that are known to be asked so far."""
    refusals: tuple[PlannedRefusal, ...]
    notes: tuple[str, ...]
    unreachable: str = ""
    """Why nothing could be planned."""

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


def plan_crawl(profile: SiteProfile, *, clock: Clock) -> CrawlPlan:
    """Look at robots.txt, the sitemaps and the start pages; nothing is kept."""
    with (
        tempfile.TemporaryDirectory(prefix="millesime-plan-") as name,
        Snapshot.open(Path(name)) as snapshot,
    ):
        return asyncio.run(_plan(profile, snapshot, clock))


async def _plan(profile: SiteProfile, snapshot: Snapshot, clock: Clock) -> CrawlPlan:
    async with open_session(profile, snapshot, clock) as session:
        try:
            unreachable = await prepare(session)
        except RunMustEnd as end:
            unreachable = str(end)
        return _described(session, unreachable)


def _described(session: Session, unreachable: str) -> CrawlPlan:
    snapshot, visitor = session.snapshot, session.visitor
    host = urlsplit(visitor.scope.key(session.profile.start_urls[0])).netloc
    records = list(snapshot.ledger.all())
    seen = [record for record in records if record.state is UrlState.SEEN]
    waiting = [record for record in seen if robots_allow(record, session)]
    waiting.sort(key=lambda record: (not record.is_pinned, record.depth, record.id))
    refused = [record for record in records if record.state is UrlState.REFUSED]
    refused += [
        replace(record, reason=Reason.ROBOTS, detail="robots.txt disallows it")
        for record in seen
        if not robots_allow(record, session)
    ]
    connection = snapshot.ledger.connection
    robots = connection.execute("SELECT origin, status FROM robots ORDER BY origin").fetchall()
    sitemaps = connection.execute("SELECT url, entries, note FROM sitemap ORDER BY url").fetchall()
    return CrawlPlan(
        user_agent=user_agent(session.profile),
        robots=tuple((origin, f"status {status}") for origin, status in robots),
        crawl_delay_s=visitor.manners.of(host).delay_s,
        sitemaps=tuple(sitemaps),
        first_urls=tuple(record.url for record in waiting[:_FIRST]),
        waiting=len(waiting),
        refusals=tuple(_planned(record, snapshot) for record in refused),
        notes=session.notes,
        unreachable=unreachable,
    )


def _planned(record: UrlRecord, snapshot: Snapshot) -> PlannedRefusal:
    place = snapshot.links.found_on(record.id)
    found_on = place[0] if place else record.origin
    return PlannedRefusal(record.url, record.reason, record.detail, found_on)
