"""The smallest pieces of a cited passage that say what a claim says.

A row of a table with its labels, a card, or one to three sentences of prose that follow each
other: the fewest that vouch for the claim's words. A figure or a name supports a claim only
there: a price in the next row is the price of something else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from indexers.answering.citations import split_sentences
from indexers.answering.layout import ENTRY, Block, find_blocks, is_heading, paragraphs, prose, rows
from indexers.answering.numbers import find_quantities
from indexers.answering.tense import ClaimTense, claim_tense
from indexers.answering.wording import Term, claim_terms, source_keys
from schemas.passage import Passage

_MAX_SENTENCES = 3
_DAY = re.compile(r"(?:lun|mar|mercre|jeu|vendre|same)di|dimanche", re.IGNORECASE)
_NAME_CHARS = 160
_MINUTES = re.compile(r"\bprocès-verba(?:l|ux)\b.*\b(?:séance|conseil)", re.IGNORECASE | re.DOTALL)
_MOTION = re.compile(r"\bpréavis municipal", re.IGNORECASE)
_DETERMINER = re.compile(
    r"(?:Tou(?:t|te|s|tes)|Les?|La|L['’]|Une?|Des?|Du|D['’]|Ce|Cet|Cette|Ces|Ils?|Elles?|On|Chaque|En|Au|Aux"
    r"|À|Pour|Par|Dans|Sur|Son|Sa|Ses|Seule?s?|Aucune?|Deux|Trois|[0-9]+)(?!\w)"
)
_TAKES_UP = re.compile(
    r"(?:Ils?|Elles?|Lui|Son|Sa|Ses|Leurs?|De retour|Celui|Celle|Ceux|À \w+ ans)(?!\w)"
)
_PRONOUN = re.compile(r"(?:Ils?|Elles?)\b")


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a passage in which what is said belongs together."""

    text: str
    heading: str
    """What stands above it: a heading, a question, a table's title; its figures count too."""
    keys: frozenset[str]
    """All that its words vouch for, with those of the headings above it."""
    own: frozenset[str]
    """The same without the headings."""
    above: frozenset[str]
    """The same of the headings alone."""
    near: frozenset[str]
    """The same of the heading right above it, which says what it is about."""
    is_layout: bool
    """A row, card or list: no sentence, so that no negation is looked for."""
    lead: str = ""
    """Before a table or a sentence of « il »: what stands there, of which no figure counts."""


@lru_cache(maxsize=256)
def find_units(passage: Passage) -> tuple[Unit, ...]:
    """The units of a passage's body, each knowing the words of the headings above it."""
    name = opening(passage)
    context = source_keys(f"{name} {implied_words(name)}")
    return tuple(
        unit for block in find_blocks(passage.body) for unit in _units_of_block(block, context)
    )


def opening(passage: Passage) -> str:
    """What names a passage: its title, the headings above it and its first lines."""
    names = takewhile(is_heading, paragraphs(passage.body))
    return "\n".join((passage.title, *passage.heading_path, *names))


def _units_of_block(block: Block, context: frozenset[str]) -> Iterator[Unit]:
    for row in rows(block):
        yield _unit(row, block.above, context, is_layout=True, lead=block.lead)
    for sentences in prose(block):
        name = sentences[0] if len(sentences) > 1 and _is_name(sentences[0]) else ""
        entry = ENTRY.match(sentences[0])
        if entry and len(sentences) > 1 and " " in entry["name"]:
            name = entry["name"]
        above = "\n".join(filter(None, (block.above, name)))
        whole = " ".join(sentences)
        for window in _windows(sentences):
            unit = _unit(window, above, context, is_layout=False)
            is_tied = _TAKES_UP.match(window) is not None
            yield replace(unit, lead=whole.partition(window)[0].strip()) if is_tied else unit


def _is_name(sentence: str) -> bool:
    """« Préavis 07/2019, réfection du collège. » names what the paragraph goes on to tell."""
    is_short = len(sentence) <= _NAME_CHARS and ":" not in sentence
    is_bare = _DETERMINER.match(sentence) is None
    return is_short and is_bare and claim_tense(sentence) is ClaimTense.NONE


def _windows(sentences: list[str]) -> Iterator[str]:
    """One to three sentences, or the first with another; before « il », all of them.

    What a paragraph is about stands in its first sentence; « il » may mean someone in any.
    """
    for size in range(1, _MAX_SENTENCES + 1):
        for start in range(len(sentences) - size + 1):
            yield " ".join(sentences[start : start + size])
    for position, sentence in enumerate(sentences[_MAX_SENTENCES:], start=_MAX_SENTENCES):
        yield f"{sentences[0]} {sentence}"
        if _PRONOUN.match(sentence):
            yield " ".join(sentences[: position + 1])


def _unit(
    text: str, heading: str, context: frozenset[str], *, is_layout: bool, lead: str = ""
) -> Unit:
    asked = heading if heading.endswith("?") else ""
    own, near = source_keys(f"{asked} {text}"), source_keys(heading)
    context |= source_keys(lead)
    return Unit(text, heading, own | near | context, own, context | near, near, is_layout, lead)


def implied_words(name: str) -> str:
    """Who speaks in a document of this name, though it does not say so in each sentence.

    >>> implied_words("Procès-verbal de la séance du 14 mai 2019")
    'conseil conseillers membres'
    """
    if _MINUTES.search(name):
        return "conseil conseillers membres"
    return "municipalite" if _MOTION.search(name) else ""


def asked_cells(claim: str, unit: Unit) -> str:
    """Of a table's row, what names it and the cells whose label the claim has; else all of it.

    >>> none: frozenset[str] = frozenset()
    >>> row = Unit("Mercredi: 14 h | Samedi: 9 h", "", none, none, none, none, is_layout=True)
    >>> asked_cells("ouvert le samedi à 14 h", row)
    'Samedi: 9 h'
    """
    cells = unit.text.split(" | ")
    if not unit.is_layout or len(cells) == 1:
        return unit.text
    said = frozenset(key for term in claim_terms(claim) for key in term.keys)
    hours = {q.value for q in find_quantities(claim)}
    # The first cell names the row, unless it is a day like those beside it.
    is_day = _DAY.match(cells[0]) is not None
    rest = cells if is_day else cells[1:]
    named = [cell for cell in rest if ":" in cell and (said & _label(cell) or hours & _hours(cell))]
    words = [claim_terms(cell.partition(":")[0]) for cell in named]
    whole = [c for c, w in zip(named, words, strict=True) if all(t.keys & said for t in w)]
    named = whole or named
    counted = {kind for cell in named for kind in _kinds(cell)}
    kept = [cell for cell in rest if cell in named or not _kinds(cell) & counted]
    return " | ".join([*cells[: len(cells) - len(rest)], *kept] if named else cells)


def _kinds(cell: str) -> set[tuple[str, str]]:
    """What the figures of a cell count: only cells of one kind stand for each other."""
    return {(q.kind, q.unit) for q in find_quantities(cell.partition(":")[2])}


@lru_cache(maxsize=1_024)
def _hours(cell: str) -> frozenset[str]:
    return frozenset(q.value for q in find_quantities(cell.rpartition(": ")[0]))


@lru_cache(maxsize=1_024)
def _label(cell: str) -> frozenset[str]:
    return frozenset(
        key for term in claim_terms(cell.partition(":")[0]) for key in term.keys if key[0] != "<"
    )


@lru_cache(maxsize=4_096)
def best_units(terms: tuple[Term, ...], passage: Passage) -> tuple[Unit, ...]:
    """The units of one passage that vouch for most of ``terms``, with no more than it needs."""
    units = find_units(passage)
    shares = [((_total(terms, unit), _said(terms, unit.own | unit.near)), unit) for unit in units]
    best = max((share for share, _ in shares), default=(0, 0))
    found = [unit for share, unit in shares if share >= best]
    return tuple(
        unit
        for unit in found
        if not any(len(other.text) < len(unit.text) and other.text in unit.text for other in found)
    )


def full_rows(
    terms: tuple[Term, ...], passage: Passage, values: frozenset[str]
) -> tuple[Unit, ...]:
    """The rows of tables that vouch for as much as the best units do, and have all figures."""
    units = find_units(passage)
    best = max((_said(terms, unit.keys) for unit in units), default=0)
    return tuple(
        unit
        for unit in units
        if unit.is_layout
        and " | " in unit.text
        and _said(terms, unit.keys) == best
        and values <= {q.value for q in find_quantities(unit.text)}
    )


@lru_cache(maxsize=4_096)
def closest_unit(terms: tuple[Term, ...], units: tuple[Unit, ...]) -> Unit | None:
    """Of the units the one that says most by itself; of prose the sentence that does."""
    unit = max(units, key=lambda unit: _closeness(terms, unit), default=None)
    if unit is None or unit.is_layout:
        return unit
    sentences = split_sentences(unit.text)
    fresh = tuple(term for term in terms if not term.keys & unit.above)
    best = max(
        sentences, key=lambda s: (_said(fresh, source_keys(s)), _said(terms, source_keys(s)))
    )
    return replace(unit, text=best)


def _closeness(terms: tuple[Term, ...], unit: Unit) -> tuple[bool, int, int]:
    return not is_heading(unit.text), _said(terms, unit.own), -len(unit.text)


def _total(terms: tuple[Term, ...], unit: Unit) -> int:
    """What a unit vouches for; what is told around a table, only where a row says something."""
    is_silent = unit.is_layout and unit.lead and not _said(terms, unit.own)
    return _said(terms, unit.own | unit.near) if is_silent else _said(terms, unit.keys)


def _said(terms: tuple[Term, ...], keys: frozenset[str]) -> int:
    return sum(bool(term.keys & keys) for term in terms)
