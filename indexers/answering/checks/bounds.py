"""The bounds of a figure: from, until, more, less, about."""

import re
from collections.abc import Iterator, Sequence

from indexers.answering.checks.case import Case
from indexers.answering.numbers import Quantity, QuantityKind, find_quantities
from schemas.answer import Finding, Verdict

_LOOK_BACK_CHARS = 48
_BEFORE = {
    "closes": r"(?:ferm|fini|termin)\w+(?: (?:ses|leurs) portes)? à",
    "opens": r"(?:ouvr|ouvert|commenc|début)\w*(?: (?:ses|leurs) portes)? à",
    "until": r"(?:prolongé|reporté|valable)e?s? (?:au|à)|jusqu['’](?:à|au|en|aux)(?: l['’])?"
    r"|au plus tard(?: le| à)?|avant(?: le| l['’])?",
    "from": r"dès(?: le| les)?|à partir d(?:e|u|es)|depuis(?: le)?|à compter d(?:e|u)",
    "more": r"plus d(?:e|['’])|au moins|au minimum|minimum(?: de)?|supérieure?s? à"
    r"|(?<!pas )dépass\w+"
    r"|au-dessus de|au-delà de",
    "less": r"(?:ne|n['’]) ?(?:\w+ )?(?:dépass|excéd|excèd)\w* pas|(?:ne"
    r"|n['’]) ?\w+ pas (?:dépasser|excéder)|limitée?s? à|moins d(?:e|['’])|au plus"
    r"|au maximum|maximum(?: de)?|inférieure?s? à|en dessous de"
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
# « de 4 mois à l'entrée à l'école » begins there.
_TO_A_POINT = re.compile(r" (?:à l['’]|à la |au |jusqu)[^\W\d_]")
# « depuis dix ans » tells how long, and no beginning.
_LENGTHS = frozenset({"year", "month", "week", "day"})
_SINCE = re.compile(r"\bdepuis[ \u00a0]$", re.IGNORECASE)
# « peut emprunter quatre jeux »: up to four.
_MAY = re.compile(r"\bpeu(?:t|vent)\b", re.IGNORECASE)
# « ne doit pas avoir un diamètre supérieur à 15 cm » sets the upper limit.
_TURNED = {"more": "less", "less": "more"}
_NOT = re.compile(r"\bpas\b[^,;.:]*(?:supérieur|inférieur|plus de|moins de)", re.IGNORECASE)
_CHANGES = re.compile(
    r"\b(?:rédui|port|augment|diminu|baiss|ramen|pass|élev"
    r"|abaiss)\w*(?:(?!\bet\b)[^,;.])*\bà[ \u00a0]$",
    re.IGNORECASE,
)
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
    claimed = find_quantities(case.text)
    text = "\n".join(f"{unit.heading}\n{unit.text}" for unit in case.units)
    known = find_quantities(text)
    for position, figure in enumerate(claimed):
        mine = _bound_of(case.text, claimed, position)
        theirs = {
            bound
            for other, quantity in enumerate(known)
            if (quantity.kind, quantity.value) == (figure.kind, figure.value)
            for bound in _bounds_of(text, known, other)
        }
        if not theirs and mine in _FROM_WHEN and figure.kind is not QuantityKind.TIME:
            detail = f"{figure.text!r} is no beginning or end in the source"
            yield Finding(check="bounds", verdict=Verdict.INSUFFICIENT, detail=detail)
        if theirs and not _agree(mine, theirs, figure, may=_MAY.search(text) is not None):
            said = ", ".join(sorted(bound or "exactly" for bound in theirs))
            detail = f"{figure.text!r}: {mine or 'exactly'} in the sentence, {said} in the source"
            yield Finding(check="bounds", verdict=Verdict.CONTRADICTED, detail=detail)


def _agree(mine: str | None, theirs: set[str | None], figure: Quantity, *, may: bool) -> bool:
    if mine in {"until", "less"} and figure.kind is QuantityKind.NUMBER and may and None in theirs:
        return True
    if mine in {"start", "end"} and figure.kind is QuantityKind.NUMBER and None in theirs:
        return True
    if mine is not None:
        return bool(_SAME.get(mine, {mine}) & theirs)
    # A day may be told for the beginning that it is; an age, an hour or a sum may not.
    is_span = figure.kind is QuantityKind.NUMBER and not figure.unit and theirs <= {"start", "end"}
    return is_span or bool({None, "opens", "closes"} & theirs) or figure.kind is QuantityKind.DATE


def _bounds_of(text: str, figures: Sequence[Quantity], position: int) -> set[str | None]:
    """« depuis dix ans au moins » is both since when and how long at least."""
    after = text[figures[position].end :]
    found = {name for name, pattern in _AFTER.items() if pattern.match(after)}
    return {*found, _bound_of(text, figures, position)}


def _bound_of(text: str, figures: Sequence[Quantity], position: int) -> str | None:
    figure = figures[position]
    before = text[max(0, figure.start - _LOOK_BACK_CHARS) : figure.start]
    return _stated(text, figure, before) or _in_range(text, figures, position, before)


def _stated(text: str, figure: Quantity, before: str) -> str | None:
    """The bound that words right before or after a figure give it."""
    if figure.kind is QuantityKind.NUMBER and _CHANGES.search(text[: figure.start]):
        return "end"
    is_length = figure.unit in _LENGTHS and _SINCE.search(before) is not None
    for name, pattern in () if is_length else _BOUNDS.items():
        if pattern.search(before):
            is_turned = name in _TURNED and _NOT.search(before)
            return _TURNED[name] if is_turned else name
    for name, pattern in _AFTER.items():
        if pattern.match(text, figure.end):
            return name
    opens = before.endswith((" de ", "De ")) and _TO_A_POINT.match(text, figure.end)
    is_span = figure.unit in _LENGTHS or figure.kind is QuantityKind.TIME
    return "start" if opens and is_span else None


def _in_range(text: str, figures: Sequence[Quantity], position: int, before: str) -> str | None:
    """Whether a figure begins or ends « de … à … » or « … – … »."""
    figure = figures[position]
    if position + 1 < len(figures):
        following = figures[position + 1]
        is_dashed = text[figure.end : following.start] in _DASHES
        if is_dashed or _joins(text, figure, following, before):
            return "start"
    if position:
        first = figures[position - 1]
        earlier = text[max(0, first.start - _LOOK_BACK_CHARS) : first.start]
        if text[first.end : figure.start] in _DASHES or _joins(text, first, figure, earlier):
            return "end"
    return None


def _joins(text: str, first: Quantity, second: Quantity, before: str) -> bool:
    if first.kind is not second.kind or not _OPENS_RANGE.search(before):
        return False
    if re.search(r"\bentre\b[^,;]*$", before):
        return " et " in text[first.end : second.start]
    return _RANGE.fullmatch(text, first.end, second.start) is not None
