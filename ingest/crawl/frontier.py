"""URLs as they are met: judged once, written to the ledger with a reason, queued if allowed."""

import heapq
from collections import Counter
from dataclasses import dataclass, field, replace
from fnmatch import translate
from re import Pattern
from re import compile as compile_pattern

from ingest.crawl.ledger import Ledger
from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import UrlRecord
from ingest.crawl.scope import ALLOWED, Scope, Verdict, grows, template_of
from schemas.urls import CanonicalUrl

_MAX_KEY_CHARS = 4000
_REMEMBERED = 200_000
_REPEATED = 4
"""Rank of what this crawl asked on an earlier night."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where and how a URL was met."""

    depth: int
    origin: str = "link"
    parent: str = ""
    """Canonical URL of the page that links here."""
    is_nofollow: bool = False
    is_pinned: bool = False


@dataclass(slots=True)
class Frontier:
    """The queue of one run, over the ledger that outlives it."""

    ledger: Ledger
    scope: Scope
    now: float
    crawl_id: int = 0
    first_run_id: int = 1 << 62
    """The first run of the crawl under way."""
    _heap: list[tuple[tuple[int, float], int]] = field(default_factory=list)
    _queued: set[int] = field(default_factory=set)
    _remembered: dict[str, tuple[int, int]] = field(default_factory=dict)
    """URL as found to its id and known depth: menus repeat on every page."""
    _templates: Counter[str] = field(default_factory=Counter)
    _withdrawn: Pattern[str] | None = None
    _count: int = 0

    def __post_init__(self) -> None:
        for record in self.ledger.all():
            self._count += 1
            if record.state not in (UrlState.REFUSED, UrlState.GONE):
                self._templates[template_of(record.url)] += 1
        rows = self.ledger.connection.execute("SELECT pattern FROM withdrawal").fetchall()
        if rows:
            self._withdrawn = compile_pattern("|".join(translate(row[0]) for row in rows))

    def __len__(self) -> int:
        return len(self._heap)

    def push(self, record: UrlRecord) -> None:
        """Queue: pinned, then what was never fetched by depth, then the oldest.

        What a killed run had under way comes late: a second kill then costs other pages. What
        this crawl asked on an earlier night comes last.
        """
        if record.id in self._queued:
            return
        self._queued.add(record.id)
        rank = 0 if record.is_pinned else 1 if record.state is UrlState.SEEN else 2
        if record.crawl_id == self.crawl_id and record.state is not UrlState.SEEN:
            rank = _REPEATED
        elif (record.run_id or 0) >= self.first_run_id:
            rank = 3
        order = float(record.depth) if rank < 2 else record.checked_at
        heapq.heappush(self._heap, ((rank, order), record.id))

    def put_back(self, url_id: int) -> None:
        """Return a URL that was taken out and not asked."""
        heapq.heappush(self._heap, ((0, 0.0), url_id))

    @property
    def is_only_repeats(self) -> bool:
        """Whether all that waits was asked in this crawl already, on an earlier night."""
        return not self._heap or self._heap[0][0][0] == _REPEATED

    def pop(self) -> int | None:
        """Id of the next URL to ask; ``None`` when the queue is empty."""
        return heapq.heappop(self._heap)[1] if self._heap else None

    def meet(self, url: str, found: Found) -> int:
        """The id of ``url`` (as found), new or known; queued when it may and must be asked."""
        known = self._remembered.get(url)
        if known is not None and known[1] <= found.depth and not found.is_pinned:
            return known[0]
        record = self._record(url, found)
        if len(self._remembered) < _REMEMBERED and not found.is_nofollow:
            self._remembered[url] = (record.id, min(record.depth, found.depth))
        return record.id

    def judge(self, record: UrlRecord) -> Verdict:
        """What scope, traps and withdrawals say of a known URL."""
        if self._withdrawn is not None and self._withdrawn.fullmatch(record.url):
            return Verdict(Reason.WITHDRAWN, "withdrawn by the operator")
        if not (verdict := self.scope.judge(record.url)):
            return verdict
        settings = self.scope.settings
        if record.depth > settings.max_depth and not record.is_pinned:
            return Verdict(Reason.DEPTH, f"{record.depth} links from a start page")
        if record.query_growth > settings.max_query_growth:
            return Verdict(Reason.QUERY_GROWTH, f"{record.query_growth} longer queries in a row")
        return ALLOWED

    def _record(self, url: str, found: Found) -> UrlRecord:
        try:
            key = self.scope.key(url)
        except ValueError as error:
            is_scheme = "only http" in str(error)
            reason = Reason.SCHEME if is_scheme else Reason.BAD_URL
            raw = CanonicalUrl(url[:_MAX_KEY_CHARS])
            return self.ledger.find(raw) or self._add(
                raw, url, found, Verdict(reason, str(error)[:300])
            )
        key = CanonicalUrl(key[:_MAX_KEY_CHARS])
        known = self.ledger.find(key)
        return self._add(key, url, found, None) if known is None else self._again(known, found)

    def _add(self, key: CanonicalUrl, url: str, found: Found, verdict: Verdict | None) -> UrlRecord:
        growth = 0 if verdict is not None else self._growth(key, found)
        record = UrlRecord(
            id=0,
            url=key,
            fetch_url=url[:_MAX_KEY_CHARS],
            depth=found.depth,
            query_growth=growth,
            origin=found.origin,
            is_pinned=found.is_pinned,
            is_nofollow=found.is_nofollow,
            first_seen=self.now,
        )
        if verdict is None:
            verdict = self.judge(record) and self._limits(record)
        if not verdict:
            state = UrlState.REFUSED
            if verdict.reason is Reason.WITHDRAWN:
                state = UrlState.WITHDRAWN
            record = replace(record, state=state, reason=verdict.reason, detail=verdict.detail)
        self._count += 1
        stored = self.ledger.add(record)
        if stored.state is UrlState.SEEN:
            self.push(stored)
        return stored

    def _limits(self, record: UrlRecord) -> Verdict:
        """Limits that depend on what else is known."""
        settings = self.scope.settings
        if record.is_nofollow:
            return Verdict(Reason.NOFOLLOW, "only links with rel=nofollow lead here")
        if record.is_pinned:
            return ALLOWED
        if self._count >= settings.max_urls:
            return Verdict(Reason.MAX_URLS, f"{self._count} URLs are known")
        template = template_of(record.url)
        if self._templates[template] >= settings.max_urls_per_template:
            return Verdict(Reason.URLS_PER_TEMPLATE, f"{self._templates[template]} like {template}")
        self._templates[template] += 1
        return ALLOWED

    def _growth(self, key: CanonicalUrl, found: Found) -> int:
        if not found.parent or not grows(key, found.parent):
            return 0
        parent = self.ledger.find(CanonicalUrl(found.parent))
        return 1 + (parent.query_growth if parent else 0)

    def _again(self, record: UrlRecord, found: Found) -> UrlRecord:
        """A known URL met again: nearer, pinned now, or by a link that may be followed."""
        is_nearer = found.depth < record.depth
        is_freed = record.reason is Reason.NOFOLLOW and not found.is_nofollow
        if not (is_nearer or is_freed or (found.is_pinned and not record.is_pinned)):
            return record
        changed = replace(
            record,
            depth=min(record.depth, found.depth),
            is_pinned=record.is_pinned or found.is_pinned,
            origin=found.origin if found.is_pinned else record.origin,
            is_nofollow=record.is_nofollow and found.is_nofollow,
        )
        waits = record.state is UrlState.REFUSED and record.reason in (
            Reason.NOFOLLOW,
            Reason.DEPTH,
        )
        if waits and self.judge(changed):
            changed = replace(changed, state=UrlState.SEEN, reason=Reason.NONE, detail="")
            self.push(changed)
        self.ledger.save(changed)
        return changed
