"""What needs no model loads none of its libraries, and nothing reports its use."""

import asyncio
import sys
from pathlib import Path

import pytest

HEAVY = ("torch", "transformers", "sentence_transformers", "openvino", "huggingface_hub")


def run_python(code: str, *arguments: str) -> str:
    async def run() -> tuple[int | None, bytes]:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, *arguments, stdout=asyncio.subprocess.PIPE
        )
        printed, _ = await child.communicate()
        return child.returncode, printed

    code_of_exit, printed = asyncio.run(run())
    assert code_of_exit == 0
    return printed.decode().strip()


def test_import_and_description_load_no_library() -> None:
    loaded = run_python(
        "import sys\n"
        "from pathlib import Path\n"
        "from indexers.embedding import describe_model\n"
        "from schemas.site import EmbeddingSettings\n"
        "describe_model(EmbeddingSettings(), Path('nowhere'))\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )

    assert loaded == "[]"


@pytest.mark.model
def test_counting_tokens_loads_no_library() -> None:
    loaded = run_python(
        "import sys\n"
        "from pathlib import Path\n"
        "from indexers.embedding import load_token_counter\n"
        "from schemas.site import EmbeddingSettings\n"
        "assert load_token_counter(EmbeddingSettings(), Path('nowhere'))('mot') == 1\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )

    assert loaded == "[]"


def test_making_and_using_a_model_opens_no_connection(tiny_folder: Path, tmp_path: Path) -> None:
    """OpenVINO reports its import and its conversions unless it is kept from doing so."""
    opened = run_python(
        "import sys\n"
        "from pathlib import Path\n"
        "events = []\n"
        "watched = ('socket.connect', 'socket.getaddrinfo', 'socket.sendto')\n"
        "sys.addaudithook(lambda event, args: event in watched and events.append(event))\n"
        "from indexers.embedding import load_model\n"
        "from schemas.site import EmbeddingSettings\n"
        "settings = EmbeddingSettings(model=sys.argv[1], backend='openvino')\n"
        "load_model(settings, Path(sys.argv[2])).embed_query('mot')\n"
        "import openvino\n"
        "print(events)",
        str(tiny_folder),
        str(tmp_path),
    )

    assert opened == "[]"


def test_second_load_by_openvino_needs_no_torch(tiny_folder: Path, tiny_models_dir: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from indexers.embedding import load_model\n"
        "from schemas.site import EmbeddingSettings\n"
        "settings = EmbeddingSettings(model=sys.argv[1], backend='openvino')\n"
        "load_model(settings, Path(sys.argv[2])).embed_query('mot')\n"
        "print('torch' in sys.modules)"
    )
    run_python(code, str(tiny_folder), str(tiny_models_dir))

    assert run_python(code, str(tiny_folder), str(tiny_models_dir)) == "False"
