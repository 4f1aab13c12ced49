"""From when to when a document says that it holds: ``valable du … au …``, a budget year, a term."""

import re
from datetime import date

from ingest.dating.folding import Folded, fold
from ingest.dating.full_dates import FULL_DATES
from ingest.dating.in_words import DATES_IN_WORDS
from ingest.dating.readings import Reading, scan
from ingest.dating.url_path import parse_url_path
from ingest.dating.words import MONTH, YEAR
from schemas.dating import NO_VALIDITY, DateClues, DatePrecision, Validity

MAX_CHARS = 3000

_CUE = re.compile(r"val[ai]|vigueur|vigore|gultig|gueltig|kraft|applicable")
_CUE_FROM = re.compile(
    r"(?:valable|valide|en vigueur|gultig|gueltig|in kraft|valido|valida|valevole|in vigore|valid|"
    r"entree? en (?:vigueur|force)|entre en vigueur|inkrafttreten|applicable)[a-z' ,:]{0,24}\Z"
)
_CUE_TO = re.compile(
    r"(?:valable|valide|gultig|gueltig|valido|valida|valid)[a-z' ,:]{0,16}"
    r"(?:jusqu'au|jusqu'a|bis(?: zum)?|fino al|until|to) ?\Z"
)
_BETWEEN = re.compile(r"[a-z ,]{0,12}(?:au|jusqu'au|bis(?: zum)?|al|fino al|to|until|-) ?\Z")
_PERIOD = re.compile(
    rf"(?<![a-z])(?P<kind>legislature|legislatur|legislatura|budget|voranschlag|preventivo|"
    rf"annee scolaire|schuljahr|anno scolastico|tarifs?|tarife?|tariffe|bareme|calendrier|"
    rf"kalender|calendario|horaires?|agenda)(?:(?!{MONTH})[a-z' ._\-]){{0,24}}"
    rf"(?P<first>{YEAR})(?:[ ]?[/_\-–][ ]?(?P<last>{YEAR}|[0-9]{{2}}))?(?![0-9]|[./\-][0-9])"
)
_SPEAKS_OF_IT = re.compile(
    r"(?<![a-z])(?:preavis|comm(?:unication)?|communique|cp|interpellation|motion|postulat|reponse|"
    r"proces[ ._-]verba|compte[ ._-]rendu|pv|cr|protokoll|verbale|rapport|deliberation)"
)
_SCHOOL_YEAR = re.compile(r"annee scolaire|schuljahr|anno scolastico")


def find_validity(clues: DateClues, today: date) -> Validity:
    """What names, titles and page 1 state of a document's validity.

    A period such as ``Budget 2026`` counts in names and titles only, and not in those of minutes
    and council papers, which speak of it; stated days count on page 1 too.

    >>> day = date(2026, 11, 29)
    >>> page = "Tarif valable du 1er janvier 2026 au 31 décembre 2027"
    >>> found = find_validity(DateClues("tarif.pdf", first_page=page), day)
    >>> str(found.valid_from), str(found.valid_to)
    ('2026-01-01', '2027-12-31')
    >>> str(find_validity(DateClues("programme-legislature-2021-2026.pdf"), day).valid_to)
    '2026-12-31'
    """
    links = (context.link_text for context in clues.contexts[:3])
    titles = [
        parse_url_path(clues.url).name,
        *(fold(t[:MAX_CHARS]) for t in (*clues.titles, *links)),
    ]
    page = fold(clues.first_page[:MAX_CHARS])
    found = next((v for text in (*titles, page) if (v := _stated_days(text, today))), None)
    if found is None and not any(_SPEAKS_OF_IT.search(text.text) for text in titles):
        found = next((v for text in titles if (v := _stated_period(text))), None)
    return found or NO_VALIDITY


def _stated_days(folded: Folded, today: date) -> Validity | None:
    if _CUE.search(folded.text) is None:
        return None
    readings, _ = scan(folded, (*DATES_IN_WORDS, *FULL_DATES), today)
    days = sorted(
        (r for r in readings if r.value is not None and r.value.precision is DatePrecision.DAY),
        key=lambda reading: reading.start,
    )
    for i, reading in enumerate(days):
        before = folded.text[max(0, reading.start - 60) : reading.start]
        if _CUE_TO.search(before):
            return _validity(folded, None, reading)
        if _CUE_FROM.search(before):
            after = days[i + 1] if i + 1 < len(days) else None
            joined = after is not None and _BETWEEN.match(folded.text[reading.end : after.start])
            return _validity(folded, reading, after if joined else None)
    return None


def _validity(folded: Folded, first: Reading | None, last: Reading | None) -> Validity:
    edges = [reading for reading in (first, last) if reading is not None]
    text = folded.quote(edges[0].start, edges[-1].end)
    start = None if first is None or first.value is None else first.value.earliest
    end = None if last is None or last.value is None else last.value.latest
    if start is not None and end is not None and end < start:
        end = None
    return Validity(start, end, text)


def _stated_period(folded: Folded) -> Validity | None:
    match = _PERIOD.search(folded.text)
    if match is None:
        return None
    first = int(match["first"])
    last = first if match["last"] is None else int(match["last"])
    last = last if last >= 100 else first // 100 * 100 + last
    if not first <= last <= first + 30:
        return None
    text = folded.quote(match.start(), match.end())
    if _SCHOOL_YEAR.match(match["kind"]) and last > first:
        return Validity(date(first, 8, 1), date(last, 7, 31), text)
    return Validity(date(first, 1, 1), date(last, 12, 31), text)
