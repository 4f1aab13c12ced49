"""What the whole site's names show: how it writes short dates, and which clues repeat."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from ingest.dating.folding import fold
from ingest.dating.postings import has_posting_suffix
from ingest.dating.short_dates import ShortOrder
from ingest.dating.stamps import PDF_STAMPS, parse_stamp
from ingest.dating.url_path import parse_url_path
from ingest.dating.url_rung import read_text
from schemas.dating import DateClues, DatePrecision, PartialDate

MIN_UNAMBIGUOUS = 3
MIN_MAJORITY = 0.75
MIN_SHARED_STAMP = 4
"""This many files of one day: a migration or a bulk export."""


@dataclass(frozen=True, slots=True)
class SiteHabits:
    """Facts about the site that one document alone cannot show."""

    short_order: ShortOrder | None = None
    """Order of dotted dates with a two-digit year."""
    six_digit_order: ShortOrder | None = None
    recurring_titles: frozenset[str] = field(default_factory=frozenset)
    """Folded PDF titles that several files share: a template's, not theirs."""
    shared_stamp_days: frozenset[date] = field(default_factory=frozenset)
    posting_suffix: bool = False
    """Whether labels end with their day of posting."""


NO_HABITS = SiteHabits()


def learn_habits(documents: Iterable[DateClues], today: date) -> SiteHabits:
    """The habits of the site whose documents' clues these are.

    Only unambiguous names vote (``27.09.12`` can only be day first), and only a clear majority
    of at least three decides.
    """
    clues = list(documents)
    votes: dict[str, Counter[ShortOrder]] = {"short_date": Counter(), "six_digits": Counter()}
    for document in clues:
        for rule, order in _votes(document.url, today):
            votes[rule][order] += 1
    return SiteHabits(
        short_order=_majority(votes["short_date"]),
        six_digit_order=_majority(votes["six_digits"]),
        recurring_titles=_recurring_titles(clues),
        shared_stamp_days=_shared_stamp_days(clues),
        posting_suffix=_posting_suffix(clues, today),
    )


def _posting_suffix(documents: Sequence[DateClues], today: date) -> bool:
    labels = {context.link_text for document in documents for context in document.contexts[:1]}
    found = (has_posting_suffix(read_text(fold(label[:400]), today)) for label in labels)
    return sum(found) >= MIN_UNAMBIGUOUS


def _votes(url: str, today: date) -> list[tuple[str, ShortOrder]]:
    name = parse_url_path(url).name
    found = []
    for reading in read_text(name, today).readings:
        if len(reading.options) == 1 and reading.rule in ("short_date", "six_digits"):
            order = _order(reading.options[0], name.text[reading.start : reading.end])
            if order is not None:
                found.append((reading.rule, order))
    return found


def _order(value: PartialDate, written: str) -> ShortOrder | None:
    if value.precision is not DatePrecision.DAY or value.day is None:
        return None
    digits = "".join(char for char in written if char.isdigit())
    if value.day == value.year % 100:
        return None
    starts_with_year = digits.startswith(f"{value.year % 100:02d}")
    return ShortOrder.YEAR_FIRST if starts_with_year else ShortOrder.DAY_FIRST


def _majority(votes: Counter[ShortOrder]) -> ShortOrder | None:
    if not votes:
        return None
    order, count = votes.most_common(1)[0]
    enough = count >= MIN_UNAMBIGUOUS and count / votes.total() >= MIN_MAJORITY
    return order if enough else None


def _recurring_titles(documents: Sequence[DateClues]) -> frozenset[str]:
    counts = Counter(
        title
        for document in documents
        for title in {fold(title).text.strip() for title in document.titles}
    )
    return frozenset(title for title, count in counts.items() if title and count > 1)


def _shared_stamp_days(documents: Sequence[DateClues]) -> frozenset[date]:
    counts: Counter[date] = Counter()
    for document in documents:
        values = [
            parse_stamp(stated.raw) for stated in document.stated if stated.source in PDF_STAMPS
        ]
        values += [parse_stamp(document.last_modified)]
        days = {v.earliest for v in values if v is not None and v.precision is DatePrecision.DAY}
        counts.update(days)
    return frozenset(day for day, count in counts.items() if count >= MIN_SHARED_STAMP)
