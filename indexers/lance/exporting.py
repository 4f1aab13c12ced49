"""The tables of a build as Parquet files, for everything that does not speak LanceDB."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq

from indexers.lance.reader import IndexReader
from schemas.errors import PublishError


def export_parquet(reader: IndexReader, folder: Path) -> Iterator[tuple[Path, int]]:
    """Write every table of the build into ``folder``; the path and the rows of each, as it is done.

    ``chunks.parquet`` has the vectors; only one batch of rows is in memory.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("chunks", "documents", "urls", "lexicon"):
            path, rows = folder / f"{name}.parquet", 0
            batches = reader.batches(name)
            with pq.ParquetWriter(path, batches.schema, compression="zstd") as writer:
                for batch in batches:
                    writer.write_batch(batch)
                    rows += batch.num_rows
            yield path, rows
    except OSError as error:
        raise PublishError(f"{folder} cannot be written ({error})") from error
