"""Chunks: the exact words, their place, and the text that an assistant reads.

Three texts that are never confused: ``body`` is the exact span of the document, on which
citations are verified; ``text`` is what is read (for an archive: warning line + body); the
embedded and full-text-indexed input is the body with its title and headings as context.
"""

from dataclasses import dataclass
from datetime import date

from schemas.dating import DateFinding
from schemas.document import BlockKind, TextSpan
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: consecutive blocks of one document, at most the profile's tokens long."""

    doc_url: CanonicalUrl
    ordinal: int
    """Position in the document, from 0."""
    body: str
    """``document.text[span.start : span.end]``, to the character."""
    span: TextSpan
    title: str = ""
    heading_path: tuple[str, ...] = ()
    page_first: int | None = None
    page_last: int | None = None
    block_kinds: tuple[BlockKind, ...] = ()
    language: str = "fr"
    ocr: bool = False
    ocr_confidence: float | None = None

    def context(self) -> str:
        """Title and heading path on one line each, without repeats; may be empty."""
        names = [name for name in (self.title, *self.heading_path) if name]
        return "\n".join(dict.fromkeys(names))

    def embedded_text(self) -> str:
        """What is embedded and full-text indexed: context, then body; never the warning.

        With the warning embedded, archives at rank 1 for "situation actuelle" questions
        rose from 21 % to 34 % (measured on 200 questions).
        """
        context = self.context()
        return f"{context}\n{self.body}" if context else self.body


@dataclass(frozen=True, slots=True)
class Standing:
    """How a document stands towards today: archive or in force, pinned or not, and why."""

    is_archive: bool
    reason: str
    """The rule or default that decided, as a sentence for the operator."""
    is_authoritative: bool = False
    authority_topic: str | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    superseded_by: CanonicalUrl | None = None
    series: str | None = None
    """Name of the series (council minutes, bulletin, ...) that the document belongs to."""
    newest_sibling: CanonicalUrl | None = None
    """The newest document of its series, when that is another one; it need not replace this one."""


@dataclass(frozen=True, slots=True)
class MarkedChunk:
    """A chunk with the text that the assistant reads; its body stays as it was."""

    chunk: Chunk
    dated: DateFinding | None
    standing: Standing
    text: str
    warning_version: str
    """Version of the wording of the warning."""
