"""A tiny model that the tests make, and the real one, made once and kept between runs."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from indexers.embedding import EmbeddingModel, ModelDescription
from indexers.embedding.engine import Deliver, Role

REPOSITORY = Path(__file__).resolve().parents[2]


def write_tiny_model(folder: Path, *, seed: int = 1, prompts: dict[str, str] | None = None) -> Path:
    """A sentence-transformers folder of a few kilobytes with random weights."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Normalize, Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    from indexers.embedding.quiet import quiet_libraries

    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = "abcdefghijklmnopqrstuvwxyz0123456789'.,:?%°-"
    pieces = [*marks, *letters, *(f"##{letter}" for letter in letters)]
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(pieces),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=640,
    )
    raw = folder.with_name(f"{folder.name}.raw")
    with quiet_libraries():
        BertModel(config).save_pretrained(raw)
        PreTrainedTokenizerFast(
            tokenizer_object=tokenizer,
            model_max_length=640,
            unk_token="[UNK]",
            pad_token="[PAD]",
            cls_token="[CLS]",
            sep_token="[SEP]",
            mask_token="[MASK]",
        ).save_pretrained(raw)
        modules = [Transformer(str(raw), max_seq_length=640), Pooling(32), Normalize()]
        SentenceTransformer(modules=modules, device="cpu", prompts=prompts or {}).save(
            str(folder), create_model_card=False
        )
    return folder


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    prompts = {"query": "question: ", "document": "texte: "}
    return write_tiny_model(tmp_path_factory.mktemp("tiny") / "tiny", prompts=prompts)


@pytest.fixture(scope="session")
def tiny_models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


def describe_fake(**changes: object) -> ModelDescription:
    facts: dict[str, object] = {
        "name": "fake",
        "model_id": "fake@1",
        "recipe": "1",
        "dimension": 3,
        "max_tokens": 12,
        "max_passage_tokens": 10,
        "query_prompt": "",
        "document_prompt": "",
        "folder": Path("fake"),
    }
    return ModelDescription(**{**facts, **changes})


class FakeEngine:
    """Three figures of a text's letters as its vector; one batch a text, shortest first."""

    backend = "fake"

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def lengths(self, texts: Sequence[str], role: Role) -> list[int]:
        assert role in ("query", "document")
        return [len(text.split()) + 2 for text in texts]

    def embed(self, texts: Sequence[str], role: Role, deliver: Deliver) -> None:
        assert role in ("query", "document")
        for index in sorted(range(len(texts)), key=lambda index: len(texts[index])):
            self.embedded.append(texts[index])
            deliver([index], np.array([letters_of(texts[index])], np.float32))


def letters_of(text: str) -> list[float]:
    return [float(len(text)), float(text.count("e")), 1.0]


@pytest.fixture
def description() -> ModelDescription:
    return describe_fake()


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def fake(engine: FakeEngine) -> EmbeddingModel:
    return EmbeddingModel(describe_fake(), engine)
