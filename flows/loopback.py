"""A static web server on 127.0.0.1: what ``millesime demo`` and the tests crawl.

It serves a folder the way a small commune's host does: ``/x`` is the file ``x``, else
``x.html``, else ``x/index.html`` (and the same for ``/x/``); files carry an ETag of their
bytes and a Last-Modified, and a conditional GET gets 304; a missing page gets the folder's
``404.html``. Names are compared after Unicode normalisation, since git and file systems may
turn the decomposed accents of a file name into composed ones.

Pages must work on any port. Files that need an absolute URL (a sitemap, ``robots.txt``, a
canonical or hreflang link) are written with `PLACEHOLDER_ORIGIN`, which is replaced by the
origin of the request: everywhere in ``.xml`` and ``.txt`` files, and inside the ``<link>``
and ``<meta>`` elements of HTML pages.

A file `RULES_FILE` in the folder, which is never served, may add what a bare folder lacks::

    last_modified = "2026-08-17T02:12:00Z"   # of every file; without it, the file's own time

    [redirect]                               # 301
    "/executif" = "/municipalite"
    [status]                                 # the file is served, with this status
    "/ancien" = 410
    [content_type]
    "/documents/fiche.pdf" = "text/html; charset=utf-8"
    [header."/recherche"]                    # an empty value leaves a header out
    X-Robots-Tag = "noindex"
"""

import hashlib
import mimetypes
import re
import threading
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

PLACEHOLDER_ORIGIN = "http://commune.example"
"""Written in files where a URL must be absolute; replaced by the request's own origin."""

RULES_FILE = "_server.toml"
"""Redirects, headers, content types and statuses of the folder; never served."""

_HOST = re.compile(r"[A-Za-z0-9.\-]+(:[0-9]{1,5})?")
_HEAD_ELEMENT = re.compile(rb"<(?:link|meta)\b[^>]*>", re.IGNORECASE)
_TEXT_TYPES = {".html": "text/html", ".txt": "text/plain", ".xml": "application/xml"}


class LoggedRequest(NamedTuple):
    """One request as the server saw it: the path with its query, and the status it got."""

    method: str
    path: str
    status: int


@dataclass(frozen=True, slots=True)
class ServerRules:
    """What `RULES_FILE` says, keyed by URL path (decoded, as in the file)."""

    redirect: Mapping[str, str] = field(default_factory=dict)
    status: Mapping[str, int] = field(default_factory=dict)
    content_type: Mapping[str, str] = field(default_factory=dict)
    header: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    last_modified: datetime | None = None


def read_rules(folder: Path) -> ServerRules:
    """The rules of ``folder``; none when it has no `RULES_FILE`.

    Raises `ValueError` (`tomllib.TOMLDecodeError` included) when the file cannot be read as
    rules, naming an unknown key.
    """
    path = folder / RULES_FILE
    if not path.is_file():
        return ServerRules()
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    unknown = table.keys() - {"redirect", "status", "content_type", "header", "last_modified"}
    if unknown:
        raise ValueError(f"{path}: unknown keys {sorted(unknown)!r}")
    stamp = table.get("last_modified")
    return ServerRules(
        redirect=table.get("redirect", {}),
        status=table.get("status", {}),
        content_type=table.get("content_type", {}),
        header=table.get("header", {}),
        last_modified=None if stamp is None else datetime.fromisoformat(stamp),
    )


def find_file(folder: Path, url_path: str) -> Path | None:
    """The file that answers ``url_path`` (percent-encoded, without its query), or ``None``.

    A path that climbs out of the folder, names a hidden file or `RULES_FILE` has no file.
    """
    parts = [part for part in unquote(url_path).split("/") if part not in ("", ".")]
    if any(not _is_plain(part) for part in parts):
        return None
    index, page = [*parts, "index.html"], [*parts[:-1], f"{(parts or ['index'])[-1]}.html"]
    candidates = [index, page] if url_path.endswith("/") else [parts, page, index]
    found = (_walk(folder, names) for names in candidates)
    root = folder.resolve()
    return next((f for f in found if f is not None and f.resolve().is_relative_to(root)), None)


def _is_plain(part: str) -> bool:
    if part == RULES_FILE or any(char in part for char in "\\\0"):
        return False
    return not part.startswith(".") or part == ".well-known"


def _walk(folder: Path, names: list[str]) -> Path | None:
    """The file reached from ``folder`` by ``names``, whatever their normal form."""
    here = folder
    for name in names:
        exact = here / name
        if not exact.exists():
            same = unicodedata.normalize("NFC", name)
            listing = sorted(here.iterdir()) if here.is_dir() else []
            twins = (e for e in listing if unicodedata.normalize("NFC", e.name) == same)
            if (twin := next(twins, None)) is None:
                return None
            exact = twin
        here = exact
    return here if here.is_file() else None


def with_origin(body: bytes, suffix: str, origin: str) -> bytes:
    """``body`` with `PLACEHOLDER_ORIGIN` replaced by ``origin`` where its kind of file allows.

    >>> page = b'<link rel="canonical" href="http://commune.example/x"> http://commune.example'
    >>> with_origin(page, ".html", "http://127.0.0.1:80")
    b'<link rel="canonical" href="http://127.0.0.1:80/x"> http://commune.example'
    """
    old, new = PLACEHOLDER_ORIGIN.encode(), origin.encode()
    if suffix in (".xml", ".txt"):
        return body.replace(old, new)
    if suffix == ".html":
        return _HEAD_ELEMENT.sub(lambda tag: tag[0].replace(old, new), body)
    return body


class LoopbackServer(ThreadingHTTPServer):
    """Serves ``folder`` on 127.0.0.1; ``port`` 0 takes a free one."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        if not folder.is_dir():
            raise NotADirectoryError(f"not a folder to serve: {str(folder)!r}")
        self.folder = folder
        self.rules = read_rules(folder)
        self.requests: list[LoggedRequest] = []
        super().__init__(("127.0.0.1", port), _FolderHandler)

    @property
    def url(self) -> str:
        """The server's origin, without a final slash: ``http://127.0.0.1:8000``."""
        return f"http://127.0.0.1:{self.server_port}"


class _FolderHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD from the server's folder and rules."""

    server: LoopbackServer
    server_version = "MillesimeLoopback"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    # Headers and body in one packet: two would cost a delayed acknowledgement of 40 ms each.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        url_path = urlsplit(self.path).path
        decoded = unquote(url_path)
        rules = self.server.rules
        if target := rules.redirect.get(decoded):
            self._send(HTTPStatus.MOVED_PERMANENTLY, {"Location": target}, b"")
            return
        path = find_file(self.server.folder, url_path)
        status = rules.status.get(decoded, HTTPStatus.OK)
        if path is None:
            status = rules.status.get(decoded, HTTPStatus.NOT_FOUND)
            path = find_file(self.server.folder, "/404.html")
        if path is None:
            plain = {"Content-Type": "text/plain; charset=utf-8"}
            self._send(status, plain, HTTPStatus(status).phrase.encode())
            return
        self._send_file(status, path, decoded)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send_file(self, status: int, path: Path, url_path: str) -> None:
        body = with_origin(path.read_bytes(), path.suffix.lower(), self._origin())
        headers = {"Content-Type": self._content_type(path, url_path)}
        if status == HTTPStatus.OK:
            headers["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
            stamp = self.server.rules.last_modified
            stamp = stamp or datetime.fromtimestamp(int(path.stat().st_mtime), tz=UTC)
            headers["Last-Modified"] = format_datetime(stamp.astimezone(UTC), usegmt=True)
        headers |= self.server.rules.header.get(url_path, {})
        if status == HTTPStatus.OK and self._is_unchanged(headers):
            status, body = HTTPStatus.NOT_MODIFIED, b""
        self._send(status, headers, body)

    def _is_unchanged(self, headers: Mapping[str, str]) -> bool:
        """RFC 9110, 13.2.2: If-None-Match decides alone when it is there."""
        if (wanted := self.headers.get("If-None-Match")) is not None:
            tags = {tag.strip().removeprefix("W/") for tag in wanted.split(",")}
            return "*" in tags or headers.get("ETag", "") in tags
        since, stamp = self.headers.get("If-Modified-Since"), headers.get("Last-Modified")
        if not since or not stamp:
            return False
        try:
            return parsedate_to_datetime(stamp) <= parsedate_to_datetime(since)
        except (TypeError, ValueError):  # RFC 9110, 13.1.3: an invalid date is ignored
            return False

    def _content_type(self, path: Path, url_path: str) -> str:
        if named := self.server.rules.content_type.get(url_path):
            return named
        suffix = path.suffix.lower()
        if known := _TEXT_TYPES.get(suffix):
            return f"{known}; charset=utf-8"
        return mimetypes.guess_type(path.name)[0] or "application/octet-stream"

    def _origin(self) -> str:
        host = self.headers.get("Host", "")
        return f"http://{host}" if _HOST.fullmatch(host) else self.server.url

    def _send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.server.requests.append(LoggedRequest(self.command, self.path, int(status)))
        self.send_response(status)
        for name, value in headers.items():
            if value:
                self.send_header(name, value)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Stay silent: the server keeps its requests as values."""


@contextmanager
def serve_folder(folder: Path, *, port: int = 0) -> Iterator[LoopbackServer]:
    """Serve ``folder`` on 127.0.0.1 while the block runs.

    Raises `NotADirectoryError` without the folder, `OSError` when ``port`` is taken.
    """
    server = LoopbackServer(folder, port)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
