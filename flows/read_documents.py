"""The reading stage: every document of the snapshot read once, in batches, and kept on disk."""

import multiprocessing
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from flows.code_versions import code_version, library_versions
from flows.readings import (
    READING,
    Reading,
    final_readings,
    keep_readings,
    reading_key,
    stored_readings,
)
from flows.run import Run
from flows.step_cache import StepCache
from ingest.crawl import Snapshot
from ingest.read_pdf.staleness import reading_key as pdf_reading_key
from schemas.document import DocumentFlag, DocumentKind, ParsedDocument
from schemas.errors import ParseError, SnapshotError
from schemas.report import Refusal
from schemas.resource import SourceDocument
from schemas.run import ReadFigures
from schemas.urls import CanonicalUrl

BATCH = 200
"""Documents of a task: about half a minute of work, and what a kill costs at most."""

_ALONE = 40
"""Fewer pages than this are read here: starting processes would take longer."""

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class ToRead:
    """One document of the snapshot with the key of its reading."""

    source: SourceDocument
    key: str


def read_documents(
    run: Run, snapshot: Snapshot, cache: StepCache, wanted: Sequence[ToRead]
) -> None:
    """Read what was not read before with the same bytes, settings and code."""
    waiting = unread(wanted, cache, can_ocr=run.workspace.profile.ocr.enabled and has_tesseract())
    done = 0
    for batch in _batches(waiting):
        run.run_stage("read batch", partial(_read_batch, run, snapshot, cache, batch))
        done += len(batch)
        run.progress.advance(done, len(waiting), "documents")


def has_tesseract() -> bool:
    """Whether the OCR program is installed."""
    return shutil.which("tesseract") is not None


def list_readings(run: Run, sources: Iterable[SourceDocument]) -> list[ToRead]:
    """Every document with the key under which its reading is, or will be, kept."""
    profile = run.workspace.profile
    pdf = (pdf_reading_key(profile.pdf, profile.ocr), ",".join(profile.languages))
    pdf_readers = " ".join((*pdf, library_versions("pypdf", "pypdfium2")))
    html_readers = library_versions("beautifulsoup4", "lxml")
    office_readers = library_versions("lxml", "python-docx", "striprtf")
    shared = ("ingest.charset", "ingest.language", "schemas.document")
    html_code = code_version("ingest.read_html", *shared)
    pdf_code = code_version("ingest.read_pdf", *shared)
    office_code = code_version("ingest.read_office", *shared)

    def key_of(source: SourceDocument) -> str:
        if source.media_type in _HTML:
            return reading_key(source, html_code, html_readers)
        if source.media_type == _PDF:
            return reading_key(source, pdf_code, pdf_readers)
        return reading_key(source, office_code, office_readers)

    return [ToRead(source, key_of(source)) for source in sources]


def unread(wanted: Sequence[ToRead], cache: StepCache, *, can_ocr: bool) -> list[ToRead]:
    """Those without a reading, and those whose pages wait for an OCR that can be done now."""
    keys = [each.key for each in wanted]
    done = final_readings(cache, keys) if can_ocr else cache.has(READING, keys)
    return [each for each in wanted if each.key not in done]


def readings_of(wanted: Sequence[ToRead], cache: StepCache) -> Iterator[tuple[ToRead, Reading]]:
    """Every document with its reading, in the order of ``wanted``."""
    by_key = {each.key: each for each in wanted}
    for key, reading in stored_readings(cache, by_key):
        yield by_key[key], reading


def read_figures(
    readings: Iterable[tuple[ToRead, Reading]], *, read_now: frozenset[str]
) -> ReadFigures:
    """The figures of the stage over all documents; ``read_now`` are the keys read in this run."""
    kinds: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    flags: Counter[str] = Counter()
    total = 0
    for _, reading in readings:
        total += 1
        if reading.refusal is not None:
            refused[reading.refusal.reason] += 1
        if (document := reading.document) is not None:
            kinds[document.kind] += 1
            pages.update(page.outcome.value for page in document.pages)
            flags.update(flag.value for flag in document.flags)
    return ReadFigures(
        html_pages=kinds[DocumentKind.HTML],
        pdfs=kinds[DocumentKind.PDF],
        other_documents=kinds.total() - kinds[DocumentKind.HTML] - kinds[DocumentKind.PDF],
        read=len(read_now),
        reused=total - len(read_now),
        refused=dict(sorted(refused.items())),
        pdf_pages=dict(sorted(pages.items())),
        flagged=dict(sorted(flags.items())),
    )


def _batches(waiting: Sequence[ToRead]) -> Iterator[list[ToRead]]:
    """Batches of one kind of reader each, pages first."""
    kinds: dict[str, list[ToRead]] = {"html": [], "pdf": [], "other": []}
    for each in waiting:
        media_type = each.source.media_type
        kind = "html" if media_type in _HTML else "pdf" if media_type == _PDF else "other"
        kinds[kind].append(each)
    for documents in kinds.values():
        for start in range(0, len(documents), BATCH):
            yield documents[start : start + BATCH]


def _read_batch(run: Run, snapshot: Snapshot, cache: StepCache, batch: list[ToRead]) -> int:
    media_type = batch[0].source.media_type
    if media_type in _HTML:
        readings = _read_pages(run, snapshot, batch)
    elif media_type == _PDF:
        readings = _read_pdfs(run, snapshot, batch)
    else:
        readings = _read_others(snapshot, batch)
    keep_readings(cache, dict(readings))
    return len(batch)


def _read_pages(run: Run, snapshot: Snapshot, batch: list[ToRead]) -> Iterator[tuple[str, Reading]]:
    from ingest.read_html import read_html

    sources = [each.source for each in batch]
    bodies = [_body(snapshot, source) for source in sources]
    if len(batch) < _ALONE:
        documents = list(map(read_html, sources, bodies))
    else:
        # spawn: this process has threads (the orchestrator's, SQLite's) that a fork would lose.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(run.workspace.settings.reading_children, context) as readers:
            documents = list(readers.map(read_html, sources, bodies, chunksize=10))
    for each, document in zip(batch, documents, strict=True):
        yield each.key, page_reading(document)


def _body(snapshot: Snapshot, source: SourceDocument) -> bytes:
    """The bytes of a document; a damaged one stops the run, for its page must not be forgotten."""
    try:
        return snapshot.read_body(source.body_sha256)
    except SnapshotError as error:
        raise SnapshotError(
            f"{source.url}: {error}; `millesime snapshot verify PROFILE --repair` has the next "
            "run fetch it again"
        ) from error


def page_reading(document: ParsedDocument) -> Reading:
    """A page as a document, or the reason why it is none.

    A stub that forwards, a frameset, a login wall, an error page or an empty shell says
    nothing that could be cited; the operator sees them by name.
    """
    nothing = (
        DocumentFlag.REDIRECT_STUB,
        DocumentFlag.FRAMESET,
        DocumentFlag.LOGIN_WALL,
        DocumentFlag.ERROR_PAGE,
        DocumentFlag.EMPTY_SHELL,
    )
    flag = next((flag for flag in nothing if flag in document.flags), None)
    if flag is None:
        return Reading(document)
    detail = " ".join(document.notes)
    return Reading(refusal=Refusal(document.url, "read", flag.value, detail))


def _read_pdfs(run: Run, snapshot: Snapshot, batch: list[ToRead]) -> Iterator[tuple[str, Reading]]:
    from ingest.read_pdf.pool import PdfJob, PdfPool

    profile, cache_dir = run.workspace.profile, run.workspace.cache_dir
    keys = {each.source.url: each.key for each in batch}
    jobs = (PdfJob(each.source.url, _body(snapshot, each.source)) for each in batch)
    languages = profile.languages
    with PdfPool(profile.pdf, profile.ocr, languages=languages, cache_dir=cache_dir) as pool:
        for number, (job, outcome) in enumerate(pool.read_many(jobs), start=1):
            run.progress.advance(number, len(batch), "PDFs of this batch")
            yield keys[job.url], _as_reading(outcome)


def _read_others(snapshot: Snapshot, batch: list[ToRead]) -> Iterator[tuple[str, Reading]]:
    from ingest.read_office import read_office

    for each in batch:
        try:
            outcome = read_office(each.source, _body(snapshot, each.source))
        except ParseError as error:
            yield each.key, _as_reading(error)
        else:
            yield each.key, _as_reading(outcome)


def _as_reading(outcome: ParsedDocument | ParseError) -> Reading:
    if isinstance(outcome, ParseError):
        name, _, detail = outcome.reason.partition(": ")
        return Reading(refusal=Refusal(CanonicalUrl(outcome.url), "read", name, detail))
    return Reading(outcome, is_final=DocumentFlag.NEEDS_OCR not in outcome.flags)
