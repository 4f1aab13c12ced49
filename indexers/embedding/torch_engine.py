"""Any sentence-transformers model, computed by the library itself: the reference and fallback."""

from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors import SafetensorError
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer

from indexers.embedding.batching import plan_batches
from indexers.embedding.description import (
    EmbeddingMatrix,
    ModelDescription,
    TokenCounter,
    prepare_text,
)
from indexers.embedding.engine import Deliver, Role
from indexers.embedding.facts import ModelFacts
from indexers.embedding.quiet import quiet_libraries
from schemas.errors import ModelError
from schemas.site import EmbeddingSettings

_UNLOADABLE = (OSError, ValueError, RuntimeError, KeyError, ImportError, SafetensorError)
_UNLIMITED_TOKENS = 1_000_000
_CPU_BATCH_TOKENS = 8_192
_GPU_BATCH_TOKENS = 65_536


class TorchEngine:
    """`SentenceTransformer.encode_document` in float32, on batches of similar length."""

    def __init__(
        self, model: SentenceTransformer, prompts: dict[Role, str], remark: str = ""
    ) -> None:
        self._model = model
        self._prompts = prompts
        device = model.device.type
        self._batch_tokens = _CPU_BATCH_TOKENS if device == "cpu" else _GPU_BATCH_TOKENS
        self.backend = f"torch {device} float32{remark}"

    def lengths(self, texts: Sequence[str], role: Role) -> list[int]:
        """Tokens of each text as it is computed, prompt and special tokens counted."""
        prompt = self._prompts[role]
        return [count_tokens(self._model, prompt + text, whole=True) for text in texts]

    def embed(self, texts: Sequence[str], role: Role, deliver: Deliver) -> None:
        """Compute all texts in batches by length, longest first."""
        for batch in plan_batches(self.lengths(texts, role), budget=self._batch_tokens):
            deliver(batch, self._encode([texts[index] for index in batch], role))

    def _encode(self, texts: list[str], role: Role) -> EmbeddingMatrix:
        encode = self._model.encode_query if role == "query" else self._model.encode_document
        return encode(
            texts,
            prompt=self._prompts[role],
            batch_size=len(texts),
            show_progress_bar=False,
            convert_to_numpy=True,
        )


def load_torch(
    description: ModelDescription, threads: int | None, *, instead_of: str | None = None
) -> TorchEngine:
    """The model on the best device that torch finds; raises `ModelError`.

    ``instead_of`` says what was tried before, for the report.
    """
    if threads is not None:
        torch.set_num_threads(threads)
    return TorchEngine(
        load_sentence_transformer(description.folder, best_device()),
        {"query": description.query_prompt, "document": description.document_prompt},
        f" (instead of {instead_of})" if instead_of else "",
    )


def best_device() -> str:
    """``cuda``, ``mps`` or ``cpu``."""
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def load_sentence_transformer(folder: Path, device: str = "cpu") -> SentenceTransformer:
    """The folder's model, ready to compute; raises `ModelError` when it is not one."""
    try:
        with quiet_libraries():
            return SentenceTransformer(str(folder), device=device, local_files_only=True).eval()
    except _UNLOADABLE as error:
        raise ModelError(
            f"{folder}: cannot be loaded as a sentence-transformers model ({error}); "
            "if Millésime made this folder, delete it and it is made again"
        ) from error


def read_facts(folder: Path, settings: EmbeddingSettings) -> ModelFacts:
    """What the model in ``folder`` states about itself, and what ``settings`` override."""
    model = load_sentence_transformer(folder)
    query = _first_prompt(model, settings.query_prompt, "query")
    document = _first_prompt(model, settings.document_prompt, "document", "passage", "corpus")
    whole = count_tokens(model, f"{document}mot", whole=True)
    return ModelFacts(
        dimension=len(model.encode_document("mot", prompt=document)),
        max_tokens=int(min(model.max_seq_length or _UNLIMITED_TOKENS, _UNLIMITED_TOKENS)),
        overhead_tokens=whole - count_tokens(model, "mot", whole=False),
        query_prompt=query,
        document_prompt=document,
    )


def _first_prompt(model: SentenceTransformer, chosen: str | None, *names: str) -> str:
    """The profile's prompt, else the model's by the names that `encode_document` looks for."""
    if chosen is not None:
        return chosen
    return next((prompt for name in names if (prompt := model.prompts.get(name))), "")


def torch_token_counter(folder: Path) -> TokenCounter:
    """A counter for a model whose tokenizer only its own library can load."""
    model = load_sentence_transformer(folder)
    return lambda text: count_tokens(model, prepare_text(text), whole=False)


def count_tokens(model: SentenceTransformer, text: str, *, whole: bool) -> int:
    """Tokens of ``text`` by the model's tokenizer; ``whole`` counts its special tokens."""
    tokenizer = model.tokenizer
    if isinstance(tokenizer, Tokenizer):
        return len(tokenizer.encode(text, add_special_tokens=whole).ids)
    encoded = tokenizer(text, add_special_tokens=whole, truncation=False, verbose=False)
    return len(encoded["input_ids"])
