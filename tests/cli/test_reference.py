"""The reference names every command and exit code, and each has what an operator needs."""

import pytest
import typer

from flows.cli.commands import add_commands
from flows.cli.exits import Exit
from flows.cli.reference import exit_meanings, reference_as_markdown
from tests.embedding.test_imports import run_python

APP = typer.Typer(add_completion=False)
add_commands(APP)
COMMANDS = [each.callback for each in APP.registered_commands]
COMMANDS += [
    each.callback
    for group in APP.registered_groups
    for each in group.typer_instance.registered_commands
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_command_says_what_it_does_and_shows_an_example(command: type) -> None:
    first, *rest = (command.__doc__ or "").strip().splitlines()
    assert first.endswith(".")
    [example] = [line.strip() for line in rest if line.strip().startswith("Example:")]
    assert "millesime " in example


def test_every_exit_code_has_a_meaning() -> None:
    assert list(exit_meanings()) == list(Exit)


def test_the_reference_holds_every_command() -> None:
    text = reference_as_markdown()
    for command in COMMANDS:
        assert f"{command.__name__.rstrip('_')}" in text
    assert "## snapshot verify" in text
    assert "| 8 | `HELD` |" in text


def test_help_starts_fast_and_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from flows.cli.app import app\n"
        "from flows.cli.commands import add_commands\n"
        "add_commands(app)\n"
        "heavy = {'lancedb', 'torch', 'pyarrow', 'numpy', 'prefect', 'lxml', 'httpx', 'httpcore'}\n"
        "print(sorted(heavy & sys.modules.keys()))\n"
    )
    assert run_python(code) == "[]"
