"""Clues are gathered from what was fetched and read, and nothing is interpreted on the way."""

from datetime import UTC, date, datetime

from ingest.dating import clues_for, find_date
from schemas.document import (
    DocumentKind,
    Page,
    PageOutcome,
    ParsedDocument,
    StatedDate,
    StatedDateSource,
    TextSpan,
)
from schemas.resource import LinkContext, SourceDocument
from schemas.urls import CanonicalUrl

URL = CanonicalUrl("https://commune.example/pv%2014.05.2019.pdf")
CONTEXT = LinkContext(CanonicalUrl("https://commune.example/"), "PV du 14 mai 2019")


def _source(media_type: str = "application/pdf") -> SourceDocument:
    return SourceDocument(
        url=URL,
        fetch_url=f"{URL}?x=1",
        body_sha256="0",
        body_bytes=1,
        media_type=media_type,
        contexts=(CONTEXT,),
        last_modified="Tue, 04 Jun 2019 08:00:00 GMT",
        sitemap_lastmod="2019-06-05",
        fetched_at=datetime(2026, 11, 28, 2, tzinfo=UTC),
    )


def test_a_document_that_was_not_read_has_the_clues_of_its_links() -> None:
    clues = clues_for(_source())

    assert clues.url == f"{URL}?x=1"
    assert clues.contexts == (CONTEXT,)
    assert (clues.last_modified, clues.sitemap_lastmod) == (
        "Tue, 04 Jun 2019 08:00:00 GMT",
        "2019-06-05",
    )
    assert clues.fetched_on == date(2026, 11, 28)
    assert clues.is_pdf
    assert not clues_for(_source("text/html")).is_pdf


def test_a_read_document_adds_titles_stamps_headers_and_page_one() -> None:
    stated = (StatedDate(StatedDateSource.PDF_INFO_CREATION, "D:2019"),)
    document = ParsedDocument(
        url=URL,
        kind=DocumentKind.PDF,
        text="Premiere\nDeuxième",
        pages=(
            Page(1, PageOutcome.EMPTY),
            Page(2, PageOutcome.TEXT, TextSpan(0, 9), header="Séance du 14.05.2019"),
        ),
        title="Procès-verbal",
        h1="Procès-verbal",
        language="fr",
        stated_dates=stated,
        running_headers=("Commune",),
    )
    clues = clues_for(_source(), document)

    assert clues.titles == ("Procès-verbal",)
    assert clues.stated == stated
    assert clues.running_headers == ("Commune", "Séance du 14.05.2019")
    assert clues.first_page == "Premiere\n"
    assert clues.language == "fr"


def test_a_page_puts_its_heading_before_its_title() -> None:
    document = ParsedDocument(URL, DocumentKind.HTML, "x", title="Commune", h1="Séance")
    clues = clues_for(_source("text/html"), document)

    assert clues.titles == ("Séance", "Commune")
    assert clues.first_page == "x"
    assert not clues.is_pdf


def test_clues_are_dated_as_they_are() -> None:
    assert str(find_date(clues_for(_source()), today=date(2026, 11, 29)).value) == "2019-05-14"
