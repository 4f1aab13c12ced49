"""Pages per CPU second of reading, and what each way of reading loses.

    python -m benchmarks.read FOLDER [--least-pages 10 50] [--pages FOLDER ...] [--ocr]

Reads every PDF of FOLDER that has so many pages or more: with pypdf alone (the text of each
page, nothing else), with LangChain's PyPDFLoader, and with Millésime: sandboxed
children, gatekeeping, cleaning and blocks included, the children's CPU time and their start
counted; once more with a pool that has started, as most documents of a run meet it (a child
serves 200). Then the HTML pages of each folder of ``--pages``, beside trafilatura.

PyPDFLoader and trafilatura are read by the environment that READERS_PYTHON names (see
`benchmarks/read_peers.py`). Without one trafilatura is left out, and what PyPDFLoader does is
done by hand, under another name.

CPU seconds are user and system time; read the ratios, wall time depends on the
load. The best of some turns is shown, so that the word lists, read once in a run, count for
neither.

Losses are counted page by page where both have text: the numbers (groups of digits) that the
other way of reading has and this one lacks, running headers included, and the names of glyphs
(``/square3``) that stand for characters.
"""

import argparse
import logging
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pypdf
from pypdf.errors import PyPdfError

from benchmarks.read_kept import compare_pages
from benchmarks.read_results import (
    Result,
    empty_and_failed,
    losses_table,
    read_with_peer,
    table,
)
from ingest.read_pdf.pool import PdfJob, PdfPool
from schemas.document import PageOutcome, ParsedDocument
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

_PYPDF_RAISES = (PyPdfError, ValueError, TypeError, AttributeError, KeyError)


def page_count(path: Path) -> int:
    """Pages of a file, 0 when pypdf cannot tell."""
    try:
        reader = pypdf.PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            return 0
        return len(reader.pages)
    except _PYPDF_RAISES:
        return 0


def cpu_s() -> float:
    """User and system time of this process and of its ended children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def own_cpu_s() -> float:
    """User and system time of this process alone."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def texts_of(path: Path) -> Iterator[str]:
    """The text of each page by pypdf."""
    reader = pypdf.PdfReader(path)
    if reader.is_encrypted:
        reader.decrypt("")
    for page in reader.pages:
        yield page.extract_text()


def loaded_from(path: Path) -> Iterator[str]:
    """The same with what PyPDFLoader adds to each page: all metadata, and the page's label."""
    reader = pypdf.PdfReader(path)
    if reader.is_encrypted:
        reader.decrypt("")
    facts = {key: str(value) for key, value in (reader.metadata or {}).items()}
    facts |= {"source": str(path), "total_pages": str(len(reader.pages))}
    for number, page in enumerate(reader.pages):
        text = page.extract_text(extraction_mode="plain").strip()
        _ = facts | {"page": str(number), "page_label": reader.page_labels[number]}
        yield text


def read_with_pypdf(
    name: str, paths: Sequence[Path], read: Callable[[Path], Iterator[str]]
) -> Result:
    """The text of each page of ``paths``; a file that fails costs its pages."""
    started = own_cpu_s()
    texts: dict[tuple[Path, int], str] = {}
    failures = 0
    for path in paths:
        try:
            texts |= {(path, number): text for number, text in enumerate(read(path), start=1)}
        except _PYPDF_RAISES:
            failures += 1
    used = own_cpu_s() - started
    return Result(name, used, texts, empty_and_failed(texts, failures), len(texts))


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
    losses = (
        f"{found.count(PageOutcome.NEEDS_OCR)} pages named for OCR, "
        f"{found.count(PageOutcome.GARBAGE)} garbage pages named, "
        f"{len(outcomes) - len(documents)} files refused"
    )
    return (
        Result("Millésime", cold_s, texts, losses, len(found)),
        Result("  started", warm_s, texts, losses, len(found)),
    )


def compare_files(paths: Sequence[Path], title: str, turns: int, *, ocr: bool) -> str:
    """The table of some PDFs; a busy machine makes a run look slower only: the best of turns."""
    runs = [
        (
            read_with_pypdf("pypdf alone", paths, texts_of),
            read_with_peer("PyPDFLoader", paths)
            or read_with_pypdf("as PyPDFLoader", paths, loaded_from),
            *read_with_millesime(paths, ocr=ocr),
        )
        for _ in range(turns)
    ]
    results = [min(same, key=lambda run: run.cpu_s) for same in zip(*runs, strict=True)]
    return f"{table(results, title)}\n{losses_table(results[:2], results[2])}"


def main() -> None:
    """Print one table for each least number of pages, and one for each folder of HTML pages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--least-pages", type=int, nargs="+", default=[10, 50])
    parser.add_argument("--pages", type=Path, nargs="+", default=[], help="folders of HTML pages")
    parser.add_argument("--ocr", action="store_true", help="let tesseract read the scans too")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    logging.disable()  # pypdf and trafilatura tell of each broken file
    counts = {path: page_count(path) for path in sorted(options.folder.resolve().glob("*.pdf"))}
    for least in options.least_pages:
        paths = [path for path, pages in counts.items() if pages >= least]
        if not paths:
            print(f"no PDF of {least} pages or more directly in {options.folder}")
            continue
        wall = time.perf_counter()
        title = f"{len(paths)} files of {least} pages or more"
        print(compare_files(paths, title, options.repeat, ocr=options.ocr))
        print(f"  ({time.perf_counter() - wall:.0f} s wall)", flush=True)
    for folder in options.pages:
        print(compare_pages(folder.resolve(), options.repeat), flush=True)


if __name__ == "__main__":
    main()
