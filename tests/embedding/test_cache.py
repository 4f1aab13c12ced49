"""What was embedded is found again: by text, model and recipe, after a kill too."""

import dataclasses
import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from indexers.embedding import EmbeddingCache, EmbeddingMatrix, ModelDescription, embedding_key
from schemas.errors import ModelError


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[EmbeddingCache]:
    with EmbeddingCache(tmp_path / "caches" / "embeddings.sqlite") as opened:
        yield opened


def rows(*firsts: float) -> EmbeddingMatrix:
    return np.array([[first, 0.1, 1 / 3] for first in firsts], np.float32)


def test_vectors_come_back_to_the_bit(cache: EmbeddingCache, description: ModelDescription) -> None:
    cache.put_many(["a", "b"], rows(1, 2), description)
    found = cache.get_many(["b", "a", "c"], description)

    assert found.keys() == {"a", "b"}
    assert np.array_equal(np.stack([found["a"], found["b"]]), rows(1, 2))


@pytest.mark.parametrize("change", [{"model_id": "other@1"}, {"recipe": "2"}, {"dimension": 4}])
def test_another_model_finds_nothing(
    cache: EmbeddingCache, description: ModelDescription, change: dict[str, object]
) -> None:
    cache.put_many(["a"], rows(1), description)

    assert cache.get_many(["a"], dataclasses.replace(description, **change)) == {}


def test_key_is_that_of_what_the_model_is_given() -> None:
    assert embedding_key("pré\u00adfet\n") == embedding_key("préfet")
    assert embedding_key("préfet") != embedding_key("Préfet")
    assert embedding_key("\ud800") != embedding_key("?")


def test_another_process_finds_it(tmp_path: Path, description: ModelDescription) -> None:
    path = tmp_path / "c.sqlite"
    with EmbeddingCache(path) as writer, EmbeddingCache(path) as reader:
        writer.put_many(["a"], rows(1), description)
        assert len(reader) == 1


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path, description: ModelDescription) -> None:
    path = tmp_path / "c.sqlite"
    with EmbeddingCache(path) as writer, EmbeddingCache(path) as reader:
        writer.put_many(["a"], rows(1), description)
        writer._database.execute("BEGIN IMMEDIATE")
        assert reader.get_many(["a", "b"], description).keys() == {"a"}


def put_and_die(path: Path, description: ModelDescription) -> None:
    cache = EmbeddingCache(path)
    cache.put_many(["a", "b"], rows(1, 2), description)
    cache._database.execute("BEGIN")
    cache._database.execute("INSERT INTO embeddings VALUES ('c', 'fake@1 1', x'00')")
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_kill_keeps_what_was_put(tmp_path: Path, description: ModelDescription) -> None:
    path = tmp_path / "c.sqlite"
    child = multiprocessing.get_context("fork").Process(
        target=put_and_die, args=(path, description)
    )
    child.start()
    child.join(60)

    assert child.exitcode == -signal.SIGKILL
    with EmbeddingCache(path) as cache:
        assert cache.get_many(["a", "b", "c"], description).keys() == {"a", "b"}


def test_collect_keeps_what_is_asked(cache: EmbeddingCache, description: ModelDescription) -> None:
    cache.put_many(["a", "b", "c"], rows(1, 2, 3), description)

    assert cache.collect(iter(["b", "unknown"])) == 2
    assert cache.collect(["b"]) == 0
    assert cache.get_many(["a", "b", "c"], description).keys() == {"b"}


def test_ten_thousand_keys_at_once(cache: EmbeddingCache, description: ModelDescription) -> None:
    keys = [embedding_key(str(number)) for number in range(10_000)]
    cache.put_many(keys, np.ones((10_000, 3), np.float32), description)

    assert len(cache.get_many(keys, description)) == len(cache) == 10_000


def test_a_failed_batch_is_taken_back(cache: EmbeddingCache, description: ModelDescription) -> None:
    with pytest.raises(ValueError, match="shorter"):
        cache.put_many(["a", "b"], rows(1), description)

    cache.put_many(["c"], rows(3), description)
    assert len(cache) == 1


def test_a_damaged_file_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    path.write_bytes(b"not a database, but long enough to be read as one" * 100)

    with pytest.raises(ModelError, match="delete the file"):
        EmbeddingCache(path)


def test_a_place_that_is_a_file_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ModelError, match="cannot be used"):
        EmbeddingCache(tmp_path / "file" / "c.sqlite")
