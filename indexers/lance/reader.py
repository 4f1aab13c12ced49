"""Reading an index: one version, pinned when it is opened, that pruning leaves alone."""

import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time, tzinfo
from typing import TYPE_CHECKING, Self, cast

import numpy as np
import pyarrow as pa

from indexers.lance import engine
from indexers.lance.layout import IndexFolder
from indexers.lance.moves import live_version
from indexers.lance.store import IndexLocation, Lease
from indexers.lance.tables import BATCH_ROWS, Row, RowT, arrow_schema, read_rows
from indexers.vectors import EmbeddingMatrix, StoredChunk
from schemas.errors import IndexTooOld, NoIndex
from schemas.index import SCHEMA_VERSION, ChunkRow, DocumentRow, IndexManifest, UrlRow
from schemas.lexicon import LexiconEntry

if TYPE_CHECKING:
    from lancedb.expr import Expr
    from lancedb.query import LanceQueryBuilder
    from lancedb.table import LanceTable

AsOf = date | datetime | str | None
"""A day (its last moment), a moment, the name of a build, or ``None`` for what is live."""

_ATTEMPTS = 10

_ROW_TYPES: Mapping[str, type[Row]] = {
    "chunks": ChunkRow,
    "documents": DocumentRow,
    "urls": UrlRow,
    "lexicon": LexiconEntry,
}


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that a search found: cosine distance (less is nearer) or BM25 (more is better)."""

    row: ChunkRow
    score: float


class _Opened:
    """One version's tables and the lease on them, released when nobody holds them."""

    def __init__(self, folder: IndexFolder, manifest: IndexManifest, lease: Lease) -> None:
        self.manifest = manifest
        self.release = weakref.finalize(self, lease.release)
        database = engine.connect(folder.store, folder.build(manifest.version))
        self.tables: Mapping[str, LanceTable] = {
            name: engine.open_table(database, name) for name in _ROW_TYPES
        }
        self._there = {name: set(table.schema.names) for name, table in self.tables.items()}
        if lacking := sorted(self._lacking()):
            raise IndexTooOld(too_old(manifest.version, f"it lacks {', '.join(lacking)}"))

    def _lacking(self) -> Iterator[str]:
        """Columns without which a row would say something else; see `arrow_schema`."""
        for name, row_type in _ROW_TYPES.items():
            for column in arrow_schema(row_type):
                if not column.nullable and column.name not in self._there[name]:
                    yield f"{name}.{column.name}"
        if "vector" not in self._there["chunks"]:
            yield "chunks.vector"

    def batches(self, table: str) -> pa.RecordBatchReader:
        """Every row of a table, batch by batch."""
        batches: pa.RecordBatchReader = self.tables[table].search().to_batches(BATCH_ROWS)
        return batches

    def columns(self, table: str, row_type: type[Row]) -> list[str]:
        """Those of ``row_type`` that the table has: an older one may lack what can be null."""
        return [field.name for field in fields(row_type) if field.name in self._there[table]]


class IndexReader:
    """A pinned version of an index; safe to share between threads.

    It stays on its version until `refresh`, and what it has open is never pruned.
    """

    def __init__(self, folder: IndexFolder, as_of: AsOf, zone: tzinfo) -> None:
        self._folder = folder
        self._as_of = as_of
        self._zone = zone
        self._opened = _open(folder, as_of, zone)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the version go, so that `prune` may remove it."""
        self._opened.release()

    def refresh(self) -> bool:
        """Follow the pointer; whether that led to another version.

        A reader that was opened as of a day or a version stays there.
        """
        if self._as_of is not None:
            return False
        current = self._folder.published()
        if current is None or current.version == self.manifest.version:
            return False
        self._opened = _open(self._folder, None, self._zone)
        return True

    @property
    def manifest(self) -> IndexManifest:
        """The manifest of the version that is open."""
        return self._opened.manifest

    def search_vector(self, vector: EmbeddingMatrix, k: int, where: str | None = None) -> list[Hit]:
        """The ``k`` chunks nearest to ``vector`` among those of the filter ``where`` (SQL).

        Exact, unless the build has a vector index whose recall was measured; a filtered
        search is always exact.
        """
        opened = self._opened
        facts = opened.manifest.vector_index
        nprobes = None if facts is None or where is not None else facts.nprobes
        query = engine.vector_search(opened.tables["chunks"], vector, nprobes)
        query = query.limit(k).select([*opened.columns("chunks", ChunkRow), "_distance"])
        return _hits(_filtered(query, where).to_arrow(), "_distance")

    def search_text(self, query: str, k: int, where: str | None = None) -> list[Hit]:
        """The ``k`` best chunks by full-text search in titles, headings and bodies."""
        # LanceDB takes what stands in quotation marks for a phrase, which the index cannot search.
        words = query.replace('"', " ")
        if not words.strip():
            return []
        opened = self._opened
        search = opened.tables["chunks"].search(words, query_type="fts")
        search = search.limit(k).select([*opened.columns("chunks", ChunkRow), "_score"])
        return _hits(_filtered(search, where).to_arrow(), "_score")

    def chunks(self, where: str | None = None) -> list[ChunkRow]:
        """Every chunk of the filter ``where`` (SQL), by URL and position."""
        rows = self._rows("chunks", ChunkRow, where)
        return sorted(rows, key=lambda row: (row.url, row.ordinal))

    def each_chunk(self) -> Iterator[ChunkRow]:
        """Every chunk without its vector, in no order, a batch in memory at a time."""
        opened = self._opened
        query = opened.tables["chunks"].search().select(opened.columns("chunks", ChunkRow))
        for batch in query.to_batches(BATCH_ROWS):
            yield from read_rows(ChunkRow, batch)

    def stored(self) -> Iterator[StoredChunk]:
        """Every chunk with its vector, a batch in memory at a time."""
        opened = self._opened  # held until the last row, whatever `refresh` does meanwhile
        for batch in opened.batches("chunks"):
            column = cast("pa.FixedSizeListArray[pa.DataType, int]", batch.column("vector"))
            vectors = np.asarray(column.flatten()).reshape(batch.num_rows, -1)
            for row, vector in zip(read_rows(ChunkRow, batch), vectors, strict=True):
                yield StoredChunk(row, vector)

    def batches(self, table: str) -> pa.RecordBatchReader:
        """Every row of ``chunks``, ``documents``, ``urls`` or ``lexicon``, batch by batch."""
        return self._opened.batches(table)

    def documents(self, where: str | None = None, *, with_text: bool = True) -> list[DocumentRow]:
        """Every document of the filter ``where`` (SQL), by URL; texts are empty if left out."""
        left_out = frozenset() if with_text else frozenset({"text"})
        rows = self._rows("documents", DocumentRow, where, left_out)
        return sorted(rows, key=lambda row: row.url)

    def text_lengths(self) -> dict[str, int]:
        """Characters of every document's text, by URL; reads no text into memory."""
        columns: dict[str, str | Expr] = {"url": "url", "length": "character_length(text)"}
        found = self._opened.tables["documents"].search().select(columns).to_arrow()
        return {str(row["url"]): int(row["length"]) for row in found.to_pylist()}

    def document(self, url: str) -> DocumentRow | None:
        """The document at ``url`` (canonical) or with this alias, or ``None``."""
        quoted = literal(url)
        found = self.documents(f"url = {quoted}")
        return next(iter(found or self.documents(f"array_has(aliases, {quoted})")), None)

    def urls(self, where: str | None = None) -> list[UrlRow]:
        """What became of every URL ever met, by URL."""
        return sorted(self._rows("urls", UrlRow, where), key=lambda row: row.url)

    def lexicon(self) -> list[LexiconEntry]:
        """Who holds what, as the documents state it."""
        return self._rows("lexicon", LexiconEntry, None)

    def unindexed_rows(self) -> dict[str, int]:
        """Rows of ``chunks`` that an index does not cover, by the index's name."""
        return engine.unindexed_rows(self._opened.tables["chunks"])

    def _rows(
        self,
        table: str,
        row_type: type[RowT],
        where: str | None,
        left_out: frozenset[str] = frozenset(),
    ) -> list[RowT]:
        opened = self._opened
        names = opened.columns(table, row_type)
        query = opened.tables[table].search().select([n for n in names if n not in left_out])
        found: pa.Table = _filtered(query, where).to_arrow()
        return read_rows(row_type, found)


def open_index(index_dir: IndexLocation, as_of: AsOf = None, *, zone: tzinfo = UTC) -> IndexReader:
    """A reader of what is live, or was live ``as_of`` a day (at its end, in ``zone``).

    Raises `NoIndex` when nothing was published by then or its build is no longer kept,
    `IndexTooNew` when a newer version of Millésime wrote it, `IndexTooOld` when an older one did.
    """
    return IndexReader(IndexFolder(index_dir), as_of, zone)


def literal(value: str) -> str:
    """``value`` as an SQL string for a filter.

    >>> literal("l'école")
    "'l''école'"
    """
    return "'" + value.replace("'", "''") + "'"


def _open(folder: IndexFolder, as_of: AsOf, zone: tzinfo) -> _Opened:
    for _ in range(_ATTEMPTS):
        manifest = _resolve(folder, as_of, zone)
        if manifest.schema_version < SCHEMA_VERSION:
            layout = f"its layout is {manifest.schema_version}, this version reads {SCHEMA_VERSION}"
            raise IndexTooOld(too_old(manifest.version, layout))
        try:
            lease = folder.store.lease(folder.build(manifest.version))
            return _Opened(folder, manifest, lease)
        except FileNotFoundError:
            # Pruned between the pointer and the lease: the pointer has moved on.
            continue
        except (OSError, RuntimeError, ValueError) as error:
            raise NoIndex(f"{folder.place} cannot be opened ({error})") from error
    raise NoIndex(f"the build that {folder.place} shows is gone; `millesime rollback` repairs it")


def too_old(version: str, why: str) -> str:
    """What to do about a build of an older layout."""
    return (
        f"the build {version} was written by an older version of Millésime ({why}): run "
        "`millesime backfill PROFILE`, which makes it anew and asks the website for nothing"
    )


def _resolve(folder: IndexFolder, as_of: AsOf, zone: tzinfo) -> IndexManifest:
    if as_of is None:
        current = folder.published()
        if current is None:
            raise NoIndex(
                f"nothing has been published in {folder.place} yet: run `millesime index`"
            )
        return current
    if isinstance(as_of, str):
        return folder.manifest(as_of)
    if not isinstance(as_of, datetime):
        as_of = datetime.combine(as_of, time.max)
    moment = as_of if as_of.tzinfo is not None else as_of.replace(tzinfo=zone)
    version = live_version(folder.moves(), moment)
    if version is None:
        raise NoIndex(f"nothing had been published in {folder.place} by {moment:%Y-%m-%d}")
    return folder.manifest(version)


def _filtered(query: "LanceQueryBuilder", where: str | None) -> "LanceQueryBuilder":
    return query if where is None else query.where(where, prefilter=True)


def _hits(found: pa.Table, score: str) -> list[Hit]:
    rows = read_rows(ChunkRow, found)
    scores = np.asarray(found.column(score), dtype=np.float64)
    return [Hit(row, float(value)) for row, value in zip(rows, scores, strict=True)]
