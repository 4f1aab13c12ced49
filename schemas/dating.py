"""Dates as evidence: what was written, where, by which rule, and which was chosen."""

import calendar
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from schemas.document import StatedDate
from schemas.resource import LinkContext


class DatePrecision(StrEnum):
    """How much of a date was written."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    SPAN = "span"
    NONE = "none"


class DateRung(StrEnum):
    """The rungs of the ladder, from the strongest statement to the weakest."""

    STATED = "stated"
    """Metadata: what the site or the author states about this document."""
    URL = "url"
    YEAR_ONLY = "year_only"


class EvidenceStatus(StrEnum):
    """What became of one piece of evidence."""

    CHOSEN = "chosen"
    AGREES = "agrees"
    OUTRANKED = "outranked"
    CONTRADICTS = "contradicts"
    BOUND = "bound"
    """A technical stamp that only bounds the date from above."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date of which only the parts that were written are known.

    >>> str(PartialDate(2019, 5)), str(PartialDate(2018, end_year=2019))
    ('2019-05', '2018/2019')
    """

    year: int
    month: int | None = None
    day: int | None = None
    end_year: int | None = None
    """For spans of years such as a legislature: the last year, inclusive."""

    def __post_init__(self) -> None:
        if not 1000 <= self.year <= 9999:
            raise ValueError(f"year must have four digits, got {self.year!r}")
        if self.day is not None and self.month is None:
            raise ValueError("a day needs its month")
        if self.end_year is not None and (self.month is not None or self.end_year <= self.year):
            raise ValueError(f"not a span of years: {self.year!r} to {self.end_year!r}")
        # A month or day of 0 must raise, so no "or 1".
        month = 1 if self.month is None else self.month
        date(self.year, month, 1 if self.day is None else self.day)

    @classmethod
    def parse(cls, text: str) -> "PartialDate":
        """The date that ``str`` wrote so; raises ``ValueError`` on anything else.

        >>> PartialDate.parse("2019-05"), str(PartialDate.parse("2018/2019"))
        (PartialDate(year=2019, month=5, day=None, end_year=None), '2018/2019')
        """
        first, slash, last = text.partition("/")
        year, *rest = map(int, first.split("-"))
        month = rest[0] if rest else None
        day = rest[1] if len(rest) > 1 else None
        value = cls(year, month, day, end_year=int(last) if slash else None)
        if str(value) != text:
            raise ValueError(f"not a partial date: {text!r}")
        return value

    @property
    def precision(self) -> DatePrecision:
        """Which parts are known."""
        if self.end_year is not None:
            return DatePrecision.SPAN
        if self.day is not None:
            return DatePrecision.DAY
        return DatePrecision.YEAR if self.month is None else DatePrecision.MONTH

    @property
    def earliest(self) -> date:
        """The first day that the date may mean."""
        return date(self.year, self.month or 1, self.day or 1)

    @property
    def latest(self) -> date:
        """The last day that the date may mean."""
        year, month = self.end_year or self.year, self.month or 12
        return date(year, month, self.day or calendar.monthrange(year, month)[1])

    def __str__(self) -> str:
        """ISO 8601 with reduced precision; a span as an interval ``2018/2019``."""
        if self.end_year is not None:
            return f"{self.year:04d}/{self.end_year:04d}"
        parts = [f"{self.year:04d}"]
        parts += [f"{part:02d}" for part in (self.month, self.day) if part is not None]
        return "-".join(parts)


@dataclass(frozen=True, slots=True)
class DateClues:
    """Everything stated about one document that may date it; nothing is interpreted yet."""

    url: str
    """As found, with its percent-encoding; the file name is read from it."""
    contexts: tuple[LinkContext, ...] = ()
    titles: tuple[str, ...] = ()
    """Titles that the document states of itself (PDF Title, h1, ``<title>``), best first."""
    stated: tuple[StatedDate, ...] = ()
    last_modified: str = ""
    sitemap_lastmod: str = ""
    running_headers: tuple[str, ...] = ()
    first_page: str = ""
    """Text of page 1 or the first blocks: a check, not a rung."""
    language: str | None = None
    is_pdf: bool = True
    fetched_on: date | None = None
    """When these bytes were last seen; nothing in them is read as later, whatever the clock."""


@dataclass(frozen=True, slots=True)
class DateEvidence:
    """One candidate date: what was read, where, and by which named rule."""

    value: PartialDate | None
    """``None`` for evidence that was refused or abstains."""
    rung: DateRung | None
    rule: str
    source: str
    """``url``, ``link_text``, ``row``, ``heading``, ``title``, ``pdf_info_creation``, ..."""
    text: str
    """The exact characters of the source that state the date."""
    status: EvidenceStatus
    note: str = ""


class PageCheck(StrEnum):
    """What the text of page 1 says about the chosen date."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Validity:
    """From when to when a document states that it holds; both days belong to it."""

    valid_from: date | None = None
    valid_to: date | None = None
    text: str = ""
    """The exact characters that state it."""

    def is_over(self, today: date) -> bool:
        """Whether the stated end lies before ``today``.

        >>> Validity(valid_to=date(2025, 12, 31)).is_over(date(2026, 1, 1))
        True
        """
        return self.valid_to is not None and self.valid_to < today


NO_VALIDITY = Validity()
"""The document says nothing of when it holds."""


@dataclass(frozen=True, slots=True)
class DateFinding:
    """The date that was chosen for a document, with all the evidence and any conflict."""

    value: PartialDate | None
    rung: DateRung | None
    evidence: tuple[DateEvidence, ...] = ()
    conflict: bool = False
    reason: str = ""
    """Why this one was chosen, in a sentence."""
    page_check: PageCheck = PageCheck.SILENT
    validity: Validity = NO_VALIDITY
    """From when to when the document states that it holds."""

    @property
    def precision(self) -> DatePrecision:
        """Precision of the chosen date; ``NONE`` when nothing held."""
        return DatePrecision.NONE if self.value is None else self.value.precision

    @property
    def chosen(self) -> DateEvidence | None:
        """The evidence that was chosen."""
        return next((e for e in self.evidence if e.status is EvidenceStatus.CHOSEN), None)
