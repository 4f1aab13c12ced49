"""What an index was made of, as one hash: equal inputs give the same index, so a run can stop.

The hash is kept with the caches and may be deleted: the next run then does its work, finds
the same content and publishes nothing.
"""

import dataclasses
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from flows.code_versions import everything
from flows.read_documents import has_tesseract
from flows.run import Run
from flows.workspace import Workspace
from indexers.lance import published
from schemas.index import IndexManifest
from schemas.resource import SourceDocument

_NIGHTLY = {"fetched_at"}
"""Fields of a source that change each night without anything having changed."""


def inputs_sha256(run: Run, sources: Iterable[SourceDocument]) -> str:
    """SHA-256 over the documents as they were found, the profile, the questions, code and day.

    The day counts because what is in force may end with it.
    """
    facts: list[object] = [
        run.workspace.profile_sha256(),
        run.workspace.golden().model_dump_json(),
        everything(),
        run.today.isoformat(),
        has_tesseract(),
    ]
    for source in sources:
        values = dataclasses.asdict(source)
        facts.append({name: value for name, value in values.items() if name not in _NIGHTLY})
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode()).hexdigest()


def version_made_of(inputs: str, workspace: Workspace) -> IndexManifest | None:
    """The published build if it was made of exactly these inputs."""
    try:
        kept = json.loads(_file(workspace).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    live = published(workspace.index_place)
    if live is None or kept != {"inputs": inputs, "version": live.version}:
        return None
    return live


def remember_inputs(inputs: str, version: str | None, workspace: Workspace) -> None:
    """Note what the published build ``version`` was made of."""
    facts = json.dumps({"inputs": inputs, "version": version})
    _file(workspace).write_text(facts + "\n", encoding="utf-8")


def _file(workspace: Workspace) -> Path:
    return workspace.cache_dir / "inputs.json"
