"""What real files state as their dates: read as far as beyond doubt, else refused, never fatal."""

import pytest

from ingest.dating import find_date
from ingest.dating.stamps import parse_stamp
from schemas.dating import DateClues, EvidenceStatus
from schemas.document import StatedDate, StatedDateSource

RAW = [
    ("full", "D:20120713104455+02'00'", "2012-07-13"),
    ("no-prefix", "20120713104455", "2012-07-13"),
    ("year-only", "D:2019", "2019"),
    ("year-and-month", "D:201905", "2019-05"),
    ("zulu", "D:20190514120000Z", "2019-05-14"),
    ("zulu-offset", "D:20190514120000Z00'00'", "2019-05-14"),
    ("open-offset", "D:20190514120000+02'00", "2019-05-14"),
    ("hour-24", "D:20190514240000", "2019-05-14"),
    ("short-offset", "D:20190514120000-5'00'", "2019-05-14"),
    ("iso", "2019-05-14T12:00:00+02:00", "2019-05-14"),
    ("iso-month", "2019-05", "2019-05"),
    ("ctime", "Tue May 14 12:00:00 2019", "2019-05-14"),
    ("http", "Tue, 14 May 2019 12:00:00 GMT", "2019-05-14"),
    ("http-old", "Tuesday, 14-May-2019 12:00:00 GMT", "2019-05-14"),
    ("american-or-not", "10/2/2024 01:48:09", "2024"),
    ("years-from-1900", "D:191050514120000", "2005-05-14"),
    ("impossible-day", "D:20190231", "2019-02"),
    ("impossible-month", "D:20191305", "2019"),
    ("empty", "", None),
    ("prefix-only", "D:", None),
    ("zeros", "D:00000000000000", None),
    ("truncated", "(D:", None),
    ("words", "hier", None),
    ("reference", "IndirectObject(12, 0)", None),
]


@pytest.mark.parametrize(("raw", "expected"), [r[1:] for r in RAW], ids=[r[0] for r in RAW])
def test_stamp_is_read_as_far_as_beyond_doubt(raw: str, expected: str | None) -> None:
    value = parse_stamp(raw)

    assert (None if value is None else str(value)) == expected


@pytest.mark.parametrize("raw", [row[1] for row in RAW if row[1]])
def test_every_stamp_is_evidence_and_none_is_a_day(raw: str, today: object) -> None:
    clues = DateClues("doc1.pdf", stated=(StatedDate(StatedDateSource.PDF_INFO_CREATION, raw),))
    (evidence,) = find_date(clues, today=today).evidence

    assert evidence.text == raw
    assert evidence.value is None or evidence.value.month is None


PROBLEMS = [
    ("clock-never-set", "D:19700101000000", "a clock that was never set"),
    ("after-today", "D:20310101000000", "after today"),
    ("not-a-date", "D:", "not a date"),
]


@pytest.mark.parametrize(("raw", "note"), [r[1:] for r in PROBLEMS], ids=[r[0] for r in PROBLEMS])
def test_implausible_stamp_is_refused_with_the_reason(raw: str, note: str, today: object) -> None:
    clues = DateClues("doc1.pdf", stated=(StatedDate(StatedDateSource.PDF_INFO_CREATION, raw),))
    (evidence,) = find_date(clues, today=today).evidence

    assert (evidence.status, evidence.note) == (EvidenceStatus.REFUSED, note)
