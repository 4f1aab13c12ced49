"""The sample site as every test of this folder needs it: its folder, served on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.loopback import LoopbackServer, serve_folder

COMMUNE = Path(__file__).resolve().parents[2] / "examples" / "commune"


@pytest.fixture(scope="session")
def commune() -> Path:
    """The folder of the sample site, its profile and its golden questions."""
    return COMMUNE


@pytest.fixture(scope="module")
def served(commune: Path) -> Iterator[LoopbackServer]:
    """The sample site, served."""
    with serve_folder(commune / "site") as server:
        yield server
