"""Rows to Arrow and back: a table's schema is its row's dataclass, read once."""

import types
import typing
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import date, datetime
from enum import StrEnum
from itertools import islice

import numpy as np
import pyarrow as pa

from indexers.vectors import EmbeddingMatrix
from schemas.index import ChunkRow, DocumentRow, UrlRow
from schemas.lexicon import LexiconEntry

Row = ChunkRow | DocumentRow | UrlRow | LexiconEntry
RowT = typing.TypeVar("RowT", ChunkRow, DocumentRow, UrlRow, LexiconEntry)

BATCH_ROWS = 2048

_ARROW: dict[object, pa.DataType] = {
    str: pa.string(),
    bool: pa.bool_(),
    int: pa.int64(),
    float: pa.float64(),
    date: pa.date32(),
    datetime: pa.timestamp("us", tz="UTC"),
    tuple[str, ...]: pa.list_(pa.string()),
}


_METADATA_OF = {
    "source": "url",
    "title": "title",
    "page": "page_first",
    "page_last": "page_last",
    "date": "date",
    "is_archive": "is_archive",
    "is_authoritative": "is_authoritative",
    "authority_topic": "authority_topic",
}
"""The ``metadata`` column, for readers who know nothing of ours: LangChain and LlamaIndex hand
it on with each text (LlamaIndex fails without it). Its field, and the column that it repeats."""


def arrow_schema(row_type: type[Row], dimension: int | None = None) -> pa.Schema:
    """The Arrow schema of rows of ``row_type``; with ``dimension``, that of chunks with vectors.

    >>> arrow_schema(UrlRow).field("doc_id").nullable, arrow_schema(UrlRow).field("url").nullable
    (True, False)
    """
    hints = typing.get_type_hints(row_type)
    columns = [_column(field.name, hints[field.name]) for field in fields(row_type)]
    if dimension is not None:
        columns.append(pa.field("metadata", pa.struct(_METADATA), nullable=False))
        columns.append(pa.field("vector", pa.list_(pa.float32(), dimension), nullable=False))
    return pa.schema(columns)


def row_batches(row_type: type[RowT], rows: Iterable[RowT]) -> Iterator[pa.RecordBatch]:
    """``rows`` as record batches, one at a time."""
    schema, remaining = arrow_schema(row_type), iter(rows)
    while some := list(islice(remaining, BATCH_ROWS)):
        yield _batch(schema, some)


def chunk_batches(rows: Iterable[ChunkRow], vectors: EmbeddingMatrix) -> Iterator[pa.RecordBatch]:
    """Chunks with their vectors; row ``i`` of ``vectors`` belongs to the ``i``-th chunk."""
    schema, start = arrow_schema(ChunkRow, vectors.shape[1]), 0
    for batch in row_batches(ChunkRow, rows):
        part = np.ascontiguousarray(vectors[start : start + batch.num_rows], dtype=np.float32)
        start += batch.num_rows
        if len(part) != batch.num_rows:
            raise ValueError(f"more chunks than vectors: {start} chunks, {len(vectors)} vectors")
        facts = pa.StructArray.from_arrays(
            [batch.column(column) for column in _METADATA_OF.values()], fields=_METADATA
        )
        column = pa.FixedSizeListArray.from_arrays(pa.array(part.ravel()), vectors.shape[1])
        yield pa.RecordBatch.from_arrays([*batch.columns, facts, column], schema=schema)
    if start != len(vectors):
        raise ValueError(f"more vectors than chunks: {start} chunks, {len(vectors)} vectors")


def read_rows(row_type: type[RowT], batch: pa.RecordBatch | pa.Table) -> list[RowT]:
    """The rows of ``batch``; columns that it lacks (a text left out) take an empty value."""
    hints, names = typing.get_type_hints(row_type), set(batch.schema.names)
    columns: list[Sequence[object]] = []
    for field in fields(row_type):
        if field.name not in names:
            columns.append([_EMPTY.get(hints[field.name])] * batch.num_rows)
            continue
        values = batch.column(field.name).to_pylist()
        columns.append(_restored(values, hints[field.name]))
    return [row_type(*values) for values in zip(*columns, strict=True)]


_EMPTY: dict[object, object] = {str: "", bool: False, int: 0, float: 0.0, tuple[str, ...]: ()}


def _restored(values: list[typing.Any], hint: object) -> Sequence[object]:
    if hint == tuple[str, ...]:
        return [tuple(value) for value in values]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return [hint(value) for value in values]
    return values


def _batch(schema: pa.Schema, rows: Sequence[Row]) -> pa.RecordBatch:
    arrays = [
        pa.array([_storable(getattr(row, field.name)) for row in rows], type=field.type)
        for field in schema
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _storable(value: object) -> object:
    """``value``, without the lone surrogates that Arrow's UTF-8 has no place for."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "replace").decode("utf-8")
    return value


def _metadata_fields() -> "list[pa.Field[pa.DataType]]":
    hints = typing.get_type_hints(ChunkRow)
    return [_column(name, hints[column]) for name, column in _METADATA_OF.items()]


def _column(name: str, hint: object) -> "pa.Field[pa.DataType]":
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    nullable = type(None) in options
    kind = next(option for option in options if option is not type(None))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        kind = str
    return pa.field(name, _ARROW[kind], nullable=nullable)


_METADATA = _metadata_fields()
