"""Where the real documents are, and how a URL is dated in one word."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ingest.dating import find_date
from schemas.dating import DateClues, DateFinding

SHARED = Path(__file__).resolve().parents[2] / "../shared/data"
TODAY = date(2026, 11, 29)


@pytest.fixture
def today() -> date:
    return TODAY


@pytest.fixture
def shared() -> Path:
    """The folder of real documents beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("the real documents are not beside the checkout")
    return SHARED


@pytest.fixture
def dated() -> Callable[..., DateFinding]:
    """Date a URL with any further clues."""

    def find(url: str, **clues: object) -> DateFinding:
        return find_date(DateClues(url=url, **clues), today=TODAY)

    return find
