"""Units as they are written after or before a figure, each with one name."""

import re
from decimal import Decimal

from indexers.answering.numbers.kinds import SPACE

_UNITS = {
    "CHF": r"CHF|SFr\.?|[Ff]rs?\.?|francs?(?: suisses?)?",
    "EUR": r"EUR|€|euros?",
    "USD": r"USD|\$|dollars?",
    "centime": r"centimes?|cts?\.?|ct\.",
    "percent": r"%|pour[ \u00a0-]cent|p\. ?c\.|pourcents?",
    "permille": r"‰|pour[ \u00a0-]mille",
    "point": r"points?(?: de pour-?cent(?:age)?)?(?: d[’']impôts?)?",
    "m2": r"m2|m²|mètres?[ -]carrés?",
    "m3": r"m3|m³|mètres?[ -]cubes?",
    "km2": r"km2|km²|kilomètres?[ -]carrés?",
    "km/h": r"km/h|kilomètres?[ -](?:par|à l[’'])[ -]?heure",
    "km": r"km|kilomètres?",
    "cm": r"cm|centimètres?",
    "mm": r"mm|millimètres?",
    "m": r"m|mètres?",
    "ha": r"ha|hectares?",
    "are": r"ares?",
    "l": r"l(?![’'])|litres?",
    "ml": r"ml|millilitres?",
    "dl": r"dl|décilitres?",
    "hl": r"hl|hectolitres?",
    "kg": r"kg|kilos?|kilogrammes?",
    "mg": r"mg|milligrammes?",
    "µg": r"[µμ]g|microgrammes?",
    "g": r"g|grammes?",
    "t": r"t|tonnes?",
    "kWh": r"kWh|kilowatt-?heures?",
    "MWh": r"MWh|mégawatt-?heures?",
    "kW": r"kW|kilowatts?",
    "W": r"W|watts?",
    "degree": r"°[CFf]?|degrés?(?: français| Celsius)?",
    "dB": r"dB(?:\([AB]\))?|décibels?",
    "hour": r"h|heures?",
    "minute": r"min\.?|minutes?",
    "second": r"secondes?",
    "day": r"jours?|j\.",
    "week": r"semaines?",
    "month": r"mois",
    "year": r"ans?|années?",
    # « une fois terminé » counts nothing.
    "times": r"fois(?=[ \u00a0](?:par|l[’']an|tou(?:s|tes)[ \u00a0]les)\b)",
    "inhabitant": r"hab\.?|habitants?|habitantes? et habitants?",
}
_SCALES = {
    "mille": 1_000,
    "millier": 1_000,
    "mio": 1_000_000,
    "million": 1_000_000,
    "mia": 1_000_000_000,
    "mrd": 1_000_000_000,
    "milliard": 1_000_000_000,
}
_ANY = "|".join(f"(?P<u{number}>{pattern})" for number, pattern in enumerate(_UNITS.values()))
_NAMES = tuple(_UNITS)
_GAP = rf"{SPACE}*"
_AFTER = re.compile(rf"{_GAP}-?(?:de[ \u00a0]|d[’'][ \u00a0]?)?(?:{_ANY})(?![\w²³])")
_MONEY_BEFORE = re.compile(
    r"(?:(?P<CHF>\bCHF|\bSFr\.?|\b[Ff]rs?\.?)|(?P<EUR>\bEUR|€)|(?P<USD>\bUSD|\$))"
    r"[ \t\u00a0\u202f]*$"
)
_SCALE_AFTER = re.compile(
    rf"{_GAP}(?P<scale>mille|milliers?|[Mm]ios?\.?|[Mm]illions?|[Mm](?:ia|rd)s?\.?|[Mm]illiards?)(?!\w)"
)
_SHORT_SCALE = re.compile(rf"{_GAP}(?P<scale>M|k)(?={_GAP}(?:€|EUR\b|CHF\b|[Ff]r\.?))")
_ODD_UNIT = re.compile(rf"{_GAP}(?P<unit>[^\W\d_]{{1,3}}[0-9]+)")
_CENTS = re.compile(
    rf"{_GAP}(?:et[ \u00a0])?(?P<cents>[0-9]{{2}})(?:{_GAP}(?:centimes?|cts?\.?))?"
    rf"(?!\w|[.,:/’'-][0-9]|{_GAP}[0-9])"
)
_DASH_MONEY = re.compile(r"[.,][-\u2013\u2014]{1,2}")


def unit_after(text: str, position: int) -> tuple[str, int]:
    """The unit that stands at ``position``, and where it ends; empty when there is none.

    >>> unit_after("3 mètres carrés", 1), unit_after("12 francs", 2), unit_after("12 oui", 2)
    (('m2', 15), ('CHF', 9), ('', 2))
    """
    if dashes := _DASH_MONEY.match(text, position):
        name, end = unit_after(text, dashes.end())
        return (name or "CHF"), (end if name else dashes.end())
    match = _AFTER.match(text, position)
    if match is None or match.lastgroup is None:
        # « 48 m6 » has a unit, if an unknown one: it must not pass for a bare count.
        odd = _ODD_UNIT.match(text, position)
        return (odd["unit"], odd.end()) if odd else ("", position)
    return _NAMES[int(match.lastgroup[1:])], match.end()


def cents_after(text: str, unit: str, position: int) -> tuple[Decimal, int]:
    """The hundredths written after a currency, and where they end: « 2 fr. 10 ».

    >>> cents_after("2 fr. 10 le sac", "CHF", 5)
    (Decimal('0.1'), 8)
    """
    match = _CENTS.match(text, position) if unit in {"CHF", "EUR", "USD"} else None
    if match is None or _AFTER.match(text, match.end()) is not None:
        return Decimal(0), position
    return Decimal(match["cents"]) / 100, match.end()


def money_before(text: str, position: int) -> tuple[str, int]:
    """The currency written just before ``position``, and where it starts."""
    match = _MONEY_BEFORE.search(text, max(0, position - 8), position)
    if match is None or match.lastgroup is None:
        return "", position
    return match.lastgroup, match.start()


def scale_after(text: str, position: int) -> tuple[int, int]:
    """What « million » and the like multiply a figure by, and where the word ends.

    >>> scale_after("1,25 million de francs", 4)
    (1000000, 12)
    >>> scale_after("CHF 3 Mia.", 5)
    (1000000000, 10)
    """
    if short := _SHORT_SCALE.match(text, position):
        return (1_000_000 if short["scale"] == "M" else 1_000), short.end()
    match = _SCALE_AFTER.match(text, position)
    if match is None:
        return 1, position
    return _SCALES[match["scale"].casefold().rstrip("s.")], match.end()


def loose_units(text: str, taken: list[tuple[int, int]]) -> frozenset[str]:
    """Units that stand in ``text`` away from any figure, such as in a table's header."""
    found = set()
    for match in re.finditer(rf"(?<![\w°])(?:{_ANY})(?![\w²³])", text):
        inside = any(start <= match.start() < end for start, end in taken)
        if not inside and match.lastgroup is not None:
            found.add(_NAMES[int(match.lastgroup[1:])])
    return frozenset(found)
