"""Figures, days and quotations of a claim, in what it cites and beside its own words."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case, readable
from indexers.answering.evidence import Unit, asked_cells
from indexers.answering.numbers import (
    Quantity,
    QuantityKind,
    check_figures,
    find_quantities,
)
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_ORDERED_FIGURES = 4
_PER = re.compile(r"\bpar (\w{2,})")
_RATE = re.compile(r"[ \u00a0.\u2013-]*(?:et )?(?:par \w+[ \u00a0]*(?:et )?)+")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_DAYS = frozenset({"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"})
_QUOTE = re.compile(r"«\s*(?P<a>[^»]+?)\s*»|“(?P<b>[^”]+)”|\"(?P<c>[^\"]+)\"")
_QUOTE = re.compile(r"«\s*(?P<a>[^»]+?)\s*»|“(?P<b>[^”]+)”|\"(?P<c>[^\"]+)\"")


def check_quotes(case: Case) -> Iterator[Finding]:
    """Quoted words stand in a cited body, to the letter."""
    bodies = " ".join(_spaced(passage.body) for passage in case.cited)
    for match in _QUOTE.finditer(case.claim.text):
        quote = next(group for group in match.groups() if group)
        if _spaced(quote) not in bodies:
            yield Finding(
                check="quotes",
                verdict=Verdict.CONTRADICTED,
                detail=f'not in the cited passages: "{quote}"',
            )


def check_numbers(case: Case) -> Iterator[Finding]:
    """Every figure stands in what is cited, and beside the words that it belongs to."""
    found = check_figures(case.claim.text, "\n".join(readable(p) for p in case.cited))
    for figure in found.missing:
        detail = f"{figure.text!r} is not in the cited passages"
        yield Finding(check="figures", verdict=Verdict.CONTRADICTED, detail=detail)
    if found.missing or not found.figures:
        return
    near = "\n".join(f"{unit.heading}\n{asked_cells(case.claim.text, unit)}" for unit in case.units)
    for figure in check_figures(case.claim.text, near).missing:
        if not _dates_the_passage(figure):
            detail = f"{figure.text!r} does not stand beside what the sentence says"
            yield Finding(check="figures", verdict=Verdict.INSUFFICIENT, detail=detail)
    yield from _counts_of_others(case.claim.text, near)
    yield from _per_other(case.claim.text, near)
    yield from _out_of_order(found.figures, case.units)


def _dates_the_passage(figure: Quantity) -> bool:
    """A date or a year may stand elsewhere in its passage: in the title, an opening line."""
    if figure.kind is QuantityKind.DATE:
        return True
    is_bare = figure.kind is QuantityKind.NUMBER and not figure.unit
    return is_bare and _YEAR.fullmatch(figure.value) is not None


def _counts_of_others(claim: str, near: str) -> Iterator[Finding]:
    """Right figures beside wrong words: « 3 oui et 32 abstentions » for « 32 oui et 3 »."""
    counted = _counted(near)
    for noun, values in _counted(claim).items():
        known = counted.get(noun)
        if known and not values <= known:
            detail = f"the source counts {', '.join(sorted(known))} for this word"
            yield Finding(check="figures", verdict=Verdict.CONTRADICTED, detail=detail)


def _per_other(claim: str, near: str) -> Iterator[Finding]:
    """A price per something else: « 85 francs par ménage » for « par habitant »."""
    rates = _rates(near)
    for value, nouns in _rates(claim).items():
        known = rates.get(value)
        if known and not nouns & known:
            detail = f"the source counts per {', '.join(sorted(known))}"
            yield Finding(check="figures", verdict=Verdict.CONTRADICTED, detail=detail)


def _rates(text: str) -> dict[str, set[str]]:
    """For each figure the stems of what it is counted by, right after it (« par habitant »)."""
    rates: dict[str, set[str]] = {}
    for quantity in find_quantities(text):
        after = _RATE.match(text, quantity.end)
        if after:
            nouns = {folded(noun)[:5] for noun in _PER.findall(after[0])}
            rates.setdefault(quantity.value, set()).update(nouns)
    return rates


def _out_of_order(figures: tuple[Quantity, ...], units: list[Unit]) -> Iterator[Finding]:
    """Four figures and more that no unit has in this order: one may be another's.

    « de 5'650 en 2015 à 2'100 en 2022 » has the right figures at the wrong years.
    """
    order = [quantity.value for quantity in figures]
    if len(order) < _ORDERED_FIGURES:
        return
    sources = [[q.value for q in find_quantities(unit.text)] for unit in units]
    whole = [values for values in sources if set(order) <= set(values)]
    if whole and not any(_follows(order, values) for values in whole):
        detail = "the figures are not in the order of the source"
        yield Finding(check="figures", verdict=Verdict.INSUFFICIENT, detail=detail)


def _follows(order: list[str], values: list[str]) -> bool:
    rest = iter(values)
    return all(value in rest for value in order)


def _counted(text: str) -> dict[str, set[str]]:
    """For each noun right after a bare number: the numbers (« 32 oui »: ``{"oui": {"32"}}``)."""
    nouns: dict[str, set[str]] = {}
    for quantity in find_quantities(text):
        noun = re.match(r"[ \u00a0]([^\W\d_]{3,})", text[quantity.end :])
        if quantity.kind is QuantityKind.NUMBER and not quantity.unit and noun:
            nouns.setdefault(folded(noun[1])[:5], set()).add(quantity.value)
    return nouns


def check_days(case: Case) -> Iterator[Finding]:
    """Days of the week stand beside the words that they belong to."""
    units = case.units
    known = folded(" ".join(f"{unit.heading} {unit.text}" for unit in units)).split()
    asked = set(folded(case.claim.text).split())
    missing = sorted(day for day in asked & _DAYS if day not in known and f"{day}s" not in known)
    if missing and not case.is_absence:
        detail = f"{', '.join(missing)}: not beside what the sentence says"
        yield Finding(check="days", verdict=Verdict.INSUFFICIENT, detail=detail)


def check_ocr(case: Case) -> Iterator[Finding]:
    """A figure read by character recognition is not sure enough to vouch for itself."""
    if not check_figures(case.claim.text, "").figures:
        return
    sure = [
        p for p in case.cited if not p.ocr or (p.ocr_confidence or 0) >= case.min_ocr_confidence
    ]
    if (
        len(sure) < len(case.cited)
        and not check_figures(case.claim.text, "\n".join(readable(p) for p in sure)).all_stand
    ):
        detail = "figures read by OCR cannot be verified to the digit"
        yield Finding(check="ocr_figures", verdict=Verdict.INSUFFICIENT, detail=detail)


def _spaced(text: str) -> str:
    return " ".join(text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ").split())
