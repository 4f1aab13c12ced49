"""Structure: every row is looked at, none is sampled. A build that fails here is broken."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from indexers.gate.candidate import MADE_HERE, Candidate
from indexers.gate.wording import check, some
from indexers.vectors import StoredChunk
from schemas.dating import PartialDate
from schemas.document import DocumentKind
from schemas.index import ChunkRow, DocumentRow
from schemas.report import GateCheck, GateLevel
from schemas.warning import archive_warning, has_any_warning

NORM_TOLERANCE = 1e-3

LIVE_STATES = frozenset({"taken", "missing", "alias"})
"""States of a URL that stands for a document; a missing one is served until it is gone."""


@dataclass(slots=True)
class _Faults:
    """What is wrong with the rows that have passed by, by the name of the check."""

    documents: Mapping[str, DocumentRow]
    chunks_of: Counter[str] = field(default_factory=Counter)
    ids: set[str] = field(default_factory=set)
    found: dict[str, list[str]] = field(default_factory=dict)
    probed: dict[str, float] = field(default_factory=dict)

    def note(self, name: str, row: ChunkRow, reason: str) -> None:
        self.found.setdefault(name, []).append(f"{row.id}: {reason}")


def structure_checks(candidate: Candidate, min_probe_cosine: float) -> Iterator[GateCheck]:
    """Checks that block: ids, vectors, spans, warnings, pages, indexes, counts."""
    faults = _Faults({row.doc_id: row for row in candidate.documents})
    for stored in candidate.chunks:
        _look_at(stored, candidate, faults)
    total = faults.chunks_of.total()
    for name, promise in _PROMISES.items():
        wrong = faults.found.get(name, [])
        sentence = f"{promise} ({total} rows)." if not wrong else f"{len(wrong)} of {total} rows."
        yield check(name, sentence, passed=not wrong, level=GateLevel.BLOCKS, examples=some(wrong))
    yield _indexes_complete(candidate)
    yield _counts_agree(candidate, faults)
    yield _probes_agree(candidate, faults, min_probe_cosine)


_PROMISES = {
    "ids_unique": "Every chunk has an id of its own",
    "vectors_sound": "Every vector is finite, of norm 1 and of the model's dimension",
    "spans_exact": "Every body is the exact span of its document's text",
    "archives_marked": "Archives, and only they, start with the warning of their own date",
    "pages_present": "Every passage of a paged document has its pages",
    "authority_pinned": "Authoritative passages come from pinned pages only",
}


def _look_at(stored: StoredChunk, candidate: Candidate, faults: _Faults) -> None:
    row, document = stored.row, faults.documents.get(stored.row.doc_id)
    faults.chunks_of[row.doc_id] += 1
    if row.id in faults.ids:
        faults.note("ids_unique", row, "stands twice")
    faults.ids.add(row.id)
    vector = stored.vector
    norm = float(np.linalg.norm(vector))
    # A norm that is not a number fails this comparison too.
    if not abs(norm - 1) <= NORM_TOLERANCE or len(vector) != candidate.manifest.dimension:
        faults.note("vectors_sound", row, f"norm {norm:.4f}, dimension {len(vector)}")
    if row.id in candidate.probes:
        faults.probed[row.id] = float(np.dot(vector, candidate.probes[row.id]))
    if document is None or document.text[row.span_start : row.span_end] != row.body:
        faults.note("spans_exact", row, f"[{row.span_start}, {row.span_end}) reads otherwise")
    if not is_rightly_marked(row):
        faults.note("archives_marked", row, f"starts with {row.text[:60]!r}")
    if (reason := _pages_fault(row, document)) is not None:
        faults.note("pages_present", row, reason)
    if row.is_authoritative and not (document is not None and document.is_authoritative):
        faults.note("authority_pinned", row, row.url)


def choose_probes(rows: Sequence[ChunkRow], count: int = 5) -> list[ChunkRow]:
    """A few rows to embed anew, spread over the build; the same ones for the same build."""
    step = max(1, len(rows) // max(1, count))
    return sorted(rows, key=lambda row: row.id)[::step][:count]


def is_rightly_marked(row: ChunkRow) -> bool:
    """Whether ``row`` reads as it must: warning of its own date, then body; or the bare body."""
    if not row.is_archive:
        return row.text == row.body and not has_any_warning(row.text)
    value = None if row.date is None else PartialDate.parse(row.date)
    return row.text == f"{archive_warning(value, row.language)}\n{row.body}"


def _pages_fault(row: ChunkRow, document: DocumentRow | None) -> str | None:
    if row.kind != DocumentKind.PDF.value:
        return None
    if row.page_first is None or row.page_last is None:
        return "has no page"
    last = None if document is None else document.page_count
    if not 1 <= row.page_first <= row.page_last or (last is not None and row.page_last > last):
        return f"pages {row.page_first} to {row.page_last} of {last}"
    return None


def _indexes_complete(candidate: Candidate) -> GateCheck:
    left = {name: rows for name, rows in candidate.unindexed_rows.items() if rows}
    complete = bool(candidate.unindexed_rows) and not left
    sentence = "Every index covers every row." if complete else "Indexes leave rows out."
    return check(
        "indexes_complete", sentence, passed=complete, level=GateLevel.BLOCKS,
        examples=some(f"{name}: {rows} rows" for name, rows in left.items()),
    )  # fmt: skip


def _counts_agree(candidate: Candidate, faults: _Faults) -> GateCheck:
    """Manifest, documents table, chunks table and URLs table say the same."""
    manifest, documents = candidate.manifest, candidate.documents
    wrong = [
        f"{row.url}: {row.chunk_count} chunks stated, {faults.chunks_of[row.doc_id]} stored"
        for row in documents
        if row.chunk_count != faults.chunks_of[row.doc_id]
    ]
    wrong += [f"chunks of no document: {key}" for key in faults.chunks_of - faults.documents.keys()]
    total = faults.chunks_of.total()
    if (manifest.chunks, manifest.documents) != (total, len(documents)):
        wrong.append(f"manifest: {manifest.chunks} chunks, {manifest.documents} documents")
    served = {row.doc_id: row.url for row in documents if row.kind not in MADE_HERE}
    live = {row.doc_id for row in candidate.urls if row.state in LIVE_STATES}
    wrong += [
        f"document without a live URL: {url}" for key, url in served.items() if key not in live
    ]
    wrong += [
        f"URL taken without a document: {row.url}"
        for row in candidate.urls
        if row.state == "taken" and row.doc_id not in served
    ]
    sentence = f"{len(documents)} documents and {total} chunks in every table."
    return check(
        "counts_agree", sentence if not wrong else "The tables count differently.",
        passed=not wrong, level=GateLevel.BLOCKS, examples=some(wrong),
    )  # fmt: skip


def _probes_agree(candidate: Candidate, faults: _Faults, least: float) -> GateCheck:
    lost = candidate.probes.keys() - faults.probed.keys()
    low = [f"{key}: cosine {value:.3f}" for key, value in faults.probed.items() if value < least]
    if not candidate.probes:
        sentence = "Not checked: no text was embedded anew."
    else:
        sentence = f"{len(candidate.probes)} texts embedded anew: least cosine "
        sentence += f"{min(faults.probed.values(), default=0.0):.4f} (at least {least})."
    return check(
        "vectors_of_this_model", sentence, passed=not (low or lost), level=GateLevel.BLOCKS,
        examples=some([*low, *sorted(lost)]),
    )  # fmt: skip
