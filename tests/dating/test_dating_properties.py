"""No string makes the ladder crash or hang, and no clock moves a label."""

import string
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.dating import explain_finding, find_date, find_validity, learn_habits
from ingest.dating.unusual import parse_unusual
from schemas.dating import DateClues, EvidenceStatus, PartialDate
from schemas.document import StatedDate, StatedDateSource
from schemas.resource import LinkContext
from schemas.site import DatingSettings
from schemas.warning import archive_warning, date_label, parse_label, parse_warning

TODAY = date(2026, 11, 29)

# Pieces that dates, numbers and traps are made of, so that rules match often and oddly.
PIECES = st.sampled_from(
    [
        "14", "05", "2019", "0572", "19", "20190514", "140519", "mai", "août", "jui", "décembre",
        "1er",
        "du", "au", "et", "PV", "n°", "preavis", "séance", "12h30", "%20", "%C3%A9", "%25", "%",
        "/",
        "-", "_", ".", " ", "(1)", "?file=", "#", "\u0301", "‐", "v1.1", "lundi", "l'an deux mil",
        "quatorze", "wp-content/uploads/", "1647338719", "deux mille dix-neuf", "législature",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(PIECES, max_size=40).map("".join),
    st.text(alphabet=string.digits + "-_./ ", max_size=120),
)
DAYS = st.dates(min_value=date(1950, 1, 1), max_value=date(2060, 12, 31))


def _clues(url: str, text: str, raw: str) -> DateClues:
    return DateClues(
        url=url,
        contexts=(
            LinkContext("https://x.example/", text, heading=raw, row=text, time_datetime=raw),
        ),
        titles=(text, raw),
        stated=tuple(StatedDate(source, raw) for source in StatedDateSource),
        last_modified=raw,
        sitemap_lastmod=raw,
        running_headers=(text,),
        first_page=text,
    )


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(url=TEXTS, text=TEXTS, raw=TEXTS, today=DAYS)
def test_no_clue_crashes_and_evidence_is_verbatim(
    url: str, text: str, raw: str, today: date
) -> None:
    clues = _clues(url, text, raw)
    for literal in ("year", "day", "ignore"):
        chosen = DatingSettings(
            pdf_creation_date=literal, running_headers_date=True, sitting_in_text_dates=True
        )
        found = find_date(clues, today=today, settings=chosen, habits=learn_habits([clues], today))
        for evidence in found.evidence:
            assert any(evidence.text in source for source in (url, text, raw)), evidence
        assert (found.chosen is None) == (found.value is None)
        assert explain_finding(found)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS, today=DAYS)
def test_validity_never_crashes(text: str, today: date) -> None:
    found = find_validity(_clues(text, text, text), today)

    assert found.valid_from is None or found.valid_to is None or found.valid_from <= found.valid_to


@pytest.mark.parametrize(
    "piece",
    ["14 ", "mai ", "1-", "14.05.", "2019-", "du 14 et ", "deux mille ", "a", "_", "(1)", "%25",
     "0", "20", "12-", "preavis n ", "l'an deux mil ", ".pdf", "/2019", "et ", "  ", "14 mai "],
)  # fmt: skip
@pytest.mark.timeout(20)  # a pattern that tries each split again would take hours
def test_long_repetitions_come_to_an_end(piece: str) -> None:
    text = piece * (6000 // len(piece))

    found = find_date(_clues(text, text, text), today=TODAY)

    assert found == find_date(_clues(text, text, text), today=TODAY)


PARTIAL = st.one_of(
    st.dates(min_value=date(1000, 1, 1)).map(lambda d: PartialDate(d.year, d.month, d.day)),
    st.dates(min_value=date(1000, 1, 1)).map(lambda d: PartialDate(d.year, d.month)),
    st.integers(1000, 9999).map(PartialDate),
    st.tuples(st.integers(1000, 9000), st.integers(1, 99)).map(
        lambda pair: PartialDate(pair[0], end_year=pair[0] + pair[1])
    ),
)


@given(value=PARTIAL, language=st.sampled_from(["fr", "de", "it", "en"]))
def test_label_gives_back_value_and_precision(value: PartialDate, language: str) -> None:
    assert parse_label(date_label(value, language), language) == value
    assert parse_warning(archive_warning(value, language)) == (language, value)


@given(text=st.text(max_size=60))
def test_any_other_label_is_refused(text: str) -> None:
    try:
        value = parse_label(text)
    except ValueError:
        return
    assert date_label(value) == text


@settings(max_examples=300, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=60),
        st.lists(PIECES, max_size=8).map(" ".join),
        st.from_regex(r"\A[0-9]{1,2} [a-zé]{1,5}\.? (19|20)[0-9]{2}( [0-9]{1,2}:[0-9]{1,2})?\Z"),
    )
)
def test_no_isolated_string_makes_dateparser_raise(text: str) -> None:
    value = parse_unusual(text)

    assert value is None or str(value.year) in text


@given(day=DAYS)
def test_stamp_alone_gives_no_more_than_its_year(day: date) -> None:
    raw = day.strftime("D:%Y%m%d120000Z")
    stamps = tuple(StatedDate(source, raw) for source in StatedDateSource if "pdf" in source)
    found = find_date(DateClues(url="doc1.pdf", stated=stamps), today=TODAY)

    assert found.value in (None, PartialDate(day.year))
    assert all(
        e.status is not EvidenceStatus.CHOSEN or e.value.month is None for e in found.evidence
    )
