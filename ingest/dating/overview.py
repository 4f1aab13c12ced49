"""The dates of a whole site as rows and counts, for the operator's list."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from schemas.dating import DateFinding, PageCheck
from schemas.warning import date_label


@dataclass(frozen=True, slots=True)
class DatedRow:
    """One document's date in words, ready for a table, JSON or CSV."""

    url: str
    title: str
    date: str
    """ISO 8601 with the parts that are known; empty without a date."""
    label: str
    """As it stands in the French warning; empty without a date."""
    precision: str
    rung: str
    rule: str
    source: str
    text: str
    conflict: bool
    page_check: str
    reason: str


@dataclass(frozen=True, slots=True)
class DateOverview:
    """All rows, and how many there are of each kind."""

    rows: tuple[DatedRow, ...]
    by_rung: tuple[tuple[str, int], ...]
    by_precision: tuple[tuple[str, int], ...]

    @property
    def conflicts(self) -> tuple[DatedRow, ...]:
        """Documents of which two clues disagree."""
        return tuple(row for row in self.rows if row.conflict)

    @property
    def undated(self) -> tuple[DatedRow, ...]:
        """Documents without any date."""
        return tuple(row for row in self.rows if not row.date)

    @property
    def against_page_one(self) -> tuple[DatedRow, ...]:
        """Documents whose first page names another day of sitting."""
        return tuple(row for row in self.rows if row.page_check == PageCheck.DISAGREES)


def dated_row(url: str, title: str, finding: DateFinding) -> DatedRow:
    """One document's row.

    >>> dated_row("https://x.example/a.pdf", "A", DateFinding(None, None)).precision
    'none'
    """
    chosen = finding.chosen
    return DatedRow(
        url=url,
        title=title,
        date="" if finding.value is None else str(finding.value),
        label="" if finding.value is None else date_label(finding.value),
        precision=finding.precision.value,
        rung="" if finding.rung is None else finding.rung.value,
        rule="" if chosen is None else chosen.rule,
        source="" if chosen is None else chosen.source,
        text="" if chosen is None else chosen.text,
        conflict=finding.conflict,
        page_check=finding.page_check.value,
        reason=finding.reason,
    )


def overview(documents: Iterable[tuple[str, str, DateFinding]]) -> DateOverview:
    """Rows and counts of ``(url, title, finding)``: conflicts first, then undated, then by URL."""
    rows = sorted(
        (dated_row(url, title, finding) for url, title, finding in documents),
        key=lambda row: (not row.conflict, bool(row.date), row.url),
    )
    return DateOverview(
        rows=tuple(rows),
        by_rung=tuple(sorted(Counter(row.rung or "none" for row in rows).items())),
        by_precision=tuple(sorted(Counter(row.precision for row in rows).items())),
    )
