"""The command ``millesime``: each command is one line of what it does and a copyable example."""

from flows.cli.app import main

__all__ = ["main"]
