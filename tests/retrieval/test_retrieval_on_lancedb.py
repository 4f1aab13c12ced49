"""Retrieval over a real build: the reader fits the port, and the guarantee holds there too."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from indexers.lance import (
    BuildContent,
    BuildFacts,
    IndexReader,
    index_lock,
    new_version,
    open_index,
    write_build,
)
from indexers.retrieval import ReadableIndex, Retriever, Vector
from schemas.index import ChunkRow
from schemas.lexicon import LexiconEntry, folded
from schemas.passage import PassagePart

DIMENSION = 64
NOW = datetime(2026, 11, 29, 2, tzinfo=UTC)


def embed(text: str) -> Vector:
    """Words hashed into a vector of norm 1: enough for neighbours that share words."""
    vector = np.zeros(DIMENSION, dtype=np.float32)
    for word, count in Counter(folded(text).split()).items():
        vector[sum(word.encode()) % DIMENSION] += count
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


@pytest.fixture(scope="module")
def reader(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[ChunkRow],
    lexicon: tuple[LexiconEntry, ...],
) -> IndexReader:
    folder: Path = tmp_path_factory.mktemp("index")
    vectors = np.stack([embed(row.search_text) for row in rows])
    facts = BuildFacts(
        site="Brévanaz",
        run_id="r",
        built_at=NOW,
        model_id="words",
        model_recipe="1",
        query_prompt="",
        document_prompt="",
        profile_sha256="0",
        code_version="0",
        warning_version="1",
    )
    with index_lock(folder) as held:
        version = new_version(held, NOW)
        content = BuildContent(chunks=rows, vectors=vectors, documents=[], lexicon=lexicon)
        write_build(held, version, content, facts)
    return open_index(folder, version)


def test_the_reader_is_a_readable_index(reader: IndexReader) -> None:
    index: ReadableIndex = reader

    assert index.manifest.chunks > 100
    assert len(index.lexicon()) > 100


@pytest.mark.parametrize(
    "question",
    ["Qui est la syndique ?", "Qui s'occupe du tourisme ?", "Samira Delaprelaz", "Roland Tissavel"],
)
def test_the_guarantee_holds(reader: IndexReader, question: str) -> None:
    found = Retriever(reader, embed_query=embed).retrieve(question)

    assert found.passages[0].part is PassagePart.AUTHORITY
    assert not any(p.is_archive for p in found.part(PassagePart.RANKED))
    assert found.index_version == reader.manifest.version


def test_former_holder_and_dates(reader: IndexReader) -> None:
    retriever = Retriever(reader, embed_query=embed)

    former = retriever.retrieve("M. Grossenod").part(PassagePart.FORMER_HOLDER)
    dated = retriever.retrieve("les comptes au 14 mai 2019", k=3)

    assert former
    assert all(passage.is_archive for passage in former)
    assert dated.passages[0].date == "2019-05-14"


@pytest.mark.parametrize("question", ['"syndique"', '""', '"qui est" la "syndique"', 'le "loup'])
def test_quotation_marks_are_no_syntax(reader: IndexReader, question: str) -> None:
    plain = question.replace('"', " ")

    found = Retriever(reader, embed_query=embed).retrieve(question)

    assert found.passages == Retriever(reader, embed_query=embed).retrieve(plain).passages
