"""Dates for an operator: the list of what each rests on, and one set of clues tried out."""

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote, urlsplit

from flows.cli.tables import shortened, table
from flows.workspace import Workspace
from indexers.lance import open_index
from schemas.dating import (
    DateClues,
    DateEvidence,
    DateFinding,
    DatePrecision,
    DateRung,
    EvidenceStatus,
    PageCheck,
    PartialDate,
)
from schemas.document import DocumentKind, StatedDate, StatedDateSource
from schemas.index import DocumentRow
from schemas.resource import LinkContext
from schemas.urls import CanonicalUrl

Listing = Literal["rung", "precision", "conflict", "undated", "disagree"]
"""What to list: everything in the order of one column, or only what needs a look."""

COLUMNS = (
    "date", "precision", "rung", "source", "rule", "evidence",
    "conflict", "page_check", "reason", "is_archive", "title", "url",
)  # fmt: skip
"""Of the JSON and the CSV, in this order; later versions may add at the end."""

_RUNGS = [*(rung.value for rung in DateRung), ""]
_PRECISIONS = [precision.value for precision in DatePrecision]


@dataclass(frozen=True, slots=True)
class DatedDocument:
    """One document of the live index with what its date rests on."""

    row: DocumentRow
    finding: DateFinding

    def as_dict(self) -> dict[str, object]:
        """The values of `COLUMNS`."""
        chosen = self.finding.chosen
        values = (
            self.row.date, self.row.date_precision, self.row.date_rung or "",
            "" if chosen is None else chosen.source, "" if chosen is None else chosen.rule,
            "" if chosen is None else chosen.text, self.row.date_conflict, self.row.page_check,
            self.row.date_reason, self.row.is_archive, self.row.title, self.row.url,
        )  # fmt: skip
        return dict(zip(COLUMNS, values, strict=True))


def dated_documents(workspace: Workspace, listing: Listing) -> list[DatedDocument]:
    """The archives of the live index, and every other document with a date; raises `NoIndex`.

    Without a date, in conflict, or disagreeing with page 1: only what is so.
    """
    with open_index(workspace.index_place) as reader:
        rows = reader.documents(with_text=False)
    found = [DatedDocument(row, finding_of(row)) for row in rows if _is_listed(row, listing)]
    if listing == "precision":
        return sorted(found, key=lambda each: _PRECISIONS.index(each.row.date_precision))
    return sorted(found, key=lambda each: _RUNGS.index(each.row.date_rung or ""))


def _is_listed(row: DocumentRow, listing: Listing) -> bool:
    if listing == "conflict":
        return row.date_conflict
    if listing == "disagree":
        return row.page_check == PageCheck.DISAGREES
    if listing == "undated":
        return row.is_archive and row.date is None
    return row.is_archive or row.date is not None


def finding_of(row: DocumentRow) -> DateFinding:
    """The finding as the index keeps it: value, reason and every piece of evidence."""
    return DateFinding(
        value=None if row.date is None else PartialDate.parse(row.date),
        rung=None if row.date_rung is None else DateRung(row.date_rung),
        evidence=tuple(map(_evidence, json.loads(row.date_evidence))),
        conflict=row.date_conflict,
        reason=row.date_reason,
        page_check=PageCheck(row.page_check),
    )


def _evidence(facts: dict[str, str | None]) -> DateEvidence:
    value, rung = facts["value"], facts["rung"]
    return DateEvidence(
        value=None if value is None else PartialDate.parse(value),
        rung=None if rung is None else DateRung(rung),
        rule=facts["rule"] or "",
        source=facts["source"] or "",
        text=facts["text"] or "",
        status=EvidenceStatus(facts["status"] or ""),
        note=facts["note"] or "",
    )


def dates_in_words(found: Sequence[DatedDocument], listing: Listing) -> str:
    """A table, and the counts below it."""
    if not found:
        return _NOTHING[listing]
    rows = [_cells(each) for each in found]
    head = ("date", "rung", "stated by", "page 1", "notes", "title", "path")
    archives = [each.row for each in found if each.row.is_archive]
    rungs = Counter(row.date_rung or "undated" for row in archives)
    precisions = Counter(row.date_precision for row in archives)
    counts = (
        f"{len(found)} documents, {len(archives)} of them archives; "
        f"archives by rung: {_counted(rungs)}; by precision: {_counted(precisions)}"
    )
    more = "`millesime explain PROFILE URL` shows all the evidence for one of them"
    return "\n".join([table(head, rows), "", counts, more])


def _cells(each: DatedDocument) -> tuple[str, ...]:
    row, chosen = each.row, each.finding.chosen
    notes = ["conflict"] if row.date_conflict else []
    notes += [] if row.is_archive else ["in force"]
    if row.kind == DocumentKind.PAGE_HISTORY:
        notes.append("former text")
    return (
        row.date or "undated",
        row.date_rung or "-",
        "-" if chosen is None else shortened(f"{chosen.source}: {chosen.text}", 40),
        "" if row.page_check == PageCheck.SILENT else row.page_check,
        ", ".join(notes),
        shortened(row.title, 40),
        unquote(urlsplit(row.url).path),
    )


_NOTHING = {
    "rung": "no document has a date and none is an archive",
    "precision": "no document has a date and none is an archive",
    "conflict": "no document's dates disagree",
    "undated": "every archive has a date",
    "disagree": "page 1 of no document disagrees with its date",
}


def dates_as_csv(found: Sequence[DatedDocument]) -> str:
    """The values of `COLUMNS` as CSV with a header."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for each in found:
        writer.writerow(each.as_dict())
    return stream.getvalue().rstrip("\n")


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.most_common()) or "none"


def finding_as_dict(finding: DateFinding) -> dict[str, object]:
    """One finding with its evidence, for JSON."""
    return {
        "date": None if finding.value is None else str(finding.value),
        "precision": finding.precision.value,
        "rung": None if finding.rung is None else finding.rung.value,
        "reason": finding.reason,
        "conflict": finding.conflict,
        "page_check": finding.page_check.value,
        "evidence": [
            {
                "date": None if each.value is None else str(each.value),
                "rung": None if each.rung is None else each.rung.value,
                "rule": each.rule,
                "source": each.source,
                "text": each.text,
                "status": each.status.value,
                "note": each.note,
            }
            for each in finding.evidence
        ],
    }


def clues_from(
    url: str,
    *,
    titles: tuple[str, ...] = (),
    link_text: str = "",
    row: str = "",
    heading: str = "",
    pdf_created: str = "",
) -> DateClues:
    """One set of clues as they are typed on a command line."""
    context = LinkContext(CanonicalUrl(url), link_text, heading, row)
    stamp = StatedDate(StatedDateSource.PDF_INFO_CREATION, pdf_created)
    return DateClues(
        url=url,
        contexts=(context,) if link_text or row or heading else (),
        titles=titles,
        stated=(stamp,) if pdf_created else (),
        is_pdf=bool(pdf_created) or not urlsplit(url).path.endswith((".html", ".htm", "/")),
    )
