"""Every quantity of a text: dates, times, amounts, percentages, counts, articles, phones.

Reading normalises the writing only (``1'250'000`` and ``1 250 000``, ``14 mai 2019`` and
``14.05.2019``); values are exact decimals and never rounded or converted.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from indexers.answering.numbers.units import money_before, scale_after, unit_after
from indexers.answering.numbers.words import find_number_words


class QuantityKind(StrEnum):
    """What a figure counts as; only quantities of one kind are compared."""

    DATE = "date"
    TIME = "time"
    PHONE = "phone"
    ARTICLE = "article"
    REFERENCE = "reference"
    ORDINAL = "ordinal"
    FRACTION = "fraction"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Quantity:
    """One figure at its place: its kind, its exact value as text, its unit."""

    start: int
    end: int
    kind: QuantityKind
    value: str
    """Canonical: ``2019-05-14``, ``--05-14``, ``08:30``, ``-3.5``, ``0210004011``, ``12bis``."""
    unit: str = ""
    text: str = ""


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
        rf"(?<![\d.,'’])(?P<d>[0-9]{{1,2}})(?:er)?\.?{_S}+(?P<name>{_MONTHS})\b"
        rf"(?:{_S}+(?P<y>[12][0-9]{{3}})(?![\d'’]))?",
        _FLAGS,
    ),
    re.compile(rf"\b(?P<name>{_MONTHS}){_S}+(?P<y>[12][0-9]{{3}})(?![\d'’])", _FLAGS),
)
_TIMES = (
    re.compile(
        rf"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4]){_S}?(?:h|H|heures?){_S}?(?P<min>[0-5][0-9])?"
        rf"(?![\w])(?P<half>{_S}et{_S}demie?)?"
    ),
    re.compile(r"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4]):(?P<min>[0-5][0-9])(?![\d:])"),
    re.compile(
        rf"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4])\.(?P<min>[0-5][0-9]){_S}?(?:h|heures)(?!\w)"
    ),
)
_NOON = re.compile(
    r"(?<![-\w])(?<!après )(?P<noon>midi|minuit)\b(?P<half>[ \u00a0]et[ \u00a0]demie?)?", _FLAGS
)
_PHONE = re.compile(
    rf"(?<![\w.,'’])(?:(?P<country>\+|00)(?P<code>41|33|39|49){_S}?(?:\(0\))?{_S}?|(?P<zero>0))"
    rf"(?P<rest>[1-9](?:[ \u00a0\u202f./-]?[0-9]){{8}})(?![\d])"
)
_ARTICLE = re.compile(
    rf"\b(?P<word>art(?:icles?|\.)|al(?:inéas?|\.)|let(?:tres?|\.)|ch(?:iffres?|\.)|§){_S}*"
    rf"(?P<number>[0-9]+(?:{_S}?(?:bis|ter|quater)|[a-z](?![a-z]))?)",
    _FLAGS,
)
_REFERENCE = re.compile(
    rf"(?<![\d.,'’/])(?:n[o°º]{_S}*)?(?P<a>[0-9]{{1,3}})[/-](?P<b>(?:19|20)[0-9]{{2}})(?![\d/-])"
    rf"|\bn[o°º]{_S}*(?P<single>[0-9]+(?:[/-][0-9]+)?)",
    _FLAGS,
)
_FRACTION = re.compile(
    r"(?<![\d/.,])(?P<a>[0-9]{1,2})/(?P<b>[0-9]{1,2})(?![\d/])|(?P<sign>[½⅓⅔¼¾])"
)
_FRACTION_SIGNS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
_ORDINAL = re.compile(r"(?<![\w.,'’])(?P<n>[0-9]+)(?:re|ère|er|nde?|ème|e)s?(?!\w)")
_ORDINAL_WORDS = {
    word: value
    for value, words in enumerate(
        (
            "premier première premiers premières",
            "deuxième second",
            "troisième",
            "quatrième",
            "cinquième",
            "sixième",
            "septième",
            "huitième",
            "neuvième",
            "dixième",
        ),
        start=1,
    )
    for word in words.split()
}
_ORDINAL_WORD = re.compile(
    rf"\b(?P<word>{'|'.join(_ORDINAL_WORDS)})s?\b(?![ \u00a0](?:temps|lieu|abord|secours|plan))",
    _FLAGS,
)
_NUMBER = re.compile(
    r"(?<![\w.,'’])(?P<sign>[-\u2212+](?=[0-9]))?"
    r"(?P<figure>[0-9]{1,3}(?:[ \u00a0\u202f'’][0-9]{3})+(?![0-9])"
    r"|[0-9]+(?:\.[0-9]{3}){2,}(?![0-9])|[0-9]+)"
    r"(?P<decimals>[.,][0-9]+)?"
)
_MINUS_WORD = re.compile(r"\bmoins[ \u00a0]$", _FLAGS)
_ARTICLE_UN = re.compile(r"\b(?:une?|d[’']une?|l[’']une?)(?=[ \u00a0])", _FLAGS)
_RANGE = re.compile(
    r"[ \u00a0\u202f]*(?:à|et|ou|-|\u2013|jusqu[’']à)[ \u00a0\u202f]*(?:l[’'])?", _FLAGS
)
_DOZENS = re.compile(
    r"\b(?P<word>dizaine|douzaine|quinzaine|vingtaine|trentaine|centaine|millier)s?\b"
)

Reader = Callable[[str], Iterator[Quantity]]


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of ``text``, in reading order; none overlaps another.

    >>> [(q.value, q.unit) for q in find_quantities("CHF 1'250'000.– au taux de 0,85 %")]
    [('1250000', 'CHF'), ('0.85', 'percent')]
    >>> [q.value for q in find_quantities("le 14.05.2019 à 20 h 15, tél. +41 21 000 40 11")]
    ['2019-05-14', '20:15', '0210004011']
    """
    found: list[Quantity] = []
    taken = bytearray(len(text))
    for reader in _READERS:
        for quantity in reader(text):
            span = slice(quantity.start, quantity.end)
            if not any(taken[span]):
                taken[span] = b"\x01" * (quantity.end - quantity.start)
                found.append(replace(quantity, text=text[span]))
    return _with_shared_units(text, sorted(found, key=lambda quantity: quantity.start))


def _dates(text: str) -> Iterator[Quantity]:
    for pattern in _DATES:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            name = groups.get("name")
            month = _MONTH_NUMBERS[name.casefold()] if name else int(groups["m"])
            day = int(groups["d"]) if groups.get("d") else None
            if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
                continue
            value = f"{_year(groups.get('y'))}-{month:02d}" + (f"-{day:02d}" if day else "")
            yield Quantity(match.start(), match.end(), QuantityKind.DATE, value)


def _year(written: str | None) -> str:
    if not written:
        return "-"
    if len(written) == 4:
        return written
    return f"{'19' if int(written) > 50 else '20'}{written}"


def _times(text: str) -> Iterator[Quantity]:
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            half = match.groupdict().get("half")
            minutes = int(match["min"] or (30 if half else 0))
            value = f"{int(match['h']):02d}:{minutes:02d}"
            yield Quantity(match.start(), match.end(), QuantityKind.TIME, value)
    for match in _NOON.finditer(text):
        hour = 12 if match["noon"].casefold() == "midi" else 24
        value = f"{hour:02d}:{30 if match['half'] else 0:02d}"
        yield Quantity(match.start(), match.end(), QuantityKind.TIME, value)
    for start, end, number in find_number_words(text):
        after = re.compile(r"[ \u00a0]heures?\b(?P<half>[ \u00a0]et[ \u00a0]demie?)?").match(
            text, end
        )
        if after and 0 < number <= 24:
            last, minutes = _minutes_in_words(text, after)
            value = f"{number:02d}:{minutes:02d}"
            yield Quantity(start, last, QuantityKind.TIME, value)


def _minutes_in_words(text: str, after: re.Match[str]) -> tuple[int, int]:
    if after["half"]:
        return after.end(), 30
    for start, end, number in find_number_words(text[after.end() : after.end() + 30]):
        if start == 1 and number < 60:
            return after.end() + end, number
    return after.end(), 0


def _phones(text: str) -> Iterator[Quantity]:
    for match in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", match["rest"])
        foreign = match["code"] if match["code"] and match["code"] != "41" else ""
        yield Quantity(
            match.start(),
            match.end(),
            QuantityKind.PHONE,
            f"0{digits}" if not foreign else f"+{foreign}{digits}",
        )


def _articles(text: str) -> Iterator[Quantity]:
    for match in _ARTICLE.finditer(text):
        unit = match["word"].casefold()[:2]
        value = re.sub(r"\s", "", match["number"].casefold())
        yield Quantity(match.start(), match.end(), QuantityKind.ARTICLE, value, unit)


def _references(text: str) -> Iterator[Quantity]:
    for match in _REFERENCE.finditer(text):
        if match["single"]:
            value = "/".join(str(int(part)) for part in re.split("[/-]", match["single"]))
        else:
            value = f"{int(match['a'])}/{match['b']}"
        yield Quantity(match.start(), match.end(), QuantityKind.REFERENCE, value)


def _fractions(text: str) -> Iterator[Quantity]:
    for match in _FRACTION.finditer(text):
        value = _FRACTION_SIGNS[match["sign"]] if match["sign"] else f"{match['a']}/{match['b']}"
        yield Quantity(match.start(), match.end(), QuantityKind.FRACTION, value)


def _ordinals(text: str) -> Iterator[Quantity]:
    for match in _ORDINAL.finditer(text):
        yield Quantity(match.start(), match.end(), QuantityKind.ORDINAL, match["n"])
    for match in _ORDINAL_WORD.finditer(text):
        value = str(_ORDINAL_WORDS[match["word"].casefold()])
        yield Quantity(match.start(), match.end(), QuantityKind.ORDINAL, value)


def _numbers(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(text):
        digits = re.sub(r"[^0-9]", "", match["figure"])
        decimals = (match["decimals"] or "").replace(",", ".")
        sign = (
            "-" if match["sign"] in {"-", "\u2212"} or _follows_minus(text, match.start()) else ""
        )
        yield _number(text, match.start(), match.end(), Decimal(f"{sign}{digits}{decimals}"))


def _words(text: str) -> Iterator[Quantity]:
    for start, end, value in find_number_words(text):
        sign = -1 if _follows_minus(text, start) else 1
        yield _number(text, start, end, Decimal(sign * value))
    for match in _ARTICLE_UN.finditer(text):
        unit, end = unit_after(text, match.end())
        if unit:
            yield Quantity(match.start(), end, QuantityKind.NUMBER, "1", unit)
    for match in _DOZENS.finditer(text):
        yield Quantity(match.start(), match.end(), QuantityKind.NUMBER, match["word"], "about")


def _follows_minus(text: str, start: int) -> bool:
    return _MINUS_WORD.search(text, max(0, start - len(" moins ")), start) is not None


def _number(text: str, start: int, end: int, value: Decimal) -> Quantity:
    scale, end = scale_after(text, end)
    unit, last = unit_after(text, end)
    if not unit:
        unit, start = money_before(text, start)
    return Quantity(start, last, QuantityKind.NUMBER, plain(value * scale), unit)


def plain(value: Decimal) -> str:
    """A decimal without exponent and without zeros that say nothing.

    >>> plain(Decimal("3.50")), plain(Decimal("1.25E+6")), plain(Decimal("-0"))
    ('3.5', '1250000', '0')
    """
    text = f"{value:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"", "-0", "-"} else text


def _with_shared_units(text: str, quantities: list[Quantity]) -> tuple[Quantity, ...]:
    """« 10 à 12 francs »: the unit after the last figure of a range is that of the first."""
    shared = list(quantities)
    for position in range(len(shared) - 2, -1, -1):
        first, second = shared[position], shared[position + 1]
        is_range = _RANGE.fullmatch(text, first.end, second.start) is not None
        both = first.kind is second.kind is QuantityKind.NUMBER
        if both and is_range and second.unit and not first.unit:
            shared[position] = replace(first, unit=second.unit)
    return tuple(shared)


_READERS: tuple[Reader, ...] = (
    _phones,
    _dates,
    _times,
    _articles,
    _references,
    _fractions,
    _ordinals,
    _numbers,
    _words,
)
