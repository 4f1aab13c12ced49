"""Commands that make runs: demo, init, crawl, plan, index, backfill, serve."""

import datetime as dt
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.arguments import AsJson, ProfilePath, workspace_of
from flows.cli.exits import Exit
from flows.progress import WATCHER, Progress, shown_progress
from flows.run import Mode, Run
from flows.workspace import Workspace
from schemas.run import RunOutcome, RunReport

Directly = Annotated[
    bool, typer.Option("--no-orchestrator", help="Run in this process, without Prefect.")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Print what would be done; nothing is published.")
]


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    for command in (demo, init, index, backfill, crawl, plan, serve):
        app.command()(command)


def demo(
    *,
    folder: Annotated[Path, typer.Option(help="Where the demo's index lives.")] = Path(
        ".millesime/demo"
    ),
    orchestrator: Annotated[bool, typer.Option(help="Run through Prefect.")] = False,
) -> None:
    """Serve the sample site on loopback, index it, and ask it the question of the story.

    Example: millesime demo
    """
    from flows.demo import run_demo

    def indexed(profile_path: Path) -> RunReport:
        return _run_site(profile_path, Mode.NIGHTLY, directly=not orchestrator)

    raise typer.Exit(run_demo(folder, index_site=indexed, print_line=typer.echo))


def init(
    url: Annotated[str, typer.Argument(help="The site's address.", show_default=False)],
    *,
    out: Annotated[Path, typer.Option("--out", help="Where to write the profile.")] = Path(
        "site.toml"
    ),
    contact: Annotated[str, typer.Option(help="E-mail or URL shown to the webmaster.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a first profile by looking at robots.txt, the sitemap and some pages.

    Example: millesime init https://www.commune.example --contact web@commune.example
    """
    from flows.init_profile import propose_profile
    from schemas.errors import ProfileError

    if out.exists() and not force:
        raise ProfileError(f"{out}: exists already; use --force to overwrite it")
    with shown_progress() as progress:
        text = propose_profile(url, contact=contact, progress=progress)
    out.write_text(text, encoding="utf-8")
    typer.echo(f"{out}: read it, pin the authoritative pages, then: millesime index {out}")


def index(
    profile: ProfilePath,
    *,
    dry_run: DryRun = False,
    no_orchestrator: Directly = False,
    as_json: AsJson = False,
) -> None:
    """Crawl the site, bring its index up to date and publish it if it passes the gate.

    Example: millesime index site.toml
    """
    if dry_run:
        _preview(workspace_of(profile), as_json=as_json)
        return
    _end(_run_site(profile, Mode.NIGHTLY, directly=no_orchestrator), as_json=as_json)


def backfill(
    profile: ProfilePath,
    *,
    folder: Annotated[
        Path | None, typer.Option(help="Also take the documents of this folder.")
    ] = None,
    no_orchestrator: Directly = False,
    as_json: AsJson = False,
) -> None:
    """Read, date, chunk and index the snapshot again; the website is not asked.

    Example: millesime backfill site.toml --folder old-minutes/
    """
    if folder is not None:
        from flows.snapshots import import_documents

        for line in import_documents(workspace_of(profile), folder):
            typer.echo(line, err=True)
    _end(_run_site(profile, Mode.BACKFILL, directly=no_orchestrator), as_json=as_json)


def crawl(
    profile: ProfilePath,
    *,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Bring the snapshot up to date; the index is not touched.

    Example: millesime crawl site.toml --dry-run
    """
    from flows.crawl_preview import preview_crawl, preview_in_words
    from flows.crawl_site import crawl_only

    workspace = workspace_of(profile)
    if dry_run:
        preview = preview_crawl(workspace)
        typer.echo(_json(preview.as_dict()) if as_json else preview_in_words(preview))
        return
    with shown_progress() as progress:
        run = Run(workspace, Mode.NIGHTLY, dt.datetime.now(dt.UTC), progress)
        figures = crawl_only(run)
    _print(figures.model_dump(mode="json"), as_json=as_json)
    if not figures.complete:
        raise typer.Exit(Exit.INCOMPLETE)


def plan(profile: ProfilePath, *, as_json: AsJson = False) -> None:
    """Print what a run over the snapshot would read, embed, insert, keep and delete, and why.

    Example: millesime plan site.toml
    """
    from flows.planning import plan_run

    workspace = workspace_of(profile)
    with shown_progress(quiet=as_json) as progress:
        run = Run(workspace, Mode.BACKFILL, dt.datetime.now(dt.UTC), progress)
        found = plan_run(run)
    typer.echo(_json(found.as_dict()) if as_json else found.in_words())


def serve(
    profile: ProfilePath,
    *,
    cron: Annotated[str, typer.Option(help="When the nightly run starts.")] = "15 3 * * *",
) -> None:
    """Serve the nightly schedule and the backfill through a running Prefect server.

    Example: PREFECT_API_URL=http://127.0.0.1:4200/api millesime serve site.toml
    """
    if not os.environ.get("PREFECT_API_URL"):
        typer.echo(
            "millesime: serve needs a Prefect server:\n"
            "  prefect server start\n"
            "  export PREFECT_API_URL=http://127.0.0.1:4200/api\n"
            "or let a system timer call `millesime index` instead",
            err=True,
        )
        raise typer.Exit(Exit.USAGE)
    from flows.deployments import serve_site

    serve_site(profile, cron=cron)


def _preview(workspace: Workspace, *, as_json: bool) -> None:
    """The crawl that would come first, and what a run over the snapshot as it is would do."""
    from flows.crawl_preview import preview_crawl, preview_in_words

    preview = preview_crawl(workspace)
    found = None
    if workspace.snapshot_dir.is_dir():
        from flows.planning import plan_run

        with shown_progress(quiet=as_json) as progress:
            run = Run(workspace, Mode.BACKFILL, dt.datetime.now(dt.UTC), progress)
            found = plan_run(run)
    if as_json:
        whole = {"crawl": preview.as_dict(), "index": found.as_dict() if found else None}
        typer.echo(_json(whole))
        return
    typer.echo(preview_in_words(preview))
    nothing = "nothing was crawled yet: what would be indexed is known after the first crawl"
    typer.echo(f"\n{found.in_words() if found else nothing}")


def _json(found: object) -> str:
    return json.dumps(found, ensure_ascii=False, indent=2, default=str)


def _run_site(profile: Path, mode: Mode, *, directly: bool) -> RunReport:
    workspace = workspace_of(profile)  # a bad profile is told before anything is started
    with shown_progress() as progress:
        flow = None if directly else _flow_of(mode, progress)
        if flow is None:
            from flows.site_run import run_site

            now = dt.datetime.now(dt.UTC)
            return run_site(Run(workspace, mode, now, progress))
        token = WATCHER.set(progress)
        try:
            report = flow(str(profile.resolve()))
        finally:
            WATCHER.reset(token)
        if not isinstance(report, RunReport):
            raise TypeError(f"the flow left no report but {report!r}")
        return report


def _flow_of(mode: Mode, progress: Progress) -> Callable[[str], object] | None:
    """The orchestrator's flow for ``mode``; ``None``, with a warning, when it cannot start."""
    if not os.environ.get("PREFECT_API_URL"):
        progress.say("starting the local orchestrator, about 15 s (--no-orchestrator skips it)")
    from flows.orchestrator import why_unreachable

    if (trouble := why_unreachable()) is not None:
        progress.say(f"warning: the orchestrator did not start ({trouble}); running without it")
        return None
    if mode is Mode.NIGHTLY:
        from flows.nightly import nightly

        return nightly
    from flows.backfill import backfill as backfill_flow

    return backfill_flow


def _end(report: RunReport, *, as_json: bool) -> None:
    from flows.reports import report_in_words

    typer.echo(report.model_dump_json(indent=2) if as_json else report_in_words(report))
    if report.outcome is RunOutcome.HELD:
        raise typer.Exit(Exit.HELD)
    if report.crawl is not None and not report.crawl.complete:
        raise typer.Exit(Exit.INCOMPLETE)


def _print(found: object, *, as_json: bool) -> None:
    if as_json:
        typer.echo(_json(found))
    else:
        from flows.cli.tables import in_lines

        typer.echo("\n".join(in_lines(found)))
