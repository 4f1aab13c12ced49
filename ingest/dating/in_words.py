"""Dates in words: ``quatorze mai deux mille dix-neuf``, ``l'an deux mil douze, le dix juillet``."""

import re

from ingest.dating.readings import Place, Reading, Rule
from ingest.dating.words import MONTH_FULL, MONTHS, YEAR, day_date
from schemas.dating import PartialDate

_UNITS = {
    "un": 1, "premier": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7,
    "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14,
    "quinze": 15, "seize": 16, "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40,
    "cinquante": 50, "soixante": 60, "septante": 70, "huitante": 80, "octante": 80, "nonante": 90,
}  # fmt: skip
_LARGE = {"cent": 100, "cents": 100, "mil": 1000, "mille": 1000}
_TOKEN = f"(?:{'|'.join(sorted((*_UNITS, *_LARGE), key=len, reverse=True))})(?![a-z])"
_GLUE = r"(?:[ -]{1,2}et[ -]{1,2}|[ -]{1,2})"
_YEAR_WORDS = rf"(?:deux[ -]{{1,2}})?mil(?:le)?(?![a-z])(?:{_GLUE}{_TOKEN}){{0,7}}"
_DAY_WORDS = rf"{_TOKEN}(?:{_GLUE}{_TOKEN}){{0,2}}"
_DAY = rf"(?:(?P<dw>{_DAY_WORDS})|(?P<dn>[0-3]?[0-9])(?:er)?)"
_WEEKDAY = r"(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche),? )?"


def number_in_words(words: str) -> int | None:
    """The number that folded French words write, Swiss and Belgian forms included.

    >>> number_in_words("deux mille dix-neuf"), number_in_words("mil neuf cent quatre-vingt-dix")
    (2019, 1990)
    >>> number_in_words("vingt et un"), number_in_words("nonante-sept"), number_in_words("mardi")
    (21, 97, None)
    """
    total = current = last = 0
    for token in re.split(r"[ -]+(?:et[ -]+)?", words.strip()):
        if token in _LARGE and _LARGE[token] == 1000:
            total, current, last = total + max(current, 1) * 1000, 0, 0
        elif token in _LARGE:
            current, last = max(current, 1) * 100, 0
        elif token in _UNITS:
            eighty = _UNITS[token] == 20 and last == 4
            current += 76 if eighty else _UNITS[token]
            last = _UNITS[token]
        else:
            return None
    return total + current or None


def _in_words(place: Place, rule: str) -> Reading | None:
    match = place.match
    day = number_in_words(match["dw"]) if match["dw"] else int(match["dn"])
    year = int(match["yn"]) if match["yn"] else number_in_words(match["yw"])
    if day is None or year is None or not 1000 <= year <= 9999:
        return None
    return place.reading(day_date(year, MONTHS[match["m"]], day), rule)


def _year_in_words(place: Place, rule: str) -> Reading | None:
    year = number_in_words(place.match["yw"])
    if year is None or not 1000 <= year <= 9999:
        return None
    return place.reading(PartialDate(year), rule)


DATES_IN_WORDS: tuple[Rule, ...] = (
    Rule(
        "year_then_day_in_words",
        re.compile(
            rf"l'an (?:(?P<yw>{_YEAR_WORDS})|(?P<yn>{YEAR}))[ ,]{{1,3}}(?:et )?(?:le |du )?"
            rf"{_WEEKDAY}{_DAY} (?:du mois de |d'|de )?(?P<m>{MONTH_FULL})"
        ),
        _in_words,
        needs_digit=False,
    ),
    Rule(
        "day_in_words",
        re.compile(
            rf"(?<![a-z0-9]){_DAY} (?:d'|de )?(?P<m>{MONTH_FULL}),? "
            rf"(?:(?P<yw>{_YEAR_WORDS})|(?P<yn>{YEAR})(?![0-9]))"
        ),
        _in_words,
        needs_digit=False,
    ),
    Rule(
        "year_in_words",
        re.compile(rf"l'an (?P<yw>{_YEAR_WORDS})"),
        _year_in_words,
        needs_digit=False,
    ),
)
"""Only for titles, running headers and page text: no file name writes so."""
