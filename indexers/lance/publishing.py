"""Moving the pointer: publish, roll back, list, keep; nothing here touches a build's rows."""

import json
import shutil
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from indexers.lance.layout import (
    IndexFolder,
    MoveKind,
    PointerMove,
    move_pointer,
    write_atomically,
)
from indexers.lance.lock import HeldIndex, sole_use
from indexers.lance.moves import first_published
from schemas.errors import NoIndex, PublishError
from schemas.index import GateOutcome, IndexManifest
from schemas.report import GateReport

MONTHLY_FOR_MONTHS = 12
HELD_BUILDS_KEPT = 3


@dataclass(frozen=True, slots=True)
class VersionSummary:
    """One build, as ``millesime versions`` lists it."""

    version: str
    built_at: datetime
    published_at: datetime | None
    """When it was first published; ``None`` for a build that never was."""
    is_live: bool
    gate: GateOutcome | None
    chunks: int
    documents: int
    changes: str
    size_bytes: int
    pinned_because: str | None
    in_use: bool


@dataclass(frozen=True, slots=True)
class PruneReport:
    """What `prune` removed, and what it would have but may not."""

    removed: tuple[str, ...] = ()
    leftovers: tuple[str, ...] = ()
    """Unfinished builds that were removed."""
    in_use: tuple[str, ...] = ()
    """Left for the next time: a reader has them open."""
    freed_bytes: int = 0


def write_report(held: HeldIndex, report: GateReport) -> None:
    """Keep what the gate said beside the build that it examined."""
    held.folder.manifest(report.version)
    path = held.folder.build(report.version) / "gate.json"
    write_atomically(path, f"{report.model_dump_json(indent=2)}\n")


def read_report(index_dir: Path, version: str) -> GateReport | None:
    """What the gate said of the build ``version``, or ``None`` if it never looked."""
    path = IndexFolder(index_dir).build(version) / "gate.json"
    return GateReport.model_validate_json(path.read_text("utf-8")) if path.exists() else None


def published(index_dir: Path) -> IndexManifest | None:
    """The manifest of the published build, or ``None``; opens no table."""
    return IndexFolder(index_dir).published()


def publish(held: HeldIndex, version: str, *, now: datetime) -> IndexManifest:
    """Make ``version`` the published build; raises `PublishError` unless the gate let it pass."""
    report = read_report(held.folder.root, version)
    if report is None:
        raise PublishError(f"the build {version} was never examined by the gate")
    if report.outcome is GateOutcome.HELD:
        names = ", ".join(check.name for check in report.holding)
        raise PublishError(f"the build {version} is held by the gate ({names})")
    return _move(held, PointerMove(at=now, kind=MoveKind.PUBLISH, version=version))


def rollback(
    held: HeldIndex, version: str | None = None, *, now: datetime, reason: str = ""
) -> IndexManifest:
    """Point to ``version``, or else to the build published before the current one.

    Raises `NoIndex` when there is none: it was pruned, or never passed the gate.
    """
    order = list(first_published(held.folder.moves()))
    current = held.folder.published()
    if version is None:
        live = None if current is None else current.version
        before = order[: order.index(live)] if live in order else order
        kept = set(held.folder.complete_versions())
        version = next((name for name in reversed(before) if name in kept), None)
    if version is None:
        raise NoIndex("no earlier build is kept to roll back to; `millesime versions` lists all")
    if version not in order:
        raise NoIndex(f"the build {version!r} was never published; use `millesime publish`")
    return _move(held, PointerMove(at=now, kind=MoveKind.ROLLBACK, version=version, reason=reason))


def versions(index_dir: Path) -> list[VersionSummary]:
    """Every complete build, newest first."""
    folder = IndexFolder(index_dir)
    current = folder.published()
    first = first_published(folder.moves())
    live = None if current is None else current.version
    return [
        _summary(folder, name, first.get(name), is_live=name == live)
        for name in reversed(folder.complete_versions())
    ]


def pin(held: HeldIndex, version: str, reason: str) -> None:
    """Have `prune` keep ``version`` for as long as it is pinned."""
    held.folder.manifest(version)
    write_pin(held.folder.build(version), reason)


def unpin(held: HeldIndex, version: str) -> None:
    """Let `prune` treat ``version`` as any other."""
    (held.folder.build(version) / "pinned.json").unlink(missing_ok=True)


def read_pin(build: Path) -> str | None:
    """Why the build in the folder ``build`` is pinned, or ``None``."""
    path = build / "pinned.json"
    return str(json.loads(path.read_text("utf-8"))["reason"]) if path.exists() else None


def write_pin(build: Path, reason: str) -> None:
    """Pin the build in the folder ``build``."""
    write_atomically(build / "pinned.json", json.dumps({"reason": reason}))


def prune(held: HeldIndex, *, keep: int, now: datetime) -> PruneReport:
    """Remove the builds that nobody needs; see `kept_versions` for the rule."""
    removed, busy, freed = [], [], 0
    summaries = versions(held.folder.root)
    kept = kept_versions(summaries, keep=keep, now=now)
    for summary in summaries:
        if summary.version in kept:
            continue
        if remove_build(held.folder.build(summary.version)):
            removed.append(summary.version)
            freed += summary.size_bytes
        else:
            busy.append(summary.version)
    leftovers = held.folder.leftovers()
    freed += sum(_size(path) for path in leftovers)
    for path in leftovers:
        shutil.rmtree(path)
    names = tuple(path.name for path in leftovers)
    return PruneReport(tuple(removed), names, tuple(busy), freed)


def kept_versions(
    summaries: Collection[VersionSummary], *, keep: int, now: datetime
) -> frozenset[str]:
    """The live build, the pinned ones, the last ``keep`` published, one a month for a year.

    Of builds that were never published, the last three stay to be looked into.
    """
    newest = sorted(summaries, key=lambda summary: summary.built_at, reverse=True)
    kept = {s.version for s in newest if s.is_live or s.pinned_because is not None}
    kept |= {s.version for s in [s for s in newest if s.published_at is not None][:keep]}
    kept |= {s.version for s in [s for s in newest if s.published_at is None][:HELD_BUILDS_KEPT]}
    monthly: dict[int, str] = {}
    for summary in newest:
        if summary.published_at is not None:
            age = _months(now) - _months(summary.published_at)
            if age < MONTHLY_FOR_MONTHS:
                monthly.setdefault(age, summary.version)
    return frozenset(kept | set(monthly.values()))


def remove_build(folder: Path) -> bool:
    """Remove one build unless a reader has it open; whether it was removed.

    The manifest goes first: from then on the folder is a leftover, whatever happens.
    """
    with sole_use(folder) as is_free:
        if not is_free:
            return False
        (folder / "manifest.json").unlink(missing_ok=True)
        shutil.rmtree(folder)
    return True


def _move(held: HeldIndex, move: PointerMove) -> IndexManifest:
    current, report = held.folder.published(), read_report(held.folder.root, move.version)
    manifest = held.folder.manifest(move.version).model_copy(
        update={
            "published_at": move.at.astimezone(UTC),
            "previous": None if current is None else current.version,
            "gate": None if report is None else report.outcome,
        }
    )
    move_pointer(held.folder, manifest, [move])
    return manifest


def _summary(
    folder: IndexFolder, name: str, published_at: datetime | None, *, is_live: bool
) -> VersionSummary:
    manifest, report = folder.manifest(name), read_report(folder.root, name)
    path = folder.build(name)
    with sole_use(path) as is_free:
        in_use = not is_free
    return VersionSummary(
        version=name,
        built_at=manifest.built_at,
        published_at=published_at,
        is_live=is_live,
        gate=None if report is None else report.outcome,
        chunks=manifest.chunks,
        documents=manifest.documents,
        changes=manifest.changes,
        size_bytes=_size(path),
        pinned_because=read_pin(path),
        in_use=in_use,
    )


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _months(moment: datetime) -> int:
    return moment.year * 12 + moment.month
