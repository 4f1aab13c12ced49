"""What an operator should look at: stubs, shells, error pages, pages that lost too much."""

import re
from dataclasses import dataclass
from typing import Final

from ingest.read_html.metadata import Metadata
from schemas.document import DocumentFlag

STUB_MAX_CHARS: Final = 400
ERROR_MAX_CHARS: Final = 1_200
LOGIN_MAX_CHARS: Final = 800
SHELL_MAX_CHARS: Final = 60
"""Content beside the title below which a page of scripts is an empty shell."""
KEPT_MIN_SHARE: Final = 0.4
KEPT_MIN_CHARS: Final = 400
"""Pages with less text outside links than this lose a large share to one footer."""
BROKEN_MIN: Final = 3
_REFRESH: Final = re.compile(r"\s*([0-9]+)?\s*[;,]?\s*url\s*=", re.IGNORECASE)
_STUB: Final = re.compile(
    r"page (?:has|a) (?:moved|été déplacée)|click here|object moved|redirection", re.IGNORECASE
)
_ERROR_TITLE: Final = re.compile(
    r"\b(?:404|403|500|502|503)\b.{0,30}(?:not found|erreur|error|forbidden|introuvable)?$"
    r"|not found|(?:page|fichier|document) (?:non trouvée?|introuvable|inexistante?)"
    r"|erreur (?:404|serveur)"
    r"|(?:error|erreur|fehler) (?:404|403|500|502|503)|seite nicht gefunden|service unavailable"
    r"|pagina non trovata|internal server error|bad gateway|forbidden",
    re.IGNORECASE,
)
_ERROR_TEXT: Final = re.compile(
    r"server error in '|fatal error: |warning: mysql|parse error: |you have an error in your sql"
    r"|error establishing a database connection|erreur lors de la connexion à la base de données"
    r"|runtime error|stack trace:|xdebug|500 internal server error",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """How the page was read, in figures."""

    text: str
    main_chars: int
    """Characters of the page's own content: no title, forms, banners or footers."""
    title: str
    h1: str
    visible_chars: int
    unlinked_chars: int
    """Visible characters outside links: what navigation does not explain."""
    mojibake: int
    """Doubly encoded letters that were met."""


def find_flags(reading: Reading, metadata: Metadata) -> tuple[tuple[DocumentFlag, str], ...]:
    """Each flag with a sentence for the operator."""
    rules = (_frameset, _redirect, _error, _login, _shell, _little, _mojibake)
    found = ((flag, rule(reading, metadata)) for flag, rule in zip(_FLAGS, rules, strict=True))
    return tuple((flag, note) for flag, note in found if note)


_FLAGS: Final = (
    DocumentFlag.FRAMESET,
    DocumentFlag.REDIRECT_STUB,
    DocumentFlag.ERROR_PAGE,
    DocumentFlag.LOGIN_WALL,
    DocumentFlag.EMPTY_SHELL,
    DocumentFlag.LITTLE_KEPT,
    DocumentFlag.MOJIBAKE,
)


def _frameset(_: Reading, metadata: Metadata) -> str:
    if not metadata.frames:
        return ""
    return f"a frameset: its text is at {', '.join(metadata.frames[:3])}"


def _redirect(reading: Reading, metadata: Metadata) -> str:
    refresh = _REFRESH.match(metadata.refresh)
    if reading.visible_chars > STUB_MAX_CHARS:
        return ""
    if refresh is not None:
        target = metadata.refresh[refresh.end() :].strip("'\" ")
        return f"a stub that refreshes to {target!r}"
    if _STUB.search(reading.title) and reading.visible_chars < 200:
        return f"a stub: its title is {reading.title!r}"
    return ""


def _error(reading: Reading, _: Metadata) -> str:
    for name in (reading.title, reading.h1):
        if _ERROR_TITLE.search(name) and len(reading.text) < ERROR_MAX_CHARS:
            return f"an error page: its title is {name!r}"
    match = _ERROR_TEXT.search(reading.text)
    if match and len(reading.text) < ERROR_MAX_CHARS:
        return f"an error page: it says {match.group()!r}"
    return ""


def _login(reading: Reading, metadata: Metadata) -> str:
    if metadata.has_password and len(reading.text) < LOGIN_MAX_CHARS:
        return "a login form and little else"
    return ""


def _shell(reading: Reading, metadata: Metadata) -> str:
    if reading.main_chars >= SHELL_MAX_CHARS or metadata.frames:
        return ""
    return (
        f"{reading.main_chars} characters of content: the rest is navigation, or loaded by scripts"
    )


def _little(reading: Reading, _: Metadata) -> str:
    kept = len("".join(reading.text.split()))
    expected = reading.unlinked_chars
    if expected < KEPT_MIN_CHARS or kept >= KEPT_MIN_SHARE * expected:
        return ""
    return f"{kept} characters kept of {expected} outside links"


def _mojibake(reading: Reading, _: Metadata) -> str:
    broken = reading.text.count("\ufffd")
    if broken >= BROKEN_MIN:
        return f"{broken} characters could not be decoded"
    if reading.mojibake >= BROKEN_MIN:
        return f"{reading.mojibake} doubly encoded letters were put right"
    return ""
