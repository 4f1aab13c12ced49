"""One URL visited: asked with good manners, judged, settled, its links met. All or nothing."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from urllib.parse import urlsplit

from ingest.crawl.door import Door
from ingest.crawl.exchange import Answer, Request
from ingest.crawl.identity import twin_form
from ingest.crawl.judging import Asked, NotFoundPage, judge_walk, stays_empty
from ingest.crawl.manners import Manners, retry_after_s
from ingest.crawl.parts import Parts
from ingest.crawl.reasons import RETRIED, Reason, UrlState
from ingest.crawl.recording import Recorder
from ingest.crawl.records import UrlRecord
from ingest.crawl.rendering import Renderer
from ingest.crawl.revisit import Revisit
from ingest.crawl.robots_book import RobotsBook
from ingest.crawl.scope import ALLOWED, Scope, Verdict
from ingest.crawl.settling import Outcome
from ingest.crawl.sniffing import KINDS, OLE, ZIP
from ingest.crawl.walking import Walk, WalkRules, walk
from schemas.site import CrawlSettings
from schemas.urls import CanonicalUrl, wire_url

_DOCUMENT_PATIENCE = 5
"""Documents may take so many times longer than pages."""
_WORTH_RENDERING = frozenset({Reason.NONE, Reason.EMPTY_SHELL, Reason.BLANK, Reason.SOFT_404})
"""What a page may look like before its scripts ran; applications answer every path alike."""
_KEPT_FROM_PARTS = frozenset({Reason.OFF_SITE, Reason.EXCLUDED, Reason.URL_LENGTH})
"""Rules of the scope that hold for scripts and data, too; the others are about documents."""


class HostLeftAlone(Exception):
    """The host failed too often in this run: its URLs wait for the next one."""


@dataclass(slots=True)
class Visitor:
    """What every visit of one run shares."""

    settings: CrawlSettings
    scope: Scope
    recorder: Recorder
    door: Door
    manners: Manners
    clock: Callable[[], datetime]
    not_found: NotFoundPage | None = None
    in_flight: dict[int, str] = field(default_factory=dict)
    robots: RobotsBook = field(init=False)
    page_rules: WalkRules = field(init=False)
    renderer: Renderer | None = field(init=False, default=None)
    _homes: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        hops = self.settings.max_redirects
        robots_rules = WalkRules(self.ask, self._on_site, self.scope, hops)
        self.robots = RobotsBook(
            self.recorder.ledger.connection,
            robots_rules,
            self.clock,
            timeout_s=self.settings.timeout_s,
        )
        self.page_rules = WalkRules(self.ask, self.may_fetch, self.scope, hops)
        if self.settings.render:
            self.renderer = self._renderer()
        origins = set(self.scope.identity.origins.values())
        self._homes = frozenset(twin_form(f"{origin}/") for origin in origins)

    def _renderer(self) -> Renderer:
        settings = self.settings
        rules = WalkRules(self.ask, self.may_load, self.scope, settings.max_redirects)
        return Renderer(
            Parts(rules, settings.timeout_s, settings.max_html_bytes),
            timeout_s=settings.render_timeout_s,
            max_bytes=settings.max_html_bytes,
            max_parts=settings.max_render_requests,
            spacing_s=self._spacing_s,
        )

    def _spacing_s(self, url: str) -> float:
        manners = self.manners.of(self._host(url))
        return manners.delay_s * manners.slowdown * self.settings.concurrency

    async def close(self) -> None:
        """End the browser, if there was one."""
        if self.renderer is not None:
            await self.renderer.close()

    def is_home(self, url: str) -> bool:
        """Whether ``url`` is the home page of one of the site's hosts, in any spelling."""
        try:
            return twin_form(self.scope.key(url)) in self._homes
        except ValueError:
            return False

    async def ask(self, request: Request) -> Answer:
        """One request, in its host's turn; how it went is remembered for the host."""
        host = self._host(request.url)
        if self.manners.of(host).is_left_alone:
            raise HostLeftAlone(host)
        async with self.manners.turn(host):
            answer = await self.door.get(request)
        self.manners.budget.wire_bytes += answer.body.wire_bytes if answer.body else 0
        status = answer.status or 0
        is_overload = status in (429, 503)
        if answer.reason in RETRIED or status >= 500 or is_overload:
            pause = retry_after_s(answer.headers.get("retry-after", ""), self.clock())
            self.manners.note_failure(host, retry_after_s=pause, is_overload=is_overload)
        else:
            self.manners.note_success(host)
        return answer

    async def may_fetch(self, url: str, key: CanonicalUrl) -> Verdict:
        """Scope, traps and robots.txt, for redirects."""
        verdict = self.scope.judge(key)
        return await self._by_robots(url) if verdict else verdict

    async def may_load(self, url: str, key: CanonicalUrl) -> Verdict:
        """Site, exclusions and robots.txt, for what a page loads while it is rendered."""
        verdict = self.scope.judge(key)
        return verdict if verdict.reason in _KEPT_FROM_PARTS else await self._by_robots(url)

    async def _by_robots(self, url: str) -> Verdict:
        rules = await self.robots.rules(wire_url(url))
        if rules is None:
            return Verdict(Reason.HOST_UNAVAILABLE, "robots.txt unavailable")
        return ALLOWED if rules.allows(wire_url(url)) else Verdict(Reason.ROBOTS, "robots.txt")

    async def _on_site(self, _url: str, key: CanonicalUrl) -> Verdict:
        is_ours = self.scope.identity.holds(key)
        return ALLOWED if is_ours else Verdict(Reason.OFF_SITE, urlsplit(key).netloc)

    def _host(self, url: str) -> str:
        """The host that the rate is counted for: all aliases of a site share one."""
        try:
            return urlsplit(self.scope.key(url)).netloc
        except ValueError:
            return url

    async def visit(self, record: UrlRecord, revisit: Revisit) -> tuple[UrlRecord, Outcome]:
        """Ask, judge and store; the record as it stands now, and what was answered."""
        self.in_flight[record.id] = record.url
        try:
            outcome, answer = await self._outcome(record, revisit)
        finally:
            del self.in_flight[record.id]
        try:
            body = answer.body if answer is not None else None
            return self.recorder.record(record.id, outcome, body), outcome
        finally:
            if answer is not None:
                answer.close()

    async def _outcome(self, record: UrlRecord, revisit: Revisit) -> tuple[Outcome, Answer | None]:
        url = wire_url(record.fetch_url)
        rules = await self.robots.rules(url)
        if rules is None:
            return Outcome(None, Reason.HOST_UNAVAILABLE, "robots.txt unavailable"), None
        if not rules.allows(url):
            return Outcome(None, Reason.ROBOTS, "robots.txt disallows it"), None
        for attempt in range(self.settings.retries + 1):
            outcome, answer = await self._once(record, revisit)
            if outcome.reason not in RETRIED or attempt == self.settings.retries:
                break
            answer.close()
            await asyncio.sleep(self.settings.retry_wait_s * 2**attempt)
        return outcome, answer

    async def _once(self, record: UrlRecord, revisit: Revisit) -> tuple[Outcome, Answer]:
        # A shell stays the same while the data behind it change.
        is_application = self.scope.is_rendered(record.url) and self._is_page(record)
        conditional = revisit.is_conditional and not record.is_redirected and not is_application
        etag = record.etag if conditional else ""
        last_modified = record.last_modified if conditional else ""
        walked = await walk(
            Request(
                record.fetch_url,
                limit=self.page_limit,
                etag=etag,
                last_modified=last_modified,
                timeout_s=self._patience(record),
            ),
            self.page_rules,
        )
        asked = Asked(
            record.url,
            is_home=self.is_home,
            not_found=self.not_found,
            was_conditional=bool(etag or last_modified),
        )
        outcome = judge_walk(walked, asked)
        if self._is_worth_rendering(record, outcome):
            walked, outcome = await self._render(walked, outcome, asked)
        is_spelling = outcome.final_url and self.scope.key(outcome.final_url) == record.url
        own_url = outcome.final_url if is_spelling else ""
        return replace(outcome, own_url=own_url), walked.answer

    def _is_worth_rendering(self, record: UrlRecord, outcome: Outcome) -> bool:
        is_page = outcome.media_type == "text/html" and outcome.reason in _WORTH_RENDERING
        return is_page and self.scope.is_rendered(record.url)

    async def _render(self, source: Walk, before: Outcome, asked: Asked) -> tuple[Walk, Outcome]:
        """The walk with the page as its scripts left it, and what that is."""
        if self.renderer is None:
            return source, before
        try:
            rendered = replace(source, answer=await self.renderer.render(source.answer))
        finally:
            source.answer.close()
        outcome = judge_walk(rendered, asked)
        if rendered.answer.reason is not Reason.NONE:
            return rendered, outcome
        said = ": ".join(filter(None, (outcome.detail, rendered.answer.detail)))
        is_shell = stays_empty(before, outcome, is_partial=rendered.answer.is_partial)
        reason = Reason.EMPTY_SHELL if is_shell else outcome.reason
        return rendered, replace(outcome, reason=reason, detail=said)

    def _is_page(self, record: UrlRecord) -> bool:
        return record.media_type in ("", "text/html")

    def _patience(self, record: UrlRecord) -> float:
        is_page = self._is_page(record)
        return self.settings.timeout_s * (1 if is_page else _DOCUMENT_PATIENCE)

    def page_limit(self, media_type: str) -> int:
        """Before the type is known the larger limit holds; then the type's own."""
        if media_type == "text/html":
            return self.settings.max_html_bytes
        if media_type in ("", ZIP, OLE) or media_type in KINDS:
            return self.settings.max_document_bytes
        return 0


def has_answered(record: UrlRecord) -> bool:
    """Whether a start page has answered with something that one can go on from."""
    if record.reason is Reason.NONE:
        return record.state is UrlState.TAKEN
    return record.reason in (Reason.MOVED, Reason.NOINDEX, Reason.META_REFRESH, Reason.BLANK)
