"""The way through: crawl, read, decide, chunk, embed, load, examine, publish.

The only place that knows the order. A run that is killed anywhere is run again: the crawl
goes on from its ledger, reading and embedding from their caches, and an unfinished build is
a folder that nobody points to.
"""

from collections.abc import Sequence

from flows.caches import open_steps, open_vectors
from flows.crawl_site import CrawlStage
from flows.inputs import inputs_sha256, remember_inputs, version_made_of
from flows.reporting import unchanged_report
from flows.reports import write_report
from flows.run import Mode, Run
from indexers.lance import HeldIndex, index_lock
from ingest.crawl import Snapshot
from schemas.errors import EmptySnapshot
from schemas.resource import SourceDocument
from schemas.run import CrawlFigures, RunOutcome, RunReport


def run_site(run: Run) -> RunReport:
    """Bring the index of the run's site up to date. Raises `RunError`; loses nothing."""
    workspace = run.workspace
    workspace.golden()  # broken questions are told before hours of work, not after
    with (
        index_lock(workspace.index_place) as held,
        Snapshot.open(workspace.snapshot_dir) as snapshot,
    ):
        crawl = None
        if run.mode is Mode.NIGHTLY:
            crawl = CrawlStage(run, snapshot).execute()
        sources = _sources(run, snapshot)
        inputs = inputs_sha256(run, sources)
        live = version_made_of(inputs, workspace)
        if live is not None:
            report = unchanged_report(run, live, crawl)
        else:
            report = _indexed(run, held, snapshot, sources, crawl)
            if report.outcome is not RunOutcome.UNCHANGED:
                report = _kept_in_bounds(run, held, sources, report)
            if report.outcome is not RunOutcome.HELD:
                remember_inputs(inputs, report.version, workspace)
    write_report(report, workspace.reports_dir)
    return report


def _indexed(
    run: Run,
    held: HeldIndex,
    snapshot: Snapshot,
    sources: Sequence[SourceDocument],
    crawl: CrawlFigures | None,
) -> RunReport:
    # Imported here: a night without changes opens no table and loads no model.
    from flows.indexing import Indexing
    from flows.reporting import indexing_report

    with (
        open_steps(run.workspace, run.progress) as cache,
        open_vectors(run.workspace, run.progress) as vectors,
    ):
        work = Indexing(run, held, snapshot, cache, vectors)
        outcome = work.execute(sources)
        return indexing_report(work, outcome, crawl)


def _kept_in_bounds(
    run: Run, held: HeldIndex, sources: Sequence[SourceDocument], report: RunReport
) -> RunReport:
    from flows.upkeep import keep_in_bounds

    notes = keep_in_bounds(run, held, sources, chunks=report.index.chunks)
    return report.model_copy(update={"notes": (*report.notes, *notes)})


def _sources(run: Run, snapshot: Snapshot) -> Sequence[SourceDocument]:
    sources = list(snapshot.sources())
    if not sources:
        raise EmptySnapshot(
            f"{run.workspace.snapshot_dir}: the snapshot holds no document; "
            "run `millesime crawl` and read its refusals"
        )
    return sources
