"""Phrases of a vocabulary, found in a folded question with letter boundaries on both sides."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from schemas.lexicon import folded

_MIN_RESPELT_CHARS = 5
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
    return f" {sentence.rstrip()}".endswith(_keys(phrases)[0])


def starts_with(sentence: str, phrases: tuple[str, ...]) -> bool:
    """Whether a folded sentence starts with one of ``phrases``."""
    return f"{sentence.lstrip()} ".startswith(_keys(phrases)[1])


@lru_cache(maxsize=512)
def folded_words(*lists: tuple[str, ...]) -> frozenset[str]:
    """The folded entries of several lists, as a set."""
    return frozenset(folded(entry) for entries in lists for entry in entries)


@lru_cache(maxsize=512)
def _keys(phrases: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The folded phrases as ends and as starts of a sentence, each with its boundary."""
    keys = tuple(key for phrase in phrases if (key := folded(phrase)))
    return tuple(f" {key}" for key in keys), tuple(f"{key} " for key in keys)


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


def written_out(sentence: str, spellings: tuple[str, ...]) -> str:
    """A folded sentence with its short spellings written out.

    >>> written_out("c ki le syndic", ("ki = qui", "c ki = c est qui"))
    'c est qui le syndic'
    """
    full = _pairs(spellings)
    return _pattern(tuple(full)).sub(lambda match: full[match[0]], sentence)


@lru_cache(maxsize=64)
def _pairs(spellings: tuple[str, ...]) -> Mapping[str, str]:
    pairs = (entry.partition("=") for entry in spellings)
    return {folded(short): folded(full) for short, _, full in pairs}


def respelt(sentence: str, words: tuple[str, ...]) -> str:
    """A folded sentence with each word that is one letter off from ``words`` set right.

    >>> respelt("qui est la sindique", ("syndique",)), respelt("le syndicat", ("syndic",))
    ('qui est la syndique', 'le syndicat')
    """
    known = folded_words(words)
    return " ".join(_nearest(word, known) for word in sentence.split())


def _nearest(word: str, known: frozenset[str]) -> str:
    if word in known or len(word) < _MIN_RESPELT_CHARS:
        return word
    return next((other for other in sorted(known) if is_one_letter_off(word, other)), word)


def is_one_letter_off(one: str, other: str) -> bool:
    """Whether one letter is wrong, missing, added, or has changed places with the next.

    >>> is_one_letter_off("sindic", "syndic"), is_one_letter_off("toursime", "tourisme")
    (True, True)
    """
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    start = next(
        (i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short)
    )
    if len(short) == len(long):
        swapped = short[start : start + 2] == long[start : start + 2][::-1]
        return short[start + 1 :] == long[start + 1 :] or (
            swapped and short[start + 2 :] == long[start + 2 :]
        )
    return short[start:] == long[start + 1 :]
