"""Vectors: their shape, and a chunk as it is stored with its own."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from schemas.index import ChunkRow

EmbeddingMatrix = npt.NDArray[np.float32]
"""Row-major, shape ``(n_passages, dimension)``, each row of Euclidean norm 1."""


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as it is stored, with its vector."""

    row: ChunkRow
    vector: EmbeddingMatrix
    """Shape ``(dimension,)``."""
