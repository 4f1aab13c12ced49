"""Chromium, driven by playwright: started when the first page needs it, and cut off the network.

Every request of a page is answered by the crawl itself. What slips past the interception (a
WebSocket, a preconnection, the browser's own questions) is sent to a proxy whose name no resolver
may answer: the browser has no way out of its own, not even to this machine.
"""

import asyncio
import importlib
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""Names by which distributions install it, in the order in which they are looked for."""

ARGUMENTS = (
    "--proxy-server=http://nowhere.invalid:9",
    # Without this rule loopback would not pass by the proxy.
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-pings",
    "--no-first-run",
    "--js-flags=--max-old-space-size=512",
)
_CLOSING_S = 5.0


class BrowserMissing(Exception):
    """There is no browser to render with; the message says what is to be installed."""


class PageRequest(Protocol):
    """What a page asks for."""

    @property
    def url(self) -> str:
        """Absolute, its fragment included."""

    @property
    def method(self) -> str:
        """In capitals."""

    @property
    def resource_type(self) -> str:
        """``document``, ``script``, ``stylesheet``, ``fetch``, ``xhr``, ``image`` ..."""

    @property
    def headers(self) -> Mapping[str, str]:
        """Names in lower case."""


class Route(Protocol):
    """A request of a page that waits for its answer."""

    async def abort(self) -> None:
        """Let it fail as if the network did."""

    async def fulfill(self, *, status: int, headers: dict[str, str], body: bytes) -> None:
        """Answer it."""


class Page(Protocol):
    """One tab."""

    def on(self, event: str, f: Callable[[object], None]) -> None:
        """Call ``f`` at each ``event``."""

    async def goto(self, url: str, *, wait_until: str) -> object:
        """Open ``url``."""

    async def evaluate(self, expression: str, arg: object = None) -> object:
        """What the function ``expression`` returns in the page."""


class Context(Protocol):
    """One profile of the browser: nothing in it outlives a page."""

    def set_default_timeout(self, timeout: float) -> None:
        """In milliseconds; 0 is none."""

    async def route(self, url: str, handler: Callable[[Route, PageRequest], None]) -> None:
        """Give ``handler`` every request whose URL matches."""

    async def new_page(self) -> Page:
        """An empty tab."""

    async def close(self) -> None:
        """Close its tabs and forget it."""


class _Started(Protocol):
    def is_connected(self) -> bool: ...
    async def new_context(self, *, service_workers: str, accept_downloads: bool) -> Context: ...
    async def close(self) -> None: ...


class _Launcher(Protocol):
    async def launch(
        self, *, executable_path: str, headless: bool, args: list[str], chromium_sandbox: bool
    ) -> _Started: ...


class _Driver(Protocol):
    @property
    def chromium(self) -> _Launcher: ...
    async def stop(self) -> None: ...


@dataclass(slots=True)
class Browser:
    """At most one running Chromium; started anew after a crash."""

    error: type[Exception] = RuntimeError
    """What the driver raises, once it is loaded."""
    _driver: _Driver | None = field(default=None, init=False)
    _started: _Started | None = field(default=None, init=False)

    async def new_context(self) -> Context:
        """A fresh profile; raises `BrowserMissing`."""
        if self._started is None or not self._started.is_connected():
            self._started = await self._start()
        context = await self._started.new_context(service_workers="block", accept_downloads=False)
        # The crawl's own limit ends a page.
        context.set_default_timeout(0)
        return context

    async def _start(self) -> _Started:
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        if program is None:
            raise BrowserMissing("there is no chromium on the PATH")
        if self._driver is None:
            try:
                module = importlib.import_module("playwright.async_api")
            except ImportError as error:
                raise BrowserMissing("the package playwright is not installed") from error
            self.error = module.Error
            self._driver = await module.async_playwright().start()
        try:
            return await self._driver.chromium.launch(
                executable_path=program,
                headless=True,
                args=list(ARGUMENTS),
                # Chromium refuses to put root into its sandbox.
                chromium_sandbox=os.geteuid() != 0,
            )
        except self.error as error:
            said = str(error).strip().splitlines()[:1]
            raise BrowserMissing(f"{program} does not start: {''.join(said)}"[:300]) from error

    async def discard(self, context: Context) -> None:
        """Close ``context``; a browser that does not answer any more is ended instead."""
        try:
            async with asyncio.timeout(_CLOSING_S):
                await context.close()
        except (TimeoutError, self.error):
            await self.close()

    async def close(self) -> None:
        """End the driver, which takes its browser along."""
        driver, self._driver, self._started = self._driver, None, None
        if driver is not None:
            await driver.stop()
