"""Commands that keep the data sound: snapshot verify, gc, import, export; withdraw."""

import datetime as dt
import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.arguments import AsJson, ProfilePath, workspace_of
from flows.cli.exits import Exit


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    snapshot = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    for command in (verify, gc, import_, export):
        snapshot.command(command.__name__.rstrip("_"))(command)
    app.add_typer(snapshot, name="snapshot", help="Check, clean, fill and copy the snapshot.")
    app.command()(withdraw)


def verify(
    profile: ProfilePath,
    *,
    repair: Annotated[
        bool, typer.Option("--repair", help="Have the next run fetch damaged documents again.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Read every stored body and compare it with its hash; ends with code 7 when one is damaged.

    Example: millesime snapshot verify site.toml
    """
    from flows.snapshots import verify_snapshot

    found = verify_snapshot(workspace_of(profile), repair=repair)
    if as_json:
        _print_json(asdict(found))
    else:
        for url in found.affected:
            typer.echo(f"damaged: {url}")
        typer.echo(
            f"{found.checked} bodies checked, {len(found.damaged)} damaged, "
            f"{len(found.absent)} absent"
        )
        if not found.is_sound:
            how = "" if repair else "with --repair "
            typer.echo(f"{how}the next run fetches them again")
    if not found.is_sound:
        raise typer.Exit(Exit.DISK)


def gc(profile: ProfilePath, *, as_json: AsJson = False) -> None:
    """Remove bodies that nothing refers to, and cached results that nobody needs.

    Example: millesime snapshot gc site.toml
    """
    from flows.snapshots import collect_garbage

    found = collect_garbage(workspace_of(profile), now=dt.datetime.now(dt.UTC))
    if as_json:
        _print_json(asdict(found))
        return
    typer.echo(
        f"removed {found.bodies.bodies} bodies ({found.bodies.bytes_freed / 2**20:.1f} MiB), "
        f"{found.bodies.kept} stay\n"
        f"removed {found.readings} readings, {found.derived} derived results (made again by "
        f"the next run), {found.embeddings} vectors, {found.ocr_pages} recognised pages\n"
        "`millesime prune` removes builds"
    )


def import_(
    profile: ProfilePath,
    path: Annotated[Path, typer.Argument(help="A folder of documents, or a WARC file.")],
    *,
    base_url: Annotated[
        str, typer.Option(help="The URL under which the folder's files stood.")
    ] = "",
) -> None:
    """Take documents into the snapshot that the crawl cannot find; then run a backfill.

    Example: millesime snapshot import site.toml old-minutes/
    """
    from flows.snapshots import import_documents

    for line in import_documents(workspace_of(profile), path, base_url=base_url):
        typer.echo(line)


def export(
    profile: ProfilePath,
    path: Annotated[Path, typer.Argument(help="The WARC file to write (.warc or .warc.gz).")],
) -> None:
    """Write every live document into a WARC file, the web archives' format.

    Example: millesime snapshot export site.toml site.warc.gz
    """
    from flows.snapshots import export_documents

    typer.echo(f"{path}: {export_documents(workspace_of(profile), path)} documents")


def withdraw(
    profile: ProfilePath,
    pattern: Annotated[
        str, typer.Argument(help="A URL, a path, or a glob over either (/dossiers/*).")
    ],
    *,
    reason: Annotated[str, typer.Option(help="Kept with the withdrawal.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Let the pattern be fetched again.")] = False,
) -> None:
    """Purge documents for data protection: from the snapshot, the caches and every build.

    Example: millesime withdraw site.toml "/documents/dossier-42*" --reason "request of 29.11."
    """
    from flows.withdrawing import matching_urls, readmit_documents, withdraw_documents

    workspace = workspace_of(profile)
    if undo:
        typer.echo(f"{readmit_documents(workspace, pattern)} URLs are asked again by the next run")
        return
    urls = matching_urls(workspace, pattern)
    typer.echo("\n".join(urls) or "no known URL matches; what matches will never be fetched")
    if not yes and not typer.confirm("Purge this from everywhere, for good?"):
        typer.echo("nothing was purged")
        return
    purge = withdraw_documents(workspace, pattern, now=dt.datetime.now(dt.UTC), reason=reason)
    typer.echo("\n".join(purge.in_lines()))


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))
