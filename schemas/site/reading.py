"""``[reading]``, ``[pdf]``, ``[ocr]`` and ``[chunking]``."""

from pydantic import Field

from schemas.site.section import Section


class ReadingSettings(Section):
    """``[reading]``: HTML."""

    boilerplate_share: float = Field(default=0.3, gt=0, le=1)
    """A block on more than this share of pages is boilerplate."""


class PdfSettings(Section):
    """``[pdf]``: limits of the reading children."""

    memory_mib: int = Field(default=1536, ge=256)
    cpu_s: int = Field(default=60, ge=1)


class OcrSettings(Section):
    """``[ocr]``."""

    enabled: bool = True
    languages: tuple[str, ...] = ("fra",)
    """Tesseract language codes."""
    dpi: int = Field(default=300, ge=72, le=600)


class ChunkingSettings(Section):
    """``[chunking]``."""

    max_tokens: int = Field(default=350, ge=40, le=480)
    """Largest chunk, in tokens of the embedding model, context not counted."""
