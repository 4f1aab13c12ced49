"""One run of the crawl, from the first question to the report."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from time import monotonic
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from ingest.crawl.closing import Departures, close_crawl, join_addresses
from ingest.crawl.door import Door, DoorRules
from ingest.crawl.manners import Budget, Manners, RunMustEnd
from ingest.crawl.preparing import prepare
from ingest.crawl.report import CrawlReport
from ingest.crawl.revisit import NIGHT_S, plan_revisit
from ingest.crawl.robots import PRODUCT
from ingest.crawl.scope import Scope
from ingest.crawl.session import Clock, OnEvent, Session
from ingest.crawl.snapshot import Snapshot
from ingest.crawl.visiting import Visitor
from schemas.errors import SiteUnreachable
from schemas.site import SiteProfile

VERSION = "0.1"
_MIN_ERRORS = 3
_MIN_VANISHED = 5
"""Below these counts a share says nothing."""


def crawl_site(
    profile: SiteProfile, snapshot: Snapshot, *, clock: Clock, on_event: OnEvent | None = None
) -> CrawlReport:
    """Crawl the site of ``profile`` into ``snapshot``; what happened comes back.

    An open crawl (killed, or out of budget) is continued. Raises `SiteUnreachable` when
    robots.txt or every start URL could not be had; that run is recorded as incomplete too,
    and has deleted nothing. Raises `IndexLocked` when another process writes the snapshot.
    """
    with snapshot.writing():
        return asyncio.run(_crawl(profile, snapshot, clock, on_event))


async def _crawl(
    profile: SiteProfile, snapshot: Snapshot, clock: Clock, on_event: OnEvent | None
) -> CrawlReport:
    unreachable = ""
    async with open_session(profile, snapshot, clock, on_event) as session:
        started_at = clock()
        is_exhausted = False
        try:
            unreachable = await prepare(session) or await _walk(session)
            is_exhausted = not session.stop_reason or session.recorder.frontier.is_only_repeats
        except RunMustEnd as end:
            session.stop_reason = str(end)
        except BaseException:
            session.stop_reason = "interrupted"
            _end(session, started_at, is_exhausted=False)
            raise
    report = _end(session, started_at, is_exhausted=is_exhausted and not unreachable)
    if unreachable:
        raise SiteUnreachable(unreachable)
    return report


@asynccontextmanager
async def open_session(
    profile: SiteProfile, snapshot: Snapshot, clock: Clock, on_event: OnEvent | None = None
) -> AsyncIterator[Session]:
    """Everything that a run needs, made and taken down; the open crawl is continued."""
    settings, zone = profile.crawl, ZoneInfo(profile.timezone)
    scope = Scope.of(profile, clock().astimezone(zone).date())
    recorder = snapshot.recorder(scope, clock)
    manners = Manners(settings, Budget(settings, zone, clock))
    async with Door(_door_rules(profile, snapshot)) as door:
        visitor = Visitor(settings, scope, recorder, door, manners, clock)
        session = Session(profile, snapshot, recorder, visitor, clock, on_event)
        try:
            _open_run(session)
            yield session
        finally:
            await visitor.close()


def _open_run(session: Session) -> None:
    """A run within the crawl that is open, or within a new one."""
    runs, recorder, now = session.snapshot.runs, session.recorder, session.now()
    with session.snapshot.ledger.transaction():
        recorder.crawl_id = runs.open_crawl() or runs.start_crawl(now)
        recorder.run_id = runs.start_run(recorder.crawl_id, now)
    frontier = recorder.frontier
    session.recent_run_id = runs.first_run(recorder.crawl_id, since=now - NIGHT_S / 2)
    frontier.crawl_id = recorder.crawl_id
    frontier.first_run_id = runs.first_run(recorder.crawl_id)


async def _walk(session: Session) -> str:
    """Ask every URL that is due, and what they lead to, until nothing is left."""
    now, settings = session.now(), session.profile.crawl
    for record in list(session.snapshot.ledger.all()):
        if session.is_settled(record):
            continue
        if plan_revisit(record, settings, now=now).is_due:
            session.recorder.frontier.push(record)
        elif record.is_live:
            session.not_due += 1
    async with asyncio.TaskGroup() as group:
        workers = _Workers(session)
        for _ in range(settings.concurrency):
            group.create_task(workers.work())
    return ""


class _Workers:
    """Tasks that share a queue which any of them may fill."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._active = 0
        self._changed = asyncio.Event()

    async def work(self) -> None:
        """Take URLs until the queue is empty and nobody can fill it any more."""
        session = self._session
        while not session.stop_reason:
            url_id = session.recorder.frontier.pop()
            if url_id is not None:
                await self._visit(url_id)
            elif self._active == 0:
                self._changed.set()
                return
            else:
                self._changed.clear()
                await self._changed.wait()

    async def _visit(self, url_id: int) -> None:
        self._active += 1
        try:
            await self._session.visit(url_id)
        except RunMustEnd as end:
            self._session.stop_reason = str(end)
            self._session.recorder.frontier.put_back(url_id)
        finally:
            self._active -= 1
            self._changed.set()


def _end(session: Session, started_at: datetime, *, is_exhausted: bool) -> CrawlReport:
    """Judge completeness, close what may be closed, write the report."""
    ledger, recorder, runs = session.snapshot.ledger, session.recorder, session.snapshot.runs
    if session.stop_reason and not is_exhausted:
        session.lacks.insert(0, session.stop_reason)
    for share in _shares(session):
        session.lack(share)
    reason = ",".join(dict.fromkeys(session.lacks))
    with ledger.transaction():
        left = close_crawl(ledger, recorder.crawl_id, is_complete=not reason)
        is_home = session.visitor.is_home
        documents = join_addresses(ledger, session.snapshot.links, is_home=is_home)
        now = session.now()
        if is_exhausted:
            runs.finish_crawl(recorder.crawl_id, now)
        report = _report(session, started_at, left, documents)
        runs.end_run(recorder.run_id, now, reason=reason, report=json.dumps(report.as_dict()))
    return report


def _shares(session: Session) -> Iterator[str]:
    """Too many errors, or too much that vanished, and the run is no evidence."""
    settings, tally = session.profile.crawl, session.tally
    errors = sum(tally.errors.values())
    if errors >= _MIN_ERRORS and errors > settings.max_error_share * max(1, tally.done):
        yield "error_share"
    live = sum(1 for _ in session.snapshot.ledger.live())
    vanished = tally.vanished
    if vanished >= _MIN_VANISHED and vanished > settings.max_vanished_share * max(1, live):
        yield "vanished_share"


def _report(
    session: Session, started_at: datetime, left: Departures, documents: int
) -> CrawlReport:
    tally, budget = session.tally, session.visitor.manners.budget
    return CrawlReport(
        started_at=started_at.astimezone(UTC),
        seconds=monotonic() - session.started,
        complete=not session.lacks,
        incomplete_reason=",".join(dict.fromkeys(session.lacks)),
        requests=budget.requests,
        wire_bytes=budget.wire_bytes,
        fetched=tally.fetched,
        changed=tally.changed,
        not_modified=tally.not_modified,
        not_due=session.not_due,
        documents=documents,
        missing=tally.missing,
        gone=left.gone,
        moved=tally.moved + left.moved,
        refused=session.snapshot.ledger.refusals(),
        errors=dict(tally.errors),
        notes=session.notes,
    )


def user_agent(profile: SiteProfile) -> str:
    """Product, version and the operator's contact.

    >>> profile = SiteProfile(name="X", start_urls=("http://a.example",), contact="it@a.example")
    >>> user_agent(profile)
    'Millesime/0.1 (+it@a.example)'
    """
    contact = " ".join(profile.contact.encode("ascii", "replace").decode().split())
    return f"{PRODUCT}/{VERSION} (+{contact})"


def _door_rules(profile: SiteProfile, snapshot: Snapshot) -> DoorRules:
    """How this profile goes out: ports beyond 80 and 443 only as its own URLs name them."""
    ports = (urlsplit(url).port for url in profile.start_urls)
    return DoorRules(
        user_agent=user_agent(profile),
        allowed_networks=profile.crawl.allow_private_addresses,
        connect_timeout_s=profile.crawl.connect_timeout_s,
        max_connections=profile.crawl.concurrency,
        folder=snapshot.waiting_folder,
        extra_ports=frozenset(port for port in ports if port is not None),
    )
