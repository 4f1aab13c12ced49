"""The body of a cited passage cut into units: a table row, a card, two sentences of prose.

A figure or a name supports a claim only where the claim's own words stand beside it: a price
in the next row of a table is the price of something else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from indexers.answering.citations import split_sentences
from indexers.answering.numbers import QuantityKind, find_quantities
from indexers.answering.numbers.words import number_word
from schemas.lexicon import folded
from schemas.passage import Passage

_CARD_LINE_CHARS = 64
_HEADING_CHARS = 80
_STEM_CHARS = 5
_MIN_WORD_CHARS = 3
_BODY_CHARS = 8
# « vice-syndic », « ancienne syndique », « adjoint au maire » are not the last word's function.
QUALIFIED = re.compile(
    r"\b(?P<before>vice|ex|anciens?|anciennes?|adjointe?s?|suppl[ée]ante?s?"
    r"|secrétaires?|greffi[eè]re?s?|conseill[eè]re?s?|agente?s?|police|garde)"
    r"[- \u00a0]+(?:au |du |de la |de l['’])?(?P<function>[^\W\d_]+)",
    re.IGNORECASE,
)
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "les des une aux par pour sur dans avec sans sous vers chez entre que qui quoi dont"
        " est sont était étaient été être sera seront soit ont avait avaient avoir aura son"
        " ses leur leurs notre nos votre vos cette ces cet elle elles ils lui eux nous vous"
        " plus moins très aussi ainsi alors donc mais selon comme tout tous toute toutes"
        " chaque afin lors puis encore toujours déjà pas non oui ici elle même aucun aucune"
        " celui celle ceux dès jusqu depuis pendant après avant actuellement aujourd hui"
        " actuel actuelle document documents archive archives procès verbal page officielle"
        " site commune communal communale prix montant coûte coûtait coûter élève élevait"
        " élèvent monte montait fixé fixée fixait effet faut peut peuvent doit doivent fait"
        " faire trouve possible est-à-dire francs franc chf monsieur madame mme mlle date daté"
        " séance lieu eut part heures heure environ ans année années indique précise mentionne"
        " ailleurs cela ceci voici voilà joignable atteignable disponible répond"
        "  ouvre ouvrent ferme ferment allant lequel"
        " laquelle",
    )
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of a passage in which what is said belongs together."""

    text: str
    heading: str
    """The line above it that is a heading or a question; its figures count too."""
    stems: frozenset[str]
    """Stems of its words, with those of the headings above it."""
    is_layout: bool
    """A row, card or list: no sentence, so that no negation is looked for."""


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that carry a sentence; figures are compared elsewhere.

    >>> sorted(content_stems("La déchèterie est ouverte le samedi."))
    ['deche', 'ouver', 'samed']
    """
    words = folded(QUALIFIED.sub(r"\g<before>\g<function>", text)).split()
    stop = _folded_stop_words()
    kept = (word for word in words if len(word) >= _MIN_WORD_CHARS and word not in stop)
    return frozenset(_stem(w) for w in kept if not w[0].isdigit() and not number_word(w))


def _stem(word: str) -> str:
    """The first letters; a body keeps its ending, so that « municipalité » is no « municipal »."""
    is_body = len(word) > _BODY_CHARS and word.endswith(("ite", "ites"))
    return f"{word[:_STEM_CHARS]}{'ite' if is_body else ''}"


def claim_stems(claim: str) -> frozenset[str]:
    """The `content_stems` of a claim without its dates, whose months are figures.

    >>> sorted(claim_stems("De novembre à mars, dès le 3 novembre 2026"))
    ['mars', 'novem']
    """
    text = claim
    for quantity in reversed(find_quantities(claim)):
        if quantity.kind is QuantityKind.DATE:
            text = f"{text[: quantity.start]} {text[quantity.end :]}"
    return content_stems(text)


@lru_cache(maxsize=1)
def _folded_stop_words() -> frozenset[str]:
    return frozenset(part for word in _STOP_WORDS for part in folded(word).split())


@lru_cache(maxsize=256)
def find_units(passage: Passage) -> tuple[Unit, ...]:
    """The units of a passage's body, each knowing the words of the headings above it."""
    above = content_stems(" ".join((passage.title, *passage.heading_path)))
    units: list[Unit] = []
    heading = ""
    for paragraph in re.split(r"\n[ \t]*\n", passage.body):
        if not paragraph.strip():
            continue
        context = above | content_stems(heading)
        units += [
            Unit(text, heading, content_stems(text) | context, is_layout)
            for text, is_layout in _pieces(paragraph)
        ]
        if _is_heading(paragraph):
            heading = paragraph.strip()
    return tuple(units)


def _pieces(paragraph: str) -> Iterator[tuple[str, bool]]:
    lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
    if any(" | " in line or "\t" in line for line in lines):
        yield from ((line.replace("\t", " | "), True) for line in lines)
        return
    if len(lines) > 1 and sorted(map(len, lines))[len(lines) // 2] < _CARD_LINE_CHARS:
        yield paragraph, True
        if not all(len(line) < _CARD_LINE_CHARS for line in lines):
            yield from _sentence_windows(lines)
        return
    yield from _sentence_windows(lines)


def _sentence_windows(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Each sentence alone, then with the one before it, which may name its subject."""
    sentences = split_sentences(" ".join(lines))
    for position, sentence in enumerate(sentences):
        yield sentence, False
        if position:
            yield f"{sentences[position - 1]} {sentence}", False


def _is_heading(paragraph: str) -> bool:
    text = paragraph.strip()
    return "\n" not in text and len(text) <= _HEADING_CHARS and not text.endswith((".", "!"))


def asked_cells(claim: str, unit: Unit) -> str:
    """Of a table's row, the cells that the claim names by their label; the rest if it names none.

    >>> row = Unit("Mercredi: 14 h | Samedi: 9 h", "", frozenset(), is_layout=True)
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


def coverage(claim: frozenset[str], unit: Unit) -> float:
    """The share of a claim's words that a unit holds; 1 for a claim without any."""
    return len(claim & unit.stems) / len(claim) if claim else 1.0
