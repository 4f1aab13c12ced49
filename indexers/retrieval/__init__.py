"""Retrieval with a guarantee: the page that decides today is there, the past is marked."""

from indexers.retrieval.guide import Guide, Reading
from indexers.retrieval.ports import EmbedQuery, ReadableIndex, ScoredRow, Vector
from indexers.retrieval.reading import Mode, Retriever, retrieve

__all__ = [
    "EmbedQuery",
    "Guide",
    "Mode",
    "ReadableIndex",
    "Reading",
    "Retriever",
    "ScoredRow",
    "Vector",
    "retrieve",
]
