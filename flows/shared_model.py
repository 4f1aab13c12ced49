"""The profile's embedding model: described at once, loaded when first needed, and only once."""

from dataclasses import dataclass, field

from flows.workspace import Workspace
from indexers.embedding import EmbeddingModel, ModelDescription, describe_model, load_model


@dataclass(slots=True)
class SharedModel:
    """One model for passages, questions and probes; loading it costs seconds, so it waits."""

    workspace: Workspace
    _loaded: EmbeddingModel | None = field(default=None, repr=False)

    @property
    def description(self) -> ModelDescription:
        """Identity and prompts, without loading anything. Raises `ModelError`."""
        return describe_model(self.workspace.embedding, self.workspace.models_dir)

    @property
    def is_loaded(self) -> bool:
        """Whether something has needed it."""
        return self._loaded is not None

    def load(self) -> EmbeddingModel:
        """The loaded model. Raises `ModelError`."""
        if self._loaded is None:
            settings, models_dir = self.workspace.embedding, self.workspace.models_dir
            self._loaded = load_model(settings, models_dir)
        return self._loaded
