"""All sitemaps of the site, through the same door and rules as its pages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from ingest.crawl.exchange import Answer, Request
from ingest.crawl.ledger import Ledger
from ingest.crawl.sitemaps import MAX_DEPTH, MAX_FILES, Sitemap, SitemapEntry, read_sitemap
from ingest.crawl.walking import WalkRules, walk
from schemas.site import CrawlSettings

Meet = Callable[[SitemapEntry], None]


@dataclass(slots=True)
class SitemapWalk:
    """What the sitemaps of one run say."""

    files: int = 0
    entries: int = 0
    is_suddenly_empty: bool = False
    """A sitemap that listed pages before lists none now."""


class SitemapReader:
    """Reads sitemaps with conditional requests; an unchanged one lists nothing again."""

    def __init__(self, ledger: Ledger, rules: WalkRules, settings: CrawlSettings) -> None:
        self._ledger = ledger
        self._rules = rules
        self._settings = settings
        self.notes: list[str] = []

    async def read(self, urls: list[str], meet: Meet, now: float) -> SitemapWalk:
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
                sitemap, memory = await self._one(url, found)
                children += sitemap.sitemaps
                found.entries += len(sitemap.entries)
                self._keep(url, sitemap, memory, meet, now)
            level = children
        return found

    async def _one(self, url: str, found: SitemapWalk) -> tuple[Sitemap, Answer | None]:
        """The file, and its answer when its validators may be kept."""
        etag, modified, known_entries, children = self._known(url)
        answer, why = await self._ask(url, etag, modified)
        if answer.status == 304:
            return Sitemap(sitemaps=children), None
        if answer.body is None or why:
            if known_entries or answer.status != 404:
                self.notes.append(f"sitemap {url}: {why or f'status {answer.status}'}")
            return Sitemap(), None
        limit = self._settings.max_sitemap_bytes
        sitemap = read_sitemap(answer.body.read(), url=url, max_bytes=limit)
        answer.close()
        if sitemap.note:
            self.notes.append(f"sitemap {url}: {sitemap.note}")
        if known_entries and not sitemap.entries and not sitemap.sitemaps:
            found.is_suddenly_empty = True
            return sitemap, None
        return sitemap, answer

    async def _ask(self, url: str, etag: str, modified: str) -> tuple[Answer, str]:
        """The answer, a permanent redirect followed, and why it is of no use."""
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
            request = replace(request, url=walked.moved_to, etag="", last_modified="")
            walked = await walk(request, self._rules)
        return walked.answer, walked.detail or walked.reason or walked.answer.detail

    def _keep(
        self, url: str, sitemap: Sitemap, answer: Answer | None, meet: Meet, now: float
    ) -> None:
        """Entries and validators in one transaction: a kill between them would lose entries."""
        with self._ledger.transaction():
            for entry in sitemap.entries:
                meet(entry)
            if answer is None:
                return
            etag = answer.headers.get("etag", "")
            modified = answer.headers.get("last-modified", "")
            listed = len(sitemap.entries) + len(sitemap.sitemaps)
            children = "\n".join(sitemap.sitemaps)
            self._ledger.connection.execute(
                "INSERT OR REPLACE INTO sitemap VALUES (?,?,?,?,?,?,?,?)",
                (url, etag, modified, answer.status, listed, children, sitemap.note, now),
            )

    def _known(self, url: str) -> tuple[str, str, int, tuple[str, ...]]:
        row = self._ledger.connection.execute(
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
