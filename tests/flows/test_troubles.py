"""What can go wrong for a run: one line that says what to do, a code of its own, nothing lost."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.cli.exits import Exit
from indexers.lance import index_lock
from tests.flows.conftest import Commune

pytestmark = pytest.mark.model

ROOT = Path(__file__).resolve().parents[2]


def index(profile: Path) -> "subprocess.CompletedProcess[str]":
    """``millesime index PROFILE --no-orchestrator``."""
    command = [sys.executable, "-m", "flows.cli", "index", str(profile), "--no-orchestrator"]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=240
    )


def last_line(done: "subprocess.CompletedProcess[str]") -> str:
    """The message: the last line on standard error, and no traceback anywhere."""
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


def test_a_misspelt_key_names_its_place(tmp_path: Path) -> None:
    profile = tmp_path / "site.toml"
    profile.write_text(
        'name = "X"\nstart_urls = ["https://x.example/"]\ncontact = "a@x.example"\n'
        "[crawl]\ndelay = 1\n",
        encoding="utf-8",
    )

    done = index(profile)

    assert done.returncode == Exit.PROFILE
    assert "crawl.delay" in last_line(done)


def test_a_missing_profile_says_how_to_get_one(tmp_path: Path) -> None:
    done = index(tmp_path / "none.toml")

    assert done.returncode == Exit.PROFILE
    assert "millesime init" in last_line(done)


def test_an_unreachable_site_leaves_the_index(own_commune: Commune) -> None:
    before = own_commune.reader().manifest.version
    text = own_commune.profile_path.read_text(encoding="utf-8")
    closed = text.replace(own_commune.server.url, "http://127.0.0.1:9")
    own_commune.profile_path.write_text(closed, encoding="utf-8")

    done = index(own_commune.profile_path)

    assert done.returncode == Exit.UNREACHABLE
    assert "127.0.0.1:9" in last_line(done)
    assert own_commune.reader().manifest.version == before


def test_a_locked_index_says_who_holds_it(own_commune: Commune) -> None:
    with index_lock(own_commune.workspace.index_dir):
        done = index(own_commune.profile_path)

    assert done.returncode == Exit.LOCKED
    assert str(os.getpid()) in last_line(done)


def test_an_index_of_a_newer_version_is_left_alone(own_commune: Commune) -> None:
    index_dir = own_commune.workspace.index_dir
    version = own_commune.reader().manifest.version
    for path in (index_dir / "CURRENT.json", index_dir / "builds" / version / "manifest.json"):
        facts = json.loads(path.read_text(encoding="utf-8"))
        facts["schema_version"] += 1
        path.write_text(json.dumps(facts), encoding="utf-8")
    (own_commune.workspace.cache_dir / "inputs.json").unlink()

    done = index(own_commune.profile_path)

    assert done.returncode == Exit.TOO_NEW
    assert "newer" in last_line(done)


def test_golden_questions_that_are_named_must_be_there(own_commune: Commune) -> None:
    (own_commune.profile_path.parent / "golden.toml").unlink()
    text = own_commune.profile_path.read_text(encoding="utf-8")
    own_commune.profile_path.write_text(f'golden = "golden.toml"\n{text}', encoding="utf-8")

    done = index(own_commune.profile_path)

    assert done.returncode == Exit.PROFILE
    assert "golden.toml" in last_line(done)


def test_broken_golden_questions_are_told_before_the_crawl(own_commune: Commune) -> None:
    golden = own_commune.profile_path.parent / "golden.toml"
    golden.write_text("[[question]]\nask = 1\n", encoding="utf-8")

    done = index(own_commune.profile_path)

    assert done.returncode == Exit.PROFILE
    assert "question.0" in last_line(done)
    assert "crawl" not in done.stderr


@pytest.mark.parametrize("name", ["steps.sqlite", "embeddings.sqlite"])
def test_a_damaged_cache_is_told_and_made_anew(own_commune: Commune, name: str) -> None:
    cache = own_commune.workspace.cache_dir
    for log in cache.glob("*.sqlite-*"):
        log.unlink()
    (cache / name).write_bytes(b"no database" * 1000)
    (cache / "inputs.json").unlink()

    done = index(own_commune.profile_path)

    assert done.returncode == 0, done.stderr
    assert "is damaged" in done.stderr
    assert "stays published" in done.stdout


@pytest.mark.parametrize("name", ["snapshot", "cache"])
def test_a_deleted_folder_costs_only_work(own_commune: Commune, name: str) -> None:
    shutil.rmtree(own_commune.profile_path.parent / ".millesime" / name)

    done = index(own_commune.profile_path)

    assert done.returncode == 0, done.stderr
    assert "stays published" in done.stdout


def test_a_damaged_body_is_named(own_commune: Commune) -> None:
    folder = own_commune.workspace.snapshot_dir / "blobs"
    for body in [path for path in folder.rglob("*") if path.is_file()]:
        body.write_bytes(b"nothing")
    shutil.rmtree(own_commune.workspace.cache_dir)

    done = index(own_commune.profile_path)

    assert done.returncode == Exit.DISK
    assert "http://127.0.0.1" in last_line(done)
    assert "verify PROFILE --repair" in last_line(done)


def test_a_bad_variable_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLESIME_READING_CHILDREN", "many")

    done = index(tmp_path / "site.toml")

    assert done.returncode == Exit.USAGE
    assert "MILLESIME_READING_CHILDREN" in last_line(done)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MiB; skips where it cannot be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None:
        pytest.skip("no mount program")
    command = [mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small file system cannot be mounted here")
    yield folder
    subprocess.run([shutil.which("umount") or "umount", str(folder)], check=True)


def test_a_full_disk_is_said(own_commune: Commune, small_disk: Path) -> None:
    for name in ("site.toml", "golden.toml"):
        shutil.copy(own_commune.profile_path.parent / name, small_disk / name)

    done = index(small_disk / "site.toml")

    assert done.returncode == Exit.DISK
    assert "space" in last_line(done) or "disk" in last_line(done)
    assert not (small_disk / ".millesime/index/CURRENT.json").exists()
