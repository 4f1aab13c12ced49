"""The one door to LanceDB, opened at first use: importing it takes about a second."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

import numpy as np
import pyarrow as pa

from indexers.lance.store import Store
from indexers.vectors import EmbeddingMatrix

if TYPE_CHECKING:
    from lancedb.db import DBConnection
    from lancedb.query import LanceVectorQueryBuilder
    from lancedb.table import LanceTable

LANGUAGES: Mapping[str, str] = {"fr": "French", "de": "German", "it": "Italian", "en": "English"}
"""ISO 639-1 to the name of LanceDB's stemmer and stop words."""


def connect(store: Store, build: str) -> "DBConnection":
    """The database in the folder ``build`` of ``store``."""
    options = store.storage_options
    connection: DBConnection = import_module("lancedb").connect(
        store.address(build), storage_options=None if options is None else dict(options)
    )
    return connection


def create_table(
    database: "DBConnection", name: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]
) -> "LanceTable":
    """A new table, loaded batch by batch so that only one is in memory."""
    reader = pa.RecordBatchReader.from_batches(schema, batches)
    made = database.create_table(name, data=reader, schema=schema, mode="create")
    return cast("LanceTable", made)


def open_table(database: "DBConnection", name: str) -> "LanceTable":
    """The table ``name``, at the version that it has now."""
    return cast("LanceTable", database.open_table(name))


def build_indexes(table: "LanceTable", *, text: str, scalars: Iterable[str], language: str) -> None:
    """Full-text index on the column ``text`` and scalar indexes, each built once, after loading.

    A full-text index that grew with its table ranks by other statistics (measured: top-1
    equal for 83 of 102 questions when half the rows came later).
    """
    kinds = import_module("lancedb.index")
    stemmed = LANGUAGES.get(language)
    table.create_index(
        text,
        config=kinds.FTS(
            language=stemmed or "English",
            stem=stemmed is not None,
            remove_stop_words=stemmed is not None,
            ascii_folding=True,
            lower_case=True,
            with_position=False,
        ),
    )
    for column in scalars:
        boolean = pa.types.is_boolean(table.schema.field(column).type)
        table.create_index(column, config=kinds.Bitmap() if boolean else kinds.BTree())


def create_vector_index(table: "LanceTable", partitions: int) -> None:
    """An IVF index over whole vectors: approximate by what it skips, never by what it stores."""
    kinds = import_module("lancedb.index")
    table.create_index(
        "vector", config=kinds.IvfFlat(distance_type="cosine", num_partitions=partitions)
    )


def drop_vector_index(table: "LanceTable") -> None:
    """Take the vector index away: searches are exact again."""
    table.drop_index("vector_idx")


def vector_search(
    table: "LanceTable", query: EmbeddingMatrix, nprobes: int | None
) -> "LanceVectorQueryBuilder":
    """A search by cosine distance: exact, or over ``nprobes`` partitions of the index."""
    search = table.search(np.asarray(query, dtype=np.float32)).distance_type("cosine")
    return search.bypass_vector_index() if nprobes is None else search.nprobes(nprobes)


def unindexed_rows(table: "LanceTable") -> dict[str, int]:
    """Rows that each index of the table does not cover, by the index's name."""
    found = {}
    for index in table.list_indices():
        stats = table.index_stats(index.name)
        found[index.name] = table.count_rows() if stats is None else stats.num_unindexed_rows
    return found
