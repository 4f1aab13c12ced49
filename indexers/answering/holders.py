"""Who holds what in a passage: the person beside whom a function or an area stands."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from indexers.answering.function_words import QUALIFIED, claim_stems, content_stems
from indexers.answering.layout import labelled_body
from schemas.lexicon import folded
from schemas.passage import Passage
from schemas.site.vocabulary import FRENCH

_UP, _LOW = "A-ZÀ-ÖØ-ÞŒ", "a-zß-öø-ÿœ"
_PART = rf"[{_UP}][\w'’]*(?:-[{_UP}]?[\w'’]+)*"
_PARTICLE = r"(?:(?:de la|de|du|des|d['’]|von|van|di)[ \u00a0]?)?"
_TITLED = re.compile(
    rf"\b(?P<title>MM?\.|Mr\.?|Monsieur|Messieurs|Mmes?\.?|Madame|Mesdames|Mlle|Mademoiselle)"
    rf"[ \u00a0]+(?P<name>{_PARTICLE}{_PART}(?:[ \u00a0]{_PARTICLE}{_PART}){{0,3}})"
)
_PAIR = re.compile(rf"(?<![\w.])(?P<name>{_PART}(?:[ \u00a0]{_PARTICLE}{_PART}){{1,3}})")
_DEPUTY = re.compile(r"\b(?:suppl[ée]an\w+|remplaçant\w*|suppl\.)[^\n|]*$", re.IGNORECASE)
_ELIDED = re.compile(r"[LNSCJMTQ]u?['’]")
# « la Tour de Malvert » is no person.
_ARTICLE = re.compile(r"\b(?:la|le|les|l['’]|du|des|aux?)[ \u00a0]?$", re.IGNORECASE)
_MEN = frozenset({"m.", "mm.", "mr", "mr.", "monsieur", "messieurs"})
_GENDERED = (
    ("syndic", "syndique"),
    ("municipal", "municipale"),
    ("adjoint", "adjointe"),
    ("conseiller", "conseillère"),
    ("président", "présidente"),
    ("vice-syndic", "vice-syndique"),
    ("vice-président", "vice-présidente"),
    ("le maire", "la maire"),
    ("secrétaire municipal", "secrétaire municipale"),
)
_NOT_FIRST = frozenset(
    re.findall(
        r"\w+",
        "le la les un une des selon en au aux dans pour par il elle ils elles ce cette ces"
        " depuis avant après d l c s n qu on notre votre monsieur madame mme conseil"
        " municipalité commune préavis procès rapport séance article syndic syndique municipal"
        " municipale maire",
    )
)


@dataclass(frozen=True, slots=True)
class PersonMention:
    """A person named in a text; the civility as ``M.`` or ``Mme`` when one is written."""

    start: int
    end: int
    words: frozenset[str]
    """Folded words of the name, particles left out."""
    civility: str = ""

    def may_be(self, other: "PersonMention") -> bool:
        """Whether both names may mean one person: one name's words are all in the other."""
        return bool(self.words) and (self.words <= other.words or other.words <= self.words)


def find_persons(text: str, known: Iterable[frozenset[str]] = ()) -> tuple[PersonMention, ...]:
    """The persons that ``text`` names: by civility, or two capitalised words that are ``known``.

    >>> [(p.civility, sorted(p.words)) for p in find_persons("Mme Lia Blanc et M. de Roux")]
    [('Mme', ['blanc', 'lia']), ('M.', ['roux'])]
    """
    found = [
        PersonMention(
            match.start("name"),
            match.end("name"),
            _name_words(match["name"]),
            "M." if match["title"].casefold() in _MEN else "Mme",
        )
        for match in _TITLED.finditer(text)
    ]
    names = tuple(known)
    for match in _PAIR.finditer(text):
        words = _name_words(match["name"])
        overlaps = any(p.start < match.end() and match.start() < p.end for p in found)
        if not overlaps and any(len(words & name) > 1 for name in names):
            found.append(PersonMention(match.start(), match.end(), words))
    return tuple(sorted(found, key=lambda person: person.start))


def claimed_persons(claim: str) -> tuple[PersonMention, ...]:
    """The persons that a claim names, with or without a civility."""
    pairs = []
    for match in _PAIR.finditer(claim):
        if _ARTICLE.search(claim[: match.start()]):
            continue
        words = match["name"].split()
        while words and (folded(words[0]) in _NOT_FIRST or _ELIDED.match(words[0])):
            words.pop(0)
        if len(words) > 1:
            pairs.append(_name_words(" ".join(words)))
    return find_persons(claim, pairs)


def _name_words(name: str) -> frozenset[str]:
    particles = {"de", "du", "des", "d", "la", "von", "van", "di"}
    return frozenset(w for w in folded(name).split() if w not in particles and len(w) > 1)


def owner_of(text: str, position: int, persons: Iterable[PersonMention]) -> PersonMention | None:
    """The person beside whom ``position`` stands: the last one before, else the next one.

    A deputy named on a card (« Suppléant : M. ... ») owns nothing of it.
    """
    holders = [p for p in persons if not _DEPUTY.search(text[: p.start])]
    before = [person for person in holders if person.end <= position]
    if before:
        return before[-1]
    return next((person for person in holders if person.start >= position), None)


_TOKEN = re.compile(rf"{QUALIFIED.pattern}|[^\W\d_]+", re.IGNORECASE)


def holds(passage: Passage, person: PersonMention, asked: frozenset[str]) -> bool:
    """Whether the passage puts every word of ``asked`` (stems) beside ``person``."""
    missing, body = set(asked), labelled_body(passage.body)
    for start, end in _blocks(body):
        block = body[start:end]
        persons = find_persons(block, [person.words])
        above = next(iter(_last_before(body, start, person)), None)
        for match in _TOKEN.finditer(block):
            if not (stems := content_stems(match[0]) & missing):
                continue
            owner = owner_of(block, match.start(), persons) if persons else above
            if owner is not None and owner.may_be(person):
                missing -= stems
    return not missing


def _blocks(body: str) -> list[tuple[int, int]]:
    """Rows of tables, and sentences or cards between blank lines."""
    blocks: list[tuple[int, int]] = []
    position = 0
    for paragraph in re.split(r"(\n[ \t]*\n)", body):
        end = position + len(paragraph)
        if paragraph.strip():
            row = r"[^\n]+" if " | " in paragraph else r"(?s).+"
            blocks += [
                (position + match.start(), position + match.end())
                for match in re.finditer(row, paragraph)
            ]
        position = end
    return blocks


def _last_before(body: str, position: int, person: PersonMention) -> tuple[PersonMention, ...]:
    return find_persons(body[:position], [person.words])[-1:]


def gender_conflict(claim: str, person: PersonMention) -> str | None:
    """The function in ``claim`` whose gender is not the person's, if there is one.

    >>> [person] = find_persons("M. Luc Blanc")
    >>> gender_conflict("La syndique est M. Luc Blanc.", person)
    'syndique'
    """
    plain = f" {folded(claim)} "
    if not person.civility:
        return None
    for man, woman in _GENDERED:
        wrong, right = (woman, man) if person.civility == "M." else (man, woman)
        if f" {folded(wrong)} " in plain and f" {folded(right)} " not in plain:
            return wrong
    return None


@lru_cache(maxsize=1)
def turn_stems() -> frozenset[str]:
    """The stems of turns of phrase of responsibility, which name no function themselves."""
    return frozenset(stem for phrase in _TURNS for stem in content_stems(phrase))


def function_stems(claim: str, persons: Iterable[PersonMention]) -> frozenset[str]:
    """The stems of what a claim says of a holder: common words, no names, no turns of phrase."""
    names = {word[:5] for person in persons for word in person.words}
    proper = {stem for word in _PROPER.findall(claim) for stem in content_stems(word)}
    return claim_stems(claim) - names - turn_stems() - proper


_PROPER = re.compile(rf"(?<=[\w,;:] )[{_UP}][\w’'-]+")
_TURNS = (
    *FRENCH.responsibility,
    *FRENCH.responsibility_verbs,
    "exécutif collège",
    "occupait exerçait fonction dicastère législature durant cours",
)
