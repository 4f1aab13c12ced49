"""The reference of the command line as Markdown, rendered from the commands themselves."""

import inspect
import re
from collections.abc import Iterator

import typer

from flows.cli.commands import add_commands
from flows.cli.exits import Exit

_WIDTH = 92


def reference_as_markdown() -> str:
    """Every command as its own help shows it, then the exit codes: the body of ``docs/cli.md``."""
    app = typer.Typer(name="millesime", add_completion=False, rich_markup_mode=None)
    add_commands(app)
    root = typer.Context(
        typer.main.get_command(app),
        info_name="millesime",
        terminal_width=_WIDTH,
        help_option_names=["-h", "--help"],
    )
    return "\n".join([*_sections(root), *_exit_codes()])


def _sections(context: typer.Context) -> Iterator[str]:
    """One section a command, groups opened."""
    commands = getattr(context.command, "commands", {})
    for name, command in commands.items():
        yield from _sections(typer.Context(command, parent=context, info_name=name))
    if not commands:
        yield f"## {context.command_path.removeprefix('millesime ').split(' {')[0]}"
        yield ""
        yield "```text"
        yield context.command.get_help(context).rstrip()
        yield "```"
        yield ""


def _exit_codes() -> Iterator[str]:
    yield "## Exit codes"
    yield ""
    yield "| code | name | when |"
    yield "|---|---|---|"
    for code, meaning in exit_meanings().items():
        yield f"| {code.value} | `{code.name}` | {meaning} |"


def exit_meanings() -> dict[Exit, str]:
    """What each exit code means, as `Exit` documents it.

    >>> exit_meanings()[Exit.LOCKED]
    'Another run is writing to this index.'
    """
    documented = re.compile(r'^    ([A-Z_]+) = \d+\n    """(.*?)"""', re.MULTILINE | re.DOTALL)
    found = documented.findall(inspect.getsource(Exit))
    return {Exit[name]: " ".join(text.split()) for name, text in found}
