"""The model as an OpenVINO graph, driven directly: several batches in flight, one a stream.

Measured choices (``docs/decisions/embedding-on-the-processor.md``): one stream a core, batches
of about 512 tokens, lengths padded to a multiple of 16.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from indexers.embedding.batching import padded_length, plan_batches
from indexers.embedding.engine import Deliver, Role
from indexers.embedding.openvino_form import (
    GRAPH_FILE,
    INTERFACE_FILE,
    GraphInterface,
)
from indexers.embedding.openvino_quiet import openvino

BATCH_TOKENS = 512
PADDING_MULTIPLE = 16

Precision = Literal["float32", "bfloat16"]

_HINTS: dict[Precision, str] = {"float32": "f32", "bfloat16": "bf16"}

TokenIds = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OpenVinoTuning:
    """How the graph is run; the defaults are the measured best."""

    threads: int
    streams: int
    batch_tokens: int = BATCH_TOKENS
    padding_multiple: int = PADDING_MULTIPLE

    @classmethod
    def for_threads(cls, threads: int) -> Self:
        """One stream a thread."""
        return cls(threads=threads, streams=threads)


class OpenVinoEngine:
    """Embeddings on the processor; tokenizing included, no torch needed."""

    def __init__(
        self,
        folder: Path,
        tokenizer: Tokenizer,
        prompts: dict[Role, str],
        precision: Precision,
        tuning: OpenVinoTuning,
    ) -> None:
        interface = (folder / INTERFACE_FILE).read_text(encoding="utf-8")
        self._interface = GraphInterface.model_validate_json(interface)
        self._tokenizer = tokenizer
        self._prompts = prompts
        self._tuning = tuning
        self._graph: Any = openvino.Core().compile_model(
            folder / GRAPH_FILE,
            "CPU",
            {
                "INFERENCE_PRECISION_HINT": _HINTS[precision],
                "NUM_STREAMS": tuning.streams,
                "INFERENCE_NUM_THREADS": tuning.threads,
            },
        )
        self.backend = f"openvino cpu {precision}"

    def lengths(self, texts: Sequence[str], role: Role) -> list[int]:
        """Tokens of each text as it is computed, prompt and special tokens counted."""
        return [len(ids) for ids in self._token_ids(texts, role)]

    def embed(self, texts: Sequence[str], role: Role, deliver: Deliver) -> None:
        """Compute all texts in batches by length, longest first, each stream its own."""
        ids = self._token_ids(texts, role)
        queue = openvino.AsyncInferQueue(self._graph, self._tuning.streams)
        queue.set_callback(
            lambda request, batch: deliver(batch, request.get_output_tensor(0).data.copy())
        )
        lengths = [len(one) for one in ids]
        multiple = self._tuning.padding_multiple
        for batch in plan_batches(lengths, budget=self._tuning.batch_tokens, multiple=multiple):
            queue.start_async(self._inputs([ids[index] for index in batch]), batch)
        queue.wait_all()

    def _token_ids(self, texts: Sequence[str], role: Role) -> list[list[int]]:
        prompt = self._prompts[role]
        return [
            encoded.ids for encoded in self._tokenizer.encode_batch([prompt + t for t in texts])
        ]

    def _inputs(self, batch: list[list[int]]) -> list[TokenIds]:
        width = padded_length(max(map(len, batch)), self._tuning.padding_multiple)
        ids = np.full((len(batch), width), self._interface.pad_id, np.int64)
        mask = np.zeros((len(batch), width), np.int64)
        for row, one in enumerate(batch):
            ids[row, : len(one)] = one
            mask[row, : len(one)] = 1
        tensors = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return [tensors[name] for name in self._interface.inputs]
