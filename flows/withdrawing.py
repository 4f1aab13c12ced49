"""Withdrawing documents for data protection: out of the snapshot, the caches and every build."""

import datetime as dt
import glob
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import quote, unquote, urlsplit

from flows.one_url import crawled_snapshot
from flows.snapshots import Collected, collect_caches
from flows.workspace import Workspace
from indexers.lance import WithdrawalReport, index_lock, withdraw
from ingest.crawl import Withdrawal
from schemas.site import SiteProfile
from schemas.urls import SiteIdentity

_KEPT_AS_TYPED = "/*?[]!-%:=&,;@+~.'()"


@dataclass(frozen=True, slots=True)
class Purge:
    """What was purged, place by place."""

    withdrawals: tuple[Withdrawal, ...]
    index: WithdrawalReport
    caches: Collected
    pinned: tuple[str, ...]
    """Topics whose page went: the next run is held until the profile names another."""

    def in_lines(self) -> Iterator[str]:
        """For the operator's records: each URL and each place."""
        urls = [url for each in self.withdrawals for url in each.urls]
        twins = {url for each in self.withdrawals for url in each.by_equal_bytes}
        for url in urls:
            yield f"withdrawn {url}{' (the same bytes)' if url in twins else ''}"
        bodies = sum(each.bodies for each in self.withdrawals)
        freed = sum(each.bytes_freed for each in self.withdrawals)
        yield f"snapshot: {len(urls)} URLs, {bodies} bodies ({freed} bytes) and their history"
        yield (
            f"caches: {self.caches.readings} readings, {self.caches.derived} derived results, "
            f"{self.caches.embeddings} vectors, {self.caches.ocr_pages} recognised pages"
        )
        yield f"index: {len(self.index.urls)} documents out of {len(self.index.builds)} builds"
        for version in self.index.waiting:
            yield f"a reader has the build {version} open: run this again once it has closed"
        for topic in self.pinned:
            yield f"the pinned page of {topic!r} is gone: name another before the next run"
        yield "what matches the pattern is never fetched again; --undo takes that back"


def absolute_patterns(profile: SiteProfile, pattern: str) -> list[str]:
    """``pattern`` over whole canonical URLs: one for each origin when it is a path.

    >>> profile = SiteProfile(name="X", start_urls=("http://a.example/",), contact="it@a.example")
    >>> absolute_patterns(profile, "/dossier é/*")
    ['http://a.example/dossier%20%C3%A9/*']
    """
    encoded = quote(pattern, safe=_KEPT_AS_TYPED)
    if not pattern.startswith("/"):
        return [encoded]
    identity = SiteIdentity.of(profile.start_urls, profile.aliases)
    return [f"{origin}{encoded}" for origin in dict.fromkeys(identity.origins.values())]


def matching_urls(workspace: Workspace, pattern: str) -> list[str]:
    """The URLs of the snapshot that a withdrawal of ``pattern`` would purge by name."""
    patterns = absolute_patterns(workspace.profile, pattern)
    with crawled_snapshot(workspace) as snapshot:
        urls = [str(record.url) for record in snapshot.ledger.all()]
    return [url for url in urls if any(fnmatchcase(url, each) for each in patterns)]


def withdraw_documents(
    workspace: Workspace, pattern: str, *, now: dt.datetime, reason: str = ""
) -> Purge:
    """Purge what ``pattern`` names from everywhere, for good; may be run again after a kill.

    The snapshot goes first: from then on no run brings the documents back.
    """
    patterns = absolute_patterns(workspace.profile, pattern)
    workspace.golden()  # broken questions would end the purge before its last place
    with index_lock(workspace.index_place) as held, crawled_snapshot(workspace) as snapshot:
        done = tuple(snapshot.withdraw(each, now=now, reason=reason) for each in patterns)
        urls = [str(url) for each in done for url in each.urls]
        index = withdraw(held, [*patterns, *map(glob.escape, urls)], now=now)
        bodies = snapshot.collect_garbage()
        caches = collect_caches(workspace, snapshot.sources(), bodies, now=now)
    return Purge(done, index, caches, tuple(_pinned_among(workspace.profile, urls)))


def readmit_documents(workspace: Workspace, pattern: str) -> int:
    """Take a withdrawal back; how many URLs the next run asks again."""
    patterns = absolute_patterns(workspace.profile, pattern)
    with crawled_snapshot(workspace) as snapshot:
        return sum(snapshot.readmit(each) for each in patterns)


def _pinned_among(profile: SiteProfile, urls: list[str]) -> Iterator[str]:
    paths = {unquote(urlsplit(url).path).rstrip("/") for url in urls}
    for rule in profile.authority:
        if unquote(urlsplit(rule.url).path).rstrip("/") in paths:
            yield rule.topic
