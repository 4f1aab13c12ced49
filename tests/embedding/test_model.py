"""Vectors come back in the order of the texts, of norm 1, or an error names the text."""

import numpy as np
import pytest

from indexers.embedding import EmbeddingModel, EmbeddingProgress
from indexers.embedding.engine import Deliver
from schemas.errors import ModelError


def unit(vector: list[float]) -> list[float]:
    return (np.array(vector) / np.linalg.norm(vector)).tolist()


def test_order_and_norm(fake: EmbeddingModel) -> None:
    matrix = fake.embed_passages(["une phrase", "mot", "é"])

    assert matrix.dtype == np.float32
    assert np.allclose(matrix, [unit([10, 2, 1]), unit([3, 0, 1]), unit([1, 0, 1])])


def test_no_text_no_vector(fake: EmbeddingModel) -> None:
    assert fake.embed_passages([]).shape == (0, 3)


def test_query_is_one_vector(fake: EmbeddingModel) -> None:
    assert np.allclose(fake.embed_query("mot"), unit([3, 0, 1]))


def test_text_is_prepared(fake: EmbeddingModel) -> None:
    assert np.allclose(fake.embed_query(" m\u00adot\0 "), fake.embed_query("mot"))


def test_nothing_is_cut(fake: EmbeddingModel) -> None:
    with pytest.raises(ModelError, match=r"13 tokens where fake takes 12.*'un deux un deux"):
        fake.embed_passages(["court", "un deux " * 5 + "trois"])


def test_vector_without_direction_is_an_error(
    fake: EmbeddingModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deliver_nothing(_texts: object, _role: object, deliver: Deliver) -> None:
        deliver([0], np.zeros((1, 3), np.float32))

    monkeypatch.setattr(fake._engine, "embed", deliver_nothing)
    with pytest.raises(ModelError, match="without direction"):
        fake.embed_query("mot")


def test_progress_counts_texts_and_tokens(fake: EmbeddingModel) -> None:
    told: list[EmbeddingProgress] = []
    fake.embed_passages(["un deux", "mot"], on_progress=told.append)

    assert told == [EmbeddingProgress(1, 2, 3, 7), EmbeddingProgress(2, 2, 7, 7)]
