"""One outcome written down: body, record, history, links and statements; all or nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from ingest.crawl.blobs import BlobStore
from ingest.crawl.bodies import Body
from ingest.crawl.frontier import Found, Frontier
from ingest.crawl.judging import follows_links
from ingest.crawl.ledger import Ledger
from ingest.crawl.links import LinkTable, Statement
from ingest.crawl.page import PageFacts, PageLink
from ingest.crawl.reasons import Reason
from ingest.crawl.records import UrlRecord
from ingest.crawl.settling import Outcome, Visit, settle


@dataclass(slots=True)
class Recorder:
    """Where outcomes go, for visits and for imports alike."""

    ledger: Ledger
    links: LinkTable
    blobs: BlobStore
    frontier: Frontier
    clock: Callable[[], datetime]
    crawl_id: int = 0
    run_id: int = 0

    def record(self, url_id: int, outcome: Outcome, body: Body | None) -> UrlRecord:
        """Body first, then one transaction: after a kill the ledger names no absent body."""
        if outcome.reason is Reason.NONE and outcome.sha256 and body is not None:
            self.blobs.put(outcome.sha256, body.file)
        with self.ledger.transaction():
            # What other visits wrote meanwhile (depth, pins) must not be lost.
            current = self.ledger.get(url_id)
            visit = Visit(self.clock().timestamp(), self.crawl_id, self.run_id)
            settled = settle(current, outcome, visit)
            if outcome.moved_to:
                target = self.frontier.meet(
                    outcome.moved_to, Found(current.depth, "redirect", parent=current.url)
                )
                settled = replace(settled, target_id=target)
            if not outcome.is_unchanged:
                settled = replace(settled, fetch_id=self._history(current, settled, outcome, visit))
            is_new = outcome.sha256 != current.sha256
            if outcome.page is not None and is_new and follows_links(outcome):
                self._meet_links(settled, outcome.page)
            self.ledger.save(settled)
        return settled

    def _history(
        self, before: UrlRecord, after: UrlRecord, outcome: Outcome, visit: Visit
    ) -> int | None:
        """Add to the history of fetches; an answer like the last one only raises its count."""
        connection = self.ledger.connection
        if before.fetch_id is not None:
            cursor = connection.execute(
                "UPDATE fetch SET times = times + 1, last_at = ? WHERE id = ? AND reason = ? "
                "AND sha256 = ? AND status IS ?",
                (visit.now, before.fetch_id, outcome.reason, outcome.sha256, outcome.status),
            )
            if cursor.rowcount:
                return before.fetch_id
            connection.execute(
                "UPDATE fetch SET last_at = max(last_at, ?) WHERE id = ? AND sha256 = ?",
                (before.checked_at, before.fetch_id, before.sha256),
            )
        values = _fetch_values(after, outcome, visit)
        return connection.execute(
            "INSERT INTO fetch (url_id, run_id, at, last_at, status, reason, detail, sha256, "
            "body_bytes, wire_bytes, seconds, etag, last_modified) "
            "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
            values,
        ).lastrowid

    def _meet_links(self, record: UrlRecord, page: PageFacts) -> None:
        """Every link gets an address in the ledger, with the words that stand around it."""
        is_nofollow = "nofollow" in page.directives
        links: list[tuple[int, PageLink]] = []
        for link in page.links:
            found = Found(
                record.depth + 1,
                parent=record.url,
                is_nofollow=is_nofollow or link.is_nofollow,
            )
            links.append((self.frontier.meet(link.url, found), link))
        self.links.replace(record.id, links)
        self.links.state(record.id, self._statements(record, page))

    def _statements(self, record: UrlRecord, page: PageFacts) -> list[Statement]:
        depth = record.depth + 1
        stated = [("canonical", "", url) for url in page.canonicals]
        stated += [("alternate", language, url) for language, url in page.alternates]
        if page.refresh_url:
            stated.append(("refresh", "", page.refresh_url))
        return [
            Statement(
                kind,
                label,
                self.frontier.meet(url, Found(depth, "statement", parent=record.url)),
            )
            for kind, label, url in stated
        ]


def _fetch_values(record: UrlRecord, outcome: Outcome, visit: Visit) -> tuple[object, ...]:
    return (
        record.id,
        visit.run_id,
        visit.now,
        visit.now,
        outcome.status,
        outcome.reason,
        outcome.detail[:500],
        outcome.sha256,
        outcome.body_bytes,
        outcome.wire_bytes,
        outcome.seconds,
        outcome.etag,
        outcome.last_modified,
    )
