"""Who stands in for whom, as on the cards of the pinned page."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.holders import PersonMention, claimed_persons, find_persons
from indexers.answering.layout import labelled_body
from schemas.answer import Finding, Verdict

_DEPUTY = re.compile(r"\b(?:suppléante?|remplaçante?)\b", re.IGNORECASE)
_DEPUTY_OF = re.compile(r"\b(?:suppléante?|remplaçante?) (?:de |d['’])", re.IGNORECASE)
_DEPUTISED_BY = re.compile(r"\b(?:suppléée?|remplacée?) (?:\w+ )?par\b", re.IGNORECASE)
_DEPUTISES = re.compile(r"\b(?:supplée|remplace|remplacera)\b(?! par)", re.IGNORECASE)
_LINE = re.compile(r"(?m)^\s*(?:suppléante?|remplaçante?)\s*:\s*(?P<name>.+)$", re.IGNORECASE)


def check_deputy(case: Case) -> Iterator[Finding]:
    """The deputy of someone is the one who stands as such on that person's card."""
    pair = _claimed_pair(case)
    bodies = [labelled_body(passage.body) for passage in case.cited]
    known = [found for body in bodies for found in _pairs(body, [p.words for p in case.persons])]
    if pair is None or not known:
        return
    owner, deputy = pair
    if not any(owner.may_be(first) and deputy.may_be(second) for first, second in known):
        detail = "the source gives this person another deputy"
        yield Finding(check="deputy", verdict=Verdict.CONTRADICTED, detail=detail)


def _pairs(body: str, known: list[frozenset[str]]) -> Iterator[tuple[PersonMention, PersonMention]]:
    """Owner and deputy of each card, and of each row of a table."""
    rows = re.sub(r"(?m)^(.* \| .*)$", "\n\\1\n", body)
    for card in re.split(r"\n[ \t]*\n", rows.replace(" | ", "\n")):
        persons = find_persons(card, known)
        for line in _LINE.finditer(card):
            deputies = [p for p in persons if line.start("name") <= p.start < line.end()]
            if deputies and persons[0] is not deputies[0]:
                yield persons[0], deputies[0]


def _claimed_pair(case: Case) -> tuple[PersonMention, PersonMention] | None:
    """Whose deputy whom the claim makes; the person named last stands for a pronoun."""
    text, persons = case.text, claimed_persons(case.text)
    earlier = (case.subject,) if case.subject else ()
    turned = _DEPUTY_OF.search(text) or _DEPUTISES.search(text)
    word = turned or _DEPUTISED_BY.search(text) or _DEPUTY.search(text)
    if word is None or not persons:
        return None
    after = [person for person in persons if person.start >= word.start()]
    before = [person for person in persons if person.end <= word.start()]
    if not turned:
        owners = before or earlier
        return (owners[-1], after[0]) if owners and after else None
    if _DEPUTY_OF.search(text):
        deputies = before or after[1:]
        return (after[0], deputies[-1]) if after and deputies else None
    owners = (*after, *before[:-1][-1:], *earlier)
    return (owners[0], before[-1]) if owners and before else None
