"""Where an index keeps what: the pointer, the builds, the history of the pointer, the lock.

::

    index/CURRENT.json              the published build's manifest: the one pointer
    index/history.jsonl             every move of the pointer, one line each, append-only
    index/lock                      held by the one writer (flock)
    index/builds/<version>/         one LanceDB database a build, never changed once complete
        manifest.json               written last: a build without it is an unfinished leftover
        gate.json                   what the gate said
        pinned.json                 why `prune` must keep it, if an operator said so
        readers                     a file that readers hold a shared flock on
"""

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from schemas.errors import IndexTooNew, NoIndex, PublishError
from schemas.index import SCHEMA_VERSION, IndexManifest


class MoveKind(StrEnum):
    """Why the pointer moved."""

    PUBLISH = "publish"
    ROLLBACK = "rollback"
    WITHDRAW = "withdraw"
    """`version` took the place of `replaces`, from which documents were purged."""


class PointerMove(BaseModel):
    """One line of ``history.jsonl``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: datetime
    kind: MoveKind
    version: str
    replaces: str | None = None
    reason: str = ""

    def shows_as(self, other: "PointerMove") -> bool:
        """Whether both leave the same pointer behind."""
        return (self.at, self.version) == (other.at, other.version)


@dataclass(frozen=True, slots=True)
class IndexFolder:
    """The paths of one index, and the small files among them, read."""

    root: Path

    @property
    def pointer(self) -> Path:
        """``CURRENT.json``."""
        return self.root / "CURRENT.json"

    @property
    def history(self) -> Path:
        """``history.jsonl``."""
        return self.root / "history.jsonl"

    @property
    def builds(self) -> Path:
        """The folder of builds."""
        return self.root / "builds"

    def build(self, version: str) -> Path:
        """The folder of the build ``version``; refuses a name that leaves `builds`."""
        if not version or version.startswith(".") or "/" in version or "\\" in version:
            raise NoIndex(f"not the name of a build: {version!r}; `millesime versions` lists them")
        return self.builds / version

    def published(self) -> IndexManifest | None:
        """The manifest that the pointer shows, or ``None`` if nothing was ever published."""
        return _manifest(self.pointer)

    def manifest(self, version: str) -> IndexManifest:
        """The manifest of one complete build; raises `NoIndex` or `IndexTooNew`."""
        found = _manifest(self.build(version) / "manifest.json")
        if found is None:
            raise NoIndex(f"no build {version!r} in {self.root}; `millesime versions` lists them")
        return found

    def complete_versions(self) -> list[str]:
        """Names of the complete builds, oldest first."""
        return sorted(path.parent.name for path in self.builds.glob("[!.]*/manifest.json"))

    def leftovers(self) -> list[Path]:
        """Folders of builds that were never finished, or whose removal was interrupted."""
        if not self.builds.is_dir():
            return []
        whole = set(self.complete_versions())
        return sorted(path for path in self.builds.iterdir() if path.name not in whole)

    def moves(self) -> list[PointerMove]:
        """Every move of the pointer, in the order in which they were made.

        The pointer is moved first and its line written after; a kill in between leaves the
        last line to be told from the pointer itself.
        """
        lines = self.history.read_text("utf-8").splitlines() if self.history.exists() else []
        moves = [PointerMove.model_validate_json(line) for line in lines if line.endswith("}")]
        current = self.published()
        if current is None or current.published_at is None:
            return moves
        last = PointerMove(at=current.published_at, kind=MoveKind.PUBLISH, version=current.version)
        if not any(move.shows_as(last) for move in moves):
            moves.append(last)
        return moves


def write_atomically(path: Path, text: str) -> None:
    """Replace the file ``path``: a reader sees the old text or the new one, also after a crash."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise PublishError(f"{path} cannot be written ({error}); nothing was changed") from error


def sync_folder(path: Path) -> None:
    """Make the names in the folder ``path`` durable."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def move_pointer(folder: IndexFolder, manifest: IndexManifest, moves: list[PointerMove]) -> None:
    """Show ``manifest`` as the published build, and write down the ``moves`` that led there.

    The pointer goes first: until it is replaced readers see the former build, and after it
    `IndexFolder.moves` knows the last move even if its line was never written.
    """
    before = folder.moves()
    write_atomically(folder.pointer, f"{manifest.model_dump_json(indent=2)}\n")
    write_history(folder, [*before, *moves])


def write_history(folder: IndexFolder, moves: list[PointerMove]) -> None:
    """Replace ``history.jsonl`` by ``moves``."""
    text = "".join(f"{move.model_dump_json()}\n" for move in moves)
    write_atomically(folder.history, text)


def version_name(now: datetime) -> str:
    """The name of a build that starts at ``now``.

    >>> version_name(datetime(2026, 11, 29, 2, tzinfo=UTC))
    '20261129T020000Z'
    """
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _manifest(path: Path) -> IndexManifest | None:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NoIndex(f"{path} cannot be read ({error})") from error
    try:
        stated = json.loads(text).get("schema_version", 0)
        if stated > SCHEMA_VERSION:
            raise IndexTooNew(
                f"{path} has schema {stated}, this version reads up to {SCHEMA_VERSION}: "
                "update Millésime, or point it to another data folder"
            )
        return IndexManifest.model_validate_json(text)
    except (ValidationError, ValueError, AttributeError, TypeError) as error:
        raise NoIndex(
            f"{path} is not a manifest of Millésime; `millesime rollback VERSION` writes it anew"
        ) from error
