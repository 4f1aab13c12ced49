"""Where the small files and folders of an index are: on a local disk, or in an object store."""

import fcntl
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from schemas.errors import IndexLocked, NoIndex, PublishError


@dataclass(frozen=True, slots=True)
class ObjectStoreUrl:
    """An index in an S3-compatible store: ``s3://bucket/folder``, and how to reach it."""

    url: str
    storage_options: tuple[tuple[str, str], ...] = ()
    """As LanceDB takes them: ``aws_endpoint``, ``aws_region``, ``aws_access_key_id``, ..."""


IndexLocation = Path | ObjectStoreUrl


class Lease(Protocol):
    """A reader's hold on one build."""

    def release(self) -> None:
        """Let the build go; a second call does nothing."""


class Store(Protocol):
    """What an index asks of the place where it is; a key is a path below its root."""

    @property
    def place(self) -> str:
        """The root, as messages name it."""

    @property
    def has_leases(self) -> bool:
        """Whether a reader's hold on a build is known to a writer."""

    @property
    def storage_options(self) -> Mapping[str, str] | None:
        """What LanceDB needs to reach the place."""

    def read(self, key: str) -> str | None:
        """The text of a file, or ``None``; raises `NoIndex` when it cannot be read."""

    def write(self, key: str, text: str) -> None:
        """Replace a file whole or not at all; raises `PublishError`."""

    def remove(self, key: str) -> None:
        """Remove a file, if it is there."""

    def has(self, key: str) -> bool:
        """Whether the file is there."""

    def folders(self, key: str) -> list[str]:
        """Names of the folders directly below."""

    def begin_folder(self, key: str) -> None:
        """Make an empty folder, in the place of any that is there."""

    def remove_folder(self, key: str) -> None:
        """Remove a folder and everything below it; raises `PublishError` when some of it stays."""

    def size(self, key: str) -> int:
        """Bytes of all files in a folder."""

    def address(self, key: str) -> str:
        """A folder as LanceDB opens it."""

    def held(self) -> AbstractContextManager[None]:
        """The one writer's lock on the whole index; raises `IndexLocked` at once."""

    def lease(self, key: str) -> Lease:
        """A reader's hold on a build; raises ``FileNotFoundError`` when it is gone."""

    def sole_use(self, key: str) -> AbstractContextManager[bool]:
        """Whether no reader has the build; until the block ends, none can take it."""


class LocalStore:
    """A folder on a local disk: atomic renames, and locks that die with their process."""

    has_leases = True
    storage_options = None

    def __init__(self, root: Path) -> None:
        self.root = root
        self.place = str(root)

    def read(self, key: str) -> str | None:
        """The text of a file, or ``None``."""
        try:
            return (self.root / key).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise NoIndex(f"{self.root / key} cannot be read ({error})") from error

    def write(self, key: str, text: str) -> None:
        """Replace a file: a reader sees the old text or the new one, also after a crash."""
        path = self.root / key
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with temporary.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
            _sync(path.parent)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise PublishError(f"{path} cannot be written ({error}); nothing changed") from error

    def remove(self, key: str) -> None:
        """Remove a file, if it is there."""
        (self.root / key).unlink(missing_ok=True)

    def has(self, key: str) -> bool:
        """Whether the file is there."""
        return (self.root / key).exists()

    def folders(self, key: str) -> list[str]:
        """Names of the folders directly below."""
        folder = self.root / key
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []

    def begin_folder(self, key: str) -> None:
        """Make an empty folder with the file that readers hold."""
        folder = self.root / key
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "readers").touch()
        _sync(folder.parent)

    def remove_folder(self, key: str) -> None:
        """Remove a folder and everything below it."""
        folder = self.root / key
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            raise PublishError(f"{folder} cannot be removed whole: mend its rights, and run again")

    def size(self, key: str) -> int:
        """Bytes of all files in a folder."""
        return sum(path.stat().st_size for path in (self.root / key).rglob("*") if path.is_file())

    def address(self, key: str) -> str:
        """A folder as LanceDB opens it."""
        return str(self.root / key)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the index for writing; a kill releases it."""
        try:
            (self.root / "builds").mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.root / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise PublishError(f"{self.root} cannot be written ({error})") from error
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
                raise IndexLocked(
                    f"another run (process {holder or 'unknown'}) is writing to {self.root}: "
                    "wait for its end, or stop it"
                ) from error
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
            yield
        finally:
            os.close(descriptor)

    def lease(self, key: str) -> "FileLease":
        """A shared flock, released with the process; it needs no write access."""
        return FileLease(self.root / key)

    @contextmanager
    def sole_use(self, key: str) -> Iterator[bool]:
        """Whether no reader has the build, and none can take it until the block ends."""
        try:
            descriptor = os.open(self.root / key / "readers", os.O_RDONLY)
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


class FileLease:
    """A shared flock on a build's ``readers`` file: `prune` leaves the build alone meanwhile."""

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


def _sync(path: Path) -> None:
    """Make the names in the folder ``path`` durable."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
