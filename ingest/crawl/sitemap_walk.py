"""All sitemaps of the site, through the same door and rules as its pages."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from ingest.crawl.exchange import Request
from ingest.crawl.sitemaps import MAX_DEPTH, MAX_FILES, Sitemap, SitemapEntry, read_sitemap
from ingest.crawl.walking import WalkRules, walk
from schemas.site import CrawlSettings


@dataclass(slots=True)
class SitemapWalk:
    """What the sitemaps of one run say."""

    files: int = 0
    entries: int = 0
    is_suddenly_empty: bool = False
    """A sitemap that listed pages before lists none now."""


class SitemapReader:
    """Reads sitemaps with conditional requests; an unchanged one lists nothing again."""

    def __init__(
        self, connection: sqlite3.Connection, rules: WalkRules, settings: CrawlSettings
    ) -> None:
        self._connection = connection
        self._rules = rules
        self._settings = settings
        self.notes: list[str] = []

    async def read(
        self, urls: list[str], meet: Callable[[SitemapEntry], None], now: float
    ) -> SitemapWalk:
        """Walk from ``urls``; ``meet`` gets every entry of every file that changed."""
        found = SitemapWalk()
        seen: set[str] = set()
        level = list(dict.fromkeys(urls))
        for _ in range(MAX_DEPTH):
            children: list[str] = []
            for url in level:
                if url in seen or found.files >= MAX_FILES:
                    continue
                seen.add(url)
                found.files += 1
                sitemap = await self._one(url, found, now)
                children += sitemap.sitemaps
                for entry in sitemap.entries:
                    found.entries += 1
                    meet(entry)
            level = children
        return found

    async def _one(self, url: str, found: SitemapWalk, now: float) -> Sitemap:
        etag, modified, known_entries, children = self._known(url)
        limit = self._settings.max_sitemap_bytes
        request = Request(
            url,
            limit=lambda _: limit,
            etag=etag,
            last_modified=modified,
            timeout_s=self._settings.timeout_s,
        )
        walked = await walk(request, self._rules)
        if walked.moved_to:
            walked = await walk(Request(walked.moved_to, limit=request.limit), self._rules)
        answer = walked.answer
        if answer.status == 304:
            return Sitemap(sitemaps=children)
        if answer.body is None or walked.reason or answer.reason:
            why = walked.detail or answer.detail or f"status {answer.status}"
            if known_entries or answer.status != 404:
                self.notes.append(f"sitemap {url}: {why}")
            return Sitemap()
        sitemap = read_sitemap(answer.body.read(), url=url, max_bytes=limit)
        answer.close()
        if sitemap.note:
            self.notes.append(f"sitemap {url}: {sitemap.note}")
        if known_entries and not sitemap.entries and not sitemap.sitemaps:
            found.is_suddenly_empty = True
            return sitemap  # its validators are not kept: it is read again next time
        headers = answer.headers
        row = (url, headers.get("etag", ""), headers.get("last-modified", ""), answer.status)
        listed = len(sitemap.entries) + len(sitemap.sitemaps)
        self._connection.execute(
            "INSERT OR REPLACE INTO sitemap VALUES (?,?,?,?,?,?,?,?)",
            (*row, listed, "\n".join(sitemap.sitemaps), sitemap.note, now),
        )
        return sitemap

    def _known(self, url: str) -> tuple[str, str, int, tuple[str, ...]]:
        row = self._connection.execute(
            "SELECT etag, last_modified, entries, children FROM sitemap WHERE url = ?", (url,)
        ).fetchone()
        if row is None:
            return "", "", 0, ()
        return row[0], row[1], row[2], tuple(filter(None, row[3].split("\n")))


def sitemap_urls(origin: str, named: tuple[str, ...], settings: CrawlSettings) -> Iterator[str]:
    """Where to look: what robots.txt and the profile name (maybe relative), then the usual place.

    >>> list(sitemap_urls("http://a.example", ("/s.xml",), CrawlSettings()))
    ['http://a.example/s.xml', 'http://a.example/sitemap.xml']
    """
    for name in (*named, *settings.sitemaps, "/sitemap.xml"):
        yield urljoin(f"{origin}/", name)
