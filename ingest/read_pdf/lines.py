"""One line of a page, and what can be said of it and of the line below. Pure."""

import re
from typing import NamedTuple

from ingest.read_pdf.protocol import RawLine


class Line(NamedTuple):
    """A line that stays in the body."""

    start: int
    end: int
    text: str
    place: RawLine | None


BULLETED = re.compile(r"\s*(?:[•▪◦●■□○➢➔✓*·]|[-–—](?=\s)|[\ue000-\uf8ff\ufffd\x01-\x08])\s*\S?")
# "M. Favre" opens no list, nor does "19.14 €": a letter needs its parenthesis, a number words.
NUMBERED = re.compile(
    r"\s*(?:\d{1,2}[.)°](?:\d{1,2}[.)]?)*|[a-zA-Z]\)|[IVX]{1,5}[.)])\s+(?=[\"«“(]?\s?[^\W\d_])"
)
ENDS_SENTENCE = re.compile(r"[.:;!?…»)][-–—]?\s*\Z")
AMOUNT = re.compile(r"(?:CHF|Fr\.?|€)?\s*[-+]?\d[\d'’ \u00a0\u202f.,]*(?:\.?[-–—]|€|%|CHF|F)?\s*\Z")


def is_raised(a: RawLine, b: RawLine) -> bool:
    """Whether ``b`` goes on in the line of ``a``, drawn a little higher or lower: ``1er``."""
    drop = abs(a.baseline - b.baseline)
    return drop < 0.9 * max(a.size, b.size) and -1 < b.left - a.right < 2 * a.size


def starts_item(text: str) -> bool:
    """Whether a line opens with a bullet, a dash or a number.

    >>> starts_item("- Subvention"), starts_item("a) le bruit"), starts_item("2019 fut calme")
    (True, True, False)
    """
    return bool(BULLETED.match(text) or NUMBERED.match(text))


def would_fit(above: Line, below: Line, width: float) -> bool:
    """Whether the next line's first word had room in ``width`` after this one: a wanted break."""
    a = above.place
    if a is None:
        return False
    word = below.text.split(maxsplit=1)[0]
    return width - (a.right - a.left) > (0.55 * len(word) + 1.0) * a.size
