"""The snapshot: the bytes of every resource and the ledger. All later steps are functions of it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from ingest.crawl.blobs import BlobStore
from ingest.crawl.ledger import Ledger
from ingest.crawl.links import LinkTable
from ingest.crawl.reasons import Reason
from ingest.crawl.records import UrlRecord, moment
from ingest.crawl.runs import RunRecord, RunTable
from schemas.errors import IndexLocked, SnapshotError
from schemas.index import UrlRow
from schemas.resource import SourceDocument
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

    def read_body(self, sha256: str) -> bytes:
        """The bytes with this hash, verified; raises `SnapshotError`."""
        return self.blobs.get(sha256)

    def last_run(self) -> RunRecord | None:
        """The last run: complete or not, and why not."""
        return self.runs.last()

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
        by_id = {
            record.id: record.url for record in self.ledger.all() if record.alias_of is None
        }
        for record in self.ledger.all():
            found = self.links.found_on(record.id)
            is_alias = record.alias_of is not None
            reason = record.alias_reason if is_alias else record.reason
            detail = by_id.get(record.alias_of or 0, "") if is_alias else record.detail
            yield UrlRow(
                url=record.url,
                state="alias" if is_alias else record.state.value,
                reason=reason.value or (Reason.NONE.value if record.is_live else record.origin),
                detail=detail,
                doc_id=None,
                found_on=found[0] if found else None,
                link_text=found[1] if found else None,
            )
