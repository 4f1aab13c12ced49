"""What a body is by its first bytes; the suffix and the header only settle doubts."""

import os
import re
import struct
import zipfile
from typing import IO

from schemas.document import DocumentKind

HEAD_BYTES = 2048
"""How much of a body the first look needs."""

MEDIA_TYPES: dict[DocumentKind, str] = {
    DocumentKind.HTML: "text/html",
    DocumentKind.PDF: "application/pdf",
    DocumentKind.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    DocumentKind.ODT: "application/vnd.oasis.opendocument.text",
    DocumentKind.DOC: "application/msword",
    DocumentKind.RTF: "application/rtf",
    DocumentKind.TEXT: "text/plain",
}
KINDS = {media_type: kind for kind, media_type in MEDIA_TYPES.items()}

ZIP = "application/zip"
OLE = "application/x-ole-storage"
UNKNOWN = "application/octet-stream"

_STEP = 1 << 20
_ZIP_END_BYTES = (1 << 16) + 22
_MAX_ZIP_ENTRIES = 10_000
_MAX_ZIP_DIRECTORY = 4 << 20

# WHATWG MIME Sniffing, 7.1: these after white space (and comments) mean HTML.
_HTML = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    rb"<(?:!doctype\s+html|html|head|body|title|script|iframe|h1|div|font|table|a|style|b|br|p|meta"
    rb"|link|base|frameset|center|main|section|article|header|nav|ul|span|form)[\s/>]",
    re.IGNORECASE | re.DOTALL,
)
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", ZIP),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (b"{\\rtf", "application/rtf"),
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"\x1f\x8b", "application/gzip"),
    (b"OggS", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"Rar!", "application/vnd.rar"),
    (b"7z\xbc\xaf", "application/x-7z-compressed"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
)
_TEXTUAL = frozenset({"text/plain", "text/markdown", "text/x-rst", ""})


def media_type_of(head: bytes, declared: str) -> str:
    """The media type that ``head`` (the first `HEAD_BYTES`) shows.

    >>> media_type_of(b"%PDF-1.4 ...", "text/html"), media_type_of(b" <!DOCTYPE html>", "")
    ('application/pdf', 'text/html')
    >>> media_type_of(b"<rss version='2.0'>", "text/html")
    'application/xml'
    """
    if b"%PDF-" in head[:1024]:
        return "application/pdf"
    for magic, media_type in _MAGIC:
        if head.startswith(magic):
            return media_type
    if head[4:8] == b"ftyp":
        return "video/mp4"
    if head.startswith(b"RIFF"):
        return "image/webp" if head[8:12] == b"WEBP" else "audio/wav"
    return _textual_type(_without_bom(head), declared)


def _textual_type(head: bytes, declared: str) -> str:
    if b"\x00" in head:
        return declared if declared and not declared.startswith("text/") else UNKNOWN
    if _HTML.match(head):
        return "text/html"
    if head.lstrip().startswith(b"<?xml") or re.match(rb"\s*<(?:rss|feed|urlset|svg)\b", head):
        return "text/html" if declared == "application/xhtml+xml" else "application/xml"
    if declared in ("text/html", "application/xhtml+xml"):
        return "text/html"
    return "text/plain" if declared in _TEXTUAL else declared


def _without_bom(head: bytes) -> bytes:
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return head[2:].replace(b"\x00", b"")
    return head.removeprefix(b"\xef\xbb\xbf")


def settled_media_type(media_type: str, file: IO[bytes]) -> str:
    """The type of a container (`ZIP`, `OLE`) after a look into ``file``, never all at once."""
    if media_type == ZIP and _is_small_archive(file):
        return _zip_type(file)
    if media_type == OLE and _holds(file, "WordDocument".encode("utf-16-le")):
        return MEDIA_TYPES[DocumentKind.DOC]
    return media_type


def _is_small_archive(file: IO[bytes]) -> bool:
    """Whether the archive's own directory may be loaded; a hostile one can fill the memory."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _ZIP_END_BYTES))
    tail = file.read()
    start = tail.rfind(b"PK\x05\x06")  # APPNOTE 4.3.16, end of central directory record
    if start < 0 or len(tail) - start < 22:
        return False
    entries, directory_bytes = struct.unpack("<HL", tail[start + 10 : start + 16])
    return bool(entries < _MAX_ZIP_ENTRIES and directory_bytes < _MAX_ZIP_DIRECTORY)


def _zip_type(file: IO[bytes]) -> str:
    try:
        with zipfile.ZipFile(file) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return ZIP
    if "word/document.xml" in names:
        return MEDIA_TYPES[DocumentKind.DOCX]
    # OpenDocument 1.2 part 3, 3.3: "mimetype" is the first entry, stored uncompressed.
    file.seek(0)
    is_odt = MEDIA_TYPES[DocumentKind.ODT].encode() in file.read(200)
    return MEDIA_TYPES[DocumentKind.ODT] if "content.xml" in names and is_odt else ZIP


def _holds(file: IO[bytes], wanted: bytes) -> bool:
    file.seek(0)
    rest = b""
    while block := file.read(_STEP):
        if wanted in rest + block:
            return True
        rest = block[-len(wanted) :]
    return False
