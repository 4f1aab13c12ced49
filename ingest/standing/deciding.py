"""Standing: archive or in force, pinned or not, and the rule or default that decided.

The safe side is the archive: a warning too many costs a tense, a missing one a false answer.
"""

import re
from collections.abc import Sequence
from datetime import date

from ingest.standing.facts import DocumentFacts, fold_words
from ingest.standing.rules import authority_of, described, first_naming
from ingest.standing.series import Series, find_series
from schemas.chunk import Standing
from schemas.dating import DatePrecision
from schemas.document import DocumentKind
from schemas.site.profile import SiteProfile
from schemas.urls import CanonicalUrl

_PAGES = (DocumentKind.HTML, DocumentKind.SITE_INFORMATION)
_PERIODICAL = re.compile(
    r"(?<![a-z])(?:budget|calendrier|agenda|horaires?|planning|programme|voranschlag|kalender|"
    r"fahrplan|preventivo|calendario|orario)(?![a-z])"
)


def decide_all(
    documents: Sequence[DocumentFacts], profile: SiteProfile, today: date
) -> dict[CanonicalUrl, Standing]:
    """The standing of every document of the site, series and supersession included."""
    series = {url: one for one in find_series(documents, today) for url in one.members}
    return {
        facts.url: decide_standing(facts, profile, today=today, series=series.get(facts.url))
        for facts in documents
    }


def decide_standing(
    facts: DocumentFacts, profile: SiteProfile, *, today: date, series: Series | None = None
) -> Standing:
    """How one document stands towards ``today``; ``series`` is the one that it belongs to.

    >>> from schemas.dating import DateFinding
    >>> profile = SiteProfile(name="X", start_urls=("https://x.example/",), contact="a@x.example")
    >>> pdf = DocumentFacts("https://x.example/pv.pdf", DocumentKind.PDF, DateFinding(None, None))
    >>> decide_standing(pdf, profile, today=date(2026, 11, 29)).reason
    'default: every document that is not a web page is an archive unless a rule says in force'
    """
    pinned = authority_of(facts, profile)
    newest = None if series is None or series.newest == facts.url else series.newest
    replaced_by = _replacement(facts, series, newest)
    if pinned is not None:
        is_archive, reason = False, f"pinned: decides {pinned.topic!r}"
    else:
        is_archive, reason = _archive_or_not(facts, profile, today, replaced_by)
    return Standing(
        is_archive=is_archive,
        reason=reason,
        is_authoritative=pinned is not None,
        authority_topic=None if pinned is None else pinned.topic,
        valid_from=facts.validity.valid_from,
        valid_to=facts.validity.valid_to,
        superseded_by=replaced_by,
        series=None if series is None else series.name,
        newest_sibling=newest,
    )


def _replacement(
    facts: DocumentFacts, series: Series | None, newest: CanonicalUrl | None
) -> CanonicalUrl | None:
    """The sibling that took its place: newer, and of a series where the newer one counts."""
    if series is None or newest is None or not series.replaces:
        return None
    older = series.members.index(facts.url) < series.members.index(newest)
    return newest if older else None


def _archive_or_not(
    facts: DocumentFacts, profile: SiteProfile, today: date, replaced_by: CanonicalUrl | None
) -> tuple[bool, str]:
    if facts.kind is DocumentKind.PAGE_HISTORY:
        return True, "a former text of a pinned page"
    if (rule := first_naming(profile.archive, facts)) is not None:
        return True, f"[[archive]] {described(rule)}"
    if (rule := first_naming(profile.in_force, facts)) is not None:
        over = _why_over(facts, today, replaced_by)
        named = f"[[in_force]] {described(rule)}"
        return (True, f"{over}, although {named}") if over else (False, named)
    if facts.kind in _PAGES:
        return False, "default: a web page is no archive unless a rule says so"
    default = "every document that is not a web page is an archive unless a rule says in force"
    return True, f"default: {default}{_still_running(facts, today)}"


def _why_over(facts: DocumentFacts, today: date, replaced_by: CanonicalUrl | None) -> str:
    """Why a document that a rule calls in force is past all the same; empty if it is not."""
    if replaced_by is not None:
        return f"superseded by {replaced_by}"
    if facts.validity.is_over(today):
        return f"valid until {facts.validity.valid_to}"
    value = facts.finding.value
    words = fold_words(" ".join((facts.name, *facts.titles)))
    if value is not None and value.latest.year < today.year and _PERIODICAL.search(words):
        return f"its period {value} is over"
    return ""


def _still_running(facts: DocumentFacts, today: date) -> str:
    """A hint to the operator: the date alone does not make this document past."""
    value = facts.finding.value
    if value is not None and value.precision is DatePrecision.SPAN and value.latest >= today:
        return f"; its span {value} has not ended: name it under [[in_force]] if it holds"
    if facts.validity.valid_to is not None and not facts.validity.is_over(today):
        return f"; it states validity until {facts.validity.valid_to}: [[in_force]] if it holds"
    return ""
