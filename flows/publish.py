"""The publishing stage: the gate reads the build, and the pointer moves if it passes."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from flows.query_vectors import EmbedQuery, cached_queries
from flows.run import Run
from flows.shared_model import SharedModel
from flows.workspace import Workspace
from indexers.embedding import EmbeddingCache, EmbeddingMatrix
from indexers.gate import Candidate, GateRules, LastBuild, choose_probes, examine
from indexers.lance import (
    HeldIndex,
    IndexReader,
    index_lock,
    open_index,
    publish,
    published,
    read_report,
    write_report,
)
from indexers.retrieval import Retriever
from schemas.errors import BuildHeld, IndexTooOld, NoIndex
from schemas.golden import GoldenQuestion
from schemas.index import IndexManifest
from schemas.passage import PassagePart, Retrieval
from schemas.report import GateReport, GoldenOutcome
from schemas.urls import CanonicalUrl
from schemas.warning import has_any_warning


def examine_build(
    run: Run,
    held: HeldIndex,
    manifest: IndexManifest,
    *,
    expected: frozenset[CanonicalUrl],
    model: SharedModel,
    vectors: EmbeddingCache,
) -> GateReport:
    """Have the gate read the build, and keep its report beside it.

    A few texts are embedded anew when the run has loaded the model anyway: a cache that holds
    vectors of another model would show.
    """
    workspace = run.workspace
    rules = GateRules(workspace.profile.gate, workspace.profile.authority)
    with open_index(workspace.index_place, as_of=manifest.version) as reader:
        golden = ask_golden(workspace, reader, cached_queries(model, vectors))
        candidate = Candidate(
            manifest=manifest,
            chunks=reader.stored(),
            documents=reader.documents(),
            urls=reader.urls(),
            unindexed_rows=reader.unindexed_rows(),
            expected_urls=frozenset(expected),
            golden=golden,
            probes=_probes(reader, model) if model.is_loaded else {},
        )
        report = examine(candidate, _last_build(workspace), rules)
    write_report(held, report)
    return report


def _probes(reader: IndexReader, model: SharedModel) -> dict[str, EmbeddingMatrix]:
    rows = choose_probes(reader.chunks())
    vectors = model.load().embed_passages([row.search_text for row in rows])
    return {row.id: vector for row, vector in zip(rows, vectors, strict=True)}


def ask_golden(
    workspace: Workspace, reader: IndexReader, embed_query: EmbedQuery
) -> tuple[GoldenOutcome, ...]:
    """What retrieval finds for each golden question; nothing when there are none."""
    golden = workspace.golden()
    if not golden.question and not golden.off_topic:
        return ()
    settings = workspace.profile.retrieval
    retriever = Retriever(reader, settings, embed_query)
    depth = max(workspace.profile.gate.golden_k, 10)
    aliases = {alias: row.url for row in reader.documents(with_text=False) for alias in row.aliases}
    known = {row.url for row in reader.documents(with_text=False)}
    outcomes = [
        _outcome(question, retriever.retrieve(question.ask, k=depth), known, aliases)
        for question in golden.question
    ]
    for question in golden.off_topic:
        found = retriever.retrieve(question.ask, k=1)
        best = max((passage.score for passage in found.passages), default=None)
        outcomes.append(GoldenOutcome(question=question.ask, best_score=best))
    return tuple(outcomes)


def _outcome(
    question: GoldenQuestion, found: Retrieval, known: set[str], aliases: dict[str, str]
) -> GoldenOutcome:
    expected = {
        url for url in (*known, *aliases) if url == question.expect or _path(url) == question.expect
    }
    expected |= {aliases[url] for url in expected if url in aliases}
    documents = list(dict.fromkeys(passage.url for passage in found.passages))
    ranks = [rank for rank, url in enumerate(documents, start=1) if url in expected]
    first = found.passages[0] if found.passages else None
    unmarked = [p for p in found.passages if p.is_archive and not has_any_warning(p.text)]
    is_pinned_first = (
        first is not None
        and first.part is PassagePart.AUTHORITY
        and first.authority_topic == question.authority
    )
    return GoldenOutcome(
        question=question.ask,
        expected=tuple(sorted(expected)) or (question.expect,),
        rank=ranks[0] if ranks else None,
        authority_first=is_pinned_first if question.authority else None,
        unmarked_past=len(unmarked),
    )


def _path(url: str) -> str:
    return unquote(urlsplit(url).path)


def _last_build(workspace: Workspace) -> LastBuild | None:
    manifest = published(workspace.index_place)
    if manifest is None:
        return None
    try:
        opened = open_index(workspace.index_place, as_of=manifest.version)
    except IndexTooOld:  # the backfill that makes it anew has said so
        return None
    with opened as reader:
        pinned = {row.url: row for row in reader.documents("is_authoritative = true")}
        rest = reader.documents(with_text=False)
        return LastBuild(
            manifest=manifest,
            documents=[pinned.get(row.url, row) for row in rest],
            text_lengths=reader.text_lengths(),
            report=read_report(workspace.index_place, manifest.version),
        )


def publish_held(
    workspace: Workspace, version: str, override: tuple[str, ...], reason: str, *, now: dt.datetime
) -> IndexManifest:
    """Publish a build that is not live; the failed checks named in ``override`` are let pass."""
    with index_lock(workspace.index_place) as held:
        report = read_report(workspace.index_place, version)
        if report is None:
            raise NoIndex(f"the build {version!r} does not exist or was never examined")
        failed = {check.name for check in report.holding}
        if unknown := sorted(set(override) - failed):
            raise BuildHeld(f"no failed check is named {', '.join(unknown)}: {sorted(failed)}")
        if override:
            write_report(held, report.overriding(override, reason))
        return publish(held, version, now=now)


def diff_in(
    workspace: Workspace, before: str, after: str, *, form: Literal["text", "json", "html"]
) -> str:
    """What changed from one build to the other, in the form asked for."""
    from indexers.diff import compare_builds, diff_as_html, diff_as_json, diff_as_text

    shown = {"text": diff_as_text, "json": diff_as_json, "html": diff_as_html}[form]
    with (
        open_index(workspace.index_place, as_of=before) as old,
        open_index(workspace.index_place, as_of=after) as new,
    ):
        return shown(compare_builds(old, new))


def export_tables(workspace: Workspace, folder: Path, *, as_of: str | None) -> Iterator[str]:
    """Write every table as Parquet; one line a file."""
    from flows.asking import as_of_value
    from indexers.lance import export_parquet

    with open_index(workspace.index_place, as_of=as_of_value(as_of)) as reader:
        for path, rows in export_parquet(reader, folder):
            yield f"{path}: {rows} rows"
