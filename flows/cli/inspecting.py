"""Commands that look: search, explain, status, dates, date, extract. None of them writes."""

import datetime as dt
import json
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import typer

from flows.cli.arguments import AsJson, ProfilePath, workspace_of
from flows.workspace import Workspace


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    for command in (search, explain, status, dates, date, extract):
        app.command()(command)


def search(
    profile: ProfilePath,
    question: Annotated[str, typer.Argument(help="As a resident would ask it.")],
    *,
    k: Annotated[
        int | None, typer.Option("-k", "--k", min=1, max=100, help="Ranked passages.")
    ] = None,
    as_of: Annotated[str | None, typer.Option(help="A day (2026-03-14) or a version.")] = None,
    mode: Annotated[
        Literal["auto", "authority", "plain"],
        typer.Option(help="Read the question, force the pinned pages in, or plain search."),
    ] = "auto",
    text_only: Annotated[
        bool, typer.Option("--text-only", help="Full text alone: loads no model.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the passages that an assistant would get for a question, and why each is there.

    Example: millesime search site.toml "qui s'occupe des finances ?"
    """
    from flows.asking import Desk, passages_as_json, retrieval_in_words

    with Desk.of_profile(profile, as_of=as_of, text_only=text_only) as desk:
        found = desk.ask(question, k=k, mode=mode)
        typer.echo(passages_as_json(desk.reader, found) if as_json else retrieval_in_words(found))


def explain(
    profile: ProfilePath,
    what: Annotated[
        str, typer.Argument(metavar="URL|FILE", help="A URL or path of the site, or a local file.")
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Tell the whole story of one URL: found, fetched, read, dated, judged, chunked, published.

    Example: millesime explain site.toml /documents/pv/2019-05-14.pdf
    """
    from flows.explaining import explain_file, explain_url

    workspace, now = workspace_of(profile), dt.datetime.now(dt.UTC)
    path = Path(what)
    if path.is_file():
        from flows.dating_desk import finding_as_dict
        from ingest.dating import explain_finding

        finding = explain_file(workspace, path, today=_today(workspace))
        if as_json:
            _print_json(finding_as_dict(finding))
        else:
            typer.echo("\n".join([what, *(f"  {line}" for line in explain_finding(finding))]))
        return
    found = explain_url(workspace, what, now=now)
    if as_json:
        _print_json(found.as_dict())
    else:
        from flows.story_in_words import explanation_in_words

        typer.echo(explanation_in_words(found))


def status(profile: ProfilePath, *, as_json: AsJson = False) -> None:
    """Show what is live and since when, what it holds, its disk use, and what to look at next.

    Example: millesime status site.toml
    """
    from flows.status import site_status

    found = site_status(workspace_of(profile))
    if as_json:
        _print_json(found.as_dict())
    else:
        typer.echo(found.in_words())


def dates(
    profile: ProfilePath,
    *,
    by: Annotated[
        Literal["rung", "precision", "conflict", "undated", "disagree"],
        typer.Option(help="All by rung or precision, or only those that need a look."),
    ] = "rung",
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV for a spreadsheet.")] = False,
) -> None:
    """List the dates of the live index with what each rests on.

    Example: millesime dates site.toml --by conflict
    """
    from flows.dating_desk import dated_documents, dates_as_csv, dates_in_words

    found = dated_documents(workspace_of(profile), by)
    if as_csv:
        typer.echo(dates_as_csv(found))
    elif as_json:
        _print_json([each.as_dict() for each in found])
    else:
        typer.echo(dates_in_words(found, by))


def date(
    *,
    url: Annotated[str, typer.Option(help="As found, with its file name.")],
    link_text: Annotated[str, typer.Option(help="Label of the link to it.")] = "",
    title: Annotated[list[str] | None, typer.Option(help="A title that it states.")] = None,
    row: Annotated[str, typer.Option(help="Text of the row around the link.")] = "",
    heading: Annotated[str, typer.Option(help="Heading above the link.")] = "",
    pdf_created: Annotated[str, typer.Option(help="CreationDate: D:20190514.")] = "",
    today: Annotated[str | None, typer.Option(help="Another day than today: 2026-11-29.")] = None,
    as_json: AsJson = False,
) -> None:
    """Date one set of clues and show the ladder of evidence, to try the rules.

    Example: millesime date --url https://commune.example/pv.pdf --link-text "PV du 14 mai 2019"
    """
    from flows.dating_desk import clues_from, finding_as_dict
    from ingest.dating import explain_finding, find_date

    clues = clues_from(
        url,
        titles=tuple(title or ()),
        link_text=link_text,
        row=row,
        heading=heading,
        pdf_created=pdf_created,
    )
    finding = find_date(clues, today=_day(today))
    if as_json:
        _print_json(finding_as_dict(finding))
    else:
        typer.echo("\n".join(explain_finding(finding)))


def extract(
    what: Annotated[
        str, typer.Argument(metavar="FILE|URL", help="A local file, or a URL or path of the site.")
    ],
    *,
    profile: Annotated[
        Path | None, typer.Option(help="The site's profile; needed for a URL.")
    ] = None,
    page: Annotated[int | None, typer.Option(min=1, help="Only this physical page.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="A text file: print how close the extraction is to it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what is read in one document, block by block, with page outcomes and flags.

    Example: millesime extract pv.pdf --page 2
    """
    from flows.extracting import (
        document_as_dict,
        document_in_lines,
        file_on_disk,
        page_of_site,
        read_one,
        similarity_to,
    )

    workspace = None if profile is None else workspace_of(profile)
    if Path(what).is_file() or workspace is None:
        source, body = file_on_disk(Path(what))
    else:
        source, body = page_of_site(workspace, what)
    document = read_one(source, body, workspace=workspace)
    if against is not None:
        share = similarity_to(document, against, page=page)
        typer.echo(json.dumps({"similarity": share}) if as_json else f"similarity: {share:.4f}")
    elif as_json:
        _print_json(document_as_dict(document, page=page))
    else:
        typer.echo("\n".join(document_in_lines(document, page=page)))


def _day(text: str | None) -> dt.date:
    if text is None:
        return dt.datetime.now(dt.UTC).astimezone().date()
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(f"not a day like 2026-11-29: {text!r}") from error


def _today(workspace: Workspace) -> dt.date:
    return dt.datetime.now(ZoneInfo(workspace.profile.timezone)).date()


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))
