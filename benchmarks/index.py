"""What a night costs: first build, nothing changed, 1 % changed; against three peers.

``python -m benchmarks.index CORPUS.jsonl.gz --peers PYTHON [--chunks N] [--json]``: the same
passages and the same model for all, each phase in a process of its own, whose whole CPU time
(imports and model included) and peak memory count. ``PYTHON`` is that of an environment with
``langchain-classic langchain-community llama-index-vector-stores-lancedb cocoindex
sentence-transformers``; without it only this project is measured. The corpus is JSON lines with
``id``, ``doc`` and ``text`` (as in ``retrieval-fr``); ours also examines and publishes what it
builds, with a full-text index, which the peers do not.
"""

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexers.rows import ReadDocument

PHASES = ("first", "unchanged", "one_percent")
PEERS = ("langchain", "llama_index", "cocoindex")
NIGHT = datetime(2026, 11, 29, 2, tzinfo=UTC)

Chunks = list[dict[str, str]]


def write_phases(corpus: Path, count: int, folder: Path) -> None:
    """One file a phase; in the last one passage in a hundred has a word more."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(count), strict=False)]
    chunks = [{"id": row["id"], "source": row["doc"], "text": row["text"]} for row in rows]
    changed = [
        {**chunk, "text": f"{chunk['text']} Nouveau."} if number % 100 == 0 else chunk
        for number, chunk in enumerate(chunks)
    ]
    for phase, some in zip(PHASES, (chunks, chunks, changed), strict=True):
        text = "\n".join(json.dumps(chunk, ensure_ascii=False) for chunk in some)
        (folder / f"{phase}.jsonl").write_text(text, "utf-8")


def run_ours(chunks: Chunks, work: Path, models_dir: Path) -> dict[str, float]:
    """Rows, plan, vectors, build, gate, pointer; nothing after the plan if nothing changed."""
    from indexers.changes import content_sha256, row_sha256
    from indexers.embedding import (
        EmbeddingCache,
        describe_model,
        embed_with_cache,
        load_model,
    )
    from indexers.lance import published
    from indexers.rows import chunk_rows, document_row
    from schemas.index import UrlRow
    from schemas.site import EmbeddingSettings

    settings = EmbeddingSettings()
    model = describe_model(settings, models_dir)
    reads = list(documents_of(chunks))
    rows = [row for read in reads for row in chunk_rows(read, run_id="benchmark")]
    documents = [document_row(read) for read in reads]
    urls = [UrlRow(row.url, "taken", "link", "", row.doc_id, None, None) for row in documents]
    hashes = [row_sha256(row) for group in (rows, documents) for row in group]
    content = content_sha256(hashes, model_id=model.model_id, model_recipe=model.recipe)
    current = published(work / "index")
    if current is not None and current.content_sha256 == content:
        return {"embedded": 0}
    with EmbeddingCache(work / "vectors.sqlite") as cache:
        embedded = embed_with_cache(
            [row.search_text for row in rows],
            lambda: load_model(settings, models_dir),
            cache,
            model,
        )
    names = (model.model_id, model.recipe)
    build_and_publish(work / "index", (rows, embedded.matrix, documents, urls), names)
    return {"embedded": embedded.embedded}


def documents_of(chunks: Chunks) -> Iterator["ReadDocument"]:
    """The chunks' documents, as if they had just been read and cut."""
    from indexers.rows import ReadDocument, text_sha256
    from schemas.chunk import Chunk, MarkedChunk, Standing
    from schemas.document import DocumentKind, ParsedDocument, TextSpan
    from schemas.resource import SourceDocument
    from schemas.urls import CanonicalUrl
    from schemas.warning import WARNING_VERSION

    standing = Standing(is_archive=False, reason="benchmark")
    for name, some in groupby(chunks, key=lambda chunk: chunk["source"]):
        bodies = [chunk["text"] for chunk in some]
        url, text = CanonicalUrl(f"https://service.example/{name}"), "\n".join(bodies)
        marked, start = [], 0
        for ordinal, body in enumerate(bodies):
            chunk = Chunk(url, ordinal, body, TextSpan(start, start + len(body)))
            marked.append(MarkedChunk(chunk, None, standing, body, WARNING_VERSION))
            start += len(body) + 1
        source = SourceDocument(url, url, text_sha256(text), len(text), "text/html")
        parsed = ParsedDocument(url, DocumentKind.HTML, text, language="fr")
        yield ReadDocument(source, parsed, None, standing, tuple(marked))


def build_and_publish(index_dir: Path, content: tuple, model: tuple[str, str]) -> None:
    """Write the build, have the gate read it, move the pointer.

    ``content``: chunk rows, vectors, document rows, URL rows; ``model``: its id and recipe.
    """
    from indexers.gate import Candidate, GateRules, examine
    from indexers.lance import (
        BuildContent,
        BuildFacts,
        index_lock,
        new_version,
        open_index,
        publish,
        write_build,
        write_report,
    )
    from schemas.warning import WARNING_VERSION

    facts = BuildFacts(
        site="Benchmark", run_id="benchmark", built_at=NIGHT, model_id=model[0],
        model_recipe=model[1], query_prompt="", document_prompt="", profile_sha256="",
        code_version="", warning_version=WARNING_VERSION,
    )  # fmt: skip
    with index_lock(index_dir) as held:
        version = new_version(held, NIGHT)
        manifest = write_build(held, version, BuildContent(*content), facts)
        with open_index(index_dir, version) as reader:
            candidate = Candidate(
                manifest, reader.stored(), reader.documents(), reader.urls(),
                reader.unindexed_rows(),
            )  # fmt: skip
            report = examine(candidate, None, GateRules())
        write_report(held, report)
        publish(held, version, now=NIGHT)


def measure(who: str, phase: Path, work: Path, asked: argparse.Namespace) -> dict[str, object]:
    """One phase of one contestant, in a process of its own."""
    if who == "millesime":
        command = [sys.executable, "-m", "benchmarks.index", str(phase), "--work", str(work)]
        command += ["--models", str(asked.models)]
    else:
        script = Path(__file__).with_name("index_peers.py")
        command = [asked.peers, "-W", "ignore", "-P", str(script), who, str(phase), str(work)]
        command += [str(model_folder(asked.models))]
    quiet = {"COCOINDEX_DB": str(work / "coco"), "COCOINDEX_DISABLE_USAGE_TRACKING": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **quiet}
    )
    if done.returncode:
        return {"error": done.stderr.strip().splitlines()[-1][:200]}
    figures: dict[str, object] = json.loads(done.stdout.strip().splitlines()[-1])
    return figures


def model_folder(models_dir: Path) -> Path:
    """The model as sentence-transformers loads it; made at first use."""
    from indexers.embedding import describe_model, load_model
    from schemas.site import EmbeddingSettings

    description = describe_model(EmbeddingSettings(), models_dir)
    if not description.folder.exists():
        load_model(EmbeddingSettings(), models_dir)
    return description.folder


def run_all(asked: argparse.Namespace) -> dict[str, dict[str, dict[str, object]]]:
    """Every contestant, every phase, one after the other."""
    found: dict[str, dict[str, dict[str, object]]] = {}
    model_folder(asked.models)
    with tempfile.TemporaryDirectory() as folder:
        write_phases(asked.corpus, asked.chunks, Path(folder))
        for who in ("millesime", *(PEERS if asked.peers else ())):
            work = Path(folder) / who
            work.mkdir()
            found[who] = {
                phase: measure(who, Path(folder) / f"{phase}.jsonl", work, asked)
                for phase in PHASES
            }
    return found


def show(found: dict[str, dict[str, dict[str, object]]]) -> None:
    """A table: CPU seconds, peak MiB and texts embedded, by contestant and phase."""
    print(f"{'':<12}" + "".join(f"{phase:>34}" for phase in PHASES))
    for who, phases in found.items():
        cells = [
            str(figures["error"])[:32]
            if "error" in figures
            else f"{figures['cpu_s']} s  {figures['peak_mib']} MiB  {figures['embedded']} texts"
            for figures in phases.values()
        ]
        print(f"{who:<12}" + "".join(f"{cell:>34}" for cell in cells))


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare; with ``--work``, be one phase of this project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--peers", default="")
    parser.add_argument("--chunks", type=int, default=300)
    parser.add_argument("--models", type=Path, default=Path(".millesime/models"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.work is None:
        found = run_all(asked)
        print(json.dumps(found)) if asked.json else show(found)
        return
    chunks = [json.loads(line) for line in asked.corpus.read_text("utf-8").splitlines()]
    figures = run_ours(chunks, asked.work, asked.models)
    used = resource.getrusage(resource.RUSAGE_SELF)
    figures |= {
        "cpu_s": round(used.ru_utime + used.ru_stime, 2),
        "peak_mib": round(used.ru_maxrss / 1024),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
