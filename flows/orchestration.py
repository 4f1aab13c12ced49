"""How a stage is run: directly, or as a task of the orchestrator. The stage cannot tell.

A stage returns counts and paths, never documents or vectors: what it makes lies on disk.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class StageRunner(Protocol):
    """Runs one stage (or one batch of one) and gives back what it returned."""

    def __call__(self, name: str, step: Callable[[], T], /) -> T:
        """Run ``step`` under ``name``; its errors pass through."""
        ...


def run_directly(name: str, step: Callable[[], T], /) -> T:
    """Run ``step`` in this process without an orchestrator.

    >>> run_directly("count", lambda: 3)
    3
    """
    del name
    return step()
