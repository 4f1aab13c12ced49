"""The wording of the archive warning: written by marking, checked by the gate, keyed on by prompts.

The French text with a day is fixed to the character. A change of any wording here is a change
of `WARNING_VERSION`, which is stored with every chunk.
"""

import re
from dataclasses import dataclass

from schemas.dating import DatePrecision, PartialDate

WARNING_VERSION = "1"
"""Raised with every change of a wording below."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one language: how a date reads, and what stands around it."""

    months: tuple[str, ...]
    opening: str
    """Up to the date; also the whole opening when there is no date."""
    dated: str
    """What joins opening and date label (French « daté »); may be empty."""
    closing: str


_FRENCH = Wording(
    months=(
        "janvier", "février", "mars", "avril", "mai", "juin",
        "juillet", "août", "septembre", "octobre", "novembre", "décembre",
    ),
    opening="Document d'archive",
    dated=" daté ",
    closing=(
        "décrit une situation passée, "
        "ne pas présenter son contenu comme la situation actuelle"
    ),
)  # fmt: skip
_GERMAN = Wording(
    months=(
        "Januar", "Februar", "März", "April", "Mai", "Juni",
        "Juli", "August", "September", "Oktober", "November", "Dezember",
    ),
    opening="Archivdokument",
    dated=" ",
    closing=(
        "beschreibt eine vergangene Situation, "
        "Inhalt nicht als aktuelle Situation darstellen"
    ),
)  # fmt: skip
_ITALIAN = Wording(
    months=(
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno",
        "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre",
    ),
    opening="Documento d'archivio",
    dated=" ",
    closing=(
        "descrive una situazione passata, "
        "non presentarne il contenuto come la situazione attuale"
    ),
)  # fmt: skip
_ENGLISH = Wording(
    months=(
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ),
    opening="Archive document",
    dated=" dated ",
    closing=(
        "describes a past situation, "
        "do not present its content as the current situation"
    ),
)  # fmt: skip

WORDINGS = {"fr": _FRENCH, "de": _GERMAN, "it": _ITALIAN, "en": _ENGLISH}
"""By ISO 639-1 code; any other language is warned in French."""


def wording_language(language: str | None) -> str:
    """The language in which a document of ``language`` is warned.

    >>> wording_language("de-CH"), wording_language("rm"), wording_language(None)
    ('de', 'fr', 'fr')
    """
    code = (language or "").lower().split("-")[0].split("_")[0]
    return code if code in WORDINGS else "fr"


def date_label(value: PartialDate, language: str = "fr") -> str:
    """The date with its preposition, as it stands in the warning.

    >>> date_label(PartialDate(2019, 5, 14)), date_label(PartialDate(2018, 10, 1))
    ('du 14 mai 2019', 'du 1er octobre 2018')
    >>> date_label(PartialDate(2019, 4)), date_label(PartialDate(2019, 5))
    ("d'avril 2019", 'de mai 2019')
    >>> date_label(PartialDate(2019)), date_label(PartialDate(2018, end_year=2019))
    ('de 2019', 'de 2018-2019')
    """
    return _LABELS[wording_language(language)](value)


def archive_warning(value: PartialDate | None, language: str = "fr") -> str:
    """The warning line, without a line break; ``None`` gives the undated warning.

    >>> archive_warning(PartialDate(2019, 5, 14))[:46]
    "[Document d'archive daté du 14 mai 2019, décri"
    >>> archive_warning(None)[:35]
    "[Document d'archive, décrit une sit"
    """
    words = WORDINGS[wording_language(language)]
    date = "" if value is None else f"{words.dated}{date_label(value, language)}"
    return f"[{words.opening}{date}, {words.closing}]"


def has_any_warning(text: str) -> bool:
    """Whether ``text`` starts with a warning of any language and date."""
    return any(
        text.startswith(f"[{words.opening}") and words.closing + "]" in text.split("\n", 1)[0]
        for words in WORDINGS.values()
    )


def parse_warning(line: str) -> tuple[str, PartialDate | None]:
    """Language and date of a warning line; raises ``ValueError`` on any other line.

    >>> parse_warning(archive_warning(PartialDate(2019, 8), "it"))
    ('it', PartialDate(year=2019, month=8, day=None, end_year=None))
    """
    for language, words in WORDINGS.items():
        head, tail = f"[{words.opening}", f", {words.closing}]"
        if line.startswith(head) and line.endswith(tail):
            label = line[len(head) : -len(tail)].removeprefix(words.dated)
            return language, parse_label(label, language) if label else None
    raise ValueError(f"not an archive warning: {line!r}")


def parse_label(label: str, language: str = "fr") -> PartialDate:
    """The date that `date_label` wrote, with its precision; raises ``ValueError`` otherwise.

    >>> parse_label("d'avril 2019"), str(parse_label("de 2018-2019"))
    (PartialDate(year=2019, month=4, day=None, end_year=None), '2018/2019')
    """
    code = wording_language(language)
    found = _LABEL.search(label)
    if found is not None:
        months = WORDINGS[code].months
        day, word, year, end = found.group("day", "month", "year", "end")
        # "de 2019": the word before a bare year is a preposition, not a month.
        month = months.index(word) + 1 if word in months else None
        try:
            value = PartialDate(
                int(year), month, int(day) if day and month else None, int(end) if end else None
            )
        except ValueError as error:
            raise ValueError(f"not a date label: {label!r}") from error
        if date_label(value, code) == label:
            return value
    raise ValueError(f"not a date label: {label!r}")


_LABEL = re.compile(
    r"(?:(?:(?P<day>[0-9]{1,2})(?:er|°|\.)? )?(?P<month>[^\W\d_]+) )?"
    r"(?P<year>[0-9]{4})(?:-(?P<end>[0-9]{4}))?\Z"
)


def _years(value: PartialDate) -> str:
    return str(value.year) if value.end_year is None else f"{value.year}-{value.end_year}"


def _french(value: PartialDate) -> str:
    if value.month is None:
        return f"de {_years(value)}"
    month = _FRENCH.months[value.month - 1]
    if value.day is not None:
        return f"du {'1er' if value.day == 1 else value.day} {month} {value.year}"
    return f"{'d' + chr(39) if month[0] in 'ao' else 'de '}{month} {value.year}"


def _german(value: PartialDate) -> str:
    if value.precision is DatePrecision.SPAN:
        return f"aus den Jahren {_years(value)}"
    if value.month is None:
        return f"aus dem Jahr {value.year}"
    month = _GERMAN.months[value.month - 1]
    day = f"vom {value.day}. " if value.day is not None else "vom "
    return f"{day}{month} {value.year}"


def _italian(value: PartialDate) -> str:
    if value.month is None:
        return f"del {_years(value)}"
    month = _ITALIAN.months[value.month - 1]
    if value.day is None:
        return f"di {month} {value.year}"
    # Elision before the vowels of "otto" and "undici"; "1°" is read "primo".
    article = "dell'" if value.day in (8, 11) else "del "
    return f"{article}{'1°' if value.day == 1 else value.day} {month} {value.year}"


def _english(value: PartialDate) -> str:
    if value.month is None:
        return _years(value)
    month = _ENGLISH.months[value.month - 1]
    return " ".join(str(part) for part in (value.day, month, value.year) if part is not None)


_LABELS = {"fr": _french, "de": _german, "it": _italian, "en": _english}
