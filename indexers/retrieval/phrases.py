"""Phrases of a vocabulary, found in a folded question with letter boundaries on both sides."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from schemas.lexicon import folded

_SENTENCE_END = re.compile(r"[.?!;]+(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase at its place in a folded sentence."""

    start: int
    end: int
    phrase: str


@lru_cache(maxsize=512)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    keys = sorted({folded(phrase) for phrase in phrases} - {""}, key=lambda key: (-len(key), key))
    alternatives = "|".join(re.escape(key) for key in keys) or "(?!)"
    return re.compile(rf"(?<![^ ])(?:{alternatives})(?![^ ])")


def find_phrases(sentence: str, phrases: tuple[str, ...]) -> tuple[Found, ...]:
    """Where ``phrases`` stand in a folded sentence, the longest at each place.

    >>> [f.phrase for f in find_phrases("le syndicat et le syndic", ("syndic", "Syndique"))]
    ['syndic']
    """
    return tuple(Found(m.start(), m.end(), m[0]) for m in _pattern(phrases).finditer(sentence))


def has_phrase(sentence: str, phrases: tuple[str, ...]) -> bool:
    """Whether any of ``phrases`` stands in a folded sentence."""
    return _pattern(phrases).search(sentence) is not None


def ends_with(sentence: str, phrases: tuple[str, ...]) -> bool:
    """Whether a folded sentence ends with one of ``phrases``.

    >>> ends_with("l arrete du", ("du", "de la")), ends_with("residu", ("du",))
    (True, False)
    """
    last = sentence.rstrip()
    return any(last == key or last.endswith(f" {key}") for key in _keys(phrases))


def starts_with(sentence: str, phrases: tuple[str, ...]) -> bool:
    """Whether a folded sentence starts with one of ``phrases``."""
    first = sentence.lstrip()
    return any(first == key or first.startswith(f"{key} ") for key in _keys(phrases))


@lru_cache(maxsize=512)
def _keys(phrases: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for phrase in phrases if (key := folded(phrase)))


def sentences(question: str) -> tuple[str, ...]:
    """The folded sentences of a question; « M. » ends none.

    >>> sentences("Bonjour ! Qui est M. Blanc ?")
    ('bonjour', 'qui est m blanc')
    """
    shielded = re.sub(r"\b(MM?|Mr|Mmes?|Mlle|Dr|Me|Hr|Fr|Sig)\.", r"\1", question)
    pieces = (folded(piece) for piece in _SENTENCE_END.split(shielded))
    return tuple(piece for piece in pieces if piece)


def stem(word: str) -> str:
    """A folded word without the endings of number: enough to match « sport » with « sports ».

    >>> [stem(word) for word in ("forets", "travaux", "eau", "bureaux", "finances")]
    ['foret', 'traval', 'eau', 'bureau', 'finance']
    """
    if len(word) > 4 and word.endswith("eaux"):
        return word[:-1]
    if len(word) > 4 and word.endswith("aux"):
        return f"{word[:-3]}al"
    return word[:-1] if len(word) > 3 and word[-1] in "sx" else word


def stems(words: Iterable[str]) -> tuple[str, ...]:
    """`stem` of each word."""
    return tuple(stem(word) for word in words)
