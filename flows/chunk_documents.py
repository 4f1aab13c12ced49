"""The chunking stage: cached by the document's content, the settings and the tokenizer."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from pydantic import TypeAdapter

from flows.code_versions import code_version
from flows.step_cache import StepCache, step_key
from schemas.chunk import Chunk
from schemas.document import ParsedDocument
from schemas.site import ChunkingSettings

CHUNKS = "chunks"
"""Name of the step in the cache."""

TokenCounter = Callable[[str], int]

_CHUNKS = TypeAdapter(tuple[Chunk, ...])
_DOCUMENT = TypeAdapter(ParsedDocument)


def chunk_documents(
    documents: Iterable[ParsedDocument],
    settings: ChunkingSettings,
    cache: StepCache,
    *,
    tokenizer_id: str,
    load_counter: Callable[[], TokenCounter],
) -> Iterator[tuple[Chunk, ...]]:
    """The chunks of each document, in order; the tokenizer is loaded only if one is new."""
    from ingest.chunking import chunk_document

    counter: TokenCounter | None = None
    version = code_version("ingest.chunking", "schemas.chunk")
    for document in documents:
        key = step_key(content_of(document), settings.model_dump_json(), tokenizer_id, version)
        stored = next(cache.get_many(CHUNKS, [key]), None)
        if stored is not None:
            yield _CHUNKS.validate_json(stored[1])
            continue
        counter = counter or load_counter()
        chunks = chunk_document(document, max_tokens=settings.max_tokens, count_tokens=counter)
        cache.put_many(CHUNKS, {key: _CHUNKS.dump_json(chunks)})
        yield chunks


def content_of(document: ParsedDocument) -> bytes:
    """Everything of a document that its chunks depend on, and more."""
    pages = tuple(replace(page, raw_text="", raw_offsets=(), note="") for page in document.pages)
    return _DOCUMENT.dump_json(replace(document, pages=pages))
