"""Days of the week: beside the words that they belong to, one by one or as a span."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_DAYS = frozenset({"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"})
_DAY = r"(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?"
_DATE = r"(?: [0-9]{1,2}(?:er)?(?: \w+)?(?: [0-9]{4})?)?"
_DAY_RANGE = re.compile(
    rf"\b{_DAY}{_DATE}(?: au? | ?[-\u2013] ?| jusqu['’]au ){_DAY}\b", re.IGNORECASE
)


def check_days(case: Case) -> Iterator[Finding]:
    """Days of the week stand beside the words that they belong to."""
    units = case.units
    known = folded(" ".join(f"{unit.heading} {unit.text}" for unit in units)).split()
    asked = set(folded(case.text).split())
    missing = sorted(day for day in asked & _DAYS if day not in known and f"{day}s" not in known)
    if missing and not case.is_absence:
        detail = f"{', '.join(missing)}: not beside what the sentence says"
        yield Finding(check="days", verdict=Verdict.INSUFFICIENT, detail=detail)
    known_spans = _spans(" ".join(unit.text for unit in units))
    for span in _spans(case.text):
        if span not in known_spans:
            detail = f"from {span[0]} to {span[1]}: no such span of days in the source"
            yield Finding(check="days", verdict=Verdict.CONTRADICTED, detail=detail)


def _spans(text: str) -> list[tuple[str, str]]:
    """« du mardi au jeudi » is a span of days, « le mardi et le jeudi » is none."""
    return [
        (folded(match[1]).rstrip("s"), folded(match[2]).rstrip("s"))
        for match in _DAY_RANGE.finditer(text)
    ]
