"""One run of the crawl, from robots.txt to the report. Decisions lie in the modules it calls."""

import asyncio
import hashlib
import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from time import monotonic
from urllib.parse import urljoin, urlsplit
from zoneinfo import ZoneInfo

from ingest.crawl.closing import Departures, close_crawl, join_addresses
from ingest.crawl.door import Door, DoorRules
from ingest.crawl.exchange import Request
from ingest.crawl.frontier import Found
from ingest.crawl.judging import NotFoundPage
from ingest.crawl.manners import Budget, Manners, RunMustEnd
from ingest.crawl.page import read_page
from ingest.crawl.reasons import ERRORS, Reason, UrlState
from ingest.crawl.recording import Recorder
from ingest.crawl.records import UrlRecord
from ingest.crawl.report import CrawlEvent, CrawlReport, Tally
from ingest.crawl.revisit import plan_revisit
from ingest.crawl.robots import PRODUCT
from ingest.crawl.scope import Scope
from ingest.crawl.settling import Outcome
from ingest.crawl.sitemap_walk import SitemapReader, sitemap_urls
from ingest.crawl.sitemaps import SitemapEntry
from ingest.crawl.snapshot import Snapshot
from ingest.crawl.visiting import HostLeftAlone, Visitor, seed_state
from schemas.errors import SiteUnreachable
from schemas.site import SiteProfile

Clock = Callable[[], datetime]
OnEvent = Callable[[CrawlEvent], None]

_RULES_VERSION = "1"
_SAME_NIGHT_S = 12 * 3600.0
_MIN_ERRORS = 3
_MIN_VANISHED = 5


def user_agent(profile: SiteProfile) -> str:
    """Product, version and the operator's contact.

    >>> profile = SiteProfile(name="X", start_urls=("http://a.example",), contact="it@a.example")
    >>> user_agent(profile)
    'Millesime/0.1 (+it@a.example)'
    """
    contact = profile.contact.encode("ascii", "replace").decode().replace("\n", " ")
    return f"{PRODUCT}/0.1 (+{contact})"


@dataclass(slots=True)
class CrawlRun:
    """The state of one run. `execute` is the whole story; the rest are its chapters."""

    profile: SiteProfile
    snapshot: Snapshot
    clock: Clock
    on_event: OnEvent | None = None
    tally: Tally = field(default_factory=Tally)
    stop_reason: str = ""
    lacks: list[str] = field(default_factory=list)
    """Names of what keeps the run from being complete."""
    not_due: int = 0
    visitor: Visitor = field(init=False)
    recorder: Recorder = field(init=False)
    _started: float = field(init=False)
    _started_at: datetime = field(init=False)
    _queue_changed: asyncio.Event = field(default_factory=asyncio.Event)
    _active: int = 0

    async def execute(self) -> CrawlReport:
        """Crawl; raises `SiteUnreachable` after recording the run as incomplete."""
        unreachable = ""
        async with self._doors_open():
            try:
                unreachable = await self._prepare() or await self._walk_site()
            except RunMustEnd as end:
                self.stop_reason = str(end)
            except BaseException:
                self.stop_reason = "interrupted"
                self._end()
                raise
        report = self._end()
        if unreachable:
            raise SiteUnreachable(unreachable)
        return report

    async def look(self) -> str:
        """Only what comes before the walk, for a dry run; why nothing is reachable, or empty."""
        async with self._doors_open():
            try:
                return await self._prepare()
            except RunMustEnd as end:
                return str(end)

    @asynccontextmanager
    async def _doors_open(self) -> AsyncIterator[None]:
        """Everything that a run needs, made and taken down."""
        self._started, self._started_at = monotonic(), self.clock()
        settings = self.profile.crawl
        zone = ZoneInfo(self.profile.timezone)
        scope = Scope.of(self.profile, self._started_at.astimezone(zone).date())
        manners = Manners(settings, Budget(settings, zone, self.clock))
        self.recorder = self.snapshot.recorder(scope, self.clock)
        async with Door(door_rules(self.profile, self.snapshot)) as door:
            self.visitor = Visitor(settings, scope, self.recorder, door, manners, self.clock)
            self._open()
            yield

    @property
    def agent(self) -> str:
        """The User-Agent that the site sees."""
        return user_agent(self.profile)

    @property
    def delay_s(self) -> float:
        """The delay that is kept for the first start URL's host."""
        host = urlsplit(self.visitor.scope.key(self.profile.start_urls[0])).netloc
        return self.visitor.manners.of(host).delay_s

    @property
    def notes(self) -> tuple[str, ...]:
        """What the operator should read, each sentence once."""
        return tuple(dict.fromkeys([*self.visitor.robots.notes, *self.tally.notes]))

    def _now(self) -> float:
        return self.clock().timestamp()

    def _open(self) -> None:
        """Go on with the crawl that is open, or open one; and a run within it."""
        runs, now = self.snapshot.runs, self._now()
        with self.snapshot.ledger.transaction():
            open_crawl = runs.open_crawl()
            self.recorder.crawl_id = open_crawl[0] if open_crawl else runs.start_crawl(now)
            self.recorder.run_id = runs.start_run(self.recorder.crawl_id, now)
            self.recorder.frontier.crawl_id = self.recorder.crawl_id
            self.recorder.frontier.first_run_id = runs.first_run(self.recorder.crawl_id)

    async def _prepare(self) -> str:
        """What comes before the walk; a message when the site cannot be reached."""
        if unreachable := await self._read_robots():
            return unreachable
        self._judge_known_urls()
        await self._read_sitemaps()
        await self._probe_not_found()
        return await self._visit_starts()

    async def _walk_site(self) -> str:
        self._queue_known_urls()
        async with asyncio.TaskGroup() as group:
            for _ in range(self.profile.crawl.concurrency):
                group.create_task(self._worker())
        return ""

    async def _read_robots(self) -> str:
        visitor = self.visitor
        forbidden: list[str] = []
        for url in self.profile.start_urls:
            try:
                rules = await visitor.robots.rules(url)
            except HostLeftAlone:
                rules = None
            if rules is None:
                self.lacks.append("robots_unavailable")
                return (
                    f"{visitor.robots.notes[-1] if visitor.robots.notes else url}; nothing was deleted"
                )
            note = visitor.manners.obey_crawl_delay(
                urlsplit(visitor.scope.key(url)).netloc, rules.crawl_delay_s
            )
            if note:
                self.tally.notes.append(note)
            if not rules.allows(url):
                forbidden.append(url)
        if len(forbidden) == len(self.profile.start_urls):
            self.lacks.append("robots_forbids_start")
            return f"robots.txt forbids every start URL ({forbidden[0]}); nothing was deleted"
        return ""

    def _judge_known_urls(self) -> None:
        """After a change of rules every known URL is judged anew; refusals act at once."""
        fingerprint = self._rules_fingerprint()
        if self.snapshot.runs.rules() == fingerprint:
            return
        ledger = self.snapshot.ledger
        with ledger.transaction():
            for record in list(ledger.all()):
                judged = self._judged(record)
                if judged is not record:
                    ledger.save(judged)
            self.snapshot.runs.note_rules(self.recorder.crawl_id, fingerprint)

    def _rules_fingerprint(self) -> str:
        scope = self.visitor.scope
        rows = self.snapshot.ledger.connection.execute(
            "SELECT origin, body FROM robots ORDER BY origin"
        ).fetchall()
        patterns = self.snapshot.ledger.connection.execute(
            "SELECT pattern FROM withdrawal ORDER BY pattern"
        ).fetchall()
        parts = [
            _RULES_VERSION,
            self.profile.crawl.model_dump_json(),
            sorted(scope.identity.origins.items()),
            scope.today.year,
            rows,
            patterns,
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def _judged(self, record: UrlRecord) -> UrlRecord:
        if record.is_local or record.state is UrlState.WITHDRAWN or record.reason in _UNPARSED:
            return record
        verdict = self.recorder.frontier.judge(record)
        if verdict and not self._robots_allow(record):
            reason, detail = Reason.ROBOTS, "robots.txt disallows it"
        else:
            reason, detail = verdict.reason, verdict.detail
        if reason is not Reason.NONE:
            if record.state is UrlState.REFUSED and record.reason is reason:
                return record
            return replace(
                record, state=UrlState.REFUSED, reason=reason, detail=detail, sha256="", etag=""
            )
        if record.state is UrlState.REFUSED and record.reason in _FREED:
            return replace(record, state=UrlState.SEEN, reason=Reason.NONE, detail="")
        return record

    def _robots_allow(self, record: UrlRecord) -> bool:
        """By the rules that this run has read; an origin not asked yet decides at its visit."""
        parts = urlsplit(record.fetch_url)
        rules = self.visitor.robots.known(f"{parts.scheme}://{parts.netloc}")
        return rules is None or rules.allows(record.fetch_url)

    async def _read_sitemaps(self) -> None:
        visitor = self.visitor
        reader = SitemapReader(
            self.snapshot.ledger.connection, visitor.page_rules, self.profile.crawl
        )
        urls: list[str] = []
        for start in self.profile.start_urls:
            rules = await visitor.robots.rules(start)
            named = rules.sitemaps if rules else ()
            origin = urljoin(start, "/").rstrip("/")
            urls += sitemap_urls(origin, named, self.profile.crawl)
        allowed = [url for url in urls if await self._sitemap_allowed(url)]
        try:
            walked = await reader.read(allowed, self._meet_entry, self._now())
        except HostLeftAlone:
            self.lacks.append("host_unavailable")
            return
        self.tally.notes += reader.notes
        if walked.is_suddenly_empty:
            self.lacks.append("sitemap_empty")

    async def _sitemap_allowed(self, url: str) -> bool:
        try:
            key = self.visitor.scope.key(url)
        except ValueError:
            return False
        if not self.visitor.scope.identity.holds(key):
            self.tally.notes.append(f"sitemap {url}: another host, not read")
            return False
        rules = await self.visitor.robots.rules(url)
        return rules is not None and rules.allows(url)

    def _meet_entry(self, entry: SitemapEntry) -> None:
        ledger = self.snapshot.ledger
        with ledger.transaction():
            url_id = self.recorder.frontier.meet(entry.url, Found(1, "sitemap"))
            record = ledger.get(url_id)
            if entry.lastmod and record.sitemap_lastmod != entry.lastmod:
                ledger.save(replace(record, sitemap_lastmod=entry.lastmod))

    async def _probe_not_found(self) -> None:
        """Learn how the site answers for a path that cannot exist."""
        if not self.profile.crawl.probe_soft_404:
            return
        url = urljoin(self.profile.start_urls[0], f"/millesime-{secrets.token_hex(8)}")
        rules = await self.visitor.robots.rules(url)
        if rules is None or not rules.allows(url):
            return
        try:
            answer = await self.visitor.ask(Request(url, limit=self.visitor.page_limit))
        except HostLeftAlone:
            return
        if answer.status == 200 and answer.body is not None and answer.media_type == "text/html":
            page = read_page(answer.body.read(), url=url, declared_charset=answer.declared_charset)
            self.visitor.not_found = NotFoundPage(
                page.title, page.h1, page.text_sha256, page.word_count
            )
            self.tally.notes.append("the site answers 200 for a path that does not exist")
        answer.close()

    async def _visit_starts(self) -> str:
        """Start pages and pinned pages are met; the start pages are asked first."""
        ledger = self.snapshot.ledger
        starts = []
        with ledger.transaction():
            for url in self.profile.start_urls:
                found = Found(0, "start", is_pinned=True)
                starts.append(self.recorder.frontier.meet(url, found))
            self._pin_authorities()
        before = {url_id: ledger.get(url_id) for url_id in starts}
        for url_id in dict.fromkeys(starts):
            await self._visit(url_id)
        after = {url_id: ledger.get(url_id) for url_id in starts}
        if not any(map(seed_state, after.values())) or self.stop_reason == "host_unavailable":
            self.lacks.append("start_unreachable")
            first = after[starts[0]]
            why = f"{first.reason} {first.detail}".strip() or f"status {first.status}"
            return f"no start URL answered ({first.url}: {why}); nothing was deleted"
        if any(_lost_its_links(before[url_id], after[url_id]) for url_id in starts):
            self.lacks.append("start_page_empty")
        return ""

    def _pin_authorities(self) -> None:
        """Only the pages that the profile names now are pinned."""
        ledger, frontier = self.snapshot.ledger, self.recorder.frontier
        pinned = {
            frontier.meet(
                urljoin(self.profile.start_urls[0], rule.url),
                Found(1, "authority", is_pinned=True),
            )
            for rule in self.profile.authority
        }
        pinned |= {
            frontier.meet(url, Found(0, "start", is_pinned=True)) for url in self.profile.start_urls
        }
        for record in list(ledger.all()):
            if record.is_pinned and record.id not in pinned:
                ledger.save(replace(record, is_pinned=False))

    def _queue_known_urls(self) -> None:
        now, settings = self._now(), self.profile.crawl
        for record in list(self.snapshot.ledger.all()):
            if self._is_settled(record):
                continue
            if plan_revisit(record, settings, now=now).is_due:
                self.recorder.frontier.push(record)
            elif record.is_live:
                self.not_due += 1

    def _is_settled(self, record: UrlRecord) -> bool:
        """Whether this crawl has the answer already: then a resumed run does not ask again."""
        if record.crawl_id != self.recorder.crawl_id:
            return False
        is_error = record.reason in ERRORS and record.run_id != self.recorder.run_id
        is_stale = record.is_pinned and self._now() - record.checked_at > _SAME_NIGHT_S
        return not is_error and not is_stale

    async def _worker(self) -> None:
        """Take URLs until the queue is empty and nobody can fill it any more."""
        while not self.stop_reason:
            url_id = self.recorder.frontier.pop()
            if url_id is None:
                if self._active == 0:
                    self._queue_changed.set()
                    return
                self._queue_changed.clear()
                await self._queue_changed.wait()
                continue
            self._active += 1
            try:
                await self._visit(url_id)
            except RunMustEnd as end:
                self.stop_reason = str(end)
            finally:
                self._active -= 1
                self._queue_changed.set()

    async def _visit(self, url_id: int) -> None:
        ledger, visitor = self.snapshot.ledger, self.visitor
        record = ledger.get(url_id)
        if self._is_settled(record) or record.state is UrlState.WITHDRAWN:
            return
        revisit = plan_revisit(record, self.profile.crawl, now=self._now())
        ledger.mark_asked(url_id, self.recorder.run_id)
        try:
            settled, outcome = await visitor.visit(record, revisit)
        except HostLeftAlone:
            self._leave_host()
            return
        self._count(record, settled, outcome)

    def _leave_host(self) -> None:
        if "host_unavailable" not in self.lacks:
            self.lacks.append("host_unavailable")
        hosts = {urlsplit(origin).netloc for origin in self.visitor.scope.identity.origins.values()}
        if all(self.visitor.manners.of(host).is_left_alone for host in hosts):
            self.stop_reason = "host_unavailable"

    def _count(self, before: UrlRecord, after: UrlRecord, outcome: Outcome) -> None:
        tally = self.tally
        tally.done += 1
        tally.fetched += bool(outcome.sha256)
        tally.not_modified += outcome.is_unchanged
        tally.changed += after.state is UrlState.TAKEN and after.sha256 != before.sha256
        tally.missing += after.state is UrlState.MISSING
        tally.moved += bool(outcome.moved_to)
        tally.refused += after.state is UrlState.REFUSED
        tally.vanished += before.is_live and after.state is UrlState.MISSING
        if outcome.reason in ERRORS or (outcome.reason is Reason.CLIENT_ERROR and before.is_live):
            tally.errors[outcome.reason] += 1
        if self.on_event is not None:
            self.on_event(self._event(after, outcome))

    def _event(self, after: UrlRecord, outcome: Outcome) -> CrawlEvent:
        kinds = (
            (outcome.is_unchanged, "not_modified"),
            (outcome.reason in ERRORS, "error"),
            (bool(outcome.moved_to), "moved"),
        )
        visitor = self.visitor
        return CrawlEvent(
            kind=next((name for holds, name in kinds if holds), after.state.value),
            url=after.url,
            reason=outcome.reason,
            done=self.tally.done,
            waiting=len(self.recorder.frontier),
            in_flight=tuple(visitor.in_flight.values()),
            refused=self.tally.refused,
            requests=visitor.manners.budget.requests,
            seconds=monotonic() - self._started,
            seconds_left=visitor.manners.budget.seconds_left(),
        )

    def _end(self) -> CrawlReport:
        """Judge completeness, close what may be closed, write the report."""
        ledger, visitor = self.snapshot.ledger, self.visitor
        if self.stop_reason:
            self.lacks.insert(0, self.stop_reason)
        self.lacks += self._shares()
        reason = ",".join(dict.fromkeys(self.lacks))
        with ledger.transaction():
            left = close_crawl(ledger, self.recorder.crawl_id, is_complete=not reason)
            documents = join_addresses(ledger, self.snapshot.links, is_home=visitor.is_home)
            now = self._now()
            if not self.stop_reason:
                self.snapshot.runs.finish_crawl(self.recorder.crawl_id, now)
            report = self._report(reason, left, documents)
            self.snapshot.runs.end_run(
                self.recorder.run_id, now, reason=reason, report=json.dumps(report.as_dict())
            )
        return report

    def _shares(self) -> Iterable[str]:
        """Too many errors, or too much that vanished, and the run is no evidence."""
        settings, tally = self.profile.crawl, self.tally
        errors = sum(tally.errors.values())
        if errors >= _MIN_ERRORS and errors > settings.max_error_share * max(1, tally.done):
            yield "error_share"
        live = sum(1 for _ in self.snapshot.ledger.live())
        vanished = tally.vanished
        if vanished >= _MIN_VANISHED and vanished > settings.max_vanished_share * max(1, live):
            yield "vanished_share"

    def _report(self, reason: str, left: Departures, documents: int) -> CrawlReport:
        tally, budget = self.tally, self.visitor.manners.budget
        rows = self.snapshot.ledger.connection.execute(
            "SELECT reason, count(*) FROM url WHERE state = 'refused' GROUP BY reason"
        )
        return CrawlReport(
            started_at=self._started_at.astimezone(UTC),
            seconds=monotonic() - self._started,
            complete=not reason,
            incomplete_reason=reason,
            requests=budget.requests,
            wire_bytes=budget.wire_bytes,
            fetched=tally.fetched,
            changed=tally.changed,
            not_modified=tally.not_modified,
            not_due=self.not_due,
            documents=documents,
            missing=tally.missing,
            gone=left.gone,
            moved=tally.moved + left.moved,
            refused=dict(rows.fetchall()),
            errors=dict(Counter(tally.errors)),
            notes=self.notes,
        )


_UNPARSED = frozenset({Reason.BAD_URL, Reason.SCHEME})
_FREED = frozenset(
    {
        Reason.ROBOTS,
        Reason.OFF_SITE,
        Reason.EXCLUDED,
        Reason.NOT_INCLUDED,
        Reason.URL_LENGTH,
        Reason.DEPTH,
        Reason.REPEATED_SEGMENTS,
        Reason.QUERY_PARAMETERS,
        Reason.QUERY_GROWTH,
        Reason.CALENDAR,
    }
)


def _lost_its_links(before: UrlRecord, after: UrlRecord) -> bool:
    """A start page that had links and shows none any more."""
    if before.link_count == 0:
        return False
    return after.reason is Reason.BLANK or (after.link_count == 0 and after.sha256 != before.sha256)


def door_rules(profile: SiteProfile, snapshot: Snapshot) -> DoorRules:
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


def crawl_site(
    profile: SiteProfile, snapshot: Snapshot, *, clock: Clock, on_event: OnEvent | None = None
) -> CrawlReport:
    """Crawl the site of ``profile`` into ``snapshot``; what happened comes back.

    An open crawl (killed, or out of budget) is continued. Raises `SiteUnreachable` when
    robots.txt or every start URL could not be had; that run is recorded as incomplete too,
    and has deleted nothing.
    """
    run = CrawlRun(profile, snapshot, clock, on_event)
    with snapshot.writing():
        return asyncio.run(run.execute())
