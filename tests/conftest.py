"""What several rooms test with: the embedding model that ships."""

from pathlib import Path

import pytest

from indexers.embedding import EmbeddingModel, load_model
from schemas.site import EmbeddingSettings

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def real_models_dir() -> Path:
    """Kept in the checkout, out of version control: making the model takes half a minute."""
    return REPOSITORY / ".millesime" / "models"


@pytest.fixture(scope="session")
def real_model(real_models_dir: Path) -> EmbeddingModel:
    return load_model(EmbeddingSettings(), real_models_dir)
