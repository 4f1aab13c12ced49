"""Dates in words, and from when to when a document says that it holds."""

from datetime import date

import pytest

from ingest.dating import find_validity
from ingest.dating.folding import fold, fold_url
from ingest.dating.in_words import DATES_IN_WORDS, number_in_words
from ingest.dating.readings import scan
from schemas.dating import DateClues

WORDS = [
    ("l'an deux mil douze, le dix juillet", "2012-07-10"),
    ("L'an deux mille dix-neuf et le quatorze mai à vingt heures", "2019-05-14"),
    ("L’an deux mille vingt et un, le jeudi premier avril", "2021-04-01"),
    ("l'an mil neuf cent quatre-vingt-dix-neuf, le trente et un décembre", "1999-12-31"),
    ("l'an 2012, le dix juillet", "2012-07-10"),
    ("quatorze mai deux mille dix-neuf", "2019-05-14"),
    ("séance du vingt-deux septembre 2021", "2021-09-22"),
    ("le 14 mai deux mille dix-neuf", "2019-05-14"),
    ("le trente-deux mai deux mille dix-neuf", None),
]


@pytest.mark.parametrize(("text", "expected"), WORDS, ids=[row[0] for row in WORDS])
def test_date_in_words(text: str, expected: str | None) -> None:
    readings, _ = scan(fold(text), DATES_IN_WORDS, date(2026, 11, 29))
    days = [str(r.value) for r in readings if r.value is not None and r.value.day is not None]

    assert days == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("septante-deux", 72),
        ("soixante et onze", 71),
        ("quatre-vingts", 80),
        ("huitante", 80),
        ("deux cents", 200),
        ("mil neuf cent nonante-neuf", 1999),
        ("deux mille", 2000),
        ("mardi", None),
    ],
)
def test_number_in_words(words: str, number: int | None) -> None:
    assert number_in_words(words) == number


VALIDITY = [
    ("Tarif valable du 1er janvier 2026 au 31 décembre 2027", "2026-01-01", "2027-12-31"),
    ("Abonnement valable jusqu'au 31.12.2025", None, "2025-12-31"),
    ("Règlement, entrée en vigueur le 1er juillet 2015", "2015-07-01", None),
    ("Le présent règlement entre en vigueur le 01.01.2020.", "2020-01-01", None),
    ("gültig vom 1. Januar 2024 bis 31. Dezember 2025", "2024-01-01", "2025-12-31"),
    ("gültig ab 1.1.2024", "2024-01-01", None),
    ("valido dal 1 gennaio 2024 al 31 dicembre 2024", "2024-01-01", "2024-12-31"),
    ("Programme de législature 2021-2026", "2021-01-01", "2026-12-31"),
    ("Budget 2026", "2026-01-01", "2026-12-31"),
    ("Vacances, année scolaire 2025-2026", "2025-08-01", "2026-07-31"),
    ("Calendrier des déchets 2026", "2026-01-01", "2026-12-31"),
    ("Séance du 14 mai 2019", None, None),
    ("Le budget sera présenté en mai 2019", None, None),
]


@pytest.mark.parametrize(("text", "start", "end"), VALIDITY, ids=[row[0] for row in VALIDITY])
def test_stated_validity(text: str, start: str | None, end: str | None) -> None:
    clues = DateClues("x.pdf", titles=("Rien ici", text))
    found = find_validity(clues, date(2026, 11, 29))
    edges = tuple(
        None if day is None else day.isoformat() for day in (found.valid_from, found.valid_to)
    )

    assert edges == (start, end)
    assert found.text in text


def test_a_paper_about_a_budget_is_not_valid_like_one() -> None:
    today = date(2026, 11, 29)

    assert find_validity(DateClues("Preavis-18-Budget-2024.pdf"), today).valid_to is None
    assert find_validity(DateClues("Budget-2024.pdf"), today).valid_to == date(2024, 12, 31)


def test_page_one_states_days_but_no_period() -> None:
    today = date(2026, 11, 29)
    body = DateClues("x.pdf", first_page="Le budget 2024 a été adopté.")
    days = DateClues("x.pdf", first_page="Tarif valable du 01.01.2024 au 31.12.2024.")

    assert find_validity(body, today).text == ""
    assert find_validity(days, today).valid_to == date(2024, 12, 31)


@pytest.mark.parametrize(
    ("source", "text", "word", "quote"),
    [
        ("Séance du 14 FÉVRIER", "seance du 14 fevrier", "fevrier", "FÉVRIER"),
        ("fe\u0301vrier", "fevrier", "fevrier", "fe\u0301vrier"),
        ("F%C3%A9vrier", "fevrier", "fevrier", "F%C3%A9vrier"),
        ("F%25C3%25A9vrier", "fevrier", "fevrier", "F%25C3%25A9vrier"),
        ("f%E9vrier", "fevrier", "fevrier", "f%E9vrier"),
        ("m² ﬁn", "m² fin", "fin", "ﬁn"),
    ],
)
def test_a_fold_quotes_its_source(source: str, text: str, word: str, quote: str) -> None:
    folded = fold_url(source) if "%" in source else fold(source)
    start = folded.text.index(word)

    assert folded.text == text
    assert folded.quote(start, start + len(word)) == quote
