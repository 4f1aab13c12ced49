"""The default model as a native sentence-transformers folder, made from the bundled file."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from safetensors import SafetensorError
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules import Normalize, Transformer
from sentence_transformers.sentence_transformer.modules import Pooling
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from indexers.embedding.bundled_file import BundledFile, Weights
from indexers.embedding.bundled_tokenizer import SPECIAL_TOKENS, build_tokenizer
from indexers.embedding.quiet import quiet_libraries

_EMBEDDINGS = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}
_LAYER_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_KINDS = {"w": "weight", "b": "bias"}


def write_bundled_model(bundled: BundledFile, folder: Path, prompts: dict[str, str]) -> None:
    """Write the model into ``folder``: Transformer, mean Pooling and Normalize, in float32.

    Raises `OSError` when the disk refuses.
    """
    try:
        _write(bundled, folder, prompts)
    except SafetensorError as error:
        raise OSError(str(error)) from error


def _write(bundled: BundledFile, folder: Path, prompts: dict[str, str]) -> None:
    with quiet_libraries(), TemporaryDirectory(dir=folder.parent) as scratch:
        _bert(bundled).save_pretrained(scratch)
        _tokenizer(bundled).save_pretrained(scratch)
        modules = [
            Transformer(scratch, max_seq_length=bundled.shape.positions),
            Pooling(bundled.shape.hidden, pooling_mode="mean"),
            Normalize(),
        ]
        model = SentenceTransformer(modules=modules, device="cpu", prompts=prompts)
        model.save(str(folder), create_model_card=False)


def torch_name(name: str) -> str:
    """What transformers calls the tensor that the file calls ``name``.

    >>> torch_name("l11.aln.b")
    'encoder.layer.11.attention.output.LayerNorm.bias'
    """
    if name in _EMBEDDINGS:
        return _EMBEDDINGS[name]
    layer, part, kind = name.split(".")
    return f"encoder.layer.{layer[1:]}.{_LAYER_PARTS[part]}.{_KINDS[kind]}"


def _bert(bundled: BundledFile) -> BertModel:
    model = BertModel(_config(bundled))
    state = model.state_dict()
    weights = {name: torch.from_numpy(tensor) for name, tensor in _weights(bundled, state)}
    # The pooler is not part of the file and is not used; zeros keep two builds equal.
    weights |= {
        name: torch.zeros_like(tensor)
        for name, tensor in state.items()
        if name.startswith("pooler.")
    }
    model.load_state_dict(weights, strict=True)
    return model


def _weights(bundled: BundledFile, state: dict[str, torch.Tensor]) -> Iterator[tuple[str, Weights]]:
    for name in bundled.names():
        target = torch_name(name)
        yield target, bundled.tensor(name, *state[target].shape)


def _config(bundled: BundledFile) -> BertConfig:
    shape = bundled.shape
    return BertConfig(
        vocab_size=shape.vocabulary,
        hidden_size=shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        intermediate_size=shape.feed_forward,
        max_position_embeddings=shape.positions,
        type_vocab_size=shape.token_types,
        layer_norm_eps=1e-12,
        pad_token_id=1,
        hidden_act="gelu",
    )


def _tokenizer(bundled: BundledFile) -> PreTrainedTokenizerFast:
    tokenizer: Tokenizer = build_tokenizer(bundled)
    wrapper: Any = PreTrainedTokenizerFast  # its constructor carries no types
    wrapped: PreTrainedTokenizerFast = wrapper(
        tokenizer_object=tokenizer, model_max_length=bundled.shape.positions, **SPECIAL_TOKENS
    )
    return wrapped
