"""pypdf opens and judges a file: limits, encryption, metadata, labels, attachments.

It does not read text here (PDFium is 15 times faster at that); `text_of` is the fallback for
pages that PDFium cannot read. Runs in the child only.
"""

import html
import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

import pypdf
from pypdf.errors import DependencyError, DeprecationError, LimitReachedError, PyPdfError
from pypdf.generic import (
    BooleanObject,
    ByteStringObject,
    DictionaryObject,
    PdfObject,
    StreamObject,
)

from ingest.read_pdf.protocol import RawFacts, ReadingLimits
from ingest.read_pdf.quick_reader import QuickReader

STREAM_BYTES = 32 * 1024 * 1024
"""Largest decoded stream; pypdf's own 75 MB is more than a commune's PDF needs."""
MAX_ATTACHMENTS = 200
MAX_STRING = 2000
"""Characters kept of any one metadata string."""

PYPDF_RAISES = (
    PyPdfError,
    DependencyError,
    DeprecationError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    RecursionError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What pypdf was seen to raise on broken files; a MemoryError goes up to the child's top."""

_T = TypeVar("_T")

_XMP_BYTES = 1_000_000
_XMP_PATTERNS = {
    # Element form, or attribute form (both are legal RDF/XML: ISO 16684-1, 7.9.2.2).
    name: re.compile(
        rf"<{prefix}:{name}>\s*(?:<rdf:\w+>\s*<rdf:li[^>]*>)?([^<]{{1,{MAX_STRING}}})"
        rf"|\b{prefix}:{name}=[\"']([^\"']{{1,{MAX_STRING}}})[\"']"
    )
    for prefix, name in (
        ("(?:xmp|xap)", "CreateDate"),
        ("(?:xmp|xap)", "ModifyDate"),
        ("dc", "date"),
        ("dc", "title"),
        ("dc", "language"),
    )
}


class Refused(Exception):
    """This file will not be read; ``code`` is a stable word, the message a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True, slots=True)
class InfoFacts:
    """Three strings of the document information dictionary, unchanged."""

    title: str = ""
    creation: str = ""
    modification: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """An open reader and what the file says of itself."""

    reader: pypdf.PdfReader
    facts: RawFacts
    labels: tuple[str, ...]


def configure() -> None:
    """Lower pypdf's limits for this process; no helper program is ever called."""
    pypdf.overwrite_configuration(
        maximum_declared_stream_length=STREAM_BYTES,
        array_based_stream_maximum_output_length=STREAM_BYTES,
        jbig2_maximum_output_length=STREAM_BYTES,
        lzw_maximum_output_length=STREAM_BYTES,
        run_length_maximum_output_length=STREAM_BYTES,
        zlib_maximum_output_length=STREAM_BYTES,
        brotli_maximum_output_length=STREAM_BYTES,
        stream_decoding_work_maximum_length=4 * STREAM_BYTES,
        stream_filters_maximum_length=8,
        page_tree_maximum_entries=20_000,
        outline_maximum_entries=10_000,
        form_fields_maximum_entries=20_000,
        jbig2dec_binary=None,
        disable_legacy_handling=True,
    )


def judge(body: bytes, limits: ReadingLimits) -> Judged:
    """Open ``body``; raises `Refused` for a bomb or a password, pypdf's errors for the rest."""
    try:
        reader = QuickReader(io.BytesIO(body))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Refused("encrypted", "the file needs a password")
        page_count = len(reader.pages)
    except LimitReachedError as error:
        raise Refused("limit", f"the file exceeds a reading limit: {error}") from error
    notes: list[str] = []
    if page_count > limits.max_pages:
        notes.append(f"only the first {limits.max_pages} of {page_count} pages are read")
    nothing: dict[str, str] = {}
    none: tuple[str, ...] = ()
    info = _tolerant(lambda: _info_facts(reader), InfoFacts(), "document information", notes)
    xmp = _tolerant(lambda: _xmp_facts(reader), nothing, "XMP", notes)
    facts = RawFacts(
        page_count=page_count,
        is_encrypted=reader.is_encrypted,
        is_tagged=_tolerant(lambda: _is_tagged(reader), False, "MarkInfo", notes),
        title=info.title or xmp.get("title", ""),
        language=_tolerant(lambda: _text_at(reader.root_object, "/Lang"), "", "Lang", notes)
        or xmp.get("language", ""),
        info_creation=info.creation,
        info_modification=info.modification,
        xmp_create=xmp.get("CreateDate", ""),
        xmp_modify=xmp.get("ModifyDate", ""),
        dc_date=xmp.get("date", ""),
        attachments=_tolerant(lambda: _attachments(reader), none, "attachments", notes),
    )
    labels = _tolerant(lambda: _labels(reader), none, "page labels", notes)
    return Judged(reader=reader, facts=replace(facts, notes=tuple(notes)), labels=labels)


def text_of(reader: pypdf.PdfReader, number: int, max_chars: int) -> tuple[str, bool]:
    """Text of the physical page ``number`` as pypdf writes it, and whether it was cut."""
    text = reader.pages[number - 1].extract_text()
    # A glyph without a mapping comes out by its name (`/square3`): a bullet, nearly always.
    text = _GLYPH_NAMES.sub("\ufffd", text)
    return text[:max_chars], len(text) > max_chars


def outline_of(reader: pypdf.PdfReader) -> tuple[tuple[int, str, int], ...]:
    """The outline as ``(level, title, 0)``; pypdf's, where PDFium has none to give."""
    entries: list[tuple[int, str, int]] = []

    def walk(items: Iterable[object], level: int) -> None:
        for item in items:
            if isinstance(item, list):
                walk(item, level + 1)
            elif len(entries) < MAX_ATTACHMENTS * 10:
                entries.append((level, str(getattr(item, "title", ""))[:MAX_STRING], 0))

    walk(reader.outline, 1)
    return tuple(entries)


_GLYPH_NAMES = re.compile(
    r"(?:/(?:head2right|square\d|circle\d|bullet|check\d?|arrow\w{2,8}|triangle\d?|g\d{1,5}))+"
)


def _tolerant(read: Callable[[], _T], otherwise: _T, name: str, notes: list[str]) -> _T:
    """What ``read`` gives, or ``otherwise`` with a note: a broken corner costs only itself."""
    try:
        return read()
    except PYPDF_RAISES as error:
        notes.append(f"{name}: {type(error).__name__}: {error}"[:300])
        return otherwise


def _labels(reader: pypdf.PdfReader) -> tuple[str, ...]:
    if "/PageLabels" not in reader.root_object:
        return ()
    return tuple(label[:40] for label in reader.page_labels)


def _attachments(reader: pypdf.PdfReader) -> tuple[str, ...]:
    return tuple(name[:MAX_STRING] for name in list(reader.attachments)[:MAX_ATTACHMENTS])


def _is_tagged(reader: pypdf.PdfReader) -> bool:
    mark_info = _resolved(reader.root_object, "/MarkInfo")
    marked = _resolved(mark_info, "/Marked") if isinstance(mark_info, DictionaryObject) else None
    return isinstance(marked, BooleanObject) and bool(marked.value)


def _info_facts(reader: pypdf.PdfReader) -> InfoFacts:
    info = _resolved(reader.trailer, "/Info")
    if not isinstance(info, DictionaryObject):
        return InfoFacts()
    return InfoFacts(
        title=_text_at(info, "/Title"),
        creation=_text_at(info, "/CreationDate"),
        modification=_text_at(info, "/ModDate"),
    )


def _xmp_facts(reader: pypdf.PdfReader) -> dict[str, str]:
    stream = _resolved(reader.root_object, "/Metadata")
    if not isinstance(stream, StreamObject):
        return {}
    xml = stream.get_data()[:_XMP_BYTES].decode("utf-8", errors="replace")
    return {name: _first(pattern, xml) for name, pattern in _XMP_PATTERNS.items()}


def _first(pattern: re.Pattern[str], xml: str) -> str:
    found = pattern.search(xml)
    return html.unescape((found[1] or found[2] or "").strip()) if found else ""


def _resolved(holder: DictionaryObject, key: str) -> object:
    """The value behind any chain of indirect references, or ``None``."""
    value = holder.get(key)
    return value.get_object() if isinstance(value, PdfObject) else None


def _text_at(holder: DictionaryObject, key: str) -> str:
    value = _resolved(holder, key)
    if isinstance(value, ByteStringObject):
        return bytes(value).decode("latin-1")[:MAX_STRING]
    return str(value)[:MAX_STRING] if isinstance(value, str) else ""
