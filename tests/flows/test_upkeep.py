"""After each build what nobody needs goes; what a run or a roll back needs stays."""

import datetime as dt
from pathlib import Path

import pytest

from flows import upkeep
from flows.caches import open_steps, open_vectors
from flows.progress import Silence
from indexers.lance import index_lock, rollback, versions
from schemas.run import RunOutcome
from tests.flows.conftest import NOW, Commune

pytestmark = pytest.mark.model


def _changed(page: Path, words: str) -> None:
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</h1>", f"</h1><p>{words}</p>", 1), encoding="utf-8")


def test_old_builds_go_and_outgrown_caches_too(
    own_commune: Commune, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = own_commune.profile_path.read_text(encoding="utf-8")
    own_commune.profile_path.write_text(f"{text}\n[index]\nkeep_versions = 2\n", encoding="utf-8")
    monkeypatch.setattr(upkeep, "_AT_LEAST", 0)
    monkeypatch.setattr(upkeep, "_TIMES", 0)
    space = own_commune.workspace
    reports = []
    for night in range(1, 4):
        _changed(own_commune.site / "eau.html", f"Le compteur numéro {night} est changé.")
        reports.append(own_commune.run(at=NOW + dt.timedelta(hours=night)))

    assert [report.outcome for report in reports] == [RunOutcome.PUBLISHED] * 3
    assert len(versions(space.index_dir)) == 2
    assert any("old builds were removed" in note for note in reports[-1].notes)
    assert any("caches had outgrown" in note for note in reports[-1].notes)

    with index_lock(space.index_dir) as held:
        rollback(held, now=NOW + dt.timedelta(hours=5))
    (space.cache_dir / "inputs.json").unlink()
    again = own_commune.run(at=NOW + dt.timedelta(hours=6))
    assert (again.outcome, again.read.read, again.index.embedded) == (RunOutcome.PUBLISHED, 0, 0)


def test_a_small_site_is_left_alone(own_commune: Commune) -> None:
    _changed(own_commune.site / "eau.html", "Le compteur est changé.")

    report = own_commune.run(at=NOW + dt.timedelta(hours=1))

    assert report.outcome is RunOutcome.PUBLISHED
    assert not any("removed" in note for note in report.notes)
    with open_steps(own_commune.workspace, Silence()) as steps:
        assert steps.count("reading") > report.index.documents
    with open_vectors(own_commune.workspace, Silence()) as vectors:
        assert len(vectors) > report.index.chunks
