"""A small web server on loopback that can behave as badly as a test asks."""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from ingest.crawl import CrawlReport, Snapshot, crawl_site
from schemas.site import SiteProfile


@dataclass(frozen=True)
class Reply:
    """What a route answers; with an ``ETag`` header it answers 304 when that is asked for."""

    body: bytes | str = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "text/html; charset=utf-8"

    def content(self) -> bytes:
        return self.body.encode() if isinstance(self.body, str) else self.body


@dataclass(frozen=True)
class Hit:
    """One request as the server saw it."""

    path: str
    headers: Mapping[str, str]
    at: float
    status: int = 0


class Handler(BaseHTTPRequestHandler):
    """Answers from the site's routes: a `Reply`, or a function that writes by itself."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        site = self.server.site
        reply = site.find(self.path)
        if callable(reply):
            reply = reply(self)
        if reply is None:
            site.note(self, 0)
            return
        status = reply.status
        etag = reply.headers.get("ETag")
        if etag and self.headers.get("If-None-Match") == etag:
            status = 304
        site.note(self, status)
        self.send_reply(reply, status)

    def send_reply(self, reply: Reply, status: int) -> None:
        body = b"" if status == 304 else reply.content()
        self.send_response(status)
        names = {name.lower() for name in reply.headers}
        if "content-type" not in names:
            self.send_header("Content-Type", reply.media_type)
        if "content-length" not in names:
            self.send_header("Content-Length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


Route = Reply | Callable[[Handler], Reply | None]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    site: "Site"

    def handle_error(self, *_: object) -> None:
        """Clients that hang up are part of the tests."""


class Site:
    """Routes, and what was asked of them. `routes` may be changed between two crawls."""

    def __init__(self, routes: Mapping[str, Route]) -> None:
        self.routes: dict[str, Route] = dict(routes)
        self.otherwise: Route = Reply("<h1>Introuvable</h1>", 404)
        self.hits: list[Hit] = []
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.site = self
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def find(self, path: str) -> Route:
        return self.routes.get(path) or self.routes.get(path.partition("?")[0]) or self.otherwise

    def note(self, handler: Handler, status: int) -> None:
        self.hits.append(Hit(handler.path, dict(handler.headers), monotonic(), status))

    def paths(self) -> list[str]:
        """Pages that were asked, without the crawl's own questions."""
        own = ("/robots.txt", "/sitemap.xml", "/millesime-")
        return [hit.path for hit in self.hits if not hit.path.startswith(own)]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 29, 2, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def next_night(self, nights: int = 1) -> None:
        self.now += timedelta(days=nights)


class Crawls:
    """One site, one snapshot, as many nights as a test wants."""

    def __init__(self, site: Site, folder: Path, settings: Mapping[str, Any]) -> None:
        self.site = site
        self.folder = folder
        self.clock = Clock()
        self.extra: dict[str, Any] = {}
        self.reports: list[CrawlReport] = []
        self.settings = {
            "delay_s": 0,
            "retry_wait_s": 0,
            "allow_private_addresses": ("127.0.0.0/8",),
            **settings,
        }

    @property
    def profile(self) -> SiteProfile:
        return SiteProfile.model_validate(
            {
                "name": "Commune de test",
                "start_urls": (f"{self.site.url}/",),
                "contact": "informatique@commune.example",
                "crawl": self.settings,
                **self.extra,
            }
        )

    def run(self) -> CrawlReport:
        with Snapshot.open(self.folder) as snapshot:
            return crawl_site(self.profile, snapshot, clock=self.clock)

    def night(self) -> CrawlReport:
        """A run one day after the last one; the hits of former nights are forgotten."""
        self.clock.next_night()
        self.site.hits.clear()
        return self.run()

    def documents(self) -> list[str]:
        """Paths of the live documents."""
        with Snapshot.open(self.folder) as snapshot:
            return [source.url.removeprefix(self.site.url) for source in snapshot.sources()]

    def states(self) -> dict[str, tuple[str, str]]:
        """State and reason of every URL, by path (whole URL when it is not on the site)."""
        with Snapshot.open(self.folder) as snapshot:
            return {
                row.url.removeprefix(self.site.url): (row.state, row.reason)
                for row in snapshot.urls()
            }


def html(body: str, *, title: str = "Page", head: str = "") -> str:
    """A page with enough words of its own not to be a twin of another."""
    return (
        f"<!doctype html><html lang=fr><head><title>{title}</title>{head}</head>"
        f"<body><main><h1>{title}</h1>{body}</main></body></html>"
    )


Serve = Callable[[Mapping[str, Route]], Site]
StartCrawls = Callable[..., Crawls]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a site; it is stopped after the test."""
    sites: list[Site] = []

    def start(routes: Mapping[str, Route]) -> Site:
        sites.append(Site(routes))
        return sites[-1]

    yield start
    for site in sites:
        site.close()


@pytest.fixture
def crawls(serve: Callable[[Mapping[str, Route]], Site], tmp_path: Path) -> Callable[..., Crawls]:
    """``crawls(routes, **crawl_settings)``: a site and its snapshot."""

    def start(routes: Mapping[str, Route], **settings: object) -> Crawls:
        return Crawls(serve(routes), tmp_path / "snapshot", settings)

    return start
