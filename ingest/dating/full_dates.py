"""Rules for dates of which day, month and year are written, and for months with their year.

Day first always, and an impossible month is rejected, never swapped. Where one string reads
in two ways, the rule gives what both readings share.
"""

import re

from ingest.dating.readings import Place, Reading, Rule
from ingest.dating.words import (
    DAY,
    MONTH,
    MONTH_BETWEEN,
    MONTH_FULL,
    MONTH_NUMBER,
    MONTHS,
    NUMBER_CUE,
    ORDINAL,
    RANGE_WORD,
    STRICT_NUMBER_CUE,
    YEAR,
    day_date,
    month_date,
)
from schemas.dating import PartialDate

_SEP = r"[ ._/\-]{1,3}"
_GAP = r"[ ._,/\-]{0,3}"
_JOIN = (
    rf"[ ._\-]{{0,3}}(?:et|und|e|and|&|,|/|\+|-|{RANGE_WORD})[ ._\-]{{0,3}}(?:(?:le|du)[ ._\-])?"
)
# A browser or CMS appends one digit to a duplicate: "20131" is 2013 and a "1".
_YEAR_OR_COPY = rf"(?P<y>{YEAR}(?=[0-9]?(?![0-9]))|[0-9]{{2}}(?![0-9]|[ ._]?h|:[0-9]))[0-9]?"

_AFTER_NUMBER_CUE = re.compile(rf"(?<![a-z]){NUMBER_CUE}[ ._\-]{{0,3}}\Z")
_AFTER_STRICT_CUE = re.compile(rf"(?<![a-z]){STRICT_NUMBER_CUE}[ ._\-]{{0,3}}\Z")
_GLUED_TO_LETTER = re.compile(r"[a-z]\Z")
_VERSION_LETTER = re.compile(r"(?<![a-z])v\Z")


def _year(written: str, today_year: int) -> int:
    """Four digits as they stand; two digits in the century that does not lie ahead."""
    number = int(written)
    if number >= 100:
        return number
    return 2000 + number if 2000 + number <= today_year + 1 else 1900 + number


def _two_days(place: Place, rule: str) -> Reading | None:
    first, second = place.number("d1"), place.number("d2")
    numbered = _GLUED_TO_LETTER.search(place.before) or _AFTER_NUMBER_CUE.search(place.before)
    if first >= second or (numbered and place.match.group("join").strip(" _") == "-"):
        return None
    year = _year(place.match.group("y"), place.today.year)
    return place.reading(month_date(year, MONTHS[place.match.group("m")]), rule)


def _across_months(place: Place, rule: str) -> Reading | None:
    year = _year(place.match.group("y"), place.today.year)
    return place.reading(PartialDate(year), rule)


def _day_month_year(place: Place, rule: str) -> Reading | None:
    year = _year(place.match.group("y"), place.today.year)
    return place.reading(day_date(year, MONTHS[place.match.group("m")], place.number("d")), rule)


def _year_month_day(place: Place, rule: str) -> Reading | None:
    day = day_date(place.number("y"), place.number("m"), place.number("d"))
    if day is not None and _AFTER_STRICT_CUE.search(place.before):
        return place.reading(PartialDate(day.year), "number_year")
    return place.reading(day, rule)


def _day_month_number_year(place: Place, rule: str) -> Reading | None:
    if _VERSION_LETTER.search(place.before):
        return None
    return place.reading(day_date(place.number("y"), place.number("m"), place.number("d")), rule)


def _numeric_range(place: Place, rule: str) -> Reading | None:
    first, last = place.number("y1"), place.number("y2")
    if first == last:
        months = {place.number("m1"), place.number("m2")}
        value = PartialDate(first) if len(months) > 1 else month_date(first, months.pop())
        return place.reading(value, rule)
    return place.reading(PartialDate(first, end_year=last), rule) if first < last else None


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


def _months_year(place: Place, rule: str) -> Reading | None:
    return place.reading(PartialDate(place.number("y")), rule)


_DIGIT_BEFORE = r"(?<![0-9])"

FULL_DATES: tuple[Rule, ...] = (
    Rule(
        "two_days_of_a_month",
        re.compile(
            rf"{_DIGIT_BEFORE}(?P<d1>{DAY}){ORDINAL}(?P<join>{_JOIN})(?P<d2>{DAY}){ORDINAL}"
            rf"{_GAP}(?P<m>{MONTH_BETWEEN}){_GAP}{_YEAR_OR_COPY}"
        ),
        _two_days,
    ),
    Rule(
        "days_across_months",
        re.compile(
            rf"{_DIGIT_BEFORE}(?P<d1>{DAY}){ORDINAL}{_GAP}(?P<m1>{MONTH}){_JOIN}(?P<d2>{DAY})"
            rf"{ORDINAL}{_GAP}(?P<m>{MONTH}){_GAP}{_YEAR_OR_COPY}"
        ),
        _across_months,
    ),
    Rule(
        "day_month_word_year",
        re.compile(
            rf"{_DIGIT_BEFORE}(?P<d>{DAY}){ORDINAL}{_GAP}(?:(?:de|di|of)[ ._\-])?"
            rf"(?P<m>{MONTH_BETWEEN}){_GAP}{_YEAR_OR_COPY}"
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
            rf"{_DIGIT_BEFORE}(?P<y>{YEAR}){_SEP}(?P<d>{DAY}){_SEP}(?P<m>{MONTH})(?![ ._\-]?[0-9])"
        ),
        _day_month_year,
    ),
    Rule(
        "numeric_range",
        re.compile(
            rf"{_DIGIT_BEFORE}{DAY}[./\-](?P<m1>{MONTH_NUMBER})[./\-](?P<y1>{YEAR})"
            rf"[ ._\-]{{1,3}}{RANGE_WORD}[ ._\-]{{1,3}}"
            rf"{DAY}[./\-](?P<m2>{MONTH_NUMBER})[./\-](?P<y2>{YEAR})(?![0-9])"
        ),
        _numeric_range,
    ),
    Rule(
        "year_month_day",
        re.compile(
            rf"{_DIGIT_BEFORE}(?P<y>{YEAR}){_SEP}(?P<m>{MONTH_NUMBER}){_SEP}(?P<d>{DAY})(?![0-9])"
        ),
        _year_month_day,
    ),
    Rule(
        "day_month_year",
        re.compile(
            rf"{_DIGIT_BEFORE}(?P<d>{DAY}){_SEP}(?P<m>{MONTH_NUMBER}){_SEP}(?P<y>{YEAR})(?![0-9])"
        ),
        _day_month_number_year,
    ),
    Rule(
        "eight_digits",
        re.compile(rf"{_DIGIT_BEFORE}(?P<digits>[0-9]{{8}})(?:[0-9]{{4}})?(?![0-9])"),
        _eight_digits,
    ),
    Rule(
        "year_month_word",
        re.compile(
            rf"{_DIGIT_BEFORE}(?P<y>{YEAR}){_SEP}(?:{MONTH_NUMBER}{_SEP})?"
            rf"(?P<m>{MONTH_FULL})(?![ ._\-]?[0-9])"  # "2020-Dec" is a décision
        ),
        _month_year,
    ),
    Rule(
        "months_with_year",
        re.compile(
            rf"(?<![a-z]){MONTH}{_JOIN}{MONTH}{_GAP}(?P<y>{YEAR})(?![0-9])",
        ),
        _months_year,
    ),
    Rule(
        "month_word_year",
        re.compile(rf"(?<![a-z])(?P<m>{MONTH}){_GAP}(?P<y>{YEAR})(?=[0-9]?(?![0-9]))[0-9]?"),
        _month_year,
    ),
    Rule(
        "month_word_short_year",
        re.compile(rf"(?<![a-z0-9])(?P<m>{MONTH_FULL})[ ._\-]{{0,2}}(?P<y>[0-3][0-9])(?![0-9h])"),
        _month_short_year,
    ),
)
"""In order of strength; what a rule reads, the rules below it do not see."""
