"""What a reading child says: raw values on a pipe, each message one JSON line and a payload.

Only the standard library, because children import it. The parent trusts no number in here
more than it must: offsets are checked again when the document is assembled.
"""

import json
from dataclasses import dataclass, fields, is_dataclass
from typing import IO, Any, NamedTuple

from schemas.errors import PipelineError

MAX_HEADER_BYTES = 64 * 1024 * 1024
"""No message is longer: a page is capped at 200,000 characters."""


class ChildGone(PipelineError):
    """The pipe ended in the middle of a conversation: the child is dead."""


class RawLine(NamedTuple):
    """One line as PDFium breaks it: its place in the page's raw text and on the page."""

    start: int
    end: int
    left: float
    right: float
    baseline: float
    """Height of its first character's origin above the page's bottom, in points."""
    size: float
    """Font size of its first character, in points."""
    is_bold: bool
    gaps: list[int]
    """Offsets of the spaces that are wide enough to part two table cells."""


class Stop(NamedTuple):
    """A space in a line at which one cell of a ruled table ends and another begins."""

    offset: int
    right: float
    """Right edge of the word before it."""
    left: float
    """Left edge of the word after it."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """One page as an engine gave it, before any cleaning."""

    number: int
    text: str = ""
    engine: str = "pdfium"
    lines: tuple[RawLine, ...] = ()
    """Empty when the engine gives no geometry (pypdf)."""
    rules: tuple[int, ...] = ()
    """The rules of tables, looked for where text stands beside text: left, bottom, right and top
    of one after the other, in whole points."""
    stops: tuple[Stop, ...] = ()
    """The spaces between two cells of a ruled table."""
    height: float = 0.0
    pictures: int = 0
    """Images, plus one for many drawn paths (text as curves); counted where text is scarce."""
    label: str = ""
    is_truncated: bool = False
    error: str = ""
    """Why the page has no text; empty when it was read."""


@dataclass(frozen=True, slots=True)
class RawFacts:
    """What a file says of itself, strings unchanged."""

    page_count: int
    is_encrypted: bool = False
    is_tagged: bool = False
    title: str = ""
    language: str = ""
    info_creation: str = ""
    info_modification: str = ""
    xmp_create: str = ""
    xmp_modify: str = ""
    dc_date: str = ""
    attachments: tuple[str, ...] = ()
    outline: tuple[tuple[int, str, int], ...] = ()
    """``(level from 1, title, physical page or 0)``."""
    pypdf_refusal: str = ""
    pdfium_refusal: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """Caps that a child applies to one document."""

    cpu_s: int
    max_pages: int = 2000
    max_page_chars: int = 200_000
    max_chars: int = 5_000_000
    max_pixels: int = 40_000_000


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """Read the pages from ``first_page`` on; those in ``by_pypdf`` with pypdf alone."""

    limits: ReadingLimits
    first_page: int = 1
    by_pypdf: tuple[int, ...] = ()
    pypdf_only: bool = False


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Draw these physical pages in grey at ``dpi``."""

    limits: ReadingLimits
    pages: tuple[int, ...]
    dpi: int


@dataclass(frozen=True, slots=True)
class LocateRequest:
    """Say which rectangles of a physical page a range of its raw text covers."""

    limits: ReadingLimits
    page: int
    start: int
    end: int


def send(stream: IO[bytes], kind: str, value: object = None, payload: bytes = b"") -> None:
    """Write one message: a JSON line with the payload's size, then the payload."""
    header = {"kind": kind, "size": len(payload), "value": value}
    stream.write(json.dumps(header, separators=(",", ":")).encode())
    stream.write(b"\n")
    if payload:
        stream.write(payload)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[str, object, bytes]:
    """The next message as ``(kind, value, payload)``; raises `ChildGone` at the end of the pipe."""
    line = stream.readline(MAX_HEADER_BYTES)
    if not line.endswith(b"\n"):
        raise ChildGone("the pipe ended")
    header = json.loads(line)
    size = int(header["size"])
    payload = stream.read(size) if size else b""
    if len(payload) != size:
        raise ChildGone("the pipe ended inside a message")
    return str(header["kind"]), header["value"], payload


def plain(value: object) -> object:
    """A dataclass as a dictionary for JSON; named tuples become arrays by themselves.

    >>> plain(ReadingLimits(cpu_s=60))["cpu_s"]
    60
    """
    if not is_dataclass(value):
        return value
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


def facts_from(value: object) -> RawFacts:
    """The facts in a message; raises `TypeError` or `ValueError` when they are not."""
    record = _record(value)
    outline = tuple(
        (int(level), str(title), int(page)) for level, title, page in record.pop("outline")
    )
    for name in ("attachments", "notes"):
        record[name] = tuple(str(item) for item in record[name])
    return RawFacts(outline=outline, **record)


def request_from(value: object) -> ReadRequest:
    """The request in a message; raises `TypeError` or `ValueError` when it is not one."""
    record = _record(value)
    limits = ReadingLimits(**record.pop("limits"))
    return ReadRequest(limits=limits, by_pypdf=tuple(record.pop("by_pypdf")), **record)


def render_request_from(value: object) -> RenderRequest:
    """The request in a message; raises `TypeError` or `ValueError` when it is not one."""
    record = _record(value)
    limits = ReadingLimits(**record.pop("limits"))
    return RenderRequest(limits=limits, pages=tuple(record.pop("pages")), **record)


def locate_request_from(value: object) -> LocateRequest:
    """The request in a message; raises `TypeError` or `ValueError` when it is not one."""
    record = _record(value)
    return LocateRequest(limits=ReadingLimits(**record.pop("limits")), **record)


def _record(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"a message must carry an object, got {type(value).__name__}")
    return dict(value)
