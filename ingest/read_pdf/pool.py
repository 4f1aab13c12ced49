"""The way in: a pool of reading children that turns PDF bodies into documents.

    with PdfPool(profile.pdf, profile.ocr, cache_dir=cache) as pool:
        for job, outcome in pool.read_many(jobs):
            ...  # a ParsedDocument, or the ParseError of this one document

Each document is read by one child process at a time, in a thread that only waits for it; the
threads do no reading of their own, since PDFium is not safe in threads. The engines are
never imported in this process, and no child is started before there is something to read.
"""

import gc
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from ingest.read_pdf.assembly import assemble
from ingest.read_pdf.child_process import Seat
from ingest.read_pdf.judging import pictured_page, plain_page, wants_ocr
from ingest.read_pdf.locating import PageRectangle, has_ocr, rectangles_of
from ingest.read_pdf.ocr import Budget, OcrCache, OcrReader, OcrReading, Source
from ingest.read_pdf.protocol import RawPage, ReadingLimits
from ingest.read_pdf.raw_reading import RawRead, RawRefusal, read_raw
from ingest.read_pdf.seating import Seating
from ingest.read_pdf.tesseract import Tesseract, find_tesseract
from schemas.document import ParsedDocument, TextSpan
from schemas.errors import ParseError, PasswordRequired
from schemas.site.reading import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class PdfJob:
    """One PDF to read: its identity and its bytes, or the file that holds them."""

    url: CanonicalUrl
    body: bytes | Path


Outcome = ParsedDocument | ParseError
"""A document, or why this one could not be read; the reason starts with a stable word."""


class PdfPool:
    """A context manager that owns the children; `read_many` may be called more than once."""

    def __init__(
        self,
        settings: PdfSettings,
        ocr: OcrSettings,
        *,
        languages: tuple[str, ...] = ("fr",),
        cache_dir: Path | None = None,
    ) -> None:
        self._settings = settings
        self._ocr = ocr
        self._languages = languages
        self._cache_dir = cache_dir
        self._budget = Budget(ocr.budget_s)
        self._seating = Seating(
            [
                Seat(settings.memory_mib, settings.documents_per_child)
                for _ in range(settings.children)
            ]
        )
        self._threads: ThreadPoolExecutor | None = None
        # Judging and assembling is Python code: one at a time loses nothing, and the word
        # lists are then loaded once.
        self._judging = threading.Lock()

    def __enter__(self) -> Self:
        self._threads = ThreadPoolExecutor(self._settings.children, thread_name_prefix="read-pdf")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
            self._threads = None
        self._seating.close()

    def read_many(self, jobs: Iterable[PdfJob]) -> Iterator[tuple[PdfJob, Outcome]]:
        """Each job with its outcome, in the order in which they finish.

        ``jobs`` is drawn from only as fast as children come free, so that few bodies are in
        memory at a time.
        """
        waiting = iter(jobs)
        running: dict[Future[Outcome], PdfJob] = {}
        while True:
            for job in islice(waiting, 2 * self._settings.children - len(running)):
                running[self._executor().submit(self._read, job)] = job
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future.result()

    def read(self, job: PdfJob) -> ParsedDocument:
        """One document; raises `ParseError` when it cannot be read."""
        outcome = self._executor().submit(self._read, job).result()
        if isinstance(outcome, ParseError):
            raise outcome
        return outcome

    def locate(
        self, job: PdfJob, document: ParsedDocument, span: TextSpan
    ) -> tuple[PageRectangle, ...]:
        """Where ``span`` of the document's text stands on its pages, for the job that made it.

        On a page read by OCR these are the boxes of whole words, from the cache. Empty for
        pages whose places are not known (text by pypdf, glyphs without values).
        """
        return self._executor().submit(self._locate, job, document, span).result()

    @cached_property
    def ocr_engine(self) -> Tesseract | None:
        """The installed tesseract with its languages; ``None`` without it or when switched off."""
        return find_tesseract(self._ocr.languages) if self._ocr.enabled else None

    @cached_property
    def _ocr_reader(self) -> OcrReader | None:
        if self.ocr_engine is None:
            return None
        cache = OcrCache(self._cache_dir / "ocr") if self._cache_dir is not None else None
        return OcrReader(self.ocr_engine, self._ocr.dpi, self._ocr.page_s, self._budget, cache)

    @property
    def peak_kib(self) -> int:
        """Largest resident set that any child has reported, in KiB."""
        return self._seating.peak_kib

    def _locate(
        self, job: PdfJob, document: ParsedDocument, span: TextSpan
    ) -> tuple[PageRectangle, ...]:
        body = _body(job)
        with self._seating.lent() as seat:
            reader = self._ocr_reader if has_ocr(document) else None
            source = Source(body, self._limits(), partial(seat.child, body))
            return rectangles_of(document, span, source, reader)

    @property
    def cpu_s(self) -> float:
        """CPU time of all children since their start, as they last reported."""
        return self._seating.cpu_s

    def _executor(self) -> ThreadPoolExecutor:
        if self._threads is None:
            raise RuntimeError("a PdfPool reads inside its `with` block only")
        return self._threads

    def _read(self, job: PdfJob) -> Outcome:
        with self._seating.lent() as seat:
            return self._read_with(seat, job)

    def _read_with(self, seat: Seat, job: PdfJob) -> Outcome:
        body = _body(job)
        if len(body) > self._settings.max_bytes:
            return ParseError(job.url, f"too_large: more than {self._settings.max_bytes} bytes")
        limits = self._limits()
        child = partial(seat.child, body)
        raw = read_raw(body, limits, self._settings.wall_s, child)
        if isinstance(raw, RawRefusal):
            return _as_error(job.url, raw)
        with self._judging:
            pictures = [page for page in raw.pages if wants_ocr(page, self._languages)]
            reader = self._ocr_reader if pictures else None
        source = Source(body, limits, child)
        reading = reader.read(source, pictures) if reader is not None else OcrReading()
        with self._judging, collection_paused():
            return self._assembled(job.url, raw, pictures, reading)

    def _assembled(
        self, url: CanonicalUrl, raw: RawRead, pictures: list[RawPage], reading: OcrReading
    ) -> ParsedDocument:
        wanting = {page.number for page in pictures}
        why_not = "OCR is switched off" if not self._ocr.enabled else "tesseract is not installed"
        judged = [
            pictured_page(
                page,
                reading.pages.get(page.number),
                self._languages,
                reading.why_not.get(page.number, why_not),
            )
            if page.number in wanting
            else plain_page(page)
            for page in raw.pages
        ]
        return assemble(url, raw.facts, judged, self._languages)

    def _limits(self) -> ReadingLimits:
        return ReadingLimits(
            cpu_s=self._settings.cpu_s,
            max_pages=self._settings.max_pages,
            max_page_chars=self._settings.max_page_chars,
            max_pixels=self._settings.max_pixels,
        )


def _as_error(url: CanonicalUrl, refusal: RawRefusal) -> ParseError:
    if refusal.code == "encrypted":
        return PasswordRequired(url, f"encrypted: {refusal.detail}")
    return ParseError(url, f"{refusal.code}: {refusal.detail}")


@contextmanager
def collection_paused() -> Iterator[None]:
    """No garbage is collected meanwhile: thousands of small values are made, none in a cycle."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _body(job: PdfJob) -> bytes:
    return job.body if isinstance(job.body, bytes) else job.body.read_bytes()
