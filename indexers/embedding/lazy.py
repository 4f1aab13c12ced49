"""Names whose modules import torch, sentence-transformers or OpenVINO: loaded at first use.

A night without changes, the token counter and a description then cost no such import
(5 to 7 seconds and half a gigabyte).
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexers.embedding.bundled_model import write_bundled_model
    from indexers.embedding.foreign import find_snapshot
    from indexers.embedding.openvino_choice import load_openvino
    from indexers.embedding.openvino_convert import write_openvino
    from indexers.embedding.torch_engine import (
        best_device,
        load_torch,
        read_facts,
        torch_token_counter,
    )

__all__ = [
    "best_device",
    "find_snapshot",
    "load_openvino",
    "load_torch",
    "read_facts",
    "torch_token_counter",
    "write_bundled_model",
    "write_openvino",
]

_HOMES = {
    "best_device": "torch_engine",
    "find_snapshot": "foreign",
    "load_openvino": "openvino_choice",
    "load_torch": "torch_engine",
    "read_facts": "torch_engine",
    "torch_token_counter": "torch_engine",
    "write_bundled_model": "bundled_model",
    "write_openvino": "openvino_convert",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"indexers.embedding.{_HOMES[name]}"), name)
