"""Keeping the disk in bounds without being asked: after each build, what nobody needs goes."""

from collections.abc import Iterator, Sequence

from flows.caches import open_steps, open_vectors
from flows.readings import READING
from flows.run import Run
from flows.snapshots import collect_caches
from indexers.lance import HeldIndex, prune
from ingest.crawl import Garbage
from schemas.resource import SourceDocument

_TIMES = 3
"""How many times what the live build needs a cache may hold: a clean-up rewrites the file."""
_AT_LEAST = 5_000
"""Results that are never worth a clean-up."""


def keep_in_bounds(
    run: Run, held: HeldIndex, sources: Sequence[SourceDocument], *, chunks: int
) -> Iterator[str]:
    """Remove old builds and outgrown caches; a sentence on each that went.

    Builds that are pinned, in use, or kept by the profile's number stay (`prune`).
    """
    workspace = run.workspace
    pruned = prune(held, keep=workspace.profile.index.keep_versions, now=run.started_at)
    if gone := (*pruned.removed, *pruned.leftovers):
        yield f"{len(gone)} old builds were removed ({pruned.freed_bytes / 2**20:.1f} MiB)"
    if _has_outgrown(run, documents=len(sources), chunks=chunks):
        found = collect_caches(workspace, sources, Garbage(0, 0, 0), now=run.started_at)
        yield (
            f"the caches had outgrown the site: {found.readings} readings and "
            f"{found.embeddings} vectors that nobody needs were removed"
        )


def _has_outgrown(run: Run, *, documents: int, chunks: int) -> bool:
    with (
        open_steps(run.workspace, run.progress) as steps,
        open_vectors(run.workspace, run.progress) as vectors,
    ):
        return steps.count(READING) > max(_AT_LEAST, _TIMES * documents) or len(vectors) > max(
            _AT_LEAST, _TIMES * chunks
        )
