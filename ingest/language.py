"""The language of a text by its commonest words: French, German, Italian or English.

Short and dull on purpose: a page of a commune has dozens of articles and prepositions, and
a wrong language costs a wrong warning. Where the words are few or mixed, it abstains.
"""

import re
from typing import Final

_FRENCH = """
le la les des du de un une et est sont dans pour par sur au aux que qui ce cette ces il elle
nous vous leur ou avec pas ne se sa son ses été être plus
"""
_GERMAN = """
der die das den dem des ein eine einer einem und ist sind im in für von mit auf zu zur zum nicht
sich auch wird werden bei nach oder als sie wir über
"""
_ITALIAN = """
il lo la gli le di del della dei delle un una e è sono nel nella per con su che non si al alla
dal dalla anche come più questo o da in i
"""
_ENGLISH = """
the of and to in is are for on with that this by be as at from or an it not was were has have
will you your we our
"""
_WORDS: Final = {
    "fr": frozenset(_FRENCH.split()),
    "de": frozenset(_GERMAN.split()),
    "it": frozenset(_ITALIAN.split()),
    "en": frozenset(_ENGLISH.split()),
}
_TOKEN: Final = re.compile(r"[^\W\d_]+")
MIN_WORDS: Final = 4
"""Fewer common words than this say nothing."""
MIN_LEAD: Final = 1.5
"""The winner must have this many times the words of the second."""
MAX_CHARS: Final = 20_000
"""Enough to know; a register of 500 pages does not get surer."""


def detect_language(text: str) -> str | None:
    """ISO 639-1 code, or ``None`` when the words do not decide.

    >>> detect_language("La commune est ouverte le lundi et le jeudi pour les habitants")
    'fr'
    >>> detect_language("Die Gemeindeverwaltung ist am Montag und am Freitag für Sie da")
    'de'
    >>> detect_language("PDF 2019") is None
    True
    """
    counts = dict.fromkeys(_WORDS, 0)
    for match in _TOKEN.finditer(text[:MAX_CHARS].lower()):
        word = match.group()
        for code, words in _WORDS.items():
            counts[code] += word in words
    first, second = sorted(counts.values(), reverse=True)[:2]
    if first < MIN_WORDS or first < MIN_LEAD * second:
        return None
    return max(counts, key=lambda code: counts[code])
