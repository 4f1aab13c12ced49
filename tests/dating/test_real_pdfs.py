"""Minutes whose day of sitting is known: with their names the day, without them the year."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from pypdf import PdfReader

from ingest.dating import find_date, learn_habits
from schemas.dating import DateClues, DateFinding, DatePrecision, EvidenceStatus, PageCheck
from schemas.document import StatedDate, StatedDateSource

pytestmark = pytest.mark.shared

_STAMPS = {
    "/CreationDate": StatedDateSource.PDF_INFO_CREATION,
    "/ModDate": StatedDateSource.PDF_INFO_MODIFICATION,
}


@dataclass(frozen=True)
class Minutes:
    """A real document with the true day of its sitting."""

    day: str
    clues: DateClues

    def renamed(self) -> DateClues:
        """The same file under a name that says nothing, as far as its stamps go."""
        return DateClues(url="https://commune.example/doc1.pdf", stated=self.clues.stated)


def _read(folder: Path) -> Iterator[Minutes]:
    with (folder / "index.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if not row["session_date"]:
                continue
            reader = PdfReader(folder / row["file"])
            info = reader.metadata or {}
            stated = tuple(
                StatedDate(source, str(info[key].get_object()))
                for key, source in _STAMPS.items()
                if key in info
            )
            title = str(info.get("/Title") or "")
            first_page = reader.pages[0].extract_text()
            yield Minutes(
                row["session_date"],
                DateClues(
                    url=f"https://commune.example/{row['origin_path']}",
                    titles=(title,) if title else (),
                    stated=stated,
                    first_page=first_page,
                ),
            )


@pytest.fixture(scope="module")
def minutes() -> list[Minutes]:
    folder = Path(__file__).resolve().parents[2] / "../shared/data/pdf-corpus"
    if not folder.is_dir():
        pytest.skip("the real documents are not beside the checkout")
    return list(_read(folder))


@pytest.fixture(scope="module")
def found(minutes: list[Minutes]) -> list[tuple[str, DateFinding]]:
    today = date(2026, 11, 29)
    habits = learn_habits([one.clues for one in minutes], today)
    return [(one.day, find_date(one.clues, today=today, habits=habits)) for one in minutes]


def test_names_give_the_day_of_the_sitting(found: list[tuple[str, DateFinding]]) -> None:
    wrong = [(day, str(finding.value)) for day, finding in found if str(finding.value) != day]

    assert wrong == []


def test_page_one_agrees_wherever_it_speaks(found: list[tuple[str, DateFinding]]) -> None:
    checks = [finding.page_check for _, finding in found]

    assert PageCheck.DISAGREES not in checks
    assert checks.count(PageCheck.AGREES) >= 18


def test_no_right_name_is_a_conflict(found: list[tuple[str, DateFinding]]) -> None:
    assert [finding.reason for _, finding in found if finding.conflict] == []


def test_without_a_name_the_year_and_never_a_day(minutes: list[Minutes], today: date) -> None:
    hidden = [(one.day, find_date(one.renamed(), today=today)) for one in minutes]
    stamped = [(day, finding) for day, finding in hidden if finding.value is not None]
    right = [day for day, finding in stamped if day.startswith(str(finding.value))]

    assert all(finding.precision is DatePrecision.YEAR for _, finding in stamped)
    assert len(right) / len(stamped) >= 0.88


def test_literal_stamp_is_never_the_day(minutes: list[Minutes], today: date) -> None:
    for one in minutes:
        finding = find_date(one.clues, today=today)
        bounds = [e for e in finding.evidence if e.status is EvidenceStatus.BOUND]
        assert all(e.value is None or e.value.month is None for e in bounds)
