"""`RunReport`: what one run did, in figures that an operator reads and a script can parse."""

import datetime as dt
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class RunOutcome(StrEnum):
    """How a run ended."""

    PUBLISHED = "published"
    UNCHANGED = "unchanged"
    """Nothing that a reader can see changed: the published index stays."""
    HELD = "held"
    """The gate held the build back; the published index stays."""
    PLANNED = "planned"
    """A dry run: nothing was written."""


class _Figures(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CrawlFigures(_Figures):
    """The crawl in numbers of URLs."""

    known: int = 0
    fetched: int = 0
    not_modified: int = 0
    documents: int = 0
    refused: dict[str, int] = Field(default_factory=dict)
    """Refusals by the name of the rule."""
    errors: int = 0
    missing: int = 0
    gone: int = 0
    complete: bool = True
    incomplete_reason: str = ""


class ReadFigures(_Figures):
    """Reading, in documents (and pages for PDFs)."""

    html_pages: int = 0
    pdfs: int = 0
    other_documents: int = 0
    read: int = 0
    """Documents that were read in this run."""
    reused: int = 0
    """Documents whose reading came from the cache."""
    refused: dict[str, int] = Field(default_factory=dict)
    pdf_pages: dict[str, int] = Field(default_factory=dict)
    """PDF pages by outcome: text, ocr, empty, garbage, needs_ocr, failed."""
    flagged: dict[str, int] = Field(default_factory=dict)


class DateFigures(_Figures):
    """Archives by what their date rests on."""

    archives: int = 0
    by_rung: dict[str, int] = Field(default_factory=dict)
    by_precision: dict[str, int] = Field(default_factory=dict)
    undated: int = 0
    conflicts: int = 0


class IndexFigures(_Figures):
    """The build in rows."""

    documents: int = 0
    chunks: int = 0
    archive_chunks: int = 0
    authoritative_chunks: int = 0
    embedded: int = 0
    """Passages that went through the model in this run."""
    reused_embeddings: int = 0
    inserted: int = 0
    kept: int = 0
    deleted: int = 0
    backend: str = ""


class PinnedPage(_Figures):
    """One authoritative page as it was found."""

    topic: str
    url: str
    is_present: bool
    sentence: str = ""


class RunReport(_Figures):
    """One run, whole. ``seconds`` and ``cpu_seconds`` are by stage, wall and process time."""

    run_id: str
    site: str
    mode: str
    started_at: dt.datetime
    outcome: RunOutcome
    sentence: str = ""
    version: str | None = None
    crawl: CrawlFigures | None = None
    read: ReadFigures = ReadFigures()
    dates: DateFigures = DateFigures()
    index: IndexFigures = IndexFigures()
    pinned: tuple[PinnedPage, ...] = ()
    gate: tuple[str, ...] = ()
    """The gate's failed checks and warnings, one sentence each."""
    notes: tuple[str, ...] = ()
    seconds: dict[str, float] = Field(default_factory=dict)
    cpu_seconds: dict[str, float] = Field(default_factory=dict)
