"""LangChain and LlamaIndex read the published table as it is, in an environment of their own.

Set ``READERS_PYTHON`` to the Python of an environment made as `benchmarks/index_readers.py`
says; without it the test skips, for installing both takes minutes.
"""

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from indexers.lance import index_lock

if TYPE_CHECKING:
    from conftest import Maker

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "index_readers.py"
PYTHON = os.environ.get("READERS_PYTHON", "")


@pytest.mark.slow
@pytest.mark.skipif(not PYTHON, reason="READERS_PYTHON names no environment")
def test_both_return_the_warning(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
    read = subprocess.run(
        [PYTHON, "-P", str(SCRIPT), str(index_dir)], capture_output=True, text=True, check=False
    )
    assert read.returncode == 0, read.stdout + read.stderr
    for reader in ("by_langchain", "by_llama_index"):
        assert (
            f"{reader}: 12 passages, 6 archives, 0 without warning, 0 without source" in read.stdout
        )
