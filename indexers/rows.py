"""The rows of the index: one document's chunks, and the document with all that was decided.

A chunk's id is made of its document's identity and its own words, so that a paragraph
added at the top of a page does not rename every passage below it.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256

from schemas.chunk import Chunk, MarkedChunk, Standing
from schemas.dating import DateFinding
from schemas.document import ParsedDocument
from schemas.index import ChunkRow, DocumentRow
from schemas.resource import SourceDocument
from schemas.warning import date_label

_NO_FINDING = DateFinding(value=None, rung=None, reason="no date was looked for")


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document with all that the steps found: what its rows are made of."""

    source: SourceDocument
    parsed: ParsedDocument
    dated: DateFinding | None
    standing: Standing
    chunks: tuple[MarkedChunk, ...]


def text_sha256(text: str) -> str:
    """Lower-case hex of the SHA-256 of ``text`` in UTF-8; lone surrogates are kept apart.

    >>> text_sha256("Mairie")[:12]
    '4929c2475c34'
    """
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def document_id(url: str) -> str:
    """The stable id of the document at ``url`` (canonical): 24 hexadecimal digits.

    >>> document_id("https://commune.example/municipalite")
    'c881bec51bc2f0207a08f4b7'
    """
    return text_sha256(url)[:24]


def chunk_ids(doc_id: str, chunks: Iterable[Chunk]) -> list[str]:
    """One id a chunk, in order: the document's, its words' hash, and which of equals it is."""
    seen: Counter[str] = Counter()
    ids = []
    for chunk in chunks:
        words = text_sha256(chunk.body)[:16]
        seen[words] += 1
        ids.append(f"{doc_id}-{words}" + (f"-{seen[words]}" if seen[words] > 1 else ""))
    return ids


def chunk_rows(read: ReadDocument, *, run_id: str) -> tuple[ChunkRow, ...]:
    """The rows of one document's chunks, with unique ids that survive edits around them."""
    ids = chunk_ids(document_id(read.parsed.url), [marked.chunk for marked in read.chunks])
    pairs = zip(ids, read.chunks, strict=True)
    return tuple(_chunk_row(chunk_id, marked, read, run_id) for chunk_id, marked in pairs)


def document_row(read: ReadDocument) -> DocumentRow:
    """The row of one document: its stored text and every decision with its evidence."""
    source, parsed, standing = read.source, read.parsed, read.standing
    dated = read.dated or _NO_FINDING
    return DocumentRow(
        doc_id=document_id(parsed.url),
        url=parsed.url,
        aliases=tuple(source.aliases),
        kind=parsed.kind.value,
        title=parsed.title or parsed.h1 or "",
        language=parsed.language,
        body_sha256=source.body_sha256,
        text=parsed.text,
        text_sha256=text_sha256(parsed.text),
        page_count=parsed.page_count,
        pages_by_outcome=_pages_by_outcome(parsed),
        chunk_count=len(read.chunks),
        is_archive=standing.is_archive,
        is_authoritative=standing.is_authoritative,
        authority_topic=standing.authority_topic,
        standing_reason=standing.reason,
        series=standing.series,
        superseded_by=standing.superseded_by,
        date=None if dated.value is None else str(dated.value),
        date_precision=dated.precision.value,
        date_rung=None if dated.rung is None else dated.rung.value,
        date_conflict=dated.conflict,
        date_reason=dated.reason,
        date_evidence=_evidence_json(dated),
        page_check=dated.page_check.value,
        flags=tuple(flag.value for flag in parsed.flags),
        notes=parsed.notes,
        fetched_at=source.fetched_at,
        last_modified=source.last_modified or None,
    )


def _chunk_row(chunk_id: str, marked: MarkedChunk, read: ReadDocument, run_id: str) -> ChunkRow:
    chunk, standing = marked.chunk, marked.standing
    dated = marked.dated or _NO_FINDING
    value, chosen = dated.value, dated.chosen
    search_text = chunk.embedded_text()
    return ChunkRow(
        id=chunk_id,
        doc_id=document_id(chunk.doc_url),
        url=chunk.doc_url,
        title=chunk.title,
        heading_path=chunk.heading_path,
        text=marked.text,
        body=chunk.body,
        search_text=search_text,
        ordinal=chunk.ordinal,
        page_first=chunk.page_first,
        page_last=chunk.page_last,
        span_start=chunk.span.start,
        span_end=chunk.span.end,
        language=chunk.language,
        kind=read.parsed.kind.value,
        is_archive=standing.is_archive,
        is_authoritative=standing.is_authoritative,
        authority_topic=standing.authority_topic,
        date=None if value is None else str(value),
        date_label=None if value is None else date_label(value, chunk.language),
        date_precision=dated.precision.value,
        date_earliest=None if value is None else value.earliest,
        date_latest=None if value is None else value.latest,
        date_rung=None if dated.rung is None else dated.rung.value,
        date_rule=None if chosen is None else chosen.rule,
        date_evidence=None if chosen is None else chosen.text,
        date_conflict=dated.conflict,
        valid_from=standing.valid_from,
        valid_to=standing.valid_to,
        standing_reason=standing.reason,
        superseded_by=standing.superseded_by,
        series=standing.series,
        warning_version=marked.warning_version,
        ocr=chunk.ocr,
        ocr_confidence=chunk.ocr_confidence,
        content_hash=text_sha256(search_text),
        fetched_at=read.source.fetched_at,
        last_modified=read.source.last_modified or None,
        run_id=run_id,
    )


def _pages_by_outcome(parsed: ParsedDocument) -> str:
    return json.dumps(Counter(page.outcome.value for page in parsed.pages), sort_keys=True)


def _evidence_json(dated: DateFinding) -> str:
    facts = [{**asdict(e), "value": e.value and str(e.value)} for e in dated.evidence]
    return json.dumps(facts, ensure_ascii=False)
