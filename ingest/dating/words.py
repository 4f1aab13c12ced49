"""The words that dates are written with, in four languages, all folded (no accents, lower case)."""

import re
from datetime import date

from ingest.month_names import FULL_NAMES, MISSPELT, SHORT_NAMES, any_month
from schemas.dating import PartialDate

# Words of other meaning ("mag", "set", "mar"): read as a month only between a day and a year.
_ONLY_BETWEEN = {
    1: ("gen",),
    3: ("mar", "mrz"),
    5: ("mag",),
    6: ("giu", "jun"),
    7: ("lug",),
    8: ("ago",),
    9: ("set",),
    10: ("ott",),
    12: ("dic",),
}
MONTHS = {
    word: number
    for table in (FULL_NAMES, MISSPELT, SHORT_NAMES, _ONLY_BETWEEN)
    for number, words in table.items()
    for word in words
}


MONTH_FULL = any_month(FULL_NAMES, MISSPELT)
MONTH = any_month(FULL_NAMES, MISSPELT, SHORT_NAMES)
MONTH_GLUED = any_month(
    {number: tuple(word for word in words if len(word) > 5) for number, words in FULL_NAMES.items()}
)
"""Long enough to be known behind other letters: ``ActuFevrier2021``."""
MONTH_BETWEEN = any_month(FULL_NAMES, MISSPELT, SHORT_NAMES, _ONLY_BETWEEN)

YEAR = r"(?:19|20)[0-9]{2}"
DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
MONTH_NUMBER = r"(?:0?[1-9]|1[0-2])"
ORDINAL = r"(?:er|ere|re|e|o|st|nd|rd|th|\.)?"

DIGIT_BEFORE = r"(?<![0-9])"
SEP = r"[ ._/\-]{1,3}"
GAP = r"[ ._,/\-]{0,3}"
RANGE_WORD = r"(?:au|a|bis|al|to|jusqu'?au|until)"
JOIN_WORD = rf"(?:et|und|and|&|{RANGE_WORD})"
JOIN = rf"[ ._\-]{{0,3}}(?:e|,|/|\+|-|{JOIN_WORD})[ ._\-]{{0,3}}(?:(?:le|du)[ ._\-])?"
YEAR_OR_COPY = rf"(?P<y>{YEAR}(?=[0-9]?(?![0-9]))|[0-9]{{2}}(?![0-9]|[ ._]?h|:[0-9]))[0-9]?"
"""Four or two digits. A browser appends one digit to a copy: ``20131`` is 2013 and a ``1``."""

NUMBER_WORD = r"(?:n|no|nr|num|numero|nummer|ndeg|nodeg)"
"""``n°``; content systems that know ASCII only spell its sign out as ``deg``."""
PERIODICAL = r"(?:bulletin|gazette|journal|feuille|lettre|infos?|echo|magazine|mag)"

NUMBER_CUE = (
    rf"(?:preavis(?:[ ._-]?(?:municipal|mun))?|pm|{NUMBER_WORD}|comm(?:unication)?|"
    r"reponse|rep|rapport|bulletin|feuille|journal|info|infos|gazette|lettre|echo|magazine|"
    r"del|delib|deliberation|decision|dec|arrete|avis|am|d|interpellation|motion|postulat|"
    r"question|resolution|reglement|regl|circulaire|ordonnance|decret|loi|dossier|affaire|"
    r"messaggio|mm|mozione|interpellanza|interrogazione|risoluzione|botschaft|antrag|vorlage|"
    r"mitteilung|beschluss|anfrage|vorstoss|by-?law|ordinance|projet|int|annexe|fiche|"
    r"dcm|dcc|dcp|dbc|mess|cp|ap|pr|voeu|objet|avenant|convention|contrat|marche|mapa|lot|raa|recueil|"
    r"ar|arr|[a-z]{3,12}blatt|bollettino|notiziario|issue|heft|ausgabe|edition|numeri|"
    r"cerfa|s|t|q|trimestre|semestre|kw|w|sem|semaine)"
)
"""What stands before a number (and its year) that is no month."""

AFTER_NUMBER_CUE = re.compile(rf"(?<![a-z]){NUMBER_CUE}[ ._\-]{{0,3}}\Z")
"""Searched in the text before a place."""

STRICT_NUMBER_CUE = rf"(?:{NUMBER_WORD}|del|delib|d|dec|am)"
"""What makes even ``2021-05-12`` a number of 2021 and not a day."""

SENTENCE_CUE = r"(?:du|le|vom|am|del|dal|dell|il|of|on|dated)"
"""Words after which a short date is written out as in a sentence: day first."""

IN_SENTENCE = re.compile(rf"(?<![a-z]){SENTENCE_CUE}[ ._\-]{{1,3}}\Z")
"""Searched in the text before a place."""

VERSION_CUE = re.compile(
    r"(?:veroffentlicht|publiziert|aktualisiert|genehmigt|pubblicat[oa]|aggiornat[oa]|published|"
    r"updated|posted|mis en ligne|en ligne|version|ver|maj|mis(?:e)? a jour|modifie|publie|"
    r"depose|affiche|signe|approuve|"
    r"valide|stand|etat au|imprime|transmis|recu)(?:e?s?)?"
    r"(?:[ _-](?:le|du|au|en|depuis le|am|vom|il|on))?[ ._:-]{0,3}\Z"
)
FORTHCOMING = re.compile(
    r"(?<![a-z])(?:odj|oj|ordre[ ._-]du[ ._-]jour|ordres[ ._-]du[ ._-]jour|agenda|convocation|"
    r"calendrier|kalender|calendario|traktand\w*|einladung|invitation|budget|planning|horaires?|"
    r"fahrplan|programme|programm|menu|odg|avis)(?![a-z])"
)
"""Documents that may bear a day later than the file that holds them."""
MINUTES_PLURAL = re.compile(
    r"(?:proces[ ._-]?verbaux|comptes[ ._-]?rendus|protokolle(?![a-z])|(?<![a-z])verbali(?![a-z])|"
    r"(?<![a-z])pvs(?![a-z]))"
)
"""Several minutes in one file: a numeric stamp before it is the day of compiling."""


def day_date(year: int, month: int, day: int) -> PartialDate | None:
    """The day, or ``None`` when the calendar has no such day or the year not four digits.

    >>> day_date(2019, 2, 29), day_date(572, 2, 28)
    (None, None)
    """
    try:
        return PartialDate(year, month, day)
    except ValueError:
        return None


def month_date(year: int, month: int) -> PartialDate | None:
    """The month, or ``None`` when there is no such month or the year has not four digits."""
    try:
        return PartialDate(year, month)
    except ValueError:
        return None


def full_year(written: str, today: date) -> int:
    """Four digits as they stand; two digits in the century that does not lie ahead.

    >>> full_year("2019", date(2026, 1, 1)), full_year("21", date(2026, 1, 1))
    (2019, 2021)
    """
    number = int(written)
    if number >= 100:
        return number
    return 2000 + number if 2000 + number <= today.year + 1 else 1900 + number
