"""A run after which nothing changed, or only one thing did: exactly that much is done again."""

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest

from flows.run import Mode
from schemas.run import RunOutcome
from tests.flows.conftest import Commune

pytestmark = pytest.mark.model

LATER = dt.datetime(2026, 11, 29, 4, 0, tzinfo=dt.UTC)
NEXT_NIGHT = dt.datetime(2026, 11, 30, 2, 0, tzinfo=dt.UTC)

_QUIET_RUN = """
import datetime as dt, sys
from pathlib import Path
from flows.run import Mode, Run
from flows.settings import Settings
from flows.site_run import run_site
from flows.workspace import Workspace
workspace = Workspace.of(Path(sys.argv[1]), Settings())
report = run_site(Run(workspace, Mode.NIGHTLY, dt.datetime(2026, 11, 29, 4, tzinfo=dt.UTC)))
print(report.outcome.value, report.read.read, report.index.embedded)
print(*sorted({"torch", "openvino", "sentence_transformers", "lancedb", "prefect", "bs4"}
              & sys.modules.keys()))
"""


def test_nothing_changed(own_commune: Commune) -> None:
    before = own_commune.reader().manifest.version

    report = own_commune.run(at=LATER)

    assert report.outcome is RunOutcome.UNCHANGED
    assert report.version == before
    assert report.read.read == 0
    assert report.index.embedded == 0
    assert report.crawl is not None
    assert report.crawl.fetched == 0


def test_a_quiet_run_loads_no_model_and_opens_no_table(own_commune: Commune) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _QUIET_RUN, str(own_commune.profile_path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )

    said, loaded = done.stdout.splitlines()
    assert said == "unchanged 0 0"
    assert loaded == ""


def test_the_next_night_decides_again_and_publishes_nothing(own_commune: Commune) -> None:
    """The day is an input of what is in force; where it decides nothing, nothing is new."""
    report = own_commune.run(at=NEXT_NIGHT)

    assert report.outcome is RunOutcome.UNCHANGED
    assert report.read.read == 0
    assert report.index.embedded == 0


def test_one_changed_page_costs_one_page(own_commune: Commune) -> None:
    page = own_commune.site / "eau.html"
    text = page.read_text(encoding="utf-8")
    added = "</h1><p>Le réservoir des Râpes sera nettoyé en janvier 2027.</p>"
    page.write_text(text.replace("</h1>", added, 1), encoding="utf-8")

    report = own_commune.run(at=LATER)

    assert report.outcome is RunOutcome.PUBLISHED
    assert report.read.read == 1
    assert 1 <= report.index.embedded <= 2
    assert report.index.kept >= report.index.chunks - 2


def test_a_rule_costs_no_embedding(own_commune: Commune) -> None:
    with own_commune.profile_path.open("a", encoding="utf-8") as profile:
        profile.write('\n[[archive]]\nname = "ancienne page"\nurl = "/bienvenue"\n')

    report = own_commune.run(at=LATER, mode=Mode.BACKFILL)

    assert report.outcome is RunOutcome.PUBLISHED
    assert report.read.read == 0
    assert report.index.embedded == 0
    with own_commune.reader() as reader:
        welcome = next(r for r in reader.documents() if r.url.endswith("/bienvenue"))
    assert welcome.is_archive


def test_a_chunk_size_embeds_new_texts_only(own_commune: Commune) -> None:
    text = own_commune.profile_path.read_text(encoding="utf-8")
    own_commune.profile_path.write_text(f"{text}\n[chunking]\nmax_tokens = 200\n", encoding="utf-8")

    report = own_commune.run(at=LATER, mode=Mode.BACKFILL)

    assert report.outcome is RunOutcome.PUBLISHED
    assert report.read.read == 0
    assert 0 < report.index.embedded < report.index.chunks


def test_a_changed_pinned_page_leaves_its_former_text(own_commune: Commune) -> None:
    page = own_commune.site / "municipalite.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("Forêts et alpages", "Alpages et bisses"), encoding="utf-8")

    report = own_commune.run(at=LATER)

    assert report.outcome is RunOutcome.PUBLISHED
    with own_commune.reader() as reader:
        former = [row for row in reader.chunks() if row.kind == "page_history"]
        today = reader.chunks("is_authoritative = true")
    assert any("Forêts et alpages" in row.body for row in former)
    assert all(row.is_archive for row in former)
    assert not any("Forêts et alpages" in row.body for row in today)


def test_a_lost_pinned_page_is_held(own_commune: Commune) -> None:
    page = own_commune.site / "municipalite.html"
    page.write_text("<html><body><h1>Maintenance</h1><p>Revenez plus tard.</p></body></html>")
    before = own_commune.reader().manifest.version

    report = own_commune.run(at=LATER)

    assert report.outcome is RunOutcome.HELD
    assert any("pinned" in sentence for sentence in report.gate)
    assert own_commune.reader().manifest.version == before
