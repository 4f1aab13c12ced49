"""Pages that are applications: run in a browser that reaches the site only through the crawl.

The page's own bytes were fetched before; whatever its scripts ask for is a GET of the crawl, with
its robots.txt, its rate, its budget and its address rules. What then stands in the document is
judged and stored instead of the empty shell.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from ingest.crawl.bodies import BodyRefused, BodySink
from ingest.crawl.browser import Browser, BrowserMissing, Context, Page, PageRequest, Route
from ingest.crawl.exchange import Answer
from ingest.crawl.parts import LOADED, NO_STYLE, Part, Parts
from ingest.crawl.reasons import Reason

_TICK_S = 0.05
_QUIET_S = 0.5
"""So long after its last answer a page asks for nothing more."""
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


class _Crashed(Exception):
    """The page's process died."""


@dataclass(slots=True)
class Renderer:
    """One page at a time, in one browser for the whole run."""

    parts: Parts
    timeout_s: float
    max_bytes: int
    max_parts: int
    spacing_s: Callable[[str], float]
    """How long a request to the site of a URL may have to wait for its turn."""
    notes: list[str] = field(default_factory=list, init=False)
    """For the operator."""
    _browser: Browser = field(default_factory=Browser, init=False)
    _one_page: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def render(self, source: Answer) -> Answer:
        """``source`` as it stands after its scripts ran; an answer with a reason if it does not.

        What the crawl itself raises (a spent budget, a host left alone) is passed on.
        """
        async with self._one_page:
            try:
                context = await self._browser.new_context()
            except BrowserMissing as error:
                self.notes.append(f"crawl.render: no page is rendered, since {error}")
                return _failed(source, Reason.RENDERER_MISSING, str(error))
            except self._browser.error as error:
                return _failed(source, Reason.RENDER_FAILED, _first_line(error))
            try:
                return await self._within_limit(context, source)
            finally:
                await self._browser.discard(context)

    async def _within_limit(self, context: Context, source: Answer) -> Answer:
        view = _View(source, self.parts, self.max_parts, self._browser.error)
        try:
            async with asyncio.timeout(self.timeout_s) as limit:
                view.on_wait = lambda url: _extend(limit, self.spacing_s(url))
                html = await view.show(context, self.max_bytes)
        except TimeoutError:
            detail = f"its scripts did not come to rest in {self.timeout_s:g} s"
            return _failed(source, Reason.RENDER_FAILED, detail)
        except _Crashed:
            return _failed(source, Reason.RENDER_FAILED, "the page crashed")
        except self._browser.error as error:
            return _failed(source, Reason.RENDER_FAILED, _first_line(error))
        finally:
            await view.stop()
        if view.failure is not None:
            return _failed(source, view.failure.reason, f"rendering needs {view.failure.said}")
        return self._rendered(source, html, view)

    def _rendered(self, source: Answer, html: str | None, view: "_View") -> Answer:
        if html is None:
            return _failed(source, Reason.TOO_LARGE, f"rendered: more than {self.max_bytes} bytes")
        sink = BodySink("", self.max_bytes)
        try:
            sink.feed(b"<!doctype html>\n" + html.encode("utf-8", "replace"))
        except BodyRefused as error:
            sink.body.close()
            return _failed(source, error.reason, error.detail)
        body = sink.finish()
        body.wire_bytes = view.wire_bytes + (source.body.wire_bytes if source.body else 0)
        # Its validators speak for the shell, not for what the scripts put into it.
        kept = {k: v for k, v in source.headers.items() if k not in ("etag", "last-modified")}
        return replace(
            source,
            headers={**kept, "content-type": "text/html; charset=utf-8"},
            body=body,
            detail=view.summary(),
            is_partial=view.lacks_data,
        )

    async def close(self) -> None:
        """End the browser."""
        await self._browser.close()


def _extend(limit: asyncio.Timeout, seconds: float) -> None:
    """Waiting for a turn is good manners: it is not the page's time."""
    when = limit.when()
    if when is not None and not limit.expired():
        limit.reschedule(when + seconds)


@dataclass(slots=True)
class _View:
    """One page while it is shown: what it asked for, and what it was given."""

    source: Answer
    parts: Parts
    max_parts: int
    driver_error: type[Exception]
    on_wait: Callable[[str], None] = lambda _: None
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
    _is_crashed: bool = False

    async def show(self, context: Context, max_bytes: int) -> str | None:
        """The document after its scripts came to rest; ``None`` if it is larger than allowed."""

        # Functions, since playwright writes attributes on the owner of a bound method.
        def take(route: Route, request: PageRequest) -> None:
            self._tasks.add(asyncio.create_task(self._answer(route, request)))

        def note_crash(_page: object) -> None:
            self._is_crashed = True

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
        if self._is_crashed:
            raise _Crashed
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
        content_type = {"content-type": self.source.headers.get("content-type", "text/html")}
        return Part(headers=content_type, body=self.source.body.read())

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


def _failed(source: Answer, reason: Reason, detail: str) -> Answer:
    return replace(source, reason=reason, detail=detail[:300], body=None)


def _first_line(error: Exception) -> str:
    return "".join(str(error).strip().splitlines()[:1]) or type(error).__name__
