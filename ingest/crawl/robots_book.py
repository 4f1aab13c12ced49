"""robots.txt of each origin of the site, asked once a run and kept in the ledger."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from ingest.crawl.exchange import Request
from ingest.crawl.robots import MAX_BYTES, RobotsAnswer, RobotsRules, rules_from
from ingest.crawl.walking import Walk, WalkRules, walk

_EVEN_LARGER = 4 * MAX_BYTES


class RobotsBook:
    """Rules by origin; ``None`` for an origin from which nothing may be fetched now."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        walk_rules: WalkRules,
        clock: Callable[[], datetime],
        *,
        timeout_s: float,
    ) -> None:
        self._connection = connection
        self._walk_rules = walk_rules
        self._clock = clock
        self._timeout_s = timeout_s
        self._known: dict[str, RobotsRules | None] = {}
        self.notes: list[str] = []

    def known(self, origin: str) -> RobotsRules | None:
        """The rules of ``origin`` if this run has asked for them."""
        return self._known.get(origin)

    async def rules(self, url: str) -> RobotsRules | None:
        """The rules that hold for ``url``."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._known:
            self._known[origin] = await self._ask(origin)
        return self._known[origin]

    async def _ask(self, origin: str) -> RobotsRules | None:
        request = Request(
            f"{origin}/robots.txt", limit=lambda _: _EVEN_LARGER, timeout_s=self._timeout_s
        )
        # RFC 9309, 2.3.1.2: redirects are followed, whatever their status; they move nothing.
        found = await walk(request, self._walk_rules)
        for _ in range(self._walk_rules.max_redirects):
            if not found.moved_to:
                break
            request = Request(found.moved_to, limit=request.limit, timeout_s=self._timeout_s)
            found = await walk(request, self._walk_rules)
        now = self._clock()
        answer = _answered(origin, found, now)
        rules = rules_from(answer, self._copy(origin), now)
        if answer.status is not None and answer.status < 500 and answer.status != 429:
            self._keep(answer)
        if rules is None:
            why = answer.detail or f"status {answer.status}"
            self.notes.append(f"{origin}: robots.txt unavailable ({why}), no copy of the last 24 h")
        elif rules.note:
            self.notes.append(f"{origin}: {rules.note}")
        return rules

    def _copy(self, origin: str) -> RobotsAnswer | None:
        row = self._connection.execute(
            "SELECT fetched_at, status, body FROM robots WHERE origin = ?", (origin,)
        ).fetchone()
        if row is None:
            return None
        return RobotsAnswer(origin, datetime.fromtimestamp(row[0], UTC), row[1], bytes(row[2]))

    def _keep(self, answer: RobotsAnswer) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO robots VALUES (?,?,?,?,?)",
            (
                answer.origin,
                answer.fetched_at.timestamp(),
                answer.status,
                answer.body,
                answer.detail,
            ),
        )


def _answered(origin: str, found: Walk, now: datetime) -> RobotsAnswer:
    answer = found.answer
    body = answer.body.read() if answer.body is not None else b""
    answer.close()
    failed = answer.reason.value and f"{answer.reason}: {answer.detail}"
    return RobotsAnswer(origin, now, None if failed else answer.status, body, failed or "")
