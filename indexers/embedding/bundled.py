"""The default model's constants, so that describing it reads no file."""

from pathlib import Path

from indexers.embedding import lazy
from indexers.embedding.bundled_file import BUNDLED_SHA256, read_bundled_file
from schemas.site.index import BUILT_IN_MODEL

BUNDLED_NAME = BUILT_IN_MODEL
BUNDLED_DIMENSION = 384
BUNDLED_MAX_TOKENS = 512
BUNDLED_OVERHEAD_TOKENS = 4
"""``<s>``, ``▁passage``, ``:`` and ``</s>``."""
BUNDLED_PROMPTS = {"query": "query: ", "document": "passage: "}
BUNDLED_ID = f"{BUNDLED_NAME}@{BUNDLED_SHA256[:12]}"

NEEDED_MIB = 1100
"""The folder's 465 MiB, twice while it is made."""


def write_bundled(folder: Path) -> None:
    """Make the default model's sentence-transformers folder; raises `ModelError`."""
    lazy.write_bundled_model(read_bundled_file(), folder, BUNDLED_PROMPTS)
