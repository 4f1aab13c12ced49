"""One writer at a time: an OS lock that dies with its process, and proof of holding it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from indexers.lance.layout import IndexFolder
from schemas.errors import IndexLocked, PublishError


@dataclass(frozen=True, slots=True)
class HeldIndex:
    """An index whose lock is held: only `index_lock` makes one, and every writer asks for one."""

    folder: IndexFolder


@contextmanager
def index_lock(index_dir: Path) -> Iterator[HeldIndex]:
    """Hold the index for writing, or raise `IndexLocked` at once; a kill releases it."""
    folder = IndexFolder(index_dir)
    try:
        folder.builds.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(index_dir / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise PublishError(f"{index_dir} cannot be written ({error})") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
            raise IndexLocked(
                f"another run (process {holder}) is writing to {index_dir}: wait for its end, "
                "or stop it"
            ) from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield HeldIndex(folder)
    finally:
        os.close(descriptor)


class Lease:
    """A reader's hold on one build: `prune` leaves the build alone while it lasts.

    A shared flock, released by `release` or with the process; it needs no write access.
    """

    def __init__(self, build: Path) -> None:
        self._descriptor: int | None = os.open(build / "readers", os.O_RDONLY)
        try:
            # Waits only while `prune` removes this build, which the next line then sees.
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)
            (build / "manifest.json").stat()
        except OSError:
            self.release()
            raise

    def release(self) -> None:
        """Let the build go; a second call does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@contextmanager
def sole_use(build: Path) -> Iterator[bool]:
    """Whether no reader has the build; until the block ends, none can take it."""
    try:
        descriptor = os.open(build / "readers", os.O_RDONLY)
    except FileNotFoundError:
        yield True
        return
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
