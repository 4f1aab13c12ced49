"""Letter-spaced titles (``V i l l e   d e   P r i l l y``) as words, for search only.

The text of a document and its blocks keep the spaces, since a chunk's body is what can be
cited; the heading path, the first heading and the running headers, which only help to find and
to name a passage, have the words. Letters are joined only where every one of them belongs to
a word that the language or the document itself knows; a row of marks in a table is none.
"""

import math
import re
from collections.abc import Callable
from itertools import pairwise

_SPACED = re.compile(r"(?<!\S)[^\W\d_](?: {1,4}[^\W\d_]){4,59}(?!\S)")
_ONE_LETTER = frozenset(("à", "a", "y"))
_LEAST_LETTERS = 4
"""The longest word of a spaced title has so many letters; ``A B C D E`` has none."""

Rarity = Callable[[str], float]
"""How seldom a word in lower case is used, as a power of ten; infinite when it is none."""


def without_letter_spacing(text: str, rarity: Rarity) -> str:
    """``text`` with its spaced-out words put together, letters and capitals as they are.

    Of all ways to cut the letters into words the likeliest one is taken.

    >>> known = {"ville": 4, "de": 2, "prilly": 5, "travaux": 4, "devil": 6, "led": 6}
    >>> rarity = lambda word: known.get(word, math.inf)
    >>> without_letter_spacing("V i l l e d e P r I l l y", rarity)
    'Ville de PrIlly'
    >>> without_letter_spacing("T r a v a u x & A B C D E", rarity)
    'Travaux & A B C D E'
    """
    return _SPACED.sub(lambda found: _as_words(found[0], rarity), text)


def _as_words(spaced: str, rarity: Rarity) -> str:
    letters = spaced.replace(" ", "")
    cuts = _likeliest_cuts(letters.lower(), rarity)
    words = [letters[start:end] for start, end in pairwise(cuts)]
    is_title = max(map(len, words), default=0) >= _LEAST_LETTERS
    return " ".join(words) if is_title else spaced


def _likeliest_cuts(letters: str, rarity: Rarity) -> tuple[int, ...]:
    """Where words start and end; empty when the letters are not all part of words."""
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, (0,))]
    for end in range(1, len(letters) + 1):
        best.append(
            min(
                (best[start][0] + _cost(letters[start:end], rarity), (*best[start][1], end))
                for start in range(end)
            )
        )
    cost, cuts = best[-1]
    return cuts if math.isfinite(cost) else ()


def _cost(word: str, rarity: Rarity) -> float:
    return rarity(word) if len(word) > 1 or word in _ONE_LETTER else math.inf
