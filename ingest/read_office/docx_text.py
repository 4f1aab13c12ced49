"""DOCX through python-docx: body order, headings by style, lists, tables, core properties."""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Final

import docx
from docx.document import Document
from docx.opc.exceptions import PackageNotFoundError
from docx.table import Table, _Row
from docx.text.paragraph import Paragraph
from lxml import etree

from ingest.read_office.archive import checked_archive
from ingest.read_office.assembly import OfficeText, Part, one_line, table_rows
from schemas.document import BlockKind, Link, StatedDate, StatedDateSource
from schemas.errors import ParseError

_HEADING: Final = re.compile(r"(?:heading|titre|überschrift|titolo)\s*([1-6])", re.IGNORECASE)
_TITLE: Final = re.compile(r"(?:title|titre|titel|titolo)", re.IGNORECASE)


def read_docx(url: str, body: bytes) -> OfficeText:
    """The document's parts in reading order.

    Headers, footers, comments and deleted text are not read; accepted insertions are.

    Raises:
        ParseError: The package is broken or is not a word-processing document.
    """
    checked_archive(url, body).close()
    try:
        document = docx.Document(io.BytesIO(body))
        parts = tuple(_parts(document))
        return OfficeText(parts, *_properties(document))
    except (PackageNotFoundError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ParseError(url, f"broken: not a DOCX that can be read: {error}") from error
    except etree.XMLSyntaxError as error:
        raise ParseError(url, f"broken: its XML: {error}") from error


def _parts(document: Document) -> Iterator[Part]:
    for item in document.iter_inner_content():
        if isinstance(item, Paragraph):
            yield _part(item)
        else:
            yield from _table(item)


def _part(paragraph: Paragraph) -> Part:
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    text = "\n".join(" ".join(line.split()) for line in paragraph.text.split("\n"))
    links = tuple(
        Link(text=link.text, url=link.url) for link in paragraph.hyperlinks if link.address
    )
    heading = _HEADING.fullmatch(style)
    if heading is not None:
        return Part(BlockKind.HEADING, text, int(heading.group(1)), links)
    if _TITLE.fullmatch(style):
        return Part(BlockKind.HEADING, text, 1, links)
    properties = paragraph.paragraph_format.element.pPr
    is_item = style.lower().startswith("list") or (
        properties is not None and properties.numPr is not None
    )
    return Part(BlockKind.LIST_ITEM if is_item else BlockKind.PARAGRAPH, text, None, links)


def _table(table: Table) -> list[Part]:
    rows = [_cells(row) for row in table.rows]
    if not rows:
        return []
    return table_rows(rows, has_header=len(rows[0]) > 1 and _is_bold(table.rows[0]))


def _cells(row: _Row) -> list[str]:
    """Texts of the row's cells by column; a cell that spans columns stands once."""
    texts: list[str] = []
    last = None
    for cell in row.cells:
        texts.append("" if cell is last else one_line(cell.text))
        last = cell
    return texts


def _is_bold(row: _Row) -> bool:
    runs = [
        run
        for cell in row.cells
        for paragraph in cell.paragraphs
        for run in paragraph.runs
        if run.text.strip()
    ]
    return bool(runs) and all(run.bold for run in runs)


def _properties(document: Document) -> tuple[str | None, str | None, tuple[StatedDate, ...]]:
    core = document.core_properties
    dates = tuple(
        StatedDate(source, value.isoformat())
        for source, value in (
            (StatedDateSource.OFFICE_CREATED, core.created),
            (StatedDateSource.OFFICE_MODIFIED, core.modified),
        )
        if value is not None
    )
    return core.title.strip() or None, core.language[:2].lower() or None, dates
