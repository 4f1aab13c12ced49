"""Pages per CPU second of PDF reading, and what each way of reading loses.

    python -m benchmarks.read FOLDER [--least-pages 10] [--ocr]

Reads every PDF of FOLDER that has so many pages or more: with pypdf alone, the way that most
loaders do (PyPDFLoader: the text of each page, nothing else), and with Millésime: sandboxed
children, gatekeeping, cleaning and blocks included, the children's CPU time and their start
counted; once more with a pool that has started, as most documents of a run meet it (a child
serves 200). CPU seconds are user and system time; read the ratios, wall time depends on the
load.
"""

import argparse
import resource
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdf
from pypdf.errors import PyPdfError

from ingest.read_pdf.pool import PdfJob, PdfPool
from schemas.document import PageOutcome, ParsedDocument
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class Result:
    """One way of reading: how much, at what price, with which losses."""

    name: str
    pages: int
    cpu_s: float
    characters: int
    losses: str

    @property
    def pages_per_cpu_s(self) -> float:
        """The figure that is compared."""
        return self.pages / self.cpu_s if self.cpu_s else 0.0


def page_count(path: Path) -> int:
    """Pages of a file, 0 when pypdf cannot tell."""
    try:
        reader = pypdf.PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            return 0
        return len(reader.pages)
    except (PyPdfError, ValueError, TypeError, AttributeError, KeyError):
        return 0


def cpu_s() -> float:
    """User and system time of this process and of its ended children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def own_cpu_s() -> float:
    """User and system time of this process alone."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def read_with_pypdf(paths: Iterable[Path]) -> Result:
    """The text of each page by pypdf, as PyPDFLoader takes it."""
    started = cpu_s()
    texts: list[str] = []
    failures = 0
    for path in paths:
        try:
            reader = pypdf.PdfReader(path)
            if reader.is_encrypted:
                reader.decrypt("")
            texts += [page.extract_text() for page in reader.pages]
        except (PyPdfError, ValueError, TypeError, AttributeError, KeyError):
            failures += 1
    used = cpu_s() - started
    empty = sum(1 for text in texts if not text.strip())
    glyph_names = sum(text.count("/square") + text.count("/head2right") for text in texts)
    losses = f"{empty} pages without text, {glyph_names} glyph names, {failures} files failed"
    return Result("pypdf alone", len(texts), used, sum(map(len, texts)), losses)


def read_with_millesime(paths: Sequence[Path], *, ocr: bool) -> tuple[Result, Result]:
    """The same files through the pool: its start counted, and as a run sees it once started."""
    jobs = [PdfJob(CanonicalUrl(path.as_uri()), path) for path in paths]
    started = cpu_s()
    with PdfPool(PdfSettings(), OcrSettings(enabled=ocr)) as pool:
        outcomes = [outcome for _, outcome in pool.read_many(jobs)]
    cold_s = cpu_s() - started
    with PdfPool(PdfSettings(), OcrSettings(enabled=ocr)) as pool:
        list(pool.read_many(jobs[:1] * 4))
        warm_s = -pool.cpu_s - own_cpu_s()
        outcomes = [outcome for _, outcome in pool.read_many(jobs)]
        warm_s += pool.cpu_s + own_cpu_s()
    documents = [outcome for outcome in outcomes if isinstance(outcome, ParsedDocument)]
    found = [page.outcome for document in documents for page in document.pages]
    characters = sum(len(document.text) for document in documents)
    losses = (
        f"{found.count(PageOutcome.NEEDS_OCR)} pages named for OCR, "
        f"{found.count(PageOutcome.GARBAGE)} garbage pages named, "
        f"{len(outcomes) - len(documents)} files refused"
    )
    return (
        Result("Millésime", len(found), cold_s, characters, losses),
        Result("  started", len(found), warm_s, characters, losses),
    )


def table(results: Sequence[Result], title: str) -> str:
    """The results as lines, each with its ratio to the first."""
    lines = [title]
    for result in results:
        ratio = result.pages_per_cpu_s / results[0].pages_per_cpu_s
        lines.append(
            f"  {result.name:12} {result.pages:5} pages {result.cpu_s:7.2f} CPU s "
            f"{result.pages_per_cpu_s:7.1f} pages/CPU s  x{ratio:4.1f}  "
            f"{result.characters:8} characters; {result.losses}"
        )
    return "\n".join(lines)


def main() -> None:
    """Print one table for each least number of pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--least-pages", type=int, nargs="+", default=[10, 50])
    parser.add_argument("--ocr", action="store_true", help="let tesseract read the scans too")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    counts = {path: page_count(path) for path in sorted(options.folder.glob("*.pdf"))}
    for least in options.least_pages:
        paths = [path for path, pages in counts.items() if pages >= least]
        wall = time.perf_counter()
        # A busy machine makes any run look slower, never faster: the best of some, by turns.
        turns = [
            (read_with_pypdf(paths), *read_with_millesime(paths, ocr=options.ocr))
            for _ in range(options.repeat)
        ]
        results = [min(runs, key=lambda run: run.cpu_s) for runs in zip(*turns, strict=True)]
        title = f"{len(paths)} files of {least} pages or more"
        print(table(results, title), f"  ({time.perf_counter() - wall:.0f} s wall)", sep="\n")


if __name__ == "__main__":
    main()
