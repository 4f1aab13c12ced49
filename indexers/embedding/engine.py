"""What every way of computing embeddings offers to `EmbeddingModel`."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import numpy as np

from indexers.embedding.description import EmbeddingMatrix

Role = Literal["query", "document"]

Deliver = Callable[[Sequence[int], EmbeddingMatrix], None]
"""Called with the indices of one batch and their vectors."""

PROBES = (
    "Qui s'occupe des finances ?",
    "Déchetterie",
    "Mme Exemple, municipale, présente le budget 2027 : charges 1'250'000 fr., revenus 3,5 %.",
    "Procès-verbal de la séance du 14 mai 2019. L'ordre du jour est adopté à l'unanimité. " * 8,
    "Die Gemeindeverwaltung ist am Montag von 8 bis 11 Uhr geöffnet.",
    "Il regolamento comunale entra in vigore il 1° gennaio.",
)
"""Texts whose vectors tell whether a faster way of computing still agrees."""


class Engine(Protocol):
    """A loaded model on one device."""

    @property
    def backend(self) -> str:
        """Library, device and precision, for reports: ``openvino cpu bfloat16``."""
        ...

    def lengths(self, texts: Sequence[str], role: Role) -> list[int]:
        """Tokens of each text as it is computed, prompt and special tokens counted."""
        ...

    def embed(self, texts: Sequence[str], role: Role, deliver: Deliver) -> None:
        """Compute all texts, in batches of the engine's own choice; vectors as they come."""
        ...


def embed_in_order(engine: Engine, texts: Sequence[str], role: Role) -> EmbeddingMatrix:
    """The vectors of ``texts`` as the engine gives them, in the order of the texts."""
    rows: dict[int, EmbeddingMatrix] = {}

    def keep(batch: Sequence[int], vectors: EmbeddingMatrix) -> None:
        rows.update(zip(batch, vectors, strict=True))

    engine.embed(texts, role, keep)
    return np.stack([rows[index] for index in range(len(texts))])
