"""From the profile's ``[embedding]`` to a `ModelDescription`, without loading the model."""

import hashlib
import re
from pathlib import Path

from indexers.embedding import lazy
from indexers.embedding.bundled import (
    BUNDLED_DIMENSION,
    BUNDLED_ID,
    BUNDLED_MAX_TOKENS,
    BUNDLED_NAME,
    BUNDLED_OVERHEAD_TOKENS,
    BUNDLED_PROMPTS,
)
from indexers.embedding.description import RECIPE, ModelDescription
from indexers.embedding.facts import ModelFacts, fingerprint, keep_facts, kept_facts
from schemas.errors import ModelError
from schemas.site import EmbeddingSettings


def describe_model(settings: EmbeddingSettings, models_dir: Path) -> ModelDescription:
    """What the profile's model is. Raises `ModelError` when there is no such model.

    Constants for the built-in model. Another model is hashed, and loaded the first time
    that it is seen, to ask its dimension and limits; these are then kept in ``models_dir``.
    """
    if settings.model == BUNDLED_NAME:
        return _described(settings, BUNDLED_ID, _BUNDLED_FACTS, models_dir / _BUNDLED_FOLDER)
    folder = _find_folder(settings)
    slug = re.sub(r"[^a-z0-9.]+", "-", settings.model.lower()).strip("-.")[-60:]
    model_id = f"{slug}@{fingerprint(folder)[:12]}"
    return _described(settings, model_id, _facts(settings, model_id, folder, models_dir), folder)


def is_bundled(description: ModelDescription) -> bool:
    """Whether the description is that of the model shipped with us."""
    return description.model_id == BUNDLED_ID


def openvino_folder(description: ModelDescription, models_dir: Path) -> Path:
    """Where the model's OpenVINO form is kept once it is made."""
    return models_dir / f"{_stem(description.model_id, description.recipe)}-openvino"


def _stem(model_id: str, recipe: str) -> str:
    return f"{model_id}-{recipe}".replace("@", "-")


_BUNDLED_FOLDER = _stem(BUNDLED_ID, RECIPE)
_BUNDLED_FACTS = ModelFacts(
    dimension=BUNDLED_DIMENSION,
    max_tokens=BUNDLED_MAX_TOKENS,
    overhead_tokens=BUNDLED_OVERHEAD_TOKENS,
    query_prompt=BUNDLED_PROMPTS["query"],
    document_prompt=BUNDLED_PROMPTS["document"],
)


def _described(
    settings: EmbeddingSettings, model_id: str, facts: ModelFacts, folder: Path
) -> ModelDescription:
    return ModelDescription(
        name=settings.model,
        model_id=model_id,
        recipe=_recipe(settings),
        dimension=facts.dimension,
        max_tokens=facts.max_tokens,
        max_passage_tokens=facts.max_tokens - facts.overhead_tokens,
        query_prompt=facts.query_prompt,
        document_prompt=facts.document_prompt,
        folder=folder,
    )


def _recipe(settings: EmbeddingSettings) -> str:
    """Our version, with a mark of the prompts where the profile sets its own."""
    if settings.query_prompt is None and settings.document_prompt is None:
        return RECIPE
    prompts = f"{settings.query_prompt!r} {settings.document_prompt!r}"
    return f"{RECIPE}-prompts-{hashlib.sha256(prompts.encode()).hexdigest()[:8]}"


def _find_folder(settings: EmbeddingSettings) -> Path:
    path = Path(settings.model).expanduser()
    if path.is_dir():
        if not (path / "modules.json").is_file() and not (path / "config.json").is_file():
            raise ModelError(f"{path}: holds neither modules.json nor config.json: not a model")
        return path.resolve()
    if path.is_absolute() or settings.model.startswith((".", "~")):
        raise ModelError(f"embedding model folder {settings.model!r} does not exist")
    return lazy.find_snapshot(settings.model, settings.revision)


def _facts(
    settings: EmbeddingSettings, model_id: str, folder: Path, models_dir: Path
) -> ModelFacts:
    path = models_dir / f"{_stem(model_id, _recipe(settings))}.facts.json"
    facts = kept_facts(path)
    if facts is None:
        facts = lazy.read_facts(folder, settings)
        keep_facts(path, facts)
    return facts
