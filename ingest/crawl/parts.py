"""What a page that is rendered may load: the site's own scripts and data, by the crawl's rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ingest.crawl.exchange import Answer, Request
from ingest.crawl.reasons import ERRORS, Reason
from ingest.crawl.walking import Walk, WalkRules, walk

SCRIPT = "script"
LOADED = frozenset({SCRIPT, "fetch", "xhr"})
"""Kinds of requests (as the browser names them) that are answered; the others fail."""

_TEXTUAL = ("json", "javascript", "ecmascript", "xml", "wasm")
_PASSED_HEADERS = ("content-type", "access-control-")
_MAX_KEPT_BYTES = 32_000_000


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one request of a page, or why it has none."""

    reason: Reason = Reason.NONE
    said: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    wire_bytes: int = 0

    @property
    def is_failure(self) -> bool:
        """Whether it is missing for a while only: then the page would be rendered wrongly."""
        return self.reason in ERRORS


NO_STYLE = Part(headers={"content-type": "text/css"})
"""For every style sheet: applications wait for theirs to arrive, nobody looks at it."""


@dataclass(slots=True)
class Parts:
    """Fetches parts; scripts, which the pages of an application share, once in a run."""

    rules: WalkRules
    """How to ask, and what may be loaded: `may_fetch` is asked for the first URL, too."""
    timeout_s: float
    max_bytes: int
    _scripts: dict[str, Part] = field(default_factory=dict, init=False)
    _kept_bytes: int = field(default=0, init=False)

    def kept(self, url: str) -> Part | None:
        """The script at ``url``, if this run has it."""
        return self._scripts.get(url)

    async def fetch(self, url: str, *, kind: str, accept: str) -> Part:
        """Ask for ``url``, redirects included."""
        try:
            verdict = await self.rules.may_fetch(url, self.rules.scope.key(url))
        except ValueError as error:
            return Part(Reason.BAD_URL, f"{url[:300]}: {error}")
        if not verdict:
            return Part(verdict.reason, f"{url[:300]} ({verdict.reason})")
        asked = Request(url, limit=self._limit, timeout_s=self.timeout_s, accept=accept)
        walked = await self._to_its_end(asked)
        try:
            part = _part(url, walked)
        finally:
            walked.answer.close()
        is_small = self._kept_bytes + len(part.body) <= _MAX_KEPT_BYTES
        if kind == SCRIPT and part.reason is Reason.NONE and part.status == 200 and is_small:
            self._scripts[url] = part
            self._kept_bytes += len(part.body)
        return part

    async def _to_its_end(self, request: Request) -> Walk:
        """A part has no identity of its own: permanent redirects are followed like others."""
        walked = await walk(request, self.rules)
        for _ in range(self.rules.max_redirects):
            if not walked.moved_to:
                return walked
            walked.answer.close()
            walked = await walk(replace(request, url=walked.moved_to), self.rules)
        return replace(walked, reason=Reason.TOO_MANY_REDIRECTS) if walked.moved_to else walked

    def _limit(self, media_type: str) -> int:
        is_textual = not media_type or media_type.startswith("text/")
        return self.max_bytes if is_textual or any(t in media_type for t in _TEXTUAL) else 0


def _part(url: str, walked: Walk) -> Part:
    answer = walked.answer
    reason = walked.reason or answer.reason or _overload(answer)
    wire_bytes = answer.body.wire_bytes if answer.body else 0
    if reason is not Reason.NONE or answer.status is None:
        named = reason or Reason.BAD_RESPONSE
        return Part(named, f"{url[:300]} ({named})", wire_bytes=wire_bytes)
    return Part(
        status=answer.status,
        headers={k: v for k, v in answer.headers.items() if k.startswith(_PASSED_HEADERS)},
        body=answer.body.read() if answer.body else b"",
        wire_bytes=wire_bytes,
    )


def _overload(answer: Answer) -> Reason:
    status = answer.status or 0
    if status == 429:
        return Reason.RATE_LIMITED
    return Reason.SERVER_ERROR if status >= 500 else Reason.NONE
