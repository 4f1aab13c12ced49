"""The golden questions over a published index."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Site

ASKED = "Qui est la syndique ?"
RIGHT = "La syndique est Mme Aline Verdon [1]."
WRONG = "La syndique est Mme Berthe Inconnue [1]."


def test_evaluate_gives_figures_and_the_questions_behind_them(
    millesime: Command, indexed: Site
) -> None:
    found = millesime("evaluate", indexed.profile, "--json").json()
    assert found["questions"] == 2
    assert found["authority_asked"] == 1
    assert found["authority_missed"] == []
    assert found["stale_as_current"] == []
    assert list(found["off_topic"]) == ["Quel temps fera-t-il demain ?"]
    [former] = found["former"]
    assert former == {"name": "Denis Faucon", "authority_first": True, "former_holder": True}
    said = millesime("evaluate", indexed.profile).out
    assert "1 of 1 have their pinned page first" in said


def test_a_site_without_golden_questions_is_told_how_to_write_some(
    millesime: Command, own: Site
) -> None:
    (own.profile.parent / "golden.toml").unlink()
    ended = millesime("evaluate", own.profile)
    assert ended.code == 3
    assert "no golden questions" in ended.err


def test_prompt_prints_the_messages_with_the_pinned_page_first(
    millesime: Command, indexed: Site
) -> None:
    ended = millesime("prompt", indexed.profile, ASKED)
    assert ended.code == 0
    assert ended.out.startswith("--- system\n")
    assert "Mme Aline Verdon" in ended.out
    assert "window:" in ended.err
    found = millesime("prompt", indexed.profile, ASKED, "--shape", "plain", "--json").json()
    assert [message["role"] for message in found["messages"]] == ["system", "user"]
    assert "[1] (source : " in found["messages"][1]["content"]
    assert found["passages"]


@pytest.mark.parametrize(("text", "code"), [(RIGHT, 0), (WRONG, 13)])
def test_verify_tells_an_answer_that_holds_by_its_code(
    millesime: Command, indexed: Site, tmp_path: Path, text: str, code: int
) -> None:
    answer, log = tmp_path / "answer.txt", tmp_path / "log.jsonl"
    answer.write_text(text, encoding="utf-8")
    ended = millesime(
        "verify", indexed.profile, answer, "--question", ASKED, "--log", log, "--json"
    )
    assert ended.code == code, ended.out
    assert ended.json()["holds"] is (code == 0)
    said = millesime("audit", log, "--question", ASKED, "--json").json()
    assert (said["decisions"], said["answered"]) == (1, int(code == 0))
    assert len(said["entries"]) == 1


def test_verify_reads_the_contract_and_finds_its_passages(
    millesime: Command, indexed: Site, tmp_path: Path
) -> None:
    found = millesime("prompt", indexed.profile, ASKED, "--json").json()
    usages = [
        {"chunk": chunk, "sentences": [], "used_in_response": not number, "reason": "autre sujet"}
        for number, chunk in enumerate(found["passages"])
    ]
    usages[0] |= {"reason": None, "sentences": ["Mme Aline Verdon"]}
    answer = {
        "status": "found_in_context",
        "answer": RIGHT,
        "display_answer": True,
        "confidence_score": 0.9,
        "topic": "Autorités",
        "suggested_topics": [],
        "understanding": "Qui occupe la fonction de syndique ?",
        "redirection_intent": None,
        "context_usage": usages,
    }
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer), encoding="utf-8")
    ended = millesime("verify", indexed.profile, path)
    assert (ended.code, "decision: answer" in ended.out) == (0, True), ended.out
    path.write_text(json.dumps(answer | {"status": "small_talk"}), encoding="utf-8")
    ended = millesime("verify", indexed.profile, path)
    assert (ended.code, "contract: " in ended.out) == (13, True)
    usages[0]["chunk"] = "nobody"
    path.write_text(json.dumps(answer), encoding="utf-8")
    assert millesime("verify", indexed.profile, path).code == 10


def test_verify_needs_the_question_of_a_plain_text(
    millesime: Command, indexed: Site, tmp_path: Path
) -> None:
    path = tmp_path / "answer.txt"
    path.write_text(RIGHT, encoding="utf-8")
    ended = millesime("verify", indexed.profile, path)
    assert (ended.code, "give the question" in ended.err) == (10, True)
    assert millesime("audit", tmp_path / "no.jsonl").code == 10


def test_evaluate_judges_a_models_answers(
    millesime: Command, indexed: Site, tmp_path: Path
) -> None:
    path = tmp_path / "answers.jsonl"
    fallback = "Je ne trouve pas cette information dans les documents fournis."
    entries = [
        {"question": ASKED, "answer": RIGHT},
        {"question": "Quel temps fera-t-il demain ?", "answer": fallback},
    ]
    path.write_text("\n".join(map(json.dumps, entries)), encoding="utf-8")
    found = millesime("evaluate", indexed.profile, "--answers", path, "--json").json()["answers"]
    assert (found["useful"], found["useful_recall"]) == (1, 0.5)
    assert (found["abstained"], found["abstention_rate"]) == (1, 1.0)
    assert found["unanswered"] == ["Quel est le prix du sac ?"]
    entries[0]["answer"], entries[1]["answer"] = WRONG, "Il fera beau [1]."
    path.write_text(json.dumps(entries), encoding="utf-8")
    said = millesime("evaluate", indexed.profile, "--answers", path).out
    assert f"not useful: {ASKED}" in said
    assert "abstention   0 of 1" in said
