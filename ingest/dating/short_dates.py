"""Rules for dates with a two-digit year, which often read in several ways; and how to settle.

``26.02.09`` is 26 February 2009 or 9 February 2026. Each rule keeps every possible reading as
an option; `settle` looks for something in the path, on the site or in the file that decides,
names it in the rule, and otherwise answers only what the readings share.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from ingest.dating.readings import Place, Reading, Rule, shared
from ingest.dating.words import AFTER_NUMBER_CUE, IN_SENTENCE, day_date, month_date
from schemas.dating import DatePrecision, PartialDate

CLEAR_GAP_YEARS = 13
"""A reading that is so much older than the other one is hardly meant."""

EARLIEST_SHORT_YEAR = 1980
"""Files named by people with two digits for the year are not older."""

_GROUP_BEFORE = re.compile(r"[0-9](?P<sep>[ ._\-])\Z")
_YEAR_BEFORE = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}[ ._\-]\Z")
_NUMBER_BEFORE = re.compile(
    r"(?:[a-z]|(?<![a-z])(?:pv|cr|cc|cm|no|nr|n|seance|oj|odj|annexe)[ ._\-]{1,2})"
    r"[0-9]{1,3}[ ._\-]\Z"
)


class ShortOrder(StrEnum):
    """How a site writes dates with a two-digit year."""

    DAY_FIRST = "day_first"
    YEAR_FIRST = "year_first"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a short date and may decide how it reads."""

    years: frozenset[int] = frozenset()
    """Years written elsewhere in the path, the ends of spans included."""
    upload_month: tuple[int, int] | None = None
    bound: date | None = None
    """No document is later than its own file."""
    short_habit: ShortOrder | None = None
    """The site's order in ``26.02.09``."""
    six_digit_habit: ShortOrder | None = None
    """The site's order in ``260209``."""


def _century(two_digits: int, today: date) -> int:
    year = 2000 + two_digits
    return year if year <= today.year + 1 else year - 100


def _options(place: Place, *values: PartialDate | None) -> tuple[PartialDate, ...]:
    kept = (place.plausible(place.near(value)) for value in values)
    return tuple(dict.fromkeys(v for v in kept if v is not None and v.year >= EARLIEST_SHORT_YEAR))


def _as_reading(place: Place, rule: str, options: tuple[PartialDate, ...]) -> Reading | None:
    if not options:
        return None
    value = options[0] if len(options) == 1 else None
    start, end = place.match.span("date")
    return Reading(start, end, rule, value, options, leading=place.leading)


def _triple(place: Place, rule: str) -> Reading | None:
    first, month, last = (place.number(group) for group in ("a", "b", "c"))
    by_day = day_date(_century(last, place.today), month, first)
    by_year = None
    if len(place.match.group("a")) == 2 and not IN_SENTENCE.search(place.before):
        by_year = day_date(2000 + first, month, last)
    before = _GROUP_BEFORE.search(place.before)
    grouped = before is not None and before["sep"] == place.match["s"]
    if grouped and not _NUMBER_BEFORE.search(place.before):
        return None  # "04_10_02_21": two days of one month, or a number and a date
    if place.leading and len(place.match["a"]) == 1:
        return None  # "2.1.10-annexe" is an item of an agenda
    return _as_reading(place, rule, _options(place, by_day, by_year))


def _six_digits(place: Place, rule: str) -> Reading | None:
    if _YEAR_BEFORE.search(place.before):
        return None  # "2021_000123": a number of that year
    digits = place.match.group("date")
    first, second, third = int(digits[:2]), int(digits[2:4]), int(digits[4:])
    by_year = day_date(2000 + first, second, third)
    by_day = day_date(_century(third, place.today), second, first)
    by_month = month_date(int(digits[:4]), third) if first in (19, 20) else None
    if first <= 12 and second in (
        19,
        20,
    ):  # "062009": a month of 2009, or after a number word its sixth number
        by_month = month_date(int(digits[2:]), first)
        if by_month is not None and AFTER_NUMBER_CUE.search(place.before):
            by_month = PartialDate(by_month.year)
    return _as_reading(place, rule, _options(place, by_year, by_day, by_month))


SHORT_DATES: tuple[Rule, ...] = (
    Rule(
        "short_date",
        re.compile(
            r"(?<![0-9])(?P<date>(?P<a>[0-3]?[0-9])(?P<s>[._/ ]|-)"
            r"(?P<b>0?[1-9]|1[0-2])(?P=s)(?P<c>[0-9]{2}))(?![0-9]|(?P=s)[0-9]|[ _]?h[0-9])"
        ),
        _triple,
    ),
    Rule("six_digits", re.compile(r"(?<![0-9])(?P<date>[0-9]{6})(?![0-9])"), _six_digits),
)


def settle(reading: Reading, around: Surroundings) -> Reading:
    """The reading with its value decided, if anything decides; the rule says by what.

    >>> two = (PartialDate(2009, 2, 26), PartialDate(2026, 2, 9))
    >>> short = Reading(0, 8, "short_date", None, two, leading=True)
    >>> settle(short, Surroundings()).value
    >>> str(settle(short, Surroundings(short_habit=ShortOrder.YEAR_FIRST)).value)
    '2026-02-09'
    """
    if len(reading.options) < 2:
        return reading
    for name, kept in (
        ("bound", _before_bound(reading.options, around.bound)),
        ("path_year", tuple(o for o in reading.options if o.year in around.years)),
        ("upload_month", _near_upload(reading.options, around.upload_month)),
        ("site_habit", _by_habit(reading, around)),
    ):
        if len(kept) == 1:
            return replace(reading, value=kept[0], rule=f"{reading.rule}+{name}")
    if _is_day_first(reading):
        return replace(reading, value=reading.options[0], rule="short_date+day_first")
    if (recent := _clearly_recent(reading)) is not None:
        return replace(reading, value=recent, rule=f"{reading.rule}+clearly_recent")
    return replace(reading, value=shared(reading.options), rule=f"{reading.rule}+shared_part")


def _before_bound(options: tuple[PartialDate, ...], bound: date | None) -> tuple[PartialDate, ...]:
    if bound is None:
        return ()
    return tuple(o for o in options if o.earliest <= bound + timedelta(days=1))


def _near_upload(
    options: tuple[PartialDate, ...], upload: tuple[int, int] | None
) -> tuple[PartialDate, ...]:
    """Options of the month of the upload, or of the month before it."""
    if upload is None:
        return ()
    months = upload[0] * 12 + upload[1]
    return tuple(
        o for o in options if o.month is not None and 0 <= months - (o.year * 12 + o.month) <= 1
    )


def _by_habit(reading: Reading, around: Surroundings) -> tuple[PartialDate, ...]:
    six = reading.rule == "six_digits"
    habit = around.six_digit_habit if six else around.short_habit
    days = [o for o in reading.options if o.precision is DatePrecision.DAY]
    if habit is None or len(days) != 2:
        return ()
    day_first, year_first = reversed(days) if six else days
    return (day_first if habit is ShortOrder.DAY_FIRST else year_first,)


def _is_day_first(reading: Reading) -> bool:
    """After words a short date is written day first, unless that makes it oddly old."""
    if reading.rule != "short_date" or reading.leading:
        return False
    by_day, by_year = reading.options[0], reading.options[-1]
    return by_year.year - by_day.year < CLEAR_GAP_YEARS


def _clearly_recent(reading: Reading) -> PartialDate | None:
    """The reading that is not oddly old, where the way of writing speaks for it as well.

    Day first is the rule in words and sentences; year first only in the prefix of sorted files.
    """
    if len(reading.options) != 2:
        return None
    six = reading.rule == "six_digits"
    by_day, by_year = reversed(reading.options) if six else reading.options
    if by_day.year - by_year.year >= CLEAR_GAP_YEARS:
        return by_day
    sorted_files = six and reading.leading
    return by_year if sorted_files and by_year.year - by_day.year >= CLEAR_GAP_YEARS else None
