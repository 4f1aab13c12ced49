"""Which questions bring the pinned page in: measured on questions written before the rules."""

import csv
import gzip
import json
from datetime import date
from pathlib import Path

import pytest

from indexers.retrieval import Guide
from indexers.retrieval.roles import find_roles
from schemas.lexicon import folded
from schemas.site.vocabulary import FRENCH

TODAY = date(2026, 11, 29)
QUESTIONS = Path(__file__).with_name("authority.tsv")
SHARED = Path(__file__).resolve().parents[2] / "../shared/data/retrieval-fr"


def questions(path: Path = QUESTIONS) -> list[tuple[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["question"], row["topic"]) for row in rows]


def test_questions_for_a_holder_bring_the_pinned_page(guide: Guide) -> None:
    asked = [(q, topic) for q, topic in questions() if topic != "none"]

    missed = [q for q, topic in asked if topic not in guide.read(q, TODAY).intent.topics]

    assert len(asked) >= 100
    assert len(missed) / len(asked) <= 0.03, missed


def test_ordinary_questions_do_not(guide: Guide) -> None:
    asked = [q for q, topic in questions() if topic == "none"]

    false = [q for q in asked if guide.read(q, TODAY).intent.is_authority]

    assert len(asked) >= 100
    assert len(false) / len(asked) <= 0.05, false


def test_further_questions_of_both_kinds(guide: Guide) -> None:
    asked = questions(QUESTIONS.with_name("authority-more.tsv"))
    read = [(q, topic, guide.read(q, TODAY).intent) for q, topic in asked]

    missed = [q for q, topic, intent in read if topic != "none" and topic not in intent.topics]
    false = [q for q, topic, intent in read if topic == "none" and intent.is_authority]

    assert len(asked) >= 260
    assert len(missed) <= 4, missed
    assert len(false) <= 7, false


def test_questions_as_they_are_typed(guide: Guide) -> None:
    asked = questions(QUESTIONS.with_name("authority-typed.tsv"))
    read = [(q, topic, guide.read(q, TODAY).intent) for q, topic in asked]

    missed = [q for q, topic, intent in read if topic != "none" and topic not in intent.topics]
    false = [q for q, topic, intent in read if topic == "none" and intent.is_authority]

    assert len(asked) >= 760
    assert len(missed) <= 10, missed
    assert len(false) <= 5, false


@pytest.mark.shared
def test_public_service_questions_do_not(guide: Guide) -> None:
    if not SHARED.exists():
        pytest.skip("the shared questions are not beside the checkout")
    asked = []
    for name in ("spf-questions.jsonl.gz", "cnil-questions.jsonl.gz"):
        with gzip.open(SHARED / name, "rt", encoding="utf-8") as lines:
            asked += [json.loads(line)["question"] for line in lines]

    false = [q for q in asked if guide.read(q, TODAY).intent.is_authority]

    assert len(asked) == 1217
    assert len(false) / len(asked) <= 0.02, false


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Qui est la syndique ?", True),
        ("le syndicat des eaux", False),
        ("la syndicaliste", False),
        ("la maireté", False),
        ("bibliothèque municipale", False),
        ("Le municipal est absent", True),
        ("un maire peut-il refuser ?", False),
        ("le syndic de copropriété", False),
        ("l'arrêté du maire", False),
        ("le salaire du syndic", False),
        ("Quel dicastère ?", True),
        ("Dicastères", True),
    ],
)
def test_letter_boundaries_and_neighbours(question: str, *, expected: bool) -> None:
    assert bool(find_roles(folded(question), FRENCH)) is expected


@pytest.mark.parametrize(
    ("question", "persons"),
    [
        ("Tissavel est encore syndic ?", ("tissavel",)),
        ("Qui a pris la place de Tissavel ?", ("tissavel",)),
        ("le chemin Tissavel est fermé pour travaux", ()),
        ("numéro de roland tissavel", ("roland tissavel",)),
        ("téléphone de Aloys de Brenlaz", ("aloys de brenlaz",)),
        ("M. Fabrice Montavernay, de quoi s'occupe-t-il ?", ("fabrice montavernay",)),
        ("mme parmelas", ("mme parmelas",)),
    ],
)
def test_a_name_is_found_without_the_words_around_it(
    guide: Guide, question: str, persons: tuple[str, ...]
) -> None:
    assert tuple(person.words for person in guide.read(question, TODAY).persons) == persons
