"""Sentence ends in French (German, Italian) administrative prose.

A full stop ends a sentence only where what follows begins one and what stands before is
neither an abbreviation, nor an initial, nor a number of an enumeration or an ordinal.
"""

import re
from collections.abc import Iterator
from typing import Final

# Compared in lower case, without the final stop.
_ABBREVIATIONS = """
m mm mme mmes mlle mlles mr mrs me mes dr drs pr prof st ste hr fr sig dott ing lic art arts al
let lit ch chap ss sq sqq s par § p pp pg vol t fig ann annexe no nos n° nº nr num cf env etc ex
c.-à-d c.à.d p.ex i.e e.g z.b d.h u.a usw bzw ca ca. resp abs bd blvd av rte imp pl tél tel fax
rf réf ref cons cant féd fed hab dép dep dir adm adj suppl prés pres vice-prés janv févr fév avr
juil sept oct nov déc dec jan feb apr aug okt dez lun mar mer jeu ven sam dim fr chf ch.f mio
mia ha km h min env max sté cie s.a sàrl sarl ltd rs rsv lpn latc lc loc cit op ibid id éd ed
trad coll cf.art ndlr nb n.b p.s ps pj p.j v r q a
"""
ABBREVIATIONS: Final = frozenset(_ABBREVIATIONS.split())
# Abbreviations that do end sentences often enough: they cut before a capital.
_OPEN: Final = frozenset({"etc", "fr", "ha", "km", "h", "min", "ch", "hab", "usw", "chf"})

_END: Final = re.compile(r"""[.!?…]+["»”’)\]]*\s+|\n+""")
_BEGINS: Final = re.compile(r"""[«"“(\[–—•-]?\s*[A-ZÀ-ÖØ-Þ0-9]""")
_LAST_WORD: Final = re.compile(r"[^\s(«\"“'’/]+$")
_INITIALS: Final = re.compile(r"[A-ZÀ-ÖØ-Þ](?:[.-]{1,2}[^\W\d_]){0,3}|[a-z](?:\.[a-z])+")
_NUMBERED: Final = re.compile(r"[0-9]{1,3}|[ivxlc]{1,5}|[0-9]+(?:\.[0-9]+)+")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Half-open ranges of the sentences and lines of ``text``, white space left out.

    >>> text = "M. Favre et Mme A. Rey (cf. art. 12 al. 3) acceptent. Fr. 1'250.50 sont votés."
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['M. Favre et Mme A. Rey (cf. art. 12 al. 3) acceptent.', "Fr. 1'250.50 sont votés."]
    """
    start = 0
    for match in _END.finditer(text):
        if "\n" in match.group() or _is_end(text, match.start(), match.end()):
            yield from _trimmed(text, start, match.end())
            start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    words = text[start:end]
    left = start + len(words) - len(words.lstrip())
    right = start + len(words.rstrip())
    if left < right:
        yield left, right


def _is_end(text: str, stop: int, following: int) -> bool:
    """Whether the mark at ``stop`` ends a sentence that another follows."""
    if not _BEGINS.match(text, following):
        return False
    if text[stop] != ".":
        return True
    before = _LAST_WORD.search(text, max(0, stop - 40), stop)
    word = before.group() if before is not None else ""
    lowered = word.lower()
    if lowered in _OPEN:
        return text[following].isupper()
    if lowered in ABBREVIATIONS or _INITIALS.fullmatch(word):
        return False
    if _NUMBERED.fullmatch(lowered):
        # "le 14. Mai", "1. Ouverture": a number alone before a stop is an ordinal or a label,
        # unless a sentence long enough stands before it ("... en 2019. Le conseil").
        return before is not None and before.start() > 0 and len(lowered) > 2
    return True
