"""Keeping the data of a site sound: proof, garbage, documents from elsewhere, and WARC."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from flows.chunk_documents import CHUNKS
from flows.one_url import crawled_snapshot
from flows.query_vectors import question_keys
from flows.read_documents import list_readings
from flows.readings import READING
from flows.run import Mode, Run
from flows.step_cache import StepCache
from flows.workspace import Workspace
from indexers.embedding import EmbeddingCache, embedding_key
from indexers.lance import index_lock, open_index, versions
from ingest.crawl import Garbage, ImportReport, Snapshot, Verification
from schemas.golden import load_golden
from schemas.resource import SourceDocument


@dataclass(frozen=True, slots=True)
class Collected:
    """What a collection removed, by place."""

    bodies: Garbage
    readings: int
    chunked: int
    """Results of chunking: all of them go, and are made again by the next run."""
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
    with StepCache(workspace.cache_dir / "steps.sqlite") as steps:
        readings = steps.collect(READING, [each.key for each in wanted])
        chunked = steps.collect(CHUNKS, [])
        steps.shrink()
    with EmbeddingCache(workspace.cache_dir / "embeddings.sqlite") as vectors:
        embeddings = vectors.collect(_needed_vectors(workspace))
    ocr_pages = _forget_ocr(workspace.cache_dir / "ocr", {each.body_sha256 for each in sources})
    return Collected(bodies, readings, chunked, embeddings, ocr_pages)


def _needed_vectors(workspace: Workspace) -> Iterator[str]:
    """Keys of what the live build and the newer ones hold, and of the golden questions."""
    if workspace.golden_path is not None:
        golden = load_golden(workspace.golden_path)
        yield from question_keys(
            [*(each.ask for each in golden.question), *(each.ask for each in golden.off_topic)]
        )
    for summary in versions(workspace.index_place):
        with open_index(workspace.index_place, summary.version) as reader:
            yield from (embedding_key(row.search_text) for row in reader.chunks())
        if summary.is_live:
            return


def _forget_ocr(folder: Path, kept: set[str]) -> int:
    """Remove the recognised pages of bodies that are not ``kept``; the hash starts the name."""
    pages = [path for path in folder.rglob("*.json.gz") if path.name.partition("-")[0] not in kept]
    for path in pages:
        path.unlink()
    return len(pages)


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
