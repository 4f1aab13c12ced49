"""The published index: builds that never change, one pointer, and readers that pin a version.

Writers hold the lock (`index_lock`) and pass the proof of it; readers need nothing::

    with index_lock(folder) as held:
        version = new_version(held, now)
        write_build(held, version, content, facts)
        write_report(held, report)
        publish(held, version, now=now)
    with open_index(folder) as reader:
        reader.search_text("déchetterie", 5)
"""

from indexers.lance.build import BuildContent, BuildFacts, new_version, write_build
from indexers.lance.exporting import export_parquet
from indexers.lance.layout import version_name
from indexers.lance.lock import HeldIndex, index_lock
from indexers.lance.publishing import (
    PruneReport,
    VersionSummary,
    pin,
    prune,
    publish,
    published,
    read_report,
    rollback,
    unpin,
    versions,
    write_report,
)
from indexers.lance.reader import AsOf, Hit, IndexReader, literal, open_index
from indexers.lance.store import IndexLocation, ObjectStoreUrl
from indexers.lance.withdrawal import WithdrawalReport, withdraw
from indexers.vectors import EmbeddingMatrix, StoredChunk

__all__ = [
    "AsOf",
    "BuildContent",
    "BuildFacts",
    "EmbeddingMatrix",
    "HeldIndex",
    "Hit",
    "IndexLocation",
    "IndexReader",
    "ObjectStoreUrl",
    "PruneReport",
    "StoredChunk",
    "VersionSummary",
    "WithdrawalReport",
    "export_parquet",
    "index_lock",
    "literal",
    "new_version",
    "open_index",
    "pin",
    "prune",
    "publish",
    "published",
    "read_report",
    "rollback",
    "unpin",
    "version_name",
    "versions",
    "withdraw",
    "write_build",
    "write_report",
]
