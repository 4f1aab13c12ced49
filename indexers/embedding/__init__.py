"""Embeddings of any sentence-transformers model; importing this loads none of its libraries."""

from indexers.embedding.cache import EmbeddingCache, embedding_key
from indexers.embedding.caching import EmbeddedTexts, embed_with_cache, missing_keys
from indexers.embedding.counting import load_token_counter
from indexers.embedding.describing import describe_model
from indexers.embedding.description import (
    EmbeddingMatrix,
    EmbeddingProgress,
    EmbeddingVector,
    ModelDescription,
    ProgressListener,
    TokenCounter,
)
from indexers.embedding.loading import load_model
from indexers.embedding.model import EmbeddingModel

__all__ = [
    "EmbeddedTexts",
    "EmbeddingCache",
    "EmbeddingMatrix",
    "EmbeddingModel",
    "EmbeddingProgress",
    "EmbeddingVector",
    "ModelDescription",
    "ProgressListener",
    "TokenCounter",
    "describe_model",
    "embed_with_cache",
    "embedding_key",
    "load_model",
    "load_token_counter",
    "missing_keys",
]
