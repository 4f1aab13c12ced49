"""Killed at any moment, the next run goes on: nothing is lost, hardly anything fetched twice."""

import os
import random
import select
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.crawl import Snapshot

PAGES = 500
KILLS = 20

# Imports once and forks for each run: 21 starts of an interpreter would take most of the time.
_FORKER = """
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from ingest.crawl import Snapshot, crawl_site
from schemas.site import parse_profile

from ingest.crawl.run import crawl_site
profile = parse_profile(sys.argv[1])
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        with Snapshot.open(Path(line.strip())) as snapshot:
            crawl_site(profile, snapshot, clock=lambda: datetime.now(UTC))
        os._exit(0)
    print(child, flush=True)
    print(os.waitpid(child, 0)[1], flush=True)
"""


class Forker:
    """Runs crawls in processes that may be killed."""

    def __init__(self, url: str) -> None:
        profile = (
            f'name = "X"\nstart_urls = ["{url}/"]\ncontact = "it@commune.example"\n'
            '[crawl]\ndelay_s = 0\nallow_private_addresses = ["127.0.0.0/8"]\n'
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", _FORKER, profile],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, folder: Path, *, until: Callable[[], bool] = lambda: False) -> bool:
        """Crawl into ``folder``, killed once ``until`` holds; whether it came to its end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{folder}\n")
        self._process.stdin.flush()
        child = int(self._process.stdout.readline())
        while not until():
            if select.select([self._process.stdout], [], [], 0.002)[0]:
                break
        else:
            os.kill(child, signal.SIGKILL)
        return self._process.stdout.readline().strip() == "0"

    def close(self) -> None:
        self._process.communicate(timeout=20)


@pytest.fixture
def library(serve: Callable[..., Any], reply: type[Any], make_html: Callable[..., str]) -> Any:
    """500 pages that link to each other, without validators: each body counts."""

    def page(n: int) -> str:
        near = "".join(f"<a href=/p{m}>Page {m}</a> " for m in range(3 * n + 1, 3 * n + 4) if m < PAGES)
        return make_html(f"<p>Texte de la page {n}.</p>{near}", title=f"Page {n}")

    return serve({f"/p{n}": reply(page(n)) for n in range(1, PAGES)} | {"/": reply(page(0))})


@pytest.fixture
def forker(library: Any) -> Iterator[Forker]:
    made = Forker(library.url)
    yield made
    made.close()


def _bodies(folder: Path) -> dict[str, str]:
    with Snapshot.open(folder) as snapshot:
        assert snapshot.verify().is_sound
        return {source.url: source.body_sha256 for source in snapshot.sources()}


@pytest.mark.slow
def test_twenty_kills_cost_nothing(library: Any, forker: Forker, tmp_path: Path) -> None:
    assert forker.run(tmp_path / "whole")
    whole = _bodies(tmp_path / "whole")
    library.hits.clear()
    moments = random.Random(4)
    for _ in range(KILLS):
        goal = len(library.hits) + moments.randrange(1, 30)
        assert not forker.run(tmp_path / "cut", until=lambda g=goal: len(library.hits) >= g)
    assert forker.run(tmp_path / "cut")

    asked = Counter(library.paths())
    assert _bodies(tmp_path / "cut") == whole
    assert len(whole) == PAGES
    assert max(asked.values()) <= 2
    assert sum(asked.values()) <= PAGES + 2 * KILLS  # two are under way at a time
