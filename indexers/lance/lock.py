"""One writer at a time: the lock on an index, and proof of holding it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from indexers.lance.layout import IndexFolder
from indexers.lance.store import IndexLocation


@dataclass(frozen=True, slots=True)
class HeldIndex:
    """An index whose lock is held: only `index_lock` makes one, and every writer asks for one."""

    folder: IndexFolder


@contextmanager
def index_lock(index_dir: IndexLocation) -> Iterator[HeldIndex]:
    """Hold the index for writing, or raise `IndexLocked` at once.

    On a disk a kill releases it; in an object store it ends a few minutes after a kill.
    """
    folder = IndexFolder(index_dir)
    with folder.store.held():
        yield HeldIndex(folder)
