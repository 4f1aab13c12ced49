"""What the text of page 1 says about the chosen date: a check for the operator, not a rung.

Texts lie too: the first date in minutes is often that of the summons, and dossier numbers read
as dates. So only the date of a sitting (``séance du``, a weekday) can disagree.
"""

import re
from dataclasses import dataclass
from datetime import date

from ingest.dating.folding import Folded, fold
from ingest.dating.full_dates import FULL_DATES
from ingest.dating.in_words import DATES_IN_WORDS
from ingest.dating.readings import Reading, Rule, agree, scan
from schemas.dating import DateClues, DatePrecision, PageCheck, PartialDate

MAX_CHARS = 3000

_NUMERIC = ("eight_digits", "month_word_short_year", "month_word_year", "year_month_word")
_PAGE_RULES: tuple[Rule, ...] = (
    *DATES_IN_WORDS,
    *(rule for rule in FULL_DATES if rule.name not in _NUMERIC),
)
_SITTING = re.compile(
    r"(?:seance|reuni[a-z]*|assemblee|sitzung|versammlung|seduta|session|l'an|lundi|mardi|mercredi|"
    r"jeudi|vendredi|samedi|dimanche|montag|dienstag|mittwoch|donnerstag|freitag)"
    r"[a-z', :\-]{0,40}\Z"
)
_OTHER_DAY = re.compile(
    r"(?:convo[a-z]*|affich[a-z]*|transmi[a-z]*|recu|publie|depos[a-z]*|telet[a-z]*|loi|decret|"
    r"arrete|prochaine?)[a-z', :\-]{0,30}\Z"
)


@dataclass(frozen=True, slots=True)
class PageDates:
    """Dates on page 1 with their verbatim text: all, those of a sitting, those in headers."""

    all: tuple[tuple[PartialDate, str], ...]
    sittings: tuple[tuple[PartialDate, str], ...]
    headers: tuple[tuple[PartialDate, str], ...] = ()


def read_page(clues: DateClues, today: date) -> PageDates:
    """The full dates in the running headers and on the first page."""
    headers = [dated for text in clues.running_headers for dated in _dates(text, today)]
    body = _dates(clues.first_page, today)
    return PageDates(
        all=tuple((value, text) for value, text, _ in (*headers, *body)),
        sittings=tuple((value, text) for value, text, sitting in (*headers, *body) if sitting),
        headers=tuple((value, text) for value, text, _ in headers),
    )


def _dates(text: str, today: date) -> list[tuple[PartialDate, str, bool]]:
    folded = fold(text[:MAX_CHARS])
    readings, _ = scan(folded, _PAGE_RULES, today)
    return [
        (r.value, folded.quote(r.start, r.end), _is_sitting(folded, r))
        for r in sorted(readings, key=lambda r: r.start)
        if r.value is not None
    ]


def _is_sitting(folded: Folded, reading: Reading) -> bool:
    before = folded.text[max(0, reading.start - 60) : reading.start]
    of_sitting = reading.rule == "year_then_day_in_words" or _SITTING.search(before) is not None
    return of_sitting and _OTHER_DAY.search(before) is None


def check_page(value: PartialDate | None, page: PageDates) -> PageCheck:
    """Whether page 1 agrees with the chosen date, contradicts it, or says nothing of it."""
    if value is None:
        return PageCheck.SILENT
    if any(agree(value, written) for written, _ in page.all):
        return PageCheck.AGREES
    days = [v for v, _ in page.sittings if v.precision is DatePrecision.DAY]
    return PageCheck.DISAGREES if days else PageCheck.SILENT
