"""Embedding what the cache does not hold, and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from indexers.embedding.batching import plan_batches
from indexers.embedding.cache import EmbeddingCache, embedding_key
from indexers.embedding.description import (
    EmbeddingMatrix,
    EmbeddingProgress,
    EmbeddingVector,
    ModelDescription,
    ProgressListener,
)
from indexers.embedding.model import EmbeddingModel
from schemas.errors import ModelError

_TOKENS_BETWEEN_SAVES = 32_768
"""What a kill can cost at most: some ten seconds of two cores."""


@dataclass(frozen=True, slots=True)
class EmbeddedTexts:
    """Vectors in the order of the texts, and how they came about."""

    matrix: EmbeddingMatrix
    embedded: int
    """Distinct texts that were computed now."""
    reused: int
    """Distinct texts whose vector was in the cache."""
    backend: str | None
    """What computed them; ``None`` when no model was loaded."""


def embed_with_cache(
    texts: Sequence[str],
    load: Callable[[], EmbeddingModel],
    cache: EmbeddingCache,
    description: ModelDescription,
    *,
    on_progress: ProgressListener | None = None,
) -> EmbeddedTexts:
    """The vectors of ``texts``; ``load`` is called only if one is missing from ``cache``.

    Equal texts are computed once. New vectors are saved every few seconds, so that a killed
    run goes on where it was. Raises `ModelError`.
    """
    keys = [embedding_key(text) for text in texts]
    distinct = dict(zip(keys, texts, strict=True))
    vectors = cache.get_many(list(distinct), description)
    missing = {key: text for key, text in distinct.items() if key not in vectors}
    backend = None
    if missing:
        model = load()
        _require_same(model.description, description)
        backend = model.backend
        vectors |= _embed_missing(missing, model, cache, on_progress)
    return EmbeddedTexts(
        matrix=_stacked([vectors[key] for key in keys], description.dimension),
        embedded=len(missing),
        reused=len(distinct) - len(missing),
        backend=backend,
    )


def missing_keys(
    texts: Sequence[str], cache: EmbeddingCache, description: ModelDescription
) -> set[str]:
    """Keys of the texts that a run would have to embed: for a plan, without doing it."""
    keys = {embedding_key(text) for text in texts}
    return keys - cache.get_many(sorted(keys), description).keys()


def _embed_missing(
    missing: dict[str, str],
    model: EmbeddingModel,
    cache: EmbeddingCache,
    listener: ProgressListener | None,
) -> dict[str, EmbeddingVector]:
    keys, texts = list(missing), list(missing.values())
    lengths = model.count_tokens(texts)
    vectors: dict[str, EmbeddingVector] = {}
    tokens_done = 0
    for group in plan_batches(lengths, budget=_TOKENS_BETWEEN_SAVES):
        before = EmbeddingProgress(len(vectors), len(texts), tokens_done, sum(lengths))
        matrix = model.embed_passages(
            [texts[index] for index in group], on_progress=_continuing(before, listener)
        )
        group_keys = [keys[index] for index in group]
        cache.put_many(group_keys, matrix, model.description)
        vectors.update(zip(group_keys, matrix, strict=True))
        tokens_done += sum(lengths[index] for index in group)
    return vectors


def _continuing(
    before: EmbeddingProgress, listener: ProgressListener | None
) -> ProgressListener | None:
    if listener is None:
        return None

    def tell(now: EmbeddingProgress) -> None:
        listener(
            EmbeddingProgress(
                texts_done=before.texts_done + now.texts_done,
                texts_total=before.texts_total,
                tokens_done=before.tokens_done + now.tokens_done,
                tokens_total=before.tokens_total,
            )
        )

    return tell


def _require_same(loaded: ModelDescription, expected: ModelDescription) -> None:
    if (loaded.model_id, loaded.recipe) != (expected.model_id, expected.recipe):
        raise ModelError(
            f"the model loaded is {loaded.model_id} (recipe {loaded.recipe}), "
            f"not {expected.model_id} (recipe {expected.recipe})"
        )


def _stacked(vectors: Sequence[EmbeddingVector], dimension: int) -> EmbeddingMatrix:
    if not vectors:
        return np.empty((0, dimension), np.float32)
    return np.stack(vectors)
