"""Reading what offices write: DOCX, ODT, RTF, plain text, and DOC through LibreOffice."""

from dataclasses import replace

from ingest.charset import clean_characters
from ingest.language import detect_language
from ingest.read_office.assembly import OfficeText, assemble
from ingest.read_office.docx_text import read_docx
from ingest.read_office.legacy_doc import converted_to_docx
from ingest.read_office.odt_text import read_odt
from ingest.read_office.plain_text import read_plain_text, read_rtf
from schemas.document import BlockKind, DocumentFlag, DocumentKind, ParsedDocument
from schemas.resource import SourceDocument

__all__ = ["kind_of", "read_office"]

_BY_MEDIA_TYPE = {
    "application/vnd.oasis.opendocument.text": DocumentKind.ODT,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": DocumentKind.DOCX,
    "application/msword": DocumentKind.DOC,
    "application/rtf": DocumentKind.RTF,
    "text/rtf": DocumentKind.RTF,
}


def kind_of(body: bytes, media_type: str = "") -> DocumentKind:
    r"""What the file is by its first bytes; the media type only when they do not say.

    >>> kind_of(rb"{\rtf1\ansi Avis}", "application/msword").value
    'rtf'
    >>> kind_of("Avis à la population".encode()).value
    'text'
    """
    if body.startswith(b"{\\rtf"):
        return DocumentKind.RTF
    if body.startswith(b"\xd0\xcf\x11\xe0"):
        return DocumentKind.DOC
    if body.startswith(b"PK\x03\x04"):
        # OpenDocument 1.2 part 3, 3.3: the first member is "mimetype", stored as it is.
        is_odt = body[30:38] == b"mimetype"
        return DocumentKind.ODT if is_odt else DocumentKind.DOCX
    return _BY_MEDIA_TYPE.get(media_type, DocumentKind.TEXT)


def read_office(source: SourceDocument, body: bytes) -> ParsedDocument:
    """The document's words in blocks, as for any other kind.

    Raises:
        ParseError: The file is broken, or is a DOC and LibreOffice is not there.
    """
    kind = kind_of(body, source.media_type)
    read = _read(source, body, kind)
    parts = (replace(part, text=clean_characters(part.text)) for part in read.parts)
    text, blocks = assemble(parts)
    headings = (b.span.of(text) for b in blocks if b.kind is BlockKind.HEADING and b.level == 1)
    h1 = next(headings, None)
    detected = detect_language(text)
    return ParsedDocument(
        url=source.url,
        kind=kind,
        text=text,
        blocks=blocks,
        title=read.title or h1,
        h1=h1,
        language=detected or read.language,
        language_declared=read.language,
        language_detected=detected,
        stated_dates=read.stated_dates,
        links=tuple(dict.fromkeys(link for block in blocks for link in block.links)),
        flags=() if text else (DocumentFlag.NO_TEXT,),
        notes=() if text else ("no text in it: perhaps only pictures",),
        visible_chars=len(text),
    )


def _read(source: SourceDocument, body: bytes, kind: DocumentKind) -> OfficeText:
    if kind is DocumentKind.ODT:
        return read_odt(source.url, body)
    if kind is DocumentKind.DOCX:
        return read_docx(source.url, body)
    if kind is DocumentKind.DOC:
        return read_docx(source.url, converted_to_docx(source.url, body))
    if kind is DocumentKind.RTF:
        return read_rtf(source.url, body)
    return read_plain_text(body, source.declared_charset)
