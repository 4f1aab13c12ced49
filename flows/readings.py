"""Readings on disk: what each document's bytes became, or why they became nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from flows.step_cache import StepCache, step_key
from schemas.document import ParsedDocument
from schemas.report import Refusal
from schemas.resource import SourceDocument

READING = "reading"
"""Name of the step in the cache."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Either a document or the reason why there is none; never both."""

    document: ParsedDocument | None = None
    refusal: Refusal | None = None
    is_final: bool = True
    """``False`` while something is left for the next run, such as pages that wait for OCR."""


_ADAPTER = TypeAdapter(Reading)
_FINAL = b'"is_final":true}'
"""How the JSON of a complete reading ends: `Reading.is_final` is its last field."""


def reading_key(source: SourceDocument, reader: str, settings: str) -> str:
    """Key of a reading: the bytes, what the server said of them, and who reads them how.

    The URL counts because links are made absolute with it; the fetch date does not.
    """
    return step_key(
        source.url, source.fetch_url, source.body_sha256, source.declared_charset, reader, settings
    )


def keep_readings(cache: StepCache, readings: dict[str, Reading]) -> None:
    """Store ``readings`` by key, in one transaction; the pages' raw texts are not kept."""
    cache.put_many(READING, {key: _ADAPTER.dump_json(_lean(r)) for key, r in readings.items()})


def _lean(reading: Reading) -> Reading:
    """``reading`` without what only `millesime extract` shows: as large as the text itself."""
    if (document := reading.document) is None:
        return reading
    pages = tuple(replace(page, raw_text="", raw_offsets=()) for page in document.pages)
    return replace(reading, document=replace(document, pages=pages))


def final_readings(cache: StepCache, keys: Iterable[str]) -> frozenset[str]:
    """Those of ``keys`` whose reading is complete; documents are not parsed for it."""
    return frozenset(k for k, data in cache.get_many(READING, keys) if data.endswith(_FINAL))


def stored_readings(cache: StepCache, keys: Iterable[str]) -> Iterator[tuple[str, Reading]]:
    """``(key, reading)`` for those of ``keys`` that were read before."""
    for key, data in cache.get_many(READING, keys):
        yield key, _ADAPTER.validate_json(data)
