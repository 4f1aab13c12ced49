"""What the machine decides: the only reader of the environment."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Settings of this machine, each from an environment variable ``MILLESIME_...``."""

    model_config = SettingsConfigDict(env_prefix="MILLESIME_", frozen=True)

    models_dir: Path = Field(default_factory=lambda: Path.home() / ".cache/millesime/models")
    """Where embedding models are made once and kept; shared by all sites of the machine."""
    storage_options: dict[str, str] = Field(default_factory=dict)
    """How an object store is reached, as a JSON object (``aws_endpoint``, ``aws_region``, ...)."""
    reading_children: int = Field(default=2, ge=1, le=64)
    """PDF reading processes at a time."""
