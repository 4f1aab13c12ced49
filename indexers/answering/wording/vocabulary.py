"""The table of words that ships with the package, read once."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from indexers.answering.wording.stems import root, stem


@dataclass(frozen=True, slots=True)
class Words:
    """Which words say the same, which say it in general, which say nothing of their own."""

    phrases: re.Pattern[str]
    joined: dict[str, str]
    """Several words -> the one that stands for them."""
    keys: dict[str, frozenset[str]]
    """Stem -> the meanings that it may claim, and as a source vouches for."""
    general: dict[str, frozenset[str]]
    """Stem -> the general meanings that it may claim."""
    particular: dict[str, frozenset[str]]
    """Stem -> the general meanings that it vouches for as a source."""
    neutral: frozenset[str]
    light: frozenset[str]
    """Stems of verbs that only carry a sentence, in any form."""
    anaphors: frozenset[str]
    holding: frozenset[str]


@lru_cache(maxsize=1)
def french_words() -> Words:
    """The French table."""
    text = (files(__package__) / "fr.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    joined: dict[str, str] = table["phrases"]
    broader = [line.partition(":") for line in _lines(table["broader"])]
    neutral = table["neutral"]
    return Words(
        phrases=re.compile(
            rf"\b(?:{'|'.join(map(re.escape, sorted(joined, key=len, reverse=True)))})\b"
        ),
        joined=joined,
        keys=_indexed(_lines(table["same"]), "="),
        general=_indexed([left for left, *_ in broader], "<"),
        particular=_indexed([right for *_, right in broader], "<"),
        neutral=frozenset(
            f"{neutral['function']} {neutral['scope']} {neutral['carriers']}".split()
        ),
        light=frozenset(stem(word) for word in neutral["light"].split()),
        anaphors=frozenset(neutral["anaphors"].split()),
        holding=frozenset(stem(word) for word in neutral["holding"].split()),
    )


def _lines(section: dict[str, str]) -> list[str]:
    return [line for line in section["lines"].splitlines() if line.strip()]


def _indexed(lines: list[str], sign: str) -> dict[str, frozenset[str]]:
    """For each stem the numbers of the lines that it stands on."""
    found: dict[str, set[str]] = {}
    for number, line in enumerate(lines):
        for word in line.split():
            for form in filter(None, (stem(word), root(word))):
                found.setdefault(form, set()).add(f"{sign}{number}")
    return {word: frozenset(numbers) for word, numbers in found.items()}
