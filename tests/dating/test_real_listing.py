"""A commune's page of minutes: the labels hold the true days of the sittings, the names lie."""

import unicodedata
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from ingest.dating import find_date, learn_habits
from schemas.dating import DateClues, DatePrecision, EvidenceStatus
from schemas.document import StatedDate, StatedDateSource
from schemas.resource import LinkContext

pytestmark = pytest.mark.shared

TRUE_DAYS = [
    "2025-05-16", "2024-06-27", "2023-12-15", "2023-11-17", "2023-09-22", "2023-06-09",
    "2022-12-16", "2022-04-28", "2021-11-26", "2021-10-15", "2021-09-24", "2021-06-16",
    "2021-05-19", "2021-03-11", "2021-03-31",
]  # fmt: skip
"""Of the labels on the page, top to bottom; the labels' second dates are those of posting."""


class Listing(HTMLParser):
    """Collects ``(href, visible text)`` of each download link."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("class") == "link-download":
            self.links.append((given.get("href") or "", ""))
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "a"

    def handle_data(self, data: str) -> None:
        if self._inside:
            href, text = self.links[-1]
            self.links[-1] = (href, f"{text} {data}".strip())


def _stamps(path: Path) -> Iterator[StatedDate]:
    if not path.is_file():
        return
    try:
        info = PdfReader(path).metadata or {}
    except PyPdfError:
        return
    for key, source in (
        ("/CreationDate", StatedDateSource.PDF_INFO_CREATION),
        ("/ModDate", StatedDateSource.PDF_INFO_MODIFICATION),
    ):
        if key in info:
            yield StatedDate(source, str(info[key].get_object()))


@pytest.fixture(scope="module")
def minutes() -> list[DateClues]:
    site = Path(__file__).resolve().parents[2] / "../shared/data/sites/flaux"
    if not site.is_dir():
        pytest.skip("the real documents are not beside the checkout")
    listing = Listing()
    listing.feed((site / "comptes.html").read_text(encoding="utf-8"))
    files = {unicodedata.normalize("NFC", str(path)): path for path in site.rglob("*.pdf")}
    found = []
    for href, text in listing.links:
        path = files.get(unicodedata.normalize("NFC", str(site) + href))
        context = LinkContext("https://commune.example/comptes.html", text, "Comptes rendus", text)
        stated = () if path is None else tuple(_stamps(path))
        found.append(DateClues(f"https://commune.example{href}", (context,), stated=stated))
    return found


def test_every_label_dates_its_minutes(minutes: list[DateClues], today: date) -> None:
    habits = learn_habits(minutes, today)
    values = [find_date(clues, today=today, habits=habits).value for clues in minutes]

    assert [str(value) for value in values] == TRUE_DAYS


def test_the_lying_name_is_a_conflict_and_no_other_is(
    minutes: list[DateClues], today: date
) -> None:
    found = [(clues.url, find_date(clues, today=today)) for clues in minutes]

    assert [url for url, finding in found if finding.conflict] == [
        "https://commune.example/assets/documents/comptesrendus/PV DU 15 DECEMBRE 2024-tampon.pdf"
    ]


def test_without_labels_the_lying_name_loses_its_day(minutes: list[DateClues], today: date) -> None:
    clues = next(c for c in minutes if "15 DECEMBRE 2024" in c.url)
    found = find_date(DateClues(clues.url, stated=clues.stated), today=today)

    assert found.conflict
    assert str(found.value) == "2024"
    assert "later than the file itself" in found.reason


def test_no_day_comes_from_a_stamp(minutes: list[DateClues], today: date) -> None:
    for clues in minutes:
        for url in (clues.url, "https://commune.example/doc1.pdf"):
            found = find_date(DateClues(url, stated=clues.stated), today=today)
            stamped = [e for e in found.evidence if e.status is EvidenceStatus.CHOSEN]
            for evidence in stamped:
                if evidence.source.startswith("pdf_info"):
                    assert found.precision is DatePrecision.YEAR
