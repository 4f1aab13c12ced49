"""Every quantity of a text: dates, times, amounts, percentages, counts, articles, phones.

Reading normalises the writing only (``1'250'000`` and ``1 250 000``, ``14 mai 2019`` and
``14.05.2019``); values are exact decimals and never rounded or converted.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from indexers.answering.numbers.codes import find_articles, find_phones, find_references
from indexers.answering.numbers.dates import find_dates
from indexers.answering.numbers.kinds import Quantity, QuantityKind, Reader
from indexers.answering.numbers.ordinals import find_fractions, find_ordinals
from indexers.answering.numbers.ranges import share
from indexers.answering.numbers.rates import MEASURES, counted_per
from indexers.answering.numbers.times import find_times
from indexers.answering.numbers.units import (
    cents_after,
    money_before,
    scale_after,
    unit_after,
)
from indexers.answering.numbers.words import find_number_words

_FLAGS = re.IGNORECASE
_NUMBER = re.compile(
    r"(?<![\w.,'’])(?P<sign>[-\u2212\u2013+](?=[0-9]))?"
    r"(?P<figure>[0-9]{1,3}(?:[ \u00a0\u202f'’][0-9]{3})+(?![0-9])"
    r"|[0-9]+(?:\.[0-9]{3}){2,}(?![0-9])|[0-9]{1,3}(?:\.[0-9]{3})+(?=,[0-9]{1,2}(?![0-9]))|[0-9]+)"
    r"(?P<decimals>[.,][0-9]+)?"
)
# « 50.000 francs » are fifty thousand; « 1.250 fr./m3 » and « 1.250 kg » have decimals.
_DOT_OF_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")
_WITHOUT_THOUSANDTHS = frozenset({"CHF", "EUR", "USD", "inhabitant"})
_MINUS_SIGNS = frozenset("-\u2212\u2013")
_MINUS_WORD = re.compile(r"(?<!\bau[ \u00a0])\bmoins[ \u00a0]$", _FLAGS)
_ARTICLE_UN = re.compile(r"\b(?:une?|d[’']une?|l[’']une?)(?=[ \u00a0])", _FLAGS)
_DOZENS = re.compile(
    r"\b(?P<word>dizaine|douzaine|quinzaine|vingtaine|trentaine|centaine|millier)s?\b"
)


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of ``text``, in reading order; none overlaps another.

    >>> [(q.value, q.unit) for q in find_quantities("CHF 1'250'000.– au taux de 0,85 %")]
    [('1250000', 'CHF'), ('0.85', 'percent')]
    >>> [q.value for q in find_quantities("le 14.05.2019 à 20 h 15, tél. +41 21 000 40 11")]
    ['2019-05-14', '20:15', '41 210004011']
    """
    found: list[Quantity] = []
    taken = bytearray(len(text))
    for reader in _READERS:
        for quantity in reader(text):
            span = slice(quantity.start, quantity.end)
            if not any(taken[span]):
                taken[span] = b"\x01" * (quantity.end - quantity.start)
                found.append(replace(quantity, text=text[span]))
    return share(text, sorted(found, key=lambda quantity: quantity.start))


def _numbers(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(text):
        digits = re.sub(r"[^0-9]", "", match["figure"])
        decimals = (match["decimals"] or "").replace(",", ".")
        sign = "-" if match["sign"] in _MINUS_SIGNS or _follows_minus(text, match.start()) else ""
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
    return _MINUS_WORD.search(text, max(0, start - len(" au moins ")), start) is not None


def _number(text: str, start: int, end: int, value: Decimal) -> Quantity:
    written = text[start:end].lstrip("-\u2212\u2013+")
    scale, end = scale_after(text, end)
    unit, last = unit_after(text, end)
    if unit and value == value.to_integral_value():
        cents, last = cents_after(text, unit, last)
        value += cents.copy_sign(value)
    if not unit:
        unit, start = money_before(text, start)
    per = counted_per(text, start, last)
    if scale == 1 and unit in _WITHOUT_THOUSANDTHS and not per & MEASURES:
        scale = 1_000 if _DOT_OF_THOUSANDS.fullmatch(written) else 1
    return Quantity(start, last, QuantityKind.NUMBER, plain(value * scale), unit, per)


def plain(value: Decimal) -> str:
    """A decimal without exponent and without zeros that say nothing.

    >>> plain(Decimal("3.50")), plain(Decimal("1.25E+6")), plain(Decimal("-0"))
    ('3.5', '1250000', '0')
    """
    text = f"{value:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"", "-0", "-"} else text


_READERS: tuple[Reader, ...] = (
    find_phones,
    find_dates,
    find_times,
    find_articles,
    find_references,
    find_fractions,
    find_ordinals,
    _numbers,
    _words,
)
