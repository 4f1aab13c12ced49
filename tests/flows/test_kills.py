"""Killed with SIGKILL in any stage and started again: it finishes, and readers never see a half."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from indexers.lance import open_index
from schemas.errors import NoIndex
from tests.flows.conftest import Commune

pytestmark = [pytest.mark.model, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
STAGES = ("crawl", "read", "decide", "embed", "load", "gate", "publish")


def start(profile: Path) -> "subprocess.Popen[str]":
    """The command as an operator starts it, its progress as plain lines."""
    command = [sys.executable, "-m", "flows.cli", "index", str(profile), "--no-orchestrator"]
    return subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )


def kill_in(stage: str, profile: Path) -> None:
    """Start a run and kill it as soon as it says that ``stage`` began."""
    run = start(profile)
    said = []
    for line in run.stderr or ():
        said.append(line)
        if line.startswith(f"{stage} ..."):
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            return
    pytest.fail(f"the run ended ({run.wait()}) before {stage!r}: {''.join(said)}")


def finish(profile: Path) -> None:
    """A run to its end."""
    run = start(profile)
    _, said = run.communicate(timeout=300)
    assert run.returncode == 0, said


def _look_once(index_dir: Path) -> str:
    """The version that a reader gets, after reading all of it; ``none`` before the first."""
    try:
        with open_index(index_dir) as reader:
            manifest, chunks = reader.manifest, reader.chunks()
    except NoIndex:
        return "none"
    assert len(chunks) == manifest.chunks
    assert len({row.run_id for row in chunks}) == 1
    return manifest.version


@contextmanager
def watched(index_dir: Path) -> Iterator[set[str]]:
    """Two readers that look all the time; what each look saw, as a version and its rows."""
    seen: set[str] = set()
    faults: list[Exception] = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set() and not faults:
            try:
                seen.add(_look_once(index_dir))
            except Exception as error:  # whatever it is, the test must hear of it
                faults.append(error)
            done.wait(0.05)  # all the time, but not at the cost of the run that is watched

    readers = [threading.Thread(target=look) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        yield seen
    finally:
        done.set()
        for reader in readers:
            reader.join()
    assert faults == []


def test_a_first_run_killed_in_every_stage_finishes(own_commune: Commune, tmp_path: Path) -> None:
    folder = tmp_path / "first"
    folder.mkdir()
    for name in ("site.toml", "golden.toml"):
        (folder / name).write_bytes((own_commune.profile_path.parent / name).read_bytes())
    profile = folder / "site.toml"

    with watched(folder / ".millesime/index") as seen:
        for stage in STAGES:
            kill_in(stage, profile)
        assert seen <= {"none"}
        finish(profile)

    with open_index(folder / ".millesime/index") as reader, own_commune.reader() as expected:
        assert [row.id for row in reader.chunks()] == [row.id for row in expected.chunks()]


def test_an_update_killed_in_every_stage_shows_the_old_or_the_new(own_commune: Commune) -> None:
    profile, index_dir = own_commune.profile_path, own_commune.workspace.index_dir
    old = own_commune.reader().manifest.version
    page = own_commune.site / "eau.html"
    added = "</h1><p>Le réservoir sera nettoyé en janvier 2027.</p>"
    text = page.read_text(encoding="utf-8").replace("</h1>", added, 1)
    page.write_text(text, encoding="utf-8")

    with watched(index_dir) as seen:
        for stage in STAGES:
            kill_in(stage, profile)
        before_the_end = set(seen)
        finish(profile)

    new = own_commune.reader().manifest.version
    assert new != old
    # Killed as it publishes, a run may have moved the pointer already: then it is the new one.
    assert len(before_the_end - {old}) <= 1
    with own_commune.reader() as reader:
        assert any("nettoyé en janvier 2027" in row.body for row in reader.chunks())
