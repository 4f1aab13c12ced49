"""The third rung: the year alone, when nothing states a day or a month.

A year in the name that lies ahead of a hand-made year folder is the document's subject (a
budget, a timetable); an earlier one is the year that a report describes.
"""

import re

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.readings import Reading
from ingest.dating.url_path import UrlPath
from ingest.dating.url_rung import Texts, folder_years
from schemas.dating import DatePrecision, PartialDate

COUNCIL_PAPER = re.compile(
    r"(?:[0-9]{1,6}[ ._\-]{1,3}){0,4}"
    r"(?:preavis|comm(?:unication)?(?=[0-9 ._\-]|\Z)|communique|cp(?![a-z])|"
    r"interpellation|motion|postulat|reponse|question|petition|resolution|initiative|voeu|anfrage|"
    r"vorstoss|interpellanza|mozione)"
)
"""Papers laid before a council: filed under their year, named after their subject."""
_REVISED = "revised_year"
_REVISION = re.compile(
    r"(?:revise|modifie|edition|version|mise a jour|maj|amende|etat|stand|ausgabe|fassung)e?s?"
    r"(?:[ ._\-](?:en|au|du|le))?[ ._\-]{0,3}\Z"
)
"""``statuts_2008_modifies_2015`` is the text of 2015."""
_DISCUSSED = re.compile(r"preavis|interpellation|motion|postulat|question|petition|initiative")
_NUMBER_RULES = frozenset({"number_year", "number_short_year"})


def year_candidates(path: UrlPath, name: Texts, folders: tuple[Texts, ...]) -> list[Candidate]:
    """Years and spans of the name and of hand-made folders, best first."""
    folder = _folder_year(folders)
    filed = _filed_year(folder, folders)
    own = [c for r in name.readings if (c := _own_year(r, name, path, filed)) is not None]
    own.sort(key=lambda candidate: (candidate.rank, candidate.rule != _REVISED))
    spans = _folder_spans(folders) if folder is None else []
    return [*own, *([folder] if folder is not None else []), *spans]


def _folder_year(folders: tuple[Texts, ...]) -> Candidate | None:
    years = folder_years(folders)
    if not years:
        return None
    year, text = years[0]
    return Candidate(Rank.FOLDER_YEAR, PartialDate(year), "year_folder", "folder", text)


def _filed_year(folder: Candidate | None, folders: tuple[Texts, ...]) -> int | None:
    """The year of the hand-made folder, or of the sitting whose folder it is."""
    if folder is not None and folder.value is not None:
        return folder.value.year
    dated = (r.value for f in reversed(folders) for r in f.readings if r.value is not None)
    return next((v.year for v in dated if v.precision is DatePrecision.DAY), None)


def _folder_spans(folders: tuple[Texts, ...]) -> list[Candidate]:
    return [
        Candidate(Rank.FOLDER_YEAR, r.value, "span_folder", "folder", folder.quote(r))
        for folder in reversed(folders)
        for r in folder.readings
        if r.rule == "span"
    ]


def _own_year(reading: Reading, name: Texts, path: UrlPath, filed: int | None) -> Candidate | None:
    value = reading.value
    if value is None or value.month is not None or reading.options:
        return None
    rank = _rank(reading, value, path.name.text, filed)
    note = "" if rank is Rank.NAME_YEAR else "the subject's year; filed under another"
    revised = reading.rule == "year" and _REVISION.search(name.before(reading))
    rule = _REVISED if revised else reading.rule
    return Candidate(rank, value, rule, "file_name", name.quote(reading), note)


def _rank(reading: Reading, value: PartialDate, name: str, filed: int | None) -> Rank:
    if filed is None or (value.precision is DatePrecision.YEAR and value.year == filed):
        return Rank.NAME_YEAR
    paper = COUNCIL_PAPER.match(name)
    if reading.rule in _NUMBER_RULES:
        # "Interpellation-…-preavis-17-2024": the number is that of the paper discussed.
        discussed = paper is not None and _DISCUSSED.search(name, paper.end(), reading.end)
        return Rank.SUBJECT_YEAR if discussed else Rank.NAME_YEAR
    ahead = value.year > filed or (value.precision is DatePrecision.SPAN and value.year >= filed)
    return Rank.SUBJECT_YEAR if ahead or paper else Rank.NAME_YEAR
