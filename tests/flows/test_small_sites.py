"""Sites with almost nothing on them: indexed, held or refused with a reason; never a traceback."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.loopback import serve_folder
from flows.run import Mode, Run
from flows.settings import Settings
from flows.site_run import run_site
from flows.workspace import Workspace
from schemas.errors import RunError
from schemas.run import RunOutcome, RunReport

pytestmark = pytest.mark.model

NOW = dt.datetime(2026, 11, 29, 2, 0, tzinfo=dt.UTC)
PDFS = sorted((Path(__file__).resolve().parents[2] / "examples/commune/site").rglob("PV*.pdf"))
PAGE = (
    b"<html lang=fr><head><title>Accueil</title></head><body><main><h1>Commune</h1>"
    b"<p>Le bureau communal est ouvert du lundi au jeudi, de huit heures a midi.</p>"
    b"LINKS</main></body></html>"
)
LINK = b'<p><a href="pv.pdf">Proc\xc3\xa8s-verbal</a></p>'

RunSite = Callable[..., RunReport]


@pytest.fixture
def run_small(tmp_path: Path) -> RunSite:
    """Serve files, index them once with a minimal profile."""

    def run(files: dict[str, bytes], *, start: str = "", more: str = "") -> RunReport:
        site = tmp_path / "site"
        site.mkdir()
        for name, body in files.items():
            (site / name).write_bytes(body)
        with serve_folder(site) as server:
            profile = tmp_path / "site.toml"
            profile.write_text(
                f'name = "X"\nstart_urls = ["{server.url}/{start}"]\ncontact = "a@x.example"\n'
                f"[crawl]\ndelay_s = 0\nallow_private_addresses = ['127.0.0.0/8']\n{more}",
                encoding="utf-8",
            )
            return run_site(Run(Workspace.of(profile, Settings()), Mode.NIGHTLY, NOW))

    return run


def test_one_page(run_small: RunSite) -> None:
    report = run_small({"index.html": PAGE.replace(b"LINKS", b"")})

    assert report.outcome is RunOutcome.PUBLISHED
    assert (report.index.documents, report.index.chunks) == (1, 1)


def test_only_a_pdf(run_small: RunSite) -> None:
    report = run_small({"pv.pdf": PDFS[0].read_bytes()}, start="pv.pdf")

    assert report.outcome is RunOutcome.PUBLISHED
    assert report.index.archive_chunks == report.index.chunks > 0


def test_a_broken_pdf_beside_a_page_is_refused_with_a_reason(run_small: RunSite) -> None:
    files = {"index.html": PAGE.replace(b"LINKS", LINK), "pv.pdf": b"%PDF-1.4 broken"}

    report = run_small(files)

    assert report.outcome in {RunOutcome.PUBLISHED, RunOutcome.HELD}
    assert sum(report.read.refused.values()) + sum(report.read.flagged.values()) >= 1


def test_without_ocr(run_small: RunSite) -> None:
    files = {"index.html": PAGE.replace(b"LINKS", LINK), "pv.pdf": PDFS[0].read_bytes()}

    report = run_small(files, more="[ocr]\nenabled = false\n")

    assert report.outcome is RunOutcome.PUBLISHED, report.gate
    assert report.index.documents == 2


@pytest.mark.parametrize(
    "body",
    [b"", b"<html><body><div id=app></div><script src=a.js></script></body></html>"],
    ids=["empty", "shell"],
)
def test_nothing_to_index_is_said(run_small: RunSite, body: bytes) -> None:
    with pytest.raises(RunError, match=r"nothing to index|holds no document|empty_shell"):
        run_small({"index.html": body})
