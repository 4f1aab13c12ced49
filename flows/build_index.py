"""The building stage: documents become rows and vectors, and one build beside the live one."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flows.chunk_documents import chunk_documents
from flows.code_versions import everything
from flows.former_pages import dated_texts, former_pages
from flows.lexicon_entries import lexicon_of
from flows.run import Run
from flows.shared_model import SharedModel
from flows.site_documents import SiteDocument
from flows.step_cache import StepCache
from indexers.embedding import (
    EmbeddedTexts,
    EmbeddingCache,
    EmbeddingProgress,
    describe_model,
    embed_with_cache,
    load_token_counter,
)
from indexers.history import FormerText
from indexers.lance import (
    BuildContent,
    BuildFacts,
    HeldIndex,
    IndexReader,
    new_version,
    write_build,
)
from indexers.rows import ReadDocument, chunk_rows, document_row
from ingest.crawl import Snapshot
from ingest.marking import WARNING_VERSION, mark
from schemas.index import ChunkRow, DocumentRow, IndexManifest, UrlRow
from schemas.lexicon import LexiconEntry, LexiconSource
from schemas.run import DateFigures


@dataclass(frozen=True, slots=True)
class Rows:
    """Everything of a build but the vectors; made in memory, from caches where they hold."""

    chunks: tuple[ChunkRow, ...] = ()
    documents: tuple[DocumentRow, ...] = ()
    urls: tuple[UrlRow, ...] = ()
    lexicon: tuple[LexiconEntry, ...] = ()

    @property
    def texts(self) -> list[str]:
        """What is embedded, one text a chunk."""
        return [row.search_text for row in self.chunks]


def make_rows(
    run: Run,
    documents: Sequence[SiteDocument],
    urls: Sequence[UrlRow],
    cache: StepCache,
    live: IndexReader | None,
    snapshot: Snapshot,
) -> Rows:
    """Chunk and mark every document, and write down what was decided of it.

    From the ``live`` build come the former texts of pages that changed, from the
    ``snapshot`` until when they were seen.
    """
    read = [*_read_documents(run, documents, cache)]
    rows = tuple(document_row(each) for each in read)
    if live is not None:
        former = former_pages(run, live, rows, snapshot)
        read += [_as_read(each) for each in former]
        rows = dated_texts(run, live, tuple(document_row(each) for each in read))
    entries = lexicon_of(
        (LexiconSource(each.parsed, each.standing, each.dated) for each in read), cache
    )
    chunks = (row for each in read for row in chunk_rows(each, run_id=run.run_id))
    return Rows(tuple(chunks), rows, tuple(urls), tuple(entries))


def _read_documents(
    run: Run, documents: Sequence[SiteDocument], cache: StepCache
) -> Iterator[ReadDocument]:
    profile, models_dir = run.workspace.profile, run.workspace.models_dir
    description = describe_model(run.workspace.embedding, models_dir)
    chunked = chunk_documents(
        (each.parsed for each in documents),
        profile.chunking,
        cache,
        tokenizer_id=description.model_id,
        load_counter=lambda: load_token_counter(run.workspace.embedding, models_dir),
    )
    for number, (each, own) in enumerate(zip(documents, chunked, strict=True), start=1):
        marked = tuple(mark(chunk, each.dated, each.standing) for chunk in own)
        yield ReadDocument(each.source, each.parsed, each.dated, each.standing, marked)
        run.progress.advance(number, len(documents), "documents chunked")


def _as_read(former: FormerText) -> ReadDocument:
    marked = tuple(mark(chunk, former.dated, former.standing) for chunk in former.chunks)
    return ReadDocument(former.source, former.parsed, former.dated, former.standing, marked)


def embed_rows(run: Run, rows: Rows, model: SharedModel, cache: EmbeddingCache) -> EmbeddedTexts:
    """The vectors of every chunk; the model is loaded only if one is new."""
    started = dt.datetime.now(dt.UTC)

    def tell(now: EmbeddingProgress) -> None:
        seconds = (dt.datetime.now(dt.UTC) - started).total_seconds()
        rate = now.tokens_done / seconds if seconds else 0.0
        left = (now.tokens_total - now.tokens_done) / rate if rate else 0.0
        detail = f"passages, {rate:.0f} tokens/s, {left:.0f} s left"
        run.progress.advance(now.texts_done, now.texts_total, detail)

    return embed_with_cache(rows.texts, model.load, cache, model.description, on_progress=tell)


def load_rows(
    run: Run, held: HeldIndex, rows: Rows, embedded: EmbeddedTexts, changes: str
) -> IndexManifest:
    """Write the build; it is complete but not published when this returns."""
    profile = run.workspace.profile
    description = describe_model(run.workspace.embedding, run.workspace.models_dir)
    facts = BuildFacts(
        site=profile.name,
        run_id=run.run_id,
        built_at=run.started_at,
        model_id=description.model_id,
        model_recipe=description.recipe,
        query_prompt=description.query_prompt,
        document_prompt=description.document_prompt,
        profile_sha256=run.workspace.profile_sha256(),
        code_version=everything(),
        warning_version=WARNING_VERSION,
        language=profile.languages[0],
        changes=changes,
        vector_index_from=profile.index.vector_index_from,
    )
    content = BuildContent(rows.chunks, embedded.matrix, rows.documents, rows.urls, rows.lexicon)
    return write_build(held, new_version(held, run.started_at), content, facts)


def date_figures(documents: Sequence[SiteDocument]) -> DateFigures:
    """The archives by what their dates rest on."""
    archives = [each for each in documents if each.standing.is_archive]
    rungs = Counter(each.dated.rung.value for each in archives if each.dated.rung is not None)
    precisions = Counter(each.dated.precision.value for each in archives)
    return DateFigures(
        archives=len(archives),
        by_rung=dict(rungs),
        by_precision=dict(precisions),
        undated=sum(each.dated.value is None for each in archives),
        conflicts=sum(each.dated.conflict for each in documents),
    )
