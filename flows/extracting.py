"""What reading makes of one document: its blocks, the outcome of each page, its flags."""

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter

from flows.one_url import crawled_snapshot, source_at, unknown_url, url_on_site
from flows.workspace import Workspace
from ingest.crawl.sniffing import HEAD_BYTES, media_type_of, settled_media_type
from schemas.document import Block, Page, ParsedDocument
from schemas.errors import NoIndex, ParseError
from schemas.resource import SourceDocument
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

_DOCUMENT = TypeAdapter(ParsedDocument)
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_CANNOT = ("image/", "audio/", "video/", "font/")


def file_on_disk(path: Path) -> tuple[SourceDocument, bytes]:
    """A local file as the crawl would have met it; raises `NoIndex` when it cannot be read."""
    try:
        body = path.read_bytes()
    except OSError as error:
        raise NoIndex(f"{path}: cannot be read ({error})") from error
    url = CanonicalUrl(path.resolve().as_uri())
    source = SourceDocument(
        url=url,
        fetch_url=url,
        body_sha256=hashlib.sha256(body).hexdigest(),
        body_bytes=len(body),
        media_type=settled_media_type(media_type_of(body[:HEAD_BYTES], ""), io.BytesIO(body)),
        is_local_import=True,
    )
    return source, body


def page_of_site(workspace: Workspace, typed: str) -> tuple[SourceDocument, bytes]:
    """The document of the snapshot at a URL or path; raises `NoIndex` with what is near."""
    url = url_on_site(workspace.profile, typed)
    with crawled_snapshot(workspace) as snapshot:
        source = source_at(snapshot, url)
        if source is not None:
            return source, snapshot.read_body(source.body_sha256)
        if snapshot.ledger.find(url) is not None:
            raise NoIndex(f"{url} is no document of the site; `millesime explain` says why")
        raise unknown_url(url, (record.url for record in snapshot.ledger.live()))


def read_one(
    source: SourceDocument, body: bytes, *, workspace: Workspace | None = None
) -> ParsedDocument:
    """One document, read now; raises `ParseError`. Without a site, the default settings hold."""
    if source.media_type in _HTML:
        from ingest.read_html import read_html

        return read_html(source, body)
    if source.media_type == "application/pdf":
        return _read_pdf(source, body, workspace)
    if source.media_type.startswith(_CANNOT):
        raise ParseError(source.url, f"unsupported: {source.media_type} is no document")
    from ingest.read_office import read_office

    return read_office(source, body)


def _read_pdf(source: SourceDocument, body: bytes, workspace: Workspace | None) -> ParsedDocument:
    from ingest.read_pdf.pool import PdfJob, PdfPool

    if workspace is None:
        pool = PdfPool(PdfSettings(), OcrSettings())
    else:
        profile = workspace.profile
        pool = PdfPool(
            profile.pdf,
            profile.ocr,
            languages=profile.languages,
            cache_dir=workspace.cache_dir if workspace.cache_dir.exists() else None,
        )
    with pool:
        return pool.read(PdfJob(source.url, body))


def document_as_dict(document: ParsedDocument, *, page: int | None = None) -> dict[str, object]:
    """Everything that was read, for JSON; each block with its words."""
    values: dict[str, object] = _DOCUMENT.dump_python(document, mode="json")
    blocks = _blocks(document, page)
    shown = TypeAdapter(list[Block]).dump_python(blocks, mode="json")
    for block, value in zip(blocks, shown, strict=True):
        value["text"] = block.span.of(document.text)
    values["blocks"] = shown
    if page is not None:
        values["text"] = text_of(document, page=page)
        values["pages"] = [
            TypeAdapter(Page).dump_python(each, mode="json") for each in _pages(document, page)
        ]
    return values


def text_of(document: ParsedDocument, *, page: int | None = None) -> str:
    """The text of the whole document, or of one page."""
    if page is None:
        return document.text
    return "".join(each.span.of(document.text) for each in _pages(document, page) if each.span)


def document_in_lines(document: ParsedDocument, *, page: int | None = None) -> Iterator[str]:
    """The document as an operator reads it: facts, pages, then block by block."""
    yield f"{document.url}"
    pages = f", {document.page_count} pages" if document.page_count is not None else ""
    yield (
        f"  {document.kind.value}{pages}, {len(document.text)} characters, "
        f"language {document.language or 'unknown'}"
    )
    yield f"  title: {document.title or 'none'}"
    for flag, note in _flags(document):
        yield f"  flag: {flag}{note}"
    for stated in document.stated_dates:
        yield f"  states {stated.source.value}: {stated.raw}"
    for header in document.running_headers:
        yield f"  running header: {header}"
    for each in _pages(document, page):
        yield f"  {_page_line(each)}"
    yield ""
    for block in _blocks(document, page):
        yield from _block_lines(document, block)


def _blocks(document: ParsedDocument, page: int | None) -> list[Block]:
    """The blocks of which anything stands on ``page``; a paragraph may begin on the one before."""
    if page is None:
        return list(document.blocks)
    spans = [each.span for each in _pages(document, page) if each.span]
    return [
        block
        for block in document.blocks
        if any(block.span.start < span.end and span.start < block.span.end for span in spans)
    ]


def _flags(document: ParsedDocument) -> Iterator[tuple[str, str]]:
    """Flags with their notes; notes without a flag at the end."""
    notes = list(document.notes)
    for flag in document.flags:
        yield flag.value, f" ({notes.pop(0)})" if notes else ""
    for note in notes:
        yield "none", f" ({note})"


def _pages(document: ParsedDocument, page: int | None) -> list[Page]:
    if page is None:
        return list(document.pages)
    found = [each for each in document.pages if each.number == page]
    if not found:
        raise NoIndex(f"{document.url} has {len(document.pages)} pages, and no page {page}")
    return found


def _page_line(page: Page) -> str:
    span = f"{page.span.end - page.span.start} characters" if page.span else "no text"
    label = f" (printed {page.label})" if page.label not in (None, str(page.number)) else ""
    certainty = "" if page.ocr_confidence is None else f", confidence {page.ocr_confidence:.2f}"
    note = f"; {page.note}" if page.note else ""
    header = f"; header: {' '.join(page.header.split())}" if page.header else ""
    return f"page {page.number}{label}: {page.outcome.value}, {span}{certainty}{header}{note}"


def _block_lines(document: ParsedDocument, block: Block) -> Iterator[str]:
    level = "" if block.level is None else f" {block.level}"
    place = "" if block.page_number is None else f" p.{block.page_number}"
    path = f" [{' > '.join(block.heading_path)}]" if block.heading_path else ""
    yield f"{block.kind.value}{level}{place} {block.span.start}-{block.span.end}{path}"
    for line in block.span.of(document.text).splitlines():
        yield f"  | {line}"


def similarity_to(document: ParsedDocument, reference: Path, *, page: int | None = None) -> float:
    """1 minus the edit distance to the text of ``reference`` over the longer length."""
    from ingest.read_pdf.similarity import similarity

    try:
        text = reference.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NoIndex(f"{reference}: cannot be read as UTF-8 text ({error})") from error
    return similarity(text_of(document, page=page), text)
