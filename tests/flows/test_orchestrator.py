"""With the orchestrator and without it a run is the same; without one it says so and goes on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.run import RunOutcome, RunReport
from tests.flows.conftest import Commune

pytestmark = [pytest.mark.model, pytest.mark.prefect, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
QUIET = {
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
}


@pytest.fixture(scope="session")
def orchestrator() -> Iterator[None]:
    """One local server for all tests; its settings are read when Prefect is imported."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=120):
        yield


@pytest.mark.usefixtures("orchestrator")
@pytest.mark.timeout(240)
def test_nightly_runs_its_stages_as_tasks(own_commune: Commune) -> None:
    from prefect.client.orchestration import get_client

    from flows.nightly import nightly

    page = own_commune.site / "eau.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</h1>", "</h1><p>Nouveau compteur.</p>", 1), encoding="utf-8")

    report = nightly(str(own_commune.profile_path))

    assert isinstance(report, RunReport)
    assert report.outcome is RunOutcome.PUBLISHED
    with get_client(sync_client=True) as client:
        names = {run.name for run in client.read_task_runs()}
        artifacts = {artifact.key for artifact in client.read_artifacts()}
    assert {"crawl", "read", "read batch", "decide", "embed", "load", "gate", "publish"} <= names
    assert {"run-report", "refused"} <= artifacts


@pytest.mark.usefixtures("orchestrator")
@pytest.mark.timeout(240)
def test_a_held_build_ends_in_a_state_of_its_own_and_raises_the_alert(
    own_commune: Commune, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prefect.client.orchestration import get_client

    from flows import orchestrator as prefect_side
    from flows.nightly import nightly

    emitted: list[str] = []
    monkeypatch.setattr(prefect_side, "emit_event", lambda name, **_facts: emitted.append(name))
    page = own_commune.site / "municipalite.html"
    page.write_text("<html><body><h1>Maintenance</h1><p>Revenez plus tard.</p></body></html>")

    report = nightly(str(own_commune.profile_path))

    assert isinstance(report, RunReport)
    assert report.outcome is RunOutcome.HELD
    assert emitted == ["millesime.build.held"]
    with get_client(sync_client=True) as client:
        states = {run.state.name for run in client.read_flow_runs() if run.state}
    assert "Held" in states


def test_a_run_goes_on_when_the_orchestrator_cannot_start(own_commune: Commune) -> None:
    command = [sys.executable, "-m", "flows.cli", "index", str(own_commune.profile_path)]
    without = {"PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "false"}

    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **QUIET, **without},
        check=False,
        timeout=240,
    )

    assert done.returncode == 0, done.stderr
    assert "warning: the orchestrator did not start" in done.stderr
    assert "stays published" in done.stdout
