"""The rows of a published index and the manifest that describes one build."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

SCHEMA_VERSION = 1
"""Raised whenever a reader of the former version could misread the tables.

Builds of a lower number are not read (`IndexTooOld`), but their manifests are: a field of
`IndexManifest` that is added later has a default.
"""


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """One row of the ``chunks`` table, without its vector.

    ``text`` is what a reader sees (for an archive: warning + body); it has the name that
    LangChain and LlamaIndex read by default, so that a reader who knows nothing of us still
    sees the warning. ``body`` is the exact span. ``search_text`` (title, headings, body;
    never the warning) is embedded and full-text indexed.
    """

    id: str
    doc_id: str
    url: str
    title: str
    heading_path: tuple[str, ...]
    text: str
    body: str
    search_text: str
    ordinal: int
    page_first: int | None
    page_last: int | None
    span_start: int
    span_end: int
    language: str
    kind: str
    is_archive: bool
    is_authoritative: bool
    authority_topic: str | None
    date: str | None
    """ISO 8601 with the parts that are known (``2019-05``), a span as ``2018/2019``."""
    date_label: str | None
    """As it stands in the warning: ``du 14 mai 2019``."""
    date_precision: str
    date_earliest: dt.date | None
    date_latest: dt.date | None
    date_rung: str | None
    date_rule: str | None
    date_evidence: str | None
    date_conflict: bool
    valid_from: dt.date | None
    valid_to: dt.date | None
    standing_reason: str
    superseded_by: str | None
    series: str | None
    warning_version: str
    ocr: bool
    ocr_confidence: float | None
    content_hash: str
    """SHA-256 of ``search_text`` as embedded: the key of the embedding cache."""
    fetched_at: dt.datetime | None
    last_modified: str | None
    run_id: str


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One row of the ``documents`` table: the stored text and all that was decided of it."""

    doc_id: str
    url: str
    aliases: tuple[str, ...]
    kind: str
    title: str
    language: str | None
    body_sha256: str
    text: str
    text_sha256: str
    page_count: int | None
    pages_by_outcome: str
    """JSON object: outcome -> number of pages."""
    chunk_count: int
    is_archive: bool
    is_authoritative: bool
    authority_topic: str | None
    standing_reason: str
    series: str | None
    superseded_by: str | None
    date: str | None
    date_precision: str
    date_rung: str | None
    date_conflict: bool
    date_reason: str
    date_evidence: str
    """JSON array of every piece of evidence."""
    page_check: str
    flags: tuple[str, ...]
    notes: tuple[str, ...]
    fetched_at: dt.datetime | None
    last_modified: str | None
    text_since: dt.date | None = None
    """The day on which this very text was first seen; see `indexers.history.with_text_since`."""


@dataclass(frozen=True, slots=True)
class UrlRow:
    """One row of the ``urls`` table: every URL ever met and what became of it."""

    url: str
    state: str
    """``taken``, ``alias``, ``refused``, ``missing``, ``gone``, ``moved`` or ``withdrawn``."""
    reason: str
    detail: str
    doc_id: str | None
    found_on: str | None
    link_text: str | None


class GateOutcome(StrEnum):
    """What the gate said of a build."""

    PASSED = "passed"
    HELD = "held"
    OVERRIDDEN = "overridden"


class VectorIndexFacts(BaseModel):
    """An approximate vector index whose recall was measured on the table that it serves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    nprobes: int
    recall_at_10: float


class IndexManifest(BaseModel):
    """One build, described; kept in its folder and copied into ``CURRENT.json``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int = SCHEMA_VERSION
    version: str
    """Name of the build: its UTC start, ``20261129T020000Z``."""
    site: str
    built_at: dt.datetime
    published_at: dt.datetime | None = None
    run_id: str
    previous: str | None = None
    chunks: int
    documents: int
    urls: int
    archives: int
    model_id: str
    model_recipe: str
    dimension: int
    query_prompt: str
    document_prompt: str
    profile_sha256: str
    code_version: str
    warning_version: str
    language: str = "fr"
    """ISO 639-1: whose stemmer and stop words serve the full-text index."""
    ids_sha256: str
    """SHA-256 of the sorted chunk ids, one a line."""
    content_sha256: str
    """SHA-256 over everything that a reader can see: equal means nothing changed."""
    changes: str = ""
    """What the build changed against the one before it, in a sentence."""
    vector_index: VectorIndexFacts | None = None
    """``None``: vectors are searched exactly."""
    gate: GateOutcome | None = None
