"""Writing one build: tables loaded, indexes built, everything counted, the manifest last."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from indexers.changes import content_sha256, ids_sha256, row_sha256
from indexers.lance import engine
from indexers.lance.layout import IndexFolder, version_name
from indexers.lance.lock import HeldIndex
from indexers.lance.tables import (
    RowT,
    arrow_schema,
    chunk_batches,
    row_batches,
)
from indexers.lance.vector_index import index_vectors
from indexers.vectors import EmbeddingMatrix
from schemas.errors import PublishError
from schemas.index import ChunkRow, DocumentRow, IndexManifest, UrlRow, VectorIndexFacts
from schemas.lexicon import LexiconEntry

SCALAR_INDEXES = (
    "id", "doc_id", "url", "authority_topic", "date_earliest", "date_latest",
    "is_archive", "is_authoritative",
)  # fmt: skip
"""Columns of ``chunks`` that filters use."""


@dataclass(frozen=True, slots=True)
class BuildContent:
    """Everything that goes into one build; row ``i`` of `vectors` belongs to chunk ``i``."""

    chunks: Iterable[ChunkRow]
    vectors: EmbeddingMatrix
    documents: Iterable[DocumentRow]
    urls: Iterable[UrlRow] = ()
    lexicon: Iterable[LexiconEntry] = ()


@dataclass(frozen=True, slots=True)
class BuildFacts:
    """What the manifest of a build states besides what is counted while it is written."""

    site: str
    run_id: str
    built_at: datetime
    model_id: str
    model_recipe: str
    query_prompt: str
    document_prompt: str
    profile_sha256: str
    code_version: str
    warning_version: str
    language: str = "fr"
    """The site's first language: its stemmer serves the full-text index."""
    changes: str = ""
    vector_index_from: int = 50_000
    """Rows from which an approximate vector index is tried."""


@dataclass(slots=True)
class _Tally:
    """What is counted while rows pass by on their way into the tables."""

    hashes: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    chunks: int = 0
    documents: int = 0
    archives: int = 0
    vector_index: VectorIndexFacts | None = None
    urls: list[str] = field(default_factory=list)

    def passing(self, rows: Iterable[RowT], count: Callable[[RowT], None]) -> Iterator[RowT]:
        for row in rows:
            if not isinstance(row, UrlRow):  # an operator's table: no reader's answer is in it
                self.hashes.append(row_sha256(row))
            count(row)
            yield row

    def chunk(self, row: ChunkRow) -> None:
        self.chunks += 1
        self.ids.append(row.id)

    def document(self, row: DocumentRow) -> None:
        self.documents += 1
        self.archives += row.is_archive


def new_version(held: HeldIndex, now: datetime) -> str:
    """A name for a build that starts at ``now`` which no complete build bears."""
    name, taken, again = version_name(now), set(held.folder.complete_versions()), 1
    while (candidate := name if again == 1 else f"{name}-{again}") in taken:
        again += 1
    return candidate


def write_build(
    held: HeldIndex, version: str, content: BuildContent, facts: BuildFacts
) -> IndexManifest:
    """Write the build ``version`` beside the published one, and return its manifest.

    Raises `PublishError` when the disk refuses or the rows are not sound; what was
    written is then removed, and the published index is as it was.
    """
    folder, store = held.folder.build(version), held.folder.store
    if store.has(f"{folder}/manifest.json"):
        raise PublishError(f"the build {version!r} is complete: builds are never written twice")
    try:
        store.begin_folder(folder)
        tally = _load(held.folder, folder, content, facts)
        manifest = _manifest(held, version, content.vectors.shape[1], facts, tally)
        store.write(f"{folder}/manifest.json", f"{manifest.model_dump_json(indent=2)}\n")
    except (OSError, RuntimeError, ValueError) as error:
        store.remove_folder(folder)
        raise PublishError(
            f"the build {version} could not be written ({_short(error)}); "
            "the published index is untouched"
        ) from error
    return manifest


def _short(error: Exception) -> str:
    """What happened, without the place in the library's source that its message ends with."""
    return str(error).partition(", /")[0]


def _load(index: IndexFolder, build: str, content: BuildContent, facts: BuildFacts) -> _Tally:
    database, tally = engine.connect(index.store, build), _Tally()
    chunks = tally.passing(content.chunks, tally.chunk)
    documents = tally.passing(content.documents, tally.document)
    urls = tally.passing(content.urls, lambda row: tally.urls.append(row.url))
    lexicon = tally.passing(content.lexicon, lambda _: None)
    schema = arrow_schema(ChunkRow, content.vectors.shape[1])
    table = engine.create_table(database, "chunks", schema, chunk_batches(chunks, content.vectors))
    table.set_unenforced_primary_key("id")
    for name, row_type, batches in (
        ("documents", DocumentRow, row_batches(DocumentRow, documents)),
        ("urls", UrlRow, row_batches(UrlRow, urls)),
        ("lexicon", LexiconEntry, row_batches(LexiconEntry, lexicon)),
    ):
        engine.create_table(database, name, arrow_schema(row_type), batches)
    for name, keys in (("chunk ids", tally.ids), ("URLs", tally.urls)):
        if len(keys) != len(set(keys)):
            raise ValueError(f"{name} must be unique")
    engine.build_indexes(table, text="search_text", scalars=SCALAR_INDEXES, language=facts.language)
    if len(content.vectors) >= facts.vector_index_from:
        tally.vector_index = index_vectors(table, content.vectors)
    if left := {name: rows for name, rows in engine.unindexed_rows(table).items() if rows}:
        raise ValueError(f"indexes do not cover every row: {left}")
    return tally


def _manifest(
    held: HeldIndex, version: str, dimension: int, facts: BuildFacts, tally: _Tally
) -> IndexManifest:
    current = held.folder.published()
    return IndexManifest(
        version=version,
        site=facts.site,
        built_at=facts.built_at,
        run_id=facts.run_id,
        previous=None if current is None else current.version,
        chunks=tally.chunks,
        documents=tally.documents,
        urls=len(tally.urls),
        archives=tally.archives,
        model_id=facts.model_id,
        model_recipe=facts.model_recipe,
        dimension=dimension,
        query_prompt=facts.query_prompt,
        document_prompt=facts.document_prompt,
        profile_sha256=facts.profile_sha256,
        code_version=facts.code_version,
        warning_version=facts.warning_version,
        language=facts.language,
        ids_sha256=ids_sha256(tally.ids),
        content_sha256=content_sha256(
            tally.hashes, model_id=facts.model_id, model_recipe=facts.model_recipe
        ),
        changes=facts.changes,
        vector_index=tally.vector_index,
    )
