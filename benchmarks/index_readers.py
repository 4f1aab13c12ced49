"""Whether LangChain and LlamaIndex read a published index with their default settings.

Run in an environment of their own, with the path of an index and nothing of Millésime::

    python -m venv readers
    readers/bin/pip install langchain-community llama-index-vector-stores-lancedb pandas
    readers/bin/python -P benchmarks/index_readers.py .millesime/index

Each asks for the passages nearest to a stored vector; the lines printed show that archives
come with their warning. The exit code is 1 if one does not.
"""

import json
import sys
from pathlib import Path

import lancedb
from langchain_community.vectorstores import LanceDB
from langchain_core.embeddings import Embeddings
from llama_index.core.vector_stores.types import VectorStoreQuery
from llama_index.vector_stores.lancedb import LanceDBVectorStore

PASSAGES = 20


class Fixed(Embeddings):
    """Gives the one vector that it was made with: no model is needed to read."""

    def __init__(self, vector: list[float]) -> None:
        self.vector = vector

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        return [self.vector for _ in texts]

    def embed_query(self, text: str) -> list[float]:
        """The vector, whatever is asked."""
        del text
        return self.vector


def by_langchain(build: Path, vector: list[float]) -> list[tuple[str, dict[str, object]]]:
    """Text and metadata of each passage, as LangChain's store returns them."""
    store = LanceDB(
        connection=lancedb.connect(str(build)), table_name="chunks", embedding=Fixed(vector)
    )
    found = store.similarity_search("anything", k=PASSAGES)
    return [(document.page_content, document.metadata) for document in found]


def by_llama_index(build: Path, vector: list[float]) -> list[tuple[str, dict[str, object]]]:
    """Text and metadata of each passage, as LlamaIndex's store returns them."""
    store = LanceDBVectorStore(uri=str(build), table_name="chunks")
    query = VectorStoreQuery(query_embedding=vector, similarity_top_k=PASSAGES)
    found = store.query(query)
    return [(node.get_content(), node.metadata) for node in found.nodes or ()]


def main(index: Path) -> int:
    """Read with both; 0 if every archive carries its warning and every text its source."""
    version = json.loads((index / "CURRENT.json").read_text("utf-8"))["version"]
    build = index / "builds" / version
    rows = lancedb.connect(str(build)).open_table("chunks").search()
    archive = rows.where("is_archive").limit(1).to_list()
    if not archive:
        print("the index holds no archive: nothing to check")
        return 1
    wrong = 0
    for reader in (by_langchain, by_llama_index):
        found = reader(build, list(archive[0]["vector"]))
        archives = [(text, facts) for text, facts in found if facts.get("is_archive")]
        unmarked = [text for text, _ in archives if not text.startswith("[")]
        nameless = [text for text, facts in found if not facts.get("source")]
        wrong += len(unmarked) + len(nameless) + (not archives)
        print(
            f"{reader.__name__}: {len(found)} passages, {len(archives)} archives, "
            f"{len(unmarked)} without warning, {len(nameless)} without source"
        )
        print(f"  {archives[0][0][:100]!r}" if archives else "  no archive came back")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
