"""Vectors of questions: kept like those of passages, so that a quiet night loads no model."""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np

from flows.shared_model import SharedModel
from indexers.embedding import EmbeddingCache, EmbeddingVector

EmbedQuery = Callable[[str], EmbeddingVector]


def cached_queries(model: SharedModel, cache: EmbeddingCache) -> EmbedQuery:
    """A function from a question to its vector that loads the model when it has to."""
    description = model.description

    def embed(question: str) -> EmbeddingVector:
        key = question_key(question)
        known = cache.get_many([key], description)
        if key in known:
            return known[key]
        vector = model.load().embed_query(question)
        cache.put_many([key], np.stack([vector]), description)
        return vector

    return embed


def question_key(question: str) -> str:
    """The key of a question; the prefix keeps it apart from a passage of the same words."""
    return hashlib.sha256(f"question\n{question}".encode()).hexdigest()


def question_keys(questions: Sequence[str]) -> list[str]:
    """The keys of all ``questions``: what a clean-up of the cache must keep."""
    return [question_key(question) for question in questions]
