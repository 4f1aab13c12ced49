"""The model as an OpenVINO graph, driven directly: several batches in flight, one a stream.

Measured choices (``docs/decisions/0010-embedding-on-the-processor.md``): one stream a core, batches
of about 512 tokens, lengths padded to a multiple of 16.
"""

from collections import deque
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


@dataclass(frozen=True, slots=True)
class _Running:
    """A batch that is being computed."""

    request: Any
    batch: list[int]

    def finish(self, deliver: Deliver) -> None:
        """Wait for the vectors and hand them on; the request is free then."""
        self.request.wait()
        deliver(self.batch, self.request.get_output_tensor(0).data.copy())


class OpenVinoEngine:
    """Embeddings on the processor; tokenizing included, no torch needed.

    OpenVINO's own queue is not used: it calls back into Python from its threads, and one that
    does so while the interpreter ends aborts the process (seen once in ten runs).
    """

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
                # A pinned stream waits for its own core while another one is free.
                "ENABLE_CPU_PINNING": False,
            },
        )
        self.backend = f"openvino cpu {precision}"

    def lengths(self, texts: Sequence[str], role: Role) -> list[int]:
        """Tokens of each text as it is computed, prompt and special tokens counted."""
        return [len(ids) for ids in self._token_ids(texts, role)]

    def embed(self, texts: Sequence[str], role: Role, deliver: Deliver) -> None:
        """Compute all texts in batches by length, longest first, each stream its own."""
        ids = self._token_ids(texts, role)
        multiple = self._tuning.padding_multiple
        batches = plan_batches(
            [len(one) for one in ids], budget=self._tuning.batch_tokens, multiple=multiple
        )
        running: deque[_Running] = deque()
        for batch in batches:
            # Two requests a stream: one computes while the other waits with its inputs ready.
            if len(running) == 2 * self._tuning.streams:
                running[0].finish(deliver)
                request = running.popleft().request
            else:
                request = self._graph.create_infer_request()
            request.start_async(self._inputs([ids[index] for index in batch]))
            running.append(_Running(request, batch))
        for last in running:
            last.finish(deliver)

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
