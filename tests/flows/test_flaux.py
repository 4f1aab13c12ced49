"""A real small commune, served on loopback with a ten-line profile (not ours to publish)."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup
from bs4.element import Tag

from flows.asking import Desk
from flows.loopback import serve_folder
from flows.run import Mode, Run
from flows.settings import Settings
from flows.site_run import run_site
from flows.workspace import Workspace
from indexers.lance import open_index
from schemas.passage import PassagePart
from schemas.run import RunOutcome, RunReport
from tests.flows.conftest import NOW

SITE = Path(__file__).resolve().parents[3] / "shared/data/sites/flaux"

pytestmark = [
    pytest.mark.model,
    pytest.mark.shared,
    pytest.mark.slow,
    pytest.mark.skipif(not SITE.is_dir(), reason="the real site is not beside this checkout"),
]

PROFILE = """
name = "Commune réelle"
start_urls = ["{origin}/"]
contact = "essai@commune.example"
timezone = "Europe/Paris"
authority = [{{ topic = "élus", url = "/elus.html", must_contain = ["Maire"] }}]
crawl = {{ allow_private_addresses = ["127.0.0.0/8"], delay_s = 0.01 }}
ocr = {{ enabled = false }}
"""

MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]


def links_of(page: str) -> list[Tag]:
    """The links of one page of the site, those in comments left out."""
    soup = BeautifulSoup((SITE / page).read_bytes(), "lxml")
    return [link for link in soup.find_all("a", href=True) if isinstance(link, Tag)]


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("flaux")
    with serve_folder(SITE) as server:
        path = folder / "site.toml"
        path.write_text(PROFILE.format(origin=server.url), encoding="utf-8")
        yield path


@pytest.fixture(scope="module")
def report(profile: Path) -> RunReport:
    workspace = Workspace.of(profile, Settings())
    return run_site(Run(workspace, Mode.NIGHTLY, NOW))


@pytest.fixture(scope="module")
def index_dir(profile: Path, report: RunReport) -> Path:
    assert report.outcome is RunOutcome.PUBLISHED, report.gate
    return profile.parent / ".millesime/index"


def test_the_run_succeeds(report: RunReport) -> None:
    assert report.outcome is RunOutcome.PUBLISHED
    assert report.crawl is not None
    assert report.crawl.complete
    assert all(pinned.is_present for pinned in report.pinned)


def test_every_url_has_a_state_and_every_other_a_reason(index_dir: Path) -> None:
    with open_index(index_dir) as reader:
        urls = reader.urls()

    assert len(urls) > 100
    assert all(row.doc_id for row in urls if row.state in ("taken", "alias"))
    assert not [row.url for row in urls if row.state != "taken" and not row.reason]


def test_every_page_linked_from_the_home_page_is_known(index_dir: Path) -> None:
    hrefs = [str(link["href"]) for link in links_of("index.html")]
    pages = {f"/{href.lstrip('/')}" for href in hrefs if re.fullmatch(r"/?[a-z0-9-]+\.html", href)}
    with open_index(index_dir) as reader:
        known = {urlsplit(row.url).path for row in reader.urls()}

    assert len(pages) > 10
    assert pages <= known


def test_the_mayor_is_found_on_the_pinned_page(profile: Path, index_dir: Path) -> None:
    assert index_dir.is_dir()
    with Desk.of_profile(profile) as desk:
        found = desk.ask("qui est le maire ?")

    assert found.passages[0].part is PassagePart.AUTHORITY
    assert urlsplit(found.passages[0].url).path == "/elus.html"
    assert "Maire" in found.passages[0].body


def test_minutes_carry_the_dates_of_their_labels(index_dir: Path) -> None:
    with open_index(index_dir) as reader:
        dates = {unquote(urlsplit(row.url).path): row.date for row in reader.documents()}
    checked = 0
    for link in links_of("comptes.html"):
        path = f"/{unquote(str(link['href'])).lstrip('/')}"
        found = re.search(r"(\d{1,2})(?:er)?\s+(\w+)\s+(\d{4})", link.get_text(" ", strip=True))
        if found is None or path not in dates:
            continue
        day, month, year = found.groups()
        assert dates[path] == f"{year}-{MONTHS.index(month.lower()) + 1:02d}-{int(day):02d}", path
        checked += 1
    assert checked >= 12


def test_scans_are_reported_and_not_lost(report: RunReport, index_dir: Path) -> None:
    assert report.read.pdf_pages.get("needs_ocr", 0) >= 30
    with open_index(index_dir) as reader:
        scans = [row for row in reader.documents() if "needs_ocr" in row.flags]
    assert len(scans) >= 10
    assert all(row.is_archive for row in scans)
