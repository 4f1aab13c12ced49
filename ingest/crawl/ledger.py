"""The ledger: every URL ever met, each fetch, and why each URL is where it is (SQLite, WAL).

One writer at a time. Each settled URL is committed at once: in WAL mode that costs
microseconds, and a process that is killed loses at most the requests under way.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any, Self

from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import URL_COLUMNS, UrlRecord
from schemas.errors import IndexTooNew, SnapshotError
from schemas.urls import CanonicalUrl

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE url (
  id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, fetch_url TEXT NOT NULL,
  depth INTEGER NOT NULL, query_growth INTEGER NOT NULL, origin TEXT NOT NULL,
  state TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  target_id INTEGER, alias_of INTEGER, alias_reason TEXT NOT NULL,
  missing_count INTEGER NOT NULL, missing_crawl INTEGER,
  is_pinned INTEGER NOT NULL, is_local INTEGER NOT NULL, is_nofollow INTEGER NOT NULL,
  status INTEGER, etag TEXT NOT NULL, last_modified TEXT NOT NULL, sha256 TEXT NOT NULL,
  body_bytes INTEGER NOT NULL, media_type TEXT NOT NULL, declared_type TEXT NOT NULL,
  charset TEXT NOT NULL, final_url TEXT NOT NULL, first_seen REAL NOT NULL,
  fetched_at REAL NOT NULL, checked_at REAL NOT NULL, full_read_at REAL NOT NULL,
  unchanged_count INTEGER NOT NULL, sitemap_lastmod TEXT NOT NULL, lastmod_read TEXT NOT NULL,
  crawl_id INTEGER, run_id INTEGER, fetch_id INTEGER,
  title TEXT NOT NULL, h1 TEXT NOT NULL, language TEXT NOT NULL, text_sha256 TEXT NOT NULL,
  word_count INTEGER NOT NULL, link_count INTEGER NOT NULL, mojibake INTEGER NOT NULL
);
CREATE INDEX url_by_body ON url (sha256) WHERE sha256 <> '';
CREATE TABLE fetch (
  id INTEGER PRIMARY KEY, url_id INTEGER NOT NULL REFERENCES url (id), run_id INTEGER NOT NULL,
  at REAL NOT NULL, last_at REAL NOT NULL, times INTEGER NOT NULL DEFAULT 1,
  status INTEGER, reason TEXT NOT NULL, detail TEXT NOT NULL, sha256 TEXT NOT NULL,
  body_bytes INTEGER NOT NULL, wire_bytes INTEGER NOT NULL, seconds REAL NOT NULL,
  etag TEXT NOT NULL, last_modified TEXT NOT NULL
);
CREATE INDEX fetch_by_url ON fetch (url_id);
CREATE TABLE context (
  id INTEGER PRIMARY KEY, text TEXT NOT NULL, heading TEXT NOT NULL, row TEXT NOT NULL,
  time TEXT NOT NULL, UNIQUE (text, heading, row, time)
);
CREATE TABLE link (
  page_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, target_id INTEGER NOT NULL,
  context_id INTEGER NOT NULL, is_nofollow INTEGER NOT NULL,
  PRIMARY KEY (page_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX link_by_target ON link (target_id);
CREATE TABLE statement (
  page_id INTEGER NOT NULL, kind TEXT NOT NULL, ordinal INTEGER NOT NULL,
  label TEXT NOT NULL, target_id INTEGER NOT NULL,
  PRIMARY KEY (page_id, kind, ordinal)
) WITHOUT ROWID;
CREATE TABLE robots (
  origin TEXT PRIMARY KEY, fetched_at REAL NOT NULL, status INTEGER, body BLOB NOT NULL,
  detail TEXT NOT NULL
);
CREATE TABLE sitemap (
  url TEXT PRIMARY KEY, etag TEXT NOT NULL, last_modified TEXT NOT NULL, status INTEGER,
  entries INTEGER NOT NULL, children TEXT NOT NULL, note TEXT NOT NULL, checked_at REAL NOT NULL
);
CREATE TABLE crawl (
  id INTEGER PRIMARY KEY, started_at REAL NOT NULL, finished_at REAL, rules TEXT NOT NULL
);
CREATE TABLE run (
  id INTEGER PRIMARY KEY, crawl_id INTEGER NOT NULL, started_at REAL NOT NULL, ended_at REAL,
  is_complete INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '',
  report TEXT NOT NULL DEFAULT ''
);
CREATE TABLE withdrawal (
  pattern TEXT PRIMARY KEY, at REAL NOT NULL, reason TEXT NOT NULL
);
"""

_INSERT = (
    "INSERT INTO url VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,"
    "?,?,?,?,?,?,?,?,?,?,?,?,?)"
)
_SAVE = _INSERT.replace("INSERT", "INSERT OR REPLACE")


class Ledger:
    """One open ledger file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open or create; raises `IndexTooNew` or `SnapshotError`."""
        try:
            connection = sqlite3.connect(path, timeout=30, isolation_level=None)
            version: int = connection.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA_VERSION:
                connection.close()
                raise IndexTooNew(
                    f"{path}: written by a newer version (ledger {version}, this one reads up to "
                    f"{SCHEMA_VERSION}); upgrade, or use another data_dir"
                )
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            # A checkpoint waits for the disk: every 32 MB instead of every 4.
            connection.execute("PRAGMA wal_autocheckpoint=8000")
            if version == 0:
                connection.executescript(
                    f"BEGIN IMMEDIATE;{_SCHEMA}PRAGMA user_version={SCHEMA_VERSION};COMMIT;"
                )
        except sqlite3.DatabaseError as error:
            raise SnapshotError(f"{path}: cannot be opened ({error})") from error
        return cls(connection)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def find(self, url: CanonicalUrl) -> UrlRecord | None:
        """The record of ``url``."""
        row = self.connection.execute("SELECT * FROM url WHERE url = ?", (url,)).fetchone()
        return None if row is None else _record(row)

    def get(self, url_id: int) -> UrlRecord:
        """The record with this id, which exists."""
        row = self.connection.execute("SELECT * FROM url WHERE id = ?", (url_id,)).fetchone()
        return _record(row)

    def all(self) -> Iterator[UrlRecord]:
        """Every record, by URL."""
        for row in self.connection.execute("SELECT * FROM url ORDER BY url"):
            yield _record(row)

    def live(self) -> Iterator[UrlRecord]:
        """Records that stand for a document or for an alias of one, by URL."""
        query = (
            "SELECT * FROM url WHERE state IN ('taken', 'missing') AND sha256 <> '' ORDER BY url"
        )
        for row in self.connection.execute(query):
            yield _record(row)

    def pinned(self) -> list[UrlRecord]:
        """Records that every run asks."""
        return list(map(_record, self.connection.execute("SELECT * FROM url WHERE is_pinned")))

    def refusals(self) -> dict[str, int]:
        """How many known URLs each rule refuses."""
        return dict(
            self.connection.execute(
                "SELECT reason, count(*) FROM url WHERE state = 'refused' "
                "GROUP BY reason ORDER BY reason"
            )
        )

    def add(self, record: UrlRecord) -> UrlRecord:
        """Insert a new record (its id is ignored); the stored one comes back."""
        values = list(_values(record))
        values[0] = None
        cursor = self.connection.execute(_INSERT, values)
        values[0] = cursor.lastrowid
        return _record(tuple(values))

    def save(self, record: UrlRecord) -> None:
        """Replace the stored record."""
        self.connection.execute(_SAVE, _values(record))

    def mark_asked(self, url_id: int, run_id: int) -> None:
        """Note that the URL is about to be asked."""
        self.connection.execute("UPDATE url SET run_id = ? WHERE id = ?", (run_id, url_id))

    def count(self) -> int:
        """How many URLs were ever met."""
        found: int = self.connection.execute("SELECT count(*) FROM url").fetchone()[0]
        return found


def _record(row: Sequence[Any]) -> UrlRecord:
    values = list(row)
    for index, convert in _CONVERSIONS:
        values[index] = convert(values[index])
    return UrlRecord(*values)


_CONVERSIONS: tuple[tuple[int, Callable[[Any], object]], ...] = tuple(
    (URL_COLUMNS.index(name), convert)
    for name, convert in (
        ("state", UrlState),
        ("reason", Reason),
        ("alias_reason", Reason),
        ("is_pinned", bool),
        ("is_local", bool),
        ("is_nofollow", bool),
    )
)
_values = attrgetter(*URL_COLUMNS)
