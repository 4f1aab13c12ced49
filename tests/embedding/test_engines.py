"""Whatever computes, the vectors are the library's, and the report says what it was."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from indexers.embedding import EmbeddingMatrix, describe_model, load_model
from indexers.embedding.describing import openvino_folder
from indexers.embedding.engine import PROBES
from indexers.embedding.openvino_choice import (
    computes_in_bfloat16,
    precisions_to_try,
    usable_cores,
)
from indexers.embedding.openvino_form import GRAPH_FILE, PROBES_FILE, REFUSAL_FILE
from schemas.errors import ModelError
from schemas.site import EmbeddingSettings

TEXTS = [*PROBES, "un mot " * 120, "", *(f"article {number}" for number in range(60))]


def library_vectors(folder: Path) -> EmbeddingMatrix:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu").encode_document(TEXTS)


def settings_for(folder: Path, **choices: str) -> EmbeddingSettings:
    return EmbeddingSettings.model_validate({"model": str(folder), **choices})


@pytest.mark.parametrize(
    ("choices", "backend", "tolerance"),
    [
        ({"backend": "torch"}, "torch", 1e-6),
        ({"backend": "openvino", "precision": "float32"}, "openvino cpu float32", 1e-5),
        ({"backend": "openvino"}, "openvino cpu", 1e-3),
    ],
    ids=["torch", "openvino-float32", "openvino-auto"],
)
def test_vectors_are_those_of_the_library(
    tiny_folder: Path,
    tiny_models_dir: Path,
    choices: dict[str, str],
    backend: str,
    tolerance: float,
) -> None:
    model = load_model(settings_for(tiny_folder, **choices), tiny_models_dir)
    matrix = model.embed_passages(TEXTS)

    assert model.backend.startswith(backend)
    cosines = (matrix * library_vectors(tiny_folder)).sum(axis=1)
    assert cosines.min() >= 1 - tolerance
    assert np.allclose(np.linalg.norm(matrix, axis=1), 1, atol=1e-6)


@pytest.mark.parametrize("backend", ["torch", "openvino"])
def test_query_has_its_own_prompt(tiny_folder: Path, tiny_models_dir: Path, backend: str) -> None:
    from sentence_transformers import SentenceTransformer

    model = load_model(
        settings_for(tiny_folder, backend=backend, precision="float32"), tiny_models_dir
    )
    expected = SentenceTransformer(str(tiny_folder), device="cpu").encode_query("qui ?")

    assert np.allclose(model.embed_query("qui ?"), expected, atol=1e-3)
    assert not np.allclose(model.embed_query("qui ?"), model.embed_passages(["qui ?"])[0])


@pytest.mark.parametrize("backend", ["torch", "openvino"])
def test_nothing_is_cut(tiny_folder: Path, tiny_models_dir: Path, backend: str) -> None:
    model = load_model(settings_for(tiny_folder, backend=backend), tiny_models_dir)
    longest = "a " * model.description.max_passage_tokens

    assert model.count_tokens([longest]) == [640]
    assert model.embed_passages([longest]).shape == (1, 32)
    with pytest.raises(ModelError, match="641 tokens"):
        model.embed_passages([longest + "b"])


def test_one_thread_computes_the_same(tiny_folder: Path, tiny_models_dir: Path) -> None:
    settings = settings_for(tiny_folder, backend="openvino", precision="float32")
    every = load_model(settings, tiny_models_dir).embed_passages(TEXTS)
    single = load_model(settings.model_copy(update={"threads": 1}), tiny_models_dir)

    assert np.allclose(single.embed_passages(TEXTS), every, atol=1e-6)


@pytest.fixture
def own_models_dir(tiny_folder: Path, tmp_path: Path) -> Path:
    """A models folder in which the tiny model's OpenVINO form has been made."""
    load_model(settings_for(tiny_folder, backend="openvino"), tmp_path)
    return tmp_path


def form_of(folder: Path, models_dir: Path) -> Path:
    return openvino_folder(describe_model(settings_for(folder), models_dir), models_dir)


def test_vectors_that_disagree_are_not_used(tiny_folder: Path, own_models_dir: Path) -> None:
    form = form_of(tiny_folder, own_models_dir)
    with np.load(form / PROBES_FILE) as kept:
        turned = {name: np.roll(kept[name], 1, axis=1) for name in kept}
    np.savez(form / PROBES_FILE, **turned)

    fallen_back = load_model(settings_for(tiny_folder), own_models_dir)
    assert fallen_back.backend.startswith("torch cpu float32 (instead of openvino: its vectors")
    with pytest.raises(ModelError, match="OpenVINO is not possible"):
        load_model(settings_for(tiny_folder, backend="openvino"), own_models_dir)


def test_a_damaged_graph_is_not_used(tiny_folder: Path, own_models_dir: Path) -> None:
    (form_of(tiny_folder, own_models_dir) / GRAPH_FILE).write_text("<net>", encoding="utf-8")

    fallen_back = load_model(settings_for(tiny_folder), own_models_dir)
    assert "cannot be loaded, delete it" in fallen_back.backend
    assert fallen_back.embed_query("mot").shape == (32,)


def test_a_model_that_is_no_graph_is_tried_once(tiny_folder: Path, tmp_path: Path) -> None:
    """A model whose library needs the prompt's length to pool cannot be traced truly."""
    folder = tmp_path / "prompt-left-out"
    shutil.copytree(tiny_folder, folder)
    pooling = folder / "1_Pooling" / "config.json"
    stated = json.loads(pooling.read_text(encoding="utf-8"))
    pooling.write_text(json.dumps({**stated, "include_prompt": False}), encoding="utf-8")
    model = load_model(settings_for(folder), tmp_path / "models")

    assert model.backend.startswith("torch cpu float32 (instead of openvino: ")


def test_a_static_model_is_computed_by_torch(tmp_path: Path) -> None:
    """Word vectors without a transformer: another tokenizer, no attention mask, no limit."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "un": 1, "mot": 2}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    static = StaticEmbedding(tokenizer, embedding_dim=8)
    SentenceTransformer(modules=[static], device="cpu").save(
        str(tmp_path / "static"), create_model_card=False
    )
    model = load_model(settings_for(tmp_path / "static"), tmp_path / "models")

    assert model.backend.startswith("torch cpu float32 (instead of openvino: ")
    assert model.embed_passages(["un mot", "mot"]).shape == (2, 8)
    assert model.count_tokens(["un mot"]) == [2]


@pytest.mark.parametrize(
    ("cpuinfo", "expected"),
    [
        ("flags\t: fpu avx2 avx512_bf16\n", True),
        ("flags\t: fpu amx_bf16\n", True),
        ("flags\t: fpu avx512f avx512_vnni\n", False),
        ("Features\t: fp asimd\n", False),
    ],
)
def test_bfloat16_where_the_processor_has_it(
    tmp_path: Path, cpuinfo: str, *, expected: bool
) -> None:
    (tmp_path / "cpuinfo").write_text(cpuinfo, encoding="utf-8")

    assert computes_in_bfloat16(tmp_path / "cpuinfo") is expected


def test_bfloat16_is_not_guessed(tmp_path: Path) -> None:
    assert not computes_in_bfloat16(tmp_path / "missing")


def test_precision_is_what_the_profile_says() -> None:
    assert precisions_to_try(EmbeddingSettings(precision="bfloat16")) == ("bfloat16",)
    assert precisions_to_try(EmbeddingSettings())[-1] == "float32"


def test_cores_are_those_of_this_process() -> None:
    assert usable_cores() >= 1


def test_a_refusal_is_kept(tiny_folder: Path, own_models_dir: Path) -> None:
    form = form_of(tiny_folder, own_models_dir)
    (form / REFUSAL_FILE).write_text("TypeError: for the test", encoding="utf-8")

    assert (
        "TypeError: for the test" in load_model(settings_for(tiny_folder), own_models_dir).backend
    )
