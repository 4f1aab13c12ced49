"""Rules for dates of which day, month and year are written, and for months with their year.

Day first always, and an impossible month is rejected, never swapped. Where one string reads
in two ways, the rule gives what both readings share.
"""

import re

from ingest.dating.readings import Place, Reading, Rule
from ingest.dating.words import (
    DAY,
    DIGIT_BEFORE,
    GAP,
    MONTH,
    MONTH_BETWEEN,
    MONTH_FULL,
    MONTH_GLUED,
    MONTH_NUMBER,
    MONTHS,
    NUMBER_WORD,
    ORDINAL,
    PERIODICAL,
    SEP,
    STRICT_NUMBER_CUE,
    YEAR,
    YEAR_OR_COPY,
    day_date,
    full_year,
    month_date,
)
from schemas.dating import PartialDate

_AFTER_NUMBER_WORD = re.compile(rf"(?<![a-z])(?:{NUMBER_WORD}|{PERIODICAL})[ ._\-]{{0,2}}\Z")
_AFTER_STRICT_CUE = re.compile(rf"(?<![a-z]){STRICT_NUMBER_CUE}[ ._\-]{{0,3}}\Z")
_VERSION_LETTER = re.compile(r"(?<![a-z])v\Z")


def _day_month_year(place: Place, rule: str) -> Reading | None:
    year = full_year(place.match["y"], place.today)
    month, day = MONTHS[place.match["m"]], place.number("d")
    if _AFTER_NUMBER_WORD.search(place.before):  # "n12 juin 2019": an issue, or a day
        return place.reading(month_date(year, month), "number_month_year")
    if place.leading and place.match["d"] == f"{month:02d}":
        return place.reading(month_date(year, month), rule)  # "06-juin-2009": sorted by months
    return place.reading(day_date(year, month, day), rule)


def _year_day_month(place: Place, rule: str) -> Reading | None:
    year, month, day = place.number("y"), MONTHS[place.match["m"]], place.number("d")
    if day == month:  # "2019_06_juin": the month twice, or its sixth day
        return place.reading(month_date(year, month), rule)
    return place.reading(day_date(year, month, day), rule)


def _year_month_day(place: Place, rule: str) -> Reading | None:
    day = day_date(place.number("y"), place.number("m"), place.number("d"))
    if day is not None and _AFTER_STRICT_CUE.search(place.before):
        return place.reading(PartialDate(day.year), "number_year")
    return place.reading(day, rule)


def _day_month_number_year(place: Place, rule: str) -> Reading | None:
    if _VERSION_LETTER.search(place.before):
        return None
    return place.reading(day_date(place.number("y"), place.number("m"), place.number("d")), rule)


def _eight_digits(place: Place, rule: str) -> Reading | None:
    digits = place.match.group("digits")
    by_year = (
        day_date(int(digits[:4]), int(digits[4:6]), int(digits[6:8])) if digits > "1" else None
    )
    by_day = (
        day_date(int(digits[4:8]), int(digits[2:4]), int(digits[:2]))
        if digits[4:6] in ("19", "20")
        else None
    )
    return place.reading(place.plausible(by_year) or by_day, rule)


def _month_year(place: Place, rule: str) -> Reading | None:
    return place.reading(month_date(place.number("y"), MONTHS[place.match.group("m")]), rule)


def _month_short_year(place: Place, rule: str) -> Reading | None:
    year = 2000 + place.number("y")
    value = month_date(year, MONTHS[place.match.group("m")])
    return place.reading(place.near(value), rule)


FULL_DATES: tuple[Rule, ...] = (
    Rule(
        "day_month_word_year",
        re.compile(
            rf"{DIGIT_BEFORE}(?P<d>{DAY}){ORDINAL}{GAP}(?:(?:de|di|of)[ ._\-])?"
            rf"(?P<m>{MONTH_BETWEEN}){GAP}{YEAR_OR_COPY}"
        ),
        _day_month_year,
    ),
    Rule(
        "month_word_day_year",
        re.compile(
            rf"(?<![a-z])(?P<m>{MONTH_FULL})[ ._\-]{{1,2}}(?P<d>{DAY})(?:st|nd|rd|th)?"
            rf"[ ._,\-]{{1,3}}(?P<y>{YEAR})(?![0-9])"
        ),
        _day_month_year,
    ),
    Rule(
        "year_day_month_word",
        re.compile(
            rf"{DIGIT_BEFORE}(?P<y>{YEAR}){SEP}(?P<d>{DAY}){SEP}(?P<m>{MONTH})(?![ ._\-]?[0-9])"
        ),
        _year_day_month,
    ),
    Rule(
        "year_month_day",
        re.compile(
            rf"{DIGIT_BEFORE}(?P<y>{YEAR}){SEP}(?P<m>{MONTH_NUMBER}){SEP}(?P<d>{DAY})(?![0-9])"
        ),
        _year_month_day,
    ),
    Rule(
        "day_month_year",
        re.compile(
            rf"{DIGIT_BEFORE}(?P<d>{DAY}){SEP}(?P<m>{MONTH_NUMBER}){SEP}(?P<y>{YEAR})(?![0-9])"
        ),
        _day_month_number_year,
    ),
    Rule(
        "eight_digits",
        re.compile(rf"{DIGIT_BEFORE}(?P<digits>[0-9]{{8}})(?:[0-9]{{2}}|[0-9]{{4}})?(?![0-9])"),
        _eight_digits,
    ),
    Rule(
        "year_month_word",
        re.compile(
            rf"{DIGIT_BEFORE}(?P<y>{YEAR}){SEP}(?:{MONTH_NUMBER}{SEP})?"
            rf"(?P<m>{MONTH_FULL})(?![ ._\-]?[0-9])"  # "2020-Dec" is a décision
        ),
        _month_year,
    ),
    Rule(
        "month_word_year",
        re.compile(
            rf"(?P<m>(?<![a-z]){MONTH}|{MONTH_GLUED}){GAP}(?P<y>{YEAR})(?=[0-9]?(?![0-9]))[0-9]?"
        ),
        _month_year,
    ),
    Rule(
        "month_word_short_year",
        re.compile(rf"(?<![a-z0-9])(?P<m>{MONTH_FULL})[ ._\-]{{0,2}}(?P<y>[0-3][0-9])(?![0-9h])"),
        _month_short_year,
    ),
)
"""In order of strength; what a rule reads, the rules below it do not see."""
