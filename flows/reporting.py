"""What a run did, gathered into its report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemas.report import GateCheck, GateLevel, GateReport
from schemas.run import (
    CrawlFigures,
    DateFigures,
    IndexFigures,
    PinnedPage,
    RunOutcome,
    RunReport,
)

if TYPE_CHECKING:
    from flows.indexing import Indexing
    from flows.run import Run
    from schemas.index import IndexManifest


def unchanged_report(run: Run, live: IndexManifest, crawl: CrawlFigures | None) -> RunReport:
    """The report of a run that found the same inputs as the published build was made of."""
    return RunReport(
        run_id=run.run_id,
        site=run.workspace.profile.name,
        mode=run.mode.value,
        started_at=run.started_at,
        outcome=RunOutcome.UNCHANGED,
        sentence=f"nothing changed; {live.version} stays published",
        version=live.version,
        crawl=crawl,
        index=IndexFigures(documents=live.documents, chunks=live.chunks, kept=live.chunks),
        seconds=run.spent.wall,
        cpu_seconds=run.spent.cpu,
    )


def indexing_report(work: Indexing, outcome: RunOutcome, crawl: CrawlFigures | None) -> RunReport:
    """The report of a run that looked at every document."""
    from flows.folding import duplicates_in_words  # not at the top: quiet nights read no HTML

    run, manifest = work.run, work.manifest or work.live
    return RunReport(
        run_id=run.run_id,
        site=run.workspace.profile.name,
        mode=run.mode.value,
        started_at=run.started_at,
        outcome=outcome,
        sentence=_sentence(work, outcome),
        version=manifest.version if manifest else None,
        crawl=crawl,
        read=work.read,
        dates=_dates(work),
        index=_index(work),
        pinned=_pinned(work),
        gate=_gate_sentences(work.gate),
        notes=tuple(duplicates_in_words(work.duplicates)),
        seconds=run.spent.wall,
        cpu_seconds=run.spent.cpu,
    )


def _sentence(work: Indexing, outcome: RunOutcome) -> str:
    if outcome is RunOutcome.UNCHANGED and work.live is not None:
        return f"nothing changed for a reader; {work.live.version} stays published"
    built = work.manifest.version if work.manifest else "?"
    if outcome is RunOutcome.HELD:
        stays = f"{work.live.version} stays published" if work.live else "nothing is published"
        return f"{built} is HELD by the gate; {stays}"
    return f"{built} is published"


def _dates(work: Indexing) -> DateFigures:
    from flows.build_index import date_figures

    return date_figures(work.documents)


def _index(work: Indexing) -> IndexFigures:
    chunks, changes, embedded = work.rows.chunks, work.changes, work.embedded
    return IndexFigures(
        documents=len(work.rows.documents),
        chunks=len(chunks),
        archive_chunks=sum(row.is_archive for row in chunks),
        authoritative_chunks=sum(row.is_authoritative for row in chunks),
        embedded=embedded.embedded if embedded else 0,
        reused_embeddings=embedded.reused if embedded else 0,
        inserted=len(changes.inserted) + len(changes.replaced),
        kept=len(changes.unchanged),
        deleted=len(changes.deleted),
        backend=(embedded.backend or "") if embedded else "",
    )


def _pinned(work: Indexing) -> tuple[PinnedPage, ...]:
    found = {
        each.standing.authority_topic: each
        for each in work.documents
        if each.standing.is_authoritative
    }
    return tuple(
        PinnedPage(
            topic=rule.topic,
            url=found[rule.topic].parsed.url if rule.topic in found else rule.url,
            is_present=rule.topic in found,
        )
        for rule in work.run.workspace.profile.authority
    )


def _gate_sentences(gate: GateReport | None) -> tuple[str, ...]:
    if gate is None:
        return ()
    head = (
        f"{gate.outcome.value}: {sum(c.passed for c in gate.checks)} of {len(gate.checks)} checks"
    )
    failed = (check for check in gate.checks if not check.passed)
    words = {GateLevel.BLOCKS: "BLOCKS", GateLevel.HOLDS: "HOLDS", GateLevel.WARNS: "warns"}
    return (head, *(f"{words[c.level]} {c.name}: {c.sentence}{_examples(c)}" for c in failed))


def _examples(check: GateCheck) -> str:
    return f" [{'; '.join(check.examples)}]" if check.examples else ""
