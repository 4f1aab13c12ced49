"""Plain text and RTF: paragraphs between blank lines, their lines kept."""

import re
from collections.abc import Callable
from typing import Final

from striprtf import striprtf

from ingest.charset import clean_characters, decode_bytes
from ingest.read_office.assembly import OfficeText, Part, table_rows
from schemas.document import BlockKind, StatedDate, StatedDateSource
from schemas.errors import ParseError

_BULLET: Final = re.compile(r"\s*(?:[•·▪‣*–—-]|[0-9]{1,2}[.)])\s+")
# RTF 1.9.1, "Information Group": {\creatim\yr2019\mo5\dy14\hr9\min30}
_RTF_TIME: Final = re.compile(
    r"\\(?P<what>creatim|revtim)\\yr(?P<y>[0-9]{4})\\mo(?P<m>[0-9]{1,2})\\dy(?P<d>[0-9]{1,2})"
)
_RTF_TITLE: Final = re.compile(r"\{\\title ([^{}\\]{1,300})\}")
_STRIPPED: Final[Callable[..., str]] = striprtf.rtf_to_text
"""The library's one function, which has no annotations of its own."""
_SOURCES: Final = {
    "creatim": StatedDateSource.OFFICE_CREATED,
    "revtim": StatedDateSource.OFFICE_MODIFIED,
}


def read_plain_text(body: bytes, declared_charset: str = "") -> OfficeText:
    """A text file; form feeds separate paragraphs as blank lines do."""
    decoded = decode_bytes(body, declared_charset).replace("\f", "\n\n")
    return OfficeText(_paragraphs(clean_characters(decoded)))


def read_rtf(url: str, body: bytes) -> OfficeText:
    """An RTF file; its tables come as rows, pictures and field codes are left out.

    Raises:
        ParseError: The file breaks off or uses a character set that nobody knows.
    """
    # RTF 1.9.1: a file is 7-bit; other characters are escaped, or stray Windows-1252.
    source = body.decode("cp1252", "replace")
    try:
        text = _STRIPPED(source, errors="replace")
    except (LookupError, ValueError, IndexError, RecursionError) as error:
        raise ParseError(url, f"broken: not an RTF that can be read: {error}") from error
    title = _RTF_TITLE.search(source[:20_000])
    dates = tuple(
        StatedDate(_SOURCES[m["what"]], f"{m['y']}-{int(m['m']):02d}-{int(m['d']):02d}")
        for m in _RTF_TIME.finditer(source[:20_000])
    )
    parts = _paragraphs(clean_characters(text), cell_mark="|")
    return OfficeText(parts, title.group(1).strip() if title else None, None, dates)


def _paragraphs(text: str, cell_mark: str = "") -> tuple[Part, ...]:
    parts: list[Part] = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = [folded for line in paragraph.split("\n") if (folded := " ".join(line.split()))]
        rows = [[cell.strip() for cell in line.rstrip("|").split("|")] for line in lines]
        if cell_mark and lines and all(cell_mark in line for line in lines):
            parts.extend(table_rows(rows, has_header=False))
        elif lines and all(_BULLET.match(line) for line in lines):
            parts.extend(Part(BlockKind.LIST_ITEM, line) for line in lines)
        else:
            parts.append(Part(BlockKind.PARAGRAPH, "\n".join(lines)))
    return tuple(parts)
