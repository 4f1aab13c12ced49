"""Where a model is that the operator names: a folder, or a model id of the hub."""

from pathlib import Path

from huggingface_hub import snapshot_download

from schemas.errors import ModelError

_OTHER_FORMATS = ["onnx/*", "openvino/*", "*.onnx", "*.h5", "*.msgpack", "*.ot", "*.tflite"]


def find_snapshot(name: str, revision: str | None) -> Path:
    """The folder of a model id: what is on this machine already, else downloaded once.

    Raises `ModelError` when it is neither here nor to be had.
    """
    try:
        return Path(snapshot_download(name, revision=revision, local_files_only=True))
    except FileNotFoundError:
        return _download(name, revision)
    except ValueError as error:
        raise _unknown(name) from error


def _download(name: str, revision: str | None) -> Path:
    try:
        return Path(snapshot_download(name, revision=revision, ignore_patterns=_OTHER_FORMATS))
    except OSError as error:
        raise _unknown(name) from error


def _unknown(name: str) -> ModelError:
    return ModelError(
        f"embedding model {name!r} is not a folder here and could not be downloaded; give "
        "the path of a sentence-transformers folder, or leave out `model` for the default"
    )
