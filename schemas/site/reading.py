"""``[reading]``, ``[pdf]``, ``[ocr]`` and ``[chunking]``."""

from pydantic import Field

from schemas.site.section import Section


class ReadingSettings(Section):
    """``[reading]``: HTML."""

    boilerplate_share: float = Field(default=0.3, gt=0, le=1)
    """A block on more than this share of pages is boilerplate.

    Where it begins or ends each page that bears it, a third of the share is enough.
    """


class PdfSettings(Section):
    """``[pdf]``: limits of the reading children. One child reads one document at a time."""

    children: int = Field(default=2, ge=1, le=64)
    """Documents read at the same time."""
    documents_per_child: int = Field(default=200, ge=1)
    """A child is replaced after so many documents, whatever it did."""
    memory_mib: int = Field(default=1536, ge=256)
    """Address space of a child (RLIMIT_AS)."""
    cpu_s: int = Field(default=60, ge=1)
    """CPU time for one document; half as much for what is left after a child died on it."""
    wall_s: float = Field(default=300, ge=1)
    """Wall-clock time for one document; generous, since a busy machine is not a fault."""
    max_bytes: int = Field(default=200 * 1024 * 1024, ge=1024)
    max_pages: int = Field(default=2000, ge=1)
    """Pages read of one document; what follows is reported as cut off."""
    max_page_chars: int = Field(default=200_000, ge=1000)
    max_pixels: int = Field(default=40_000_000, ge=1_000_000)
    """Pixels of a page drawn for OCR: a lower resolution is tried, then the page is refused."""


class OcrSettings(Section):
    """``[ocr]``: pages that are pictures, read by the tesseract program when it is there."""

    enabled: bool = True
    languages: tuple[str, ...] = ("fra",)
    """Tesseract language codes; those that are not installed are left out."""
    dpi: int = Field(default=300, ge=72, le=600)
    page_s: float = Field(default=120, gt=0)
    """CPU time, and half of the wall-clock time, for one page."""
    budget_s: float = Field(default=3600, ge=0)
    """Seconds of OCR in one run, all pages together; the next run takes up what is left."""


class ChunkingSettings(Section):
    """``[chunking]``."""

    max_tokens: int = Field(default=350, ge=40, le=480)
    """Largest chunk, in tokens of the embedding model, context not counted."""
