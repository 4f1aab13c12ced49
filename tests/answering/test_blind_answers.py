"""Answers in many ways of speaking: what is caught, what is held back, and what still passes."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from indexers.answering.verification import verify_answer
from schemas.answer import Decision
from schemas.passage import Passage

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    text: str
    wrong: bool
    needs_model: bool
    held: bool


def entries(name: str) -> list[Entry]:
    table = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))["answer"]
    return [
        Entry(e["text"], e["wrong"], e.get("needs_model", False), e.get("held", False))
        for e in table
    ]


FILES = {
    "answers-blind": (60, 100),
    "answers-exam": (20, 40),
    "answers-varied": (294, 178),
    "answers-unforeseen": (0, 40),
}


@pytest.mark.parametrize("name", FILES)
def test_only_the_answers_named_as_such_are_misjudged(
    passages: tuple[Passage, ...], name: str
) -> None:
    judged = [(entry, verify_answer(entry.text, passages).decision) for entry in entries(name)]

    passed = {e.text for e, found in judged if e.wrong and found is Decision.ANSWER}
    held = {e.text for e, found in judged if not e.wrong and found is Decision.ABSTAIN}

    assert (sum(not e.wrong for e, _ in judged), sum(e.wrong for e, _ in judged)) == FILES[name]
    assert passed == {e.text for e, _ in judged if e.needs_model}
    assert held == {e.text for e, _ in judged if e.held}


def test_of_the_blind_answers_no_wrong_one_passes_and_few_right_ones_are_held() -> None:
    blind = entries("answers-blind")

    assert [e.text for e in blind if e.needs_model] == []
    assert sum(e.held for e in blind) <= 0.15 * sum(not e.wrong for e in blind)
