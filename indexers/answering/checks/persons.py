"""Persons of a claim: named in the source, with the civility and the function that it gives."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case, readable
from indexers.answering.evidence import implied_words
from indexers.answering.function_words import content_stems
from indexers.answering.holders import (
    PersonMention,
    claimed_persons,
    find_persons,
    function_stems,
    gender_conflict,
    holds,
)
from indexers.answering.tense import ClaimTense, claim_tense
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_FORMER = re.compile(r"\b(?:ancien(?:ne)? |ex-)", re.IGNORECASE)
_APPOSITION = re.compile(
    r",\s(?P<function>(?:alors |ancien(?:ne)? |ex-)?(?:vice-)?(?:syndi|municipa|conseill|présid"
    r"|maire|adjoint|secrétaire|rapporteu|préposé|boursi|chef)[^,]*),\s(?=\w)",
    re.IGNORECASE,
)


def check_names(case: Case) -> Iterator[Finding]:
    """Persons are named in what is cited, with the civility and gender that stand there."""
    if case.is_absence:
        return
    text = "\n".join(readable(passage) for passage in case.cited)
    persons = claimed_persons(case.text)
    for passage in case.cited if persons and not case.is_disagreement else ():
        if not any(_is_named(person, readable(passage)) for person in persons):
            detail = f"{passage.id!r} is cited and names none of these persons"
            yield Finding(check="names", verdict=Verdict.INSUFFICIENT, detail=detail)
    for person in persons:
        known = [other for other in find_persons(text, [person.words]) if other.may_be(person)]
        if not known:
            name = case.text[person.start : person.end]
            detail = f"{name!r} is not named in the cited passages"
            yield Finding(check="names", verdict=Verdict.CONTRADICTED, detail=detail)
        yield from _civility(case.text, person, known)


def _civility(claim: str, person: PersonMention, known: list[PersonMention]) -> Iterator[Finding]:
    stated = {other.civility for other in known if other.civility}
    if person.civility and stated and person.civility not in stated:
        detail = f"the source writes {', '.join(sorted(stated))}, the sentence {person.civility}"
        yield Finding(check="civility", verdict=Verdict.CONTRADICTED, detail=detail)
    for other in known[:1]:
        if len(claimed_persons(claim)) == 1 and (wrong := gender_conflict(claim, other)):
            detail = f"{wrong!r} does not agree with {other.civility} in the source"
            yield Finding(check="civility", verdict=Verdict.CONTRADICTED, detail=detail)


def check_proper_nouns(case: Case) -> Iterator[Finding]:
    """Other capitalised words stand in what is cited."""
    text = " ".join(readable(p) for p in case.cited)
    known = set(folded(f"{text} {implied_words(text)}").split())
    persons = [range(p.start, p.end) for p in claimed_persons(case.text)]
    for match in re.finditer(r"(?<=[\w,;(] )[A-ZÀ-ÖØ-Þ][\w’'-]+", case.text):
        if any(match.start() in span for span in persons):
            continue
        missing = [w for w in folded(match[0]).split() if len(w) > 1 and w not in known]
        if missing and not case.is_absence:
            detail = f"{match[0]!r} is not in the cited passages"
            yield Finding(check="names", verdict=Verdict.INSUFFICIENT, detail=detail)


def check_holder(case: Case) -> Iterator[Finding]:
    """The source puts the function or area beside this person and no other."""
    if not case.is_holding or case.is_absence:
        return
    person = case.persons[0]
    bodies = frozenset().union(*(content_stems(p.body) for p in case.cited))
    is_today = claim_tense(case.text) is ClaimTense.PRESENT
    said = _said_of(case.text, person)
    if not is_today and all(passage.is_archive for passage in case.cited):
        # What an archive calls a function is a former one now.
        said = _FORMER.sub("", said)
    asked = function_stems(said, case.persons) & bodies
    sources = [p for p in case.cited if p.is_authoritative or not is_today]
    if sources and not any(holds(passage, person, asked) for passage in sources):
        detail = "the source does not put this function or area beside this person"
        yield Finding(check="holder", verdict=Verdict.CONTRADICTED, detail=detail)


def _said_of(claim: str, person: PersonMention) -> str:
    """What makes the person a holder: the words set off beside the name, else the whole.

    « Mme X, municipale des écoles, avait remercié les habitants »: she is no holder of thanks.
    """
    is_here = person in claimed_persons(claim)
    beside = _APPOSITION.match(claim, person.end) if is_here else None
    return beside["function"] if beside else claim


def check_subject(case: Case) -> Iterator[Finding]:
    """What a claim says of a person stands in the source where that person is named."""
    if case.is_absence or case.is_disagreement or not claimed_persons(case.text):
        return
    person = case.persons[0]
    for passage in case.cited:
        near = case.units_of(passage)
        if any(_is_named(person, f"{unit.heading}\n{unit.lead}\n{unit.text}") for unit in near):
            return
        # A page about one person says « elle » throughout.
        if _is_named(person, passage.title):
            return
    detail = "the source says so of someone else, or without naming this person"
    yield Finding(check="subject", verdict=Verdict.INSUFFICIENT, detail=detail)


def _is_named(person: PersonMention, text: str) -> bool:
    return any(other.may_be(person) for other in find_persons(text, [person.words]))


def check_absence(case: Case) -> Iterator[Finding]:
    """Only the pinned page shows that someone is not, or no longer, in office."""
    if not case.is_absence:
        return
    pinned = [p for p in case.passages if p.is_authoritative]
    if not any(p.is_authoritative for p in case.cited):
        detail = "only the pinned page can tell that someone is not in office"
        yield Finding(check="absence", verdict=Verdict.INSUFFICIENT, detail=detail)
    for person in case.persons:
        text = "\n".join(p.body for p in pinned)
        if any(other.may_be(person) for other in find_persons(text, [person.words])):
            detail = "this person is on the pinned page"
            yield Finding(check="absence", verdict=Verdict.CONTRADICTED, detail=detail)
