"""Commands that judge what an assistant is given and what it answers: evaluate."""

import json
from pathlib import Path
from typing import Annotated

import typer

ProfilePath = Annotated[
    Path, typer.Argument(metavar="PROFILE", help="The site's profile (TOML).", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]
AsOf = Annotated[str | None, typer.Option(help="A day (2026-03-14) or a version.")]


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    for command in (evaluate,):
        app.command()(command)


def evaluate(profile: ProfilePath, *, as_of: AsOf = None, as_json: AsJson = False) -> None:
    """Run the golden questions: what is found, what is pinned, and that no past is unmarked.

    Example: millesime evaluate site.toml
    """
    from flows.asking import Desk
    from flows.evaluating import evaluate_retrieval

    with Desk.of_profile(profile, as_of=as_of) as desk:
        found = evaluate_retrieval(desk)
    if as_json:
        _print_json(found.as_dict())
    else:
        typer.echo(found.in_words())


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))
