"""The sample commune, served on loopback and indexed once for all tests of this folder."""

import datetime as dt
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from flows.loopback import LoopbackServer, serve_folder
from flows.run import Mode, Run
from flows.settings import Settings
from flows.site_run import run_site
from flows.workspace import Workspace
from indexers.lance import IndexReader, open_index
from schemas.run import RunReport

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "examples/commune"
NOW = dt.datetime(2026, 11, 29, 2, 0, tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Commune:
    """A served copy of the sample site with a profile of its own."""

    server: LoopbackServer
    profile_path: Path

    @property
    def site(self) -> Path:
        """The served folder; tests may change its pages."""
        return self.server.folder

    @property
    def workspace(self) -> Workspace:
        """Where its data lies."""
        return Workspace.of(self.profile_path, Settings())

    def run(self, *, at: dt.datetime = NOW, mode: Mode = Mode.NIGHTLY) -> RunReport:
        """One run in this process."""
        return run_site(Run(self.workspace, mode, at))

    def reader(self) -> IndexReader:
        """The published index."""
        return open_index(self.workspace.index_dir)


@pytest.fixture(scope="session")
def _indexed_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Commune, RunReport]]:
    with served_copy(tmp_path_factory.mktemp("commune")) as commune:
        yield commune, commune.run()


@pytest.fixture(scope="session")
def commune(_indexed_once: tuple[Commune, RunReport]) -> Commune:
    """The indexed sample; not to be changed."""
    return _indexed_once[0]


@pytest.fixture(scope="session")
def first_report(_indexed_once: tuple[Commune, RunReport]) -> RunReport:
    """The report of the run that made `commune`."""
    return _indexed_once[1]


@pytest.fixture
def own_commune(commune: Commune, tmp_path: Path) -> Iterator[Commune]:
    """A copy of the indexed sample that a test may change, on the same address."""
    folder = tmp_path / "own"
    shutil.copytree(commune.profile_path.parent, folder)
    kept = folder.parent / "kept"
    shutil.copytree(commune.site, kept)
    yield replace(commune, profile_path=folder / "site.toml")
    shutil.rmtree(commune.site)
    shutil.move(kept, commune.site)


def served_copy(folder: Path) -> "_Served":
    """A context manager that serves a copy of the sample site under ``folder``."""
    return _Served(folder)


class _Served:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        shutil.copytree(SAMPLE / "site", folder / "site")
        self._serving = serve_folder(folder / "site")

    def __enter__(self) -> Commune:
        server = self._serving.__enter__()
        data = self._folder / "data"
        data.mkdir()
        text = (SAMPLE / "site.toml").read_text(encoding="utf-8")
        profile = data / "site.toml"
        profile.write_text(text.replace("http://commune.example", server.url), encoding="utf-8")
        shutil.copy(SAMPLE / "golden.toml", data / "golden.toml")
        return Commune(server, profile)

    def __exit__(self, *raised: object) -> None:
        self._serving.__exit__(None, None, None)
