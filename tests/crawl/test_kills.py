"""Killed at any moment, the next run goes on: nothing is lost, hardly anything fetched twice."""

import multiprocessing
import runpy
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from ingest.crawl import Snapshot
from tests.crawl.conftest import Reply, Serve, Site, html

PAGES = 500
KILLS = 20

# Run in a process of its own, forked from a server that has imported the crawl once.
_CHILD = """
from datetime import UTC, datetime
from pathlib import Path
from ingest.crawl import Snapshot, crawl_site
from schemas.site import parse_profile

with Snapshot.open(Path(folder)) as snapshot:
    crawl_site(parse_profile(profile), snapshot, clock=lambda: datetime.now(UTC))
"""


class Runner:
    """Runs crawls of one site in processes that may be killed."""

    def __init__(self, url: str, script: Path) -> None:
        script.write_text(_CHILD)
        self._script = script
        self._profile = (
            f'name = "X"\nstart_urls = ["{url}/"]\ncontact = "it@commune.example"\n'
            '[crawl]\ndelay_s = 0\nallow_private_addresses = ["127.0.0.0/8"]\n'
        )
        self._processes = multiprocessing.get_context("forkserver")
        self._processes.set_forkserver_preload(["ingest.crawl.run"])

    def run(self, folder: Path, *, until: Callable[[], bool] = lambda: False) -> bool:
        """Crawl into ``folder``, killed once ``until`` holds; whether it came to its end."""
        names = {"folder": str(folder), "profile": self._profile}
        child = self._processes.Process(target=runpy.run_path, args=(str(self._script), names))
        child.start()
        while child.is_alive() and not until():
            child.join(0.002)
        if child.is_alive():
            child.kill()
        child.join()
        return child.exitcode == 0


@pytest.fixture
def library(serve: Serve) -> Site:
    """500 pages that link to each other, without validators: each body counts."""

    def page(n: int) -> str:
        near = "".join(
            f"<a href=/p{m}>Page {m}</a> " for m in range(3 * n + 1, 3 * n + 4) if m < PAGES
        )
        return html(f"<p>Texte de la page {n}.</p>{near}", title=f"Page {n}")

    return serve({f"/p{n}": Reply(page(n)) for n in range(1, PAGES)} | {"/": Reply(page(0))})


@pytest.fixture
def runner(library: Site, tmp_path: Path) -> Runner:
    return Runner(library.url, tmp_path / "child.py")


def _bodies(folder: Path) -> dict[str, str]:
    with Snapshot.open(folder) as snapshot:
        assert snapshot.verify().is_sound
        return {source.url: source.body_sha256 for source in snapshot.sources()}


@pytest.mark.slow
def test_twenty_kills_cost_nothing(library: Site, runner: Runner, tmp_path: Path) -> None:
    assert runner.run(tmp_path / "whole")
    whole = _bodies(tmp_path / "whole")
    library.hits.clear()
    moments = cycle((13, 7, 5, 19, 4, 28, 11, 6, 23))  # hits; three of each run are no pages
    for _ in range(KILLS):
        goal = len(library.hits) + next(moments)
        assert not runner.run(tmp_path / "cut", until=lambda g=goal: len(library.hits) >= g)
    assert runner.run(tmp_path / "cut")

    asked = Counter(library.paths())
    assert _bodies(tmp_path / "cut") == whole
    assert len(whole) == PAGES
    assert max(asked.values()) <= 2
    assert sum(asked.values()) <= PAGES + 2 * KILLS  # two are under way at a time
