"""What a figure is: its kind, its exact value, its unit, and what it is counted per."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum


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
    """Canonical: ``2019-05-14``, ``--05-14``, ``08:30``, ``-3.5``, ``41 210004011``, ``12bis``."""
    unit: str = ""
    per: frozenset[str] = frozenset()
    """What it is counted per: ``hour``, ``month``, ``person``, ``m3``."""
    text: str = ""


SPACE = r"[ \t\u00a0\u202f]"
"""The spaces that stand between figures and their words, as a pattern."""

Reader = Callable[[str], Iterator[Quantity]]
"""Finds the quantities of one kind of writing in a text."""
