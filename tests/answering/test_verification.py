"""Verification: no wrong answer passes, and a right one is not held back for nothing."""

import csv
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.answering.tense import claim_tense
from indexers.answering.verification import Relation, verify_answer
from schemas.answer import Answer, Decision, Support, Verdict
from schemas.passage import Passage
from schemas.site.retrieval import AnswerSettings

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    text: str
    fault: str


def cases() -> list[Case]:
    table = tomllib.loads((HERE / "answers.toml").read_text(encoding="utf-8"))
    return [Case(entry["text"], entry.get("fault", "")) for entry in table["answer"]]


WRONG = [case for case in cases() if case.fault]
RIGHT = [case for case in cases() if not case.fault]


def test_there_are_enough_of_both() -> None:
    assert (len(RIGHT), len(WRONG)) == (20, 40)


@pytest.mark.parametrize("case", WRONG, ids=[f"{c.fault}-{n}" for n, c in enumerate(WRONG)])
def test_no_wrong_answer_passes(passages: tuple[Passage, ...], case: Case) -> None:
    found = verify_answer(case.text, passages)

    assert found.decision is Decision.ABSTAIN
    assert any(claim.verdict is not Verdict.SUPPORTED for claim in found.claims)


def test_at_most_two_right_answers_abstain(passages: tuple[Passage, ...]) -> None:
    held = {
        case.text: verify_answer(case.text, passages).reason
        for case in RIGHT
        if verify_answer(case.text, passages).decision is Decision.ABSTAIN
    }

    assert len(held) <= 2, held


def test_further_answers(passages: tuple[Passage, ...]) -> None:
    table = tomllib.loads((HERE / "answers-further.toml").read_text(encoding="utf-8"))["answer"]
    judged = [entry for entry in table if not entry.get("needs_model")]
    found = [(e["text"], e["wrong"], verify_answer(e["text"], passages).decision) for e in judged]

    passed = [text for text, wrong, decision in found if wrong and decision is Decision.ANSWER]
    held = [text for text, wrong, decision in found if not wrong and decision is Decision.ABSTAIN]

    assert len(found) >= 110
    assert passed == []
    assert len(held) <= 2, held


def contract(text: str, *, sentences: list[str], used: bool = True) -> Answer:
    usage = {"chunk": "tarifs", "sentences": sentences, "used_in_response": used, "reason": None}
    return Answer.model_validate(
        {
            "status": "found_in_context",
            "answer": text,
            "display_answer": True,
            "confidence_score": 0.9,
            "topic": "unknown",
            "suggested_topics": [],
            "understanding": "x",
            "redirection_intent": None,
            "context_usage": [usage],
        }
    )


ATTESTATION = "Une attestation de domicile coûte 15 francs [4]."


def test_a_contract_answer_is_checked_with_its_sentences(passages: tuple[Passage, ...]) -> None:
    right = contract(ATTESTATION, sentences=["Attestation de domicile"])
    wrong = contract(ATTESTATION, sentences=["Attestation de domicile : 15 francs"])
    undeclared = contract(ATTESTATION, sentences=[], used=False)

    assert verify_answer(right, passages).decision is Decision.ANSWER
    assert "sentences" in verify_answer(wrong, passages).reason
    assert "usage" in verify_answer(undeclared, passages).reason


def test_without_a_model_the_report_says_that_entailment_was_not_checked(
    passages: tuple[Passage, ...],
) -> None:
    found = verify_answer(ATTESTATION, passages)

    assert any(note.startswith("entailment") for note in found.checks_not_run)
    assert "entailment" not in found.checks_run
    assert {claim.support for claim in found.claims} == {Support.LEXICAL}


@pytest.mark.parametrize(
    ("relation", "verdict"),
    [
        (Relation.ENTAILMENT, Verdict.SUPPORTED),
        (Relation.NEUTRAL, Verdict.INSUFFICIENT),
        (Relation.CONTRADICTION, Verdict.CONTRADICTED),
    ],
)
def test_a_model_has_the_last_word_and_neutral_is_not_enough(
    passages: tuple[Passage, ...], relation: Relation, verdict: Verdict
) -> None:
    def nli(pairs: Sequence[tuple[str, str]]) -> list[Relation]:
        assert all("Attestation" in premise for premise, _ in pairs)
        return [relation for _ in pairs]

    [claim] = verify_answer(ATTESTATION, passages, nli).claims

    assert claim.verdict is verdict
    assert (claim.support is Support.ENTAILMENT) == (verdict is Verdict.SUPPORTED)


def test_a_model_cannot_rescue_a_wrong_figure(passages: tuple[Passage, ...]) -> None:
    wrong = "Une attestation de domicile coûte 16 francs [4]."

    found = verify_answer(wrong, passages, lambda pairs: [Relation.ENTAILMENT for _ in pairs])

    assert found.decision is Decision.ABSTAIN


def test_the_fallback_sentence_is_an_abstention(passages: tuple[Passage, ...]) -> None:
    found = verify_answer(AnswerSettings().fallback, passages)

    assert found.decision is Decision.ABSTAIN
    assert found.claims == ()


def test_one_failing_claim_abstains_the_whole_answer(passages: tuple[Passage, ...]) -> None:
    found = verify_answer(f"{ATTESTATION} Une recherche d'adresse coûte 11 francs [4].", passages)

    assert [claim.verdict for claim in found.claims] == [Verdict.SUPPORTED, Verdict.CONTRADICTED]
    assert found.decision is Decision.ABSTAIN


def test_a_sure_scan_may_vouch_for_figures(passages: tuple[Passage, ...]) -> None:
    claim = "La réparation du mécanisme de l'horloge devait coûter 18'700 francs [13]."
    lenient = AnswerSettings(min_ocr_confidence=0.7)

    assert verify_answer(claim, passages).claims[0].findings[0].check == "ocr_figures"
    assert verify_answer(claim, passages, settings=lenient).decision is Decision.ANSWER


def test_an_endless_answer_abstains_at_once(passages: tuple[Passage, ...]) -> None:
    found = verify_answer("1 " * 20_000, passages)

    assert (found.decision, found.claims) == (Decision.ABSTAIN, ())
    assert "characters" in found.reason


def test_an_endless_sentence_is_not_supported(passages: tuple[Passage, ...]) -> None:
    [claim] = verify_answer("Jean de la " * 500 + "[1].", passages).claims

    assert [finding.check for finding in claim.findings] == ["length"]


@given(st.text(max_size=200))
def test_no_answer_makes_it_raise(text: str) -> None:
    found = verify_answer(text, ())

    assert found.decision is Decision.ABSTAIN


def test_tenses_are_told_apart() -> None:
    with (HERE / "tense.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

    wrong = [row for row in rows if claim_tense(row["sentence"]).value != row["tense"]]

    assert len(rows) >= 80
    assert len(wrong) / len(rows) <= 0.03, wrong
