"""The first rung: what the site or the author states about this document.

Next to the link (its text, its row, a ``<time>``, the heading above it), then titles, then days
of publication. In each text the day of the sitting comes before a day of approval or posting.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.folding import fold
from ingest.dating.in_words import DATES_IN_WORDS
from ingest.dating.postings import is_said_posted, is_suffix
from ingest.dating.publications import (
    MAX_CHARS,
    MAX_CONTEXTS,
    odd_spellings,
    published_candidates,
    read_by_dateparser,
)
from ingest.dating.readings import Reading, agree, fineness
from ingest.dating.short_dates import Surroundings, settle
from ingest.dating.stamps import parse_stamp
from ingest.dating.url_rung import TEXT_RULES, Texts, complete, read_text
from ingest.dating.words import MONTHS
from ingest.dating.year_rung import COUNCIL_PAPER
from schemas.dating import DateClues, DatePrecision
from schemas.resource import LinkContext

_SITTING_CUE = re.compile(
    r"(?:seance|reunion|assemblee|conseil|sitzung|versammlung|seduta|session)[a-z' ]{0,24}"
    r"(?:du|le|vom|del)? ?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)? ?\Z"
)
_WORD = re.compile(r"[a-z]{4,40}")
_DOWNLOAD = frozenset(
    {
        "telecharger", "document", "fichier", "consulter", "ouvrir", "lire", "voir", "afficher",
        "version", "download", "herunterladen", "dokument", "datei", "offnen", "anzeigen",
        "scaricare", "scarica", "documento", "annexe",
    }
)  # fmt: skip
_GENERIC_TITLE = re.compile(
    r"(?:microsoft |presentation|powerpoint|document\b|sans (?:titre|nom)|untitled|n/references|"
    r"km_|numeris|scan|sharp|xerox|ricoh|canon|epson|imprimer|print|untitled|unbenannt|"
    r"senza titolo|[a-z0-9_]{1,6}\Z)"
)


@dataclass(frozen=True, slots=True)
class Stating:
    """What reading a statement depends on besides its words."""

    today: date
    around: Surroundings
    name_year: int | None
    """Year of the name or a hand-made folder, which completes a bare day and month."""
    posting_suffix: bool = False
    """Whether labels of this site end with their day of posting."""


@dataclass(frozen=True, slots=True)
class _Statement:
    rank: Rank
    year_rank: Rank
    source: str
    text: str


def stated_candidates(
    clues: DateClues, stating: Stating, recurring_titles: frozenset[str]
) -> list[Candidate]:
    """Every date that the site or the author states, unordered."""
    found: list[Candidate] = []
    for place, context in enumerate(clues.contexts[:MAX_CONTEXTS]):
        found += [replace(c, place=place) for c in _context_candidates(context, stating)]
    if not clues.is_pdf:
        found = _supported(found, len(clues.contexts[:MAX_CONTEXTS]))
    silent: list[str] = []
    for title in clues.titles:
        stated = _title_candidates(title, stating, recurring_titles)
        found += stated
        silent += [] if stated else [title]
    published, odd = published_candidates(clues)
    if not any(c.fine for c in found):
        odd = [*odd_spellings(clues, silent), *odd]
    return [*found, *published, *read_by_dateparser(odd, stating.today)]


def _supported(found: Sequence[Candidate], places: int) -> list[Candidate]:
    """What at least half of the pages that link to a web page state alike.

    A page stands in every menu: one dated teaser that leads to it does not date it.
    """
    kept = []
    for candidate in found:
        value = candidate.value
        alike = {
            other.place
            for other in found
            if other.value is not None and value is not None and agree(other.value, value)
        }
        kept += [candidate] if 2 * len(alike) >= places else []
    return kept


def _statements(context: LinkContext) -> Iterator[_Statement]:
    yield _Statement(Rank.LINK_TEXT, Rank.STATED_YEAR, "link_text", context.link_text)
    yield _Statement(Rank.ROW, Rank.STATED_YEAR, "row", context.row)
    yield _Statement(Rank.HEADING, Rank.HEADING_YEAR, "heading", context.heading)
    if _is_landing_page(context):
        yield _Statement(Rank.LANDING_PAGE, Rank.TITLE_YEAR, "page_title", context.page_title)
    else:  # minutes that link to a regulation do not date it; their year may date a list
        yield _Statement(Rank.NOTHING, Rank.TITLE_YEAR, "page_title", context.page_title)


def _is_landing_page(context: LinkContext) -> bool:
    """Whether the page seems to be this document's own: the link names it so, or nothing."""
    link, title = fold(context.link_text).text, fold(context.page_title).text
    words = {word for word in _WORD.findall(link) if word not in MONTHS}
    return not words - _DOWNLOAD or bool(words & set(_WORD.findall(title)))


def _context_candidates(context: LinkContext, stating: Stating) -> list[Candidate]:
    found: list[Candidate] = []
    yearless: list[tuple[_Statement, Texts, Reading]] = []
    years: list[Candidate] = []
    for statement in _statements(context):
        texts = read_text(fold(statement.text[:MAX_CHARS]), stating.today, TEXT_RULES)
        found += _fine_candidates(statement, texts, stating)
        years += _year_candidates(statement, texts)
        yearless += [(statement, texts, r) for r in texts.readings if r.day_month is not None]
    completed = [c for item in yearless if (c := _completed(*item, years, stating)) is not None]
    return [*found, *completed, *_time_candidates(context), *years]


def _fine_candidates(statement: _Statement, texts: Texts, stating: Stating) -> list[Candidate]:
    """Days, then months, of one statement; the sitting's first, a posting's last."""
    settled = [(r, settle(replace(r, leading=False), stating.around)) for r in texts.readings]
    fine = [(r, s) for r, s in settled if s.value is not None and fineness(s.value) >= 2]
    posted = {r.start for r, _ in fine if _is_posted(statement, texts, r, stating)}
    fine.sort(key=lambda pair: (pair[0].start in posted, *_weight(texts, *pair)))
    return [
        Candidate(
            Rank.PUBLICATION if r.start in posted else statement.rank,
            s.value,
            s.rule,
            statement.source,
            texts.quote(r),
        )
        for r, s in fine
    ]


def _is_posted(statement: _Statement, texts: Texts, reading: Reading, stating: Stating) -> bool:
    by_habit = stating.posting_suffix and statement.rank in (Rank.LINK_TEXT, Rank.ROW)
    return is_said_posted(texts, reading) or (by_habit and is_suffix(texts, reading))


def _weight(texts: Texts, reading: Reading, settled: Reading) -> tuple[int, int]:
    coarse = 0 if settled.value is None else -fineness(settled.value)
    return coarse, -1 if _SITTING_CUE.search(texts.before(reading)) else reading.start


def _year_candidates(statement: _Statement, texts: Texts) -> list[Candidate]:
    paper = COUNCIL_PAPER.match(texts.folded.text) is not None
    found = []
    for reading in texts.readings:
        value = reading.value
        if value is None or value.month is not None or reading.options:
            continue
        about = paper and reading.rule in ("year", "span")
        span = value.precision is DatePrecision.SPAN and statement.year_rank > Rank.STATED_YEAR
        rank = Rank.SUBJECT_YEAR if about or span else statement.year_rank
        found.append(Candidate(rank, value, reading.rule, statement.source, texts.quote(reading)))
    return found


def _completed(
    statement: _Statement,
    texts: Texts,
    reading: Reading,
    years: list[Candidate],
    stating: Stating,
) -> Candidate | None:
    """``28 mai`` with the year of its row, its section or the file's name."""
    given = next((c for c in years if c.value is not None and c.value.end_year is None), None)
    if given is not None and given.value is not None:
        year, origin = given.value.year, f"{given.source}_year"
    elif stating.name_year is not None:
        year, origin = stating.name_year, "name_year"
    else:
        return None
    value = complete(reading, year)
    if value is None:
        return None
    rule = f"{reading.rule}+{origin}"
    return Candidate(statement.rank, value, rule, statement.source, texts.quote(reading))


def _time_candidates(context: LinkContext) -> list[Candidate]:
    raw = context.time_datetime
    value = parse_stamp(raw) if raw else None
    if value is None:
        return []
    return [Candidate(Rank.TIME_ELEMENT, value, "time_datetime", "time_datetime", raw)]


def _title_candidates(title: str, stating: Stating, recurring: frozenset[str]) -> list[Candidate]:
    folded = fold(title[:MAX_CHARS])
    texts = read_text(folded, stating.today, (*DATES_IN_WORDS, *TEXT_RULES))
    statement = _Statement(Rank.TITLE, Rank.TITLE_YEAR, "title", title)
    found = [*_fine_candidates(statement, texts, stating), *_year_candidates(statement, texts)]
    if _GENERIC_TITLE.match(folded.text):
        return [_refused(candidate, "a generic title") for candidate in found]
    if folded.text.strip() in recurring:
        return [_refused(candidate, "the title of several documents") for candidate in found]
    return found


def _refused(candidate: Candidate, note: str) -> Candidate:
    return replace(candidate, rank=Rank.NOTHING, note=note)
