"""``[embedding]`` and ``[index]``."""

from typing import Literal, Self

from pydantic import Field, model_validator

from schemas.site.section import Section

BUILT_IN_MODEL = "multilingual-e5-small"


class EmbeddingSettings(Section):
    """``[embedding]``: any sentence-transformers model; the default ships in a package."""

    model: str = Field(default=BUILT_IN_MODEL, min_length=1)
    """The built-in model's name, a folder, or a sentence-transformers model id."""
    revision: str | None = None
    """Commit or tag of a model id; without it, the newest that is on this machine."""
    query_prompt: str | None = None
    """What stands before each question; without it, what the model itself states."""
    document_prompt: str | None = None
    """What stands before each passage; without it, what the model itself states."""
    backend: Literal["auto", "openvino", "torch"] = "auto"
    """``auto``: a GPU by torch when there is one, else OpenVINO, else torch on the processor."""
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    """``auto``: bfloat16 where the processor computes in it and a self-check agrees."""
    threads: int | None = Field(default=None, ge=1)
    """Processor threads; without it, one for each core that this process may use."""

    @model_validator(mode="after")
    def _built_in_prompts_stand(self) -> Self:
        if self.model == BUILT_IN_MODEL and (self.query_prompt, self.document_prompt) != (
            None,
            None,
        ):
            raise ValueError("prompts can be set for another model only: the built-in has its own")
        return self


class IndexSettings(Section):
    """``[index]``."""

    location: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9+.-]*://")
    """An S3-compatible store (``s3://bucket/folder``) instead of the data folder."""
    keep_versions: int = Field(default=10, ge=2)
    """Builds kept by ``prune``, besides one a month for a year."""
    history: Literal["pinned", "all", "none"] = "pinned"
    """Whose former texts are kept as dated archives when a page changes."""
    history_of: tuple[str, ...] = ()
    """Besides: pages whose former texts are kept, as globs over the URL's path."""
    near_duplicate_share: float = Field(default=0.95, ge=0.8, le=1)
    """Documents that share at least this part of their word groups are near-duplicates."""
    vector_index_from: int = Field(default=50_000, ge=1_000)
    """Rows from which an approximate vector index is tried; kept only if its recall holds."""
