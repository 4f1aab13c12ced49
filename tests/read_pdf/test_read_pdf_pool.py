"""Isolation: one document's death is its outcome, and nothing of the parent's is at risk."""

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdf
import pypdfium2
import pytest

from ingest.read_pdf import engine
from ingest.read_pdf.child_process import Child, ChildDied
from ingest.read_pdf.pool import PdfJob, PdfPool
from ingest.read_pdf.protocol import ReadingLimits, ReadRequest
from ingest.read_pdf.raw_reading import Progress, RawRead, RawRefusal
from schemas.document import ParsedDocument
from schemas.errors import ParseError
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

ROOT = Path(__file__).resolve().parents[2]
MakePdf = Callable[..., bytes]


def simple_pdf(make_pdf: MakePdf, text: bytes = b"Avis officiel") -> bytes:
    drawn = b"BT /F 12 Tf 72 700 Td (%b) Tj ET" % text
    return make_pdf(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
            b"/Resources << /Font << /F 5 0 R >> >> >>",
            4: b"<< /Length %d >>\nstream\n%b\nendstream" % (len(drawn), drawn),
            5: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        }
    )


def endless(make_pdf: MakePdf) -> bytes:
    """Text that PDFium needs minutes for: many words laid over each other."""
    words = b"BT /F 9 Tf 1 0 0 1 9 9 Tm (conseil communal) Tj ET\n" * 2_000_000
    return simple_pdf(make_pdf).replace(b"(Avis officiel)", b"(Avis) Tj ET " + words + b"BT (x)")


def test_the_parent_never_loads_the_engines(make_pdf: MakePdf, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(simple_pdf(make_pdf))
    program = (
        "import sys; from pathlib import Path\n"
        "from ingest.read_pdf.pool import PdfJob, PdfPool\n"
        "from schemas.site import OcrSettings, PdfSettings\n"
        "with PdfPool(PdfSettings(), OcrSettings()) as pool:\n"
        "    print(pool.read(PdfJob('https://c.example/a', Path(sys.argv[1]))).text)\n"
        "print(sorted(m for m in sys.modules if m.startswith(('pypdf', 'pypdfium2'))))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert done.stdout.splitlines() == ["Avis officiel", "[]"]


def test_a_late_module_is_read_on_first_use_and_whole() -> None:
    program = (
        "import sys; from ingest.read_pdf.late_imports import LATE, import_late; import_late()\n"
        "for name in LATE: sys.modules.pop(name, None); __import__(name)\n"
        "print(*{type(sys.modules[name]).__name__ for name in LATE})\n"
        "import ctypes.util, traceback\n"
        "print(callable(ctypes.util.find_library), callable(traceback.format_exc))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert done.stdout.splitlines() == ["_LazyModule", "True True"]


def test_nothing_to_read_starts_no_child() -> None:
    with PdfPool(PdfSettings(), OcrSettings(enabled=False)) as pool:
        assert list(pool.read_many([])) == []
        assert pool.peak_kib == 0


def test_a_death_is_one_outcome_and_the_next_document_is_read(make_pdf: MakePdf) -> None:
    url = CanonicalUrl("https://commune.example/")
    jobs = [
        PdfJob(CanonicalUrl(f"{url}{n}.pdf"), body)
        for n, body in enumerate((simple_pdf(make_pdf), endless(make_pdf), simple_pdf(make_pdf)))
    ]
    settings = PdfSettings(children=1, cpu_s=2)

    with PdfPool(settings, OcrSettings(enabled=False)) as pool:
        outcomes = {job.url: outcome for job, outcome in pool.read_many(jobs)}

    first, deadly, last = (outcomes[job.url] for job in jobs)
    assert isinstance(first, ParsedDocument)
    assert first.text == "Avis officiel"
    assert isinstance(last, ParsedDocument)
    assert last.text == "Avis officiel"
    reason = deadly.reason if isinstance(deadly, ParseError) else " ".join(deadly.notes)
    assert "cpu" in reason or "limit" in reason


def test_a_child_is_replaced_when_it_has_served_its_share(make_pdf: MakePdf) -> None:
    body = simple_pdf(make_pdf)
    settings = PdfSettings(children=1, documents_per_child=2)
    with PdfPool(settings, OcrSettings(enabled=False)) as pool:
        jobs = [PdfJob(CanonicalUrl(f"https://c.example/{n}"), body) for n in range(5)]
        texts = [o.text for _, o in pool.read_many(jobs) if isinstance(o, ParsedDocument)]

    assert texts == ["Avis officiel"] * 5


def test_why_a_file_fails_does_not_depend_on_the_one_before(make_pdf: MakePdf) -> None:
    writer = pypdf.PdfWriter(io.BytesIO(simple_pdf(make_pdf)))
    writer.encrypt("secret", algorithm="AES-256")
    protected = io.BytesIO()
    writer.write(protected)
    with pytest.raises(pypdfium2.PdfiumError, match="password"):
        engine.open_document(protected.getvalue())

    with pytest.raises(pypdfium2.PdfiumError) as failure:
        engine.open_document(make_pdf({1: b"<< /Type /Catalog >>"}))

    assert "password" not in str(failure.value)


def test_jobs_are_drawn_only_as_children_come_free(make_pdf: MakePdf) -> None:
    drawn = 0

    def jobs() -> Iterator[PdfJob]:
        nonlocal drawn
        for number in range(12):
            drawn += 1
            yield PdfJob(CanonicalUrl(f"https://c.example/{number}"), body)

    body = simple_pdf(make_pdf)
    with PdfPool(PdfSettings(children=1), OcrSettings(enabled=False)) as pool:
        next(iter(pool.read_many(jobs())))

    assert drawn <= 4


def test_a_child_that_hangs_is_ended_by_the_wall_clock(make_pdf: MakePdf) -> None:
    child = Child(1536)
    request = ReadRequest(ReadingLimits(cpu_s=60))
    with pytest.raises(ChildDied) as death:
        list(child.ask("read", request, endless(make_pdf), 0.3))

    assert death.value.cause == "wall"
    assert not child.is_usable
    child.close()


def test_a_child_has_no_environment_and_may_write_no_file() -> None:
    child = Child(1536)
    pid = child._process.pid
    request = ReadRequest(ReadingLimits(cpu_s=5))
    list(child.ask("read", request, b"not a pdf", 20))
    limits = Path(f"/proc/{pid}/limits")
    if not limits.exists():
        pytest.skip("needs /proc")

    rows = {line[:26].strip(): line[26:].split()[0] for line in limits.read_text().splitlines()[1:]}
    environment = Path(f"/proc/{pid}/environ").read_bytes()
    child.close()

    assert rows["Max file size"] == "0"
    assert rows["Max core file size"] == "0"
    assert rows["Max address space"] == str(1536 * 1024 * 1024)
    assert rows["Max open files"] == "64"
    assert environment == b"LANG=C.UTF-8\0"


@pytest.mark.parametrize(
    ("causes", "is_judged", "code"),
    [(["crash"], False, "crash"), (["cpu"], True, "cpu"), (["crash", "crash"], True, "crash")],
    ids=["in-pypdf", "out-of-time", "in-both-engines"],
)
def test_a_death_before_the_first_page_refuses(
    causes: list[str], *, is_judged: bool, code: str
) -> None:
    progress = Progress(ReadingLimits(cpu_s=60), is_judged=is_judged)

    goes_on = [progress.take_death(ChildDied(cause, "gone")) for cause in causes]

    assert goes_on[-1] is False
    assert progress.result() == RawRefusal(code, "gone")
    assert not isinstance(progress.result(), RawRead)
