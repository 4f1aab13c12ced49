"""Keeping a snapshot sound: proof by hash, garbage, and withdrawal for data protection."""

from dataclasses import dataclass, replace
from fnmatch import translate
from re import compile as compile_pattern

from ingest.crawl.blobs import BlobStore
from ingest.crawl.ledger import Ledger
from ingest.crawl.links import LinkTable
from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import UrlRecord
from schemas.errors import SnapshotError
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check of every body found."""

    checked: int
    damaged: tuple[str, ...]
    """Hashes whose file does not hold the bytes that its name promises."""
    absent: tuple[str, ...]
    """Hashes that the ledger names and the disk lacks."""
    affected: tuple[CanonicalUrl, ...]
    """URLs of the documents concerned."""

    @property
    def is_sound(self) -> bool:
        """Whether every body is there and whole."""
        return not self.damaged and not self.absent


@dataclass(frozen=True, slots=True)
class Garbage:
    """What a collection removed."""

    bodies: int
    bytes_freed: int
    kept: int


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What a withdrawal purged. Index versions that hold these URLs are the indexer's part."""

    pattern: str
    urls: tuple[CanonicalUrl, ...]
    by_equal_bytes: tuple[CanonicalUrl, ...]
    """Of these, URLs that do not match the pattern but serve the same bytes."""
    bodies: int
    bytes_freed: int


def verify(ledger: Ledger, blobs: BlobStore, *, repair: bool = False) -> Verification:
    """Read every body that the ledger names; with ``repair`` the next run fetches bad ones."""
    wanted: dict[str, list[UrlRecord]] = {}
    for record in ledger.live():
        wanted.setdefault(record.sha256, []).append(record)
    damaged: list[str] = []
    absent: list[str] = []
    for sha256 in sorted(wanted):
        if not blobs.has(sha256):
            absent.append(sha256)
            continue
        try:
            blobs.get(sha256)
        except SnapshotError:
            damaged.append(sha256)
    affected = [record for sha256 in (*damaged, *absent) for record in wanted[sha256]]
    if repair:
        for sha256 in damaged:
            blobs.remove(sha256)
        with ledger.transaction():
            for record in affected:
                ledger.save(
                    replace(record, etag="", last_modified="", full_read_at=0.0, crawl_id=None)
                )
    urls = tuple(sorted(record.url for record in affected))
    return Verification(len(wanted), tuple(damaged), tuple(absent), urls)


def collect_garbage(ledger: Ledger, blobs: BlobStore, links: LinkTable) -> Garbage:
    """Remove bodies that nothing refers to; former bodies of pinned pages are referred to."""
    kept = {record.sha256 for record in ledger.live()}
    rows = ledger.connection.execute(
        "SELECT DISTINCT f.sha256 FROM fetch f JOIN url u ON u.id = f.url_id "
        "WHERE u.is_pinned AND f.sha256 <> '' AND f.reason = '' AND u.state <> 'withdrawn'"
    )
    kept |= {row[0] for row in rows}
    freed = bodies = 0
    for sha256 in list(blobs.names()):
        if sha256 not in kept:
            freed += blobs.remove(sha256)
            bodies += 1
    for path in list(blobs.leftovers()):
        freed += path.stat().st_size
        path.unlink()
    links.forget_unused_contexts()
    ledger.connection.execute("VACUUM")
    return Garbage(bodies, freed, len(kept))


def withdraw(
    ledger: Ledger, blobs: BlobStore, pattern: str, *, now: float, reason: str = ""
) -> Withdrawal:
    """Purge every URL that ``pattern`` (a canonical URL, or a glob over it) matches, for good.

    URLs that serve the same bytes go too: what was withdrawn would come back by them.
    """
    matches = compile_pattern(translate(pattern)).fullmatch
    matched = [record for record in ledger.all() if matches(record.url)]
    bodies = {record.sha256 for record in matched if record.sha256}
    others = [r for r in ledger.all() if r.sha256 in bodies and not matches(r.url)]
    # Deleted rows are overwritten, not only unlinked.
    ledger.connection.execute("PRAGMA secure_delete = ON")
    with ledger.transaction():
        for name in (pattern, *(record.url for record in others)):
            ledger.connection.execute(
                "INSERT OR REPLACE INTO withdrawal VALUES (?,?,?)", (name, now, reason)
            )
        for record in (*matched, *others):
            bodies |= _purge(ledger, record)
    ledger.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    still_used = {record.sha256 for record in ledger.live()}
    gone = sorted(bodies - still_used)
    freed = sum(blobs.remove(sha256) for sha256 in gone)
    return Withdrawal(
        pattern,
        tuple(sorted(record.url for record in (*matched, *others))),
        tuple(sorted(record.url for record in others)),
        len(gone),
        freed,
    )


def _purge(ledger: Ledger, record: UrlRecord) -> set[str]:
    """Forget what the record said and had; the hashes of all bodies that it ever had."""
    connection = ledger.connection
    rows = connection.execute(
        "SELECT DISTINCT sha256 FROM fetch WHERE url_id = ? AND sha256 <> ''", (record.id,)
    ).fetchall()
    connection.execute("DELETE FROM fetch WHERE url_id = ?", (record.id,))
    connection.execute(
        "DELETE FROM link WHERE page_id = ? OR target_id = ?", (record.id, record.id)
    )
    connection.execute("DELETE FROM statement WHERE page_id = ?", (record.id,))
    connection.execute("DELETE FROM context WHERE id NOT IN (SELECT context_id FROM link)")
    ledger.save(
        UrlRecord(
            id=record.id,
            url=record.url,
            fetch_url=record.fetch_url,
            depth=record.depth,
            origin=record.origin,
            state=UrlState.WITHDRAWN,
            reason=Reason.WITHDRAWN,
            detail="withdrawn by the operator",
            first_seen=record.first_seen,
        )
    )
    return {row[0] for row in rows}


def readmit(ledger: Ledger, pattern: str) -> int:
    """Take a withdrawal back: its URLs are asked again by the next run; how many."""
    with ledger.transaction():
        ledger.connection.execute("DELETE FROM withdrawal WHERE pattern = ?", (pattern,))
        matches = compile_pattern(translate(pattern)).fullmatch
        found = [r for r in ledger.all() if r.state is UrlState.WITHDRAWN and matches(r.url)]
        for record in found:
            ledger.save(replace(record, state=UrlState.SEEN, reason=Reason.NONE, detail=""))
    return len(found)
