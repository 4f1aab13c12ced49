"""The time that a question asks about: a day, a month, a year, a span of years, or today."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from indexers.retrieval.phrases import has_phrase
from schemas.lexicon import folded
from schemas.passage import Tense
from schemas.site.vocabulary import Vocabulary

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "janvier januar gennaio january",
            "fevrier februar febbraio february",
            "mars marz marzo march",
            "avril april aprile",
            "mai maggio may",
            "juin juni giugno june",
            "juillet juli luglio july",
            "aout august agosto",
            "septembre september settembre",
            "octobre oktober ottobre october",
            "novembre november",
            "decembre dezember dicembre december",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:19|20)[0-9]{2}"
_ISO_DAY = re.compile(rf"\b(?P<year>{_YEAR})-(?P<month>[0-9]{{1,2}})-(?P<day>[0-9]{{1,2}})\b")
_NUMERIC_DAY = re.compile(
    rf"\b(?P<day>[0-9]{{1,2}})[./](?P<month>[0-9]{{1,2}})[./](?P<year>{_YEAR})\b"
)
_WRITTEN_DAY = re.compile(rf"\b(?P<day>[0-9]{{1,2}})(?:er)? (?P<name>{_MONTH}) (?P<year>{_YEAR})\b")
_WRITTEN_MONTH = re.compile(rf"\b(?P<name>{_MONTH}) (?P<year>{_YEAR})\b")
_SPAN = re.compile(
    rf"\b(?P<first>{_YEAR})(?:\s*[-–/]\s*|\s+(?:et|à|a|au|und|bis|e|to)\s+)(?P<last>{_YEAR})\b"
)
# A year is no year before a unit: « 2000 francs », « 2020 habitants ».
_UNITS = (
    "fr|francs?|chf|euros?|eur|litres?|kg|tonnes?|m2|m3|m|km|habitants?|places?|heures?|watts?"
    "|kwh?|pages?"
)
_LONE_YEAR = re.compile(
    rf"(?<![\d'’.,])(?P<year>{_YEAR})(?![\d'’]|[.,][0-9]|\s*(?:{_UNITS})\b|\s*[%€$])", re.IGNORECASE
)
_FOLDED = (_WRITTEN_DAY, _WRITTEN_MONTH)
_RAW = (_ISO_DAY, _NUMERIC_DAY)


@dataclass(frozen=True, slots=True)
class Period:
    """The days that a question names, both inclusive, and the words that name them."""

    first: date
    last: date
    words: str


def find_period(question: str) -> Period | None:
    """The period that a question names; the most exact one wins.

    >>> str(find_period("Qui était syndic au 14 mai 2019 ?").first)
    '2019-05-14'
    >>> period = find_period("la législature 2016-2021")
    >>> str(period.first), str(period.last)
    ('2016-01-01', '2021-12-31')
    >>> find_period("un crédit de 2000 francs") is None
    True
    """
    return next(_periods(question), None)


def _periods(question: str) -> Iterator[Period]:
    for pattern in _RAW:
        for match in pattern.finditer(question):
            yield from _days(match, int(match["month"]), int(match["day"]))
    plain = folded(question)
    for match in _WRITTEN_DAY.finditer(plain):
        yield from _days(match, _MONTHS[match["name"]], int(match["day"]))
    for match in _WRITTEN_MONTH.finditer(plain):
        year, month = int(match["year"]), _MONTHS[match["name"]]
        last = calendar.monthrange(year, month)[1]
        yield Period(date(year, month, 1), date(year, month, last), match[0])
    for match in _SPAN.finditer(question):
        first, last_year = int(match["first"]), int(match["last"])
        if first < last_year:
            yield Period(date(first, 1, 1), date(last_year, 12, 31), match[0])
    for match in _LONE_YEAR.finditer(question):
        year = int(match["year"])
        yield Period(date(year, 1, 1), date(year, 12, 31), match[0])


def _days(match: re.Match[str], month: int, day: int) -> Iterator[Period]:
    year = int(match["year"])
    if 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]:
        found = date(year, month, day)
        yield Period(found, found, match[0])


def tense_of(
    sentence: str, period: Period | None, vocabularies: tuple[Vocabulary, ...], today: date
) -> Tense:
    """Whether a folded question asks about today or the past; dates outrank words.

    >>> from schemas.site.vocabulary import FRENCH
    >>> tense_of("qui etait syndic", None, (FRENCH,), date(2026, 11, 29)).value
    'past'
    """
    if period is not None:
        if period.last < today and period.last.year < today.year:
            return Tense.PAST
        return Tense.TODAY if period.last >= today else Tense.PAST
    if any(has_phrase(sentence, words.today) for words in vocabularies):
        return Tense.TODAY
    if any(has_phrase(sentence, words.past) for words in vocabularies):
        return Tense.PAST
    return Tense.UNSAID


def overlaps_sql(period: Period) -> str:
    """An SQL filter: documents that may date from the period.

    >>> overlaps_sql(Period(date(2019, 5, 14), date(2019, 5, 14), "14 mai 2019"))
    "date_earliest <= date '2019-05-14' AND date_latest >= date '2019-05-14'"
    """
    return (
        f"date_earliest <= date '{period.last.isoformat()}'"
        f" AND date_latest >= date '{period.first.isoformat()}'"
    )


def widened(period: Period) -> Period:
    """The whole years of a period, for when its days find too little."""
    return Period(date(period.first.year, 1, 1), date(period.last.year, 12, 31), period.words)
