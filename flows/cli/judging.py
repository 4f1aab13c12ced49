"""Commands that judge what an assistant is given and what it answers."""

import datetime as dt
import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from flows.cli.arguments import AsJson, ProfilePath
from flows.cli.exits import Exit

AsOf = Annotated[str | None, typer.Option(help="A day (2026-03-14) or a version.")]


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    for command in (prompt, verify, evaluate, audit):
        app.command()(command)


def prompt(
    profile: ProfilePath,
    question: Annotated[str, typer.Argument(help="As a resident would ask it.")],
    *,
    shape: Annotated[
        Literal["json", "plain"], typer.Option(help="The contract's JSON, or text with citations.")
    ] = "json",
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Print the messages that an assistant would be sent for a question.

    Example: millesime prompt site.toml "qui s'occupe des finances ?"
    """
    from flows.answers import prompt_for
    from flows.asking import Desk

    with Desk.of_profile(profile, as_of=as_of) as desk:
        made = prompt_for(desk, question, shape=shape)
    if as_json:
        _print_json(
            {
                "messages": made.as_dicts(),
                "passages": [passage.id for passage in made.passages],
                "left_out": [passage.id for passage in made.left_out],
                "turns_left_out": made.turns_left_out,
                "budget": [asdict(line) for line in made.budget],
            }
        )
        return
    for message in made.messages:
        typer.echo(f"--- {message.role}\n{message.content}\n")
    for line in made.budget_in_words():
        typer.echo(line, err=True)


def verify(
    profile: ProfilePath,
    answer: Annotated[
        Path, typer.Argument(metavar="ANSWER", help="The contract's JSON, or text with citations.")
    ],
    *,
    question: Annotated[
        str | None, typer.Option(help="Needed for plain text; then [n] is as in `prompt`.")
    ] = None,
    as_of: AsOf = None,
    log: Annotated[
        Path | None, typer.Option(help="Append the decision to this abstention log.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check an answer against the contract and, claim by claim, against its sources.

    Example: millesime verify site.toml answer.json --question "qui est syndique ?"
    """
    from flows.answers import judge, nli_of, read_given, write_decision
    from flows.asking import Desk

    [first, *_] = read_given(answer)
    given = first if question is None else type(first)(first.raw, question)
    with Desk.of_profile(profile, as_of=as_of) as desk:
        judged = judge(desk, given, nli_of(desk))
        if log is not None:
            write_decision(log, desk, judged, now=dt.datetime.now(dt.UTC))
    if as_json:
        _print_json(judged.as_dict())
    else:
        typer.echo(judged.in_words())
    if not judged.holds:
        raise typer.Exit(Exit.NOT_PROVEN)


def evaluate(
    profile: ProfilePath,
    *,
    answers: Annotated[
        Path | None,
        typer.Option(help="Also judge a model's answers: JSON lines of question and answer."),
    ] = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """Run the golden questions: what is found, what is pinned, and that no past is unmarked.

    Example: millesime evaluate site.toml --answers answers.jsonl
    """
    from flows.asking import Desk
    from flows.evaluating import evaluate_retrieval, golden_of

    with Desk.of_profile(profile, as_of=as_of) as desk:
        found = evaluate_retrieval(desk)
        values, words = found.as_dict(), found.in_words()
        if answers is not None:
            from flows.answers import read_given
            from flows.evaluating_answers import evaluate_answers

            judged = evaluate_answers(desk, golden_of(desk.workspace), read_given(answers))
            values["answers"], words = judged.as_dict(), f"{words}\n{judged.in_words()}"
    if as_json:
        _print_json(values)
    else:
        typer.echo(words)


def audit(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="An abstention log (JSON lines).")],
    *,
    question: Annotated[
        str | None, typer.Option(help="Show the decisions on this question.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Sum up an abstention log, or prove what was decided on one question.

    Example: millesime audit decisions.jsonl --question "qui est syndique ?"
    """
    from flows.cli.tables import in_lines
    from indexers.answering.abstention_log import audit as audit_log
    from schemas.errors import NoIndex

    try:
        report, entries = audit_log(log, question=question)
    except OSError as error:
        raise NoIndex(f"{log}: cannot be read ({error})") from error
    found = report.model_dump(mode="json")
    if question is not None:
        found["entries"] = [entry.model_dump(mode="json") for entry in entries]
    if as_json:
        _print_json(found)
    else:
        typer.echo("\n".join(in_lines(found)))


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))
