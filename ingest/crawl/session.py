"""One run under way: what its chapters share, and the visit that all of them make."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from urllib.parse import urlsplit

from ingest.crawl.reasons import ERRORS, Reason, UrlState
from ingest.crawl.recording import Recorder
from ingest.crawl.records import UrlRecord
from ingest.crawl.report import CrawlEvent, Tally
from ingest.crawl.revisit import plan_revisit
from ingest.crawl.settling import Outcome
from ingest.crawl.snapshot import Snapshot
from ingest.crawl.visiting import HostLeftAlone, Visitor
from schemas.site import SiteProfile

Clock = Callable[[], datetime]
OnEvent = Callable[[CrawlEvent], None]


@dataclass(slots=True)
class Session:
    """The state of one run."""

    profile: SiteProfile
    snapshot: Snapshot
    recorder: Recorder
    visitor: Visitor
    clock: Clock
    on_event: OnEvent | None = None
    recent_run_id: int = 0
    """The first run of this crawl that started less than half a night ago."""
    tally: Tally = field(default_factory=Tally)
    stop_reason: str = ""
    lacks: list[str] = field(default_factory=list)
    """Names of what keeps the run from being complete."""
    not_due: int = 0
    started: float = field(default_factory=monotonic)

    def now(self) -> float:
        """Unix seconds, by the run's clock."""
        return self.clock().timestamp()

    @property
    def notes(self) -> tuple[str, ...]:
        """What the operator should read, each sentence once."""
        visitor = self.visitor
        rendering = visitor.renderer.notes if visitor.renderer is not None else []
        return tuple(dict.fromkeys([*visitor.robots.notes, *rendering, *self.tally.notes]))

    def lack(self, name: str) -> None:
        """Note what keeps the run from being complete."""
        if name not in self.lacks:
            self.lacks.append(name)

    def is_settled(self, record: UrlRecord) -> bool:
        """Whether this crawl asked it a moment ago: then a resumed run does not ask again."""
        is_error = record.reason in ERRORS and record.run_id != self.recorder.run_id
        is_recent = (record.run_id or 0) >= self.recent_run_id
        return record.crawl_id == self.recorder.crawl_id and is_recent and not is_error

    async def visit(self, url_id: int) -> None:
        """Ask one URL unless that was done; count and tell what came of it."""
        ledger = self.snapshot.ledger
        record = ledger.get(url_id)
        if self.is_settled(record) or record.state is UrlState.WITHDRAWN:
            return
        revisit = plan_revisit(record, self.profile.crawl, now=self.now())
        ledger.mark_asked(url_id, self.recorder.run_id)
        try:
            settled, outcome = await self.visitor.visit(record, revisit)
        except HostLeftAlone:
            self._leave_host()
            return
        self._count(record, settled, outcome)
        if self.on_event is not None:
            self.on_event(self._event(settled, outcome))

    def _leave_host(self) -> None:
        """One host is left alone; when all are, the run is over."""
        self.lack("host_unavailable")
        origins = self.visitor.scope.identity.origins.values()
        manners = self.visitor.manners
        if all(manners.of(urlsplit(origin).netloc).is_left_alone for origin in origins):
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

    def _event(self, after: UrlRecord, outcome: Outcome) -> CrawlEvent:
        kinds = (
            (outcome.is_unchanged, "not_modified"),
            (outcome.reason in ERRORS, "error"),
            (bool(outcome.moved_to), "moved"),
        )
        budget = self.visitor.manners.budget
        return CrawlEvent(
            kind=next((name for holds, name in kinds if holds), after.state.value),
            url=after.url,
            reason=outcome.reason,
            done=self.tally.done,
            waiting=len(self.recorder.frontier),
            in_flight=tuple(self.visitor.in_flight.values()),
            refused=self.tally.refused,
            requests=budget.requests,
            seconds=monotonic() - self.started,
            seconds_left=budget.seconds_left(),
        )
