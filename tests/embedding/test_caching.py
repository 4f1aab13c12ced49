"""Only what is missing is embedded, once, and a stopped run goes on where it was."""

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from indexers.embedding import (
    EmbeddingCache,
    EmbeddingModel,
    EmbeddingProgress,
    ModelDescription,
    caching,
    embed_with_cache,
    embedding_key,
    missing_keys,
)
from indexers.embedding.engine import Engine
from schemas.errors import ModelError


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[EmbeddingCache]:
    with EmbeddingCache(tmp_path / "embeddings.sqlite") as opened:
        yield opened


def never() -> EmbeddingModel:
    raise AssertionError("the model was loaded")


def test_second_run_loads_no_model(
    fake: EmbeddingModel, cache: EmbeddingCache, description: ModelDescription
) -> None:
    texts = ["un", "deux mots", "un"]
    first = embed_with_cache(texts, lambda: fake, cache, description)
    second = embed_with_cache(texts, never, cache, description)

    assert (first.embedded, first.reused, first.backend) == (2, 0, "fake")
    assert (second.embedded, second.reused, second.backend) == (0, 2, None)
    assert np.array_equal(first.matrix, second.matrix)
    assert np.array_equal(first.matrix, fake.embed_passages(texts))


def test_only_the_new_text_is_embedded(
    fake: EmbeddingModel, engine: Engine, cache: EmbeddingCache, description: ModelDescription
) -> None:
    embed_with_cache(["un", "deux"], lambda: fake, cache, description)
    engine.embedded.clear()
    assert missing_keys(["deux", "trois"], cache, description) == {embedding_key("trois")}
    done = embed_with_cache(["deux", "trois"], lambda: fake, cache, description)

    assert engine.embedded == ["trois"]
    assert (done.embedded, done.reused) == (1, 1)


def test_no_text(cache: EmbeddingCache, description: ModelDescription) -> None:
    assert embed_with_cache([], never, cache, description).matrix.shape == (0, 3)


@pytest.fixture
def small_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching, "_TOKENS_BETWEEN_SAVES", 6)


@pytest.mark.usefixtures("small_saves")
def test_a_stopped_run_goes_on(
    fake: EmbeddingModel,
    engine: Engine,
    cache: EmbeddingCache,
    description: ModelDescription,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = ["a b c", "d e", "f g", "h"]
    whole: Callable[..., None] = engine.embed

    def stopping(batch: list[str], *rest: object) -> None:
        if "h" in batch:
            raise KeyboardInterrupt
        whole(batch, *rest)

    monkeypatch.setattr(engine, "embed", stopping)
    with pytest.raises(KeyboardInterrupt):
        embed_with_cache(texts, lambda: fake, cache, description)
    monkeypatch.setattr(engine, "embed", whole)
    engine.embedded.clear()
    done = embed_with_cache(texts, lambda: fake, cache, description)

    assert engine.embedded == ["h"]
    assert np.array_equal(done.matrix, fake.embed_passages(texts))


@pytest.mark.usefixtures("small_saves")
def test_progress_is_that_of_the_whole(
    fake: EmbeddingModel, cache: EmbeddingCache, description: ModelDescription
) -> None:
    told: list[EmbeddingProgress] = []
    embed_with_cache(
        ["a b c", "d e", "f"], lambda: fake, cache, description, on_progress=told.append
    )

    assert [progress.texts_done for progress in told] == [1, 2, 3]
    assert [progress.tokens_done for progress in told] == [5, 9, 12]
    assert {(progress.texts_total, progress.tokens_total) for progress in told} == {(3, 12)}


def test_another_model_is_refused(
    fake: EmbeddingModel, cache: EmbeddingCache, description: ModelDescription
) -> None:
    other = dataclasses.replace(description, model_id="other@2")
    with pytest.raises(ModelError, match="not other@2"):
        embed_with_cache(["un"], lambda: fake, cache, other)

    assert len(cache) == 0
