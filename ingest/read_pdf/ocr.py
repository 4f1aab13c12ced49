"""OCR of the pages that are pictures: drawn by the child, read by tesseract, kept in a cache."""

import gzip
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ingest.read_pdf.child_process import Child, ChildDied
from ingest.read_pdf.judging import OcrPage
from ingest.read_pdf.ocr_words import Picture, page_from_tsv
from ingest.read_pdf.protocol import RawPage, ReadingLimits, RenderRequest
from ingest.read_pdf.tesseract import OcrFailed, Tesseract

DRAWING = 2
"""Part of the key of a kept answer: raised when `rendering` draws pages differently."""


class Budget:
    """Seconds of OCR that one run may spend, shared by its threads."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._lock = threading.Lock()

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self._left <= 0

    @contextmanager
    def spending(self) -> Iterator[None]:
        """Charge the time that the body takes."""
        started = time.monotonic()
        try:
            yield
        finally:
            with self._lock:
                self._left -= time.monotonic() - started


@dataclass(frozen=True, slots=True)
class OcrCache:
    """Tesseract's answers on disk; the key is the bytes, page, resolution and engine."""

    folder: Path

    def get(self, key: str) -> tuple[str, int] | None:
        """The TSV kept under ``key`` and the resolution that it was read at."""
        try:
            kept = json.loads(gzip.decompress(self._path(key).read_bytes()))
            return str(kept["tsv"]), int(kept["dpi"])
        except (OSError, EOFError, ValueError, KeyError):
            return None

    def put(self, key: str, tsv: str, dpi: int) -> None:
        """Keep an answer; a reader never sees half of it."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        packed = gzip.compress(json.dumps({"dpi": dpi, "tsv": tsv}).encode(), mtime=0)
        descriptor, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(packed)
        Path(draft).replace(path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json.gz"


@dataclass(frozen=True, slots=True)
class OcrReading:
    """What OCR made of some pages of one document."""

    pages: dict[int, OcrPage] = field(default_factory=dict)
    why_not: dict[int, str] = field(default_factory=dict)
    """For the pages that were not read, the reason."""


@dataclass(frozen=True, slots=True)
class OcrReader:
    """Reads pages of one document after the other; knows the engine, the cache and the budget."""

    engine: Tesseract
    dpi: int
    page_s: float
    budget: Budget
    cache: OcrCache | None = None

    def read(
        self,
        body: bytes,
        sha256: str,
        pages: Sequence[RawPage],
        limits: ReadingLimits,
        child: Callable[[], Child],
    ) -> OcrReading:
        """What tesseract reads on ``pages``; each is read once, then comes from the cache."""
        reading = OcrReading()
        for page in pages:
            try:
                tsv, dpi = self._answer(body, sha256, page.number, limits, child)
            except (OcrFailed, ChildDied) as error:
                reading.why_not[page.number] = str(error)
                continue
            picture = Picture(page.number, dpi, page.height, page.label)
            reading.pages[page.number] = page_from_tsv(tsv, picture)
        return reading

    def _answer(
        self,
        body: bytes,
        sha256: str,
        number: int,
        limits: ReadingLimits,
        child: Callable[[], Child],
    ) -> tuple[str, int]:
        key = f"{sha256}-p{number}-{self.dpi}-{self.engine.identity}-{DRAWING}"
        kept = self.cache.get(key) if self.cache is not None else None
        if kept is not None:
            return kept
        if self.budget.is_spent:
            raise OcrFailed("the OCR time of this run is used up")
        with self.budget.spending():
            image, dpi = self._draw(body, number, limits, child())
            tsv = self.engine.read(image, dpi, self.page_s)
        if self.cache is not None:
            self.cache.put(key, tsv, dpi)
        return tsv, dpi

    def _draw(
        self, body: bytes, number: int, limits: ReadingLimits, child: Child
    ) -> tuple[bytes, int]:
        request = RenderRequest(limits=limits, pages=(number,), dpi=self.dpi)
        drawn: tuple[bytes, int] | None = None
        reason = "the page was not drawn"
        for message in child.ask("render", request, body, 2 * self.page_s):
            if message.kind == "image" and isinstance(message.value, list):
                drawn = (message.payload, int(message.value[1]))
            elif isinstance(message.value, list):
                reason = str(message.value[1])
        if drawn is None:
            raise OcrFailed(reason)
        return drawn
