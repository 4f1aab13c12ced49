"""Choosing: one candidate out of all, and the conflicts that the operator should see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.page_check import PageDates
from ingest.dating.readings import agree, fineness
from schemas.dating import DatePrecision, PartialDate

_REFINING = frozenset(
    {
        Rank.LINK_TEXT, Rank.ROW, Rank.NAME, Rank.HEADING, Rank.FOLDER, Rank.TITLE,
        Rank.RUNNING_HEADER, Rank.SESSION_TEXT,
    }
)  # fmt: skip
"""What may make an agreeing month into a day; a day of publication may not."""
MADE_AHEAD_DAYS = 120
"""A calendar or a tariff is made so long before its year begins."""
_BESIDE_LINK = (Rank.LINK_TEXT, Rank.ROW)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything that was read of one document, before anything is chosen."""

    candidates: tuple[Candidate, ...]
    bound: date | None
    """The latest technical stamp: the document was written by then."""
    page: PageDates
    is_forthcoming: bool
    """An agenda, a calendar or a budget: it may bear a day later than its own file."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen candidate, and each conflict as a sentence."""

    chosen: Candidate | None
    conflicts: tuple[str, ...] = ()


def choose(gathered: Gathered) -> Choice:
    """The best candidate, refined by those that agree with it, if the calendar allows it."""
    stated = [c for c in gathered.candidates if c.choosable]
    own = _own_year(stated)
    usable = [c for c in stated if not _denies(c, own)]
    fine = [c for c in usable if c.fine]
    conflicts = [
        *_conflicts(fine),
        *(f"{_told(c)} against {_told(own)}" for c in stated if _is_stale_title(c, own)),
    ]
    possible = [c for c in fine if not _is_impossible(c, gathered)]
    first, chosen = _best(fine), _preferred(possible)
    if first is not None and first not in possible:
        conflicts.append(f"{_told(first)} is later than the file itself")
    if chosen is not None:
        chosen = _refined(chosen, possible)
    elif first is not None and gathered.bound is not None:
        chosen = _year_of_impossible(first, usable, gathered.bound)
    else:
        chosen = _best(usable)
        conflicts += _early_stamp(chosen, gathered)
    conflicts += _year_conflicts(chosen, usable, gathered)
    return Choice(chosen, tuple(dict.fromkeys(conflicts)))


def _own_year(usable: Sequence[Candidate]) -> Candidate | None:
    """The year that the name gives the document, unless it names a day or month as well."""
    return None if _of(usable, Rank.NAME) else _best(_of(usable, Rank.NAME_YEAR))


def _denies(candidate: Candidate, own: Candidate | None) -> bool:
    """A stale title of another year; the section where the report on a past year was laid."""
    if own is None or own.value is None or candidate.value is None or not candidate.fine:
        return False
    if candidate.rank in (Rank.HEADING, Rank.FOLDER):
        return candidate.value.year > (own.value.end_year or own.value.year)
    return _is_stale_title(candidate, own)


def _is_stale_title(candidate: Candidate, own: Candidate | None) -> bool:
    return candidate.rank is Rank.TITLE and candidate.fine and not _same(candidate, own)


def _best(candidates: Iterable[Candidate]) -> Candidate | None:
    """The lowest rank; the first of equals."""
    return min(candidates, key=lambda candidate: candidate.rank, default=None)


def _of(candidates: Iterable[Candidate], *ranks: Rank) -> list[Candidate]:
    return [candidate for candidate in candidates if candidate.rank in ranks]


def _preferred(possible: Sequence[Candidate]) -> Candidate | None:
    """The best one; but beside the link, the date that the name states too is the document's."""
    best = _best(possible)
    name = _best(_of(possible, Rank.NAME))
    if best is None or name is None or best.rank not in _BESIDE_LINK:
        return best
    confirmed = [c for c in _of(possible, *_BESIDE_LINK) if _same(c, name)]
    return _best(confirmed) or best


def _same(first: Candidate | None, second: Candidate | None) -> bool:
    if first is None or second is None or first.value is None or second.value is None:
        return True
    return agree(first.value, second.value)


def _refined(chosen: Candidate, possible: Sequence[Candidate]) -> Candidate:
    """The finest candidate within the chosen date: a month in the label, the day in the row."""
    if chosen.value is None:
        return chosen
    finer = [
        c
        for c in possible
        if c.rank in _REFINING and c.value is not None and _is_finer(c.value, chosen.value)
    ]
    return _best(finer) or chosen


def _is_finer(value: PartialDate, than: PartialDate) -> bool:
    return fineness(value) > fineness(than) and agree(value, than)


def _is_impossible(candidate: Candidate, gathered: Gathered) -> bool:
    if gathered.bound is None or gathered.is_forthcoming or candidate.value is None:
        return False
    return candidate.value.earliest > gathered.bound + timedelta(days=1)


def _year_of_impossible(
    first: Candidate, usable: Sequence[Candidate], bound: date
) -> Candidate | None:
    """No day, but the smaller of the two years, with the text that states it."""
    if first.value is not None and first.value.year <= bound.year:
        rule, year = f"{first.rule}+impossible_day", PartialDate(first.value.year)
        return replace(first, rank=Rank.NAME_YEAR, value=year, rule=rule)
    stamps = _of(usable, Rank.STAMP_YEAR)
    same = [c for c in stamps if c.value is not None and c.value.year == bound.year]
    return _best(same) or _best(stamps)


def _conflicts(fine: Sequence[Candidate]) -> list[str]:
    """Disagreements about the day or month between what should say the same."""
    link, name = _best(_of(fine, *_BESIDE_LINK)), _best(_of(fine, Rank.NAME))
    heading, folder = _best(_of(fine, Rank.HEADING)), _best(_of(fine, Rank.FOLDER))
    title, literal = _best(_of(fine, Rank.TITLE)), _best(_of(fine, Rank.LITERAL_STAMP))
    confirmed = any(c is not link and _same(c, name) for c in _of(fine, *_BESIDE_LINK))
    pairs = [
        (link if not confirmed else None, name),
        (title, link or name or folder),
        (literal, link or name or folder),
        (None if name or link else heading, folder),
    ]
    pairs += [(link, other) for other in _of_other_pages(link, fine)]
    return [f"{_told(a)} against {_told(b)}" for a, b in pairs if not _same(a, b)]


def _of_other_pages(link: Candidate | None, fine: Sequence[Candidate]) -> list[Candidate]:
    """What the other pages that link to the document state first."""
    if link is None:
        return []
    places = sorted({c.place for c in fine} - {link.place})
    firsts = (_best(c for c in _of(fine, Rank.LINK_TEXT) if c.place == place) for place in places)
    return [first for first in firsts if first is not None]


def _year_conflicts(
    chosen: Candidate | None, usable: Sequence[Candidate], gathered: Gathered
) -> list[str]:
    """A year beside the link that is not the chosen one's, for what is no budget or calendar."""
    stated = _best(_of(usable, Rank.STATED_YEAR))
    own = chosen if chosen is not stated else _best(_of(usable, Rank.NAME_YEAR))
    if gathered.is_forthcoming or stated is None or own is None or own.rank is Rank.STAMP_YEAR:
        return []
    return [] if _same(stated, own) else [f"{_told(stated)} against {_told(own)}"]


def _early_stamp(chosen: Candidate | None, gathered: Gathered) -> list[str]:
    """The file is older than the year in its name, and not just made in the autumn before it."""
    if chosen is None or chosen.value is None or gathered.bound is None:
        return []
    if gathered.is_forthcoming or chosen.value.precision is DatePrecision.SPAN:
        return []
    if chosen.value.earliest - gathered.bound <= timedelta(days=MADE_AHEAD_DAYS):
        return []
    return [f"{_told(chosen)} against a file of {gathered.bound.year}"]


def _told(candidate: Candidate | None) -> str:
    if candidate is None:
        return "nothing"
    return f"{candidate.value} in {candidate.source} ({candidate.text!r})"
