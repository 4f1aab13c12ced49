"""Statements in running text: a name and a function that stand side by side, in either order."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.lexicon.flat import flat
from ingest.lexicon.functions import FunctionMention, find_charges, find_functions
from ingest.lexicon.names import NameMention, find_bare_names, find_names
from schemas.site.vocabulary import Vocabulary

_MAX_GAP = 40
_ROLL_CALL_CHARS = 800
_BETWEEN = re.compile(
    r"[\s,:()\u2013\u2014-]*(?:(?:est|etait|fut|notre|la|le|l|une?|ancienne?|nouvelle?|nouveau|actuelle?"
    r"|en tant que|comme|elue?|nommee?|a ete|ci devant|en qualite de|alors|qui)[\s,:]+)*[\s,:()]*"
)
_ROLL_CALL = re.compile(r"\b(?:presente?s?|excusee?s?|absente?s?|membres|votants|procurations?)\b")
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Statement:
    """A person named in a text, with the function and areas that stand beside the name."""

    start: int
    end: int
    name: str
    civility: str = ""
    function: str = ""
    areas: tuple[str, ...] = ()


def find_statements(text: str, vocabulary: Vocabulary) -> tuple[Statement, ...]:
    r"""Every person that ``text`` names, in reading order; line ends count as spaces.

    >>> from schemas.site.vocabulary import FRENCH
    >>> text = "M. Luc Blanc, municipal en charge des\nfinances, présente le budget."
    >>> [(s.name, s.function, s.areas) for s in find_statements(text, FRENCH)]
    [('Luc Blanc', 'municipal', ('finances',))]
    >>> [(s.civility, s.name, s.function) for s in find_statements(
    ...     "La syndique, Mme Favre, ouvre la séance.", FRENCH)]
    [('Mme', 'Favre', 'syndique')]
    """
    found: list[Statement] = []
    for offset, paragraph in _paragraphs(text):
        line = paragraph.replace("\n", " ")
        functions = (*find_functions(line, vocabulary), *find_charges(line, vocabulary))
        flattened = flat(line)
        for name in _names(line):
            beside = _beside(name, functions, flattened)
            if beside is None and not name.civility and not _in_roll_call(name, flattened):
                continue
            found.append(_statement(name, beside, offset))
    return tuple(found)


def _in_roll_call(name: NameMention, flattened: str) -> bool:
    """Whether a name in capitals stands in a list of those present or excused."""
    has_capitals = any(len(word) > 3 and word.isupper() for word in name.name.split())
    return has_capitals and bool(
        _ROLL_CALL.search(flattened, max(0, name.start - _ROLL_CALL_CHARS), name.start)
    )


def _names(line: str) -> tuple[NameMention, ...]:
    sure = find_names(line)
    bare = (
        mention
        for mention in find_bare_names(line)
        if not any(mention.start < other.end and other.start < mention.end for other in sure)
    )
    return (*sure, *bare)


def _beside(
    name: NameMention, functions: tuple[FunctionMention, ...], flattened: str
) -> FunctionMention | None:
    """The function after the name, or before it; the nearest that only small words part."""
    after = [f for f in functions if 0 <= f.start - name.end <= _MAX_GAP]
    for function in sorted(after, key=lambda f: (f.start, not f.areas)):
        if _BETWEEN.fullmatch(flattened, name.end, function.start):
            return function
    reach = name.start - (len("Madame ") if name.civility else 0)
    before = [f for f in functions if -len("Madame ") <= reach - f.end <= _MAX_GAP]
    for function in sorted(before, key=lambda f: -f.start):
        gap = flattened[max(function.tail_end, function.end) : name.start]
        if _BETWEEN.fullmatch(_without_civility(gap)):
            return function
    return None


def _without_civility(gap: str) -> str:
    return re.sub(
        r"(?:mm?\.|mr\.?|mmes?\.?|mrne|mlle|monsieur|madame|messieurs|mesdames)\s*$", "", gap
    )


def _statement(name: NameMention, beside: FunctionMention | None, offset: int) -> Statement:
    if beside is None:
        return Statement(offset + name.start, offset + name.end, name.name, name.civility)
    return Statement(
        start=offset + min(name.start, beside.start),
        end=offset + max(name.end, beside.tail_end),
        name=name.name,
        civility=name.civility,
        function=beside.function,
        # In sentences areas are common nouns; a capital there is a person or a place.
        areas=tuple(area for area in beside.areas if not area[0].isupper()),
    )


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    position = 0
    for match in _PARAGRAPH_END.finditer(text):
        if match.start() > position:
            yield position, text[position : match.start()]
        position = match.end()
    if position < len(text):
        yield position, text[position:]
