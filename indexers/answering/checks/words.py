"""Words of a claim: each of them in the source, and in the right tense."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.evidence import find_units
from indexers.answering.tense import ClaimTense, claim_tense
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

# Of a claim in a language whose words are in no table here.
_MIN_COVERAGE = 0.6
_NAMES = re.compile(r"(?<=[\w,’'] |.['’])[A-ZÀ-Ý][\w-]+")


def check_words(case: Case) -> Iterator[Finding]:
    """Each word stands in what is cited, itself or one that says the same."""
    if case.is_absence or case.is_disagreement:
        return
    units = [case.units_of(passage)[:1] for passage in case.cited]
    keys = frozenset().union(*(unit.keys for found in units for unit in found))
    # A proper noun need stand only in the same section: « l'arrêt » is that of Chantebise.
    named = set(folded(" ".join(_NAMES.findall(case.text))).split())
    headings = {unit.heading for found in units for unit in found}
    near = (u for p in case.cited for u in find_units(p) if u.heading in headings)
    known = frozenset().union(*(unit.own for unit in near))
    missing = [
        term.word
        for term in case.terms
        if not term.keys & keys and not (term.word in named and term.keys & known)
    ]
    share = len(missing) / len(case.terms) if missing else 0.0
    if missing and (case.is_french or share > 1 - _MIN_COVERAGE):
        detail = f"not said in the source: {', '.join(missing)}"
        yield Finding(check="words", verdict=Verdict.INSUFFICIENT, detail=detail)


def check_standing(case: Case) -> Iterator[Finding]:
    """The past is told in the past; a function of today comes from the pinned page."""
    if not case.is_french or case.is_disagreement:
        return
    tense = claim_tense(case.claim.text)
    is_past = tense is ClaimTense.PAST or (tense is ClaimTense.NONE and _says_when(case))
    if all(p.is_archive for p in case.cited) and not is_past:
        detail = "in the present tense, from archives alone: the past presented as present"
        yield Finding(check="past_as_present", verdict=Verdict.CONTRADICTED, detail=detail)
        return
    is_today = tense is ClaimTense.PRESENT and case.is_holding and not case.is_absence
    if is_today and not any(p.is_authoritative for p in case.cited):
        detail = "a function held today must come from the pinned page"
        yield Finding(check="not_from_pinned_page", verdict=Verdict.INSUFFICIENT, detail=detail)


def _says_when(case: Case) -> bool:
    """Whether a sentence without a verb names the year of each archive that it cites."""
    return all((p.date or "-")[:4] in case.claim.text for p in case.cited)


def check_disagreement(case: Case) -> Iterator[Finding]:
    """A contradiction is shown with both of its sources."""
    if case.is_disagreement and len(case.cited) < 2:
        detail = "a contradiction is shown with two passages at least"
        yield Finding(check="disagreement", verdict=Verdict.INSUFFICIENT, detail=detail)
