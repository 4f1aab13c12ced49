"""A folder is there whole or not at all, and made once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from indexers.embedding.folders import build_once
from schemas.errors import ModelError


class Writer:
    def __init__(self, error: Exception | None = None) -> None:
        self.calls = 0
        self.error = error

    def __call__(self, folder: Path) -> None:
        self.calls += 1
        folder.mkdir()
        (folder / "part").write_text("half", encoding="utf-8")
        (folder.parent / "scratch").touch()
        if self.error is not None:
            raise self.error


def visible(parent: Path) -> list[str]:
    return sorted(path.name for path in parent.iterdir() if not path.name.endswith(".lock"))


def test_made_once(tmp_path: Path) -> None:
    write = Writer()
    for _ in range(2):
        assert build_once(tmp_path / "deep" / "m", write, needed_mib=1) == tmp_path / "deep" / "m"

    assert write.calls == 1
    assert visible(tmp_path / "deep") == ["m"]


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        build_once(tmp_path / "m", Writer(RuntimeError()), needed_mib=1)

    assert visible(tmp_path) == []


def test_a_refusal_of_the_disk_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No space left"):
        build_once(tmp_path / "m", Writer(OSError(28, "No space left on device")), needed_mib=1)

    assert visible(tmp_path) == []


def test_what_a_killed_build_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / ".m.building" / "m"
    left.mkdir(parents=True)
    (left / "other").touch()
    build_once(tmp_path / "m", Writer(), needed_mib=1)

    assert [path.name for path in (tmp_path / "m").iterdir()] == ["part"]
    assert visible(tmp_path) == ["m"]


def test_too_little_disk_is_said_before_any_work(tmp_path: Path) -> None:
    write = Writer()
    with pytest.raises(ModelError, match="needs 1000000000 MiB of disk"):
        build_once(tmp_path / "m", write, needed_mib=10**9)

    assert write.calls == 0


def test_two_at_once_make_one(tmp_path: Path) -> None:
    write = Writer()
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: build_once(tmp_path / "m", write, needed_mib=1), range(4)))

    assert made == [tmp_path / "m"] * 4
    assert write.calls == 1
