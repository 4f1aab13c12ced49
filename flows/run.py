"""One run: who it is, what day it is, whom it tells, and what it spent."""

import datetime as dt
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar
from zoneinfo import ZoneInfo

from flows.orchestration import StageRunner, run_directly
from flows.progress import Progress, Silence
from flows.workspace import Workspace

T = TypeVar("T")


class Mode(StrEnum):
    """Why a run is made."""

    NIGHTLY = "nightly"
    """Crawl, then everything that follows from what changed."""
    BACKFILL = "backfill"
    """Everything that follows from the snapshot as it is; the website is not asked."""


@dataclass(slots=True)
class Spent:
    """Seconds by stage, wall and CPU (this process and its finished children)."""

    wall: dict[str, float] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def on(self, stage: str) -> Iterator[None]:
        """Add what the block takes to ``stage``."""
        wall, cpu = time.monotonic(), _cpu_seconds()
        try:
            yield
        finally:
            self.wall[stage] = self.wall.get(stage, 0.0) + time.monotonic() - wall
            self.cpu[stage] = self.cpu.get(stage, 0.0) + _cpu_seconds() - cpu


@dataclass(frozen=True, slots=True)
class Run:
    """Everything that a stage needs besides its input."""

    workspace: Workspace
    mode: Mode
    started_at: dt.datetime
    """UTC."""
    progress: Progress = field(default_factory=Silence)
    run_stage: StageRunner = run_directly
    spent: Spent = field(default_factory=Spent)

    @property
    def run_id(self) -> str:
        """Name of the run and of the build that it makes.

        >>> from pathlib import Path
        >>> at = dt.datetime(2026, 11, 29, 2, 0, 0, 250_000, dt.UTC)
        >>> Run(Workspace.__new__(Workspace), Mode.NIGHTLY, at).run_id
        '20261129T020000.250Z'
        """
        return f"{self.started_at:%Y%m%dT%H%M%S}.{self.started_at.microsecond // 1000:03d}Z"

    @property
    def today(self) -> dt.date:
        """The day of the run where the site is; it bounds the future, nothing else."""
        return self.started_at.astimezone(ZoneInfo(self.workspace.profile.timezone)).date()

    def stage(self, name: str, step: Callable[[], T]) -> T:
        """Run one stage, shown and timed."""
        self.progress.stage(name)
        with self.spent.on(name):
            return self.run_stage(name, step)


def _cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
