"""Functions and areas of responsibility in a line of text, by the words of a vocabulary."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ingest.lexicon.flat import flat
from schemas.site.vocabulary import Vocabulary

_PREPOSITION = r"(?:de la|de l|des|du|de|d|aux|au|a la|a l|a)"
_ADJECTIVE = (
    r"[a-z]{2,}(?:al|ale|aux|ales|iel|ielle|iels|ielles|ique|iques|if|ive|ifs|ives|aire|aires|eux"
    r"|euse|euses|able|ables|ubl?ics?|ubliques|ertes?|erts|eur|eure|ieures?|ines?|ins)(?![a-z])"
)
_NOUN = r"[a-z]{3,}(?![a-z])"
_AREA = rf"{_NOUN}(?: {_ADJECTIVE})?(?: (?:de la|de l|des|du|de|d) {_NOUN}(?: {_ADJECTIVE})?)?"
_LIST = rf"{_AREA}(?:(?: ?, ?| et | & | ?/ ?|, et )(?:{_PREPOSITION} )?{_AREA})*"
_CHARGED = (
    r"(?:(?:qui est |est )?(?:en charge|chargee?s?|responsables?|deleguee?s?|referente?s?|"
    r"s occupe|a la tete|repond|chef|cheffe)(?: du dicastere| du service)?)"
)
_LINK = re.compile(r" ?(?:,|/|&| et ) ?(?:et )?")
_LEADING = re.compile(rf"{_PREPOSITION} ")
_WORD_BEFORE = re.compile(r"([a-z0-9]+) *$")
_LONGEST_WORD = 40
_RUNS_ON = re.compile(r" [a-z]")
_AFTER_AREA = frozenset(
    re.findall(
        r"\w+",
        "presente presentent explique annonce rappelle repond precise informe indique propose"
        " demande donne remercie souligne estime ouvre lit confirme releve ajoute relate est"
        " sont a ont fait depuis pour avec dans par sur qui que dont jusqu au lors les le la"
        " ses",
    )
)


@dataclass(frozen=True, slots=True)
class FunctionMention:
    """A function at its place: ``municipale``, and the areas that are stated with it."""

    start: int
    end: int
    function: str
    areas: tuple[str, ...] = ()
    tail_end: int = 0
    """Where the areas end; equal to `end` when none are stated."""


@dataclass(frozen=True, slots=True)
class FunctionPatterns:
    """The patterns of one vocabulary, compiled once."""

    role: re.Pattern[str]
    charged: re.Pattern[str]
    tail: re.Pattern[str]


@lru_cache(maxsize=8)
def function_patterns(vocabulary: Vocabulary) -> FunctionPatterns:
    """The patterns for ``vocabulary``; longest words first, letter boundaries on both sides."""
    words = {*vocabulary.roles, *vocabulary.weak_roles, *vocabulary.adjectives}
    flat_words = sorted({flat(word) for word in words}, key=lambda word: (-len(word), word))
    alternatives = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in flat_words)
    never = "(?!)"
    return FunctionPatterns(
        role=re.compile(rf"(?<![a-z0-9])(?:{alternatives or never})(?![a-z0-9])"),
        charged=re.compile(rf"(?<![a-z0-9]){_CHARGED} {_PREPOSITION} (?P<areas>{_LIST})"),
        tail=re.compile(rf"(?:\s*,)?\s+(?:{_CHARGED} )?{_PREPOSITION} (?P<areas>{_LIST})"),
    )


def find_functions(text: str, vocabulary: Vocabulary) -> tuple[FunctionMention, ...]:
    """The functions that ``text`` states, in reading order.

    >>> from schemas.site.vocabulary import FRENCH
    >>> found = find_functions("M. Blanc, municipal en charge des finances et du tourisme,", FRENCH)
    >>> [(f.function, f.areas) for f in found]
    [('municipal', ('finances', 'tourisme'))]
    >>> find_functions("le règlement municipal", FRENCH)
    ()
    """
    patterns, flattened = function_patterns(vocabulary), flat(text)
    adjectives = _flat_words(vocabulary.adjectives)
    mentions = []
    for match in patterns.role.finditer(flattened):
        if match[0] in adjectives and _qualifies(flattened, match.start(), vocabulary):
            continue
        tail = patterns.tail.match(flattened, match.end())
        areas = _areas(text, flattened, tail) if tail else ()
        start, end = match.span()
        tail_end = tail.end() if tail else end
        mentions.append(FunctionMention(start, end, text[start:end], areas, tail_end))
    return tuple(mentions)


def find_charges(text: str, vocabulary: Vocabulary) -> tuple[FunctionMention, ...]:
    """Areas that ``text`` gives someone by a turn of phrase, without a noun of function.

    >>> from schemas.site.vocabulary import FRENCH
    >>> [f.areas for f in find_charges("Elle est chargée de l'aménagement du territoire.", FRENCH)]
    [('aménagement du territoire',)]
    """
    patterns, flattened = function_patterns(vocabulary), flat(text)
    return tuple(
        FunctionMention(match.start(), match.end(), "", _areas(text, flattened, match), match.end())
        for match in patterns.charged.finditer(flattened)
    )


def _qualifies(flattened: str, start: int, vocabulary: Vocabulary) -> bool:
    """Whether the adjective at ``start`` belongs to a noun just before it."""
    word = _WORD_BEFORE.search(flattened, max(0, start - _LONGEST_WORD), start)
    return word is not None and word[1] not in _flat_words(vocabulary.function_words)


@lru_cache(maxsize=32)
def _flat_words(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(flat(word) for word in words)


def _is_place(text: str, start: int, begin: int) -> bool:
    """Whether what follows a bare « de » is no area: « maire de Sorens », « secrétaire de séance ».

    Areas come with their article: « municipale des écoles », « adjoint au tourisme ».
    """
    before = flat(text[max(0, start - 4) : start])
    return begin == start and before.endswith(" de ")


def _areas(text: str, flattened: str, match: re.Match[str]) -> tuple[str, ...]:
    """The areas of a list, cut from the text as it is written."""
    start, end = match.span("areas")
    areas: list[str] = []
    position = start
    runs_on = bool(_RUNS_ON.match(flattened, end))
    pieces = _LINK.split(flattened[start:end])
    for piece in pieces:
        begin = flattened.index(piece, position) if piece else position
        position = begin + len(piece)
        lead = _LEADING.match(piece)
        begin += lead.end() if lead else 0
        if _is_place(text, start, begin):
            continue
        # « ..., municipal des finances, présente le budget »: a verb, not an area.
        if piece is pieces[-1] and len(pieces) > 1 and runs_on and not lead:
            continue
        words = re.finditer(r"\S+", flattened[begin:position])
        cut = next((w.start() for w in words if w[0] in _AFTER_AREA), position - begin)
        if area := text[begin : begin + cut].strip():
            areas.append(area)
        if cut < position - begin:
            break
    return tuple(areas)
