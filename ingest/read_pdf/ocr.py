"""OCR of the pages that are pictures: drawn by the child, read by tesseract, kept in a cache."""

import gzip
import hashlib
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ingest.read_pdf.child_process import Child, ChildDied
from ingest.read_pdf.judging import OcrPage
from ingest.read_pdf.ocr_words import Picture, page_from_tsv
from ingest.read_pdf.protocol import RawPage, ReadingLimits, RenderRequest
from ingest.read_pdf.ruled_tables import RuledTable
from ingest.read_pdf.ruling import unruled
from ingest.read_pdf.tesseract import SPARSE, OcrFailed, Tesseract

DRAWING = 2
"""Part of the key of a kept answer: raised when pages are drawn or prepared differently."""


_IS_DARK = bytes(1 if value < 200 else 0 for value in range(256))
PICTORIAL_SHARE = 0.25
"""So much ink makes a page a picture with text; a page full of type has a tenth."""


def is_pictorial(image: bytes) -> bool:
    """Whether a page is largely picture, so that tesseract may take headings for part of it."""
    return image.translate(_IS_DARK).count(1) > PICTORIAL_SHARE * len(image)


class Answer(NamedTuple):
    """What tesseract said of one page."""

    tsv: str
    dpi: int
    """The resolution that the page was drawn at; lower than wanted for a very large page."""
    height: float
    """The page's height in points."""
    sparse: str = ""
    """A second reading, of a page with a ruled table or that is largely picture."""
    tables: tuple[RuledTable, ...] = ()


class Drawn(NamedTuple):
    """A page as the child drew it."""

    image: bytes
    dpi: int
    height: float


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

    def get(self, key: str) -> Answer | None:
        """The answer kept under ``key``."""
        try:
            kept = json.loads(gzip.decompress(self._path(key).read_bytes()))
            return Answer(
                str(kept["tsv"]),
                int(kept["dpi"]),
                float(kept["height"]),
                str(kept["sparse"]),
                tuple(_table_from(table) for table in kept["tables"]),
            )
        except (OSError, EOFError, TypeError, ValueError, KeyError):
            return None

    def put(self, key: str, answer: Answer) -> None:
        """Keep an answer; a reader never sees half of it."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        packed = gzip.compress(json.dumps(answer._asdict()).encode(), mtime=0)
        descriptor, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(packed)
        Path(draft).replace(path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json.gz"


def _table_from(kept: Sequence[Any]) -> RuledTable:
    left, top, right, bottom, rules, columns = kept
    box = (int(left), int(top), int(right), int(bottom))
    return RuledTable(*box, tuple(map(int, rules)), tuple(map(int, columns)))


@dataclass(frozen=True, slots=True)
class Source:
    """One document's bytes, and the children that draw it or say where its words stand."""

    body: bytes
    limits: ReadingLimits
    child: Callable[[], Child]


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

    def read(self, source: Source, pages: Sequence[RawPage]) -> OcrReading:
        """What tesseract reads on ``pages``; each is read once, then comes from the cache."""
        reading = OcrReading()
        sha256 = hashlib.sha256(source.body).hexdigest() if pages else ""
        for page in pages:
            try:
                answer = self._answer(source, sha256, page.number)
            except (OcrFailed, ChildDied) as error:
                reading.why_not[page.number] = str(error)
                continue
            picture = Picture(page.number, answer.dpi, answer.height, page.label, answer.tables)
            reading.pages[page.number] = page_from_tsv(answer.tsv, picture, answer.sparse)
        return reading

    def _answer(self, source: Source, sha256: str, number: int) -> Answer:
        key = f"{sha256}-p{number}-{self.dpi}-{self.engine.identity}-{DRAWING}"
        kept = self.cache.get(key) if self.cache is not None else None
        if kept is not None:
            return kept
        if self.budget.is_spent:
            raise OcrFailed("the OCR time of this run is used up")
        with self.budget.spending():
            drawn = self._draw(source, number)
            clear = unruled(drawn.image, drawn.dpi)
            twice = bool(clear.tables) or is_pictorial(drawn.image)
            answer = Answer(
                self.engine.read(clear.image, drawn.dpi, self.page_s),
                drawn.dpi,
                drawn.height,
                self.engine.read(clear.image, drawn.dpi, self.page_s, layout=SPARSE)
                if twice
                else "",
                clear.tables,
            )
        if self.cache is not None:
            self.cache.put(key, answer)
        return answer

    def _draw(self, source: Source, number: int) -> Drawn:
        request = RenderRequest(limits=source.limits, pages=(number,), dpi=self.dpi)
        drawn: Drawn | None = None
        reason = "the page was not drawn"
        for message in source.child().ask("render", request, source.body, 2 * self.page_s):
            if message.kind == "image" and isinstance(message.value, list):
                _, dpi, height = message.value
                drawn = Drawn(message.payload, int(dpi), float(height))
            elif isinstance(message.value, list):
                reason = str(message.value[1])
        if drawn is None:
            raise OcrFailed(reason)
        return drawn
