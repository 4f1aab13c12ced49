"""The warning is what assistants key on: its words are golden, each archive chunk has its own."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.marking import WARNING_VERSION, archive_warning, mark
from schemas.chunk import Chunk, Standing
from schemas.dating import DateFinding, DateRung, PartialDate
from schemas.document import TextSpan
from schemas.urls import CanonicalUrl
from schemas.warning import date_label, has_any_warning, parse_warning

GOLDEN = Path(__file__).parent / "golden" / "warnings.txt"
VALUES = (
    PartialDate(2019, 5, 14),
    PartialDate(2018, 10, 1),
    PartialDate(2020, 3, 8),
    PartialDate(2020, 3, 11),
    PartialDate(2019, 5),
    PartialDate(2019, 4),
    PartialDate(2019, 8),
    PartialDate(2019, 10),
    PartialDate(2019),
    PartialDate(2018, end_year=2019),
    None,
)
LANGUAGES = ("fr", "de", "it", "en")


def _finding(value: PartialDate | None) -> DateFinding:
    return DateFinding(value, None if value is None else DateRung.URL)


def _chunk(body: str, language: str = "fr") -> Chunk:
    span = TextSpan(0, max(1, len(body)))
    return Chunk(CanonicalUrl("https://x.example/pv.pdf"), 0, body, span, language=language)


def test_warnings_are_as_the_golden_file_says() -> None:
    lines = [f"# version {WARNING_VERSION}"]
    for language in LANGUAGES:
        lines += ["", f"# {language}"]
        lines += [archive_warning(_finding(value), language) for value in VALUES]

    assert "\n".join(lines) + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_french_warning_with_a_day_is_fixed_to_the_character() -> None:
    assert archive_warning(_finding(PartialDate(2019, 5, 14)), "fr") == (
        "[Document d'archive daté du 14 mai 2019, décrit une situation passée, "
        "ne pas présenter son contenu comme la situation actuelle]"
    )


@pytest.mark.parametrize("month", ["avril", "août", "octobre"])
def test_french_elides_before_a_vowel(month: str) -> None:
    number = {"avril": 4, "août": 8, "octobre": 10}[month]

    assert date_label(PartialDate(2019, number)) == f"d'{month} 2019"


def test_an_undated_archive_is_warned_without_a_date() -> None:
    assert archive_warning(None, "fr").startswith("[Document d'archive, décrit")


def test_another_language_is_warned_in_french() -> None:
    assert archive_warning(None, "rm") == archive_warning(None, "fr")


@given(
    body=st.text(min_size=1),
    value=st.sampled_from(VALUES),
    language=st.sampled_from(LANGUAGES),
)
def test_an_archive_chunk_is_its_warning_then_its_body(
    body: str, value: PartialDate | None, language: str
) -> None:
    chunk = _chunk(body, language)
    marked = mark(chunk, _finding(value), Standing(is_archive=True, reason="default"))
    warning, _, rest = marked.text.partition("\n")

    assert marked.chunk is chunk
    assert rest == body
    assert parse_warning(warning) == (language, value)
    assert marked.warning_version == WARNING_VERSION


@given(body=st.text(min_size=1))
def test_a_chunk_in_force_is_its_body(body: str) -> None:
    marked = mark(_chunk(body), _finding(VALUES[0]), Standing(is_archive=False, reason="rule"))

    assert marked.text == body


def test_marking_again_changes_nothing() -> None:
    standing = Standing(is_archive=True, reason="default")
    once = mark(_chunk("Présents : douze"), _finding(VALUES[0]), standing)
    twice = mark(once.chunk, once.dated, once.standing)

    assert twice == once


def test_a_warning_of_any_date_is_known_as_one() -> None:
    text = archive_warning(_finding(VALUES[0])) + "\nPrésents"

    assert has_any_warning(text)
    assert not has_any_warning("Présents")
