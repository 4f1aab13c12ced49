"""What a figure is counted per: « par mois », « /m3 », « l'heure », « mensuels »."""

import re

from indexers.answering.numbers.kinds import SPACE

_PER = {
    "minute": r"minutes?|min",
    "hour": r"heures?|h",
    "half day": r"demi-?journées?",
    "day": r"jour(?:née)?s?",
    "night": r"nuit(?:ée)?s?",
    "week": r"semaines?",
    "month": r"mois",
    "quarter": r"trimestres?",
    "semester": r"semestres?",
    "year": r"ans?|années?",
    "person": r"personnes?|pers|habitants?|hab|tête",
    "household": r"ménages?|foyers?|familles?",
    "adult": r"adultes?",
    "child": r"enfants?|élèves?",
    "m2": r"m2|m²|mètres?[ -]carrés?",
    "m3": r"m3|m³|mètres?[ -]cubes?",
    "l": r"litres?|l",
    "100 ml": r"100 ?ml",
    "kg": r"kg|kilos?|kilogrammes?",
    "t": r"tonnes?|t",
    "km": r"km|kilomètres?",
    "kWh": r"kWh|kilowatt-?heures?",
}
_ADJECTIVES = {
    "hour": r"horaires?",
    "day": r"journali(?:er|ère)s?|quotidien(?:ne)?s?",
    "week": r"hebdomadaires?",
    "month": r"mensuel(?:le)?s?",
    "quarter": r"trimestriel(?:le)?s?",
    "year": r"annuel(?:le)?s?",
}
MEASURES = frozenset({"m2", "m3", "l", "100 ml", "kg", "t", "km", "kWh"})
_CLASSES = (
    frozenset(
        {
            "minute",
            "hour",
            "half day",
            "day",
            "night",
            "week",
            "month",
            "quarter",
            "semester",
            "year",
        }
    ),
    frozenset({"person", "household", "adult", "child"}),
    MEASURES,
)
"""Within one class two different words are two different rates; « par sac » and « la pièce » may
be one."""
_NAMES = tuple(_PER)
_ANY = "|".join(f"(?P<u{number}>{pattern})" for number, pattern in enumerate(_PER.values()))
_ADJECTIVE_NAMES = tuple(_ADJECTIVES)
_ANY_ADJECTIVE = "|".join(
    f"(?P<a{number}>{pattern})" for number, pattern in enumerate(_ADJECTIVES.values())
)
_STEP = re.compile(
    rf"{SPACE}*(?:(?:[,|]{SPACE}*|et{SPACE}+)?(?:par{SPACE}+|/{SPACE}*|l[’']|(?:de|à){SPACE}l[’']|(?:le|la){SPACE}+)"
    rf"(?:{_ANY})|(?:{_ANY_ADJECTIVE}))(?![\w²³])"
)


# « 60 francs sont dus par personne », « 40 UFC/100 ml »: a few words may stand between.
_GAP = re.compile(
    rf"(?:{SPACE}+[^\W\d_][\w’'-]*){{1,4}}?(?={SPACE}+par{SPACE})|{SPACE}*[^\W\d_]{{1,6}}(?=/)"
)


_BEFORE = re.compile(
    rf"\b(?:tarif|taxe|prix|montant|salaire|loyer|redevance|cotisation|coût|forfait|indemnité|rente)s?{SPACE}+"
    rf"(?:{_ANY_ADJECTIVE})(?!\w)[^0-9.;]{{0,40}}$"
)
_BEFORE_CHARS = 80
"""So far before a figure `_BEFORE` is looked for, or a long text would be read for each figure."""


def counted_per(text: str, start: int, end: int) -> frozenset[str]:
    """What the figure from ``start`` to ``end`` is counted per; empty when nothing is said.

    >>> sorted(counted_per("9.50 par personne et par jour", 0, 4))
    ['day', 'person']
    >>> counted_per("12 francs mensuels", 0, 9), counted_per("3 francs la pièce", 0, 8)
    (frozenset({'month'}), frozenset())
    >>> counted_per("Le tarif horaire est de 55 francs", 24, 33)
    frozenset({'hour'})
    """
    position, found = end, set()
    if _STEP.match(text, position) is None and (gap := _GAP.match(text, position)):
        position = gap.end()
    while (match := _STEP.match(text, position)) is not None:
        group = str(match.lastgroup)
        names = _NAMES if group.startswith("u") else _ADJECTIVE_NAMES
        found.add(names[int(group[1:])])
        position = match.end()
    if not found and (before := _BEFORE.search(text, max(0, start - _BEFORE_CHARS), start)):
        found.add(_ADJECTIVE_NAMES[int(str(before.lastgroup)[1:])])
    return frozenset(found)


def rates_agree(claimed: frozenset[str], known: frozenset[str]) -> bool:
    """Whether nothing that a claim counts per is counted per something else of its class."""
    return all(claimed & one <= known or not known & one for one in _CLASSES)
