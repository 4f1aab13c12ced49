"""Figures: the writing may differ, the digit may not."""

import csv
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexers.answering.numbers import check_figures, find_quantities
from indexers.answering.numbers.words import find_number_words

TABLES = sorted(Path(__file__).parent.glob("numbers*.tsv"))
"""Those called further were written by somebody who did not know the rules."""


def pairs() -> list[tuple[str, str, str]]:
    found = []
    for table in TABLES:
        with table.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            found += [(row["claim"], row["span"], row["verdict"]) for row in rows]
    return found


def test_the_table_is_long_enough() -> None:
    assert len(pairs()) >= 400
    assert len(set(pairs())) == len(pairs())


@pytest.mark.parametrize(("claim", "span", "verdict"), pairs())
def test_pair(claim: str, span: str, verdict: str) -> None:
    found = check_figures(claim, span)

    assert ("same" if found.all_stand else "different") == verdict, (
        [(q.kind.value, q.value, q.unit) for q in found.figures],
        [(q.kind.value, q.value, q.unit) for q in find_quantities(span)],
    )


@pytest.mark.parametrize(
    ("claim", "span", "stands"),
    [
        ("1.25 Mio. CHF", "1'250'000 francs", True),
        ("3 Mrd. CHF", "3 milliards de francs", True),
        ("50 francs", "50.000 francs", False),
        ("CHF 50.000", "50'000 francs", True),
        ("2.500 fr. par an", "2'500 francs par année", True),
        ("1.25 fr./m3", "1.250 fr./m3", True),
        ("CHF 200.- l'an", "200 francs par année", True),
        ("48 heures", "48 jours", False),
        ("48 heures", "quarante-huit h", True),
        ("de 20 h à 24 h", "de 20 h à minuit", True),
        ("minuit", "0 h", True),
        ("de 8 à 12 h", "de 8 h à 12 h", True),
        ("de 8 à 12 h", "de 9 h à 12 h", False),
        ("une fois par mois", "deux fois par mois", False),
        ("une fois par mois", "une fois par mois", True),
        ("35 litres", "des sacs de 17, 35, 60 et 110 litres", True),
        ("35 litres", "des sacs de 17, 35, 60 et 110 kilos, à l'épicerie", False),
        ("en 2023", "en 2023, 5 %", True),
        ("une fois le permis délivré", "dès que le permis est délivré", True),
        ("5 ares", "5 hectares", False),
        ("au moins 5 membres", "5 membres", True),
    ],
)
def test_of_scales_hours_and_dots(claim: str, span: str, *, stands: bool) -> None:
    assert check_figures(claim, span).all_stand is stands


@pytest.mark.parametrize(
    "piece",
    [
        "1 ",
        "12 janvier ",
        "l'an deux mille 5 mai ",
        "midi ",
        "5 par personne par jour ",
        "un million ",
        "021 ",
        "CH93 0076 ",
        "art. 5 ",
        "deux et ",
    ],
)
@pytest.mark.timeout(20)  # if each figure read the whole text again it would take minutes
def test_a_long_text_is_read_once(piece: str) -> None:
    figures = find_quantities(piece * 6_400)

    assert len(figures) >= len(find_quantities(piece * 400))


def _claim(rng: random.Random) -> str:
    day, month, year = rng.randint(1, 28), rng.randint(1, 12), rng.randint(1990, 2029)
    amount = rng.randint(1_000, 9_999_999)
    return rng.choice(
        [
            f"Le crédit accordé est de {amount:,} francs.".replace(",", "'"),
            f"Le coût s'élève à CHF {amount:,}.{rng.randint(10, 99)}.".replace(",", "’"),
            f"Le taux est de {rng.randint(1, 99)},{rng.randint(1, 9)} %.",
            f"La séance a eu lieu le {day} {_MONTHS[month - 1]} {year}.",
            f"Le délai court jusqu'au {day:02d}.{month:02d}.{year}.",
            f"Le guichet ouvre à {rng.randint(6, 20)} h {rng.randint(10, 59)}.",
            f"Appelez le 021 {rng.randint(100, 999)} {rng.randint(10, 99)} {rng.randint(10, 99)}.",
            f"L'article {rng.randint(1, 99)} prévoit {rng.randint(2, 400)} jours.",
            f"Le conseil compte {rng.randint(11, 99)} membres.",
            f"La conduite mesure {rng.randint(100, 999)} mètres, soit {rng.randint(2, 90)} m3.",
        ]
    )


_MONTH_NAMES = (
    "janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre"
)
_MONTHS = _MONTH_NAMES.split(",")


@settings(max_examples=1_000, deadline=None, derandomize=True, database=None)
@given(st.randoms(use_true_random=False))
def test_one_wrong_digit_in_a_thousand_claims_is_always_found(rng: random.Random) -> None:
    span = _claim(rng)
    place = rng.choice([m.start() for m in re.finditer("[0-9]", span)])
    other = rng.choice([digit for digit in "0123456789" if digit != span[place]])
    claim = span[:place] + other + span[place + 1 :]

    assert check_figures(span, span).all_stand
    assert not check_figures(claim, span).all_stand, (claim, span)


@given(st.text(max_size=120))
def test_any_text_is_read_without_overlap(text: str) -> None:
    found = find_quantities(text)

    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(text[q.start : q.end] == q.text for q in found)


@given(st.text(alphabet="0123456789'’ .,-%hCHFfrancsmai/:°\u00a0", max_size=60))
def test_a_text_always_stands_in_itself(text: str) -> None:
    assert check_figures(text, text).all_stand


@given(st.integers(min_value=2, max_value=9_999_999))
def test_numbers_in_words_have_their_value(number: int) -> None:
    words = in_words(number)

    assert [value for *_, value in find_number_words(words)] == [number], words


_SMALL_NAMES = (
    "zéro,un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,"
    "dix-sept,dix-huit,dix-neuf"
)
_SMALL = _SMALL_NAMES.split(",")
_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}


def in_words(number: int) -> str:
    """French of France, as the rules of 1990 and those before would both accept."""
    if number >= 1_000_000:
        millions, rest = divmod(number, 1_000_000)
        head = f"{in_words(millions)} million{'s' if millions > 1 else ''}"
        return f"{head} {in_words(rest)}" if rest else head
    if number >= 1_000:
        thousands, rest = divmod(number, 1_000)
        head = "mille" if thousands == 1 else f"{in_words(thousands)} mille"
        return f"{head} {in_words(rest)}" if rest else head
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        head = "cent" if hundreds == 1 else f"{_SMALL[hundreds]} cent"
        return f"{head} {in_words(rest)}" if rest else head + ("s" if hundreds > 1 else "")
    return _under_hundred(number)


def _under_hundred(number: int) -> str:
    if number < 20:
        return _SMALL[number]
    tens, unit = divmod(number, 10)
    if tens == 7:
        return "soixante et onze" if unit == 1 else f"soixante-{_SMALL[10 + unit]}"
    if tens >= 8:
        rest = number - 80
        return f"quatre-vingt-{_SMALL[rest]}" if rest else "quatre-vingts"
    if unit == 0:
        return _TENS[tens]
    return f"{_TENS[tens]} et un" if unit == 1 else f"{_TENS[tens]}-{_SMALL[unit]}"
