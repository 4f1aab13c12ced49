"""One page in the browser: its requests answered, until its scripts have come to rest."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from ingest.crawl.browser import Context, Page, PageRequest, Route
from ingest.crawl.charset import decode_html
from ingest.crawl.exchange import Answer
from ingest.crawl.parts import LOADED, NO_STYLE, Part, Parts
from ingest.crawl.reasons import Reason

HTML_UTF8 = {"content-type": "text/html; charset=utf-8"}

_TICK_S = 0.05
_QUIET_S = 0.5
"""So long after its last answer a page asks for nothing more."""
_MAX_TAKEN = 500
"""Requests of one page, those that are refused included."""
_MAX_REPEATS = 3
"""A page that asks for one URL more often than this is polling."""

# Ends when the page has nothing to compute; then whether its document is complete.
_WHEN_IDLE = """() => new Promise(resolve => requestIdleCallback(
    () => resolve(document.readyState !== 'loading'), {timeout: 2000}))"""

# Scripts have done their work, and what they carry (tokens, times) would make every night differ.
_DOCUMENT = """limit => {
    const copy = document.documentElement.cloneNode(true);
    const spent = 'script:not([type="application/ld+json"]), noscript';
    for (const node of copy.querySelectorAll(spent)) node.remove();
    const html = copy.outerHTML;
    return typeof html === 'string' && html.length <= limit ? html : null;
}"""


@dataclass(slots=True)
class View:
    """One page while it is shown: what it asked for, and what it was given."""

    source: Answer
    parts: Parts
    max_parts: int
    driver_error: type[Exception]
    on_wait: Callable[[str], None] = lambda _: None
    limit: asyncio.Timeout | None = None
    ailment: str = ""
    """Why the page was stopped before its time."""
    wire_bytes: int = 0
    lacks_data: bool = False
    """Whether a rule kept data from it: what it shows may be an apology."""
    failure: Part | None = None
    """A part that the page could not have for reasons that say nothing about it."""
    _counts: Counter[str] = field(default_factory=Counter)
    _asked: Counter[str] = field(default_factory=Counter)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _under_way: int = 0
    _changed_at: float = 0.0
    _is_served: bool = False
    _taken: int = 0

    async def show(self, context: Context, max_bytes: int) -> str | None:
        """The document after its scripts came to rest; ``None`` if it is larger than allowed."""

        # Functions, since playwright writes attributes on the owner of a bound method.
        def take(route: Route, request: PageRequest) -> None:
            self._taken += 1
            if self._taken > _MAX_TAKEN:
                self._end(f"the page made more than {_MAX_TAKEN} requests")
            else:
                self._tasks.add(asyncio.create_task(self._answer(route, request)))

        def note_crash(_page: object) -> None:
            self._end("the page crashed")

        await context.route("**/*", take)
        page = await context.new_page()
        page.on("crash", note_crash)
        await page.goto(self.source.url, wait_until="commit")
        await self._rest(page)
        html = await page.evaluate(_DOCUMENT, max_bytes)
        return html if isinstance(html, str) else None

    async def stop(self) -> None:
        """Give up what is still under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def summary(self) -> str:
        """For the ledger: how much the page asked for, and what it did not get."""
        refused = [f"{name} {count}" for name, count in sorted(self._counts.items())]
        return "rendered: " + ", ".join([f"{self._asked.total()} requests", *refused])

    def _end(self, ailment: str) -> None:
        """Let the time be over now, whatever the page is waited for."""
        if not self.ailment and self.limit is not None and not self.limit.expired():
            self.limit.reschedule(0.0)
        self.ailment = self.ailment or ailment

    async def _rest(self, page: Page) -> None:
        """Wait until nothing is under way, nothing was for a while, and nothing is computed."""
        while True:
            await self._quiet()
            before = self._changed_at
            is_complete = await page.evaluate(_WHEN_IDLE)
            if is_complete and not self._under_way and before == self._changed_at:
                return

    async def _quiet(self) -> None:
        loop = asyncio.get_running_loop()
        while self._under_way or loop.time() - self._changed_at < _QUIET_S:
            self._collect()
            await asyncio.sleep(_TICK_S)
        self._collect()

    def _collect(self) -> None:
        """Raise here what was raised while a request was answered."""
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.discard(task)
            task.result()

    async def _answer(self, route: Route, request: PageRequest) -> None:
        """Answer one request of the page, or let it fail."""
        part = await self._part(request)
        # The page may be gone meanwhile: then nobody waits for the answer.
        with suppress(self.driver_error):
            if part.reason is Reason.NONE:
                headers = dict(part.headers)
                await route.fulfill(status=part.status, headers=headers, body=part.body)
            else:
                await route.abort()

    async def _part(self, request: PageRequest) -> Part:
        kind, url = request.resource_type, request.url.partition("#")[0]
        if kind == "document":
            return self._document()
        if kind == "stylesheet":
            return NO_STYLE
        if kind not in LOADED:
            return Part(Reason.MEDIA_TYPE, kind)
        if request.method != "GET":
            return self._refused(Part(Reason.SCHEME, request.method), "not a GET", kind)
        if (kept := self.parts.kept(url)) is not None:
            return kept
        if self._asked[url] >= _MAX_REPEATS or self._asked.total() >= self.max_parts:
            return self._refused(Part(Reason.MAX_URLS, url[:300]), "too many")
        return await self._fetched(url, kind, request.headers.get("accept", "*/*"))

    def _document(self) -> Part:
        """The page itself, once: neither frames nor other pages are loaded."""
        if self._is_served or self.source.body is None:
            return self._refused(Part(Reason.OFF_SITE, "another page"), "other pages")
        self._is_served = True
        self._changed_at = asyncio.get_running_loop().time()
        # Decoded by the rules of the crawl: browsers believe labels that are wrong.
        decoded = decode_html(self.source.body.read(), self.source.declared_charset)
        return Part(headers=HTML_UTF8, body=decoded.text.encode("utf-8", "replace"))

    async def _fetched(self, url: str, kind: str, accept: str) -> Part:
        self._asked[url] += 1
        self._under_way += 1
        self.on_wait(url)
        try:
            part = await self.parts.fetch(url, kind=kind, accept=accept)
        finally:
            self._under_way -= 1
            self._changed_at = asyncio.get_running_loop().time()
        self.wire_bytes += part.wire_bytes
        if part.is_failure:
            self.failure = self.failure or part
        return part if part.reason is Reason.NONE else self._refused(part, part.reason, kind)

    def _refused(self, part: Part, why: str, kind: str = "") -> Part:
        self._counts[why] += 1
        self.lacks_data = self.lacks_data or kind in ("fetch", "xhr")
        return part
