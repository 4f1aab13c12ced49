"""From a sentence-transformers folder to one OpenVINO graph: token ids in, embedding out.

All modules (transformer, pooling, normalisation, ...) are traced together, so that what the
library computes and what OpenVINO computes cannot drift apart in code of ours. Beside the
graph stand the vectors that the library itself gave for a few texts: whoever loads the graph
computes them again and compares.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sentence_transformers import SentenceTransformer

from indexers.embedding.description import ModelDescription
from indexers.embedding.engine import PROBES
from indexers.embedding.openvino_form import (
    GRAPH_FILE,
    INTERFACE_FILE,
    PROBES_FILE,
    REFUSAL_FILE,
    GraphInterface,
)
from indexers.embedding.openvino_quiet import openvino
from indexers.embedding.quiet import quiet_libraries
from indexers.embedding.torch_engine import load_sentence_transformer

_KNOWN_INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})

# What tracing raises for code that it cannot follow; OpenVINO's own errors are RuntimeErrors.
_NOT_TRACEABLE = (RuntimeError, TypeError, ValueError, AttributeError, LookupError)


class NotConvertible(ValueError):
    """The model has a part that does not become an OpenVINO graph; torch computes it."""


def write_openvino(description: ModelDescription, folder: Path) -> None:
    """Write the model's OpenVINO form into ``folder``, or the reason why it has none."""
    model = load_sentence_transformer(description.folder)
    folder.mkdir()
    try:
        names, graph = _graph(model)
    except NotConvertible as error:
        (folder / REFUSAL_FILE).write_text(f"{error}\n", encoding="utf-8")
        return
    _save(graph, folder / GRAPH_FILE)
    np.savez(
        folder / PROBES_FILE,
        query=model.encode_query(list(PROBES), prompt=description.query_prompt),
        document=model.encode_document(list(PROBES), prompt=description.document_prompt),
    )
    pad_id = getattr(model.tokenizer, "pad_token_id", None) or 0
    interface = GraphInterface(inputs=names, pad_id=pad_id)
    (folder / INTERFACE_FILE).write_text(interface.model_dump_json(), encoding="utf-8")


class _Whole(torch.nn.Module):
    """The chain of modules as one, from named tensors in a fixed order."""

    def __init__(self, model: SentenceTransformer, names: list[str]) -> None:
        super().__init__()
        self._parts = torch.nn.ModuleList(model)
        self._names = names

    def forward(self, *tensors: torch.Tensor) -> torch.Tensor:
        features: dict[str, Any] = dict(zip(self._names, tensors, strict=True))
        for part in self._parts:
            features = part(features)
        embedding: torch.Tensor = features["sentence_embedding"]
        return embedding


def _graph(model: SentenceTransformer) -> tuple[tuple[str, ...], object]:
    features = model.preprocess([PROBES[0], PROBES[1]])
    tensors = {name: value for name, value in features.items() if torch.is_tensor(value)}
    if not set(tensors) <= _KNOWN_INPUTS:
        raise NotConvertible(f"it takes inputs that are not known here: {sorted(tensors)!r}")
    try:
        with quiet_libraries(), torch.inference_mode():
            return tuple(tensors), _trace(_Whole(model, list(tensors)), tensors)
    except _NOT_TRACEABLE as error:
        raise NotConvertible(f"{type(error).__name__}: {error}") from error


def _save(graph: object, path: Path) -> None:
    # Stored in half precision, computed in full: half the disk and memory, cosines of 0.9999999.
    try:
        openvino.save_model(graph, path, compress_to_fp16=True)
    except RuntimeError as error:
        raise OSError(str(error)) from error


def _trace(whole: _Whole, tensors: dict[str, torch.Tensor]) -> object:
    # The front end is called directly: `openvino.convert_model` is a wrapper that reports its use.
    frontend = import_module("openvino.frontend").FrontEndManager().load_by_framework("pytorch")
    decoding = import_module("openvino.frontend.pytorch.ts_decoder")
    decoder = decoding.TorchScriptPythonDecoder(
        whole.eval(), example_input=tuple(tensors.values()), trace_kwargs={"check_trace": False}
    )
    graph = frontend.convert(frontend.load(decoder))
    for port, name in zip(graph.inputs, tensors, strict=True):
        node = port.get_node()
        node.set_element_type(openvino.Type.i64)
        node.set_partial_shape(openvino.PartialShape([-1, -1]))
        port.tensor.set_names({name})
    graph.validate_nodes_and_infer_types()
    converted: object = graph
    return converted
