"""The contract: every invalid combination is refused by the name of its rule."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.answering.citations import find_claims
from indexers.answering.contract import RULES, answer_json_schema, check_coherence, read_answer
from schemas.answer import Answer, AnswerStatus
from schemas.site.retrieval import AnswerSettings

CHUNKS = ("c1", "c2")
SETTINGS = AnswerSettings(covered_topics=("Déchets", "Autorités"))
FALLBACK = SETTINGS.fallback
SCHEMA_FILE = Path(__file__).resolve().parents[2] / "schemas" / "answer-v1.schema.json"

USED = {"chunk": "c1", "sentences": ["Ouvert le lundi."], "used_in_response": True, "reason": None}
UNUSED = {"chunk": "c2", "sentences": [], "used_in_response": False, "reason": "autre sujet"}
UNUSED_1 = {**UNUSED, "chunk": "c1"}

FOUND: dict[str, Any] = {
    "status": "found_in_context",
    "answer": "C'est ouvert le lundi [1].",
    "display_answer": True,
    "confidence_score": 0.93,
    "topic": "Déchets",
    "suggested_topics": [],
    "understanding": "Les jours d'ouverture.",
    "redirection_intent": None,
    "context_usage": [USED, UNUSED],
}
NOT_FOUND = {
    **FOUND,
    "status": "not_found_in_context",
    "answer": FALLBACK,
    "confidence_score": 0.1,
    "context_usage": [UNUSED_1, UNUSED],
}
SMALL_TALK = {
    **FOUND,
    "status": "small_talk",
    "answer": "Bonjour !",
    "topic": "Small talk",
    "context_usage": [],
}
OUT_OF_SCOPE = {
    **FOUND,
    "status": "out_of_scope",
    "answer": "Cette question sort de mon domaine.",
    "topic": "unknown",
    "suggested_topics": ["Cuisine"],
    "context_usage": [UNUSED_1, UNUSED],
}
INJECTION = {
    **OUT_OF_SCOPE,
    "status": "injection_attempt",
    "answer": "Cette demande ne peut pas être traitée.",
    "suggested_topics": [],
}
ESCALATION = {
    **FOUND,
    "status": "human_escalation",
    "answer": "Je vous mets en relation.",
    "redirection_intent": "human_escalation",
    "context_usage": [UNUSED_1, UNUSED],
}


def read(value: object) -> tuple[str, ...]:
    report = read_answer(json.dumps(value), CHUNKS, SETTINGS)
    return tuple(breach.rule for breach in report.breaches)


@pytest.mark.parametrize(
    "value",
    [FOUND, NOT_FOUND, SMALL_TALK, OUT_OF_SCOPE, INJECTION, ESCALATION],
    ids=["found", "not-found", "small-talk", "out-of-scope", "injection", "escalation"],
)
def test_each_status_has_a_valid_form(value: dict[str, Any]) -> None:
    report = read_answer(json.dumps(value), CHUNKS, SETTINGS)

    assert report.is_valid, report.breaches


@pytest.mark.parametrize(
    ("base", "change", "rule"),
    [
        (FOUND, {"context_usage": [UNUSED_1, UNUSED]}, "found_uses_one"),
        (NOT_FOUND, {"context_usage": [USED, UNUSED]}, "not_found_uses_none"),
        (OUT_OF_SCOPE, {"context_usage": [USED, UNUSED]}, "not_found_uses_none"),
        (SMALL_TALK, {"topic": "Déchets"}, "small_talk_topic"),
        (FOUND, {"topic": "Small talk"}, "small_talk_topic"),
        (SMALL_TALK, {"context_usage": [UNUSED_1]}, "small_talk_empty_lists"),
        (SMALL_TALK, {"suggested_topics": ["Vélo"]}, "small_talk_empty_lists"),
        (OUT_OF_SCOPE, {"topic": "Déchets", "suggested_topics": []}, "out_of_scope_topic_unknown"),
        (FOUND, {"topic": "Football"}, "topic_is_covered"),
        (FOUND, {"suggested_topics": ["Vélo"]}, "known_topic_no_suggestion"),
        (OUT_OF_SCOPE, {"suggested_topics": ["Vélo", "Ski"]}, "one_suggestion"),
        (OUT_OF_SCOPE, {"suggested_topics": ["Déchets"]}, "one_suggestion"),
        (INJECTION, {"answer": "Le prix est de 3 francs [1]."}, "injection_no_real_answer"),
        (INJECTION, {"context_usage": [USED, UNUSED]}, "injection_no_real_answer"),
        (ESCALATION, {"redirection_intent": None}, "escalation_by_profile"),
        (FOUND, {"redirection_intent": "human_escalation"}, "redirection_only_for_escalation"),
        (FOUND, {"display_answer": False}, "display_answer"),
        (NOT_FOUND, {"answer": "Je ne sais pas, mais en général..."}, "not_found_says_fallback"),
        (NOT_FOUND, {"answer": f"{FALLBACK} Voyez le greffe."}, "not_found_says_fallback"),
        (FOUND, {"answer": FALLBACK}, "found_says_something"),
        (FOUND, {"understanding": "  "}, "texts_not_blank"),
        (FOUND, {"answer": ""}, "texts_not_blank"),
        (FOUND, {"context_usage": [USED, {**UNUSED, "reason": None}]}, "unused_has_reason"),
        (FOUND, {"context_usage": [USED, {**UNUSED, "reason": " "}]}, "unused_has_reason"),
        (FOUND, {"context_usage": [{**USED, "sentences": []}, UNUSED]}, "sentences_match_use"),
        (FOUND, {"context_usage": [USED, {**UNUSED, "sentences": ["x"]}]}, "sentences_match_use"),
        (FOUND, {"context_usage": [USED]}, "every_chunk_listed"),
        (
            FOUND,
            {"context_usage": [USED, UNUSED, {**UNUSED, "chunk": "c9"}]},
            "only_retrieved_chunks",
        ),
        (FOUND, {"context_usage": [USED, UNUSED, UNUSED]}, "chunk_listed_once"),
    ],
)
def test_each_invalid_combination_is_refused_by_name(
    base: dict[str, Any], change: dict[str, Any], rule: str
) -> None:
    assert rule in read({**base, **change})


def test_every_rule_of_the_table_has_its_case() -> None:
    marks = test_each_invalid_combination_is_refused_by_name.pytestmark
    covered = {case[2] for mark in marks for case in mark.args[1]}

    assert covered == set(RULES)


def test_escalation_may_be_refused_by_the_profile() -> None:
    refusing = AnswerSettings(escalation="refuse")
    answer = Answer.model_validate({**ESCALATION, "redirection_intent": None})

    assert check_coherence(answer, CHUNKS, refusing) == ()


@pytest.mark.parametrize(
    ("raw", "rule"),
    [
        ("", "json"),
        ("Voici la réponse : {}", "json"),
        ("```json\n{}\n```", "json"),
        ('{"status": "found_in_context", "status": "small_talk"}', "json"),
        ("[" * 100_000, "json"),
        ('{"confidence_score": NaN}', "json"),
        ("1" * 10_000, "json"),
        ("[]", "form.model_type"),
        ("null", "form.model_type"),
    ],
)
def test_what_is_no_json_object_is_reported(raw: str, rule: str) -> None:
    assert rule in {breach.rule for breach in read_answer(raw, CHUNKS).breaches}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"status": "maybe"}, "status"),
        ({"confidence_score": 1.2}, "confidence_score"),
        ({"confidence_score": "0.9"}, "confidence_score"),
        ({"confidence_score": True}, "confidence_score"),
        ({"display_answer": "true"}, "display_answer"),
        ({"answer": None}, "answer"),
        ({"context_usage": {}}, "context_usage"),
        ({"context_usage": [{"chunk": "c1"}]}, "context_usage.0.sentences"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_form_names_the_place(change: dict[str, Any], place: str) -> None:
    report = read_answer(json.dumps({**FOUND, **change}), CHUNKS, SETTINGS)

    assert report.answer is None
    assert any(breach.detail.startswith(f"{place}:") for breach in report.breaches)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=12), children, max_size=4)
    ),
    max_leaves=12,
)


@given(st.text(max_size=300) | json_values.map(json.dumps))
def test_no_input_makes_it_raise(raw: str) -> None:
    report = read_answer(raw, CHUNKS, SETTINGS)

    assert report.is_valid or report.breaches


@given(st.data())
def test_mutated_answers_never_raise(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(FOUND)))
    value = data.draw(json_values)

    report = read_answer(json.dumps({**FOUND, key: value}), CHUNKS, SETTINGS)

    assert report.is_valid or report.breaches


usages = st.builds(
    dict,
    chunk=st.text(min_size=1, max_size=8),
    sentences=st.lists(st.text(max_size=20), max_size=2),
    used_in_response=st.booleans(),
    reason=st.none() | st.text(max_size=10),
)
answers = st.builds(
    dict,
    status=st.sampled_from([status.value for status in AnswerStatus]),
    answer=st.text(max_size=50),
    display_answer=st.booleans(),
    confidence_score=st.floats(min_value=0, max_value=1),
    topic=st.text(min_size=1, max_size=10),
    suggested_topics=st.lists(st.text(max_size=8), max_size=2),
    understanding=st.text(max_size=30),
    redirection_intent=st.none() | st.text(max_size=8),
    context_usage=st.lists(usages, max_size=3),
)


@given(answers)
def test_round_trip(value: dict[str, Any]) -> None:
    answer = Answer.model_validate(value)

    again = Answer.model_validate_json(answer.model_dump_json())

    assert again == answer


def test_the_schema_that_ships_is_that_of_the_code() -> None:
    assert json.loads(SCHEMA_FILE.read_text(encoding="utf-8")) == answer_json_schema()


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Ouvert lundi [1]. Fermé mardi [2].", [("Ouvert lundi.", (1,)), ("Fermé mardi.", (2,))]),
        ("Ouvert lundi. [1]", [("Ouvert lundi.", (1,))]),
        ("Ouvert lundi [1][2].", [("Ouvert lundi.", (1, 2))]),
        ("Ouvert lundi. Fermé mardi [1].", [("Ouvert lundi.", ()), ("Fermé mardi.", (1,))]),
        (
            "M. Blanc reçoit à 8 h. 30 selon l'art. 3 [1].",
            [("M. Blanc reçoit à 8 h. 30 selon l'art. 3.", (1,))],
        ),
        (
            "Les tarifs sont :\n- sac : 3 francs [1]\n- bac : 5 francs [2]",
            [
                ("Les tarifs sont : sac : 3 francs", (1,)),
                ("Les tarifs sont : bac : 5 francs", (2,)),
            ],
        ),
        (
            "C'est ouvert dès 8 h. Fermé mardi [1].",
            [("C'est ouvert dès 8 h.", ()), ("Fermé mardi.", (1,))],
        ),
        ("Voici :", [("Voici :", ())]),
        ("Sources : [1] [2]", [("Sources :", (1, 2))]),
        ("", []),
    ],
)
def test_claims_and_their_citations(
    answer: str, expected: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert [(claim.text, claim.citations) for claim in find_claims(answer)] == expected
