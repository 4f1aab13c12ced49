"""The body of a cited passage cut into units: a table row, a card, two sentences of prose.

A figure or a name supports a claim only where the claim's own words stand beside it: a price
in the next row of a table is the price of something else.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from indexers.answering.citations import split_sentences
from indexers.answering.wording import Term, source_keys
from schemas.lexicon import folded
from schemas.passage import Passage

_CARD_LINE_CHARS = 64
_HEADING_CHARS = 80
_MINUTES = re.compile(r"\bprocès-verba(?:l|ux)\b.*\bséance", re.IGNORECASE | re.DOTALL)
_MOTION = re.compile(r"\bpréavis municipal", re.IGNORECASE)
_TAKES_UP = re.compile(
    r"(?:Ils?|Elles?|Ce|Cet|Cette|Ces|Cela|Ceci|Celui|Celle|Ceux|Sa|Son|Ses|Leurs?|On|Y|En|Or"
    r"|Lorsqu|Un|Au vote|Le Conseil accepte|L[’']assemblée accepte|- )\b"
)
_PRONOUN = re.compile(r"(?:Ils?|Elles?)\b")
# « Nitrates: 8 mg par litre » names no section, though it is a line of its own.
_LABELLED = re.compile(r"[^:]+:\s*\S")


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a passage in which what is said belongs together."""

    text: str
    heading: str
    """The line above it that is a heading or a question; its figures count too."""
    keys: frozenset[str]
    """All that its words vouch for, with those of the headings above it."""
    own: frozenset[str]
    """The same without the headings."""
    above: frozenset[str]
    """The same of the headings alone."""
    is_layout: bool
    """A row, card or list: no sentence, so that no negation is looked for."""


@lru_cache(maxsize=256)
def find_units(passage: Passage) -> tuple[Unit, ...]:
    """The units of a passage's body, each knowing the words of the headings above it."""
    paragraphs = [text for text in re.split(r"\n[ \t]*\n", passage.body) if text.strip()]
    name = opening(passage)
    above = source_keys(f"{name} {implied_words(name)}")
    units: list[Unit] = []
    heading = ""
    for paragraph in paragraphs:
        heading = "" if _has_own_heading(paragraph) else heading
        context = above | source_keys(heading)
        units += [
            _unit(text, heading, context, is_layout=is_layout)
            for text, is_layout in _pieces(paragraph)
        ]
        if _is_heading(paragraph):
            heading = paragraph.strip()
    return tuple(units)


def opening(passage: Passage) -> str:
    """What names a passage: its title, the headings above it and its first lines."""
    paragraphs = [text for text in re.split(r"\n[ \t]*\n", passage.body) if text.strip()]
    names = takewhile(_is_heading, paragraphs)
    return "\n".join((passage.title, *passage.heading_path, *names))


def _unit(text: str, heading: str, context: frozenset[str], *, is_layout: bool) -> Unit:
    asked = heading if heading.endswith("?") else ""
    own = source_keys(f"{asked} {text}")
    return Unit(text, heading, own | context, own, context, is_layout)


def implied_words(name: str) -> str:
    """Who speaks in a document of this name, though it does not say so in each sentence.

    >>> implied_words("Procès-verbal de la séance du 14 mai 2019")
    'conseil conseillers membres'
    """
    if _MINUTES.search(name):
        return "conseil conseillers membres"
    return "municipalite" if _MOTION.search(name) else ""


def _pieces(paragraph: str) -> Iterator[tuple[str, bool]]:
    lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
    if any(" | " in line or "\t" in line for line in lines):
        yield from ((line.replace("\t", " | "), True) for line in lines)
        return
    if len(lines) > 1 and len({line.split()[0] for line in lines}) == 1:
        yield from ((line, True) for line in lines)
        return
    if len(lines) > 1 and sorted(map(len, lines))[len(lines) // 2] < _CARD_LINE_CHARS:
        yield paragraph, True
        if not all(len(line) < _CARD_LINE_CHARS for line in lines):
            yield from _sentence_windows(lines)
        return
    yield from _sentence_windows(lines)


def _sentence_windows(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Each sentence alone, then with the one before it where it takes that one up.

    « Il » or « elle » may mean someone further up: such a sentence comes with all before it.
    """
    sentences = [
        part for s in split_sentences(" ".join(lines)) for part in re.split(r"(?<= ;) ", s)
    ]
    for position, sentence in enumerate(sentences):
        yield sentence, False
        if position and _takes_up(sentence, sentences[position - 1]):
            yield f"{sentences[position - 1]} {sentence}", False
        if position > 1 and _PRONOUN.match(sentence):
            yield " ".join(sentences[: position + 1]), False


def _takes_up(sentence: str, before: str) -> bool:
    """Whether a sentence speaks of what the one before it named."""
    if _TAKES_UP.match(sentence):
        return True
    subject = re.match(r"(?:Le|La|Les|L['’]) ?([^\W\d_]{4,})", sentence)
    return subject is not None and source_keys(subject[1]) <= source_keys(before)


def _is_heading(paragraph: str) -> bool:
    text = paragraph.strip()
    if "\n" in text or len(text) > _HEADING_CHARS or text.endswith((".", "!", ",", ";")):
        return False
    return _LABELLED.match(text) is None


def _has_own_heading(paragraph: str) -> bool:
    """A card that opens with its own name stands no more under the last one."""
    first, _, rest = paragraph.strip().partition("\n")
    return bool(rest) and " | " not in paragraph and _is_heading(first)


def asked_cells(claim: str, unit: Unit) -> str:
    """Of a table's row, the cells that the claim names by their label; the rest if it names none.

    >>> none: frozenset[str] = frozenset()
    >>> row = Unit("Mercredi: 14 h | Samedi: 9 h", "", none, none, none, is_layout=True)
    >>> asked_cells("ouvert le samedi à 14 h", row)
    'Samedi: 9 h'
    """
    cells = unit.text.split(" | ")
    if not unit.is_layout or len(cells) == 1:
        return unit.text
    words = set(folded(claim).split())
    labelled = [(cell, set(folded(cell.partition(":")[0]).split())) for cell in cells]
    named = [cell for cell, label in labelled if ":" in cell and label & words]
    return " | ".join(named or cells)


def coverage(terms: Sequence[Term], unit: Unit) -> float:
    """The share of a claim's terms that a unit vouches for; 1 for a claim without any."""
    return sum(bool(t.keys & unit.keys) for t in terms) / len(terms) if terms else 1.0


@lru_cache(maxsize=4_096)
def best_units(terms: tuple[Term, ...], passage: Passage) -> tuple[Unit, ...]:
    """The units of one passage that vouch for the most of ``terms``."""
    shares = [(coverage(terms, unit), unit) for unit in find_units(passage)]
    best = max((share for share, _ in shares), default=0.0)
    return tuple(unit for share, unit in shares if share >= best)


@lru_cache(maxsize=4_096)
def closest_unit(terms: tuple[Term, ...], passage: Passage) -> Unit | None:
    """Of the best units the one that says most by itself; of prose the sentence that does."""
    units = best_units(terms, passage)
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
    return not _is_heading(unit.text), _said(terms, unit.own), -len(unit.text)


def _said(terms: tuple[Term, ...], keys: frozenset[str]) -> int:
    return sum(bool(term.keys & keys) for term in terms)
