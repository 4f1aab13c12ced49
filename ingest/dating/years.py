"""Rules for what gives no more than a year: numbers with a year, spans, and the year alone."""

import re

from ingest.dating.readings import Place, Reading, Rule
from ingest.dating.words import MONTH, MONTH_FULL, MONTHS, NUMBER_CUE, NUMBER_WORD, YEAR, day_date
from schemas.dating import PartialDate

# "P-05-2020", "A2021_12"; "a", "l" and "y" before a blank are words.
_CUE = (
    rf"(?<![a-z])(?:{NUMBER_CUE}|[bcf-km-xz](?=[ ._\-])|[a-z](?={YEAR}))"
    r"(?:[ ._\-]{1,3}(?:municipale?|communale?|officiel(?:le)?|"
    r"d'information|intercommunale?|publi(?:c|que)))?"
    rf"(?:[ ._\-]{{0,3}}(?<![a-z]){NUMBER_WORD})?[ ._\-]{{0,3}}"
)
_SHORT_CUE = (
    r"(?<![a-z])(?:preavis|interpellation|motion|postulat|question|reponse|comm(?:unication)?|"
    r"bulletin|no|nr|num|numero|ndeg|nodeg)(?:[ ._\-]{1,3}(?:municipal|communal))?"
    rf"(?:[ ._\-]{{0,3}}(?<![a-z]){NUMBER_WORD})?[ ._\-]{{0,3}}"
)
"""``preavis_12-19`` is a number of 2019; ``reglement-352-02`` may be anything."""
_NUMBER = r"[0-9]{1,4}(?:[ ._\-]?(?:bis|ter|quater)|[a-z])?"
_NUMBERED_KIND = re.compile(
    rf"[ ._\-]{{0,3}}(?:{NUMBER_CUE})(?![a-z])|[ ._\-]{{0,3}}(?:rapport-preavis|by-?law)"
)
_AFTER_SITTING = re.compile(
    r"(?<![a-z])(?:oj|odj|odg|ordre du jour|seance|conseil|cm|cc|session|sitzung|seduta)"
    r"[ ._\-]{0,3}\Z"
)
_AFTER_MINUTES = re.compile(
    r"(?<![a-z])(?:pv|pvcc|cr|proces[ ._-]verbal|compte[ ._-]rendu|protokoll|verbale)[ ._\-]{0,3}\Z"
)
_AFTER_NUMBER = re.compile(r"[0-9][ ._\-]\Z")
_SUBJECT = re.compile(r"[ ._\-]{0,3}[a-z]")
_NATIONAL_DAYS = frozenset({(1, 8), (14, 7), (8, 5), (11, 11), (1, 5)})
"""``1aout`` names a feast more often than a sitting."""
_DATED_BEFORE = re.compile(
    r"(?<![a-z])(?:du|le|vom|del|dal|seance|cm|cc|pv|cr|proces[ ._-]verbal|compte[ ._-]rendu)"
    r"[ ._\-]{1,3}\Z"
)


def _number_year(place: Place, rule: str) -> Reading | None:
    return place.reading(PartialDate(place.number("y")), rule)


def _year_number(place: Place, rule: str) -> Reading | None:
    year = place.number("y")
    if place.number("n") == (year + 1) % 100 and len(place.match["n"]) == 2:
        return None  # "rapport-2019-20" is a span
    return place.reading(PartialDate(year), rule)


def _number_short_year(place: Place, rule: str) -> Reading | None:
    value = PartialDate(2000 + place.number("y"))
    return place.reading(value, rule) if value.year <= place.today.year + 1 else None


def _year_month(place: Place, rule: str) -> Reading | None:
    year, month = place.number("y"), place.number("m")
    if place.leading and _NUMBERED_KIND.match(place.after):
        return place.reading(PartialDate(year), "number_year")
    if month == (year + 1) % 100:  # "2011-12": December, or the season 2011/2012
        return place.reading(PartialDate(year), "year_and_month_or_year")
    return place.reading(PartialDate(year, month), rule)


def _month_year(place: Place, rule: str) -> Reading | None:
    year, month = place.number("y"), place.number("m")
    if _AFTER_SITTING.search(place.before):
        return place.reading(PartialDate(year, month), rule)
    numbered = (
        len(place.match.group("m")) == 1
        or _AFTER_NUMBER.search(place.before)
        or _AFTER_MINUTES.search(place.before)
        or (place.leading and _SUBJECT.match(place.after))
    )
    value = PartialDate(year) if numbered else PartialDate(year, month)
    return place.reading(value, "number_year" if numbered else rule)


def _span(place: Place, rule: str) -> Reading | None:
    first, last = place.number("y"), place.number("end")
    if last < 100:
        last += first // 100 * 100
    if not 0 < last - first <= 30:
        return None
    return place.reading(PartialDate(first, end_year=last), rule)


def _day_month(place: Place, rule: str) -> Reading | None:
    month = MONTHS[place.match.group("m")]
    return _yearless(place, rule, place.number("d"), month)


def _numeric_day_month(place: Place, rule: str) -> Reading | None:
    return _yearless(place, rule, place.number("d"), place.number("m"))


def _yearless(place: Place, rule: str, day: int, month: int) -> Reading | None:
    feast = (day, month) in _NATIONAL_DAYS and not _DATED_BEFORE.search(place.before)
    if feast:  # read and set aside, so that no weaker rule reads its month
        return Reading(place.match.start(), place.match.end(), "feast")
    if day_date(2000, month, day) is None:
        return None
    start, end = place.match.span()
    return Reading(start, end, rule, day_month=(day, month), leading=place.leading)


def _month_alone(place: Place, rule: str) -> Reading | None:
    month = MONTHS[place.match.group("m")]
    return Reading(place.match.start(), place.match.end(), rule, day_month=(0, month))


NUMBERS: tuple[Rule, ...] = (
    Rule(
        "number_year",
        re.compile(
            rf"{_CUE}(?!{YEAR}(?![0-9])){_NUMBER}[ ._/\-](?P<y>{YEAR})(?![0-9])"
            r"(?![._/\-](?:0[1-9]|1[0-2])[._/\-])"
        ),
        _number_year,
    ),
    Rule(
        "number_year",
        re.compile(
            rf"{_CUE}(?P<y>{YEAR})[ ._/\-](?!{YEAR}(?![0-9]))(?P<n>[0-9]{{1,4}})(?![0-9])"
            r"(?![._/\-][0-9]{1,2}(?![0-9]))"
        ),
        _year_number,
    ),
)
"""Before the short dates: ``preavis_05_2021`` is number 5, not May."""

MONTHS_AND_NUMBERS: tuple[Rule, ...] = (
    Rule(
        "year_month",
        re.compile(
            rf"(?<![0-9])(?P<y>{YEAR})[ ._/\-](?P<m>0[1-9]|1[0-2])(?![0-9])(?![._/\-][0-9])"
        ),
        _year_month,
    ),
    Rule(
        "month_year",
        re.compile(rf"(?<![0-9])(?P<m>0?[1-9]|1[0-2])[ ._/\-](?P<y>{YEAR})(?![0-9])"),
        _month_year,
    ),
    Rule(
        "number_short_year",
        re.compile(rf"{_SHORT_CUE}[0-9]{{1,3}}[_/\-](?P<y>[0-9]{{2}})(?![0-9]|[._/\-][0-9])"),
        _number_short_year,
    ),
)

DAYS_WITHOUT_YEAR: tuple[Rule, ...] = (
    Rule(
        "day_month_word",
        re.compile(rf"(?<![0-9])(?P<d>[0-3]?[0-9])(?:er|\.)?[ ._\-]{{0,3}}(?P<m>{MONTH})"),
        _day_month,
    ),
    Rule(
        "day_month_numbers",
        re.compile(
            r"(?<![0-9])(?<![^0-9][0-9][._\-])(?<![^0-9][0-9]{2}[._\-])"
            r"(?P<d>[0-3][0-9])[._](?P<m>0[1-9]|1[0-2])\Z"
        ),
        _numeric_day_month,
    ),
    Rule(
        "month_word_alone",
        re.compile(rf"(?<![a-z])(?P<m>{MONTH_FULL})(?![ ._\-]?[0-9])"),
        _month_alone,
        needs_digit=False,
    ),
)
"""Completed by a year that stands elsewhere; a day of 0 is none."""

YEARS: tuple[Rule, ...] = (
    Rule(
        "span",
        re.compile(
            rf"(?<![0-9])(?P<y>{YEAR})[ ._]{{0,2}}(?:[ ._/\-]|au?|bis)[ ._]{{0,2}}"
            rf"(?P<end>{YEAR}|[0-9]{{2}}(?![ ._/\-]?[0-9]))(?![0-9])"
        ),
        _span,
    ),
    Rule("year", re.compile(rf"(?<![0-9])(?P<y>{YEAR})(?![0-9])"), _number_year),
)
