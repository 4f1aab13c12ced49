"""The question model: what it adds to words and names, and what ships is what was fitted."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.authority import read_questions
from indexers.embedding import EmbeddingModel
from indexers.retrieval import Guide, ReadableIndex, Retriever, retrieve
from indexers.retrieval.question_model import (
    BUCKETS,
    LETTER_SCALE,
    Head,
    QuestionModel,
    letter_features,
    shipped_model,
)
from schemas.errors import ModelError
from schemas.index import ChunkRow
from schemas.lexicon import LexiconEntry, folded
from schemas.passage import Intent, IntentKind
from schemas.site.retrieval import RetrievalSettings

TODAY = date(2026, 11, 29)
HERE = Path(__file__).parent
QUESTIONS = Path(__file__).resolve().parents[2] / "benchmarks" / "questions"
UNSEEN = (("unseen", 150), ("unseen-demanding", 200))
"""Written by people who knew neither the rules nor the other questions; never learned from."""


@dataclass(frozen=True)
class Reread:
    """What was read otherwise than a file of questions says."""

    missed: list[str]
    false: list[str]


def reread(name: str, read: Callable[[str], Intent]) -> Reread:
    rows = [(q, topic, read(q)) for q, topic in read_questions(HERE / f"{name}.tsv")]
    return Reread(
        missed=[q for q, topic, i in rows if topic != "none" and topic not in i.topics],
        false=[q for q, topic, i in rows if topic == "none" and i.is_authority],
    )


@pytest.mark.parametrize(("name", "each"), UNSEEN)
def test_unseen_questions_are_read_rightly_by_their_letters(
    guide: Guide, name: str, each: int
) -> None:
    found = reread(name, lambda question: guide.read(question, TODAY).intent)

    assert len(found.missed) <= 0.03 * each, found.missed
    assert len(found.false) <= 0.05 * each, found.false


@pytest.mark.model
@pytest.mark.parametrize(("name", "each"), UNSEEN)
def test_unseen_questions_are_read_rightly_with_their_vectors(
    rows: list[ChunkRow],
    lexicon: tuple[LexiconEntry, ...],
    real_model: EmbeddingModel,
    name: str,
    each: int,
) -> None:
    pinned = [row for row in rows if row.is_authoritative]
    model_id = real_model.description.model_id
    guide = Guide(lexicon, pinned, RetrievalSettings(), model_id=model_id)

    found = reread(name, lambda q: guide.read(q, TODAY, real_model.embed_query(q)).intent)

    assert model_id == shipped_model().model_id
    assert len(found.missed) <= 0.01 * each, found.missed
    assert len(found.false) <= 0.03 * each, found.false


@pytest.mark.parametrize(
    "question",
    [
        "qui porte la politique énergétique du village",
        "à qui a-t-on confié le portefeuille des crèches",
        "qui tient les cordons de la bourse à la commune",
        "Bei wem liegt die Verantwortung für den Friedhof?",
    ],
)
def test_a_way_to_ask_that_no_list_holds(rules: Guide, guide: Guide, question: str) -> None:
    by_rules, read = rules.read(question, TODAY).intent, guide.read(question, TODAY).intent

    assert not by_rules.is_authority
    assert by_rules.likeness is None
    assert read.kinds == (IntentKind.LIKENESS,)
    assert read.topics == ("exécutif",)
    assert read.likeness is not None
    assert f"({read.likeness:.2f})" in read.evidence[0]


def test_a_word_of_function_in_an_ordinary_question_is_set_aside(
    rules: Guide, guide: Guide, index: ReadableIndex
) -> None:
    question = "lettre au maire modele gratuit"

    assert rules.read(question, TODAY).intent.is_authority
    found = retrieve(question, index)

    assert guide.read(question, TODAY).intent == found.intent
    assert not found.intent.is_authority
    assert found.intent.set_aside == ("maire",)
    [choice] = [choice for choice in found.choices if choice.name == "authority"]
    assert choice.value == "none"
    assert '"maire" did not count: reads like an ordinary question' in choice.why


@pytest.mark.parametrize(
    "question",
    [
        "Qui est la syndique ?",
        "qui s'occupe des finances ?",
        "syndic",
        "Quel dicastère ?",
        "Qui est le maire de la commune",
        "composition de la municipalité",
        "qui est responsable du tourisme",
    ],
)
def test_plain_questions_for_a_holder_are_never_set_aside(guide: Guide, question: str) -> None:
    assert guide.read(question, TODAY).intent.is_authority


@pytest.mark.parametrize("word", ["finances", "sports", "culture", "qui", "Mme", "Duvernaz"])
def test_a_word_alone_is_a_search_like_any_other(guide: Guide, word: str) -> None:
    assert not guide.read(word, TODAY).intent.is_authority


@pytest.mark.parametrize("name", ["boulangerie Duvernaz", "hôtel Cressonnax", "fromagerie Bovaraz"])
def test_a_name_that_sounds_like_the_region_is_no_sign(name: str) -> None:
    assert not shipped_model().read(name).is_likely


def test_without_pinned_pages_it_brings_nothing_in(bare_index: ReadableIndex) -> None:
    found = retrieve("qui porte la politique énergétique du village", bare_index)

    assert not found.intent.is_authority
    assert found.intent.likeness is not None
    assert found.intent.likeness > 0.9


def test_no_unseen_question_was_learned_from() -> None:
    learned = {folded(q) for path in QUESTIONS.glob("*.tsv") for q, _ in read_questions(path)}
    unseen = {folded(q) for name, _ in UNSEEN for q, _ in read_questions(HERE / f"{name}.tsv")}

    assert not learned & unseen


def test_names_and_the_profile_s_words_always_count(guide: Guide) -> None:
    read = guide.read("expo peintre roland tissavel jusqu'à quelle date", TODAY)

    assert IntentKind.PERSON in read.intent.kinds
    assert read.intent.set_aside == ()


def test_it_can_be_turned_off(index: ReadableIndex) -> None:
    question = "qui porte la politique énergétique du village"

    assert retrieve(question, index).intent.is_authority
    off = retrieve(question, index, settings=RetrievalSettings(question_model=False))
    assert not off.intent.is_authority


def test_vectors_of_another_model_do_not_count(index: ReadableIndex) -> None:
    shipped, question = shipped_model(), "qui a la casquette sports"
    vector = np.zeros(384, dtype=np.float32)

    by_letters = shipped.read(question)
    assert shipped.read(question, vector, "another@1") == by_letters
    assert shipped.read(question, vector, shipped.model_id) != by_letters
    # The index in memory is of the model « m », whose vectors have two dimensions.
    retriever = Retriever(index, embed_query=lambda _: np.array([1, 0], dtype=np.float32))
    assert retriever.retrieve(question).intent.likeness == by_letters.probability


@given(st.text(max_size=300))
def test_any_text_has_features_and_a_probability(text: str) -> None:
    features = letter_features(text)

    assert (np.diff(features.places) > 0).all()
    assert features.places.size == 0 or features.places[-1] < BUCKETS
    norm = float(np.linalg.norm(features.values))
    assert features.places.size == 0 or norm == pytest.approx(LETTER_SCALE, abs=1e-4)
    assert 0 <= shipped_model().read(text).probability <= 1


def test_a_stored_model_reads_as_before(tmp_path: Path) -> None:
    letters = np.zeros(BUCKETS, dtype=np.float32)
    letters[letter_features("qui est la syndique").places] = 0.5
    ones = np.array([1.0, -1.0], dtype=np.float32)
    model = QuestionModel(
        model_id="tiny@1",
        text=Head(letters, -1.0, 0.6, 0.1),
        joint=Head(letters, -2.0, 0.7, 0.05, ones, ones / 2),
    )

    model.write(tmp_path / "one.npz")
    model.write(tmp_path / "two.npz")
    again = QuestionModel.load(tmp_path / "one.npz")

    vector = np.array([1.0, 0.0], dtype=np.float32)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    for vectors in ((), (vector, "tiny@1"), (vector, "other@1")):
        assert again.read("qui est la syndique", *vectors) == model.read(
            "qui est la syndique", *vectors
        )


@pytest.mark.parametrize(
    "damage", ["no-file", "nothing", "garbage", "half", "another-array", "short"]
)
def test_a_damaged_model_is_told_in_one_line(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "question_model.npz"
    shipped_model().write(path)
    whole = path.read_bytes()
    if damage == "no-file":
        path.unlink()
    elif damage == "another-array":
        np.savez(path, allow_pickle=False, letters=np.zeros(3))
    elif damage == "short":
        with np.load(path) as stored:
            arrays = dict(stored) | {"text_letters": np.zeros(3, dtype=np.float16)}
        np.savez(path, allow_pickle=False, **arrays)
    else:
        path.write_bytes({"nothing": b"", "garbage": b"x" * 99, "half": whole[:30_000]}[damage])

    with pytest.raises(ModelError, match="is damaged: reinstall"):
        QuestionModel.load(path)


@pytest.mark.slow
def test_the_letters_that_ship_are_those_that_the_questions_give() -> None:
    from benchmarks.question_model import QUESTIONS, fit_letters, labels

    fitted, shipped = fit_letters(labels(QUESTIONS)), shipped_model().text

    assert fitted.bias == pytest.approx(shipped.bias, abs=1e-3)
    assert np.abs(fitted.letters - shipped.letters).max() <= 0.01
