"""Keeping the data of a site sound: proof, garbage, documents from elsewhere, and WARC."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from flows.caches import open_steps, open_vectors
from flows.chunk_documents import CHUNKS
from flows.folding import SKETCHES
from flows.lexicon_entries import LEXICON
from flows.one_url import crawled_snapshot
from flows.progress import Silence
from flows.query_vectors import question_keys
from flows.read_documents import list_readings
from flows.readings import READING
from flows.run import Mode, Run
from flows.workspace import Workspace
from indexers.embedding import embedding_key
from indexers.lance import index_lock, open_index, versions
from ingest.crawl import Garbage, ImportReport, Snapshot, Verification
from schemas.errors import IndexTooOld
from schemas.resource import SourceDocument


@dataclass(frozen=True, slots=True)
class Collected:
    """What a collection removed, by place."""

    bodies: Garbage
    readings: int
    derived: int
    """Chunks, lexicon entries, sketches: all of them go, and are made again by the next run."""
    embeddings: int
    ocr_pages: int


def import_documents(workspace: Workspace, path: Path, *, base_url: str = "") -> Iterator[str]:
    """Take in a folder of documents, or the responses of a WARC file; a line on what came in."""
    with Snapshot.open(workspace.snapshot_dir) as snapshot:
        if path.is_dir():
            report = snapshot.import_folder(
                path, profile=workspace.profile, clock=_utc_now, base_url=base_url
            )
        else:
            report = snapshot.import_warc(path, profile=workspace.profile, clock=_utc_now)
    yield from _import_in_words(path, report)


def _import_in_words(path: Path, report: ImportReport) -> Iterator[str]:
    yield f"{path}: {report.taken} documents taken in, {report.unchanged} were there already"
    for reason, number in sorted(report.refused.items()):
        yield f"  refused by {reason}: {number}"


def export_documents(workspace: Workspace, path: Path) -> int:
    """Write the live documents as a WARC file; how many."""
    with crawled_snapshot(workspace) as snapshot:
        return snapshot.export_warc(path)


def verify_snapshot(workspace: Workspace, *, repair: bool) -> Verification:
    """Read every body and compare it with its hash."""
    with crawled_snapshot(workspace) as snapshot:
        return snapshot.verify(repair=repair)


def collect_garbage(workspace: Workspace, *, now: dt.datetime) -> Collected:
    """Remove what nothing refers to from the snapshot and from the caches.

    Takes the lock of the index, since a run under way writes to the caches.
    """
    with index_lock(workspace.index_place), crawled_snapshot(workspace) as snapshot:
        bodies = snapshot.collect_garbage()
        return collect_caches(workspace, list(snapshot.sources()), bodies, now=now)


def collect_caches(
    workspace: Workspace,
    sources: Iterable[SourceDocument],
    bodies: Garbage,
    *,
    now: dt.datetime,
) -> Collected:
    """Forget every cached result that the documents ``sources`` and the live index do not need."""
    sources = list(sources)
    wanted = list_readings(Run(workspace, Mode.BACKFILL, now), sources)
    with open_steps(workspace, Silence()) as steps:
        readings = steps.collect(READING, [each.key for each in wanted])
        derived = sum(steps.collect(step, []) for step in (CHUNKS, LEXICON, SKETCHES))
        steps.shrink()
    with open_vectors(workspace, Silence()) as vectors:
        embeddings = vectors.collect(_needed_vectors(workspace))
    ocr_pages = _forget_ocr(workspace.cache_dir / "ocr", {each.body_sha256 for each in sources})
    return Collected(bodies, readings, derived, embeddings, ocr_pages)


def _needed_vectors(workspace: Workspace) -> Iterator[str]:
    """Keys of the golden questions, and of what a run may find again.

    That is the live build, the newer ones (held, as a rule) and the last published ones,
    since the operator may roll back to any of these.
    """
    golden = workspace.golden()
    yield from question_keys(
        [*(each.ask for each in golden.question), *(each.ask for each in golden.off_topic)]
    )
    for version in _rebuilt_from(workspace):
        try:
            opened = open_index(workspace.index_place, version)
        except IndexTooOld:  # nobody can roll back to it
            continue
        with opened as reader:
            yield from (embedding_key(row.search_text) for row in reader.each_chunk())


def _rebuilt_from(workspace: Workspace) -> Iterator[str]:
    """Versions whose vectors stay. One that a withdrawal replaced counts as never published."""
    is_newer, published = True, 0
    for summary in versions(workspace.index_place):
        is_kept = published < workspace.profile.index.keep_versions
        if is_newer or (summary.published_at is not None and is_kept):
            yield summary.version
        published += summary.published_at is not None
        is_newer = is_newer and not summary.is_live


def _forget_ocr(folder: Path, kept: set[str]) -> int:
    """Remove the recognised pages of bodies that are not ``kept``; the hash starts the name."""
    pages = [path for path in folder.rglob("*.json.gz") if path.name.partition("-")[0] not in kept]
    for path in pages:
        path.unlink()
    return len(pages)


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
