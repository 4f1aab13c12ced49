"""A candidate: a date that may be chosen, with its rank on the ladder and its verbatim evidence."""

from dataclasses import dataclass
from enum import IntEnum

from ingest.dating.readings import fineness
from schemas.dating import DateEvidence, DateRung, EvidenceStatus, PartialDate


class Rank(IntEnum):
    """The order in which candidates are tried; a day or a month comes before any bare year.

    What the site states next to the link refines and corrects the name; a section heading, a
    title or a day of publication never beats a day in the name; a stamp is the last resort.
    """

    LITERAL_STAMP = 0
    """Only when the profile asks for the literal reading of PDF metadata."""
    LINK_TEXT = 10
    ROW = 11
    NAME = 20
    HEADING = 21
    """Of the section: it is that of the sitting where last month's minutes are approved, too."""
    FOLDER = 22
    TIME_ELEMENT = 23
    """Next to the link, but mostly the day of posting."""
    TITLE = 30
    LANDING_PAGE = 31
    RUNNING_HEADER = 32
    SESSION_TEXT = 33
    PUBLICATION = 34
    STATED_YEAR = 50
    NAME_YEAR = 51
    FOLDER_YEAR = 52
    HEADING_YEAR = 53
    TITLE_YEAR = 54
    SUBJECT_YEAR = 55
    """A year in a council paper's name: what it is about, seldom when it was written."""
    STAMP_YEAR = 60
    NOTHING = 90
    """Read and refused, or a bound: kept for the operator."""


_STATED = frozenset(
    {
        Rank.LITERAL_STAMP, Rank.LINK_TEXT, Rank.ROW, Rank.TIME_ELEMENT, Rank.HEADING, Rank.TITLE,
        Rank.LANDING_PAGE, Rank.RUNNING_HEADER, Rank.SESSION_TEXT, Rank.PUBLICATION,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """One date with where it stands; ``rank`` decides, ``text`` proves."""

    rank: Rank
    value: PartialDate | None
    rule: str
    source: str
    text: str
    note: str = ""
    is_bound: bool = False
    place: int = 0
    """Which of the pages that link to the document states it, counted from 0."""

    @property
    def fine(self) -> bool:
        """Whether it gives a month or a day and may be chosen."""
        return self.value is not None and self.rank < Rank.STATED_YEAR and fineness(self.value) >= 2

    @property
    def choosable(self) -> bool:
        """Whether it may be chosen at all."""
        return self.value is not None and self.rank is not Rank.NOTHING

    @property
    def rung(self) -> DateRung | None:
        """The rung of the card's ladder on which this candidate stands."""
        if self.rank is Rank.NOTHING or self.value is None:
            return None
        if fineness(self.value) < 2:
            return DateRung.YEAR_ONLY
        return DateRung.STATED if self.rank in _STATED else DateRung.URL

    def as_evidence(self, status: EvidenceStatus) -> DateEvidence:
        """What is kept of it."""
        return DateEvidence(
            value=self.value,
            rung=self.rung,
            rule=self.rule,
            source=self.source,
            text=self.text,
            status=status,
            note=self.note,
        )
