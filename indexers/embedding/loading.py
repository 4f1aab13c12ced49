"""From the profile's ``[embedding]`` to a model that computes."""

import sys
from importlib.util import find_spec
from pathlib import Path

from indexers.embedding import lazy
from indexers.embedding.bundled import NEEDED_MIB, write_bundled
from indexers.embedding.counting import load_tokenizer
from indexers.embedding.describing import describe_model, is_bundled, openvino_folder
from indexers.embedding.description import ModelDescription
from indexers.embedding.engine import Engine
from indexers.embedding.folders import build_once
from indexers.embedding.model import EmbeddingModel
from indexers.embedding.openvino_form import OpenVinoUnfit
from schemas.errors import ModelError
from schemas.site import EmbeddingSettings


def load_model(settings: EmbeddingSettings, models_dir: Path) -> EmbeddingModel:
    """The profile's model, ready; what has to be made for it is made once in ``models_dir``.

    Raises `ModelError` when the model is not there, is not what it should be, or its folder
    cannot be written.
    """
    description = describe_model(settings, models_dir)
    if is_bundled(description):
        build_once(description.folder, write_bundled, needed_mib=NEEDED_MIB)
    return EmbeddingModel(description, _choose_engine(description, settings, models_dir))


def _choose_engine(
    description: ModelDescription, settings: EmbeddingSettings, models_dir: Path
) -> Engine:
    if settings.backend == "torch" or (settings.backend == "auto" and _has_gpu()):
        return lazy.load_torch(description, settings.threads)
    try:
        return _load_openvino(description, settings, models_dir)
    except OpenVinoUnfit as unfit:
        if settings.backend == "openvino":
            raise ModelError(f"{description.name}: OpenVINO is not possible: {unfit}") from unfit
        return lazy.load_torch(description, settings.threads, instead_of=f"openvino: {unfit}")


def _load_openvino(
    description: ModelDescription, settings: EmbeddingSettings, models_dir: Path
) -> Engine:
    if find_spec("openvino") is None:
        raise OpenVinoUnfit("it is not installed")
    tokenizer = load_tokenizer(description)
    if tokenizer is None:
        raise OpenVinoUnfit("the model has no tokenizer.json")
    form = build_once(
        openvino_folder(description, models_dir),
        lambda folder: lazy.write_openvino(description, folder),  # imports torch: only if needed
        needed_mib=_folder_mib(description.folder) * 11 // 10,
    )
    return lazy.load_openvino(description, form, tokenizer, settings)


def _has_gpu() -> bool:
    # Asking torch takes seconds, so the driver's own file is looked for first.
    if sys.platform == "linux" and not Path("/proc/driver/nvidia").exists():
        return False
    return lazy.best_device() != "cpu"


def _folder_mib(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 2**20
