"""Days of publication that pages state for machines, and strings that only dateparser can read."""

import re
from collections.abc import Sequence
from datetime import date

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.readings import FUTURE_YEARS
from ingest.dating.stamps import parse_stamp
from ingest.dating.unusual import MAX_CALLS, parse_unusual
from schemas.dating import DateClues
from schemas.document import StatedDateSource

MAX_CONTEXTS = 12
"""A regulation may be linked from every page; the first places say enough."""
MAX_CHARS = 400
"""A link text, row or title longer than this is prose."""

_UNUSUAL = re.compile(
    r"(?<![0-9])[0-3]?[0-9](?:er|\.)? (?!jui\b)[^\W\d_]{3,12}\.?,? (?:19|20)[0-9]{2}(?![0-9])"
)
_PUBLISHED = {
    StatedDateSource.JSONLD_PUBLISHED: "jsonld_published",
    StatedDateSource.OPENGRAPH_PUBLISHED: "opengraph_published",
    StatedDateSource.META_DATE: "meta_date",
    StatedDateSource.TIME_ELEMENT: "time_element",
}
OddString = tuple[Rank, str, str]
"""Rank, source and the isolated string."""


def published_candidates(clues: DateClues) -> tuple[list[Candidate], list[OddString]]:
    """Days of publication; and the strings that only dateparser may read."""
    found: list[Candidate] = []
    odd: list[OddString] = []
    for stated in clues.stated:
        value = parse_stamp(stated.raw)
        name = _PUBLISHED.get(stated.source)
        if stated.source is StatedDateSource.DC_DATE:
            # With a time of day a program wrote it, not an author.
            if value is not None and ":" not in stated.raw:
                found.append(Candidate(Rank.TITLE, value, "dc_date", "dc_date", stated.raw))
        elif name is not None and value is not None:
            found.append(Candidate(Rank.PUBLICATION, value, name, name, stated.raw))
        elif name is not None and len(stated.raw) <= 60 and any(c.isdigit() for c in stated.raw):
            odd.append((Rank.PUBLICATION, name, stated.raw))
    return found, odd


def odd_spellings(clues: DateClues, titles: Sequence[str]) -> list[OddString]:
    """Strings of the shape of a date whose month word is in none of our tables."""
    texts = [(Rank.LINK_TEXT, "link_text", c.link_text) for c in clues.contexts[:MAX_CONTEXTS]]
    texts += [(Rank.TITLE, "title", title) for title in titles]
    return [
        (rank, source, match.group())
        for rank, source, text in texts
        if (match := _UNUSUAL.search(text[:MAX_CHARS])) is not None
    ]


def read_by_dateparser(odd: Sequence[OddString], today: date) -> list[Candidate]:
    """The first three strings, as far as dateparser reads their date."""
    return [
        Candidate(rank, value, "dateparser", source, text)
        for rank, source, text in list(dict.fromkeys(odd))[:MAX_CALLS]
        if (value := parse_unusual(text)) is not None and value.year <= today.year + FUTURE_YEARS
    ]
