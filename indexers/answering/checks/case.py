"""A claim with the passages that it cites, as every check receives it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from indexers.answering.citations import Claim
from indexers.answering.evidence import Unit, claim_stems, coverage, find_units
from indexers.answering.holders import PersonMention, claimed_persons
from schemas.answer import Finding
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
_RESPONSIBLE = re.compile(
    r"s['’](?:en )?occup\w+|\ben charge\b|\bresponsab\w+|\bchargée?\b|\bdirig\w+|\bg[éè]r\w+\b"
    r"|\bà la tête\b|\bdicastères?\b|\ba la charge\b|\bt(?:ie|e)n(?:t|ait) les\b|\bpilot\w+"
    r"|\ba repris\b|\brel[eè]v\w+ de\b|\bincomb\w+ à\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Case:
    """A claim with the passages that it cites, and all that the assistant was given."""

    claim: Claim
    cited: tuple[Passage, ...]
    passages: tuple[Passage, ...]
    subject: PersonMention | None = None
    """Who « il » or « elle » means: the person named last."""
    min_ocr_confidence: float = 0.9
    is_french: bool = True

    @property
    def persons(self) -> tuple[PersonMention, ...]:
        """The persons that the claim is about."""
        named = claimed_persons(self.claim.text)
        return named or ((self.subject,) if self.subject else ())

    @property
    def is_holding(self) -> bool:
        """Whether it says that a person holds a function or a responsibility."""
        text = self.claim.text
        says = _STRONG_ROLES.search(text) or _RESPONSIBLE.search(text)
        return says is not None and bool(self.persons)

    @property
    def is_absence(self) -> bool:
        """Whether it says that a person is not, or no longer, there."""
        return bool(self.persons) and _ABSENCE.search(self.claim.text) is not None

    @property
    def is_disagreement(self) -> bool:
        """Whether it says that sources disagree."""
        return _DISAGREE.search(self.claim.text) is not None

    @property
    def units(self) -> list[Unit]:
        """Of each cited passage the units whose words cover the claim best."""
        return [unit for passage in self.cited for unit in self.units_of(passage)]

    def units_of(self, passage: Passage) -> list[Unit]:
        """The units of one passage whose words cover the claim best."""
        asked = claim_stems(self.claim.text)
        shares = [(coverage(asked, unit), unit) for unit in find_units(passage)]
        best = max((share for share, _ in shares), default=0.0)
        return [unit for share, unit in shares if share >= best]


Check = Callable[[Case], Iterator[Finding]]


def readable(passage: Passage) -> str:
    """What of a passage may vouch for a name or a figure: body, title, headings, its date."""
    parts = (passage.title, *passage.heading_path, passage.date_label or "", passage.body)
    return "\n".join(parts)
