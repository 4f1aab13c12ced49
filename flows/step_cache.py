"""Results of pure steps, kept by everything they depend on.

A row is found again only when its key is equal, and the key is a hash of the input bytes,
the settings that the step reads and the step's version. So there is nothing to invalidate:
the whole file may be deleted at any time, and costs only the work of doing it again.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from schemas.errors import SnapshotError


def step_key(*parts: str | int | bytes) -> str:
    """One key for a list of values; no two different lists share it by concatenation.

    >>> step_key("ab", "c") == step_key("a", "bc")
    False
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


class StepCache:
    """A SQLite file of compressed results; each `put_many` is one transaction."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS results ("
            "step TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, "
            "PRIMARY KEY (step, key)) WITHOUT ROWID"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._db.close()

    def has(self, step: str, keys: Iterable[str]) -> frozenset[str]:
        """Those of ``keys`` that have a result."""
        found = "SELECT 1 FROM results WHERE step = ? AND key = ?"
        return frozenset(key for key in keys if self._db.execute(found, (step, key)).fetchone())

    def get_many(self, step: str, keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """``(key, result)`` for each key that has one, in the order of ``keys``."""
        for key in keys:
            row = self._db.execute(
                "SELECT value FROM results WHERE step = ? AND key = ?", (step, key)
            ).fetchone()
            if row is not None:
                yield key, self._unpacked(row[0])

    def remembered(self, step: str, key: str, make: Callable[[], bytes]) -> bytes:
        """The result under ``key``: kept, or made now and kept."""
        kept = next(self.get_many(step, [key]), None)
        if kept is not None:
            return kept[1]
        made = make()
        self.put_many(step, {key: made})
        return made

    def _unpacked(self, value: bytes) -> bytes:
        try:
            return zlib.decompress(value)
        except zlib.error as error:
            raise SnapshotError(
                f"{self._path}: a result in it is damaged ({error}); delete the file and run "
                "again: it costs only the work"
            ) from error

    def count(self, step: str) -> int:
        """Number of results of ``step``."""
        asked = "SELECT count(*) FROM results WHERE step = ?"
        (count,) = self._db.execute(asked, (step,)).fetchone()
        return int(count)

    def put_many(self, step: str, results: Mapping[str, bytes]) -> None:
        """Keep ``results``; all of them or, after a kill, none."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(
                "INSERT OR REPLACE INTO results VALUES (?, ?, ?)",
                [(step, key, zlib.compress(value, 1)) for key, value in results.items()],
            )

    def collect(self, step: str, keep: Iterable[str]) -> int:
        """Remove the results of ``step`` that are not in ``keep``; the number removed."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("CREATE TEMP TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY)")
            self._db.execute("DELETE FROM kept")
            self._db.executemany("INSERT OR IGNORE INTO kept VALUES (?)", [(k,) for k in keep])
            removed = self._db.execute(
                "DELETE FROM results WHERE step = ? AND key NOT IN (SELECT key FROM kept)", (step,)
            )
            return removed.rowcount

    def shrink(self) -> None:
        """Give the room of removed results back to the disk; no trace of them stays in the file."""
        self._db.execute("VACUUM")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
