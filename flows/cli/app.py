"""The command itself: its options, and how every error ends in one line and a code."""

import os
import sys
import traceback

import typer

from flows.cli.exits import Exit, exit_for

app = typer.Typer(
    name="millesime",
    help="Turn a public body's website into an index that an answering assistant can trust.",
    epilog="Every command has --help with an example. Exit codes: docs/cli.md.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def version_option(
    *,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Set what every command shares."""
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"millesime {installed('millesime')}")
        raise typer.Exit


def main() -> None:
    """Run the command line; the process ends with one of the documented exit codes."""
    _be_quiet()
    from flows.cli.commands import add_commands

    add_commands(app)
    try:
        # Outside its stand-alone mode click returns the code of a `typer.Exit`.
        sys.exit(app(standalone_mode=False))
    except (typer.Exit, SystemExit) as ended:
        sys.exit(getattr(ended, "exit_code", getattr(ended, "code", 0)))
    except BaseException as error:  # the top of a command: nothing is above it
        sys.exit(_end(error))


def _end(error: BaseException) -> int:
    if hasattr(error, "exit_code") and hasattr(error, "show"):  # click's own usage errors
        error.show()
        return int(Exit.USAGE)
    if isinstance(error, typer.Abort):
        error = KeyboardInterrupt()
    known = exit_for(error)
    if known is None:
        traceback.print_exception(error)
        print("millesime: an error that was not foreseen; please report it", file=sys.stderr)
        return int(Exit.BUG)
    code, sentence = known
    print(f"millesime: {sentence}", file=sys.stderr)
    return int(code)


def _be_quiet() -> None:
    """Keep libraries from calling home, from waiting too little and from filling the screen."""
    quiet = {
        "DO_NOT_TRACK": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "LANCEDB_LOG": "error",
        "PREFECT_LOGGING_LEVEL": "CRITICAL",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
        "TOKENIZERS_PARALLELISM": "false",
    }
    for name, value in quiet.items():
        os.environ.setdefault(name, value)
