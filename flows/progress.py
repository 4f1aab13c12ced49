"""Progress for whoever watches: bars on a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TextIO


class Progress(Protocol):
    """What a stage tells while it works."""

    def stage(self, name: str) -> None:
        """A stage begins."""

    def advance(self, done: int, total: int | None, detail: str = "") -> None:
        """``done`` of ``total`` units of the current stage are ready."""

    def say(self, sentence: str) -> None:
        """A sentence that the operator should read now."""


class PlainProgress:
    """One line a stage, and at most one line every few seconds within it."""

    def __init__(self, stream: TextIO | None = None, *, every_s: float = 5.0) -> None:
        self._stream = stream or sys.stderr
        self._every_s = every_s
        self._stage = ""
        self._last = 0.0

    def stage(self, name: str) -> None:
        """Print the stage's name at once, so that a log shows where a run is."""
        self._stage, self._last = name, time.monotonic()
        self._print(f"{name} ...")

    def advance(self, done: int, total: int | None, detail: str = "") -> None:
        """Print the figures if the last line is old enough."""
        if time.monotonic() - self._last >= self._every_s:
            self._last = time.monotonic()
            of_total = f"/{total}" if total is not None else ""
            self._print(f"{self._stage}: {done}{of_total} {detail}".rstrip())

    def say(self, sentence: str) -> None:
        """Print the sentence."""
        self._print(sentence)

    def _print(self, line: str) -> None:
        print(line, file=self._stream, flush=True)


class BarProgress:
    """A live bar a stage, with the figures beside it."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as Bars

        self._bars = Bars(
            TextColumn("{task.description:<12}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[detail]}"),
            console=Console(stderr=True),
        )
        self._task: int | None = None

    def start(self) -> None:
        """Show the display."""
        self._bars.start()

    def stop(self) -> None:
        """Leave the finished bars on screen."""
        self._finish()
        self._bars.stop()

    def stage(self, name: str) -> None:
        """Begin a new bar."""
        self._finish()
        self._task = self._bars.add_task(name, total=None, detail="")

    def advance(self, done: int, total: int | None, detail: str = "") -> None:
        """Move the current bar."""
        if self._task is not None:
            self._bars.update(self._bars.task_ids[-1], completed=done, total=total, detail=detail)

    def say(self, sentence: str) -> None:
        """Print above the bars."""
        self._bars.console.print(sentence, highlight=False)

    def _finish(self) -> None:
        if self._task is None:
            return
        task = self._bars.tasks[-1]
        total = task.total if task.total is not None else max(task.completed, 1)
        self._bars.update(task.id, total=total, completed=total)
        self._task = None


@contextmanager
def shown_progress(*, quiet: bool = False) -> Iterator[Progress]:
    """Bars when standard error is a terminal, plain lines when not, nothing when ``quiet``."""
    if quiet:
        yield Silence()
    elif sys.stderr.isatty():
        bars = BarProgress()
        bars.start()
        try:
            yield bars
        finally:
            bars.stop()
    else:
        yield PlainProgress()


class Silence:
    """Says nothing."""

    def stage(self, name: str) -> None:
        """Ignore the stage."""

    def advance(self, done: int, total: int | None, detail: str = "") -> None:
        """Ignore the figures."""

    def say(self, sentence: str) -> None:
        """Ignore the sentence."""


WATCHER: ContextVar[Progress] = ContextVar("WATCHER")
"""Whom a flow tells, when its caller cannot hand a `Progress` over as a plain parameter."""
