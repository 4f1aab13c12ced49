"""Dates in spellings that our tables do not know, read by dateparser from isolated strings only.

One parser, reused; four languages, day first, absolute time only, a fixed base: so the result
depends on no clock. The module is loaded when the first such string is met, not before, since
importing dateparser costs more than dating a small site.
"""

import re
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from importlib import import_module
from typing import Protocol, cast

from schemas.dating import PartialDate

MAX_CALLS = 3
"""Calls of dateparser for one document."""

_SETTINGS = {
    "DATE_ORDER": "DMY",
    "PARSERS": ["absolute-time"],
    "RELATIVE_BASE": datetime.fromisoformat("2000-01-01"),
    "PREFER_DAY_OF_MONTH": "first",
    "PREFER_MONTH_OF_YEAR": "first",
    "RETURN_AS_TIMEZONE_AWARE": False,
}


_WRITTEN_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_SHAPE = re.compile(r"[\w .,:/'’\-]{6,60}\Z")


class _DateData(Protocol):
    date_obj: datetime | None
    period: str


class _Parser(Protocol):
    def get_date_data(self, date_string: str) -> _DateData: ...


@lru_cache(maxsize=1)
def _parser() -> _Parser:
    make = cast("Callable[..., _Parser]", import_module("dateparser.date").DateDataParser)
    return make(languages=["fr", "de", "it", "en"], settings=_SETTINGS)


def parse_unusual(text: str) -> PartialDate | None:
    """The date in an isolated string such as ``mardi 14 mai 2019 à 20 h``, as precise as written.

    >>> str(parse_unusual("mardi 14 mai 2019 à 20h")), parse_unusual("12 pages 2019")
    ('2019-05-14', None)
    """
    years = _WRITTEN_YEAR.findall(text)
    if len(years) != 1 or not _SHAPE.match(text):
        return None
    data = _parser().get_date_data(text)
    if data.date_obj is None or data.period not in ("day", "month", "year"):
        return None
    moment = data.date_obj
    if moment.year != int(years[0]):
        return None
    if data.period == "year":
        return PartialDate(moment.year)
    day = moment.day if data.period == "day" else None
    return PartialDate(moment.year, moment.month, day)
