"""What a model is, without loading it, and the text that it is given."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

EmbeddingMatrix = npt.NDArray[np.float32]
"""Row-major, shape ``(n_texts, dimension)``, each row of Euclidean norm 1."""

EmbeddingVector = npt.NDArray[np.float32]
"""Shape ``(dimension,)``, of Euclidean norm 1."""

TokenCounter = Callable[[str], int]
"""How many tokens a text has, its prompt and the special tokens not counted."""

RECIPE = "1"
"""Raised whenever the same model and text would give another vector (build, cleaning, pooling)."""


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """A model's identity and limits; two equal ``(model_id, recipe)`` give the same vectors."""

    name: str
    """As the profile names it."""
    model_id: str
    """Name and the first 12 digits of the SHA-256 of its source."""
    recipe: str
    """Version of the way from a text to its vector, prompts included."""
    dimension: int
    max_tokens: int
    """Longest input in tokens, prompt and special tokens counted."""
    max_passage_tokens: int
    """Longest passage by a `TokenCounter`: `max_tokens` less prompt and special tokens."""
    query_prompt: str
    document_prompt: str
    folder: Path
    """Where its sentence-transformers folder is, or will be once it is built."""


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """How far a call has come, in texts and in tokens (which tell the time left)."""

    texts_done: int
    texts_total: int
    tokens_done: int
    tokens_total: int


ProgressListener = Callable[[EmbeddingProgress], None]


def prepare_text(text: str) -> str:
    r"""``text`` as a model is given it: without soft hyphens and NUL, outer blanks removed.

    A soft hyphen (U+00AD, frequent in PDFs) is a token of its own and shatters its word.

    >>> prepare_text(" pré\u00adcarité ")
    'précarité'
    """
    return text.replace("\u00ad", "").replace("\0", "").strip()
