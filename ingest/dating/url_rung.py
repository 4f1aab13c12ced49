"""The second rung: dates that people wrote into the file name and the folders."""

import re
from dataclasses import dataclass, replace
from datetime import date

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.folding import Folded
from ingest.dating.full_dates import FULL_DATES
from ingest.dating.noise import NOISE, POSTAL_CODE
from ingest.dating.ranges import RANGES
from ingest.dating.readings import Reading, Rule, fineness, scan
from ingest.dating.short_dates import SHORT_DATES, Surroundings, settle
from ingest.dating.url_path import UrlPath
from ingest.dating.words import IN_SENTENCE, MINUTES_PLURAL, VERSION_CUE, YEAR, day_date, month_date
from ingest.dating.years import DAYS_WITHOUT_YEAR, MONTHS_AND_NUMBERS, NUMBERS, YEARS
from schemas.dating import PartialDate

TEXT_RULES: tuple[Rule, ...] = (
    *RANGES,
    *FULL_DATES,
    *NUMBERS,
    *SHORT_DATES,
    *MONTHS_AND_NUMBERS,
    *DAYS_WITHOUT_YEAR,
    *YEARS,
)
"""Every rule for a name, a link text, a row or a title, in order of strength."""

_FOLDER_RULES: tuple[Rule, ...] = (
    *RANGES,
    *FULL_DATES,
    *MONTHS_AND_NUMBERS,
    *DAYS_WITHOUT_YEAR,
    *YEARS,
)
_MONTH_OR_NUMBER = frozenset({"year_month", "month_year"})
_NUMBERED_FOLDER = re.compile(
    r"(?:deliberation|arrete|decision|preavis|reglement|resolution|motion|postulat|interpellation|"
    r"communication|ordonnance|messaggi|botschaft|vorlage|beschl[u]e?ss|by-?law)"
)
"""Where ``2020-12-compte-de-gestion`` is number 12 of 2020."""
_NUMERIC_RULES = frozenset({"eight_digits", "six_digits", "year_month_day"})
_FOLDER_MONTH = re.compile(
    r"(?<![a-z])(?:oj|odj|odg|ordre|seance|conseil|session|sitzung|seduta|cm|cc)(?![a-z])"
)


_DATE_FOLDER = re.compile(rf"(?:[0-9]{{2}}|{YEAR})\Z")


@dataclass(frozen=True, slots=True)
class Texts:
    """What was read in one text, strongest rule first."""

    folded: Folded
    readings: tuple[Reading, ...]

    def quote(self, reading: Reading) -> str:
        """The verbatim characters of a reading."""
        return self.folded.quote(reading.start, reading.end)

    def before(self, reading: Reading) -> str:
        """The folded text before a reading, at most eighty characters."""
        return self.folded.text[max(0, reading.start - 80) : reading.start]

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
    if not any(char.isdigit() for char in folded.text):
        return Texts(folded, tuple(scan(folded, rules, today)[0]))
    noise = [match.span() for match in NOISE.finditer(folded.text)]
    noise += [match.span() for match in POSTAL_CODE.finditer(folded.text)]
    readings, _ = scan(folded.masked(noise), rules, today)
    return Texts(folded, tuple(readings))


def read_name(path: UrlPath, today: date) -> Texts:
    """What was read in the file name; a month is a number in a folder of numbered papers."""
    name = read_text(path.name, today)
    if not any(_NUMBERED_FOLDER.match(folder.text) for folder in path.folders[-2:]):
        return name
    return Texts(name.folded, tuple(_as_number(reading) for reading in name.readings))


def _as_number(reading: Reading) -> Reading:
    if reading.value is None or reading.rule not in _MONTH_OR_NUMBER:
        return reading
    return replace(reading, value=PartialDate(reading.value.year), rule="number_year")


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
        late = VERSION_CUE.search(name.before(reading))
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
    """A day and month, or a month, in the name with the year of a hand-made folder or the name."""
    by_folder = next((y for f in reversed(folders) if (y := _plain_year(f)) is not None), None)
    by_name = _plain_year(name)
    found = []
    for reading in name.readings:
        if reading.day_month is None:
            continue
        rule = reading.rule
        if rule == "day_month_numbers" and IN_SENTENCE.search(name.before(reading)):
            rule = "day_month_word"  # "CR du 05.04" reads as if the month were written out
        origins = {
            "day_month_numbers": (("name_year", by_name),),
            "month_word_alone": (("folder_year", by_folder),),
        }.get(rule, (("folder_year", by_folder), ("name_year", by_name)))
        origin, year = next(((o, y) for o, y in origins if y is not None), ("", None))
        value = complete(reading, year)
        if value is not None:
            if reading.leading and value.day == value.month:  # "2021/12-decembre.pdf"
                value = PartialDate(value.year, value.month)
            rule = f"{reading.rule}+{origin}"
            found.append(Candidate(Rank.NAME, value, rule, "file_name", name.quote(reading)))
    return found


def complete(reading: Reading, year: int | None) -> PartialDate | None:
    """A reading without year as a date of ``year``, if there is such a date."""
    if reading.day_month is None or year is None:
        return None
    day, month = reading.day_month
    return day_date(year, month, day) if day else PartialDate(year, month)


def _plain_year(text: Texts) -> int | None:
    years = {r.value.year for r in text.readings if r.rule == "year" and r.value is not None}
    return years.pop() if len(years) == 1 else None


def folder_candidates(path: UrlPath, folders: tuple[Texts, ...]) -> list[Candidate]:
    """Days and months in folders that people named, nearest first."""
    found = []
    year = next((y for f in reversed(folders) if (y := _plain_year(f)) is not None), None)
    for folder in reversed(folders):
        for reading in folder.readings:
            value = _folder_value(reading, folder.folded.text, year)
            if value is None:
                continue
            rule, quote = f"folder_{reading.rule}", folder.quote(reading)
            found.append(Candidate(Rank.FOLDER, value, rule, "folder", quote))
    return [*found, *_day_folders(path)]


def _folder_value(reading: Reading, folder: str, year: int | None) -> PartialDate | None:
    """``OJ_09_2022`` is a month, ``14/2022`` may be anything; ``2025/janvier`` is a month."""
    if reading.day_month is not None:
        if reading.rule == "day_month_numbers" and reading.day_month[0] <= 12:
            return None  # "2020/06_05": the fifth of June as well as the sixth of May
        alone = reading.end - reading.start >= len(folder.strip("0123456789 ._-"))
        value = complete(reading, year) if alone else None
        numbered = value is not None and value.day == value.month  # "01-janvier"
        return PartialDate(value.year, value.month) if value is not None and numbered else value
    if not _is_fine(reading) or _is_numeric_month(reading, folder):
        return None
    return reading.value


def _is_numeric_month(reading: Reading, folder: str) -> bool:
    """``2023-02`` outside a sitting's folder: month or number, so only its year counts."""
    return reading.rule in _MONTH_OR_NUMBER and not _FOLDER_MONTH.search(folder)


def _day_folders(path: UrlPath) -> list[Candidate]:
    """``/deliberations/2018/10/18/`` or ``/2018/10/``: sitting folders, no upload store's."""
    segments = path.folders
    for i in range(len(segments) - 2, -1, -1):
        parts = [s.text for s in segments[i : i + 3] if _DATE_FOLDER.match(s.text)]
        if len(parts) < 2 or [len(part) for part in parts] != [4, 2, 2][: len(parts)]:
            continue
        numbers = [int(part) for part in parts]
        value = day_date(*numbers) if len(numbers) == 3 else month_date(*numbers)
        if value is not None:
            first, last = segments[i], segments[i + len(parts) - 1]
            quote = first.source[first.starts[0] : last.ends[-1]]
            return [Candidate(Rank.FOLDER, value, "day_folder", "folder", quote)]
    return []


def folder_years(folders: tuple[Texts, ...]) -> list[tuple[int, str]]:
    """Years of folders that people named, nearest first, each with its verbatim text."""
    return [
        (reading.value.year, folder.quote(reading))
        for folder in reversed(folders)
        for reading in folder.readings
        if reading.value is not None
        and (reading.rule == "year" or _is_numeric_month(reading, folder.folded.text))
    ]


def read_folders(path: UrlPath, today: date) -> tuple[Texts, ...]:
    """What was read in each folder, outermost first."""
    return tuple(read_text(folder, today, _FOLDER_RULES) for folder in path.folders)
