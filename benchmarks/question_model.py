"""Fit the question model, and measure it on questions that it did not learn from.

    python -m benchmarks.question_model [FOLDER] [--write FILE]

FOLDER (default: ``benchmarks/questions``) holds files of questions with their topics, ``none``
for an ordinary one; each file is one writer's way to ask. Each in turn is left out, the model is
fitted to the rest, and read on it: that is what a new way to ask may expect. Then the model is
fitted to all; ``--write`` stores it (what ships is ``indexers/retrieval/question_model.npz``).

The embedding model is the bundled one. Questions that name a pinned topic other than the
executive are left out: only the profile's words tie those. Names of persons of the sample commune
are cut out: names are the lexicon's, and from invented ones the model would learn that a name of
the region asks for a holder (« boulangerie Duvernaz »).
"""

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from benchmarks.authority import read_questions
from flows.settings import Settings
from indexers.embedding import EmbeddingModel, load_model
from indexers.retrieval.question_model import (
    BUCKETS,
    Floats,
    Head,
    QuestionModel,
    letter_features,
)
from schemas.lexicon import folded
from schemas.site import EmbeddingSettings

QUESTIONS = Path(__file__).with_name("questions")
_TOPICS = {"none": False, "exécutif": True}
_GIVEN = (
    "(?:odile|thibaud|fabrice|line|samira|ga[eëê]l|roland|aloys|aloïs|huguette|didier|[eé]liane"
    "|jean-marc|germaine|denise)"
)
# The persons of the sample commune, as far as people type their names alike.
_SAMPLE_NAMES = re.compile(
    rf"\b(?:{_GIVEN} )?(?:de )?(?:cress?onn?a|vuar[ae]mba|varemba|montavern|ja(?:c?qu|k)ero|delapr"
    r"|tissavel|brenla|parmela|favrolet|corbusa|grossenod|bourdina|pralongin|oulevaz)\w*"
    rf"(?:,? {_GIVEN}\b)?",
    re.IGNORECASE,
)
_MIN_WORDS = 2
# Chosen by leaving each file out. Above `_LIKELY` recall falls, below it ordinary questions come
# in; the letters alone are less sure of an ordinary question, so that their lower bound is higher.
_LIKELY, _UNLIKELY_JOINT, _UNLIKELY_TEXT = 0.6, 0.05, 0.08
_STRENGTH_JOINT, _STRENGTH_TEXT = 5.0, 20.0 / 9


@dataclass(frozen=True, slots=True)
class Labelled:
    """Questions with what they ask for and their features, one row each."""

    questions: tuple[str, ...]
    files: npt.NDArray[np.str_]
    asks_holder: npt.NDArray[np.bool_]
    letters: csr_matrix
    """Shape ``(questions, BUCKETS)``."""
    vectors: Floats
    """Shape ``(questions, dimension)``."""

    def of(self, rows: npt.NDArray[np.bool_]) -> "Labelled":
        """The rows that are true."""
        kept = tuple(q for q, keep in zip(self.questions, rows, strict=True) if keep)
        return Labelled(
            kept, self.files[rows], self.asks_holder[rows], self.letters[rows], self.vectors[rows]
        )


def labels(folder: Path) -> dict[str, tuple[str, bool]]:
    """Each question of a folder, without names, with its file and whether it asks for a holder.

    The same question with other capitals, accents or marks counts once; one of a word does not.
    """
    found: dict[str, tuple[str, bool]] = {}
    seen: set[str] = set()
    for path in sorted(folder.glob("*.tsv")):
        for question, topic in read_questions(path):
            nameless = _SAMPLE_NAMES.sub("", question)
            key = folded(nameless)
            if topic in _TOPICS and key not in seen and len(key.split()) >= _MIN_WORDS:
                found[nameless] = (path.stem, _TOPICS[topic])
            seen.add(key)
    return found


def load_questions(folder: Path, model: EmbeddingModel) -> Labelled:
    """The labelled questions of a folder, embedded."""
    labelled = labels(folder)
    return Labelled(
        questions=tuple(labelled),
        files=np.array([name for name, _ in labelled.values()]),
        asks_holder=np.array([asks for _, asks in labelled.values()]),
        letters=_letters(labelled),
        vectors=np.stack([model.embed_query(question) for question in labelled]),
    )


def _letters(questions: Iterable[str]) -> csr_matrix:
    features = [letter_features(question) for question in questions]
    values = np.concatenate([one.values for one in features])
    places = np.concatenate([one.places for one in features])
    ends = np.cumsum([0, *(len(one.places) for one in features)])
    return csr_matrix((values, places, ends), shape=(len(features), BUCKETS))


def fit_letters(labelled: Mapping[str, tuple[str, bool]]) -> Head:
    """The head that sees letters alone."""
    return _text_head(_letters(labelled), np.array([asks for _, asks in labelled.values()]))


def _text_head(letters: csr_matrix, asks_holder: npt.NDArray[np.bool_]) -> Head:
    return Head(*_regress(letters, asks_holder, _STRENGTH_TEXT), _LIKELY, _UNLIKELY_TEXT)


def fit(questions: Labelled, model_id: str) -> QuestionModel:
    """The model of labelled questions; the same for the same questions."""
    centre = questions.vectors.mean(axis=0)
    centred = questions.vectors - centre
    centred /= np.linalg.norm(centred, axis=1, keepdims=True)
    weights, bias = _regress(
        hstack([questions.letters, csr_matrix(centred)]), questions.asks_holder, _STRENGTH_JOINT
    )
    return QuestionModel(
        model_id=model_id,
        text=_text_head(questions.letters, questions.asks_holder),
        joint=Head(weights[:BUCKETS], bias, _LIKELY, _UNLIKELY_JOINT, weights[BUCKETS:], centre),
    )


def _regress(
    features: csr_matrix, asks_holder: npt.NDArray[np.bool_], strength: float
) -> tuple[Floats, float]:
    fitted = LogisticRegression(C=strength, class_weight="balanced", max_iter=3000)
    fitted.fit(features.tocsr(), asks_holder)
    return fitted.coef_[0].astype(np.float32), float(fitted.intercept_[0])


@dataclass(frozen=True, slots=True)
class Score:
    """Questions for a holder found, and ordinary ones taken for such, as shares."""

    recall: float
    false: float


def score(model: QuestionModel, questions: Labelled, *, with_vectors: bool) -> Score:
    """How the model alone, without any rule, reads questions."""
    likely = np.array(
        [
            model.read(question, vector if with_vectors else None, model.model_id).is_likely
            for question, vector in zip(questions.questions, questions.vectors, strict=True)
        ]
    )
    asks = questions.asks_holder
    return Score(float(likely[asks].mean()), float(likely[~asks].mean()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with each file left out, then fit to all and store."""
    parser = argparse.ArgumentParser(prog="benchmarks.question_model", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=QUESTIONS)
    parser.add_argument("--write", type=Path, metavar="FILE", help="store the fitted model")
    options = parser.parse_args(arguments)
    embedding = load_model(EmbeddingSettings(), Settings().models_dir)
    model_id = embedding.description.model_id
    questions = load_questions(options.folder, embedding)
    print(f"{len(questions.questions)} questions, {int(questions.asks_holder.sum())} for a holder")
    print("left out          with the embedding    letters alone     (recall / false)")
    for name in np.unique(questions.files):
        left_out = questions.files == name
        model = fit(questions.of(~left_out), model_id)
        both = score(model, questions.of(left_out), with_vectors=True)
        text = score(model, questions.of(left_out), with_vectors=False)
        print(
            f"{name:<18} {both.recall:.3f} / {both.false:.3f}"
            f"         {text.recall:.3f} / {text.false:.3f}"
        )
    if options.write:
        fit(questions, model_id).write(options.write)
        print(f"{options.write}: {options.write.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
