"""``[embedding]`` and ``[index]``."""

from pydantic import Field

from schemas.site.section import Section


class EmbeddingSettings(Section):
    """``[embedding]``: any sentence-transformers model; the default ships in a package."""

    model: str = "multilingual-e5-small"
    """The built-in model's name, a folder, or a sentence-transformers model id."""


class IndexSettings(Section):
    """``[index]``."""

    keep_versions: int = Field(default=10, ge=2)
    """Builds kept by ``prune``, besides one a month for a year."""
