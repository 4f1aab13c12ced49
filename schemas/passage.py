"""What retrieval hands to an assistant: passages, and why each of them is there."""

from dataclasses import dataclass
from enum import StrEnum


class PassagePart(StrEnum):
    """The part of a result that a passage belongs to, in the order in which they stand."""

    AUTHORITY = "authority"
    """A chunk of the pinned page: in whatever its score."""
    FORMER_HOLDER = "former_holder"
    """An archive that states a function of the person asked for, who is not on the page."""
    RANKED = "ranked"
    """Found by search."""


class IntentKind(StrEnum):
    """What a question is about, as far as authority goes."""

    ROLE = "role"
    RESPONSIBILITY = "responsibility"
    PERSON = "person"
    TOPIC = "topic"
    """A word that the profile ties to a pinned topic."""
    LIKENESS = "likeness"
    """No word says so; the question reads like one for a holder (the question model)."""
    FORCED = "forced"
    """The caller asked for the authority context."""
    ORDINARY = "ordinary"


class Tense(StrEnum):
    """The time that a question asks about."""

    TODAY = "today"
    """Said in words: « actuellement », « aujourd'hui », the current year."""
    PAST = "past"
    UNSAID = "unsaid"


@dataclass(frozen=True, slots=True)
class LegScore:
    """How one leg of the search ranked a passage."""

    leg: str
    """``vector`` or ``text``."""
    rank: int
    """From 1."""
    score: float
    """As the leg gives it: cosine distance for ``vector``, BM25 for ``text``."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One chunk as an assistant reads it, with everything that a citation needs."""

    id: str
    text: str
    """What is read: for an archive, the warning and then the body."""
    body: str
    """The document's exact words, on which citations are verified."""
    url: str
    title: str = ""
    heading_path: tuple[str, ...] = ()
    page_first: int | None = None
    page_last: int | None = None
    language: str = "fr"
    date: str | None = None
    """ISO 8601 with the parts that are known."""
    date_label: str | None = None
    date_precision: str = "none"
    is_archive: bool = False
    is_authoritative: bool = False
    authority_topic: str | None = None
    standing_reason: str = ""
    ocr: bool = False
    ocr_confidence: float | None = None
    part: PassagePart = PassagePart.RANKED
    score: float = 0.0
    """Fused score of the ranked part; 0 for passages that are in without one."""
    legs: tuple[LegScore, ...] = ()
    reason: str = ""
    """Why it is here, as a sentence."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice that retrieval made, and why."""

    name: str
    """``legs``, ``authority``, ``dates``, ``former_holder``, ``duplicates``, ..."""
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Intent:
    """What was understood of a question, with the words that say so."""

    kinds: tuple[IntentKind, ...] = (IntentKind.ORDINARY,)
    topics: tuple[str, ...] = ()
    """Authority topics whose pinned pages come in; empty for an ordinary question."""
    persons: tuple[str, ...] = ()
    """Keys of the persons that are named, as in the lexicon."""
    evidence: tuple[str, ...] = ()
    """The words of the question that decided."""
    set_aside: tuple[str, ...] = ()
    """Words of function that did not count, since the question reads like an ordinary one."""
    likeness: float | None = None
    """How much it reads like a question for a holder, 0 to 1; None when no model was asked."""
    tense: Tense = Tense.UNSAID
    period: tuple[str, str] | None = None
    """First and last day asked about, ISO 8601, both inclusive."""

    @property
    def is_authority(self) -> bool:
        """Whether the authority context applies."""
        return self.kinds != (IntentKind.ORDINARY,)


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The passages for one question, best first, and how they came about."""

    question: str
    passages: tuple[Passage, ...]
    intent: Intent
    choices: tuple[Choice, ...] = ()
    index_version: str = ""

    def part(self, part: PassagePart) -> tuple[Passage, ...]:
        """The passages of one part."""
        return tuple(passage for passage in self.passages if passage.part is part)
