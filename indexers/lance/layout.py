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
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from indexers.lance.object_store import ObjectStore
from indexers.lance.store import IndexLocation, LocalStore, Store
from schemas.errors import IndexTooNew, NoIndex
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


POINTER = "CURRENT.json"
HISTORY = "history.jsonl"
BUILDS = "builds"


class IndexFolder:
    """The keys of one index, and the small files among them, read."""

    def __init__(self, location: IndexLocation) -> None:
        self.location = location
        self.store: Store = (
            LocalStore(location) if isinstance(location, Path) else ObjectStore(location)
        )

    @property
    def place(self) -> str:
        """Where the index is, as messages name it."""
        return self.store.place

    def build(self, version: str) -> str:
        """The key of the build ``version``; refuses a name that leaves the folder of builds."""
        if not version or version.startswith(".") or "/" in version or "\\" in version:
            raise NoIndex(f"not the name of a build: {version!r}; `millesime versions` lists them")
        return f"{BUILDS}/{version}"

    def published(self) -> IndexManifest | None:
        """The manifest that the pointer shows, or ``None`` if nothing was ever published."""
        return self._manifest(POINTER)

    def shown(self) -> IndexManifest | None:
        """Like `published`, and ``None`` too when the pointer is damaged: whoever replaces it."""
        try:
            return self.published()
        except NoIndex:
            return None

    def manifest(self, version: str) -> IndexManifest:
        """The manifest of one complete build; raises `NoIndex` or `IndexTooNew`."""
        found = self._manifest(f"{self.build(version)}/manifest.json")
        if found is None:
            raise NoIndex(f"no build {version!r} in {self.place}; `millesime versions` lists them")
        return found

    def complete_versions(self) -> list[str]:
        """Names of the complete builds, oldest first."""
        return [name for name in self._names() if self._is_complete(name)]

    def leftovers(self) -> list[str]:
        """Keys of builds that were never finished, or whose removal was interrupted."""
        return [f"{BUILDS}/{name}" for name in self._names() if not self._is_complete(name)]

    def _names(self) -> list[str]:
        return self.store.folders(BUILDS)

    def _is_complete(self, name: str) -> bool:
        return not name.startswith(".") and self.store.has(f"{BUILDS}/{name}/manifest.json")

    def moves(self) -> list[PointerMove]:
        """Every move of the pointer, in the order in which they were made.

        The pointer is moved first and its line written after; a kill in between leaves the
        last line to be told from the pointer itself.
        """
        lines = (self.store.read(HISTORY) or "").splitlines()
        try:
            moves = [PointerMove.model_validate_json(line) for line in lines if line.endswith("}")]
        except ValidationError as error:
            raise NoIndex(
                f"{self.place}/{HISTORY} has a line that is no move of the pointer: remove it"
            ) from error
        current = self.shown()
        if current is None or current.published_at is None:
            return moves
        last = PointerMove(at=current.published_at, kind=MoveKind.PUBLISH, version=current.version)
        if not any(move.shows_as(last) for move in moves):
            moves.append(last)
        return moves

    def _manifest(self, key: str) -> IndexManifest | None:
        text, path = self.store.read(key), f"{self.place}/{key}"
        if text is None:
            return None
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
                f"{path} is not a manifest of Millésime; `millesime rollback VERSION` repairs it"
            ) from error


def move_pointer(folder: IndexFolder, manifest: IndexManifest, moves: list[PointerMove]) -> None:
    """Show ``manifest`` as the published build, and write down the ``moves`` that led there.

    The pointer goes first: until it is replaced readers see the former build, and after it
    `IndexFolder.moves` knows the last move even if its line was never written.
    """
    before = folder.moves()
    folder.store.write(POINTER, f"{manifest.model_dump_json(indent=2)}\n")
    write_history(folder, [*before, *moves])


def write_history(folder: IndexFolder, moves: list[PointerMove]) -> None:
    """Replace ``history.jsonl`` by ``moves``."""
    text = "".join(f"{move.model_dump_json()}\n" for move in moves)
    folder.store.write(HISTORY, text)


def version_name(now: datetime) -> str:
    """The name of a build that starts at ``now``.

    >>> version_name(datetime(2026, 11, 29, 2, tzinfo=UTC))
    '20261129T020000Z'
    """
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
