"""A build may die at any moment: readers see the old index or the new one, never a mix."""

import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from indexers.lance import IndexReader, index_lock, open_index, prune, versions

BUILDER = Path(__file__).with_name("build_forever.py")
ROWS = 450


class Watcher(threading.Thread):
    """Reads all the time: follows the pointer, searches, scans; keeps what went wrong."""

    def __init__(self, index_dir: Path) -> None:
        super().__init__(daemon=True)
        self.index_dir = index_dir
        self.stopped = threading.Event()
        self.wrong: list[str] = []
        self.seen: Counter[str] = Counter()

    def run(self) -> None:
        try:
            with open_index(self.index_dir) as reader:
                while not self.stopped.is_set():
                    reader.refresh()
                    self.look(reader)
        except BaseException as error:  # the test is about any failure of a reader
            self.wrong.append(repr(error))
            raise

    def look(self, reader: IndexReader) -> None:
        bodies = [row.body for row in reader.chunks()]
        told = {row.reason for row in reader.urls()}
        found = [hit.row.body for hit in reader.search_text("alinéa génération", 20)]
        generations = {re.findall(r"Génération (\d+)", body)[0] for body in bodies + found} | told
        if len(bodies) != ROWS or len(found) != 20 or len(generations) != 1:
            self.wrong.append(f"{len(bodies)} rows, {len(found)} found, {generations}")
        self.seen.update([reader.manifest.version])


@contextmanager
def building(index_dir: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, str(BUILDER), str(index_dir)], stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()


def kill_builds(index_dir: Path, kills: int) -> list[Watcher]:
    """Kill ``kills`` builders at random moments, two threads reading all the while."""
    moments = np.random.default_rng(2026)
    with building(index_dir) as first:
        assert first.stdout is not None
        first.stdout.readline()
    watchers = [Watcher(index_dir) for _ in range(2)]
    for watcher in watchers:
        watcher.start()
    for _ in range(kills):
        with building(index_dir) as process:
            assert process.stdout is not None
            # Past the start of Python, then anywhere in two builds.
            process.stdout.readline()
            threading.Event().wait(moments.uniform(0, 0.9))
    for watcher in watchers:
        watcher.stopped.set()
        watcher.join(30)
    return watchers


def check_after(index_dir: Path, watchers: list[Watcher]) -> None:
    assert [watcher.wrong for watcher in watchers] == [[], []]
    assert all(len(watcher.seen) > 1 for watcher in watchers)
    with index_lock(index_dir) as held:
        prune(held, keep=2, now=versions(index_dir)[0].built_at)
        assert held.folder.leftovers() == []


def test_readers_outlive_three_kills(tmp_path: Path) -> None:
    check_after(tmp_path / "index", kill_builds(tmp_path / "index", 3))


@pytest.mark.slow
def test_readers_outlive_twenty_kills(tmp_path: Path) -> None:
    check_after(tmp_path / "index", kill_builds(tmp_path / "index", 20))
