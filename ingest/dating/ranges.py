"""Rules for several days or months in one string: what they share, never the first of them."""

import re

from ingest.dating.readings import Place, Reading, Rule
from ingest.dating.words import (
    AFTER_NUMBER_CUE,
    DAY,
    DIGIT_BEFORE,
    GAP,
    JOIN,
    JOIN_WORD,
    MONTH,
    MONTH_BETWEEN,
    MONTH_NUMBER,
    MONTHS,
    ORDINAL,
    RANGE_WORD,
    YEAR,
    YEAR_OR_COPY,
    full_year,
    month_date,
)
from schemas.dating import PartialDate

_GLUED_TO_LETTER = re.compile(r"[a-z]\Z")
_NUMBER_AND_DAY = ("du", "le")
_NUMERIC = rf"{DAY}[./_\-]"
# "9.6.2023 - 19.6.2023" in a label is a sitting and a day of posting; without blanks, a period.
_NUMERIC_JOIN = rf"(?:-|[ ._\-]{{1,3}}{JOIN_WORD}[ ._\-]{{1,3}})"


def _two_days(place: Place, rule: str) -> Reading | None:
    first, second = place.number("d1"), place.number("d2")
    numbered = _GLUED_TO_LETTER.search(place.before) or AFTER_NUMBER_CUE.search(place.before)
    join = place.match["join"].strip(" ._-")
    # "pv-14-du-28-mai" is number 14; "fete-16-17-juin" two days, but not after a number word.
    if first >= second or join in _NUMBER_AND_DAY or (numbered and not join):
        return None
    year = full_year(place.match["y"], place.today)
    return place.reading(month_date(year, MONTHS[place.match["m"]]), rule)


def _one_year(place: Place, rule: str) -> Reading | None:
    return place.reading(PartialDate(full_year(place.match["y"], place.today)), rule)


def _common(
    place: Place, rule: str, months: tuple[int, int], years: tuple[int, int]
) -> Reading | None:
    """Month, year or span that two dates have in common."""
    if years[0] != years[1]:
        ordered = years[0] < years[1]
        return place.reading(PartialDate(years[0], end_year=years[1]), rule) if ordered else None
    same_month = months[0] == months[1]
    value = month_date(years[0], months[0]) if same_month else PartialDate(years[0])
    return place.reading(value, rule)


def _worded_dates(place: Place, rule: str) -> Reading | None:
    months = MONTHS[place.match["m1"]], MONTHS[place.match["m2"]]
    return _common(place, rule, months, (place.number("y1"), place.number("y2")))


def _numeric_dates(place: Place, rule: str) -> Reading | None:
    last_month, last_year = place.number("m2"), place.number("y2")
    first_month = int(place.match["m1"] or last_month)
    first_year = int(place.match["y1"] or last_year)
    return _common(place, rule, (first_month, last_month), (first_year, last_year))


def _iso_period(place: Place, rule: str) -> Reading | None:
    if place.number("d2") < 28:
        return None
    months = place.number("m1"), place.number("m2")
    return _common(place, rule, months, (place.number("y1"), place.number("y2")))


RANGES: tuple[Rule, ...] = (
    Rule(
        "two_days_of_a_month",
        re.compile(
            rf"{DIGIT_BEFORE}(?P<d1>{DAY}){ORDINAL}(?P<join>{JOIN})(?P<d2>{DAY}){ORDINAL}"
            rf"{GAP}(?P<m>{MONTH_BETWEEN}){GAP}{YEAR_OR_COPY}"
        ),
        _two_days,
    ),
    Rule(
        "days_across_months",
        re.compile(
            rf"{DIGIT_BEFORE}{DAY}{ORDINAL}{GAP}{MONTH}{JOIN}{DAY}{ORDINAL}{GAP}{MONTH}"
            rf"{GAP}{YEAR_OR_COPY}"
        ),
        _one_year,
    ),
    Rule(
        "two_worded_dates",
        re.compile(
            rf"{DIGIT_BEFORE}{DAY}{ORDINAL}{GAP}(?P<m1>{MONTH}){GAP}(?P<y1>{YEAR})"
            rf"[ ._\-]{{1,3}}{JOIN_WORD}[ ._\-]{{1,3}}(?:(?:le|du)[ ._\-])?"
            rf"{DAY}{ORDINAL}{GAP}(?P<m2>{MONTH}){GAP}(?P<y2>{YEAR})(?![0-9])"
        ),
        _worded_dates,
    ),
    Rule(
        "two_months_with_years",
        re.compile(
            rf"(?<![a-z0-9])(?P<m1>{MONTH}){GAP}(?P<y1>{YEAR}){JOIN}"
            rf"(?P<m2>{MONTH}){GAP}(?P<y2>{YEAR})(?![0-9])"
        ),
        _worded_dates,
    ),
    Rule(
        "two_numeric_dates",
        re.compile(
            rf"{DIGIT_BEFORE}{_NUMERIC}(?P<m1>{MONTH_NUMBER})[./_\-](?P<y1>{YEAR}){_NUMERIC_JOIN}"
            rf"(?:(?:le|du)[ ._\-])?{_NUMERIC}(?P<m2>{MONTH_NUMBER})[./_\-](?P<y2>{YEAR})(?![0-9])"
        ),
        _numeric_dates,
    ),
    Rule(
        "days_to_numeric_date",
        re.compile(
            rf"{DIGIT_BEFORE}{DAY}(?:[./_\-](?P<m1>{MONTH_NUMBER}))?(?P<y1>\b\B)?"
            rf"[ ._\-]{{1,3}}{JOIN_WORD}[ ._\-]{{1,3}}(?:(?:le|du)[ ._\-])?"
            rf"{_NUMERIC}(?P<m2>{MONTH_NUMBER})[./_\-](?P<y2>{YEAR})(?![0-9])"
        ),
        _numeric_dates,
    ),
    Rule(
        "iso_period",
        re.compile(
            rf"{DIGIT_BEFORE}(?P<y1>{YEAR})-(?P<m1>{MONTH_NUMBER})-01"
            rf"(?:[ _\-]{{1,3}}|_?{RANGE_WORD}_?)"
            rf"(?P<y2>{YEAR})-(?P<m2>{MONTH_NUMBER})-(?P<d2>{DAY})(?![0-9])"
        ),
        _iso_period,
    ),
    Rule(
        "months_with_year",
        re.compile(rf"(?<![a-z]){MONTH}(?:{JOIN}|[ ._]){MONTH}{GAP}(?P<y>{YEAR})(?![0-9])"),
        _one_year,
    ),
)
"""Before the single dates, which would read one end of each."""
