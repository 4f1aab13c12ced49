"""ODT read from its own XML (OASIS OpenDocument 1.2): text in order, metadata.

Directly with lxml: odfpy prints whole documents to the terminal when one is broken, and
refuses attributes that it does not know.
"""

import zipfile
from collections.abc import Iterator
from typing import Final

from lxml import etree

from ingest.read_office.archive import checked_archive
from ingest.read_office.assembly import OfficeText, Part, one_line, table_rows
from schemas.document import BlockKind, Link, StatedDate, StatedDateSource
from schemas.errors import ParseError

_NS: Final = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "meta": "urn:oasis:names:tc:opendocument:xmlns:meta:1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xlink": "http://www.w3.org/1999/xlink",
}
MAX_REPEAT: Final = 100
"""Repeated cells and spaces beyond this are padding."""


def _name(prefixed: str) -> str:
    prefix, local = prefixed.split(":")
    return f"{{{_NS[prefix]}}}{local}"


_P, _H, _LIST, _TABLE = (_name(f"{p}") for p in ("text:p", "text:h", "text:list", "table:table"))
_CELLS: Final = frozenset({_name("table:table-cell"), _name("table:covered-table-cell")})
_BREAKS: Final = {_name("text:line-break"): "\n", _name("text:tab"): "\t"}
_SPACES: Final = _name("text:s")
_ANCHOR: Final = _name("text:a")
# Deleted text lives on in tracked changes; notes and annotations are not the running text.
_SKIPPED: Final = frozenset(
    map(_name, ("text:tracked-changes", "office:annotation", "text:note", "text:sequence-decls"))
)


def read_odt(url: str, body: bytes) -> OfficeText:
    """The document's parts in reading order, its title, language and dates.

    Raises:
        ParseError: The archive or its XML is broken, or is not a text document.
    """
    with checked_archive(url, body) as archive:
        content = _parsed(url, archive, "content.xml")
        about = _parsed(url, archive, "meta.xml") if "meta.xml" in archive.namelist() else None
    found = content.find(".//office:body/office:text", _NS)
    if found is None:
        raise ParseError(url, "broken: an OpenDocument file without text")
    parts = tuple(_parts(found))
    return OfficeText(
        parts,
        title=_stated(about, "dc:title"),
        language=(_stated(about, "dc:language") or "")[:2].lower() or None,
        stated_dates=tuple(
            StatedDate(source, raw)
            for source, name in (
                (StatedDateSource.OFFICE_CREATED, "meta:creation-date"),
                (StatedDateSource.OFFICE_MODIFIED, "dc:date"),
            )
            if (raw := _stated(about, name)) is not None
        ),
    )


def _parsed(url: str, archive: zipfile.ZipFile, name: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(archive.read(name), parser)
    except (KeyError, zipfile.BadZipFile, RuntimeError, etree.XMLSyntaxError) as error:
        raise ParseError(url, f"broken: {name} cannot be read: {error}") from error


def _stated(about: etree._Element | None, name: str) -> str | None:
    text = about.findtext(f".//{name}", None, _NS) if about is not None else None
    return text.strip() or None if isinstance(text, str) else None


def _parts(parent: etree._Element) -> Iterator[Part]:
    for element in parent.iterchildren(etree.Element):
        if element.tag == _H:
            level = element.get(_name("text:outline-level"), "1")
            depth = min(6, max(1, int(level))) if level.isdigit() else 1
            yield Part(BlockKind.HEADING, _words(element), depth, _links(element))
        elif element.tag == _P:
            yield Part(BlockKind.PARAGRAPH, _words(element), None, _links(element))
        elif element.tag == _LIST:
            yield from _items(element)
        elif element.tag == _TABLE:
            yield from _table(element)
        elif element.tag not in _SKIPPED:
            yield from _parts(element)


def _items(element: etree._Element) -> Iterator[Part]:
    for item in element.iterfind("text:list-item", _NS):
        own = list(item.iterchildren(_P, _H))
        text = "\n".join(filter(None, map(_words, own)))
        links = tuple(link for child in own for link in _links(child))
        yield Part(BlockKind.LIST_ITEM, text, None, links)
        for nested in item.iterfind("text:list", _NS):
            yield from _items(nested)


def _table(element: etree._Element) -> list[Part]:
    rows = [_cells(row) for row in element.iter(_name("table:table-row"))]
    has_header = element.find("table:table-header-rows", _NS) is not None
    return table_rows([row for row in rows if any(row)], has_header=has_header)


def _cells(row: etree._Element) -> list[str]:
    texts: list[str] = []
    for cell in row.iterchildren(*_CELLS):
        repeat = cell.get(_name("table:number-columns-repeated"), "1")
        count = min(MAX_REPEAT, int(repeat)) if repeat.isdigit() else 1
        words = [_words(child) for child in cell.iter(_P, _H)]
        texts.extend([one_line("\n".join(words))] * count)
    return texts


def _words(element: etree._Element) -> str:
    """The element's words; line breaks, tabs and counted spaces as they are meant."""
    out: list[str] = []
    _write(element, out)
    return "\n".join(" ".join(line.split()) for line in "".join(out).split("\n")).strip()


def _write(element: etree._Element, out: list[str]) -> None:
    # White space of the file, line feeds included, is one space (OpenDocument 1.2, 6.1.2).
    out.append(" ".join((element.text or "").split("\n")))
    for child in element:
        if child.tag in _BREAKS:
            out.append(_BREAKS[child.tag])
        elif child.tag == _SPACES:
            out.append(" ")
        elif isinstance(child.tag, str) and child.tag not in _SKIPPED:
            _write(child, out)
        out.append(" ".join((child.tail or "").split("\n")))


def _links(element: etree._Element) -> tuple[Link, ...]:
    return tuple(
        Link(text=_words(anchor), url=href)
        for anchor in element.iter(_ANCHOR)
        if (href := anchor.get(_name("xlink:href")))
    )
