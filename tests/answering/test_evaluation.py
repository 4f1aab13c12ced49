"""Evaluation of answers: useful recall and correct abstention are two figures."""

import json
from pathlib import Path
from typing import Any

import pytest

from indexers.answering.evaluation import AnswerRecord, evaluate_answers, load_answers
from schemas.errors import ProfileError
from schemas.golden import GoldenQuestion, GoldenSet, OffTopic
from schemas.passage import Passage
from schemas.site.retrieval import AnswerSettings

PRICE, CAPITAL = "Combien coûte une attestation ?", "Quelle est la capitale de l'Australie ?"
GOLDEN = GoldenSet(
    question=(GoldenQuestion(ask=PRICE, expect="/tarifs"),), off_topic=(OffTopic(ask=CAPITAL),)
)
FALLBACK = AnswerSettings().fallback


@pytest.fixture
def tariff(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    return (passages[3],)


def contract(**change: object) -> dict[str, Any]:
    usage = {"chunk": "tarifs", "sentences": [], "used_in_response": False, "reason": "hors sujet"}
    return {
        "status": "not_found_in_context",
        "answer": FALLBACK,
        "display_answer": True,
        "confidence_score": 0.1,
        "topic": "unknown",
        "suggested_topics": [],
        "understanding": "x",
        "redirection_intent": None,
        "context_usage": [usage],
        **change,
    }


@pytest.mark.parametrize(
    ("price", "capital", "useful", "abstained", "own"),
    [
        ("Une attestation de domicile coûte 15 francs [1].", FALLBACK, 1.0, 1.0, 1.0),
        ("Une attestation de domicile coûte 16 francs [1].", FALLBACK, 0.0, 1.0, 1.0),
        (FALLBACK, FALLBACK, 0.0, 1.0, 1.0),
        ("Une attestation de domicile coûte 15 francs [1].", "C'est Canberra.", 1.0, 1.0, 0.0),
        ("Une attestation de domicile coûte 15 francs [1].", "C'est Canberra [1].", 1.0, 1.0, 0.0),
    ],
    ids=["right", "wrong-figure", "never-answers", "from-memory", "false-citation"],
)
def test_two_figures(
    tariff: tuple[Passage, ...],
    price: str,
    capital: str,
    useful: float,
    abstained: float,
    own: float,
) -> None:
    records = [
        AnswerRecord(question=PRICE, answer=price),
        AnswerRecord(question=CAPITAL, answer=capital),
    ]

    found = evaluate_answers(GOLDEN, records, lambda _: tariff)

    assert (found.useful_recall, found.correct_abstention, found.model_abstention) == (
        useful,
        abstained,
        own,
    )
    assert found.contract_validity is None
    assert found.checks_not_run


def test_objects_of_the_contract_are_counted_by_rule(tariff: tuple[Passage, ...]) -> None:
    records = [
        AnswerRecord(question=CAPITAL, answer=contract()),
        AnswerRecord(question=PRICE, answer=json.dumps(contract(answer="Je ne sais pas."))),
        AnswerRecord(question="autre", answer="{ pas du JSON"),
    ]

    found = evaluate_answers(GOLDEN, records, lambda _: tariff)

    assert found.contract_validity == pytest.approx(1 / 3)
    assert found.breaches == {"not_found_says_fallback": 1, "json": 1}
    assert found.correct_abstention == 1.0


def test_a_verified_object_from_the_expected_page_is_useful(tariff: tuple[Passage, ...]) -> None:
    usage = {
        "chunk": "tarifs",
        "sentences": ["Attestation de domicile"],
        "used_in_response": True,
        "reason": None,
    }
    answer = contract(
        status="found_in_context",
        answer="Une attestation de domicile coûte CHF 15.– [1].",
        context_usage=[usage],
    )

    found = evaluate_answers(
        GOLDEN, [AnswerRecord(question=PRICE, answer=answer)], lambda _: tariff
    )

    assert found.useful_recall == 1.0
    assert found.unanswered == (CAPITAL,)


def test_a_file_of_answers_is_read_and_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text('{"question": "a", "answer": "b"}\n\n{"question": 1}\n', encoding="utf-8")

    with pytest.raises(ProfileError, match="line 3"):
        load_answers(file)
    file.write_text('{"question": "a", "answer": "b"}\n', encoding="utf-8")
    assert load_answers(file)[0].question == "a"
