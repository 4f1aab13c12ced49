"""Moving the pointer: publish, roll back, list, keep; nothing here touches a build's rows."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pydantic import ValidationError

from indexers.lance.layout import (
    IndexFolder,
    MoveKind,
    PointerMove,
    move_pointer,
)
from indexers.lance.lock import HeldIndex
from indexers.lance.moves import first_published, live_version, pointed_to, standing_in
from indexers.lance.store import IndexLocation
from schemas.errors import BuildHeld, NoIndex
from schemas.index import GateOutcome, IndexManifest
from schemas.report import GateReport

MONTHLY_FOR_MONTHS = 12
HELD_BUILDS_KEPT = 3
UNKNOWN_READERS = timedelta(days=1)
"""Where readers leave no trace (object stores), a build stays for so long after it was live."""


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
    key = f"{held.folder.build(report.version)}/gate.json"
    held.folder.store.write(key, f"{report.model_dump_json(indent=2)}\n")


def read_report(index_dir: IndexLocation, version: str) -> GateReport | None:
    """What the gate said of the build ``version``, or ``None`` if it never looked."""
    return _report(IndexFolder(index_dir), version)


def published(index_dir: IndexLocation) -> IndexManifest | None:
    """The manifest of the published build, or ``None``; opens no table."""
    return IndexFolder(index_dir).published()


def publish(held: HeldIndex, version: str, *, now: datetime) -> IndexManifest:
    """Make ``version`` the published build; raises `BuildHeld` unless the gate let it pass."""
    report = _report(held.folder, version)
    if report is None:
        raise BuildHeld(f"the build {version} was never examined by the gate")
    if report.outcome is GateOutcome.HELD:
        names = ", ".join(check.name for check in report.holding)
        raise BuildHeld(f"the build {version} is held by the gate ({names})")
    return _move(held, PointerMove(at=now, kind=MoveKind.PUBLISH, version=version))


def rollback(
    held: HeldIndex, version: str | None = None, *, now: datetime, reason: str = ""
) -> IndexManifest:
    """Point to ``version``, or else to the build published before the current one.

    Raises `NoIndex` when there is none: it was pruned, or never passed the gate.
    """
    order = list(first_published(held.folder.moves()))
    current = held.folder.shown()
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


def versions(index_dir: IndexLocation) -> list[VersionSummary]:
    """Every complete build, newest first."""
    return _summaries(IndexFolder(index_dir))


def _summaries(folder: IndexFolder) -> list[VersionSummary]:
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
    write_pin(held.folder, version, reason)


def unpin(held: HeldIndex, version: str) -> None:
    """Let `prune` treat ``version`` as any other."""
    held.folder.manifest(version)
    held.folder.store.remove(f"{held.folder.build(version)}/pinned.json")


def read_pin(folder: IndexFolder, version: str) -> str | None:
    """Why the build is pinned, or ``None``."""
    text = folder.store.read(f"{folder.build(version)}/pinned.json")
    return None if text is None else str(json.loads(text)["reason"])


def write_pin(folder: IndexFolder, version: str, reason: str) -> None:
    """Write down why the build is pinned."""
    folder.store.write(f"{folder.build(version)}/pinned.json", json.dumps({"reason": reason}))


def prune(held: HeldIndex, *, keep: int, now: datetime) -> PruneReport:
    """Remove the builds that nobody needs; see `kept_versions` for the rule."""
    removed, busy, freed = [], [], 0
    summaries, store = _summaries(held.folder), held.folder.store
    kept = kept_versions(summaries, keep=keep, now=now)
    if not store.has_leases:
        kept |= _live_within(held.folder, now - UNKNOWN_READERS)
    for summary in summaries:
        if summary.version in kept:
            continue
        if remove_build(held.folder, summary.version):
            removed.append(summary.version)
            freed += summary.size_bytes
        else:
            busy.append(summary.version)
    leftovers = held.folder.leftovers()
    freed += sum(store.size(key) for key in leftovers)
    for key in leftovers:
        store.remove_folder(key)
    names = tuple(key.rpartition("/")[2] for key in leftovers)
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


def remove_build(folder: IndexFolder, version: str) -> bool:
    """Remove one build unless a reader has it open; whether it was removed.

    The manifest goes first: from then on the folder is a leftover, whatever happens.
    """
    key = folder.build(version)
    with folder.store.sole_use(key) as is_free:
        if not is_free:
            return False
        folder.store.remove(f"{key}/manifest.json")
        folder.store.remove_folder(key)
    return True


def _live_within(folder: IndexFolder, since: datetime) -> frozenset[str]:
    """The builds that were live at ``since`` or later."""
    moves = folder.moves()
    names = {standing_in(moves, move.version) for move in pointed_to(moves) if move.at >= since}
    before = live_version(moves, since)
    return frozenset(names if before is None else names | {before})


def _report(folder: IndexFolder, version: str) -> GateReport | None:
    """What the gate said; a report that cannot be read counts as none, and holds the build."""
    text = folder.store.read(f"{folder.build(version)}/gate.json")
    try:
        return None if text is None else GateReport.model_validate_json(text)
    except ValidationError:
        return None


def _move(held: HeldIndex, move: PointerMove) -> IndexManifest:
    current, report = held.folder.shown(), _report(held.folder, move.version)
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
    manifest, report = folder.manifest(name), _report(folder, name)
    with folder.store.sole_use(folder.build(name)) as is_free:
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
        size_bytes=folder.store.size(folder.build(name)),
        pinned_because=read_pin(folder, name),
        in_use=in_use,
    )


def _months(moment: datetime) -> int:
    return moment.year * 12 + moment.month
