"""The terms of a claim, and the keys by which a source vouches for them."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from indexers.answering.numbers import WEEKDAYS, QuantityKind, find_quantities
from indexers.answering.numbers.words import number_word
from indexers.answering.wording.stems import root, stem
from indexers.answering.wording.vocabulary import french_words
from schemas.lexicon import folded

_MIN_WORD_CHARS = 3
_SHORT_VERB_CHARS = 8
_ADDRESS = re.compile(r"\S+@\S+|https?://\S+|www\.\S+")
_DEMONSTRATIVES = frozenset({"ce", "cet", "cette", "ces"})
_SEASONS = {"janvier": "hiver", "juillet": "estival"}
# What is denied may be said with the contrary word; which of the two is right is asked elsewhere.
_CONTRARIES = tuple(
    (re.compile(word, re.IGNORECASE), other)
    for word, other in (
        (r"\bferm[ée]", "ouvert"),
        (r"\binterdi", "permis"),
        (r"\bsans [^\W\d_]", "contient"),
        (r"\bexonér", "payer"),
        (r"\bréservé", "ouvert"),
        (
            r"\bne peu(?:t|vent) (?:pas|plus)|\bpas (?:autoris|admis|permis|accept|tolér)",
            "interdit",
        ),
    )
)
_FUTURE = re.compile(r"\b[^\W\d_]{2,}(?:ra|ront)\b")
_HALF_DAYS = {"matin": range(13), "après-midi": range(12, 25)}
_HALF_DAY = re.compile(
    r"\b(?P<half>matin|après-midi)(?P<rest>,? (?:de |dès |à |entre )?(?P<hour>[0-9]{1,2}) ?h)",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"(?:(?<=pouvez )|(?<=peut )|(?<=pour ))(?:demander|commander|retirer|obtenir|avoir)\b",
    re.IGNORECASE,
)
_CLOSES_AT = re.compile(
    r"\b(?:ferme(?:nt)?|finit|finissent|termine(?:nt)?)(?: (?:ses|leurs) portes)?"
    r"(?P<hour> (?:à|vers) [0-9]{1,2} ?h)",
    re.IGNORECASE,
)
ROUND_THE_CLOCK = re.compile(
    r"\b24 ?(?:h|heures?) ?(?:sur|/) ?24(?: ?h)?(?: et)?(?: 7 ?(?:j|jours?) ?(?:sur|/) ?7)?",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"\bdu [^.;]{0,24}[0-9][^.;]*? au [^.;]{0,24}[0-9]", re.IGNORECASE)
_LENGTHS = frozenset({"year", "month", "week", "day", "minute", "hour"})
_LASTING = re.compile(
    r"\b(?:pour|pendant|durant|valables?(?: pour)?|est de|\w{4,} de)[ \u00a0]$", re.IGNORECASE
)
_GO_TO = re.compile(
    r"(?:^|(?<=[,:;] ))rendez-vous(?= (?:d['’]abord |ensuite )?(?:à|au|chez|dans|sur|en)\b)",
    re.IGNORECASE,
)
_PASSED = re.compile(r"\bpass[ée]\w* (?=d)|\bpass(?:e|ent|ait|aient) (?=de )")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_MONTHS = re.findall(
    r"\w+",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
)
_DAYS = list(WEEKDAYS)
_SPAN = re.compile(
    rf"\b(?P<first>{'|'.join(_MONTHS + _DAYS)})s? (?:a|au|jusqu a|jusqu en) "
    rf"(?P<last>{'|'.join(_MONTHS + _DAYS)})s?\b"
)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a claim that its source must vouch for."""

    word: str
    keys: frozenset[str]
    """Its stem, and the meanings for which it may stand."""


def plain_words(text: str) -> list[str]:
    """The folded words of ``text``; phrases that count as one word are one.

    >>> plain_words("Sur rendez-vous, l'après-midi")
    ['sur', 'rendezvous', 'l', 'apresmidi']
    """
    words = french_words()
    plain = folded(_ADDRESS.sub(" ", text))
    return words.phrases.sub(lambda match: words.joined[match[0]], plain).split()


@lru_cache(maxsize=2_048)
def claim_terms(text: str, *, is_holding: bool = False) -> tuple[Term, ...]:
    """What the words of a claim say, each once; figures and grammar are left out.

    >>> [term.word for term in claim_terms("La déchèterie est ouverte le samedi à 9 h.")]
    ['decheterie', 'ouverte', 'samedi']
    """
    words = french_words()
    general = words.general
    terms: dict[str, Term] = {}
    before = ""
    for word in plain_words(_without_quantities(_simplified(text))):
        is_anaphor = before in _DEMONSTRATIVES and word in words.anaphors
        is_neutral = (
            word in words.neutral
            or stem(word) in words.light
            or (is_holding and stem(word) in words.holding)
        )
        before = word
        if is_neutral or is_anaphor or _is_no_word(word):
            continue
        base = stem(word)
        forms = (base, *_roots(word))
        keys = {*forms, *(k for f in forms for k in (*words.keys.get(f, ()), *general.get(f, ())))}
        terms.setdefault(base, Term(word, frozenset(keys)))
    return tuple(terms.values())


@lru_cache(maxsize=4_096)
def word_keys(word: str) -> frozenset[str]:
    """The keys that one folded word of a source vouches for."""
    words = french_words()
    base = stem(word)
    forms = (base, *_roots(word))
    meanings = (k for f in forms for k in (*words.keys.get(f, ()), *words.particular.get(f, ())))
    return frozenset({*forms, *meanings})


@lru_cache(maxsize=8_192)
def source_keys(text: str) -> frozenset[str]:
    """All that the words and the figures of a source vouch for.

    >>> keys = source_keys("Montant: CHF 15.–, de mars à mai")
    >>> all(term.keys & keys for term in claim_terms("coûte avril prix"))
    True
    """
    plain = plain_words(text)
    spans = _spanned(" ".join(plain))
    said = [word for word in plain if not _is_no_word(word)]
    return frozenset().union(*(word_keys(word) for word in (*said, *spans, *_implied(text))))


def _roots(word: str) -> tuple[str, ...]:
    found = root(word) if len(word) <= _SHORT_VERB_CHARS else None
    return (found,) if found else ()


def _implied(text: str) -> list[str]:
    """Words that a figure says: a sum is a price, a time an opening, a number a telephone."""
    found = ["courriel"] if "@" in text else []
    found += ["consultable"] if re.search(r"\bPDF\b", text) else []
    found += ["prevu"] if _FUTURE.search(text) else []
    found += ["commencer", "terminer"] if _FROM_TO.search(text) else []
    found += ["permis"] if re.search(r"\bpeu(?:t|vent)\b", text) else []
    found += [other for word, other in _CONTRARIES if word.search(text)]
    found += ["voix"] if re.search(r"\b(?:oui|non)\b", text) else []
    found += _direction(text)
    found += ["horaire"] if re.search(rf"\b(?:{'|'.join(_DAYS)})", text, re.IGNORECASE) else []
    for quantity in find_quantities(text):
        if quantity.unit in {"CHF", "EUR", "centime"}:
            found.append("prix")
        if quantity.kind is QuantityKind.TIME:
            found.append("horaire")
        if quantity.kind is QuantityKind.DATE and quantity.value.startswith("--"):
            found.append("annuel")
        if quantity.unit in _LENGTHS and _LASTING.search(text[: quantity.start]):
            found.append("duree")
        if quantity.unit in {"m", "cm", "km", "m2"}:
            found.append("mesurer")
        if quantity.kind is QuantityKind.PHONE:
            found.append("telephone")
        if quantity.unit in {"percent", "permille", "mg", "g", "l"}:
            found.append("teneur")
    return found


def _direction(text: str) -> list[str]:
    """Which way « ont passé de 2'100 à 5'650 » goes."""
    passed = _PASSED.search(text)
    figures = [
        Decimal(q.value)
        for q in find_quantities(text[passed.end() :] if passed else "")
        if q.kind is QuantityKind.NUMBER and not _YEAR.fullmatch(q.value) and q.unit != "about"
    ]
    if len(figures) < 2 or figures[0] == figures[1]:
        return []
    return ["hausse" if figures[0] < figures[1] else "baisse"]


def _spanned(plain: str) -> list[str]:
    """The months or days between two that are named: « avril à octobre » has July in it."""
    names: list[str] = []
    for match in _SPAN.finditer(plain):
        cycle = _MONTHS if match["first"] in _MONTHS else _DAYS
        if match["last"] not in cycle:
            continue
        first, last = cycle.index(match["first"]), cycle.index(match["last"])
        names += [
            cycle[n % len(cycle)] for n in range(first, last + 1 + len(cycle) * (last < first))
        ]
    return names + [season for month, season in _SEASONS.items() if month in names]


def _is_no_word(word: str) -> bool:
    return len(word) < _MIN_WORD_CHARS or word[0].isdigit() or number_word(word) is not None


def _simplified(text: str) -> str:
    """Without what a time says, which is compared to the digit (« ferme à 18 h 30 »)."""
    text = _GO_TO.sub(" ", ROUND_THE_CLOCK.sub("jour et nuit", text))
    text = _ASKING.sub(" ", _CLOSES_AT.sub(r"\g<hour>", text))
    hours = [int(q.value[:2]) for q in find_quantities(text) if q.kind is QuantityKind.TIME]
    for half, span in _HALF_DAYS.items():
        if hours and all(hour in span for hour in hours):
            text = re.sub(rf"\b{half}\b", " ", text, flags=re.IGNORECASE)
    return _HALF_DAY.sub(_kept_half, text)


def _kept_half(match: re.Match[str]) -> str:
    """« le samedi matin de 9 h »: the hour right after it says so."""
    is_said = int(match["hour"]) in _HALF_DAYS[match["half"].casefold()]
    return match["rest"] if is_said else match[0]


def _without_quantities(text: str) -> str:
    for quantity in reversed(find_quantities(text)):
        text = f"{text[: quantity.start]} {text[quantity.end :]}"
    return text
