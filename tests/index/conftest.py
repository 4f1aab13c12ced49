"""Synthetic documents, chunks and builds: no model, no network; every person is invented."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from indexers.lance import (
    BuildContent,
    BuildFacts,
    EmbeddingMatrix,
    HeldIndex,
    new_version,
    publish,
    write_build,
    write_report,
)
from indexers.rows import ReadDocument, chunk_rows, document_id, document_row
from schemas.chunk import Chunk, MarkedChunk, Standing
from schemas.dating import DateEvidence, DateFinding, DateRung, EvidenceStatus, PartialDate
from schemas.document import (
    Block,
    BlockKind,
    DocumentKind,
    Page,
    PageOutcome,
    ParsedDocument,
    TextSpan,
)
from schemas.index import ChunkRow, IndexManifest, UrlRow
from schemas.report import GateReport
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl
from schemas.warning import WARNING_VERSION, archive_warning

NIGHT = datetime(2026, 11, 29, 2, tzinfo=UTC)
SITE = "https://commune.example"
DIMENSION = 16


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the values that the index is fed with; each method's defaults are the plain case."""

    night: datetime = NIGHT
    site: str = SITE

    def read(
        self,
        path: str,
        *paragraphs: str,
        dated: PartialDate | None = None,
        kind: DocumentKind = DocumentKind.HTML,
        topic: str | None = None,
        aliases: Sequence[str] = (),
    ) -> ReadDocument:
        """A document of one chunk a paragraph; a PDF (one page a paragraph) is an archive."""
        url = CanonicalUrl(f"{SITE}{path}")
        text = "\n\n".join(paragraphs)
        spans, start = [], 0
        for paragraph in paragraphs:
            spans.append(TextSpan(start, start + len(paragraph)))
            start += len(paragraph) + 2
        is_pdf = kind is DocumentKind.PDF
        pages = [Page(i + 1, PageOutcome.TEXT, span) for i, span in enumerate(spans)]
        parsed = ParsedDocument(
            url=url,
            kind=kind,
            text=text,
            blocks=tuple(Block(BlockKind.PARAGRAPH, span) for span in spans),
            pages=tuple(pages) if is_pdf else (),
            title=path.strip("/").title(),
            language="fr",
            page_count=len(pages) if is_pdf else None,
        )
        standing = Standing(
            is_archive=is_pdf,
            reason="every PDF is an archive" if is_pdf else "an HTML page is in force",
            is_authoritative=topic is not None,
            authority_topic=topic,
        )
        finding = self.finding(dated) if dated is not None else None
        chunks = tuple(
            self.marked(parsed, standing, finding, i, span) for i, span in enumerate(spans)
        )
        source = SourceDocument(
            url=url,
            fetch_url=url,
            body_sha256=sha256(text.encode()).hexdigest(),
            body_bytes=len(text),
            media_type="application/pdf" if is_pdf else "text/html",
            aliases=tuple(CanonicalUrl(f"{SITE}{alias}") for alias in aliases),
            fetched_at=self.night,
        )
        return ReadDocument(source, parsed, finding, standing, chunks)

    def finding(self, value: PartialDate) -> DateFinding:
        evidence = DateEvidence(
            value, DateRung.STATED, "link_text_full", "link_text", str(value), EvidenceStatus.CHOSEN
        )
        return DateFinding(value, DateRung.STATED, (evidence,))

    def marked(
        self,
        parsed: ParsedDocument,
        standing: Standing,
        finding: DateFinding | None,
        ordinal: int,
        span: TextSpan,
    ) -> MarkedChunk:
        is_paged = parsed.kind is DocumentKind.PDF
        page = ordinal + 1 if is_paged else None
        body = span.of(parsed.text)
        chunk = Chunk(
            parsed.url, ordinal, body, span, parsed.title or "", (), page, page, language="fr"
        )
        warning = archive_warning(finding.value if finding else None, "fr")
        text = f"{warning}\n{body}" if standing.is_archive else body
        return MarkedChunk(chunk, finding, standing, text, WARNING_VERSION)

    def commune(self) -> list[ReadDocument]:
        """A small site: a pinned page, three others, three minutes."""
        return [
            self.read(
                "/municipalite",
                "Mme Anne Exemple, syndique : administration générale, finances. Bureau ouvert le "
                "mardi matin, sur rendez-vous pris auprès du greffe.",
                "M. Paul Modèle, municipal : forêts, tourisme et déchets. Bureau ouvert le jeudi.",
                topic="executive",
            ),
            self.read("/dechets", "La déchetterie est ouverte le samedi.", "Tri du verre : lundi."),
            self.read("/ecole", "L'école commence à 8 h 15.", aliases=["/ecole.html"]),
            self.read("/contact", "Le greffe répond au 021 000 00 00."),
            *(
                self.read(
                    f"/pv/{year}.pdf",
                    f"Procès-verbal du conseil de {year}, séance ordinaire à la grande salle.",
                    f"M. Jean Ancien, municipal des finances, présente le budget {year}.",
                    kind=DocumentKind.PDF,
                    dated=PartialDate(year, 5, 14),
                )
                for year in (2017, 2018, 2019)
            ),
        ]

    def content(self, reads: Iterable[ReadDocument]) -> BuildContent:
        reads = list(reads)
        rows = [row for read in reads for row in chunk_rows(read, run_id="run-1")]
        return BuildContent(
            chunks=rows,
            vectors=self.vectors(rows),
            documents=[document_row(read) for read in reads],
            urls=[self.taken(read) for read in reads],
        )

    def taken(self, read: ReadDocument) -> UrlRow:
        doc_id = document_id(read.parsed.url)
        return UrlRow(read.parsed.url, "taken", "link", "", doc_id, None, None)

    def vectors(self, rows: Sequence[ChunkRow]) -> EmbeddingMatrix:
        """Unit vectors that depend on each text alone, as a model's would."""
        made = np.empty((len(rows), DIMENSION), dtype=np.float32)
        for i, row in enumerate(rows):
            made[i] = np.random.default_rng(int(row.content_hash[:8], 16)).normal(size=DIMENSION)
        return made / np.linalg.norm(made, axis=1, keepdims=True)

    def facts(self, **changes: object) -> BuildFacts:
        facts = BuildFacts(
            site="Commune d'Exemple",
            run_id="run-1",
            built_at=self.night,
            model_id="synthetic",
            model_recipe="1",
            query_prompt="query: ",
            document_prompt="passage: ",
            profile_sha256="0" * 64,
            code_version="0.1.0",
            warning_version=WARNING_VERSION,
        )
        return replace(facts, **changes)

    def published(
        self, held: HeldIndex, reads: Iterable[ReadDocument], now: datetime = NIGHT
    ) -> IndexManifest:
        """Write a build and publish it past an empty gate."""
        version = new_version(held, now)
        write_build(held, version, self.content(reads), self.facts(built_at=now))
        write_report(held, GateReport.of(version, []))
        return publish(held, version, now=now)


@pytest.fixture
def make() -> Maker:
    return Maker()


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    return tmp_path / "index"
