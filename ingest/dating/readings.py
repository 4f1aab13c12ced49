"""A reading: what one rule read at one place of one text; and the scanner that applies a table."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ingest.dating.folding import Folded
from schemas.dating import DatePrecision, PartialDate

_DIGIT = re.compile(r"[0-9]")
EARLIEST_YEAR = 1900
FUTURE_YEARS = 2
"""A written year may lie this far ahead (a budget, a calendar); a plan's horizon may not."""
FUTURE_DAYS = 62
"""A two-digit year is read so only up to the next meeting, or every reading would be possible."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One date read at ``text[start:end]``; several ``options`` when it reads in several ways."""

    start: int
    end: int
    rule: str
    value: PartialDate | None = None
    options: tuple[PartialDate, ...] = ()
    day_month: tuple[int, int] | None = None
    """A day and month whose year stands elsewhere or nowhere."""
    leading: bool = False
    """Nothing but separators stands before it: the place where sorting prefixes stand."""


@dataclass(frozen=True, slots=True)
class Place:
    """One match of a rule's pattern: the text, the match, and the day that bounds the future."""

    text: str
    match: re.Match[str]
    today: date

    @property
    def before(self) -> str:
        """The text before the match, at most sixty characters."""
        return self.text[max(0, self.match.start() - 60) : self.match.start()]

    @property
    def after(self) -> str:
        """The text after the match, at most sixty characters."""
        return self.text[self.match.end() : self.match.end() + 60]

    @property
    def leading(self) -> bool:
        """Whether only separators stand before the match."""
        return not self.text[: self.match.start()].strip(" ._-\x00")

    def number(self, group: str) -> int:
        """The digits of ``group`` as a number."""
        return int(self.match.group(group))

    def plausible(self, value: PartialDate | None) -> PartialDate | None:
        """``value`` if its year can be the year of a document that exists today."""
        if value is None or not EARLIEST_YEAR <= value.year <= self.today.year + FUTURE_YEARS:
            return None
        return value

    def near(self, value: PartialDate | None) -> PartialDate | None:
        """``value`` if it lies before the next meeting at the latest."""
        if value is None or value.earliest > self.today + timedelta(days=FUTURE_DAYS):
            return None
        return value

    def reading(self, value: PartialDate | None, rule: str) -> Reading | None:
        """A reading of the whole match, or ``None`` without a plausible value."""
        if (kept := self.plausible(value)) is None:
            return None
        return Reading(self.match.start(), self.match.end(), rule, kept, leading=self.leading)


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: a pattern over folded text, and what a match of it reads as."""

    name: str
    pattern: re.Pattern[str]
    read: Callable[[Place, str], Reading | None]
    needs_digit: bool = True
    """Whether only text with a digit can match: most folders and titles have none."""


def scan(folded: Folded, rules: Iterable[Rule], today: date) -> tuple[list[Reading], Folded]:
    """All readings in the order of ``rules``, and the text with what was read masked.

    A character is read once: what a stronger rule took, a weaker one does not see.
    """
    found: list[Reading] = []
    rest = folded
    has_digit = _DIGIT.search(folded.text) is not None
    for rule in rules:
        if rule.needs_digit and not has_digit:
            continue
        text = rest.text
        read = [
            reading
            for match in rule.pattern.finditer(text)
            if (reading := rule.read(Place(text, match, today), rule.name)) is not None
        ]
        if read:
            found += read
            rest = rest.masked((r.start, r.end) for r in read)
    return found, rest


def shared(options: Sequence[PartialDate]) -> PartialDate | None:
    """What all ``options`` have in common: the same date, its month, its year, or nothing.

    >>> str(shared((PartialDate(2019, 5, 14), PartialDate(2019, 5))))
    '2019-05'
    >>> shared((PartialDate(2012, 4, 13), PartialDate(2013, 4, 12)))
    """
    if not options:
        return None
    first = options[0]
    if all(option == first for option in options):
        return first
    if len({option.year for option in options}) > 1:
        return None
    months = {option.month for option in options}
    if len(months) == 1 and None not in months:
        return PartialDate(first.year, first.month)
    return PartialDate(first.year)


def agree(first: PartialDate, second: PartialDate) -> bool:
    """Whether one of the dates contains the other.

    >>> agree(PartialDate(2019, 5), PartialDate(2019, 5, 14))
    True
    >>> agree(PartialDate(2019, 5), PartialDate(2019, 6, 1))
    False
    """
    return (first.earliest <= second.earliest and second.latest <= first.latest) or (
        second.earliest <= first.earliest and first.latest <= second.latest
    )


_FINENESS = {
    DatePrecision.DAY: 3,
    DatePrecision.MONTH: 2,
    DatePrecision.YEAR: 1,
    DatePrecision.SPAN: 0,
    DatePrecision.NONE: -1,
}


def fineness(value: PartialDate) -> int:
    """3 for a day, 2 for a month, 1 for a year, 0 for a span."""
    return _FINENESS[value.precision]
