"""237 labelled URLs of real sites: the bars, the verbatim evidence, the clocks and the cost."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from benchmarks import dates as benchmark
from ingest.dating import find_date
from schemas.dating import DateClues, DateFinding, PartialDate
from schemas.document import StatedDate, StatedDateSource
from schemas.resource import LinkContext
from schemas.warning import date_label

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def rows() -> list[benchmark.Row]:
    path = Path(__file__).resolve().parents[2] / "../shared/data/dates-urls.tsv"
    if not path.is_file():
        pytest.skip("the real documents are not beside the checkout")
    return benchmark.read_rows(path)


def _dated(rows: list[benchmark.Row], today: date) -> list[DateFinding]:
    return [find_date(DateClues(url=row.url), today=today) for row in rows]


def test_bars(rows: list[benchmark.Row], today: date) -> None:
    score = benchmark.score(rows, [finding.value for finding in _dated(rows, today)])

    assert score.exact is not None
    assert score.exact >= 0.95
    assert score.harm is not None
    assert score.harm <= 0.03
    assert score.right_year is not None
    assert score.right_year >= 0.97


def test_every_piece_of_evidence_is_verbatim(rows: list[benchmark.Row], today: date) -> None:
    for row, finding in zip(rows, _dated(rows, today), strict=True):
        assert all(evidence.text in row.url for evidence in finding.evidence), row.url


@pytest.mark.parametrize("later", [date(2027, 1, 31), date(2031, 6, 1)])
def test_two_clocks_give_the_same_labels(rows: list[benchmark.Row], later: date) -> None:
    fetched = date(2026, 11, 29)
    clues = [DateClues(url=row.url, fetched_on=fetched) for row in rows]

    assert [find_date(c, today=fetched).value for c in clues] == [
        find_date(c, today=later).value for c in clues
    ]


def test_the_whole_ladder_does_not_contradict_the_truth(
    rows: list[benchmark.Row], today: date
) -> None:
    """Given what the notes say of listing, site and file, only the misfiled paper is wrong."""
    known = [(row, truth) for row in rows if (truth := _truth(row)) is not None]
    contradicted = []
    for row, truth in known:
        value = find_date(_all_clues(row, truth), today=today).value
        if value is not None and not value.earliest <= truth <= value.latest:
            contradicted.append(row.url.rpartition("/")[2])

    assert len(known) == 41
    assert contradicted == ["Preavis-36-Balayeuse-Rapp-dec.pdf"]


def test_without_the_site_few_names_contradict_the_truth(
    rows: list[benchmark.Row], today: date
) -> None:
    known = [(row, truth) for row in rows if (truth := _truth(row)) is not None]
    values = [(find_date(DateClues(url=row.url), today=today).value, truth) for row, truth in known]
    denied = [v for v, truth in values if v is not None and not v.earliest <= truth <= v.latest]

    assert len(denied) <= 3


def _truth(row: benchmark.Row) -> date | None:
    _, found, rest = row.note.partition("true=")
    return date.fromisoformat(rest[:10]) if found else None


def _all_clues(row: benchmark.Row, truth: date) -> DateClues:
    """The URL with what the note says that the site and the file state."""
    label = date_label(PartialDate(truth.year, truth.month, truth.day))
    on_site = re.search(r"listing|link text|site metadata|site=Flaux", row.note) is not None
    made = re.search(r"(?:created|CreationDate) ([0-9]{4}-[0-9]{2}-[0-9]{2})", row.note)
    return DateClues(
        url=row.url,
        contexts=(LinkContext("https://x.example/", "PDF", row=label),) if on_site else (),
        stated=((StatedDate(StatedDateSource.PDF_INFO_CREATION, made.group(1)),) if made else ()),
    )


def test_json_report(rows: list[benchmark.Row], capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).resolve().parents[2] / "../shared/data/dates-urls.tsv"
    assert benchmark.main([str(path), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)

    assert {"exact", "harm", "right_year", "macro_by_site", "anchors"} <= set(report)
    assert report["anchors"]["dateparser_search_dates"]["harm"] > 0.4
