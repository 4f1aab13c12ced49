"""The sample commune as retrieval sees it: its lexicon, its chunks, and an index in memory."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest

from indexers.retrieval import EmbedQuery, Guide, Vector
from ingest.lexicon import build_lexicon
from ingest.read_html import read_html
from schemas.chunk import Standing
from schemas.dating import DateFinding, DateRung, PartialDate
from schemas.document import Block, BlockKind, DocumentKind, ParsedDocument, TextSpan
from schemas.index import ChunkRow, IndexManifest
from schemas.lexicon import LexiconEntry, LexiconSource, folded
from schemas.resource import SourceDocument
from schemas.site.retrieval import RetrievalSettings
from schemas.urls import CanonicalUrl

COMMUNE = Path(__file__).resolve().parents[2] / "examples" / "commune"
SITE = "https://commune.example"
TODAY = date(2026, 11, 29)
WARNING = (
    "[Document d'archive daté {label}, décrit une situation passée, ne pas présenter son contenu"
    " comme la situation actuelle]\n"
)


def _page(path: str, standing: Standing, dated: DateFinding | None = None) -> LexiconSource:
    url = CanonicalUrl(f"{SITE}/{path}")
    body = (COMMUNE / "site" / f"{path}.html").read_bytes()
    source = SourceDocument(url, url, "0" * 64, len(body), "text/html")
    return LexiconSource(read_html(source, body), standing, dated)


def _minutes(path: Path, day: date | None = None) -> LexiconSource:
    on = day or date.fromisoformat(path.stem.removeprefix("pv-"))
    text = re.sub(r"(?m)^(?:# |@include.*$)", "", path.read_text(encoding="utf-8")).strip()
    blocks, position = [], 0
    for paragraph in re.split(r"\n\s*\n", text):
        start = text.index(paragraph, position)
        position = start + len(paragraph)
        blocks.append(Block(BlockKind.PARAGRAPH, TextSpan(start, position)))
    url = CanonicalUrl(f"{SITE}/documents/pv/{path.stem}.pdf")
    document = ParsedDocument(
        url, DocumentKind.PDF, text, tuple(blocks), title=path.stem, language="fr"
    )
    dated = DateFinding(PartialDate(on.year, on.month, on.day), DateRung.URL)
    return LexiconSource(document, Standing(is_archive=True, reason="PDF"), dated)


@dataclass(frozen=True)
class FoundRow:
    """A chunk with its score."""

    row: ChunkRow
    score: float


@dataclass
class MemoryIndex:
    """An index in memory: word overlap for text, the same for vectors; filters of retrieval."""

    rows: list[ChunkRow]
    entries: list[LexiconEntry] = field(default_factory=list)
    searches: list[str | None] = field(default_factory=list)

    @property
    def manifest(self) -> IndexManifest:
        """A manifest built on `TODAY`."""
        return IndexManifest(
            version="20261129T020000Z",
            site="Brévanaz",
            built_at=datetime(2026, 11, 29, 2, tzinfo=UTC),
            run_id="r",
            chunks=len(self.rows),
            documents=1,
            urls=1,
            archives=1,
            model_id="m",
            model_recipe="r",
            dimension=2,
            query_prompt="",
            document_prompt="",
            profile_sha256="",
            code_version="",
            warning_version="1",
            ids_sha256="",
            content_sha256="",
        )

    def search_text(self, query: str, k: int, where: str | None = None) -> list[FoundRow]:
        """The rows that share most words with the query."""
        self.searches.append(where)
        asked = set(folded(query).split())
        scored = [
            FoundRow(row, float(len(asked & set(folded(row.search_text).split()))))
            for row in self.chunks(where)
        ]
        found = [hit for hit in scored if hit.score > 0]
        return sorted(found, key=lambda hit: (-hit.score, hit.row.id))[:k]

    def search_vector(self, vector: Vector, k: int, where: str | None = None) -> list[FoundRow]:
        """The first rows of the filter, whatever the vector: a leg that knows nothing."""
        assert vector.shape == (2,)
        rows = self.chunks(where)[:k]
        return [FoundRow(row, 0.1 + position / 100) for position, row in enumerate(rows)]

    def chunks(self, where: str | None = None) -> list[ChunkRow]:
        """The rows of the filters that retrieval uses."""
        return [row for row in self.rows if where is None or _matches(row, where)]

    def lexicon(self) -> Sequence[LexiconEntry]:
        """The entries given."""
        return self.entries


def _matches(row: ChunkRow, where: str) -> bool:
    if found := re.fullmatch(r"(is_archive|is_authoritative) = (true|false)", where):
        return getattr(row, found[1]) is (found[2] == "true")
    if where.startswith("url IN "):
        return f"'{row.url}'" in where
    days = re.fullmatch(r"date_earliest <= date '(.+)' AND date_latest >= date '(.+)'", where)
    assert days is not None, f"unknown filter: {where}"
    last, first = date.fromisoformat(days[1]), date.fromisoformat(days[2])
    if row.date_earliest is None or row.date_latest is None:
        return False
    return row.date_earliest <= last and row.date_latest >= first


def chunk_rows(source: LexiconSource) -> list[ChunkRow]:
    """One row a block: enough of a chunker for reading an index."""
    document, standing = source.document, source.standing
    value = source.dated.value if source.dated else None
    label = f"du {value}" if value else None
    rows = []
    for ordinal, block in enumerate(document.blocks):
        body = block.span.of(document.text)
        mark = WARNING.format(label=label) if standing.is_archive else ""
        rows.append(
            ChunkRow(
                id=f"{document.url}#{ordinal}",
                doc_id=document.url,
                url=document.url,
                title=document.title or "",
                heading_path=block.heading_path,
                text=mark + body,
                body=body,
                search_text=f"{document.title or ''}\n{' '.join(block.heading_path)}\n{body}",
                ordinal=ordinal,
                page_first=1 if document.kind is DocumentKind.PDF else None,
                page_last=1 if document.kind is DocumentKind.PDF else None,
                span_start=block.span.start,
                span_end=block.span.end,
                language="fr",
                kind=document.kind.value,
                is_archive=standing.is_archive,
                is_authoritative=standing.is_authoritative,
                authority_topic=standing.authority_topic,
                date=str(value) if value else None,
                date_label=label,
                date_precision="day" if value else "none",
                date_earliest=value.earliest if value else None,
                date_latest=value.latest if value else None,
                date_rung=None,
                date_rule=None,
                date_evidence=None,
                date_conflict=False,
                valid_from=None,
                valid_to=None,
                standing_reason=standing.reason,
                superseded_by=None,
                series=None,
                warning_version="1",
                ocr=False,
                ocr_confidence=None,
                content_hash=f"{document.url}#{ordinal}",
                fetched_at=None,
                last_modified=None,
                run_id="r",
            )
        )
    return rows


@pytest.fixture(scope="session")
def sources() -> tuple[LexiconSource, ...]:
    """The pinned pages, some pages in force, the old legislature and the minutes."""
    archive = Standing(is_archive=True, reason="règle « ancienne législature »")
    current = Standing(is_archive=False, reason="page ordinaire")
    span = DateFinding(PartialDate(2016, end_year=2021), DateRung.STATED)
    texts = sorted((COMMUNE / "texts").glob("pv-????-??-??.txt"))
    tax = COMMUNE / "texts" / "preavis-07-2023.txt"
    return (
        _page("municipalite", Standing(False, "épinglée", True, "exécutif")),
        _page("horaires", Standing(False, "épinglée", True, "horaires")),
        _page("legislature-2016-2021", archive, span),
        *(_page(path, current) for path in ("tourisme", "dechets", "tarifs", "conseil-communal")),
        *(_minutes(path) for path in texts),
        _minutes(tax, date(2023, 9, 5)),
    )


@pytest.fixture(scope="session")
def lexicon(sources: tuple[LexiconSource, ...]) -> tuple[LexiconEntry, ...]:
    """The lexicon of the sample commune, by the real step."""
    return build_lexicon(sources)


@pytest.fixture(scope="session")
def rows(sources: tuple[LexiconSource, ...]) -> list[ChunkRow]:
    """The chunks of the sample commune."""
    return [row for source in sources for row in chunk_rows(source)]


@pytest.fixture
def index(rows: list[ChunkRow], lexicon: tuple[LexiconEntry, ...]) -> MemoryIndex:
    """The sample commune as an index in memory."""
    return MemoryIndex(list(rows), list(lexicon))


@pytest.fixture(scope="session")
def guide(rows: list[ChunkRow], lexicon: tuple[LexiconEntry, ...]) -> Guide:
    """What reads questions for the sample commune."""
    pinned = [row for row in rows if row.is_authoritative]
    return Guide(lexicon, pinned, RetrievalSettings())


@pytest.fixture(scope="session")
def rules(rows: list[ChunkRow], lexicon: tuple[LexiconEntry, ...]) -> Guide:
    """The same by words and names alone."""
    pinned = [row for row in rows if row.is_authoritative]
    return Guide(lexicon, pinned, RetrievalSettings(question_model=False))


@pytest.fixture
def embed_query() -> EmbedQuery:
    """An embedding that knows nothing."""

    def embed(text: str) -> Vector:
        assert isinstance(text, str)
        return np.array([1.0, 0.0], dtype=np.float32)

    return embed


@pytest.fixture
def add_rows(index: MemoryIndex) -> Callable[[Iterable[ChunkRow]], None]:
    """Adds rows to the index of the test."""
    return index.rows.extend


@pytest.fixture
def bare_index(rows: list[ChunkRow]) -> MemoryIndex:
    """The sample commune without pinned pages and without a lexicon."""
    return MemoryIndex([row for row in rows if not row.is_authoritative])
