"""Pages per CPU second of PDF reading, and what each way of reading loses.

    python -m benchmarks.read FOLDER [--least-pages 10] [--ocr]

Reads every PDF of FOLDER that has so many pages or more: with pypdf alone, the way that most
loaders do (PyPDFLoader: the text of each page, nothing else), and with Millésime: sandboxed
children, gatekeeping, cleaning and blocks included, the children's CPU time and their start
counted; once more with a pool that has started, as most documents of a run meet it (a child
serves 200). CPU seconds are user and system time; read the ratios, wall time depends on the
load. The best of some turns is shown, so that the word lists, read once in a run, count for
neither.

Losses are counted page by page where both have text: the numbers (groups of digits) that the
other way of reading has and this one lacks, running headers included, and the names of glyphs
(``/square3``) that stand for characters.
"""

import argparse
import re
import resource
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdf
from pypdf.errors import PyPdfError

from ingest.read_pdf.pool import PdfJob, PdfPool
from schemas.document import PageOutcome, ParsedDocument
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

_NUMBER = re.compile(r"[0-9]+")
_GLYPH_NAME = re.compile(r"/(?:head2right|square|circle|bullet|check|arrow|triangle)\d*(?![a-z])")


@dataclass(frozen=True, slots=True)
class Result:
    """One way of reading: how much, at what price, with which losses."""

    name: str
    pages: int
    cpu_s: float
    characters: int
    losses: str
    texts: Mapping[tuple[Path, int], str]
    """What was read, by file and physical page."""

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
    texts: dict[tuple[Path, int], str] = {}
    failures = 0
    for path in paths:
        try:
            reader = pypdf.PdfReader(path)
            if reader.is_encrypted:
                reader.decrypt("")
            for number, page in enumerate(reader.pages, start=1):
                texts[path, number] = page.extract_text()
        except (PyPdfError, ValueError, TypeError, AttributeError, KeyError):
            failures += 1
    used = cpu_s() - started
    empty = sum(1 for text in texts.values() if not text.strip())
    losses = f"{empty} pages without text, {failures} files failed"
    return Result("pypdf alone", len(texts), used, sum(map(len, texts.values())), losses, texts)


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
    files = {job.url: path for job, path in zip(jobs, paths, strict=True)}
    texts = {
        (files[document.url], page.number): f"{page.header}\n{page.span.of(document.text)}"
        for document in documents
        for page in document.pages
        if page.span is not None
    }
    found = [page.outcome for document in documents for page in document.pages]
    characters = sum(len(document.text) for document in documents)
    losses = (
        f"{found.count(PageOutcome.NEEDS_OCR)} pages named for OCR, "
        f"{found.count(PageOutcome.GARBAGE)} garbage pages named, "
        f"{len(outcomes) - len(documents)} files refused"
    )
    return (
        Result("Millésime", len(found), cold_s, characters, losses, texts),
        Result("  started", len(found), warm_s, characters, losses, texts),
    )


def lost_numbers(result: Result, other: Result) -> tuple[int, int]:
    """Numbers that ``other`` has and ``result`` lacks on the pages of both, and how many it has."""
    lost = total = 0
    for place in result.texts.keys() & other.texts.keys():
        wanted = _numbers(other.texts[place])
        lost += (wanted - _numbers(result.texts[place])).total()
        total += wanted.total()
    return lost, total


def glyph_names(result: Result) -> int:
    """Names of glyphs that stand in the text in place of characters."""
    return sum(len(_GLYPH_NAME.findall(text)) for text in result.texts.values())


def _numbers(text: str) -> Counter[str]:
    return Counter(_NUMBER.findall(_GLYPH_NAME.sub(" ", text)))


def losses_table(pypdf_alone: Result, millesime: Result) -> str:
    """What each way of reading lost, as lines."""
    lines: list[str] = []
    for result, other in ((pypdf_alone, millesime), (millesime, pypdf_alone)):
        lost, total = lost_numbers(result, other)
        lines.append(
            f"  {result.name:12} lacks {lost} of the other's {total} numbers; "
            f"{glyph_names(result)} glyph names in its text"
        )
    return "\n".join(lines)


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
        print(table(results, title), losses_table(*results[:2]), sep="\n")
        print(f"  ({time.perf_counter() - wall:.0f} s wall)")


if __name__ == "__main__":
    main()
