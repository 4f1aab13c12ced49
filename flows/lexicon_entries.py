"""The lexicon of a site: cached by each document, for most of them never change."""

from collections.abc import Iterable, Iterator

from pydantic import TypeAdapter

from flows.chunk_documents import content_of
from flows.code_versions import code_version
from flows.step_cache import StepCache, step_key
from ingest.lexicon import find_entries
from schemas.lexicon import LexiconEntry, LexiconSource

LEXICON = "lexicon"
"""Name of the step in the cache."""

_ENTRIES = TypeAdapter(tuple[LexiconEntry, ...])


def lexicon_of(sources: Iterable[LexiconSource], cache: StepCache) -> Iterator[LexiconEntry]:
    """The entries of all documents, in their order."""
    version = code_version("ingest.lexicon", "schemas.lexicon", "schemas.site.vocabulary")
    for source in sources:
        if not source.standing.is_archive and not source.standing.is_authoritative:
            continue  # `find_entries` finds nothing there: no row for it in the cache

        def find(source: LexiconSource = source) -> bytes:
            return _ENTRIES.dump_json(find_entries(source))

        key = step_key(content_of(source.document), _decided(source), version)
        yield from _ENTRIES.validate_json(cache.remembered(LEXICON, key, find))


def _decided(source: LexiconSource) -> bytes:
    date = None if source.dated is None else source.dated.value
    return repr((source.standing, date)).encode("utf-8", "surrogatepass")
