"""Ordinals, centuries and fractions, in figures and in words."""

import re
from collections.abc import Iterator

from indexers.answering.numbers.kinds import SPACE, Quantity, QuantityKind

_FLAGS = re.IGNORECASE
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
# « le premier bus » counts nothing that a document could number.
_FIRST_OF = re.compile(
    rf"{SPACE}(?:étage|tour|adjointe?|alinéa|rang|prix|degré|trimestre|semestre|échelon|catégorie|classe"
    r"|sous-sol|débat|arrondissement|mandat|cycle|pilier|vice|janvier|semaine|jour|an)",
    _FLAGS,
)
_ROMAN = re.compile(r"(?<!\w)(?P<roman>(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3}))(?:e|ᵉ|er|re|ème)(?!\w)")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}
_FRACTION_WORDS = re.compile(
    rf"\b(?:(?P<a>une?|deux|trois|quatre){SPACE}(?P<b>demie?|tiers|quarts?|cinquièmes?)|la{SPACE}moitié)\b"
    rf"(?!{SPACE}d[’']heure|{SPACE}(?:étage|fois))",
    _FLAGS,
)
_PARTS = {"demi": 2, "demie": 2, "tiers": 3, "quart": 4, "cinquième": 5}
_COUNTS = {"un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4}


def find_fractions(text: str) -> Iterator[Quantity]:
    """Fractions as ``a/b``: « deux tiers » is 2/3, « la moitié » 1/2."""
    for match in _FRACTION.finditer(text):
        value = _FRACTION_SIGNS[match["sign"]] if match["sign"] else f"{match['a']}/{match['b']}"
        yield Quantity(match.start(), match.end(), QuantityKind.FRACTION, value)
    for match in _FRACTION_WORDS.finditer(text):
        part = (match["b"] or "demi").casefold()
        below = _PARTS.get(part) or _PARTS[part.removesuffix("s")]
        value = f"{_COUNTS[(match['a'] or 'un').casefold()]}/{below}"
        yield Quantity(match.start(), match.end(), QuantityKind.FRACTION, value)


def find_ordinals(text: str) -> Iterator[Quantity]:
    """Ordinals as their number: « 2e », « deuxième », « XVIIIe » (siècle)."""
    for match in _ROMAN.finditer(text):
        value = str(roman_value(match["roman"]))
        yield Quantity(match.start(), match.end(), QuantityKind.ORDINAL, value)
    for match in _ORDINAL.finditer(text):
        yield Quantity(match.start(), match.end(), QuantityKind.ORDINAL, match["n"])
    for match in _ORDINAL_WORD.finditer(text):
        if _ORDINAL_WORDS[match["word"].casefold()] == 1 and not _FIRST_OF.match(text, match.end()):
            continue
        value = str(_ORDINAL_WORDS[match["word"].casefold()])
        yield Quantity(match.start(), match.end(), QuantityKind.ORDINAL, value)


def roman_value(roman: str) -> int:
    """The value of a Roman number.

    >>> roman_value("XVIII"), roman_value("XIX"), roman_value("IV")
    (18, 19, 4)
    """
    values = [_ROMAN_DIGITS[letter] for letter in roman]
    following = [*values[1:], 0]
    return sum(
        -one if one < next_one else one for one, next_one in zip(values, following, strict=True)
    )
