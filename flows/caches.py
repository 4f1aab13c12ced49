"""The caches of a site, opened; a file that is damaged is told, deleted and made anew."""

import sqlite3
from contextlib import closing
from pathlib import Path

from flows.progress import Progress
from flows.step_cache import StepCache
from flows.workspace import Workspace
from indexers.embedding import EmbeddingCache

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def open_steps(workspace: Workspace, progress: Progress) -> StepCache:
    """Results of pure steps."""
    return StepCache(_sound(workspace.cache_dir / "steps.sqlite", progress))


def open_vectors(workspace: Workspace, progress: Progress) -> EmbeddingCache:
    """Vectors of passages and of questions."""
    return EmbeddingCache(_sound(workspace.cache_dir / "embeddings.sqlite", progress))


def _sound(path: Path, progress: Progress) -> Path:
    """``path``, where a damaged cache is no longer; the work is done again."""
    if path.exists() and (damage := _damage(path)):
        progress.say(f"warning: {path} is damaged ({damage}): deleted, its work is done again")
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
    return path


def _damage(path: Path) -> str:
    """What is wrong with the file; other trouble, such as a full disk, shows when it is used."""
    try:
        with closing(sqlite3.connect(path, timeout=60)) as database:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return str(error) if error.sqlite_errorcode in _DAMAGED else ""
    return "" if found == "ok" else " ".join(str(found).split())
