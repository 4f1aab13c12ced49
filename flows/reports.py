"""A run's report in words, and its file in the reports folder."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from schemas.run import ReadFigures, RunOutcome, RunReport


def report_in_words(report: RunReport) -> str:
    """The report as a page that is read in ten seconds."""
    return "\n".join(_lines(report))


def write_report(report: RunReport, folder: Path) -> Path:
    """Write the report as JSON into ``folder``; the file is named by the run."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{report.run_id}.json"
    path.write_text(report.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return path


def _lines(report: RunReport) -> Iterator[str]:
    yield f"{report.site}: {report.sentence}"
    yield ""
    yield from _crawl(report)
    if report.read == ReadFigures() and report.outcome is RunOutcome.UNCHANGED:
        index = report.index
        yield _row("index", f"{index.chunks} chunks of {index.documents} documents, as published")
    else:
        yield from _read(report)
        yield from _dates(report)
        yield from _index(report)
    for pinned in report.pinned:
        state = "present" if pinned.is_present else "MISSING"
        yield _row("pinned", f"{pinned.topic}: {pinned.url} {state} {pinned.sentence}".rstrip())
    for sentence in report.gate:
        yield _row("gate", sentence)
    for note in report.notes:
        yield _row("note", note)
    yield _row("seconds", _times(report.seconds))
    yield _row("CPU", _times(report.cpu_seconds))


def _crawl(report: RunReport) -> Iterator[str]:
    crawl = report.crawl
    if crawl is None:
        yield _row("crawl", "none: the snapshot as it is")
        return
    yield _row(
        "crawl",
        f"{crawl.known} URLs known: {crawl.fetched} fetched, {crawl.not_modified} not modified, "
        f"{crawl.errors} errors, {crawl.missing} missing, {crawl.gone} gone",
    )
    yield _row("refused", _counts(crawl.refused) or "nothing")
    if not crawl.complete:
        yield _row("INCOMPLETE", f"{crawl.incomplete_reason}: nothing is deleted by this run")


def _read(report: RunReport) -> Iterator[str]:
    read = report.read
    yield _row(
        "documents",
        f"{read.html_pages} pages, {read.pdfs} PDFs, {read.other_documents} others; "
        f"{read.read} read, {read.reused} from the cache",
    )
    if read.pdf_pages:
        yield _row("PDF pages", _counts(read.pdf_pages))
    if read.refused:
        yield _row("not read", _counts(read.refused))
    if read.flagged:
        yield _row("look at", _counts(read.flagged))


def _dates(report: RunReport) -> Iterator[str]:
    dates = report.dates
    yield _row(
        "archives",
        f"{dates.archives} documents; by rung: {_counts(dates.by_rung)}; "
        f"by precision: {_counts(dates.by_precision)}",
    )
    yield _row("undated", f"{dates.undated} archives without a date (warned all the same)")
    yield _row("conflicts", f"{dates.conflicts} documents whose dates disagree (millesime dates)")


def _index(report: RunReport) -> Iterator[str]:
    index = report.index
    yield _row(
        "index",
        f"{index.chunks} chunks of {index.documents} documents; {index.archive_chunks} marked as "
        f"archive, {index.authoritative_chunks} authoritative",
    )
    yield _row(
        "changes",
        f"{index.inserted} inserted, {index.kept} kept, {index.deleted} deleted; {index.embedded} "
        f"embedded, {index.reused_embeddings} from the cache" + _by(index.backend),
    )


def _row(name: str, text: str) -> str:
    return f"  {name:<11} {text}"


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} {number}" for name, number in ordered)


def _times(seconds: Mapping[str, float]) -> str:
    total = sum(seconds.values())
    return (
        ", ".join(f"{name} {value:.1f}" for name, value in seconds.items())
        + f"; {total:.1f} in all"
    )


def _by(backend: str) -> str:
    return f" ({backend})" if backend else ""
