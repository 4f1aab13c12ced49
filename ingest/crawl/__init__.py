"""The crawl: from a site to a snapshot, politely, with a reason for every URL.

Public functions and values:

* `crawl_site(profile, snapshot, *, clock, on_event=None) -> CrawlReport`: one run. An open crawl
  (killed, or out of budget) is continued. Raises `schemas.errors.SiteUnreachable` after
  recording the run as incomplete, and `IndexLocked` when another process writes the snapshot.
* `plan_crawl(profile, *, clock) -> CrawlPlan`: a dry run; nothing is kept.
* `Snapshot.open(folder)`, a context manager, with
  `sources()` (live documents, `SourceDocument`), `urls()` (every URL, `UrlRow`),
  `read_body(sha256)`, `last_run()`, `story(url, profile=, now=)`, `history(url)`,
  `verify(repair=)`, `collect_garbage()`, `withdraw(pattern, now=, reason=)`, `readmit(pattern)`,
  `import_folder(path, profile=, clock=, base_url=)`, `import_warc`, `export_warc`.

Reading a snapshot loads no network code: `crawl_site` and `plan_crawl` are loaded when asked for.
"""

import importlib
from typing import TYPE_CHECKING

from ingest.crawl.imports import ImportReport
from ingest.crawl.report import CrawlEvent, CrawlReport
from ingest.crawl.runs import RunRecord
from ingest.crawl.snapshot import Snapshot
from ingest.crawl.story import BodyVersion, FetchEntry, Story
from ingest.crawl.upkeep import Garbage, Verification, Withdrawal

if TYPE_CHECKING:
    from ingest.crawl.planning import CrawlPlan, PlannedRefusal, plan_crawl
    from ingest.crawl.run import crawl_site

__all__ = [
    "BodyVersion",
    "CrawlEvent",
    "CrawlPlan",
    "CrawlReport",
    "FetchEntry",
    "Garbage",
    "ImportReport",
    "PlannedRefusal",
    "RunRecord",
    "Snapshot",
    "Story",
    "Verification",
    "Withdrawal",
    "crawl_site",
    "plan_crawl",
]

_LOADED_WHEN_ASKED = {
    "CrawlPlan": "ingest.crawl.planning",
    "PlannedRefusal": "ingest.crawl.planning",
    "plan_crawl": "ingest.crawl.planning",
    "crawl_site": "ingest.crawl.run",
}


def __getattr__(name: str) -> object:
    """PEP 562: the parts that need the network, loaded at their first use."""
    if name not in _LOADED_WHEN_ASKED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_LOADED_WHEN_ASKED[name]), name)
