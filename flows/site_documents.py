"""All documents of a site together: what it repeats, how it writes dates, what stands how.

Every decision is made in a pure step of `ingest`; here they only meet, since each of these
steps must see the whole site.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.dating import clues_for, find_date, learn_habits
from ingest.read_html import find_boilerplate, site_information, without_boilerplate
from ingest.standing import decide_all, facts_for
from schemas.chunk import Standing
from schemas.dating import DateClues, DateFinding
from schemas.document import DocumentKind, ParsedDocument
from schemas.resource import SourceDocument
from schemas.site import SiteProfile
from schemas.urls import CanonicalUrl

SITE_INFORMATION_PATH = "#site-information"
"""Fragment of the document that holds what the site repeats; no page has it."""


@dataclass(frozen=True, slots=True)
class SiteDocument:
    """One document with everything that was decided of it."""

    source: SourceDocument
    parsed: ParsedDocument
    clues: DateClues
    dated: DateFinding
    standing: Standing


def decide_documents(
    read: Sequence[tuple[SourceDocument, ParsedDocument]],
    profile: SiteProfile,
    today: dt.date,
) -> tuple[SiteDocument, ...]:
    """Boilerplate out, dates and standing decided; in the order of ``read``."""
    read = _with_boilerplate_once(read, profile)
    clues = [clues_for(source, parsed) for source, parsed in read]
    habits = learn_habits(clues, today)
    findings = [
        find_date(each, today=today, settings=profile.dating, habits=habits) for each in clues
    ]
    facts = [
        facts_for(source, parsed, finding)
        for (source, parsed), finding in zip(read, findings, strict=True)
    ]
    standings = decide_all(facts, profile, today)
    return tuple(
        SiteDocument(source, parsed, clue, finding, standings[parsed.url])
        for (source, parsed), clue, finding in zip(read, clues, findings, strict=True)
    )


def _with_boilerplate_once(
    read: Sequence[tuple[SourceDocument, ParsedDocument]], profile: SiteProfile
) -> list[tuple[SourceDocument, ParsedDocument]]:
    """The documents without what the site repeats, and that once as a document of its own."""
    pages = {
        parsed.url: [block.fingerprint for block in parsed.blocks]
        for _, parsed in read
        if parsed.kind is DocumentKind.HTML
    }
    repeated = find_boilerplate(pages, profile.reading.boilerplate_share)
    if not repeated:
        return list(read)
    kept = [(source, without_boilerplate(parsed, repeated)) for source, parsed in read]
    pages_read = [parsed for _, parsed in read if parsed.kind is DocumentKind.HTML]
    home = _home(read)
    url = CanonicalUrl(f"{home.url}{SITE_INFORMATION_PATH}")
    information = site_information(profile.name, pages_read, repeated, url)
    if information is None:
        return kept
    return [*kept, (replace(home, url=url, fetch_url=url, aliases=(), contexts=()), information)]


def _home(read: Sequence[tuple[SourceDocument, ParsedDocument]]) -> SourceDocument:
    """The shortest URL of the site: the page that stands for it."""
    return min((source for source, _ in read), key=lambda source: (len(source.url), source.url))
