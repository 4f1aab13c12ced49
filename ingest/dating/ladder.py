"""The ladder: all candidates, which one is chosen, what became of the rest, and why.

Metadata (what the site or the author states), then a date in the URL, then the year alone. All
evidence is kept; a disagreement is a conflict for the operator; two readings give what they share.
"""

from datetime import date

from ingest.dating.candidates import Candidate, Rank
from ingest.dating.choosing import Choice, Gathered, choose
from ingest.dating.habits import NO_HABITS, SiteHabits
from ingest.dating.page_check import PageDates, check_page, read_page
from ingest.dating.readings import agree
from ingest.dating.short_dates import Surroundings
from ingest.dating.stamps import literal_stamp, read_stamps
from ingest.dating.stated_rung import Stating, stated_candidates
from ingest.dating.url_path import parse_url_path
from ingest.dating.url_rung import folder_candidates, name_candidates, read_folders, read_name
from ingest.dating.validity import find_validity
from ingest.dating.words import FORTHCOMING
from ingest.dating.year_rung import year_candidates
from schemas.dating import (
    DateClues,
    DateEvidence,
    DateFinding,
    DatePrecision,
    EvidenceStatus,
)
from schemas.site.dating import DatingSettings


def find_date(
    clues: DateClues,
    *,
    today: date,
    settings: DatingSettings | None = None,
    habits: SiteHabits = NO_HABITS,
) -> DateFinding:
    """The date of one document, with all its evidence; never raises, for any clues.

    >>> day = date(2026, 11, 29)
    >>> found = find_date(DateClues(url="https://x.example/pv/2019/PV_14.05.2019.pdf"), today=day)
    >>> str(found.value), found.rung.value, found.chosen.text
    ('2019-05-14', 'url', '14.05.2019')
    >>> find_date(DateClues(url="https://x.example/reglement-1203.pdf"), today=day).value
    """
    gathered = gather(clues, today=today, settings=settings or DatingSettings(), habits=habits)
    choice = choose(gathered)
    value = None if choice.chosen is None else choice.chosen.value
    return DateFinding(
        value=value,
        rung=None if choice.chosen is None else choice.chosen.rung,
        evidence=_evidence(gathered, choice.chosen),
        conflict=bool(choice.conflicts),
        reason=_reason(choice, gathered),
        page_check=check_page(value, gathered.page),
        validity=find_validity(clues, today),
    )


def gather(
    clues: DateClues, *, today: date, settings: DatingSettings, habits: SiteHabits
) -> Gathered:
    """Read every clue once; nothing is chosen yet."""
    today = today if clues.fetched_on is None else min(today, clues.fetched_on)
    path = parse_url_path(clues.url)
    name, folders = read_name(path, today), read_folders(path, today)
    stamped = read_stamps(
        clues,
        path,
        today,
        shared_days=habits.shared_stamp_days,
        ignore_file=settings.pdf_creation_date == "ignore",
    )
    around = Surroundings(
        years=name.years().union(*(folder.years() for folder in folders)),
        upload_month=path.upload_month,
        bound=stamped.bound,
        short_habit=habits.short_order,
        six_digit_habit=habits.six_digit_order,
    )
    years = year_candidates(path, name, folders)
    stating = Stating(today, around, _completing_year(years), habits.posting_suffix)
    page = read_page(clues, today)
    found = [
        *(literal_stamp(clues) if settings.pdf_creation_date == "day" else ()),
        *stated_candidates(clues, stating, habits.recurring_titles),
        *name_candidates(path, name, folders, around),
        *folder_candidates(path, folders),
        *_page_candidates(page, settings),
        *years,
        *stamped.candidates,
    ]
    return Gathered(tuple(found), stamped.bound, page, _is_forthcoming(path.name.text, clues))


def _is_forthcoming(name: str, clues: DateClues) -> bool:
    words = " ".join((name, *(context.link_text.lower() for context in clues.contexts[:3])))
    return FORTHCOMING.search(words) is not None


def _completing_year(years: list[Candidate]) -> int | None:
    plain = [c.value for c in years if c.value is not None and c.rank <= Rank.FOLDER_YEAR]
    return next((v.year for v in plain if v.precision is DatePrecision.YEAR), None)


def _page_candidates(page: PageDates, settings: DatingSettings) -> list[Candidate]:
    """Only where the profile lets the document's text serve as a rung."""
    found = []
    if settings.running_headers_date:
        found += [
            Candidate(Rank.RUNNING_HEADER, value, "running_header", "running_header", text)
            for value, text in page.headers
        ]
    if settings.sitting_in_text_dates:
        found += [
            Candidate(Rank.SESSION_TEXT, value, "sitting_in_text", "first_page", text)
            for value, text in page.sittings
        ]
    return found


def _evidence(gathered: Gathered, chosen: Candidate | None) -> tuple[DateEvidence, ...]:
    """All candidates as evidence: the chosen one first, then in the order of the ladder."""
    rest = sorted((c for c in gathered.candidates if c != chosen), key=lambda c: c.rank)
    found = [c.as_evidence(_status(c, chosen)) for c in dict.fromkeys(rest)]
    if chosen is not None:
        found.insert(0, chosen.as_evidence(EvidenceStatus.CHOSEN))
    return tuple(found)


def _status(candidate: Candidate, chosen: Candidate | None) -> EvidenceStatus:
    if candidate.is_bound:
        return EvidenceStatus.BOUND
    if candidate.value is None or candidate.rank is Rank.NOTHING or chosen is None:
        return EvidenceStatus.REFUSED
    if chosen.value is not None and agree(candidate.value, chosen.value):
        return EvidenceStatus.AGREES
    both_fine = candidate.fine and chosen.fine
    return EvidenceStatus.CONTRADICTS if both_fine else EvidenceStatus.OUTRANKED


def _reason(choice: Choice, gathered: Gathered) -> str:
    chosen = choice.chosen
    if chosen is None or chosen.value is None:
        unsure = next((c for c in gathered.candidates if c.value is None and not c.is_bound), None)
        why = "no clue gives a date"
        if unsure is not None:
            why += f": {unsure.text!r} in {unsure.source} {unsure.note}"
    else:
        why = f"{chosen.value} from {chosen.source} by rule {chosen.rule}: {chosen.text!r}"
    return "; ".join((why, *choice.conflicts))
