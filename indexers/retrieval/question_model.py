"""How much a question reads like one for the holder of a function: a small linear model.

Words and names decide what they can (`guide`); this decides for the ways to ask that no list
holds (« c'est quelle élue qui chapeaute les crèches »). It has two heads of logistic regression,
each with its own threshold: one on the letters of the question alone, for any index, and one that
sees the question's embedding too, for an index of the embedding model it was fitted to. Which
questions it learned from, and how well it reads those that it did not, is in
`benchmarks.question_model`, which makes it.
"""

import math
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from typing import Self
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from schemas.errors import ModelError
from schemas.lexicon import folded

Floats = npt.NDArray[np.float32]

BUCKETS = 1 << 14
"""Features are hashed into so many places: fewer lose recall, more gain none (measured)."""
LETTER_SCALE = 3.0
"""Norm of a question's letter features beside its embedding, whose norm is 1."""
_NGRAM_CHARS = (3, 4, 5)
_SHIPPED = "question_model.npz"


@dataclass(frozen=True, slots=True)
class Features:
    """The letters of a question as a sparse vector of norm `LETTER_SCALE`."""

    places: npt.NDArray[np.int64]
    """Indices below `BUCKETS`, each once, ascending."""
    values: Floats


def letter_features(question: str) -> Features:
    """Letter n-grams within words, and pairs and triples of words, hashed and scaled.

    >>> features = letter_features("Qui est la syndique ?")
    >>> len(features.places) == len(features.values) > 20
    True
    >>> round(float(np.linalg.norm(features.values)), 3)
    3.0
    """
    counts = Counter(zlib.crc32(gram.encode()) % BUCKETS for gram in _grams(folded(question)))
    places = np.array(sorted(counts), dtype=np.int64)
    values = np.array([math.log1p(counts[place]) for place in sorted(counts)], dtype=np.float32)
    norm = float(np.linalg.norm(values)) or 1.0
    return Features(places, values * np.float32(LETTER_SCALE / norm))


def _grams(sentence: str) -> Iterator[str]:
    words = sentence.split()
    for padded in (f" {word} " for word in words):
        for size in _NGRAM_CHARS:
            yield from (padded[i : i + size] for i in range(len(padded) - size + 1))
    bounded = ["^", *words, "$"]
    yield from (" ".join(pair) for pair in pairwise(bounded))
    yield from (" ".join(triple) for triple in zip(bounded, bounded[1:], bounded[2:], strict=False))


@dataclass(frozen=True, slots=True)
class Head:
    """One logistic regression: weights of the letters, and of the embedding if it sees it."""

    letters: Floats
    """Shape ``(BUCKETS,)``."""
    bias: float
    likely: float
    """A probability above this brings the page in."""
    unlikely: float
    """Below this a word of function alone does not count."""
    embedding: Floats | None = None
    """Shape ``(dimension,)``, for embeddings of which `centre` was taken away."""
    centre: Floats | None = None

    def __post_init__(self) -> None:
        if self.letters.shape != (BUCKETS,):
            raise ValueError(f"letters need {BUCKETS} weights, got {self.letters.shape!r}")

    def probability(self, features: Features, vector: Floats | None = None) -> float:
        """The share of such questions, among as many of both kinds, that ask for a holder."""
        score = self.bias + float(self.letters[features.places] @ features.values)
        if self.embedding is not None and self.centre is not None and vector is not None:
            centred = vector - self.centre
            score += float(self.embedding @ centred) / (float(np.linalg.norm(centred)) or 1.0)
        return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, score))))


@dataclass(frozen=True, slots=True)
class Likeness:
    """What the model says of one question."""

    probability: float
    is_likely: bool
    """Reads like a question for a holder, whatever its words."""
    is_unlikely: bool
    """Does not, even if a word of function stands in it (« la rue du Syndic »)."""


@dataclass(frozen=True, slots=True)
class QuestionModel:
    """Both heads; immutable, a question costs about a tenth of a millisecond."""

    model_id: str
    """The embedding model whose vectors `joint` understands."""
    text: Head
    joint: Head

    def read(self, question: str, vector: Floats | None = None, model_id: str = "") -> Likeness:
        """Judge a question; ``vector`` counts only if it is of this model's `model_id`."""
        is_joint = vector is not None and model_id == self.model_id
        head = self.joint if is_joint else self.text
        probability = head.probability(letter_features(question), vector if is_joint else None)
        return Likeness(probability, probability > head.likely, probability < head.unlikely)

    def write(self, path: Path) -> None:
        """Store the model, the letters' weights in half precision; the same bytes each time."""
        arrays = {
            "model_id": np.array(self.model_id),
            "text_letters": self.text.letters.astype(np.float16),
            "text_rest": _rest(self.text),
            "joint_letters": self.joint.letters.astype(np.float16),
            "joint_rest": _rest(self.joint),
            "joint_embedding": np.asarray(self.joint.embedding, dtype=np.float32),
            "joint_centre": np.asarray(self.joint.centre, dtype=np.float32),
        }
        np.savez_compressed(path, allow_pickle=False, **arrays)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `write` stored; raises `ModelError` if the file is not that."""
        try:
            with np.load(path, allow_pickle=False) as stored:
                return cls._of(stored)
        except (OSError, EOFError, ValueError, KeyError, AttributeError, BadZipFile) as error:
            raise ModelError(f"{path.name} is damaged: reinstall millesime ({error})") from error

    @classmethod
    def _of(cls, stored: Mapping[str, npt.NDArray[np.float64]]) -> Self:
        seen = [stored[f"joint_{name}"].astype(np.float32) for name in ("embedding", "centre")]
        return cls(
            model_id=str(stored["model_id"]),
            text=_head(stored, "text"),
            joint=replace(_head(stored, "joint"), embedding=seen[0], centre=seen[1]),
        )


def _head(stored: Mapping[str, npt.NDArray[np.float64]], name: str) -> Head:
    bias, likely, unlikely = stored[f"{name}_rest"].tolist()
    return Head(stored[f"{name}_letters"].astype(np.float32), bias, likely, unlikely)


def _rest(head: Head) -> npt.NDArray[np.float64]:
    return np.array([head.bias, head.likely, head.unlikely])


@lru_cache(maxsize=1)
def shipped_model() -> QuestionModel:
    """The model that ships with the package, read once."""
    with as_file(files("indexers.retrieval") / _SHIPPED) as path:
        return QuestionModel.load(path)
