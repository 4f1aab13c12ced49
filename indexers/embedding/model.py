"""A loaded model: texts in, unit vectors out, nothing cut and nothing out of order."""

from collections.abc import Sequence

import numpy as np

from indexers.embedding.description import (
    EmbeddingMatrix,
    EmbeddingProgress,
    EmbeddingVector,
    ModelDescription,
    ProgressListener,
    prepare_text,
)
from indexers.embedding.engine import Engine, Role
from schemas.errors import ModelError


class EmbeddingModel:
    """The profile's model on the fastest engine that this machine has for it."""

    def __init__(self, description: ModelDescription, engine: Engine) -> None:
        self.description = description
        self._engine = engine

    @property
    def backend(self) -> str:
        """Library, device and precision, for reports: ``openvino cpu bfloat16``."""
        return self._engine.backend

    def embed_passages(
        self, texts: Sequence[str], *, on_progress: ProgressListener | None = None
    ) -> EmbeddingMatrix:
        """One unit vector per text, in order. Raises `ModelError` if one is too long.

        ``on_progress`` is called after each batch.
        """
        return self._embed(texts, "document", on_progress)

    def embed_query(self, text: str) -> EmbeddingVector:
        """The unit vector of one question; raises `ModelError` if it is too long."""
        vector: EmbeddingVector = self._embed([text], "query", None)[0]
        return vector

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each passage as it is computed, prompt and special tokens counted."""
        return self._engine.lengths([prepare_text(text) for text in texts], "document")

    def _embed(
        self, texts: Sequence[str], role: Role, listener: ProgressListener | None
    ) -> EmbeddingMatrix:
        prepared = [prepare_text(text) for text in texts]
        lengths = self._engine.lengths(prepared, role)
        self._require_fit(texts, lengths)
        gathering = _Gathering(lengths, self.description.dimension, listener)
        if prepared:
            self._engine.embed(prepared, role, gathering.take)
        return _normalised(gathering.matrix)

    def _require_fit(self, texts: Sequence[str], lengths: Sequence[int]) -> None:
        limit = self.description.max_tokens
        for text, length in zip(texts, lengths, strict=True):
            if length > limit:
                raise ModelError(
                    f"a text has {length} tokens where {self.description.name} takes {limit}, "
                    f"and none is cut: {text[:80]!r}; lower chunking.max_tokens"
                )


class _Gathering:
    """The matrix as it fills, and who is told."""

    def __init__(
        self, lengths: Sequence[int], dimension: int, listener: ProgressListener | None
    ) -> None:
        self.matrix: EmbeddingMatrix = np.full((len(lengths), dimension), np.nan, np.float32)
        self._lengths = lengths
        self._listener = listener
        self._texts_done = 0
        self._tokens_done = 0

    def take(self, batch: Sequence[int], vectors: EmbeddingMatrix) -> None:
        self.matrix[batch] = vectors
        self._texts_done += len(batch)
        self._tokens_done += sum(self._lengths[index] for index in batch)
        if self._listener is not None:
            self._listener(self._progress())

    def _progress(self) -> EmbeddingProgress:
        return EmbeddingProgress(
            self._texts_done, len(self._lengths), self._tokens_done, sum(self._lengths)
        )


def _normalised(matrix: EmbeddingMatrix) -> EmbeddingMatrix:
    # In float32 and here, whatever the engine did: bfloat16 leaves norms of 0.9988 to 1.0013.
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not (np.isfinite(norms) & (norms > 0)).all():
        raise ModelError("the model gave a vector without direction (zero or not a number)")
    normalised: EmbeddingMatrix = matrix / norms
    return normalised
