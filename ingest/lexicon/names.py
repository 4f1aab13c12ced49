"""Names of persons as French documents write them, with the civility that stands before.

Three shapes are told apart, from the surest to the weakest: a civility and a name
(``Mme Anne-Lise Favre``, ``M. de Roulet``), a name with the surname in capitals
(``Denis BLANC``, ``BLANC Denis``), and two to four capitalised words (``Anne Favre``), which
are a name only where a function stands beside them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_UP = "A-ZÀ-ÖØ-ÞŒ"
_LOW = "a-zß-öø-ÿœ"
# OCR writes 0 for o, 1 or | for l inside a name; never at its start.
_PROPER = rf"[{_UP}](?:[{_LOW}01|]|['’](?=[{_LOW}{_UP}]))+(?:[-‐‑][{_UP}]?[{_LOW}01|]+)*"
_CAPITALS = rf"[{_UP}]{{2}}[{_UP}01]*(?:[-‐‑'’ ]?(?<=[-‐‑'’ ])[{_UP}]{{2}}[{_UP}01]*){{0,3}}"
_INITIAL = rf"[{_UP}]\.(?:[-‐‑ ]?[{_UP}]\.)*"
_ELIDED = rf"[{_UP}dl]['’][{_UP}][{_LOW}]+"
_PARTICLE = (
    r"(?:de la|de|du|des|d['’]|von der|von|van den|van|zu|di|della|dalla|le|la|el|ben|Mc|Mac)"
)
_PART = rf"(?:{_ELIDED}|{_PROPER}|{_CAPITALS}|{_INITIAL})"
_NAME = rf"{_PART}(?:[ \t]+(?:{_PARTICLE}[ \t]*)?{_PART}){{0,3}}"
_PARTICLE_NAME = rf"(?:{_PARTICLE}[ \t]*)?{_NAME}"

_M = r"MM?\.|Mr\.?|Messieurs|Monsieur|Me(?=[ \t])"
# "Mrne" is how OCR reads "Mme".
_F = r"Mmes?\.?|Mrne\.?|Mesdames|Madame|Mademoiselle|Mlles?\.?"
_TITLED = re.compile(rf"(?<![\w.])(?:(?P<m>{_M})|(?P<f>{_F}))[ \t\n]*(?P<name>{_PARTICLE_NAME})")
_LIST_NEXT = re.compile(
    rf"(?:[ \t\n]*,[ \t\n]*|[ \t\n]+(?:et|&)[ \t\n]+)(?P<name>{_PARTICLE_NAME})"
)
_WITH_CAPITALS = re.compile(
    rf"(?<![\w-])(?P<name>(?:{_PROPER}[ \t]+){{1,2}}(?:{_PARTICLE}[ \t]*)?{_CAPITALS}"
    rf"|{_CAPITALS}(?:[ \t]+{_PROPER}){{1,2}})(?![\w-])"
)
_BARE = re.compile(
    rf"(?<![\w-])(?P<name>{_PROPER}"
    rf"(?:[ \t]+(?:{_PARTICLE}[ \t]*)?(?:{_PROPER}|{_CAPITALS}|{_INITIAL})){{1,3}})(?![\w-])"
)
_PLURAL = frozenset({"MM.", "Messieurs", "Mmes", "Mmes.", "Mesdames", "Mlles", "Mlles."})

# Capitalised words that open a sentence or a label and are no part of a name.
_NOT_NAMES = frozenset(
    re.findall(
        r"\w+",
        "le la les un une des du de au aux en et ou il elle ils elles ce cette ces notre nos"
        " votre vos commune conseil municipal municipale municipalité commission comité"
        " service services bureau président présidente syndic syndique maire adjoint adjointe"
        " conseiller conseillère secrétaire rue avenue place chemin route canton confédération"
        " suisse france ville village mairie dicastère police ecole école collège membre"
        " membres suppléant suppléante monsieur madame présents présent présente excusés"
        " excusé absents absent janvier février mars avril mai juin juillet août septembre"
        " octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche"
        " première premier deuxième troisième quatrième vice responsable contact téléphone"
        " préavis rapport procès verbal ordre séance article loi règlement préfet préfète élus"
        " élu élue élues mm mmes mme mlle m mr messieurs mesdames",
    )
)
# A name that holds one of these is that of a body, a firm or a place.
_INSTITUTIONS = frozenset(
    re.findall(
        r"\w+",
        "syndicat association comité société centre communauté direction agence office entreprise"
        " sarl sci sa eurl plan projet budget château église chapelle hameau domaine dotation"
        " fédération fondation institut ministère département région préfecture réforme programme"
        " remerciements club amicale groupe réseau schéma zone parc lac forêt pont maison salle",
    )
)


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name at its place in a text; the civility as ``M.`` or ``Mme``, empty if none is there."""

    start: int
    end: int
    name: str
    civility: str = ""


def find_names(text: str) -> tuple[NameMention, ...]:
    """The names of ``text`` that show as names by themselves, in reading order.

    >>> [(n.civility, n.name) for n in find_names("Mme Anne-Lise Favre et M. de Roulet")]
    [('Mme', 'Anne-Lise Favre'), ('M.', 'de Roulet')]
    >>> [n.name for n in find_names("MM. Blanc, Rochat et Jean Dubois sont absents.")]
    ['Blanc', 'Rochat', 'Jean Dubois']
    >>> [n.name for n in find_names("Maire : Denis BLANC")]
    ['Denis BLANC']
    """
    found = {mention.start: mention for mention in _titled(text)}
    taken = [(mention.start, mention.end) for mention in found.values()]
    for match in _WITH_CAPITALS.finditer(text):
        mention = _trimmed(match.start("name"), match["name"], "")
        if (
            mention
            and _is_full(mention.name)
            and not any(a < mention.end and mention.start < b for a, b in taken)
        ):
            found.setdefault(mention.start, mention)
    return tuple(found[start] for start in sorted(found))


def find_bare_names(text: str) -> tuple[NameMention, ...]:
    """Two to four capitalised words in a row: names where a function stands beside them.

    >>> [n.name for n in find_bare_names("Anne Favre, syndique")]
    ['Anne Favre']
    >>> find_bare_names("Conseil Communal")
    ()
    """
    mentions = (_trimmed(m.start("name"), m["name"], "") for m in _BARE.finditer(text))
    return tuple(
        mention
        for mention in mentions
        if mention and sum(word[0].isupper() for word in mention.name.split()) > 1
    )


def _is_full(name: str) -> bool:
    """Whether each word is long enough for a name: not « Budget TTC », « Licence IV »."""
    return " " in name and all(len(word) > 3 or not word.isupper() for word in name.split())


def _titled(text: str) -> Iterator[NameMention]:
    for match in _TITLED.finditer(text):
        civility = "M." if match["m"] else "Mme"
        mention = _trimmed(match.start("name"), match["name"], civility)
        if mention is None:
            continue
        yield mention
        if (match["m"] or match["f"]) in _PLURAL:
            yield from _rest_of_list(text, mention.end, civility)


def _rest_of_list(text: str, position: int, civility: str) -> Iterator[NameMention]:
    while match := _LIST_NEXT.match(text, position):
        mention = _trimmed(match.start("name"), match["name"], civility)
        if mention is None or mention.end != match.end():
            return
        yield mention
        position = match.end()


def _trimmed(start: int, name: str, civility: str) -> NameMention | None:
    """The mention without words at either end that are no part of a name."""
    words = list(re.finditer(r"\S+", name))
    while words and words[0][0].strip(".").casefold() in _NOT_NAMES - {
        "de",
        "du",
        "des",
        "la",
        "le",
    }:
        words.pop(0)
    kept = 0
    for word in words:
        if kept and word[0].strip(".").casefold() in _NOT_NAMES and word[0][0].isupper():
            break
        kept += 1
    words = words[:kept]
    if not words or not any(word[0][0].isupper() for word in words):
        return None
    if any(word[0].casefold() in _INSTITUTIONS for word in words):
        return None
    first, last = words[0].start(), words[-1].end()
    return NameMention(start + first, start + last, name[first:last], civility)
