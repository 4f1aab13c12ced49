"""A document as it was read: one text, and everything that points into it.

Offsets are half-open ranges of Unicode code points in `ParsedDocument.text`, so that
``document.text[span.start : span.end]`` is the quotation (W3C Web Annotation,
*TextPositionSelector*). Page numbers are physical and start at 1.
"""

from dataclasses import dataclass
from enum import StrEnum

from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A half-open range ``[start, end)`` of characters in a document's text.

    >>> TextSpan(0, 4).of("Mme Favre")
    'Mme '
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def of(self, text: str) -> str:
        """The quotation: the characters of ``text`` that the span covers."""
        return text[self.start : self.end]


class DocumentKind(StrEnum):
    """What a document is by its bytes, whatever its URL or header claims."""

    HTML = "html"
    PDF = "pdf"
    DOCX = "docx"
    ODT = "odt"
    DOC = "doc"
    RTF = "rtf"
    TEXT = "text"
    SITE_INFORMATION = "site_information"
    """Blocks repeated over the site (footer address, hours), kept once."""
    PAGE_HISTORY = "page_history"
    """A former text of an authoritative page, dated by the interval in which it was seen."""


class BlockKind(StrEnum):
    """The role of a block on its page."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    DEFINITION = "definition"
    CARD = "card"
    FORM = "form"
    IMAGE_TEXT = "image_text"


@dataclass(frozen=True, slots=True)
class Link:
    """A link that stands inside a block: what the reader sees and where it leads."""

    text: str
    url: str
    """Absolute, as found (not canonical)."""


@dataclass(frozen=True, slots=True)
class Block:
    """One unit of the page that must not be torn apart without need.

    A card (a name with its function), a table row (with its header cells repeated), a
    list item or a paragraph. `heading_path` runs from the outermost heading inwards and
    excludes the block itself.
    """

    kind: BlockKind
    span: TextSpan
    heading_path: tuple[str, ...] = ()
    level: int | None = None
    """For headings: 1 to 6."""
    page_number: int | None = None
    """For paged documents: the page on which the block starts."""
    links: tuple[Link, ...] = ()
    fingerprint: str = ""
    """A hash of the block's folded text: equal on all pages that repeat it."""


class PageOutcome(StrEnum):
    """How the text of one page was obtained, or why there is none."""

    TEXT = "text"
    OCR = "ocr"
    EMPTY = "empty"
    GARBAGE = "garbage"
    NEEDS_OCR = "needs_ocr"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Page:
    """One physical page of a paged document and how it was read."""

    number: int
    outcome: PageOutcome
    span: TextSpan | None = None
    """Its characters in the document's text; ``None`` when it contributed none."""
    label: str | None = None
    """The printed page label (ISO 32000-1, 12.4.2), when the file has one."""
    raw_text: str = ""
    """The page's text as the engine gave it, before any cleaning."""
    raw_offsets: tuple[tuple[int, int], ...] = ()
    """``(offset in document text, offset in raw_text)`` at each start of an unbroken run."""
    header: str = ""
    """Running header and footer lines taken out of the body (they often carry session dates)."""
    ocr_confidence: float | None = None
    """Mean word confidence in [0, 1] for pages that were read by OCR."""
    note: str = ""
    """Why the page is empty, garbage or failed; figures for the operator."""


class StatedDateSource(StrEnum):
    """Where a date string was stated."""

    JSONLD_PUBLISHED = "jsonld_published"
    JSONLD_MODIFIED = "jsonld_modified"
    OPENGRAPH_PUBLISHED = "opengraph_published"
    OPENGRAPH_MODIFIED = "opengraph_modified"
    META_DATE = "meta_date"
    TIME_ELEMENT = "time_element"
    PDF_INFO_CREATION = "pdf_info_creation"
    PDF_INFO_MODIFICATION = "pdf_info_modification"
    XMP_CREATE = "xmp_create"
    XMP_MODIFY = "xmp_modify"
    DC_DATE = "dc_date"
    OFFICE_CREATED = "office_created"
    OFFICE_MODIFIED = "office_modified"


@dataclass(frozen=True, slots=True)
class StatedDate:
    """A date string exactly as a page or file states it; nobody has interpreted it yet."""

    source: StatedDateSource
    raw: str


class DocumentFlag(StrEnum):
    """Something about a document that its operator should look at."""

    ENCRYPTED_EMPTY_PASSWORD = "encrypted_empty_password"
    MOJIBAKE = "mojibake"
    LITTLE_KEPT = "little_kept"
    EMPTY_SHELL = "empty_shell"
    LOGIN_WALL = "login_wall"
    FRAMESET = "frameset"
    REDIRECT_STUB = "redirect_stub"
    ERROR_PAGE = "error_page"
    NEEDS_OCR = "needs_ocr"
    PARTLY_FAILED = "partly_failed"
    NO_TEXT = "no_text"
    PYPDF_REFUSED = "pypdf_refused"
    PDFIUM_REFUSED = "pdfium_refused"
    TRUNCATED = "truncated"


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """One document, read: its text, its blocks in reading order, its pages, and what it states.

    Blocks are ordered, do not overlap and cover every character of `text` except the
    separators between them. For paged documents the pages' spans tile the text in order.
    """

    url: CanonicalUrl
    kind: DocumentKind
    text: str
    blocks: tuple[Block, ...] = ()
    pages: tuple[Page, ...] = ()
    title: str | None = None
    h1: str | None = None
    description: str | None = None
    language: str | None = None
    """ISO 639-1 code by which the document is treated."""
    language_declared: str | None = None
    language_detected: str | None = None
    canonical: str | None = None
    breadcrumb: tuple[str, ...] = ()
    stated_dates: tuple[StatedDate, ...] = ()
    running_headers: tuple[str, ...] = ()
    outline: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()
    is_tagged: bool | None = None
    page_count: int | None = None
    links: tuple[Link, ...] = ()
    flags: tuple[DocumentFlag, ...] = ()
    notes: tuple[str, ...] = ()
    """One sentence for the operator per flag or oddity."""
    visible_chars: int = 0
    """Characters of visible text in the source, before navigation was removed."""
