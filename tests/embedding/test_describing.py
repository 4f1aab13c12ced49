"""A description is cheap, says what the model is, and changes when the model does."""

import shutil
from pathlib import Path

import pytest
from pydantic import ValidationError

from indexers.embedding import describe_model, lazy, load_token_counter
from schemas.errors import ModelError
from schemas.site import EmbeddingSettings


def test_built_in_model_is_known_without_a_file() -> None:
    described = describe_model(EmbeddingSettings(), Path("nowhere"))

    assert described.model_id == "multilingual-e5-small@1571fc982750"
    assert (described.dimension, described.max_tokens) == (384, 512)
    assert described.max_passage_tokens == 508
    assert (described.query_prompt, described.document_prompt) == ("query: ", "passage: ")
    assert described.folder == Path("nowhere/multilingual-e5-small-1571fc982750-1")


def test_a_folder_states_its_figures(tiny_folder: Path, tmp_path: Path) -> None:
    described = describe_model(EmbeddingSettings(model=str(tiny_folder)), tmp_path)

    assert (described.dimension, described.max_tokens) == (32, 640)
    assert (described.query_prompt, described.document_prompt) == ("question: ", "texte: ")
    # [CLS], [SEP], the letters of "texte" and the colon.
    assert described.max_passage_tokens == 640 - 2 - len("texte:")
    assert described.folder == tiny_folder


def test_a_folder_is_asked_once(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = EmbeddingSettings(model=str(tiny_folder))
    first = describe_model(settings, tmp_path)
    monkeypatch.setitem(vars(lazy), "read_facts", None)

    assert describe_model(settings, tmp_path) == first


def test_identity_is_that_of_the_content(tiny_folder: Path, tmp_path: Path) -> None:
    copied = tmp_path / "elsewhere" / tiny_folder.name
    shutil.copytree(tiny_folder, copied)
    here = describe_model(EmbeddingSettings(model=str(tiny_folder)), tmp_path)
    there = describe_model(EmbeddingSettings(model=str(copied)), tmp_path)
    (copied / "README.md").write_text("a note", encoding="utf-8")
    noted = describe_model(EmbeddingSettings(model=str(copied)), tmp_path)
    (copied / "model.safetensors").write_bytes(b"\0" + (copied / "model.safetensors").read_bytes())

    assert here.model_id.rpartition("@")[2] == there.model_id.rpartition("@")[2]
    assert noted.model_id == there.model_id
    with pytest.raises(ModelError, match="cannot be loaded"):
        describe_model(EmbeddingSettings(model=str(copied)), tmp_path)


def test_prompts_of_the_profile_change_the_recipe(tiny_folder: Path, tmp_path: Path) -> None:
    stated = describe_model(EmbeddingSettings(model=str(tiny_folder)), tmp_path)
    chosen = describe_model(EmbeddingSettings(model=str(tiny_folder), document_prompt=""), tmp_path)

    assert (chosen.document_prompt, chosen.query_prompt) == ("", "question: ")
    assert chosen.max_passage_tokens == 638
    assert chosen.model_id == stated.model_id
    assert chosen.recipe != stated.recipe


def test_prompts_of_the_built_in_model_stand() -> None:
    with pytest.raises(ValidationError, match="another model only"):
        EmbeddingSettings(query_prompt="")


@pytest.mark.parametrize("name", ["./missing", "/missing/model", "~/missing-model"])
def test_a_missing_folder_is_explained(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not exist"):
        describe_model(EmbeddingSettings(model=name), tmp_path)


def test_a_folder_that_is_no_model_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not a model"):
        describe_model(EmbeddingSettings(model=str(tmp_path)), tmp_path)


@pytest.mark.parametrize("name", ["commune/modele-inconnu", "a/b/c"])
def test_an_unknown_id_is_explained(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="not a folder here and could not be downloaded"):
        describe_model(EmbeddingSettings(model=name), tmp_path)


def test_counter_of_a_folder(tiny_folder: Path, tmp_path: Path) -> None:
    count = load_token_counter(EmbeddingSettings(model=str(tiny_folder)), tmp_path)

    assert count("deux mots") == 8
    assert count("deux\u00ad mots") == 8
    assert count("") == 0


def test_counter_without_a_fast_tokenizer(tiny_folder: Path, tmp_path: Path) -> None:
    """Torch's side counts when the folder has no tokenizer.json, by the vocabulary alone."""
    settings = EmbeddingSettings(model=str(tiny_folder))
    counted = lazy.torch_token_counter(describe_model(settings, tmp_path).folder)

    assert counted("deux mots") == load_token_counter(settings, tmp_path)("deux mots") == 8
