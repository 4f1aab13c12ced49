"""The crawl: from a site to a snapshot, politely, with a reason for every URL.

* `Snapshot.open(folder)`: the bytes and the ledger; `sources()`, `urls()`, `read_body(sha256)`,
  `last_run()`.
* `crawl_site(profile, snapshot, clock=..., on_event=...)`: one run; returns a `CrawlReport`.
"""

from ingest.crawl.report import CrawlEvent, CrawlReport
from ingest.crawl.run import crawl_site
from ingest.crawl.snapshot import Snapshot

__all__ = ["CrawlEvent", "CrawlReport", "Snapshot", "crawl_site"]
