"""The third rung: the year alone, when nothing states a day or a month.

A year in the name that lies ahead of a hand-made year folder is the document's subject (a
budget, a timetable); an earlier one is the year that a report describes.
"""

import re
from itertools import chain

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.readings import Reading
from ingest.dating.url_path import UrlPath
from ingest.dating.url_rung import Texts
from schemas.dating import DatePrecision, PartialDate

COUNCIL_PAPER = re.compile(
    r"(?:[0-9]+[ ._\-]+)*(?:preavis|comm(?:unication)?(?=[0-9 ._\-]|\Z)|communique|cp(?![a-z])|"
    r"interpellation|motion|postulat|reponse|question|petition|resolution|initiative|voeu|anfrage|"
    r"vorstoss|interpellanza|mozione)"
)
"""Papers laid before a council: filed under their year, named after their subject."""
_NUMBER_RULES = frozenset({"number_year", "number_short_year"})


def year_candidates(path: UrlPath, name: Texts, folders: tuple[Texts, ...]) -> list[Candidate]:
    """Years and spans of the name and of hand-made folders, best first."""
    folder = _folder_year(folders)
    own = [c for r in name.readings if (c := _own_year(r, name, path, folder)) is not None]
    own.sort(key=lambda candidate: candidate.rank)
    spans = _folder_spans(folders) if folder is None else []
    return [*own, *([folder] if folder is not None else []), *spans]


def _folder_year(folders: tuple[Texts, ...]) -> Candidate | None:
    for folder in reversed(folders):
        years = [r for r in folder.readings if r.rule == "year" and r.value is not None]
        if years:
            return Candidate(
                Rank.FOLDER_YEAR, years[-1].value, "year_folder", "folder", folder.quote(years[-1])
            )
    return None


def _folder_spans(folders: tuple[Texts, ...]) -> list[Candidate]:
    return [
        Candidate(Rank.FOLDER_YEAR, r.value, "span_folder", "folder", folder.quote(r))
        for folder in reversed(folders)
        for r in folder.readings
        if r.rule == "span"
    ]


def _own_year(
    reading: Reading, name: Texts, path: UrlPath, folder: Candidate | None
) -> Candidate | None:
    value = reading.value
    if value is None or value.month is not None or reading.options:
        return None
    filed = None if folder is None or folder.value is None else folder.value.year
    rank = _rank(reading, value, path.name.text, filed)
    note = "" if rank is Rank.NAME_YEAR else "the subject's year; filed under another"
    return Candidate(rank, value, reading.rule, "file_name", name.quote(reading), note)


def _rank(reading: Reading, value: PartialDate, name: str, filed: int | None) -> Rank:
    if filed is None or (value.precision is DatePrecision.YEAR and value.year == filed):
        return Rank.NAME_YEAR
    paper = COUNCIL_PAPER.match(name)
    if reading.rule in _NUMBER_RULES:
        # "Interpellation-…-preavis-17-2024": the number is that of the paper discussed.
        discussed = paper is not None and name.find("preavis", 3) > 0 and reading.start > 3
        return Rank.SUBJECT_YEAR if discussed else Rank.NAME_YEAR
    ahead = value.year > filed or (value.precision is DatePrecision.SPAN and value.year >= filed)
    return Rank.SUBJECT_YEAR if ahead or paper else Rank.NAME_YEAR


def first_year(*groups: list[Candidate]) -> Candidate | None:
    """The best-ranked year of several lists; the first of equals."""
    return min(chain(*groups), key=lambda candidate: candidate.rank, default=None)
