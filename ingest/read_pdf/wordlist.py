"""Which words a language knows: tells text from garbage, and where a hyphen belongs.

The lists are wordfreq's (Apache code, CC-BY-SA data); they are read once, on first use.
"""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

import wordfreq

MIN_WORDS = 40
"""Fewer words than this do not condemn a page."""
GARBAGE_SHARE = 0.5
"""Below this share of known words a page is garbage; real French forms score 0.66 and more."""
HOPELESS_SHARE = 0.35
"""Below this share in the small list the large one is not asked: no real page was seen here."""

# Latin letters only: a page in another script is not judged by these lists.
_WORD = re.compile("[A-Za-z\u00c0-\u024f]{3,}")
WELL_FORMED_SHARE = 0.8
"""So many words with a vowel and sane capitals make an unknown language, not garbage (0.5)."""
_VOWEL = re.compile("[aeiouyà-åæè-ïò-öøù-ýœáíóúąęěůőűı]", re.IGNORECASE)
_TWO_LETTERS = re.compile(r"[^\W\d_]{2,}")
_SAMPLE = 800
_FUNCTION_SHARE = 0.12
"""Any page of prose has so many of its language's function words; a garbage layer has none."""
_FUNCTION_KINDS = 4
_FUNCTION_WORDS = {
    # The main languages, and those of leaflets for newcomers, by their commonest words.
    "fr": "le la les de des du et en un une dans pour par sur est au aux que qui ce ne pas avec",
    "de": "der die das und in den von zu mit ist im für des auf dem ein eine nicht sich werden",
    "it": "di il la che per un una del della in le si con non i da al sono nel dei",
    "en": "the of and to in is for that on with as are by be this from or at it not",
    "pt": "de da do que não para com uma os as em um por são mais no na dos seu ao",
    "es": "de la el que los las para con una por del en un es se no su más al lo",
    "sh": "je da se na za su od sa koji ili kao ne bi što nije to će iz po do",
    "tr": "ve bir bu için ile da de olan olarak daha çok ne veya gibi kadar sonra her en",
    "pl": "na do nie się jest że to dla jak od po przez lub są oraz",
    "nl": "de het een van en in is dat op te voor met zijn niet aan er om ook door",
    "ro": "de și în la cu pe să nu este din care pentru un sau mai se",
    "sq": "të dhe në për me një nga që është se ka do si më nuk ose",
}


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


@lru_cache(maxsize=128)
def judge_words(text: str, languages: tuple[str, ...] = ("fr",)) -> Verdict:
    r"""The share of known words of three letters and more, in the site's language that knows most.

    A page in a language that the site did not name is recognised by its function words or, if
    need be, by the shape of its words. A page is asked twice (does it need OCR, is OCR better):
    the last answers are kept.

    >>> judge_words("Le conseil municipal approuve le règlement").language
    'fr'
    >>> judge_words("dfcVUV @Yg W\\\\Uadg Vfckgj " * 20).is_garbage
    True
    """
    found = _WORD.findall(_sample(text))
    if not found:
        return Verdict(0, 0.0, None)
    words = [word.lower() for word in found]
    verdict = _best(words, languages, common_words)
    if verdict.share >= GARBAGE_SHARE:
        return verdict
    other = detect_language(text)
    if other is not None or _well_formed(found) >= WELL_FORMED_SHARE:
        return Verdict(len(words), GARBAGE_SHARE, other)
    return _best(words, languages, known_words) if verdict.share >= HOPELESS_SHARE else verdict


def _well_formed(words: list[str]) -> float:
    """The share of words with a vowel and with capitals only where words have them."""
    return sum(
        1
        for word in words
        if (word.islower() or word.isupper() or word.istitle()) and _VOWEL.search(word)
    ) / len(words)


def _best(
    words: list[str], languages: tuple[str, ...], known: Callable[[str], frozenset[str]]
) -> Verdict:
    """The verdict in the language that knows most of ``words``."""
    shares = {language: _share(words, known(language)) for language in languages}
    best = max(shares, key=lambda language: shares[language])
    return Verdict(len(words), shares[best], best)


def detect_language(text: str) -> str | None:
    """The language whose function words make up most of ``text``; None when few do.

    >>> detect_language("Die Gemeinde und der Rat sind nicht in der Stadt, aber auf dem Land.")
    'de'
    """
    words = Counter(_TWO_LETTERS.findall(text[:20_000].lower()))
    total = words.total()
    if total < 8:
        return None
    found = {name: sum(map(words.__getitem__, _function_words(name))) for name in _FUNCTION_WORDS}
    best = max(found, key=lambda name: found[name])
    is_prose = len(_function_words(best) & words.keys()) >= _FUNCTION_KINDS
    return best if is_prose and found[best] / total >= _FUNCTION_SHARE else None


@cache
def common_words(language: str) -> frozenset[str]:
    """The small list of wordfreq: some 30,000 words, read in a hundredth of a second."""
    return _word_list(language, "small")


@cache
def known_words(language: str) -> frozenset[str]:
    """The words that ``language`` knows: the large list where there is one."""
    return _word_list(language, "large") or common_words(language)


def rarity(word: str, language: str) -> float:
    """How seldom ``word`` is used: 3 for one in a thousand; infinite for an unknown word.

    >>> rarity("sur", "fr") + rarity("les", "fr") < rarity("surles", "fr")
    True
    >>> rarity("bashkia", "sq")
    inf
    """
    if language not in _listed("best"):
        return math.inf
    frequency = wordfreq.word_frequency(word, language)
    return -math.log10(frequency) if frequency else math.inf


def _word_list(language: str, size: str) -> frozenset[str]:
    if language not in _listed(size):
        return frozenset()
    return frozenset(chain.from_iterable(wordfreq.get_frequency_list(language, wordlist=size)))


@cache
def _listed(size: str) -> frozenset[str]:
    """The languages that have a list of ``size``; wordfreq looks for the files at each call."""
    return frozenset(wordfreq.available_languages(size))


@cache
def _function_words(language: str) -> frozenset[str]:
    return frozenset(_FUNCTION_WORDS[language].split())


def _share(words: list[str], known: frozenset[str]) -> float:
    return sum(map(known.__contains__, words)) / len(words)


def _sample(text: str) -> str:
    """The text, or three pieces of a long one."""
    if len(text) <= 4 * _SAMPLE:
        return text
    middle = len(text) // 2
    return " ".join((text[:_SAMPLE], text[middle : middle + _SAMPLE], text[-_SAMPLE:]))
