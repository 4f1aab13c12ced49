"""One URL asked to its end: redirects hop by hop, each through the same checks."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from ingest.crawl.exchange import Answer, Request
from ingest.crawl.reasons import Reason
from ingest.crawl.scope import Scope, Verdict
from schemas.urls import CanonicalUrl, wire_url

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PERMANENT = frozenset({301, 308})  # RFC 9110, 15.4: the others keep the identity

Ask = Callable[[Request], Awaitable[Answer]]
MayFetch = Callable[[str, CanonicalUrl], Awaitable[Verdict]]
"""Whether scope and robots.txt let a redirect lead to this URL (as found, canonical)."""


@dataclass(frozen=True, slots=True)
class WalkRules:
    """What a walk needs besides the request."""

    ask: Ask
    may_fetch: MayFetch
    scope: Scope
    max_redirects: int


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a request ended. With `moved_to`, nobody has asked the target yet."""

    answer: Answer
    moved_to: str = ""
    reason: Reason = Reason.NONE
    detail: str = ""
    hops: int = 0


async def walk(request: Request, rules: WalkRules) -> Walk:
    """Ask, and follow temporary redirects; a permanent one to another page ends the walk."""
    asked: set[str] = set()
    start = rules.scope.key(request.url)
    for hops in range(rules.max_redirects + 1):
        answer = await rules.ask(request)
        location = answer.headers.get("location", "")
        if answer.status not in _REDIRECTS or not location:
            return Walk(answer, hops=hops)
        target = _target(request.url, location)
        # A redirect to itself is no loop while the cookies change.
        if target in asked and not answer.sets_cookie:
            return Walk(answer, reason=Reason.REDIRECT_LOOP, detail=target, hops=hops)
        asked.add(target)
        refusal = await _refusal(target, rules)
        if refusal is not None:
            return Walk(answer, reason=refusal.reason, detail=refusal.detail, hops=hops)
        if answer.status in _PERMANENT and rules.scope.key(target) != start:
            return Walk(answer, moved_to=target, hops=hops)
        request = replace(request, url=target, etag="", last_modified="")
    detail = f"more than {rules.max_redirects}"
    return Walk(answer, reason=Reason.TOO_MANY_REDIRECTS, detail=detail, hops=hops)


def _target(url: str, location: str) -> str:
    """The redirect's target; raw octets of a Location header are UTF-8 on most servers."""
    try:
        text = location.encode("latin-1").decode("utf-8")
    except UnicodeError:
        text = location
    try:
        return wire_url(urljoin(url, text.strip()))
    except ValueError:
        return text.strip()


async def _refusal(target: str, rules: WalkRules) -> Verdict | None:
    try:
        key = rules.scope.key(target)
    except ValueError as error:
        return Verdict(Reason.REDIRECT_REFUSED, f"{target[:300]!r}: {error}")
    verdict = await rules.may_fetch(target, key)
    if verdict:
        return None
    if verdict.reason is Reason.OFF_SITE:
        return Verdict(Reason.REDIRECT_OFF_SITE, target[:300])
    return Verdict(Reason.REDIRECT_REFUSED, f"{target[:300]} ({verdict.reason})")
