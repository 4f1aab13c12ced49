"""Which words a language knows: tells text from garbage, and where a hyphen belongs.

The lists are wordfreq's (Apache code, CC-BY-SA data); they are read once, on first use.
"""

import re
from dataclasses import dataclass
from functools import cache

import wordfreq

MIN_WORDS = 40
"""Fewer words than this do not condemn a page."""
GARBAGE_SHARE = 0.5
"""Below this share of known words a page is garbage; real French forms score 0.66 and more."""

# Latin letters only: a page in another script is not judged by these lists.
_WORD = re.compile("[A-Za-z\u00c0-\u024f]{3,}")
_MAIN = ("fr", "de", "it", "en")
_COMMON = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well the words of a text are known, and in which language best."""

    words: int
    share: float
    language: str | None

    @property
    def is_garbage(self) -> bool:
        """Enough words, and too few that any language knows."""
        return self.words >= MIN_WORDS and self.share < GARBAGE_SHARE


def judge_words(text: str, languages: tuple[str, ...] = ("fr",)) -> Verdict:
    r"""The share of known words of three letters and more, in the language that knows most.

    The site's languages are asked first; any other only when those do not recognise the text.

    >>> judge_words("Le conseil municipal approuve le règlement").language
    'fr'
    >>> judge_words("dfcVUV @Yg W\\\\Uadg Vfckgj " * 20).is_garbage
    True
    """
    words = [word.lower() for word in _WORD.findall(text)]
    if not words:
        return Verdict(0, 0.0, None)
    best = Verdict(len(words), 0.0, None)
    for language in (*languages, *_MAIN, *_others()):
        share = sum(map(known_words(language).__contains__, words)) / len(words)
        if share > best.share:
            best = Verdict(len(words), share, language)
        if best.share >= 0.6 and language == languages[-1]:
            break
        if best.share >= GARBAGE_SHARE and language == _MAIN[-1]:
            break
    return best


def detect_language(text: str) -> str | None:
    """The main language whose commonest words make up most of ``text``; None when few do.

    >>> detect_language("Die Gemeinde und der Rat sind nicht in der Stadt, aber auf dem Land.")
    'de'
    """
    words = re.findall(r"[^\W\d_]+", text[:20_000].lower())
    if len(words) < 8:
        return None
    shares = {lang: sum(map(_commonest(lang).__contains__, words)) / len(words) for lang in _MAIN}
    best = max(shares, key=lambda lang: shares[lang])
    return best if shares[best] >= 0.15 else None


@cache
def known_words(language: str) -> frozenset[str]:
    """The words that ``language`` knows; the large list for the four main languages."""
    size = "large" if language in _MAIN and language != "it" else "small"
    if language not in wordfreq.available_languages(size):
        size = "small"
    if language not in wordfreq.available_languages(size):
        return frozenset()
    return frozenset(wordfreq.get_frequency_dict(language, wordlist=size))


@cache
def _commonest(language: str) -> frozenset[str]:
    return frozenset(wordfreq.top_n_list(language, _COMMON, wordlist="small"))


@cache
def _others() -> tuple[str, ...]:
    return tuple(sorted(set(wordfreq.available_languages("small")) - set(_MAIN)))
