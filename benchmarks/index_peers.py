"""One run of one peer over a file of chunks; `benchmarks.index` starts it, once a phase.

Run by the Python of an environment that has the peers, sentence-transformers and nothing of
Millésime::

    python -P benchmarks/index_peers.py langchain CHUNKS.jsonl WORK_FOLDER MODEL_FOLDER

Each peer is given its best setting, and loads the model only if it embeds something.
"""

import json
import resource
import sys
from pathlib import Path


class Embedder:
    """The sentence-transformers model as it comes, loaded at first use; counts its texts."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.model = None
        self.texts = 0

    def encode(self, texts: list[str]) -> list[list[float]]:
        """One vector a text, with the model's own prompt for documents."""
        if self.model is None:
            from sentence_transformers import SentenceTransformer

            self.model = SentenceTransformer(self.folder, device="cpu")
        self.texts += len(texts)
        return self.model.encode_document(texts, show_progress_bar=False).tolist()


def read_chunks(path: Path) -> list[dict[str, str]]:
    """The chunks of one phase: ``id``, ``source``, ``text``."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def langchain(chunks: list[dict[str, str]], work: Path, embedder: Embedder) -> None:
    """``index()`` with a record manager, cleanup ``full`` and one batch for everything."""
    import lancedb
    from langchain_classic.indexes import SQLRecordManager, index
    from langchain_community.vectorstores import LanceDB
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings

    class Model(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return embedder.encode(texts)

        def embed_query(self, text: str) -> list[float]:
            return embedder.encode([text])[0]

    records = SQLRecordManager("benchmark", db_url=f"sqlite:///{work}/records.sqlite")
    records.create_schema()
    store = LanceDB(
        connection=lancedb.connect(str(work / "lance")),
        embedding=Model(),
        table_name="chunks",
        mode="append",
    )
    documents = [Document(c["text"], metadata={"source": c["source"]}) for c in chunks]
    index(
        documents,
        records,
        store,
        cleanup="full",
        source_id_key="source",
        key_encoder="sha256",
        batch_size=len(documents),
    )


def llama_index(chunks: list[dict[str, str]], work: Path, embedder: Embedder) -> None:
    """``IngestionPipeline`` with its cache, a document store and ``UPSERTS_AND_DELETE``."""
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
    from llama_index.core.schema import Document
    from llama_index.core.storage.docstore import SimpleDocumentStore
    from llama_index.vector_stores.lancedb import LanceDBVectorStore

    class Model(BaseEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            return embedder.encode([text])[0]

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return embedder.encode(texts)

        def _get_query_embedding(self, query: str) -> list[float]:
            return embedder.encode([query])[0]

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_query_embedding(query)

    kept = work / "pipeline"
    mode = "append" if kept.exists() else "create"
    store = LanceDBVectorStore(uri=str(work / "lance"), table_name="chunks", mode=mode)
    documents = SimpleDocumentStore()
    if kept.exists():
        documents = SimpleDocumentStore.from_persist_dir(str(kept))
    pipeline = IngestionPipeline(
        transformations=[Model(embed_batch_size=512)],
        vector_store=store,
        docstore=documents,
        docstore_strategy=DocstoreStrategy.UPSERTS_AND_DELETE,
    )
    if kept.exists():
        pipeline.load(str(kept), docstore_name="docstore.json")
    pipeline.run(
        documents=[
            Document(text=c["text"], doc_id=c["id"], metadata={"source": c["source"]})
            for c in chunks
        ]
    )
    pipeline.persist(str(kept), docstore_name="docstore.json")


def cocoindex(chunks: list[dict[str, str]], work: Path, embedder: Embedder) -> None:
    """A memoised function a chunk, and the LanceDB target."""
    from collections.abc import AsyncIterator
    from dataclasses import make_dataclass
    from typing import Annotated

    import cocoindex as coco
    import numpy as np
    from cocoindex.connectors import lancedb
    from cocoindex.ops.sentence_transformers import SentenceTransformerEmbedder
    from numpy.typing import NDArray

    database = coco.ContextKey[lancedb.LanceAsyncConnection]("database")
    model = coco.ContextKey[SentenceTransformerEmbedder]("model")
    row_type = make_dataclass(
        "Row",
        [
            ("id", str),
            ("source", str),
            ("text", str),
            ("vector", Annotated[NDArray[np.float32], model]),
        ],
    )

    @coco.lifespan
    async def lifespan(builder: coco.EnvironmentBuilder) -> AsyncIterator[None]:
        connection = await lancedb.connect_async(str(work / "lance"))
        builder.provide(database, connection)
        builder.provide(model, SentenceTransformerEmbedder(embedder.folder, device="cpu"))
        yield

    @coco.fn(memo=True)
    async def process(chunk: tuple[str, str, str], table: lancedb.TableTarget) -> None:
        embedder.texts += 1
        key, source, text = chunk
        vector = await coco.use_context(model).embed(text, prompt_name="document")
        table.declare_row(row=row_type(key, source, text, vector))

    @coco.fn
    async def main() -> None:
        schema = await lancedb.TableSchema.from_class(row_type, primary_key=["id"])
        table = await lancedb.mount_table_target(database, "chunks", schema)
        items = [(c["id"], (c["id"], c["source"], c["text"])) for c in chunks]
        await coco.mount_each(process, items, table)

    coco.App(coco.AppConfig(name="Benchmark"), main).update_blocking()


PEERS = {"langchain": langchain, "llama_index": llama_index, "cocoindex": cocoindex}


def main(peer: str, chunks: Path, work: Path, model_folder: str) -> None:
    """Run once and print what it took, with the whole process's CPU time and peak memory."""
    embedder = Embedder(model_folder)
    PEERS[peer](read_chunks(chunks), work, embedder)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "cpu_s": round(used.ru_utime + used.ru_stime, 2),
                "peak_mib": round(used.ru_maxrss / 1024),
                "embedded": embedder.texts,
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
