"""Real sites, as they were built by others: every link is taken or has a reason."""

import unicodedata
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.crawl.conftest import Crawls, Handler, Reply, StartCrawls

FLAUX = Path(__file__).resolve().parents[2] / "../shared/data/sites/flaux"
LIBREOFFICE = Path("/usr/share/libreoffice/help")
TYPES = {".html": "text/html", ".pdf": "application/pdf", ".js": "text/javascript"}


def files_of(folder: Path) -> Callable[[Handler], Reply]:
    """A static server: byte by byte the names on disk, ``/x`` for ``x.html``."""

    def answer(handler: Handler) -> Reply:
        path = folder / unquote(handler.path.partition("?")[0]).lstrip("/")
        for candidate in (path, path.with_name(f"{path.name}.html"), path / "index.html"):
            if candidate.is_file():
                media_type = TYPES.get(candidate.suffix, "application/octet-stream")
                return Reply(candidate.read_bytes(), media_type=media_type)
        return Reply("", 404)

    return answer


@pytest.fixture
def flaux(crawls: StartCrawls) -> Crawls:
    if not FLAUX.exists():
        pytest.skip("the real site is not beside the checkout")
    night = crawls({})
    night.site.otherwise = files_of(FLAUX)
    return night


@pytest.mark.shared
def test_every_linked_file_of_a_village_is_taken(flaux: Crawls) -> None:
    report = flaux.run()
    states = flaux.states()
    taken = {unquote(path).lstrip("/") for path in flaux.documents()}

    assert report.complete
    names = {
        unicodedata.normalize("NFC", str(path.relative_to(FLAUX))) for path in FLAUX.rglob("*")
    }
    for path, (state, reason) in states.items():
        if path.startswith("http"):
            assert (state, reason) == ("refused", "off_site")
        elif state == "missing":
            assert unquote(path).lstrip("/") not in names, path
        else:
            assert state in ("taken", "alias") or reason, path
    assert {path for path in taken if path.endswith(".pdf")} <= names


@pytest.mark.shared
def test_decomposed_names_are_fetched_as_they_are_linked(flaux: Crawls) -> None:
    flaux.run()
    decomposed = [
        hit
        for hit in flaux.site.hits
        if unquote(hit.path) != unicodedata.normalize("NFC", unquote(hit.path))
    ]

    served = [hit for hit in decomposed if (FLAUX / unquote(hit.path).lstrip("/")).is_file()]
    assert len(served) >= 5
    assert {hit.status for hit in served} == {200}


@pytest.mark.shared
def test_the_words_around_minutes_are_kept(flaux: Crawls) -> None:
    from ingest.crawl import Snapshot

    flaux.run()
    with Snapshot.open(flaux.folder) as snapshot:
        minutes = [s for s in snapshot.sources() if "/comptesrendus/" in s.url]
    assert len(minutes) >= 10
    assert all(source.contexts and source.contexts[0].link_text for source in minutes)


@pytest.mark.slow
def test_a_large_manual_with_a_base_on_each_page(crawls: StartCrawls) -> None:
    if not LIBREOFFICE.exists():
        pytest.skip("the package libreoffice-help-fr is not installed")
    night = crawls({})
    night.site.otherwise = files_of(LIBREOFFICE)
    # Its table of contents is written by a script: a sitemap stands in for it.
    pages = sorted(path.relative_to(LIBREOFFICE).as_posix() for path in LIBREOFFICE.rglob("*.html"))
    night.site.routes["/sitemap.xml"] = Reply(
        "<urlset>" + "".join(f"<url><loc>/{page}</loc></url>" for page in pages) + "</urlset>",
        media_type="application/xml",
    )
    night.extra["start_urls"] = (f"{night.site.url}/fr/text/shared/05/new_help.html",)
    report = night.run()

    assert report.missing <= 20
    assert report.documents > 2000
    assert max(path.count("/") for path in night.site.paths()) < 9
