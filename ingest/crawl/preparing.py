"""Before the walk: robots.txt, known URLs, sitemaps, the site's "not found", the start pages."""

import secrets
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from ingest.crawl.exchange import Request
from ingest.crawl.frontier import Found
from ingest.crawl.judging import NotFoundPage
from ingest.crawl.page import read_page
from ingest.crawl.reasons import Reason
from ingest.crawl.records import UrlRecord
from ingest.crawl.rejudging import judge_known_urls
from ingest.crawl.session import Session
from ingest.crawl.sitemap_walk import SitemapReader, sitemap_urls
from ingest.crawl.sitemaps import SitemapEntry
from ingest.crawl.visiting import HostLeftAlone, has_answered


async def prepare(session: Session) -> str:
    """All of it in order; a sentence when the site cannot be reached, else an empty one."""
    if unreachable := await _read_robots(session):
        return unreachable
    judge_known_urls(session)
    await _read_sitemaps(session)
    await _probe_not_found(session)
    return await _visit_starts(session)


async def _read_robots(session: Session) -> str:
    visitor = session.visitor
    forbidden: list[str] = []
    for url in session.profile.start_urls:
        try:
            rules = await visitor.robots.rules(url)
        except HostLeftAlone:
            rules = None
        if rules is None:
            session.lack("robots_unavailable")
            why = visitor.robots.notes[-1] if visitor.robots.notes else f"{url}: no answer"
            return f"{why}; nothing was deleted"
        host = urlsplit(visitor.scope.key(url)).netloc
        if note := visitor.manners.obey_crawl_delay(host, rules.crawl_delay_s):
            session.tally.notes.append(note)
        if not rules.allows(url):
            forbidden.append(url)
    if len(forbidden) == len(session.profile.start_urls):
        session.lack("robots_forbids_start")
        return f"robots.txt forbids every start URL ({forbidden[0]}); nothing was deleted"
    return ""


async def _read_sitemaps(session: Session) -> None:
    visitor, settings = session.visitor, session.profile.crawl
    reader = SitemapReader(session.snapshot.ledger, visitor.page_rules, settings)
    urls: list[str] = []
    for start in session.profile.start_urls:
        rules = await visitor.robots.rules(start)
        named = rules.sitemaps if rules else ()
        urls += sitemap_urls(urljoin(start, "/").rstrip("/"), named, settings)

    def meet(entry: SitemapEntry) -> None:
        _meet_entry(session, entry)

    try:
        allowed = [url for url in dict.fromkeys(urls) if await _may_read(session, url)]
        walked = await reader.read(allowed, meet, session.now())
    except HostLeftAlone:
        session.lack("host_unavailable")
        return
    session.tally.notes += reader.notes
    if walked.is_suddenly_empty:
        session.lack("sitemap_empty")


async def _may_read(session: Session, url: str) -> bool:
    """Whether a sitemap lies on the site, and robots.txt allows it."""
    scope = session.visitor.scope
    try:
        is_ours = scope.identity.holds(scope.key(url))
    except ValueError:
        is_ours = False
    if not is_ours:
        session.tally.notes.append(f"sitemap {url}: not on this site, not read")
        return False
    rules = await session.visitor.robots.rules(url)
    return rules is not None and rules.allows(url)


def _meet_entry(session: Session, entry: SitemapEntry) -> None:
    ledger = session.snapshot.ledger
    record = ledger.get(session.recorder.frontier.meet(entry.url, Found(1, "sitemap")))
    if entry.lastmod and record.sitemap_lastmod != entry.lastmod:
        ledger.save(replace(record, sitemap_lastmod=entry.lastmod))


async def _probe_not_found(session: Session) -> None:
    """Learn how the site answers for a path that cannot exist."""
    visitor = session.visitor
    url = urljoin(session.profile.start_urls[0], f"/millesime-{secrets.token_hex(8)}")
    rules = await visitor.robots.rules(url)
    if not session.profile.crawl.probe_soft_404 or rules is None or not rules.allows(url):
        return
    timeout_s = session.profile.crawl.timeout_s
    try:
        answer = await visitor.ask(Request(url, visitor.page_limit, timeout_s=timeout_s))
    except HostLeftAlone:
        return
    if answer.status == 200 and answer.body is not None and answer.media_type == "text/html":
        page = read_page(answer.body.read(), url=url, declared_charset=answer.declared_charset)
        visitor.not_found = NotFoundPage(page.title, page.h1, page.text_sha256, page.word_count)
        session.tally.notes.append("the site answers 200 for a path that does not exist")
    answer.close()


async def _visit_starts(session: Session) -> str:
    """Start pages and pinned pages are met; the start pages are asked first."""
    ledger = session.snapshot.ledger
    with ledger.transaction():
        starts = _pin(session)
    before = {url_id: ledger.get(url_id) for url_id in starts}
    for url_id in starts:
        await session.visit(url_id)
    after = {url_id: ledger.get(url_id) for url_id in starts}
    if not any(map(has_answered, after.values())) or session.stop_reason:
        session.lack("start_unreachable")
        first = after[starts[0]]
        why = f"{first.reason} {first.detail}".strip() or f"status {first.status}"
        return f"no start URL answered ({first.url}: {why}); nothing was deleted"
    if any(_lost_its_links(before[url_id], after[url_id]) for url_id in starts):
        session.lack("start_page_empty")
    return ""


def _pin(session: Session) -> list[int]:
    """Pin what the profile names now, and nothing else; the ids of the start pages."""
    ledger, frontier = session.snapshot.ledger, session.recorder.frontier
    first = session.profile.start_urls[0]
    starts = [
        frontier.meet(url, Found(0, "start", is_pinned=True))
        for url in dict.fromkeys(session.profile.start_urls)
    ]
    pinned = {
        frontier.meet(urljoin(first, rule.url), Found(1, "authority", is_pinned=True))
        for rule in session.profile.authority
    }
    for record in ledger.pinned():
        if record.id not in pinned and record.id not in starts:
            ledger.save(replace(record, is_pinned=False))
    return starts


def _lost_its_links(before: UrlRecord, after: UrlRecord) -> bool:
    """A start page that had links and shows none any more."""
    if before.link_count == 0:
        return False
    is_bare = after.link_count == 0 and after.sha256 != before.sha256
    return after.reason is Reason.BLANK or is_bare
