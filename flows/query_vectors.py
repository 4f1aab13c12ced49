"""Vectors of questions: kept like those of passages, so that a quiet night loads no model."""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np

from flows.workspace import Workspace
from indexers.embedding import (
    EmbeddingCache,
    EmbeddingModel,
    EmbeddingVector,
    describe_model,
    load_model,
)

EmbedQuery = Callable[[str], EmbeddingVector]


def cached_queries(workspace: Workspace, cache: EmbeddingCache) -> EmbedQuery:
    """A function from a question to its vector that loads the model when it has to."""
    settings = workspace.profile.embedding
    description = describe_model(settings, workspace.models_dir)
    loaded: list[EmbeddingModel] = []

    def embed(question: str) -> EmbeddingVector:
        key = question_key(question)
        known = cache.get_many([key], description)
        if key in known:
            return known[key]
        if not loaded:
            loaded.append(load_model(settings, workspace.models_dir))
        vector = loaded[0].embed_query(question)
        cache.put_many([key], np.stack([vector]), description)
        return vector

    return embed


def question_key(question: str) -> str:
    """The key of a question; the prefix keeps it apart from a passage of the same words."""
    return hashlib.sha256(f"question\n{question}".encode()).hexdigest()


def question_keys(questions: Sequence[str]) -> list[str]:
    """The keys of all ``questions``: what a clean-up of the cache must keep."""
    return [question_key(question) for question in questions]
