"""What the gate looks at: a build as it is stored, the one before it, and the rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from indexers.vectors import EmbeddingMatrix, StoredChunk
from schemas.document import DocumentKind
from schemas.index import DocumentRow, IndexManifest, UrlRow
from schemas.report import GateReport, GoldenOutcome
from schemas.site import AuthorityRule, GateSettings

MADE_HERE = frozenset({DocumentKind.PAGE_HISTORY.value, DocumentKind.SITE_INFORMATION.value})
"""Kinds of documents that no URL of the site serves."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A build that is written but not published, read back from its tables."""

    manifest: IndexManifest
    chunks: Iterable[StoredChunk]
    """Every stored chunk; read once."""
    documents: Sequence[DocumentRow]
    urls: Sequence[UrlRow]
    unindexed_rows: Mapping[str, int]
    """By index: rows that it does not cover."""
    expected_urls: frozenset[str] | None = None
    """Documents that the ledger says this build must hold; ``None`` when there is no ledger."""
    golden: Sequence[GoldenOutcome] = ()
    probes: Mapping[str, EmbeddingMatrix] = field(default_factory=dict)
    """By chunk id: the vector that the model gives for a few of the texts now."""

    @property
    def site_documents(self) -> list[DocumentRow]:
        """Documents that the site itself serves."""
        return [row for row in self.documents if row.kind not in MADE_HERE]


@dataclass(frozen=True, slots=True)
class LastBuild:
    """The published build that a candidate is compared with."""

    manifest: IndexManifest
    documents: Sequence[DocumentRow]
    """Texts are needed of pinned pages only; others may be empty."""
    text_lengths: Mapping[str, int]
    """Characters of each document's text, by URL."""
    report: GateReport | None = None

    @property
    def site_documents(self) -> list[DocumentRow]:
        """Documents that the site itself served."""
        return [row for row in self.documents if row.kind not in MADE_HERE]


@dataclass(frozen=True, slots=True)
class GateRules:
    """What the operator's profile asks of a build."""

    settings: GateSettings = field(default_factory=GateSettings)
    authority: tuple[AuthorityRule, ...] = ()
