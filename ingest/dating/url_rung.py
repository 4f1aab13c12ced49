"""The second rung: dates that people wrote into the file name and the folders."""

import re
from dataclasses import dataclass
from datetime import date

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.folding import Folded
from ingest.dating.full_dates import FULL_DATES
from ingest.dating.readings import Reading, Rule, fineness, scan
from ingest.dating.short_dates import SHORT_DATES, Surroundings, settle
from ingest.dating.url_path import UrlPath
from ingest.dating.words import MINUTES_PLURAL, VERSION_CUE, day_date
from ingest.dating.years import (
    DAYS_WITHOUT_YEAR,
    MONTHS_AND_NUMBERS,
    NOISE,
    NUMBERS,
    POSTAL_CODE,
    YEARS,
)
from schemas.dating import PartialDate

TEXT_RULES: tuple[Rule, ...] = (
    *FULL_DATES,
    *NUMBERS,
    *SHORT_DATES,
    *MONTHS_AND_NUMBERS,
    *DAYS_WITHOUT_YEAR,
    *YEARS,
)
"""Every rule for a name, a link text, a row or a title, in order of strength."""

_FOLDER_RULES: tuple[Rule, ...] = (*FULL_DATES, *MONTHS_AND_NUMBERS, *YEARS)
_NUMERIC_RULES = frozenset({"eight_digits", "six_digits", "year_month_day"})
_FOLDER_MONTH = re.compile(
    r"(?<![a-z])(?:oj|odj|odg|ordre|seance|conseil|session|sitzung|seduta|cm|cc)(?![a-z])"
)
_STORE_WORD = re.compile(r"(?:wp-content|uploads?|files|cdn|static|storage|assets|images?)\Z")
_SITTING_WORD = re.compile(
    r"deliberation|conseil|seance|proces|compte|sitzung|consigli|protokoll|actes|arrete|decision"
)


@dataclass(frozen=True, slots=True)
class Texts:
    """What was read in one text, strongest rule first."""

    folded: Folded
    readings: tuple[Reading, ...]

    def quote(self, reading: Reading) -> str:
        """The verbatim characters of a reading."""
        return self.folded.quote(reading.start, reading.end)

    def years(self) -> frozenset[int]:
        """Years written by four digits, spans expanded."""
        return frozenset(
            year
            for reading in self.readings
            if reading.value is not None and not reading.options
            for year in range(
                reading.value.year, (reading.value.end_year or reading.value.year) + 1
            )
        )


def read_text(folded: Folded, today: date, rules: tuple[Rule, ...] = TEXT_RULES) -> Texts:
    """All readings of one text, noise taken out first."""
    noise = [match.span() for match in NOISE.finditer(folded.text)]
    noise += [match.span() for match in POSTAL_CODE.finditer(folded.text)]
    readings, _ = scan(folded.masked(noise), rules, today)
    return Texts(folded, tuple(readings))


def name_candidates(
    path: UrlPath, name: Texts, folders: tuple[Texts, ...], around: Surroundings
) -> list[Candidate]:
    """Days and months in the file name, best first; ambiguous ones are settled or abstain."""
    found: list[Candidate] = []
    demoted: list[Candidate] = []
    compiled = MINUTES_PLURAL.search(path.name.text)
    for reading in name.readings:
        settled = settle(reading, around)
        if settled.day_month is not None or not (reading.options or _is_fine(settled)):
            continue
        candidate = _candidate(settled, name, compiled=compiled is not None)
        late = VERSION_CUE.search(name.folded.text[: reading.start])
        (demoted if late else found).append(candidate)
    return [*found, *_completed_days(name, folders), *demoted]


def _is_fine(reading: Reading) -> bool:
    return reading.value is not None and fineness(reading.value) >= 2


def _candidate(reading: Reading, name: Texts, *, compiled: bool) -> Candidate:
    value, rule, note = reading.value, reading.rule, ""
    if value is None:
        note = "reads " + " or ".join(str(option) for option in reading.options)
        return Candidate(Rank.NOTHING, None, rule, "file_name", name.quote(reading), note)
    bare = reading.rule.startswith("six_digits") and reading.end - reading.start == len(
        name.folded.text.strip(" ._-")
    )
    if bare and "+" not in reading.rule:
        note = "six digits alone may be a number"
        return Candidate(Rank.NOTHING, None, rule, "file_name", name.quote(reading), note)
    if compiled and rule.split("+")[0] in _NUMERIC_RULES:
        value, rule = PartialDate(value.year), f"{rule}+compilation"
        note = "several minutes in one file: the day is that of compiling"
    rank = Rank.NAME if fineness(value) >= 2 else Rank.NAME_YEAR
    return Candidate(rank, value, rule, "file_name", name.quote(reading), note)


def _completed_days(name: Texts, folders: tuple[Texts, ...]) -> list[Candidate]:
    """A day and month in the name with the year of the name or of a hand-made folder."""
    year, origin = _plain_year(name), "name_year"
    if year is None:
        by_folder = (_plain_year(folder) for folder in reversed(folders))
        year, origin = next((y for y in by_folder if y is not None), None), "folder_year"
    found = []
    for reading in name.readings:
        if reading.day_month is None or year is None:
            continue
        if reading.rule == "day_month_numbers" and origin != "name_year":
            continue
        day, month = reading.day_month
        value = day_date(year, month, day)
        if value is not None:
            rule = f"{reading.rule}+{origin}"
            found.append(Candidate(Rank.NAME, value, rule, "file_name", name.quote(reading)))
    return found


def _plain_year(text: Texts) -> int | None:
    years = {r.value.year for r in text.readings if r.rule == "year" and r.value is not None}
    return years.pop() if len(years) == 1 else None


def folder_candidates(path: UrlPath, folders: tuple[Texts, ...]) -> list[Candidate]:
    """Days and months in folders that people named, nearest first."""
    found = []
    for folder in reversed(folders):
        for reading in folder.readings:
            if not _is_fine(reading) or reading.value is None:
                continue
            numeric_month = reading.rule in ("year_month", "month_year")
            if numeric_month and not _FOLDER_MONTH.search(folder.folded.text):
                continue
            rule = f"folder_{reading.rule}"
            found.append(
                Candidate(Rank.FOLDER, reading.value, rule, "folder", folder.quote(reading))
            )
    return [*found, *_day_folders(path)]


def _day_folders(path: UrlPath) -> list[Candidate]:
    """``/deliberations/2018/10/18/``: a sitting's folder, where no upload store made it."""
    segments = path.folders
    for i in range(len(segments) - 3, -1, -1):
        parts = [segment.text for segment in segments[i : i + 3]]
        if not all(re.match(r"[0-9]{2,4}\Z", part) for part in parts) or len(parts[0]) != 4:
            continue
        value = day_date(*(int(part) for part in parts))
        above = [segment.text for segment in segments[:i]]
        by_store = any(_STORE_WORD.match(text) for text in above)
        by_people = any(_SITTING_WORD.search(text) for text in above)
        if value is not None and (by_people or not (by_store or path.is_file)):
            first, last = segments[i], segments[i + 2]
            quote = first.source[first.starts[0] : last.ends[-1]]
            return [Candidate(Rank.FOLDER, value, "day_folder", "folder", quote)]
    return []


def read_folders(path: UrlPath, today: date) -> tuple[Texts, ...]:
    """What was read in each folder, outermost first."""
    return tuple(read_text(folder, today, _FOLDER_RULES) for folder in path.folders)
