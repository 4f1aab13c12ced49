"""Bytes by their hash: written aside and renamed, compressed when it pays, verified when read."""

import gzip
import hashlib
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from schemas.errors import SnapshotError

_PLAIN, _PACKED = ".raw", ".gz"
_SAMPLE = 1 << 16
_STEP = 1 << 20


class BlobStore:
    """A folder ``ab/abcdef….gz``; equal bytes are stored once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, sha256: str, source: IO[bytes]) -> None:
        """Store what ``source`` holds from its start, unless it is there already."""
        if self._find(sha256) is not None:
            return
        source.seek(0)
        sample = source.read(_SAMPLE)
        # PDFs and office files are compressed inside: packing them again only costs time.
        pays = len(zlib.compress(sample, 1)) < 0.8 * len(sample)
        target = self._path(sha256, _PACKED if pays else _PLAIN)
        target.parent.mkdir(exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".new-")
        try:
            source.seek(0)
            with os.fdopen(handle, "wb") as raw:
                if pays:
                    # mtime=0: equal bytes give equal files.
                    with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
                        shutil.copyfileobj(source, packed, _STEP)
                else:
                    shutil.copyfileobj(source, raw, _STEP)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def get(self, sha256: str) -> bytes:
        """The bytes with this hash; raises `SnapshotError` if they are absent or damaged."""
        path = self._find(sha256)
        if path is None:
            raise SnapshotError(
                f"body {sha256} is not in the snapshot; the next crawl reads its page again after "
                "`millesime snapshot verify --repair`"
            )
        try:
            data = (
                path.read_bytes() if path.suffix == _PLAIN else gzip.decompress(path.read_bytes())
            )
        except (OSError, EOFError, zlib.error) as error:
            raise SnapshotError(f"{path}: cannot be read ({error})") from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise SnapshotError(f"{path}: its bytes do not match its name; the file is damaged")
        return data

    def has(self, sha256: str) -> bool:
        """Whether a file for this hash exists (not whether it is sound)."""
        return self._find(sha256) is not None

    def remove(self, sha256: str) -> int:
        """Delete; how many bytes of disk came free."""
        path = self._find(sha256)
        if path is None:
            return 0
        size = path.stat().st_size
        path.unlink()
        return size

    def names(self) -> Iterator[str]:
        """Every stored hash, sorted."""
        for path in sorted(self._folder.glob("??/*")):
            if path.suffix in (_PLAIN, _PACKED):
                yield path.stem

    def leftovers(self) -> Iterator[Path]:
        """Temporary files of processes that were killed."""
        yield from self._folder.glob("??/.new-*")

    def _path(self, sha256: str, suffix: str) -> Path:
        return self._folder / sha256[:2] / f"{sha256}{suffix}"

    def _find(self, sha256: str) -> Path | None:
        paths = (self._path(sha256, suffix) for suffix in (_PACKED, _PLAIN))
        return next((path for path in paths if path.exists()), None)
