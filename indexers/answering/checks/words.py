"""Words of a claim: enough of them in the source, none turned around, and the right tense."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.evidence import Unit, claim_stems, content_stems, coverage, find_units
from indexers.answering.holders import turn_stems
from indexers.answering.numbers import find_quantities
from indexers.answering.tense import ClaimTense, claim_tense
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_MIN_COVERAGE = 0.6
_NEGATION = re.compile(
    r"\b(?:ne|n['’])\s*[^.;]*?\b(?:pas|plus|jamais|aucune?|rien|personne|ni)\b|\baucune?\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\bsans ([^\W\d_]{3,})", re.IGNORECASE)
_OPEN = re.compile(r"\bouvert", re.IGNORECASE)
_CLOSED = re.compile(r"\bferm", re.IGNORECASE)
_CELL = re.compile(r"(?:^|\|)\s*([^|:\n]+):([^|\n]*)", re.MULTILINE)
_OPPOSITES = tuple(
    tuple(re.compile(rf"\b(?:{side})\b", re.IGNORECASE) for side in pair.split("/"))
    for pair in (
        "ouvert\\w*/fermé\\w*",
        "autorisé\\w*|permis\\w*/interdit\\w*|défendu\\w*",
        "gratuit\\w*/payant\\w*",
        "hausse|augment\\w*|accru\\w*/baisse\\w*|diminu\\w*|recul\\w*|réduit\\w*",
        "accept\\w*|accord\\w*|adopt\\w*|approuv\\w*/refus\\w*|rejet\\w*",
        "obligatoire\\w*/facultati\\w*",
        "excédent\\w*|bénéfice\\w*/déficit\\w*|perte\\w*",
        "minim\\w*|au moins/maxim\\w*|au plus",
        "avant/après",
        "oui/non",
        "matin\\w*/après-midi|soir\\w*",
        "inclus\\w*|(?<!non )compris\\w*/exclus\\w*|non compris\\w*|hors",
        "s['’]oppos\\w*|contest\\w*|combatt\\w*/souten\\w*|défend\\w*|favorable\\w*",
        "unanimité/majorité",
    )
)  # fmt: skip


def check_words(case: Case) -> Iterator[Finding]:
    """Enough of the words stand together in what is cited."""
    if case.is_absence or case.is_disagreement:
        return
    names = {word[:5] for person in case.persons for word in person.words}
    turns = turn_stems() if case.is_holding else frozenset()
    asked = claim_stems(case.claim.text) - names - turns
    units = [max(find_units(p), key=lambda u: coverage(asked, u), default=None) for p in case.cited]
    stems = frozenset().union(*(unit.stems for unit in units if unit))
    share = len(asked & stems) / len(asked) if asked else 1.0
    if share < _MIN_COVERAGE:
        detail = f"{share:.0%} of the words of the sentence are in the cited passages"
        yield Finding(check="words", verdict=Verdict.INSUFFICIENT, detail=detail)


def check_polarity(case: Case) -> Iterator[Finding]:
    """Nothing that the source says is denied, nor the other way round."""
    units = _best_units(case)
    if case.is_absence or not units:
        return
    is_negated = _NEGATION.search(case.claim.text) is not None
    denied = [unit for unit in units if _NEGATION.search(unit.text)]
    prose = [unit for unit in units if not unit.is_layout]
    if is_negated and not denied:
        detail = "the sentence denies what the source does not deny"
        yield Finding(check="polarity", verdict=Verdict.INSUFFICIENT, detail=detail)
    # Who holds what is settled beside the name; the sentence around it may deny something else.
    if prose and not is_negated and not case.is_holding and all(u in denied for u in prose):
        detail = "the source denies, the sentence asserts"
        yield Finding(check="polarity", verdict=Verdict.INSUFFICIENT, detail=detail)
    yield from _opposites(case)
    yield from _closed_cells(case)
    yield from _without(case)


def _without(case: Case) -> Iterator[Finding]:
    """« sans chlore » in the source, and a claim that has chlorine in it."""
    if _NEGATION.search(case.claim.text):
        return
    asked = claim_stems(_WITHOUT.sub("", case.claim.text))
    for unit in case.units:
        for noun in _WITHOUT.findall(unit.text):
            if content_stems(noun) & asked:
                detail = f'the source says "sans {noun}"'
                yield Finding(check="polarity", verdict=Verdict.CONTRADICTED, detail=detail)


def _closed_cells(case: Case) -> Iterator[Finding]:
    """« Après-midi: fermé » in the row of which the claim says that it is open."""
    claim = folded(case.claim.text)
    if not _OPEN.search(case.claim.text) or _NEGATION.search(case.claim.text):
        return
    for unit in case.units:
        for label, value in _CELL.findall(unit.text) if unit.is_layout else ():
            if _CLOSED.search(value) and f" {folded(label)} " in f" {claim} ":
                detail = f'the source says "{label.strip()}: {value.strip()}"'
                yield Finding(check="polarity", verdict=Verdict.CONTRADICTED, detail=detail)


def _opposites(case: Case) -> Iterator[Finding]:
    """A word of the claim whose opposite, and not itself, stands in the source.

    A row of opening hours is left out: « fermé » in its other half denies nothing.
    """
    units = [u for u in case.units if not (u.is_layout and find_quantities(u.text))]
    text = " ".join(unit.text for unit in units)
    for one, other in _OPPOSITES:
        for mine, theirs in ((one, other), (other, one)):
            claimed = mine.search(case.claim.text)
            if claimed and not mine.search(text) and (said := theirs.search(text)):
                detail = f"{claimed[0]!r}, but the source says {said[0]!r}"
                yield Finding(check="polarity", verdict=Verdict.CONTRADICTED, detail=detail)


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


def _best_units(case: Case) -> list[Unit]:
    """For each passage the shortest unit that covers the claim best."""
    found = (case.units_of(passage) for passage in case.cited)
    return [min(units, key=lambda unit: len(unit.text)) for units in found if units]
