"""The only way to the network: one GET, one hop, bounded in every dimension.

Pages, robots.txt, sitemaps and the probe all pass here. Built on httpcore, the transport under
httpx: it follows no redirect, keeps no cookie, reads no proxy from the environment and decodes
nothing by itself, so that each of those is decided here, in sight.
"""

import asyncio
import ssl
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Self
from urllib.parse import urlsplit

import certifi
import httpcore

from ingest.crawl.addresses import AddressPolicy, AddressRefused, GuardedBackend
from ingest.crawl.bodies import BodyRefused, BodySink
from ingest.crawl.cookies import CookieJar
from ingest.crawl.exchange import Answer, Request
from ingest.crawl.reasons import Reason
from ingest.crawl.sniffing import HEAD_BYTES, media_type_of
from schemas.urls import DEFAULT_PORTS, wire_url

_DRAINED_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class DoorRules:
    """Who asks, and what may be connected to."""

    user_agent: str
    allowed_networks: tuple[str, ...] = ()
    connect_timeout_s: float = 10.0
    max_connections: int = 4
    folder: Path | None = None
    """Where large bodies wait while they arrive."""
    extra_ports: frozenset[int] = frozenset()
    """Ports besides 80 and 443: those of the start URLs."""


class Door:
    """An async context manager; `get` never raises for what a server does."""

    def __init__(self, rules: DoorRules) -> None:
        self._rules = rules
        self._cookies = CookieJar()
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=None,
            max_connections=rules.max_connections * 2,
            max_keepalive_connections=rules.max_connections,
            keepalive_expiry=15.0,
            network_backend=GuardedBackend(AddressPolicy(rules.allowed_networks)),
        )
        self._secure: httpcore.AsyncConnectionPool | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.aclose()
        if self._secure is not None:
            await self._secure.aclose()

    async def get(self, request: Request) -> Answer:
        """Ask once. A refusal or a failure is an `Answer` with its reason."""
        answer = Answer(request.url)
        started = monotonic()
        try:
            async with asyncio.timeout(request.timeout_s):
                await self._exchange(request, answer)
        except TimeoutError:
            answer.reason, answer.detail = Reason.TIMEOUT, f"more than {request.timeout_s:g} s"
        except BodyRefused as error:
            answer.reason, answer.detail = error.reason, error.detail
        except AddressRefused as error:
            answer.reason, answer.detail = Reason.ADDRESS, str(error)
        except httpcore.TimeoutException as error:
            answer.reason, answer.detail = Reason.TIMEOUT, _named(error)
        except (httpcore.ConnectError, httpcore.NetworkError, OSError) as error:
            answer.reason, answer.detail = Reason.CONNECTION, _named(error)
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol, ValueError) as error:
            answer.reason, answer.detail = Reason.BAD_RESPONSE, _named(error)
        if answer.reason is not Reason.NONE:
            answer.close()
            answer.body = None
        answer.seconds = monotonic() - started
        return answer

    async def _exchange(self, request: Request, answer: Answer) -> None:
        url = wire_url(request.url)
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
        if port not in (80, 443) and port not in self._rules.extra_ports:
            raise BodyRefused(Reason.PORT, f"port {port}")
        async with self._pool_for(parts.scheme).stream(
            "GET",
            httpcore.URL(
                scheme=parts.scheme,
                host=(parts.hostname or "").encode("ascii"),
                port=parts.port,
                target=(parts.path + (f"?{parts.query}" if parts.query else "")).encode("ascii"),
            ),
            headers=self._headers(request, parts.netloc),
            extensions={"timeout": self._timeouts(request)},
        ) as response:
            answer.status = response.status
            answer.headers = _folded(response.headers)
            answer.sets_cookie = self._cookies.learn(url, response.headers)
            if response.status == 200:
                await self._receive(response, request, answer)
            else:
                await _drain(response)

    async def _receive(self, response: httpcore.Response, request: Request, answer: Answer) -> None:
        encoding = answer.headers.get("content-encoding", "").strip().lower()
        sink = BodySink(encoding, request.limit(""), self._rules.folder)
        answer.body = sink.body
        async for chunk in response.aiter_stream():
            sink.feed(chunk)
            if not answer.media_type and sink.body.size >= HEAD_BYTES:
                self._settle(sink, request, answer)
        sink.finish()
        if not answer.media_type:
            self._settle(sink, request, answer)

    def _settle(self, sink: BodySink, request: Request, answer: Answer) -> None:
        """Now that the head is here: the type, and the limit that goes with it."""
        media_type = media_type_of(sink.body.head[:HEAD_BYTES], answer.declared_media_type)
        limit = request.limit(media_type)
        answer.media_type = media_type
        if limit == 0:
            raise BodyRefused(Reason.MEDIA_TYPE, media_type)
        sink.max_bytes = limit
        if sink.body.size > limit:
            raise BodyRefused(Reason.TOO_LARGE, f"more than {limit} bytes")

    def _headers(self, request: Request, host: str) -> list[tuple[str, str]]:
        headers = [
            ("Host", host),
            ("User-Agent", self._rules.user_agent),
            ("Accept", request.accept),
            ("Accept-Encoding", "gzip"),
        ]
        optional = {
            "If-None-Match": request.etag,
            "If-Modified-Since": request.last_modified,
            "Cookie": self._cookies.header(request.url),
        }
        return headers + [(name, value) for name, value in optional.items() if value]

    def _timeouts(self, request: Request) -> dict[str, float]:
        connect = min(self._rules.connect_timeout_s, request.timeout_s)
        waits = dict.fromkeys(("read", "write", "pool"), request.timeout_s)
        return {"connect": connect, **waits}

    def _pool_for(self, scheme: str) -> httpcore.AsyncConnectionPool:
        """TLS settings cost more than a hundred pages: made only when a site needs them."""
        if scheme == "http":
            return self._pool
        if self._secure is None:
            context = ssl.create_default_context()
            context.load_verify_locations(certifi.where())
            self._secure = httpcore.AsyncConnectionPool(
                ssl_context=context,
                max_connections=self._rules.max_connections * 2,
                max_keepalive_connections=self._rules.max_connections,
                keepalive_expiry=15.0,
                network_backend=GuardedBackend(AddressPolicy(self._rules.allowed_networks)),
            )
        return self._secure


async def _drain(response: httpcore.Response) -> None:
    """Read a short body that nobody needs: only then can the connection serve the next page."""
    left = _DRAINED_BYTES
    async for chunk in response.aiter_stream():
        left -= len(chunk)
        if left < 0:
            return


def _folded(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def _named(error: Exception) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text}"[:200] if text else type(error).__name__
