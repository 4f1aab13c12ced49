"""A finding in lines that an operator can read: the ladder, top to bottom."""

from schemas.dating import DateEvidence, DateFinding, EvidenceStatus, PageCheck

_SIGNS = {
    EvidenceStatus.CHOSEN: "->",
    EvidenceStatus.AGREES: " =",
    EvidenceStatus.OUTRANKED: "  ",
    EvidenceStatus.CONTRADICTS: "!=",
    EvidenceStatus.BOUND: "<=",
    EvidenceStatus.REFUSED: " x",
}
_PAGE = {
    PageCheck.AGREES: "page 1 agrees",
    PageCheck.DISAGREES: "page 1 DISAGREES",
    PageCheck.SILENT: "page 1 says nothing of it",
}


def explain_finding(finding: DateFinding) -> list[str]:
    """One line for the date, one for page 1, one per conflict, one per piece of evidence.

    >>> explain_finding(DateFinding(None, None, reason="no clue gives a date"))
    ['date: none', 'why: no clue gives a date', 'check: page 1 says nothing of it']
    """
    rung = "" if finding.rung is None else f" ({finding.precision}, rung {finding.rung})"
    lines = [f"date: {finding.value or 'none'}{rung}", f"why: {finding.reason}"]
    if finding.conflict:
        lines.append("conflict: yes")
    lines.append(f"check: {_PAGE[finding.page_check]}")
    return [*lines, *(_line(evidence) for evidence in finding.evidence)]


def _line(evidence: DateEvidence) -> str:
    value = "-" if evidence.value is None else str(evidence.value)
    note = f" [{evidence.note}]" if evidence.note else ""
    rung = "" if evidence.rung is None else f" {evidence.rung}"
    return (
        f"{_SIGNS[evidence.status]} {value:<10} {evidence.rule} in {evidence.source}"
        f"{rung}: {evidence.text!r} {evidence.status}{note}"
    )
