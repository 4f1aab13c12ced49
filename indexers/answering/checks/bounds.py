"""The bounds of a figure (from, until, more, less, about), and the thing that a figure is of."""

import re
from collections.abc import Iterator, Sequence

from indexers.answering.checks.case import Case
from indexers.answering.citations import split_sentences
from indexers.answering.evidence import Unit
from indexers.answering.numbers import Quantity, QuantityKind, find_quantities
from indexers.answering.wording import Term, claim_terms
from schemas.answer import Finding, Verdict

_LOOK_BACK_CHARS = 32
_BEFORE = {
    "closes": r"(?:ferm|fini|termin)\w+(?: (?:ses|leurs) portes)? à",
    "opens": r"(?:ouvr|ouvert|commenc|début)\w*(?: (?:ses|leurs) portes)? à",
    "until": r"jusqu['’](?:à|au|en|aux)(?: l['’])?|au plus tard(?: le| à)?|avant(?: le| l['’])?",
    "from": r"dès(?: le| les)?|à partir d(?:e|u|es)|depuis(?: le)?|à compter d(?:e|u)",
    "more": r"plus d(?:e|['’])|au moins|au minimum|minimum(?: de)?|supérieure?s? à|dépass\w+"
    r"|au-dessus de|au-delà de",
    "less": r"moins d(?:e|['’])|au plus|au maximum|maximum(?: de)?|inférieure?s? à|en dessous de"
    r"|n['’]excèd\w+ pas|sous",
    "about": r"environ|près d(?:e|['’])|quelque|presque|à peu près|autour d(?:e|['’])"
    r"|approximativement|aux alentours d(?:e|['’])|vers(?: le)?|à peine",
    "after": r"après(?: le)?",
}
_BOUNDS = {
    name: re.compile(
        rf"(?<![\w-])(?:{words})[ \u00a0]?"
        r"(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) |CHF |Fr\. )?$",
        re.IGNORECASE,
    )
    for name, words in _BEFORE.items()
}
_AFTER = {
    "more": re.compile(r"[ \u00a0]?(?:\w+ )?(?:au moins|au minimum|ou plus|et plus|révolus)\b"),
    "less": re.compile(r"[ \u00a0]?(?:\w+ )?(?:au plus|au maximum|ou moins|et moins)\b"),
}
_RANGE = re.compile(
    r"[ \u00a0.\u2013-]*(?:à|au|[-\u2013]|jusqu['’]à|jusqu['’]au)[ \u00a0]*"
    r"(?:(?:le|du) )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)?[ \u00a0]*"
    r"(?:(?:CHF|Fr\.?)[ \u00a0]*)?"
)
_OPENS_RANGE = re.compile(
    r"(?:\b(?:de|du|d['’]|entre|entre le|des)|[|:(,;.]|[\u2013-])[ \u00a0]*"
    r"(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)[ \u00a0])?(?:CHF )?$|^$"
)
_CLAUSES = re.compile(r",? (?:tandis que|alors que|mais|cependant|en revanche)\b|;")
_DASHES = frozenset({"-", "\u2013"})
_FROM_WHEN = frozenset({"from", "until", "after"})
_SAME: dict[str, set[str | None]] = {
    "until": {"until", "end", "less", "closes"},
    "less": {"until", "end", "less"},
    "from": {"from", "start", "opens"},
    "opens": {"from", "start", "opens", None},
    "closes": {"until", "end", "closes", None},
    "start": {"start", "from"},
    "end": {"end", "until"},
}


def check_bounds(case: Case) -> Iterator[Finding]:
    """A figure is a beginning, an end, a limit or an estimate only as it is in the source."""
    if not case.is_french or case.is_absence:
        return
    claimed = find_quantities(case.claim.text)
    text = "\n".join(f"{unit.heading}\n{unit.text}" for unit in case.units)
    known = find_quantities(text)
    for position, figure in enumerate(claimed):
        mine = _bound_of(case.claim.text, claimed, position)
        theirs = {
            _bound_of(text, known, other)
            for other, quantity in enumerate(known)
            if (quantity.kind, quantity.value) == (figure.kind, figure.value)
        }
        if not theirs and mine in _FROM_WHEN and figure.kind is not QuantityKind.TIME:
            detail = f"{figure.text!r} is no beginning or end in the source"
            yield Finding(check="bounds", verdict=Verdict.INSUFFICIENT, detail=detail)
        if theirs and not _agree(mine, theirs, figure):
            said = ", ".join(sorted(bound or "exactly" for bound in theirs))
            detail = f"{figure.text!r}: {mine or 'exactly'} in the sentence, {said} in the source"
            yield Finding(check="bounds", verdict=Verdict.CONTRADICTED, detail=detail)


def _agree(mine: str | None, theirs: set[str | None], figure: Quantity) -> bool:
    if mine in {"start", "end"} and figure.kind is QuantityKind.NUMBER and None in theirs:
        return True
    if mine is not None:
        return bool(_SAME.get(mine, {mine}) & theirs)
    # A day may be told for the beginning that it is; an age, an hour or a sum may not.
    is_span = figure.kind is QuantityKind.NUMBER and not figure.unit and theirs <= {"start", "end"}
    return is_span or bool({None, "opens", "closes"} & theirs) or figure.kind is QuantityKind.DATE


def _bound_of(text: str, figures: Sequence[Quantity], position: int) -> str | None:
    figure = figures[position]
    before = text[max(0, figure.start - _LOOK_BACK_CHARS) : figure.start]
    for name, pattern in _BOUNDS.items():
        if pattern.search(before):
            return name
    for name, pattern in _AFTER.items():
        if pattern.match(text, figure.end):
            return name
    if position + 1 < len(figures) and text[figure.end : figures[position + 1].start] in _DASHES:
        return "start"
    if position and text[figures[position - 1].end : figure.start] in _DASHES:
        return "end"
    if position + 1 < len(figures) and _joins(text, figure, figures[position + 1], before):
        return "start"
    if position:
        first = figures[position - 1]
        earlier = text[max(0, first.start - _LOOK_BACK_CHARS) : first.start]
        if _joins(text, first, figure, earlier):
            return "end"
    return None


def _joins(text: str, first: Quantity, second: Quantity, before: str) -> bool:
    if first.kind is not second.kind or not _OPENS_RANGE.search(before):
        return False
    if re.search(r"\bentre\b[^,;]*$", before):
        return " et " in text[first.end : second.start]
    return _RANGE.fullmatch(text, first.end, second.start) is not None


def check_own_figures(case: Case) -> Iterator[Finding]:
    """A figure is told of the thing that it stands with, not of the one beside another."""
    claimed = find_quantities(case.claim.text)
    if not claimed or case.is_absence:
        return
    values = {(figure.kind, figure.value) for figure in claimed}
    units = [
        unit
        for unit in case.units
        if not unit.is_layout and values & {(f.kind, f.value) for f in find_quantities(unit.text)}
    ]
    found = [_taken_from(case.terms, values, unit) for unit in units]
    if found and all(found):
        yield Finding(check="own_figures", verdict=Verdict.INSUFFICIENT, detail=found[0] or "")


def _taken_from(
    terms: Sequence[Term], values: set[tuple[QuantityKind, str]], unit: Unit
) -> str | None:
    """What the claim says of a figure that the unit says of the next one."""
    said = {key for term in terms for key in term.keys}
    for sentence in split_sentences(unit.text):
        figures = [q for q in find_quantities(sentence) if q.unit or q.kind is QuantityKind.DATE]
        owned = _owned(sentence, figures)
        mine = [w for f, words in owned if (f.kind, f.value) in values for w in words]
        others = [
            (figure, word)
            for figure, words in owned
            if (figure.kind, figure.value) not in values
            for word in words
        ]
        taken = next(((f, w) for f, w in others if w.keys & said), None)
        if mine and taken and not any(word.keys & said for word in mine):
            figure, word = taken
            return f"the source says {word.word!r} of {figure.text!r}"
        if detail := _of_other_clause(said, values, sentence):
            return detail
    return None


def _of_other_clause(
    said: set[str], values: set[tuple[QuantityKind, str]], sentence: str
) -> str | None:
    """« A has risen, whereas B has fallen by 3 % »: the 3 % are B's."""
    clauses = [(claim_terms(text), find_quantities(text)) for text in _CLAUSES.split(sentence)]
    if len(clauses) == 1:
        return None
    mine = [terms[0] for terms, own in clauses if terms and _has(own, values)]
    others = [terms[0] for terms, own in clauses if terms and not _has(own, values)]
    taken = [term for term in others if term.keys & said]
    if mine and taken and not any(term.keys & said for term in mine):
        return f"the source says so of {mine[0].word!r}, not of {taken[0].word!r}"
    return None


def _has(figures: Sequence[Quantity], values: set[tuple[QuantityKind, str]]) -> bool:
    return any((figure.kind, figure.value) in values for figure in figures)


def _owned(sentence: str, figures: Sequence[Quantity]) -> list[tuple[Quantity, tuple[Term, ...]]]:
    """Each figure with the words between the one before it, of its own kind, and itself."""
    owned: list[tuple[Quantity, tuple[Term, ...]]] = []
    for figure in figures:
        ends = [f.end for f in figures if (f.kind, f.unit) == (figure.kind, figure.unit)]
        start = max((end for end in ends if end <= figure.start), default=0)
        if len(ends) > 1:
            owned.append((figure, claim_terms(sentence[start : figure.start])))
    return owned
