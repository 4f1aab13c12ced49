"""Numbers written in French words, up to millions, in the ways of France and Switzerland."""

import re

_UNITS = {
    word: value
    for value, words in enumerate(
        (
            "zero",
            "un une",
            "deux",
            "trois",
            "quatre",
            "cinq",
            "six",
            "sept",
            "huit",
            "neuf",
            "dix",
            "onze",
            "douze",
            "treize",
            "quatorze",
            "quinze",
            "seize",
        )
    )
    for word in words.split()
}
_TENS = {
    "vingt": 20,
    "trente": 30,
    "quarante": 40,
    "cinquante": 50,
    "soixante": 60,
    "septante": 70,
    "huitante": 80,
    "octante": 80,
    "nonante": 90,
}
_SCALES = {"mille": 1_000, "million": 1_000_000, "milliard": 1_000_000_000}
_WORD = re.compile(r"[^\W\d_]+")
_JOIN = re.compile(r"[\s\u00a0\u202f-]+(?:et[\s\u00a0\u202f-]+)?")
_NUMBER_WORDS = frozenset({*_UNITS, *_TENS, *_SCALES, "cent"})
_ACCENTS = str.maketrans("éèê", "eee")


def number_word(word: str) -> str | None:
    """``word`` as this module knows it (no accent, no plural), or ``None``.

    >>> number_word("Quatre"), number_word("cents"), number_word("zéro"), number_word("chat")
    ('quatre', 'cent', 'zero', None)
    """
    plain = word.casefold().translate(_ACCENTS)
    if plain in _NUMBER_WORDS:
        return plain
    singular = plain.removesuffix("s")
    return singular if singular in {"cent", "vingt", "million", "milliard"} else None


def find_number_words(text: str) -> list[tuple[int, int, int]]:
    """Each number in words as ``(start, end, value)``; a lone « un » or « une » is an article.

    >>> [value for *_, value in find_number_words("deux cent trente-six mille francs")]
    [236000]
    >>> [value for *_, value in find_number_words("quatre-vingt-dix-sept ou nonante-sept")]
    [97, 97]
    >>> find_number_words("un chat")
    []
    """
    found: list[tuple[int, int, int]] = []
    words = [(m.start(), m.end(), number_word(m[0])) for m in _WORD.finditer(text)]
    run: list[tuple[int, int, str]] = []
    for start, end, word in words:
        joins = bool(run) and _JOIN.fullmatch(text, run[-1][1], start)
        if word is None and joins and text[start:end].casefold() == "et":
            continue
        if word is not None and joins and _goes_on(run[-1][2], word):
            run.append((start, end, word))
            continue
        found += _closed(run)
        run = [(start, end, word)] if word is not None else []
    found += _closed(run)
    return found


def _closed(run: list[tuple[int, int, str]]) -> list[tuple[int, int, int]]:
    if not run or (len(run) == 1 and run[0][2] in {"un", "une"}):
        return []
    value = words_value([word for *_, word in run])
    return [(run[0][0], run[-1][1], value)]


def _goes_on(last: str, word: str) -> bool:
    """Whether ``word`` continues a number whose last word is ``last``, or starts another."""
    if word in _SCALES or word == "cent":
        return last not in {"mille", "million", "milliard"} or word in {"cent", "mille"}
    if last in _SCALES or last == "cent":
        return True
    if word == "vingt":
        return last == "quatre"
    if last in _TENS:
        return word in _UNITS and word != "zero"
    return last == "dix" and word in {"sept", "huit", "neuf"}


def words_value(words: list[str]) -> int:
    """The value of a number's words.

    >>> words_value("un million deux cent cinquante mille".split())
    1250000
    >>> words_value(["quatre", "vingt", "dix"]), words_value(["soixante", "et", "onze"])
    (90, 71)
    """
    total = group = 0
    for word in words:
        if word in _SCALES:
            total += max(group, 1) * _SCALES[word]
            group = 0
        elif word == "cent":
            hundreds = group % 100
            group += max(hundreds, 1) * 100 - hundreds
        elif word == "vingt" and group % 100 == 4:
            group += 76
        else:
            group += _UNITS.get(word, _TENS.get(word, 0))
    return total + group
