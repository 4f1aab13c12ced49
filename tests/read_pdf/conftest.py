"""Real children on files that the tests make, and the real documents beside the checkout."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from ingest.read_pdf.pool import PdfJob, PdfPool
from schemas.document import ParsedDocument
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

CORPUS = Path(__file__).resolve().parents[2] / "../shared/data/pdf-corpus"


@pytest.fixture(scope="session")
def pool() -> Iterator[PdfPool]:
    """Two children, no OCR, as long-lived as in a run."""
    with PdfPool(PdfSettings(), OcrSettings(enabled=False)) as opened:
        yield opened


@pytest.fixture(scope="session")
def ocr_pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PdfPool]:
    """Children with OCR; skips where tesseract or its French is not installed."""
    cache = tmp_path_factory.mktemp("ocr-cache")
    with PdfPool(PdfSettings(), OcrSettings(), cache_dir=cache) as opened:
        if opened.ocr_engine is None:
            pytest.skip("tesseract with French is not installed")
        yield opened


@pytest.fixture(scope="session")
def read(pool: PdfPool) -> Callable[[bytes], ParsedDocument]:
    """Reads bytes as a document; raises `ParseError`."""
    return lambda body: pool.read(PdfJob(CanonicalUrl("https://commune.example/a.pdf"), body))


@pytest.fixture(scope="session")
def corpus() -> Callable[[str], PdfJob]:
    """A real document by its name without ``.pdf``; skips when the corpus is not there."""

    def job(name: str) -> PdfJob:
        path = CORPUS / f"{name}.pdf"
        if not path.exists():
            pytest.skip(f"{name}.pdf is not beside the checkout")
        return PdfJob(CanonicalUrl(f"https://commune.example/{name}.pdf"), path)

    return job


@pytest.fixture(scope="session")
def reference() -> Callable[[str], str]:
    """The true text of a real document."""
    return lambda name: (CORPUS / "ground-truth" / f"{name}.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def make_pdf() -> Callable[..., bytes]:
    """Writes a PDF from its objects' bodies, with a correct cross-reference table."""
    return write_pdf


def write_pdf(objects: Mapping[int, bytes], trailer: bytes = b"") -> bytes:
    """A file of ``objects`` (the catalog is number 1); ``trailer`` is added to its trailer."""
    out = bytearray(b"%PDF-1.7\n")
    places: dict[int, int] = {}
    for number, content in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(out)
    size = max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        kept = number in places
        out += b"%010d %05d %b \n" % (
            places.get(number, 0),
            0 if kept else 65535,
            b"nf"[not kept :][:1],
        )
    out += b"trailer\n<< /Size %d /Root 1 0 R %b >>\nstartxref\n%d\n%%%%EOF" % (
        size,
        trailer,
        start,
    )
    return bytes(out)


def stream(data: bytes, entries: bytes = b"") -> bytes:
    """The body of a stream object, compressed."""
    packed = zlib.compress(data)
    return b"<< /Length %d /Filter /FlateDecode %b >>\nstream\n%b\nendstream" % (
        len(packed),
        entries,
        packed,
    )
