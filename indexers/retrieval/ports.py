"""What retrieval needs of an index and of a model, so that any reader with these will do."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from schemas.index import ChunkRow, IndexManifest
from schemas.lexicon import LexiconEntry

Vector = npt.NDArray[np.float32]
"""One embedding, shape ``(dimension,)``, of Euclidean norm 1."""

EmbedQuery = Callable[[str], Vector]
"""The embedding of a question, with the model and the query prompt of the index."""


class ScoredRow(Protocol):
    """A chunk that a search found: cosine distance, or BM25."""

    @property
    def row(self) -> ChunkRow:
        """The chunk."""
        ...

    @property
    def score(self) -> float:
        """Distance of the vector leg (less is nearer), BM25 of the text leg."""
        ...


class ReadableIndex(Protocol):
    """One version of an index, opened for reading."""

    @property
    def manifest(self) -> IndexManifest:
        """What describes the version."""
        ...

    def search_vector(
        self, vector: Vector, k: int, where: str | None = None
    ) -> Sequence[ScoredRow]:
        """The ``k`` nearest chunks among those of the filter."""
        ...

    def search_text(self, query: str, k: int, where: str | None = None) -> Sequence[ScoredRow]:
        """The ``k`` best chunks by full text among those of the filter."""
        ...

    def chunks(self, where: str | None = None) -> Sequence[ChunkRow]:
        """Every chunk of the filter, by URL and position."""
        ...

    def lexicon(self) -> Sequence[LexiconEntry]:
        """Who holds what, as the documents state it."""
        ...
