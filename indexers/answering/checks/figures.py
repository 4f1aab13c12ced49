"""Figures, days and quotations of a claim, in what it cites and beside its own words."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case, readable
from indexers.answering.evidence import Unit, asked_cells, find_units, opening
from indexers.answering.numbers import (
    Quantity,
    QuantityKind,
    check_figures,
    find_quantities,
)
from indexers.answering.wording import ROUND_THE_CLOCK, claim_terms, source_keys
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_ORDERED_FIGURES = 4
_PER = re.compile(r"\bpar (\w{2,})")
_RATE = re.compile(r"[ \u00a0.\u2013-]*(?:et )?(?:par \w+[ \u00a0]*(?:et )?)+")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_YEARLY = re.compile(r"\bannuel|\bpar an\b|\bchaque année", re.IGNORECASE)
_ANAPHOR = re.compile(r"\bces (?:deux|trois|quatre|cinq|six|sept) [^\W\d_]+", re.IGNORECASE)
_PERSON = re.compile(
    r"\bune? (?=(?:habitant|personne|enfant|adulte|élève|ménage|membre)\w*)", re.IGNORECASE
)
_ATTRIBUTE = re.compile(r"\b(?:est|sont|étai(?:t|ent)|soit|tombe sur) une? (?=\w)", re.IGNORECASE)
# The source dates what it tells itself: « adopté l'année précédente » is not of this year.
_OTHER_YEAR = re.compile(
    r"\bl['’](?:année|an) (?:précédente?|suivante?|dernière?|prochaine?|passée?|d['’])",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"(?:^|\b(?:en|le|au|dès|depuis|courant|cours|durant|pendant|(?:procès-verbal|séance|préavis|rapport"
    r"|pv|règlement|document|législature|assemblée|texte|archive|selon|d['’]après)s?\b[^,;]*?\b(?:du|de|d['’]))"
    r"[ \u00a0]?(?:(?:de|du|le)[ \u00a0])?)"
    r"(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)[ \u00a0])?$|[(,][ \u00a0]?$",
    re.IGNORECASE,
)
_OF = re.compile(r"(?<!plus )(?<!moins )\bd(?:e|'une? \w+ de)[ \u00a0]$")


def check_numbers(case: Case) -> Iterator[Finding]:
    """Every figure stands in what is cited, and beside the words that it belongs to."""
    text = _without_year(_without_anaphors(case.text), case)
    found = check_figures(text, "\n".join(readable(p) for p in case.cited))
    for figure in found.missing:
        detail = f"{figure.text!r} is not in the cited passages"
        yield Finding(check="figures", verdict=Verdict.CONTRADICTED, detail=detail)
    if found.missing or not found.figures:
        return
    near = "\n".join(f"{unit.heading}\n{asked_cells(case.text, unit)}" for unit in case.units)
    for figure in check_figures(text, near).missing:
        if not _dates_the_passage(figure, case) and not _stands_with_its_noun(figure, case):
            detail = f"{figure.text!r} does not stand beside what the sentence says"
            yield Finding(check="figures", verdict=Verdict.INSUFFICIENT, detail=detail)
    yield from _not_together(case, text)
    yield from _counts_of_others(case.text, near)
    yield from _counts_other_things(case.text, near)
    yield from _per_other(case.text, near)
    yield from _out_of_order(found.figures, case.units)


def _stands_with_its_noun(figure: Quantity, case: Case) -> bool:
    """« accordé un crédit de 236'000 francs »: the sum with its noun, further on."""
    terms = claim_terms(case.text[: figure.start])
    headings = {unit.heading for unit in case.units if not unit.is_layout}
    if not terms or not figure.unit or not _OF.search(case.text[: figure.start]):
        return False
    for passage in case.cited:
        for unit in find_units(passage):
            is_near = unit.heading in headings and not unit.is_layout
            if is_near and terms[-1].keys & unit.own and _is_only(figure, unit.text):
                return True
    return False


def _is_only(figure: Quantity, text: str) -> bool:
    same = [q for q in find_quantities(text) if q.unit == figure.unit]
    return len(same) == 1 and same[0].value == figure.value


def _without_anaphors(claim: str) -> str:
    """« ces deux jours » counts what was named before; « est un jour férié » counts nothing."""
    return _ATTRIBUTE.sub(" ", _PERSON.sub("", _ANAPHOR.sub(" ", ROUND_THE_CLOCK.sub(" ", claim))))


def _without_year(text: str, case: Case) -> str:
    """« le 27 avril 2022 » for « le 27 avril » in a document of that year."""
    for year in {(p.date or "")[:4] for p in case.cited if p.is_archive and p.date}:
        known = " ".join(readable(p) for p in case.cited)
        for match in re.finditer(rf"(?P<day>[0-9]{{1,2}}(?:er)? [^\W\d_]+) {year}\b", text):
            day = re.search(rf"\b{match['day']}\b(?! [0-9]{{4}})", known)
            if day and match[0] not in known:
                text = text.replace(match[0], match["day"])
    return text


def _dates_the_passage(figure: Quantity, case: Case) -> bool:
    """The passage's own date may stand elsewhere: in its title, its name, its first lines.

    Only when it says when or where something is said (« en 2017 », « la séance du ... »):
    « les comptes 2017 » are another thing than those of 2016, presented in 2017.
    """
    names = "\n".join(f"{opening(p)}\n{p.date or ''}\n{p.date_label or ''}" for p in case.cited)
    if figure.kind is QuantityKind.REFERENCE:
        return not check_figures(figure.text, names).missing
    is_year = figure.kind is QuantityKind.NUMBER and _YEAR.fullmatch(figure.value) is not None
    if figure.kind is not QuantityKind.DATE and (figure.unit or not is_year):
        return False
    other = any(_OTHER_YEAR.search(unit.text) for unit in case.closest)
    if not _WHEN.search(case.text[: figure.start]) or (other and not _OTHER_YEAR.search(case.text)):
        return False
    return not check_figures(figure.text, names).missing


def _not_together(case: Case, text: str) -> Iterator[Finding]:
    """Figures of two rows of a table, or of a row and a sentence, stand in neither together."""
    figures = find_quantities(text)
    if any(q.kind is QuantityKind.ARTICLE for q in figures) and case.units:
        known = [{q.value for q in find_quantities(f"{u.heading} {u.text}")} for u in case.units]
        if not any({q.value for q in figures} <= values for values in known):
            detail = "the article says something else"
            yield Finding(check="figures", verdict=Verdict.INSUFFICIENT, detail=detail)
    known = [
        {q.value for q in find_quantities(f"{unit.heading} {asked_cells(text, unit)}")}
        for unit in case.units
    ]
    has_rows = any(" | " in unit.text for unit in case.units)
    asked = {q.value for q in figures if not _dates_the_passage(q, case)}
    if has_rows and not any(asked <= values for values in known):
        detail = "the figures stand in no one row of the source"
        yield Finding(check="figures", verdict=Verdict.INSUFFICIENT, detail=detail)


def _counts_other_things(claim: str, near: str) -> Iterator[Finding]:
    """« trois puits et une source » for « trois sources et un puits »."""
    things: dict[str, set[str]] = {}
    for noun, values in _counted(near).items():
        for value in values - _years(values):
            things.setdefault(value, set()).add(noun)
    said = source_keys(near)
    for noun, values in _counted(claim).items():
        keys = frozenset().union(*(term.keys for term in claim_terms(noun)))
        for value in values & set(things):
            known = frozenset().union(*(source_keys(other) for other in things[value]))
            if keys & said and not keys & known:
                detail = f"the source counts {value} {', '.join(sorted(things[value]))}"
                yield Finding(check="figures", verdict=Verdict.INSUFFICIENT, detail=detail)


def _years(values: set[str]) -> set[str]:
    return {value for value in values if _YEAR.fullmatch(value)}


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
    yearly = {"an", "annee"} if _YEARLY.search(near) else set()
    for value, counted in _rates(claim).items():
        known = rates.get(value)
        nouns = counted - yearly
        if known and nouns and not nouns & known:
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
    if whole and not any(
        _follows(order, values) or _pairs(order) <= _pairs(values) for values in whole
    ):
        detail = "the figures are not in the order of the source"
        yield Finding(check="figures", verdict=Verdict.INSUFFICIENT, detail=detail)


def _pairs(values: list[str]) -> set[frozenset[str]]:
    """Two by two, in either order: « 5'650 en 2022 » is « en 2022, 5'650 »."""
    return {frozenset(pair) for pair in zip(values[::2], values[1::2], strict=False)}


def _follows(order: list[str], values: list[str]) -> bool:
    rest = iter(values)
    return all(value in rest for value in order)


def _counted(text: str) -> dict[str, set[str]]:
    """For each noun right after a bare number: the numbers (« 32 oui »: ``{"oui": {"32"}}``)."""
    nouns: dict[str, set[str]] = {}
    for quantity in find_quantities(text):
        noun = re.match(
            r"[ \u00a0](?:(?:sont|étaient|ont|avaient) )?([^\W\d_]{3,})", text[quantity.end :]
        )
        if quantity.kind is QuantityKind.NUMBER and not quantity.unit and noun:
            nouns.setdefault(folded(noun[1]).rstrip("s"), set()).add(quantity.value)
    return nouns
