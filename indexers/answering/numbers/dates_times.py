"""Dates and times of day, in figures and in words."""

import re
from collections.abc import Iterator

from indexers.answering.numbers.kinds import Quantity, QuantityKind
from indexers.answering.numbers.words import find_number_words

_MONTHS = (
    "janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre"
    "|décembre|decembre"
)
_MONTH_NUMBERS = {
    "janvier": 1, "février": 2, "fevrier": 2, "mars": 3, "avril": 4, "mai": 5, "juin": 6,
    "juillet": 7, "août": 8, "aout": 8, "septembre": 9, "octobre": 10, "novembre": 11,
    "décembre": 12, "decembre": 12,
}  # fmt: skip
_S = r"[ \t\u00a0\u202f]"
_FLAGS = re.IGNORECASE
_DATES = (
    re.compile(
        r"(?<![\d/.-])(?P<y>[12][0-9]{3})[-/](?P<m>[0-9]{1,2})[-/](?P<d>[0-9]{1,2})(?![\d/])"
    ),
    re.compile(
        rf"(?<![\d.,'’/])(?P<d>[0-9]{{1,2}})[./-]{_S}?(?P<m>[0-9]{{1,2}})[./-]{_S}?"
        r"(?P<y>[12][0-9]{3}|[0-9]{2})(?![\d/]|[.,][0-9])"
    ),
    re.compile(
        rf"(?:(?<![\d.,'’])(?P<d>[0-9]{{1,2}})(?:er)?\.?|(?<!\w)(?P<first>premier)){_S}+"
        rf"(?P<name>{_MONTHS})\b"
        rf"(?:{_S}+(?P<y>[12][0-9]{{3}})(?![\d'’]))?",
        _FLAGS,
    ),
    re.compile(rf"\b(?P<name>{_MONTHS}){_S}+(?P<y>[12][0-9]{{3}})(?![\d'’])", _FLAGS),
)
_TIMES = (
    re.compile(
        rf"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4]){_S}?(?:h|H|heures?){_S}?(?P<min>[0-5][0-9])?"
        r"(?![\w])"
    ),
    re.compile(r"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4]):(?P<min>[0-5][0-9])(?![\d:])"),
    re.compile(
        rf"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4])\.(?P<min>[0-5][0-9]){_S}?(?:h|heures)(?!\w)"
    ),
)
_NOON = re.compile(r"(?<![-\w])(?<!après )(?P<noon>midi|minuit)\b", _FLAGS)
_HOURS_WORD = re.compile(rf"{_S}heures?\b")
_PART = re.compile(
    rf"{_S}(?:(?P<half>et{_S}demie?)|(?P<quarter>et{_S}quart)|(?P<to>moins{_S}le{_S}quart))\b",
    _FLAGS,
)
_PART_MINUTES = {"half": 30, "quarter": 15, "to": -15}
_MINUS = re.compile(rf"{_S}moins(?={_S})", _FLAGS)
_HALF_OF_DAY = re.compile(
    rf"{_S}(?:(?P<morning>du{_S}matin)|(?:du{_S}soir|de{_S}l[’']après-midi))\b", _FLAGS
)
_MINUTE_WORD_CHARS = 30


def find_dates(text: str) -> Iterator[Quantity]:
    """Dates, whole or in part: ``2019-05-14``, ``--05-14``, ``2019-05``."""
    for pattern in _DATES:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            name = groups.get("name")
            month = _MONTH_NUMBERS[name.casefold()] if name else int(groups["m"])
            day = 1 if groups.get("first") else int(groups.get("d") or 0)
            if not 1 <= month <= 12 or day > 31 or (day == 0 and groups.get("d")):
                continue
            value = f"{_year(groups.get('y'))}-{month:02d}" + (f"-{day:02d}" if day else "")
            yield Quantity(match.start(), match.end(), QuantityKind.DATE, value)


def _year(written: str | None) -> str:
    if not written:
        return "-"
    if len(written) == 4:
        return written
    return f"{'19' if int(written) > 50 else '20'}{written}"


def find_times(text: str) -> Iterator[Quantity]:
    """Times of day as ``hh:mm``; « 8 heures du soir » is 20:00, « midi et demi » 12:30.

    >>> [q.value for q in find_times("8h30, huit heures et quart, 5 heures de l'après-midi")]
    ['08:30', '17:00', '08:15']
    """
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            minutes = int(match["min"]) if match["min"] else None
            yield _time(text, match.start(), match.end(), int(match["h"]), minutes)
    for match in _NOON.finditer(text):
        hour = 12 if match["noon"].casefold() == "midi" else 24
        yield _time(text, match.start(), match.end(), hour, None)
    for start, end, number in find_number_words(text):
        after = _HOURS_WORD.match(text, end)
        if after and 0 < number <= 24:
            yield _time(text, start, after.end(), number, None)


def _time(text: str, start: int, end: int, hour: int, minutes: int | None) -> Quantity:
    """The time at ``start``, with the minutes and the half of the day that words add."""
    if minutes is None:
        end, minutes = _minutes_in_words(text, end)
    if half := _HALF_OF_DAY.match(text, end):
        end = half.end()
        hour += 12 if not half["morning"] and hour < 12 else 0
    total = hour * 60 + minutes
    return Quantity(start, end, QuantityKind.TIME, f"{total // 60:02d}:{total % 60:02d}")


def _minutes_in_words(text: str, end: int) -> tuple[int, int]:
    """Where the words for minutes after an hour end, and how many they are: 0 without any."""
    if part := _PART.match(text, end):
        return part.end(), _PART_MINUTES[str(part.lastgroup)]
    minus = _MINUS.match(text, end)
    begin = minus.end() if minus else end
    for start, last, number in find_number_words(text[begin : begin + _MINUTE_WORD_CHARS]):
        if start == 1 and number < 60:
            return begin + last, -number if minus else number
    return end, 0
