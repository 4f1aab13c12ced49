"""The orchestrator's side of a run: stages as tasks, the report as an artifact.

Prefect 3.9, measured: a task run costs 7 to 17 ms and 16 KB of its database, so a task is a
stage or a batch, never a document. The first call starts a local server when no
``PREFECT_API_URL`` is set, which takes 12 to 35 s.
"""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from prefect import task
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import State
from prefect.events import emit_event
from prefect.states import Completed

from flows.progress import WATCHER, Silence
from flows.reports import report_in_words
from flows.run import Mode, Run
from flows.settings import Settings
from flows.site_run import run_site
from flows.workspace import Workspace
from schemas.run import RunOutcome, RunReport

T = TypeVar("T")


def why_unreachable() -> str | None:
    """Start or reach the orchestrator; why that failed, or ``None`` when it is there."""
    try:
        with get_client(sync_client=True) as client:
            trouble = client.api_healthcheck()
    except (RuntimeError, OSError, ValueError) as error:
        return str(error) or type(error).__name__
    return None if trouble is None else str(trouble)


def as_task(name: str, step: Callable[[], T], /) -> T:
    """Run ``step`` as a task named ``name``; nothing of it is cached or stored by the server."""

    @task(name=name, task_run_name=name, cache_policy=NO_CACHE, persist_result=False)
    def stage() -> T:
        return step()

    return stage()


def show_report(report: RunReport) -> None:
    """Keep the report as artifacts, where the orchestrator's pages show it."""
    create_markdown_artifact(
        key="run-report",
        markdown=f"```\n{report_in_words(report)}\n```",
        description=report.sentence,
    )
    refused = report.crawl.refused if report.crawl else {}
    rows = [
        {"stage": stage, "reason": reason, "documents": number}
        for stage, counts in (("crawl", refused), ("read", report.read.refused))
        for reason, number in sorted(counts.items())
    ]
    if rows:
        create_table_artifact(key="refused", table=rows, description="Refusals by reason")


HELD_EVENT = "millesime.build.held"


def raise_alert(report: RunReport) -> None:
    """Emit the event of a held build, for whichever automation the operator has tied to it."""
    site = report.site.lower().replace(" ", "-")
    emit_event(
        HELD_EVENT,
        resource={
            "prefect.resource.id": f"millesime.site.{site}",
            "prefect.resource.name": report.site,
        },
        payload={
            "run_id": report.run_id,
            "version": report.version,
            "sentence": report.sentence,
            "gate": list(report.gate),
        },
    )


def run_as_tasks(profile_path: str, mode: Mode) -> RunReport | State[RunReport]:
    """Run the site's pipeline with each stage as a task; the caller is a flow.

    A held build ends the flow in a state named ``Held`` (of type completed: the run did all
    that it could, and whoever calls the flow gets the report) and emits `HELD_EVENT`.
    """
    workspace = Workspace.of(Path(profile_path), Settings())
    report = run_site(
        Run(workspace, mode, dt.datetime.now(dt.UTC), WATCHER.get(Silence()), as_task)
    )
    show_report(report)
    if report.outcome is not RunOutcome.HELD:
        return report
    raise_alert(report)
    return Completed(name="Held", message=report.sentence, data=report)
