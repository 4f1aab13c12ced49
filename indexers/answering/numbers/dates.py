"""Dates, whole or in part, in figures and in words."""

import re
from collections.abc import Iterator

from indexers.answering.numbers.kinds import SPACE, Quantity, QuantityKind
from indexers.answering.numbers.words import find_number_words

WEEKDAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_MONTH_NAMES = (
    r"janvier|janv\.",
    r"f[ée]vrier|f[ée]vr?\.",
    "mars",
    r"avril|avr\.",
    "mai",
    "juin",
    r"juillet|juil\.",
    "ao[ûu]t",
    r"septembre|sept\.",
    r"octobre|oct\.",
    r"novembre|nov\.",
    r"d[ée]cembre|d[ée]c\.",
)
_MONTHS = "|".join(_MONTH_NAMES)
_FLAGS = re.IGNORECASE
_DATES = (
    re.compile(
        r"(?<![\d/.-])(?P<y>[12][0-9]{3})[-/](?P<m>[0-9]{1,2})[-/](?P<d>[0-9]{1,2})(?![\d/])"
    ),
    re.compile(
        rf"(?<![\d.,'’/])(?P<d>[0-9]{{1,2}})[./-]{SPACE}?(?P<m>[0-9]{{1,2}})[./-]{SPACE}?"
        r"(?P<y>[12][0-9]{3}|[0-9]{2})(?![\d/]|[.,][0-9])"
    ),
    re.compile(
        rf"(?:(?<![\d.,'’])(?P<d>[0-9]{{1,2}})(?:er)?\.?|(?<!\w)(?P<first>premier)){SPACE}+"
        rf"(?P<name>{_MONTHS})(?!\w)"
        rf"(?:{SPACE}+(?P<y>[12][0-9]{{3}})(?![\d'’]))?",
        _FLAGS,
    ),
    re.compile(rf"\b(?P<name>{_MONTHS}){SPACE}+(?P<y>[12][0-9]{{3}})(?![\d'’])", _FLAGS),
)
_MONTH_AFTER = re.compile(
    rf"{SPACE}+(?P<name>{_MONTHS})(?!\w)(?:{SPACE}+(?P<y>[12][0-9]{{3}})(?![\d'’]))?", _FLAGS
)
# « L'an deux mille vingt-trois, le six avril »: how minutes of French councils open.
_YEAR_OF = re.compile(rf"\bl[’']an{SPACE}+(?=\w)", _FLAGS)
_THEN_DAY = re.compile(rf",?{SPACE}+(?:et{SPACE}+)?(?:le{SPACE}+)?", _FLAGS)
_YEARS = range(1800, 2200)
_YEAR_CHARS = 80
"""A year in words, « l'an » before it and « , le » after it are shorter than this."""


def find_dates(text: str) -> Iterator[Quantity]:
    """Dates, whole or in part: ``2019-05-14``, ``--05-14``, ``2019-05``.

    >>> [q.value for q in find_dates("le 28 févr., le 1er mai, en juin 2020")]
    ['--02-28', '--05-01', '2020-06']
    >>> [q.value for q in find_dates("L'an deux mille vingt-trois, le six avril")]
    ['2023-04-06']
    """
    for pattern in _DATES:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            name = groups.get("name")
            month = _month(name) if name else int(groups["m"])
            day = 1 if groups.get("first") else int(groups.get("d") or 0)
            if not 1 <= month <= 12 or day > 31 or (day == 0 and groups.get("d")):
                continue
            year = _year(groups.get("y")) or _year_before(text, match.start())
            value = f"{year or '-'}-{month:02d}" + (f"-{day:02d}" if day else "")
            yield Quantity(match.start(), match.end(), QuantityKind.DATE, value)
    yield from _in_words(text)


def _month(written: str) -> int:
    return next(
        number
        for number, names in enumerate(_MONTH_NAMES, start=1)
        if re.fullmatch(names, written, _FLAGS)
    )


def _year(written: str | None) -> str:
    if not written:
        return ""
    if len(written) == 4:
        return written
    return f"{'19' if int(written) > 50 else '20'}{written}"


def _in_words(text: str) -> Iterator[Quantity]:
    for start, end, day in find_number_words(text):
        month = _MONTH_AFTER.match(text, end)
        if month is None or not 1 <= day <= 31:
            continue
        last, year = month.end(), month["y"] or ""
        if not year:
            last, year = _year_after(text, last)
        year = year or _year_before(text, start) or "-"
        value = f"{year}-{_month(month['name']):02d}-{day:02d}"
        yield Quantity(start, last, QuantityKind.DATE, value)


def _year_after(text: str, end: int) -> tuple[int, str]:
    """A year in words right after ``end``, and where it ends."""
    for start, last, year in find_number_words(text[end : end + _YEAR_CHARS]):
        if start == 1 and year in _YEARS:
            return end + last, str(year)
    return end, ""


def _year_before(text: str, start: int) -> str:
    """The year of « l'an ..., le » just before ``start``."""
    for opening in _YEAR_OF.finditer(text, max(0, start - _YEAR_CHARS), start):
        tail = text[opening.end() : start]
        figures = re.match(r"[12][0-9]{3}", tail)
        years = [(figures.end(), int(figures[0]))] if figures else []
        years += [(last, year) for begin, last, year in find_number_words(tail) if begin == 0]
        for last, year in years:
            if year in _YEARS and _THEN_DAY.fullmatch(tail, last):
                return str(year)
    return ""
