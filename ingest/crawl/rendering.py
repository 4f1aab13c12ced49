"""Pages that are applications: run in a browser that reaches the site only through the crawl.

The page's own bytes were fetched before; whatever its scripts ask for is a GET of the crawl, with
its robots.txt, its rate, its budget and its address rules. What then stands in the document is
judged and stored instead of the empty shell.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ingest.crawl.bodies import BodyRefused, BodySink
from ingest.crawl.browser import Browser, BrowserMissing, Context
from ingest.crawl.exchange import Answer
from ingest.crawl.parts import Parts
from ingest.crawl.reasons import Reason
from ingest.crawl.viewing import HTML_UTF8, View


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
        view = View(source, self.parts, self.max_parts, self._browser.error)
        try:
            async with asyncio.timeout(self.timeout_s) as limit:
                view.limit = limit
                view.on_wait = lambda url: _extend(limit, self.spacing_s(url))
                html = await view.show(context, self.max_bytes)
        except TimeoutError:
            detail = f"its scripts did not come to rest in {self.timeout_s:g} s"
            return _failed(source, Reason.RENDER_FAILED, view.ailment or detail)
        except self._browser.error as error:
            return _failed(source, Reason.RENDER_FAILED, _first_line(error))
        finally:
            await view.stop()
        if view.failure is not None:
            return _failed(source, view.failure.reason, f"rendering needs {view.failure.said}")
        return self._rendered(source, html, view)

    def _rendered(self, source: Answer, html: str | None, view: View) -> Answer:
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
            headers={**kept, **HTML_UTF8},
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


def _failed(source: Answer, reason: Reason, detail: str) -> Answer:
    return replace(source, reason=reason, detail=detail[:300], body=None)


def _first_line(error: Exception) -> str:
    return "".join(str(error).strip().splitlines()[:1]) or type(error).__name__
