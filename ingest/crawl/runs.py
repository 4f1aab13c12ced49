"""Crawls and runs: a crawl is one pass over the whole site, which may take several runs."""

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from ingest.crawl.records import moment


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run as the ledger keeps it; ``ended_at`` is ``None`` for one that was killed."""

    id: int
    crawl_id: int
    started_at: datetime | None
    ended_at: datetime | None
    is_complete: bool
    reason: str
    """Why it is incomplete."""
    report: str
    """The `CrawlReport` as JSON."""


class RunTable:
    """Which crawl is open, and what each run came to."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def open_crawl(self) -> int | None:
        """Id of the crawl that is not finished yet."""
        row = self._connection.execute(
            "SELECT id FROM crawl WHERE finished_at IS NULL ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return None if row is None else int(row[0])

    def start_crawl(self, now: float) -> int:
        """Open a new crawl; its id."""
        cursor = self._connection.execute(
            "INSERT INTO crawl (started_at, rules) VALUES (?, '')", (now,)
        )
        return cursor.lastrowid or 0

    def finish_crawl(self, crawl_id: int, now: float) -> None:
        """Close the crawl: the whole site was walked."""
        self._connection.execute("UPDATE crawl SET finished_at = ? WHERE id = ?", (now, crawl_id))

    def start_run(self, crawl_id: int, now: float) -> int:
        """Open a run; its id."""
        cursor = self._connection.execute(
            "INSERT INTO run (crawl_id, started_at) VALUES (?, ?)", (crawl_id, now)
        )
        return cursor.lastrowid or 0

    def first_run(self, crawl_id: int, *, since: float = 0.0) -> int:
        """Id of the first run of a crawl that started after ``since``; there is one."""
        row = self._connection.execute(
            "SELECT min(id) FROM run WHERE crawl_id = ? AND started_at >= ?", (crawl_id, since)
        ).fetchone()
        return int(row[0])

    def end_run(self, run_id: int, now: float, *, reason: str, report: str) -> None:
        """Record how the run ended; an empty ``reason`` means that it is complete."""
        self._connection.execute(
            "UPDATE run SET ended_at = ?, is_complete = ?, reason = ?, report = ? WHERE id = ?",
            (now, not reason, reason, report, run_id),
        )

    def last(self) -> RunRecord | None:
        """The last run, killed ones included."""
        row = self._connection.execute(
            "SELECT id, crawl_id, started_at, ended_at, is_complete, reason, report "
            "FROM run ORDER BY id DESC LIMIT 1"
        ).fetchone()
        if row is None:
            return None
        run_id, crawl_id, started, ended, complete, reason, report = row
        why = reason or ("" if complete else "killed" if ended is None else "")
        return RunRecord(
            run_id, crawl_id, moment(started), moment(ended or 0), bool(complete), why, report
        )

    def rules(self) -> str:
        """Fingerprint of the rules by which every known URL was last judged."""
        row = self._connection.execute(
            "SELECT rules FROM crawl WHERE rules <> '' ORDER BY id DESC LIMIT 1"
        ).fetchone()
        return "" if row is None else str(row[0])

    def note_rules(self, crawl_id: int, fingerprint: str) -> None:
        """All known URLs were judged by these rules."""
        self._connection.execute("UPDATE crawl SET rules = ? WHERE id = ?", (fingerprint, crawl_id))
