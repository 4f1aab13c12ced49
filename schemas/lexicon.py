"""Who holds what: persons, functions and areas of responsibility, as documents state them.

A lexicon is found by a pure step over the documents of a build and stored as a table of the
index. Retrieval reads it to know that a question is about a person or a responsibility
without any list of names or areas in the code.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from schemas.chunk import Standing
from schemas.dating import DateFinding
from schemas.document import ParsedDocument

_MARKS = re.compile("[\u0300-\u036f]+")
_NOT_LETTERS = re.compile(r"[\W_]+")


class LexiconKind(StrEnum):
    """What an entry states."""

    PERSON = "person"
    """A person's name, with the civility, function and areas that stand beside it."""
    FUNCTION = "function"
    """A function as it is written (``syndique``, ``première adjointe``)."""
    AREA = "area"
    """An area of responsibility (``tourisme``, ``aménagement du territoire``)."""


@dataclass(frozen=True, slots=True)
class LexiconSource:
    """One document as the lexicon reads it: its text, and how it stands towards today."""

    document: ParsedDocument
    standing: Standing
    dated: DateFinding | None = None


@dataclass(frozen=True, slots=True)
class LexiconEntry:
    """One statement of one document; the span is where it stands in the document's text."""

    kind: LexiconKind
    text: str
    """As written: ``Anne-Lise Favre``, ``syndique``, ``tourisme``."""
    key: str
    """`folded`, what questions are matched with: ``anne lise favre``."""
    civility: str = ""
    """``M.`` or ``Mme`` as the document has it; empty when it states none."""
    function: str = ""
    """For a person: the function as written, empty when only the name is there."""
    areas: tuple[str, ...] = ()
    """For a person: the areas stated with the function, as written."""
    topic: str | None = None
    """The authority topic when the document is a pinned page."""
    url: str = ""
    is_archive: bool = False
    is_authoritative: bool = False
    date: str | None = None
    """Date of the document, ISO 8601 with the parts that are known."""
    span_start: int = 0
    span_end: int = 0


def folded(text: str) -> str:
    """``text`` without accents, case, hyphens or punctuation, words one space apart.

    >>> folded("Anne-Lise  d’Épinay"), folded("Œuvres & Cœur")
    ('anne lise d epinay', 'oeuvres coeur')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    plain = plain.replace("œ", "oe").replace("æ", "ae")
    return " ".join(_NOT_LETTERS.sub(" ", _MARKS.sub("", plain)).split())
