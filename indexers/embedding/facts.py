"""What a model that is not ours states about itself, asked once and kept beside the models."""

import hashlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

_MODEL_SUFFIXES = frozenset({".json", ".txt", ".model", ".safetensors", ".bin", ".jinja"})
_OTHER_FORMATS = frozenset({"onnx", "openvino"})


class ModelFacts(BaseModel):
    """The figures of a model, as it states them or as the profile overrides them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dimension: int = Field(ge=1)
    max_tokens: int = Field(ge=1)
    overhead_tokens: int = Field(ge=0)
    """Tokens that the document prompt and the special tokens take of `max_tokens`."""
    query_prompt: str
    document_prompt: str


def kept_facts(path: Path) -> ModelFacts | None:
    """The facts in the file ``path``, or ``None`` when there are none that can be read."""
    try:
        return ModelFacts.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None


def keep_facts(path: Path, facts: ModelFacts) -> None:
    """Write the facts to the file ``path``, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.draft")
    draft.write_text(facts.model_dump_json(indent=2), encoding="utf-8")
    draft.replace(path)


def fingerprint(folder: Path) -> str:
    """SHA-256 over the names and contents of the files that make the model.

    Read in full: two trainings of one model may differ in a single layer.
    """
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        if path.suffix in _MODEL_SUFFIXES and not _OTHER_FORMATS & set(place.parts):
            with path.open("rb") as content:
                inner = hashlib.file_digest(content, "sha256").hexdigest()
            digest.update(f"{place.as_posix()}\0{inner}\n".encode())
    return digest.hexdigest()
