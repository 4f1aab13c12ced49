"""Proof, garbage, imports and withdrawal: what each leaves behind."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from flows.step_cache import StepCache
from indexers.lance import index_lock
from ingest.crawl import Snapshot
from tests.cli.conftest import Command, Site


def test_verify_finds_a_damaged_body_and_has_it_fetched_again(
    millesime: Command, own: Site
) -> None:
    assert millesime("snapshot", "verify", own.profile).code == 0
    blobs = own.profile.parent / ".millesime/snapshot/blobs"
    next(path for path in blobs.rglob("*") if path.is_file()).write_bytes(b"nothing")
    ended = millesime("snapshot", "verify", own.profile)
    assert ended.code == 7
    assert "1 damaged" in ended.out
    assert "--repair" in ended.out
    assert millesime("snapshot", "verify", own.profile, "--repair").code == 7


def test_gc_keeps_what_the_next_run_needs(millesime: Command, own: Site) -> None:
    found = millesime("snapshot", "gc", own.profile, "--json").json()
    assert found["bodies"]["bodies"] == 0
    assert found["readings"] == 0
    planned = millesime("plan", own.profile, "--json").json()
    assert planned["is_unchanged"]
    assert (planned["read_now"], planned["embed"]) == (0, 0)


def test_withdraw_purges_every_place(millesime: Command, own: Site) -> None:
    data = own.profile.parent / ".millesime"
    before = _counted(data)
    ended = millesime("withdraw", own.profile, "/documents/PV 12*", "--yes", "--reason", "asked")
    assert ended.code == 0
    assert f"withdrawn {own.url('/documents/PV%2012.03.2018.pdf')}" in ended.out
    assert "1 documents out of 1 builds" in ended.out
    assert millesime("search", own.profile, "contes", "--text-only", "--json").json() == []
    after = _counted(data)
    assert {name: before[name] - after[name] for name in before} == {
        "bodies": 1, "readings": 1, "builds": 0,
    }  # fmt: skip
    with StepCache(data / "cache/steps.sqlite") as steps:
        kept = [text for _, text in steps.get_many("reading", _reading_keys(data))]
    assert kept
    assert not any(b"contes" in text for text in kept)
    for path in data.rglob("*"):
        if path.is_file():
            assert b"presente les contes" not in path.read_bytes(), path
    said = millesime("explain", own.profile, "/documents/PV 12.03.2018.pdf").out
    assert "state: withdrawn" in said


def _reading_keys(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / "cache/steps.sqlite")) as steps:
        rows = steps.execute("SELECT key FROM results WHERE step = 'reading'").fetchall()
    return [row[0] for row in rows]


def _counted(data: Path) -> dict[str, int]:
    blobs = (path for path in (data / "snapshot/blobs").rglob("*") if path.is_file())
    return {
        "bodies": sum(1 for _ in blobs),
        "readings": len(_reading_keys(data)),
        "builds": len(list((data / "index/builds").iterdir())),
    }


def test_withdraw_asks_first_and_can_be_taken_back(
    millesime: Command, own: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typer.confirm", lambda _question: False)
    ended = millesime("withdraw", own.profile, own.url("/documents/extrait.pdf"))
    assert (ended.code, "nothing was purged" in ended.out) == (0, True)
    millesime("withdraw", own.profile, "/documents/extrait.pdf", "--yes")
    assert millesime("withdraw", own.profile, "/documents/extrait.pdf", "--undo").out.startswith(
        "1 "
    )


def test_withdrawing_a_pinned_page_says_so(millesime: Command, own: Site) -> None:
    ended = millesime("withdraw", own.profile, "/municipalite", "--yes")
    assert "the pinned page of 'exécutif' is gone" in ended.out
    assert "MISSING" in millesime("status", own.profile).out


def test_a_folder_is_imported_and_planned(millesime: Command, own: Site, tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    source = (own.server.folder / "documents/pv1.pdf").read_bytes()
    (folder / "PV 2001-02-03.pdf").write_bytes(source.replace(b"%%EOF", b"%%EOF\n% other"))
    said = millesime("snapshot", "import", own.profile, folder).out
    assert "1 documents taken in, 0 were there already" in said
    planned = millesime("plan", own.profile).out
    assert "a new build would follow" in planned
    assert "PV%202001-02-03.pdf" in planned


def test_a_warc_goes_out_and_comes_back(millesime: Command, own: Site, tmp_path: Path) -> None:
    path = tmp_path / "site.warc.gz"
    assert "8 documents" in millesime("snapshot", "export", own.profile, path).out
    profile = tmp_path / "again.toml"
    profile.write_text(own.profile.read_text(encoding="utf-8"), encoding="utf-8")
    assert "8 documents taken in" in millesime("snapshot", "import", profile, path).out
    with Snapshot.open(tmp_path / ".millesime/snapshot") as snapshot:
        assert len(list(snapshot.sources())) == 8


def test_a_plan_names_each_document_that_changes(millesime: Command, own: Site) -> None:
    text = own.profile.read_text(encoding="utf-8")
    own.profile.write_text(text.replace("/documents/reglements/*", "/none/*"), encoding="utf-8")
    planned = millesime("plan", own.profile, "--json").json()
    assert not planned["is_unchanged"]
    [change] = planned["changes"]
    assert change["url"] == own.url("/documents/reglements/dechets.pdf")
    assert change["what"] == "changed"
    assert "is_archive: False -> True" in change["why"]
    assert planned["embed"] == 0


def test_nothing_is_collected_or_withdrawn_while_a_run_writes(
    millesime: Command, own: Site
) -> None:
    with index_lock(own.profile.parent / ".millesime/index"):
        assert millesime("snapshot", "gc", own.profile).code == 5
        assert millesime("withdraw", own.profile, "/horaires", "--yes").code == 5
        assert millesime("plan", own.profile, "--json").json()["is_unchanged"]
    assert "state: taken" in millesime("explain", own.profile, "/horaires").out
