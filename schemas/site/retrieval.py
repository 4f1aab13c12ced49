"""``[retrieval]`` and ``[answers]``."""

from pydantic import Field

from schemas.site.section import Section


class RetrievalSettings(Section):
    """``[retrieval]``."""

    k: int = Field(default=5, ge=1, le=100)
    """Passages in the ranked part of a result."""


class AnswerSettings(Section):
    """``[answers]``: what an assistant is told."""

    fallback: str = "Je ne trouve pas cette information dans les documents fournis."
