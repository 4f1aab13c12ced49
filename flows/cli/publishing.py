"""Commands on builds: versions, rollback, publish, pin, prune, diff, export."""

import datetime as dt
import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from flows.cli.arguments import AsJson, ProfilePath, workspace_of
from flows.cli.tables import table

Version = Annotated[
    str, typer.Argument(metavar="VERSION", help="As `millesime versions` lists it.")
]


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    for command in (versions, rollback, publish, pin, prune, diff, export):
        app.command()(command)


def versions(profile: ProfilePath, *, as_json: AsJson = False) -> None:
    """List every build with its date, size, gate result and what changed; the live one is marked.

    Example: millesime versions site.toml
    """
    from indexers.lance import versions as all_versions

    found = all_versions(workspace_of(profile).index_place)
    if as_json:
        typer.echo(json.dumps([asdict(v) for v in found], default=str, indent=2))
        return
    rows = [
        (
            "*" if v.is_live else "",
            v.version,
            f"{v.published_at:%Y-%m-%d %H:%M}" if v.published_at else "never",
            v.gate.value if v.gate else "not examined",
            str(v.documents),
            str(v.chunks),
            f"{v.size_bytes / 2**20:.1f} MiB",
            v.changes + (f" [pinned: {v.pinned_because}]" if v.pinned_because else ""),
        )
        for v in found
    ]
    head = ("", "version", "published", "gate", "documents", "chunks", "size", "changes")
    typer.echo(table(head, rows) if rows else "no build yet: millesime index PROFILE")


def rollback(
    profile: ProfilePath,
    version: Annotated[str | None, typer.Argument(metavar="[VERSION]")] = None,
    *,
    reason: Annotated[str, typer.Option(help="Kept in the index's history.")] = "",
) -> None:
    """Make an earlier build the live one: the one before, or VERSION.

    Example: millesime rollback site.toml --reason "wrong opening hours"
    """
    from indexers.lance import index_lock
    from indexers.lance import rollback as move_back

    with index_lock(workspace_of(profile).index_place) as held:
        manifest = move_back(held, version, now=dt.datetime.now(dt.UTC), reason=reason)
    typer.echo(f"live: {manifest.version} ({manifest.documents} documents)")


def publish(
    profile: ProfilePath,
    version: Version,
    *,
    override: Annotated[
        list[str] | None,
        typer.Option(help="A failed check that is let pass, by its name; may be repeated."),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; kept with the build's report.")] = "",
) -> None:
    """Publish a build that was held, or that is no longer live.

    Example: millesime publish site.toml 20261129T020000Z --override lost_documents --reason "moved"
    """
    from flows.publish import publish_held

    if override and not reason:
        raise typer.BadParameter("--override needs a --reason, which is kept with the report")
    now = dt.datetime.now(dt.UTC)
    manifest = publish_held(workspace_of(profile), version, tuple(override or ()), reason, now=now)
    typer.echo(f"live: {manifest.version} ({manifest.documents} documents)")


def pin(
    profile: ProfilePath,
    version: Version,
    *,
    reason: Annotated[str, typer.Option(help="Shown by `millesime versions`.")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Let it go like any other.")] = False,
) -> None:
    """Keep a build for as long as it is pinned, whatever else is removed.

    Example: millesime pin site.toml 20261129T020000Z --reason "as it was at the election"
    """
    from indexers.lance import index_lock, unpin
    from indexers.lance import pin as keep

    with index_lock(workspace_of(profile).index_place) as held:
        if undo:
            unpin(held, version)
        else:
            keep(held, version, reason)
    typer.echo(f"{version} is {'no longer ' if undo else ''}pinned")


def prune(profile: ProfilePath, *, as_json: AsJson = False) -> None:
    """Remove builds that nobody needs: N are kept, one a month for a year, pinned, in use.

    Example: millesime prune site.toml
    """
    from indexers.lance import index_lock
    from indexers.lance import prune as remove_old

    workspace = workspace_of(profile)
    keep = workspace.profile.index.keep_versions
    with index_lock(workspace.index_place) as held:
        report = remove_old(held, keep=keep, now=dt.datetime.now(dt.UTC))
    if as_json:
        typer.echo(json.dumps(asdict(report), indent=2))
        return
    typer.echo(
        f"removed {len(report.removed)} builds and {len(report.leftovers)} unfinished ones, "
        f"{report.freed_bytes / 2**20:.1f} MiB; {len(report.in_use)} are in use and stay"
    )


def diff(
    profile: ProfilePath,
    before: Annotated[str, typer.Argument(metavar="A")],
    after: Annotated[str, typer.Argument(metavar="B")],
    *,
    form: Annotated[
        Literal["text", "json", "html"], typer.Option("--format", help="How it is shown.")
    ] = "text",
) -> None:
    """Compare two builds: documents added, gone, moved, changed, dated anew, pinned pages.

    Example: millesime diff site.toml 20261128T020000Z 20261129T020000Z
    """
    from flows.publish import diff_in

    typer.echo(diff_in(workspace_of(profile), before, after, form=form))


def export(
    profile: ProfilePath,
    folder: Annotated[Path, typer.Argument(help="Where the Parquet files go.")],
    *,
    as_of: Annotated[str | None, typer.Option(help="A day (2026-03-14) or a version.")] = None,
) -> None:
    """Write the live tables as Parquet, for whoever does not read LanceDB.

    Example: millesime export site.toml parquet/
    """
    from flows.publish import export_tables

    for line in export_tables(workspace_of(profile), folder, as_of=as_of):
        typer.echo(line)
