"""What a crawl would ask first and what it would refuse, looked at without keeping anything."""

import datetime as dt
from collections.abc import Iterator

from flows.workspace import Workspace
from ingest.crawl import plan_crawl
from ingest.crawl.planning import CrawlPlan


def preview_crawl(workspace: Workspace) -> CrawlPlan:
    """Look at robots.txt, the sitemaps and the start pages; the snapshot is not touched."""
    return plan_crawl(workspace.profile, clock=lambda: dt.datetime.now(dt.UTC))


def preview_in_words(plan: CrawlPlan) -> str:
    """The plan as an operator reads it."""
    return "\n".join(_lines(plan))


def _lines(plan: CrawlPlan) -> Iterator[str]:
    if plan.unreachable:
        yield f"the crawl would not start: {plan.unreachable}"
    yield f"as {plan.user_agent}, {plan.crawl_delay_s:g} s between two requests to one host"
    for origin, came_to in plan.robots:
        yield f"  robots.txt of {origin}: {came_to}"
    for address, entries, note in plan.sitemaps:
        yield f"  sitemap {address}: {entries} URLs {note}".rstrip()
    for note in plan.notes:
        yield f"  note: {note}"
    yield f"{plan.waiting} URLs are known so far; the first that would be asked:"
    yield from (f"  {url}" for url in plan.first_urls)
    if plan.refusals:
        yield f"{len(plan.refusals)} would be refused:"
    for refusal in plan.refusals:
        yield f"  {refusal.reason}: {refusal.url} {refusal.detail}".rstrip()
