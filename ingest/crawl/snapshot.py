"""The snapshot: the bytes of every resource and the ledger. All later steps are functions of it."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Self

from ingest.crawl.blobs import BlobStore
from ingest.crawl.closing import join_addresses
from ingest.crawl.frontier import Frontier
from ingest.crawl.imports import ImportedFile, ImportReport, folder_files, import_files
from ingest.crawl.ledger import Ledger
from ingest.crawl.links import LinkTable
from ingest.crawl.reasons import UrlState
from ingest.crawl.recording import Recorder
from ingest.crawl.records import UrlRecord, moment
from ingest.crawl.runs import RunRecord, RunTable
from ingest.crawl.scope import Scope
from ingest.crawl.story import BodyVersion, Story, history_of, tell_story
from ingest.crawl.upkeep import (
    Garbage,
    Verification,
    Withdrawal,
    collect_garbage,
    readmit,
    verify,
    withdraw,
)
from ingest.crawl.warc import export_warc, warc_files
from schemas.errors import IndexLocked, SnapshotError
from schemas.index import UrlRow
from schemas.resource import SourceDocument
from schemas.site import SiteProfile
from schemas.urls import CanonicalUrl


class Snapshot:
    """One open snapshot; a context manager. Reading needs no lock, writing takes one."""

    def __init__(self, folder: Path, ledger: Ledger) -> None:
        self.folder = folder
        self.ledger = ledger
        self.blobs = BlobStore(folder / "blobs")
        self.links = LinkTable(ledger.connection)
        self.runs = RunTable(ledger.connection)
        self.waiting_folder = folder / "waiting"
        self.waiting_folder.mkdir(exist_ok=True)

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open or create; raises `IndexTooNew` or `SnapshotError`."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SnapshotError(f"{folder}: cannot be created ({error})") from error
        return cls(folder, Ledger.open(folder / "ledger.sqlite"))

    def close(self) -> None:
        """Close the ledger."""
        self.ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the snapshot for writing; raises `IndexLocked` when another process does.

        A lock of the operating system: it dies with its process, however that ends.
        """
        handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise IndexLocked(f"{self.folder}: another run is writing this snapshot") from error
            yield
        finally:
            os.close(handle)

    def recorder(self, scope: Scope, clock: Callable[[], datetime]) -> Recorder:
        """What writes outcomes into this snapshot."""
        frontier = Frontier(self.ledger, scope, clock().timestamp())
        return Recorder(self.ledger, self.links, self.blobs, frontier, clock)

    def read_body(self, sha256: str) -> bytes:
        """The bytes with this hash, verified; raises `SnapshotError`."""
        return self.blobs.get(sha256)

    def last_run(self) -> RunRecord | None:
        """The last run: complete or not, and why not."""
        return self.runs.last()

    def story(self, url: str, *, profile: SiteProfile, now: datetime) -> Story:
        """Everything that is known of ``url``; raises `ValueError` when it is no web address."""
        return tell_story(self.ledger, self.links, Scope.of(profile, now.date()), url, now)

    def history(self, url: CanonicalUrl) -> tuple[BodyVersion, ...]:
        """Every body that ``url`` had and when; former ones are kept for pinned pages only."""
        record = self.ledger.find(url)
        return () if record is None else history_of(self.ledger, record)

    def verify(self, *, repair: bool = False) -> Verification:
        """Check every body by its hash; ``repair`` has the next run fetch bad ones again."""
        with self.writing() if repair else nullcontext():
            return verify(self.ledger, self.blobs, repair=repair)

    def collect_garbage(self) -> Garbage:
        """Remove the bodies that nothing refers to."""
        with self.writing():
            for path in self.waiting_folder.iterdir():
                path.unlink()
            return collect_garbage(self.ledger, self.blobs, self.links)

    def withdraw(self, pattern: str, *, now: datetime, reason: str = "") -> Withdrawal:
        """Purge a canonical URL or a glob (``https://site.example/dossier/*``), for good."""
        with self.writing():
            return withdraw(self.ledger, self.blobs, pattern, now=now.timestamp(), reason=reason)

    def readmit(self, pattern: str) -> int:
        """Take a withdrawal back; how many URLs the next run will ask again."""
        with self.writing():
            return readmit(self.ledger, pattern)

    def import_folder(
        self,
        folder: Path,
        *,
        profile: SiteProfile,
        clock: Callable[[], datetime],
        base_url: str = "",
    ) -> ImportReport:
        """Take in documents that never were on the site; they are never asked from it."""
        return self._import(folder_files(folder, base_url), profile, clock)

    def import_warc(
        self, path: Path, *, profile: SiteProfile, clock: Callable[[], datetime]
    ) -> ImportReport:
        """Take in the responses of a WARC file (extra ``warc``)."""
        return self._import(warc_files(path), profile, clock)

    def export_warc(self, path: Path) -> int:
        """Write the live bodies as a WARC file (extra ``warc``); how many."""
        return export_warc(self.ledger, self.blobs, path)

    def _import(
        self,
        files: Iterator[ImportedFile],
        profile: SiteProfile,
        clock: Callable[[], datetime],
    ) -> ImportReport:
        scope = Scope.of(profile, clock().date())
        with self.writing():
            recorder = self.recorder(scope, clock)
            report = import_files(recorder, files)
            with self.ledger.transaction():
                join_addresses(self.ledger, self.links, is_home=lambda _: False)
        return report

    def sources(self) -> Iterator[SourceDocument]:
        """The live documents, one for each set of aliases, by URL."""
        records = list(self.ledger.live())
        aliases: dict[int, list[UrlRecord]] = {}
        for record in records:
            if record.alias_of is not None:
                aliases.setdefault(record.alias_of, []).append(record)
        languages = self.links.statements("alternate")
        url_of = {record.id: record.alias_of or record.id for record in records}
        by_id = {record.id: record for record in records}
        for record in records:
            if record.alias_of is None:
                others = aliases.get(record.id, [])
                spoken = tuple(
                    (statement.label, by_id[url_of[statement.target_id]].url)
                    for statement in languages.get(record.id, ())
                    if url_of.get(statement.target_id) in by_id
                )
                yield self._source(record, others, spoken)

    def _source(
        self,
        record: UrlRecord,
        others: list[UrlRecord],
        languages: tuple[tuple[str, CanonicalUrl], ...],
    ) -> SourceDocument:
        return SourceDocument(
            url=record.url,
            fetch_url=record.fetch_url,
            body_sha256=record.sha256,
            body_bytes=record.body_bytes,
            media_type=record.media_type,
            declared_media_type=record.declared_type,
            declared_charset=record.charset,
            aliases=tuple(other.url for other in others),
            contexts=self.links.contexts([record.id, *(other.id for other in others)]),
            last_modified=record.last_modified,
            sitemap_lastmod=record.sitemap_lastmod,
            fetched_at=moment(record.checked_at),
            languages=languages,
            is_nofollow=record.is_nofollow,
            is_local_import=record.is_local,
        )

    def urls(self) -> Iterator[UrlRow]:
        """Every URL ever met, with its state and reason, by URL."""
        by_id = {record.id: record.url for record in self.ledger.all() if record.alias_of is None}
        for record in self.ledger.all():
            found = self.links.found_on(record.id)
            is_alias = record.alias_of is not None
            is_waiting = record.state is UrlState.SEEN
            reason = record.alias_reason if is_alias else record.reason
            detail = by_id.get(record.alias_of or 0, "") if is_alias else record.detail
            yield UrlRow(
                url=record.url,
                state="alias" if is_alias else record.state.value,
                reason=reason.value or ("not_fetched_yet" if is_waiting else ""),
                detail=detail,
                doc_id=None,
                found_on=found[0] if found else None,
                link_text=found[1] if found else None,
            )
