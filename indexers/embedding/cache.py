"""Vectors that were computed once are kept, and not computed again."""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, Self

import numpy as np

from indexers.embedding.description import (
    EmbeddingMatrix,
    EmbeddingVector,
    ModelDescription,
    prepare_text,
)
from schemas.errors import ModelError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS embeddings (
    text_sha256 TEXT NOT NULL,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (text_sha256, model)
);
CREATE TEMP TABLE IF NOT EXISTS asked (text_sha256 TEXT PRIMARY KEY);
"""


def embedding_key(text: str) -> str:
    r"""The key of a text: SHA-256 of exactly what the model is given, less the prompt.

    >>> embedding_key("pré\xadfet") == embedding_key(" préfet") != embedding_key("prefet")
    True
    """
    return hashlib.sha256(prepare_text(text).encode("utf-8", "surrogatepass")).hexdigest()


class EmbeddingCache:
    """A file of vectors by text, model and recipe.

    Each call is one transaction: what a killed run had put, the next one finds. Any number
    of processes may read; writers wait for each other.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def get_many(
        self, keys: Sequence[str], description: ModelDescription
    ) -> dict[str, EmbeddingVector]:
        """The vectors that are there, by key (`embedding_key`)."""
        # Deferred: `asked` is this connection's own, and a reader need not wait for a writer.
        with self._explained(), self._transaction("DEFERRED"):
            self._ask(keys)
            rows = self._database.execute(
                "SELECT text_sha256, vector FROM embeddings JOIN asked USING (text_sha256)"
                " WHERE model = ?",
                (_model_key(description),),
            ).fetchall()
        vectors = {key: np.frombuffer(blob, np.float32) for key, blob in rows}
        return {key: v for key, v in vectors.items() if len(v) == description.dimension}

    def put_many(
        self, keys: Sequence[str], vectors: EmbeddingMatrix, description: ModelDescription
    ) -> None:
        """Keep the vectors, row by row under their keys."""
        model = _model_key(description)
        rows = [
            (key, model, np.ascontiguousarray(vector, np.float32).tobytes())
            for key, vector in zip(keys, vectors, strict=True)
        ]
        with self._explained(), self._transaction():
            self._database.executemany("INSERT OR REPLACE INTO embeddings VALUES (?, ?, ?)", rows)

    def collect(self, keep: Iterable[str]) -> int:
        """Forget every vector, of any model, whose key is not in ``keep``; how many went."""
        with self._explained():
            with self._transaction():
                self._ask(keep)
                gone = self._database.execute(
                    "DELETE FROM embeddings WHERE text_sha256 NOT IN (SELECT * FROM asked)"
                ).rowcount
            if gone:
                self._database.execute("VACUUM")
        return gone

    def __len__(self) -> int:
        with self._explained():
            (count,) = self._database.execute("SELECT count(*) FROM embeddings").fetchone()
        return int(count)

    def _ask(self, keys: Iterable[str]) -> None:
        self._database.execute("DELETE FROM asked")
        self._database.executemany(
            "INSERT OR IGNORE INTO asked VALUES (?)", ((key,) for key in keys)
        )

    @contextmanager
    def _transaction(self, kind: Literal["IMMEDIATE", "DEFERRED"] = "IMMEDIATE") -> Iterator[None]:
        self._database.execute(f"BEGIN {kind}")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, OSError) as error:
            raise ModelError(
                f"{self._path}: the embedding cache cannot be used ({error}); "
                "free some disk, or delete the file and the texts are embedded anew"
            ) from error


def _model_key(description: ModelDescription) -> str:
    return f"{description.model_id} {description.recipe}"
