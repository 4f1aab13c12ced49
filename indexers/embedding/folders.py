"""Folders that are made once, whole or not at all, whoever else tries or dies meanwhile."""

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import ModelError


def build_once(folder: Path, write: Callable[[Path], None], *, needed_mib: int) -> Path:
    """``folder``, written by ``write`` unless it is there already.

    ``write`` gets a path to create beside which it may put scratch files; only when it
    returns does the path take its final name. What a killed build left is removed by the
    next. Raises `ModelError` when the disk has less than ``needed_mib`` or refuses.
    """
    if folder.is_dir():
        return folder
    workplace = folder.with_name(f".{folder.name}.building")
    try:
        with _locked(folder.with_name(f".{folder.name}.lock")):
            if not folder.is_dir():
                shutil.rmtree(workplace, ignore_errors=True)
                _require_space(folder, needed_mib)
                workplace.mkdir()
                write(workplace / folder.name)
                (workplace / folder.name).rename(folder)
    except OSError as error:
        raise ModelError(f"{folder}: the model cannot be written ({error})") from error
    finally:
        shutil.rmtree(workplace, ignore_errors=True)
    return folder


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _require_space(folder: Path, needed_mib: int) -> None:
    free_mib = shutil.disk_usage(folder.parent).free // 2**20
    if free_mib < needed_mib:
        raise ModelError(
            f"{folder.parent}: making the embedding model needs {needed_mib} MiB of disk, "
            f"{free_mib} are free"
        )
