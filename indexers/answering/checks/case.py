"""A claim with the passages that it cites, as every check receives it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from indexers.answering.attribution import without_attribution
from indexers.answering.citations import Claim
from indexers.answering.evidence import Unit, best_units, closest_unit, full_rows
from indexers.answering.holders import PersonMention, claimed_persons
from indexers.answering.numbers import find_quantities
from indexers.answering.wording import Term, claim_terms
from schemas.answer import Finding
from schemas.lexicon import folded
from schemas.passage import Passage
from schemas.site.vocabulary import FRENCH

_ABSENCE = re.compile(
    r"\b(?:ne|n['’])\s*(?:figur\w+|appara\w+|est|sont|fait|font|compte|mentionn\w+|siège\w*|occupe\w*"
    r"|exerce\w*|cite\w*)\b[^.;]*?\b(?:pas|plus)\b",
    re.IGNORECASE,
)
_DISAGREE = re.compile(
    r"\b(?:contredisent|divergent|diffèrent|ne concordent pas|se contredi)", re.IGNORECASE
)
_STRONG_ROLES = re.compile(
    r"\b(?:vice[- ])?(?:"
    + "|".join(
        sorted(
            {re.escape(w).replace(r"\ ", r"[ -]") for w in (*FRENCH.roles, *FRENCH.adjectives)},
            key=len,
            reverse=True,
        )
    )
    + r")\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\b(?:[Dd]e|[ÀàAa]|d['’]) ?([A-ZÀ-ÖØ-Þ][^\W\d_]+)")
_SERVICE = re.compile(
    r"\b(?:services?|bureaux?|greffe|bourse|office|agence|contrôle)\b", re.IGNORECASE
)
_RESPONSIBLE = re.compile(
    r"\bprésid(?:é|ait|e\b)|s['’](?:en )?occup\w+|\ben charge\b|\bresponsab\w+|\bchargée?\b"
    r"|\bdirig\w+|\bg[éè]r\w+\b"
    r"|\bà la tête\b|\bdicastères?\b|\ba la charge\b|\bt(?:ie|e)n(?:t|ait) les\b|\bpilot\w+"
    r"|\ba repris\b|\brel[eè]v\w+ de\b|\bressort\b|\bdépend\w* d|\battribuée?s?\b"
    r"|\bcompéten\w+|\bconfiée?s? à\b|\bincomb\w+ à\b",
    re.IGNORECASE,
)

_MANY_PASSAGES = 3


@dataclass(frozen=True)
class Case:
    """A claim with the passages that it cites, and all that the assistant was given."""

    claim: Claim
    cited: tuple[Passage, ...]
    passages: tuple[Passage, ...]
    subject: PersonMention | None = None
    """Who « il » or « elle » means: the person named last."""
    min_ocr_confidence: float = 0.9
    is_french: bool = True

    @cached_property
    def text(self) -> str:
        """What it says, without naming the document that says so."""
        return without_attribution(self.claim.text, self.cited)

    @cached_property
    def persons(self) -> tuple[PersonMention, ...]:
        """The persons that the claim is about."""
        named = claimed_persons(self.text)
        return named or ((self.subject,) if self.subject else ())

    @cached_property
    def is_holding(self) -> bool:
        """Whether it says that a person holds a function or a responsibility."""
        text = self.text
        says = _STRONG_ROLES.search(text) or _RESPONSIBLE.search(text)
        return says is not None and bool(self.persons)

    @cached_property
    def is_absence(self) -> bool:
        """Whether it says that a person is not, or no longer, there."""
        return bool(self.persons) and _ABSENCE.search(self.text) is not None

    @property
    def is_disagreement(self) -> bool:
        """Whether it says that sources disagree."""
        return _DISAGREE.search(self.text) is not None

    @cached_property
    def units(self) -> list[Unit]:
        """Of each cited passage the units whose words cover the claim best."""
        return [unit for passage in self.cited for unit in self.units_of(passage)]

    def units_of(self, passage: Passage) -> tuple[Unit, ...]:
        """The units of one passage that cover the claim best, by its words, then by its figures."""
        found = best_units(self.terms, passage)
        figures = {(q.kind, q.value) for q in find_quantities(self.text)}
        own = [{(q.kind, q.value) for q in find_quantities(unit.text)} for unit in found]
        most = max((len(figures & values) for values in own), default=0)
        if most < len(figures):
            values = frozenset(value for _, value in figures)
            if rows := full_rows(self.terms, passage, values):
                return rows
        return tuple(u for u, has in zip(found, own, strict=True) if len(figures & has) == most)

    @cached_property
    def closest(self) -> list[Unit]:
        """Of each cited passage the one unit that says it most closely."""
        found = (closest_unit(self.terms, self.units_of(passage)) for passage in self.cited)
        return [unit for unit in found if unit is not None]

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The words of the claim that a source must vouch for; its persons are no words."""
        text = self.text
        for person in reversed(claimed_persons(text)):
            text = f"{text[: person.start]} {text[person.end :]}"
        found = claim_terms(text, is_holding=self.is_holding or _SERVICE.search(text) is not None)
        return tuple(term for term in found if term.word not in self._places)

    @property
    def _places(self) -> frozenset[str]:
        """Names of places that most passages have: « de Brévanaz » says nothing on its own site."""
        asked = {folded(word) for word in _PLACE.findall(self.text)}
        counted = [w for passage in self.passages for w in asked & _words_of(passage)]
        if len(self.passages) < _MANY_PASSAGES:
            return frozenset()
        return frozenset(w for w in asked if counted.count(w) * 2 > len(self.passages))


Check = Callable[[Case], Iterator[Finding]]


def readable(passage: Passage) -> str:
    """What of a passage may vouch for a name or a figure: body, title, headings, its date."""
    parts = (passage.title, *passage.heading_path, passage.date_label or "", passage.body)
    return "\n".join(parts)


@lru_cache(maxsize=256)
def _words_of(passage: Passage) -> frozenset[str]:
    return frozenset(folded(readable(passage)).split())
