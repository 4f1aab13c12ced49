"""Technical stamps: what machines wrote. They bound from above and give a last-resort year.

Measured on 125 dated minutes: the PDF's CreationDate equals the day of the meeting 0 times, its
year is right 90 times in 100. So no stamp ever gives a month or a day (unless the profile asks).
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.url_path import UrlPath
from ingest.dating.words import MONTHS, day_date
from schemas.dating import DateClues, PartialDate
from schemas.document import StatedDateSource

EARLIEST_STAMP_YEAR = 1995
"""Older clocks were never set."""

# ISO 32000-1, 7.9.4: (D:YYYYMMDDHHmmSSOHH'mm'), everything after YYYY optional.
_PDF = re.compile(r"\s*(?:D:)?(?P<y>[0-9]{4})(?P<m>[0-9]{2})?(?P<d>[0-9]{2})?(?![0-9]{1}\Z)")
# A program that counts years from 1900 writes 2005 as "19105".
_PDF_FROM_1900 = re.compile(
    r"\s*D:19(?P<y>1[0-9]{2})(?P<m>0[1-9]|1[0-2])(?P<d>[0-3][0-9])[0-9]{0,6}"
)
_ISO = re.compile(r"\s*(?P<y>[0-9]{4})-(?P<m>[0-9]{2})(?:-(?P<d>[0-9]{2}))?(?![0-9])")
_ENGLISH = re.compile(
    r"(?:[a-z]{3,9},?\s+)?(?:(?P<d>[0-9]{1,2})[\s-](?P<m>[a-z]{3,9})[\s-](?P<y>[0-9]{4})"
    r"|(?P<m2>[a-z]{3,9})\s+(?P<d2>[0-9]{1,2})\s[0-9:\s]{0,12}(?P<y2>[0-9]{4}))",
)
_SLASHED = re.compile(r"\s*[0-9]{1,2}/[0-9]{1,2}/(?P<y>[0-9]{4})(?![0-9])")

PDF_STAMPS = {
    StatedDateSource.PDF_INFO_CREATION: 0,
    StatedDateSource.XMP_CREATE: 1,
    StatedDateSource.OFFICE_CREATED: 2,
    StatedDateSource.PDF_INFO_MODIFICATION: 3,
    StatedDateSource.XMP_MODIFY: 4,
    StatedDateSource.OFFICE_MODIFIED: 5,
}
"""Stamps inside the file, in the order in which their year is trusted."""
_LATER_STAMPS = (StatedDateSource.JSONLD_MODIFIED, StatedDateSource.OPENGRAPH_MODIFIED)


@dataclass(frozen=True, slots=True)
class Stamped:
    """All stamps of a document, and the latest plausible day among them."""

    candidates: tuple[Candidate, ...]
    bound: date | None


def parse_stamp(raw: str) -> PartialDate | None:
    """The date that a stamp's raw string states, as far as it is beyond doubt.

    >>> [str(parse_stamp(raw)) for raw in ("D:20120713104455+02'00'", "D:2019", "2019-05-14T08Z")]
    ['2012-07-13', '2019', '2019-05-14']
    >>> [str(parse_stamp(raw)) for raw in ("Tue, 14 May 2019 08:00:00 GMT", "10/2/2024 01:48:09")]
    ['2019-05-14', '2024']
    >>> [parse_stamp(raw) for raw in ("D:", "D:00000000000000", "demain")]
    [None, None, None]
    """
    text = raw[:80]
    for pattern, offset in ((_PDF_FROM_1900, 1900), (_ISO, 0), (_PDF, 0)):
        if (match := pattern.match(text)) is not None:
            return _value(int(match["y"]) + offset, match["m"], match["d"])
    if (match := _SLASHED.match(text)) is not None:  # day or month first: unknown
        return _value(int(match["y"]), None, None)
    if (match := _ENGLISH.search(text.lower())) is not None:
        month = MONTHS.get((match["m"] or match["m2"])[:3])
        if month is not None:
            return _value(int(match["y"] or match["y2"]), str(month), match["d"] or match["d2"])
    return None


def _value(year: int, month: str | None, day: str | None) -> PartialDate | None:
    """As much of the parts as the calendar allows."""
    if not 1000 <= year <= 9999:
        return None
    if month is None or not 1 <= int(month) <= 12:
        return PartialDate(year)
    full = day_date(year, int(month), int(day)) if day is not None else None
    return full or PartialDate(year, int(month))


def read_stamps(
    clues: DateClues,
    path: UrlPath,
    today: date,
    *,
    shared_days: frozenset[date],
    ignore_file: bool = False,
) -> Stamped:
    """Every stamp of the document; a day shared by many files of the site only bounds."""
    found: list[Candidate] = []
    latest: list[date] = []
    inside = () if ignore_file else _in_file(clues)
    for name, raw, value in (*inside, *_in_path(path), *_around(clues)):
        problem = _problem(value, today)
        if value is not None and not problem and name != "upload_folder":
            latest.append(min(value.latest, today))
        shared = value is not None and value.earliest == value.latest in shared_days
        note = problem or ("shared by many documents: a migration" if shared else "")
        usable = value is not None and not problem and not shared
        year = PartialDate(value.year) if usable and value is not None else None
        rank = Rank.STAMP_YEAR if usable else Rank.NOTHING
        found.append(Candidate(rank, year, f"{name}_year", name, raw, note, is_bound=not problem))
    return Stamped(tuple(found), max(latest, default=None))


def literal_stamp(clues: DateClues) -> list[Candidate]:
    """The creation day of the file, for a profile that asks for the literal reading."""
    return [
        Candidate(Rank.LITERAL_STAMP, value, f"{name}_day", name, raw)
        for name, raw, value in _in_file(clues)
        if value is not None and name.endswith(("creation", "create", "created"))
    ][:1]


def _problem(value: PartialDate | None, today: date) -> str:
    if value is None:
        return "not a date"
    if value.year < EARLIEST_STAMP_YEAR:
        return "a clock that was never set"
    return "after today" if value.earliest > today + timedelta(days=1) else ""


def _in_file(clues: DateClues) -> list[tuple[str, str, PartialDate | None]]:
    inside = sorted(
        (stated for stated in clues.stated if stated.source in PDF_STAMPS),
        key=lambda stated: PDF_STAMPS[stated.source],
    )
    return [(stated.source.value, stated.raw, parse_stamp(stated.raw)) for stated in inside]


def _in_path(path: UrlPath) -> list[tuple[str, str, PartialDate | None]]:
    return [(stamp.kind, stamp.text, stamp.value) for stamp in path.stamps]


def _around(clues: DateClues) -> list[tuple[str, str, PartialDate | None]]:
    later = [
        (stated.source.value, stated.raw, parse_stamp(stated.raw))
        for stated in clues.stated
        if stated.source in _LATER_STAMPS
    ]
    outside = (("last_modified", clues.last_modified), ("sitemap_lastmod", clues.sitemap_lastmod))
    return [*later, *((name, raw, parse_stamp(raw)) for name, raw in outside if raw.strip())]
