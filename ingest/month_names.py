"""The months as names of files write them: four languages, folded (no accents, lower case)."""

from typing import Final

MonthWords = dict[int, tuple[str, ...]]
"""Number of the month -> its words."""

FULL_NAMES: Final[MonthWords] = {
    1: ("janvier", "januar", "gennaio", "january", "jaenner", "janner"),
    2: ("fevrier", "februar", "febbraio", "february", "feber"),
    3: ("mars", "marz", "maerz", "marzo", "march"),
    4: ("avril", "april", "aprile"),
    5: ("mai", "maggio", "may"),
    6: ("juin", "juni", "giugno", "june"),
    7: ("juillet", "juli", "luglio", "july"),
    8: ("aout", "august", "agosto"),
    9: ("septembre", "september", "settembre"),
    10: ("octobre", "oktober", "ottobre", "october"),
    11: ("novembre", "november"),
    12: ("decembre", "dezember", "dicembre", "december"),
}
MISSPELT: Final[MonthWords] = {
    1: ("janier", "javier", "janvrier"),
    2: ("fevier", "fervier", "feverier", "fevrrier", "frevrier"),
    7: ("juilet", "jullet", "juilllet", "juiller"),
    9: ("setembre", "septmbre", "spetembre", "septempbre", "septembe"),
    10: ("ocotbre", "octobe", "otobre"),
    11: ("novenbre", "novemebre", "novembe"),
    12: ("decmbre", "decembe", "decenbre", "decemebre"),
}
"""Slips that leave no doubt of the month."""
SHORT_NAMES: Final[MonthWords] = {
    1: ("janv", "jan"),
    2: ("fevr", "fev", "feb"),
    4: ("avr", "apr"),
    7: ("juil", "jul"),
    8: ("aug",),
    9: ("sept", "sep"),
    10: ("oct", "okt"),
    11: ("nov",),
    12: ("dec", "dez"),
}
"""``jui`` stands for June or July: it is in no table."""


def any_month(*tables: MonthWords) -> str:
    """A regular expression of every word of ``tables``, the longest first.

    >>> any_month({8: ("aug", "august")})
    '(?:august|aug)(?![a-z])'
    """
    words = [word for table in tables for words in table.values() for word in words]
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})(?![a-z])"
