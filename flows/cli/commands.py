"""Every command, in the order in which the help lists them."""

import typer

from flows.cli.inspecting import add_to as add_inspecting
from flows.cli.judging import add_to as add_judging
from flows.cli.keeping import add_to as add_keeping
from flows.cli.publishing import add_to as add_publishing
from flows.cli.running import add_to as add_running


def add_commands(app: typer.Typer) -> None:
    """Register all commands."""
    for add_to in (add_running, add_inspecting, add_publishing, add_keeping, add_judging):
        add_to(app)
