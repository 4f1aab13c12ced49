"""Proposals for a first profile: which pages seem to decide today, what seems to be in force.

Proposals are comments in the profile: an operator reads them and decides.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ingest.lexicon import build_lexicon
from schemas.chunk import Standing
from schemas.document import ParsedDocument
from schemas.index import UrlRow
from schemas.lexicon import LexiconEntry, LexiconKind, LexiconSource, folded

_EXECUTIVE = {
    "municipalite": 3, "conseil municipal": 3, "conseil administratif": 3, "executif": 3,
    "gemeinderat": 3, "stadtrat": 3, "municipio": 3, "giunta": 3, "conseil d etat": 3, "elus": 2,
    "syndic": 2, "maire": 2, "sindaco": 2, "conseil communal": 1, "autorites": 1, "behorden": 1,
}  # fmt: skip
"""Words of a title or path, with their weight: a « conseil communal » may be the parliament."""

_PAST = re.compile(
    r"archiv|ancien|histor|actualit|news|aktuell|(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])",
    re.IGNORECASE,
)
_HOURS = (
    "horaire", "heures d ouverture", "ouverture", "offnungszeiten", "schalterstunden",
    "orari", "opening hours", "guichet",
)  # fmt: skip
_DAYS = (
    "lundi", "mardi", "mercredi", "jeudi", "vendredi", "montag", "dienstag", "mittwoch",
    "donnerstag", "freitag", "lunedi", "martedi", "mercoledi", "giovedi", "venerdi",
)  # fmt: skip
_TIME = re.compile(r"\b[0-2]?[0-9]\s?[h:.]\s?(?:[0-5][0-9])?\b")
_IN_FORCE = (
    ("règlements", ("reglement", "verordnung", "regolament"), "r[èe]glement"),
    ("formulaires", ("formulaire", "formular", "modul"), "formulaire"),
    ("tarifs", ("tarif", "taxes", "gebuhren"), "tarif|taxe"),
)
"""Name of the rule, words of a path or link label, and the title pattern without a folder."""

_PROPOSED_STRINGS = 8
_PER_TOPIC = 2


@dataclass(frozen=True, slots=True)
class PageLook:
    """One page of the look."""

    url: str
    document: ParsedDocument


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page that seems to decide a topic, with what it must then contain."""

    page: PageLook
    score: int
    must_contain: tuple[str, ...]


def propose_authorities(pages: Sequence[PageLook]) -> Iterator[str]:
    """Commented ``[[authority]]`` blocks, best candidates first; a hint when there are none."""
    yield ""
    yield "# --- The pages that decide today: a run that finds one gone or empty publishes nothing"
    topics = (
        ("exécutif", "who holds which office", executive_candidate),
        ("horaires", "opening hours", hours_candidate),
    )
    is_found = False
    for topic, description, judge in topics:
        found = [candidate for page in pages if (candidate := judge(page)) is not None]
        best = sorted(found, key=lambda each: (-each.score, len(each.page.url)))
        best = [each for each in best if each.score > 0][:_PER_TOPIC]
        for number, candidate in enumerate(best):
            is_found = True
            yield from _authority_block(topic, description, candidate, is_other=number > 0)
    if not is_found:
        yield "# None was recognised among the pages looked at. Name yours:"
        yield "# [[authority]]"
        yield '# topic = "exécutif"'
        yield '# url = "/the-page"'
        yield '# must_contain = ["a name", "a function"]'


def _authority_block(
    topic: str, description: str, candidate: Candidate, *, is_other: bool
) -> Iterator[str]:
    path = urlsplit(candidate.page.url).path or "/"
    yield ""
    if is_other:
        yield f"# or, instead, for {topic}:"
    yield "# [[authority]]"
    yield f"# topic = {toml_string(topic)}"
    yield f"# url = {toml_string(path)}"
    title = candidate.page.document.title or ""
    yield f"# description = {toml_string(f'{description}: {title}'.rstrip(': '))}"
    yield f"# must_contain = [{', '.join(map(toml_string, candidate.must_contain))}]"


def executive_candidate(page: PageLook) -> Candidate | None:
    """The page as an executive's, when the lexicon reads holders of functions on it."""
    document = page.document
    as_pinned = Standing(is_archive=False, reason="a look", is_authoritative=True)
    entries = build_lexicon([LexiconSource(document, as_pinned)])
    persons = [entry for entry in entries if entry.kind is LexiconKind.PERSON]
    held = [each for each in persons if each.civility or each.function or each.areas]
    holders = {each.key: each for each in sorted(held, key=lambda e: -e.span_start)}
    functions = [e.text for e in entries if e.kind is LexiconKind.FUNCTION]
    about = _about(page)
    weight = sum(value for word, value in _EXECUTIVE.items() if word in about)
    if len(holders) < 3 or not functions or not weight:
        return None
    text = " ".join(document.text.split())
    keys = list(reversed(holders))
    names = [
        _as_named(holders[key], text)
        for key in keys
        if not any(key.startswith(f"{other} ") for other in keys)
    ]
    strings = [string for string in (*names, *functions) if string and string in text]
    must_contain = tuple(dict.fromkeys(strings))[:_PROPOSED_STRINGS]
    score = 20 * weight + min(len(holders), 10) - _past_penalty(page)
    return Candidate(page, score, must_contain)


def _as_named(entry: LexiconEntry, text: str) -> str:
    """The person with the civility, where the page writes both together."""
    full = f"{entry.civility} {entry.text}".strip()
    return full if full in text else entry.text


def _about(page: PageLook) -> str:
    path = unquote(urlsplit(page.url).path)
    return folded(f"{path} {page.document.title or ''} {page.document.h1 or ''}")


def _past_penalty(page: PageLook) -> int:
    """News, archives and pages that name a year seldom decide today."""
    named = f"{unquote(urlsplit(page.url).path)} {page.document.title or ''}"
    return 100 if _PAST.search(named) else 0


def hours_candidate(page: PageLook) -> Candidate | None:
    """The page as the one of opening hours, when its title says so and it names days with times."""
    document = page.document
    about = _about(page)
    words = sum(word in about for word in _HOURS)
    plain = folded(document.text)
    days = [day for day in _DAYS if day in plain]
    if not words or len(days) < 2 or len(_TIME.findall(document.text)) < 3:
        return None
    written = [_as_written(document.text, day) for day in (days[0], days[-1])]
    heading = document.h1 or ""
    must = tuple(dict.fromkeys(text for text in (heading, *written) if text))
    return Candidate(page, 10 * words + len(days) - _past_penalty(page), must)


def _as_written(text: str, day: str) -> str:
    """The day with its own capitals and accents."""
    return next((word for word in re.findall(r"\w+", text) if folded(word) == day), "")


def propose_in_force(urls: Sequence[UrlRow]) -> Iterator[str]:
    """Commented ``[[in_force]]`` rules for the folders that hold rules, forms and tariffs."""
    yield ""
    yield "# --- Documents in force: every other PDF counts as an archive"
    for name, words, pattern in _IN_FORCE:
        paths = [
            path
            for row in urls
            if (path := unquote(urlsplit(row.url).path)).lower().endswith(".pdf")
            and any(word in folded(f"{path} {row.link_text or ''}") for word in words)
        ]
        folder = _common_folder(paths, words)
        yield ""
        yield f"# [[in_force]]  # {len(paths)} documents seen"
        yield f"# name = {toml_string(name)}"
        if folder:
            yield f"# url = {toml_string(folder + '*')}"
        else:
            yield f"# title = {toml_string(pattern)}"


def _common_folder(paths: Sequence[str], words: tuple[str, ...]) -> str:
    """The folder whose own name says so, if the documents lie in one."""
    folders = {path.rpartition("/")[0] + "/" for path in paths}
    named = [each for each in sorted(folders) if any(word in folded(each) for word in words)]
    return named[0] if len(named) == 1 else ""


def toml_string(text: str) -> str:
    """``text`` as a basic string of TOML, which JSON's strings are but for DEL.

    >>> print(toml_string('l’école'))
    "l’école"
    """
    return json.dumps(text.replace(chr(127), " "), ensure_ascii=False)
