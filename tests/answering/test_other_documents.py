"""Answers over documents of many kinds: minutes, price lists, rules, notices, portraits."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from indexers.answering.verification import verify_answer
from schemas.answer import Decision
from schemas.passage import Passage

HERE = Path(__file__).parent
WARNING = (
    "[Document d'archive daté du {date}, décrit une situation passée, ne pas présenter son contenu"
    " comme la situation actuelle]\n"
)
# File -> wrong answers caught and right ones passed, at least; and how many of each there are.
FLOORS = {
    "documents-learned": ((87, 90), (82, 90)),
    "documents-unread": ((79, 90), (62, 90)),
    "documents-practice": ((145, 150), (155, 176)),
}


def passage(entry: dict[str, Any]) -> Passage:
    date, body = entry.get("date"), entry["body"].strip()
    is_pinned = entry.get("pinned", False)
    return Passage(
        id=entry["id"],
        text=f"{WARNING.format(date=date)}{body}" if date else body,
        body=body,
        url=f"https://commune.example/{entry['id']}",
        title=entry["title"],
        date=date,
        date_label=f"du {date}" if date else None,
        date_precision="day" if date else "none",
        is_archive=date is not None,
        is_authoritative=is_pinned,
        authority_topic="exécutif" if is_pinned else None,
    )


@pytest.mark.parametrize("name", FLOORS)
def test_the_answers_named_as_such_are_misjudged_and_no_others(name: str) -> None:
    table = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    passages = {entry["id"]: passage(entry) for entry in table["passage"]}
    judged = [
        (entry, verify_answer(entry["text"], [passages[entry["passage"]]]).decision)
        for entry in table["answer"]
    ]

    passed = {e["text"] for e, found in judged if e["wrong"] and found is Decision.ANSWER}
    held = {e["text"] for e, found in judged if not e["wrong"] and found is Decision.ABSTAIN}
    counts = Counter(entry["wrong"] for entry, _ in judged)

    (caught, wrong), (kept, right) = FLOORS[name]
    assert (counts[True], counts[False]) == (wrong, right)
    assert passed == {e["text"] for e, _ in judged if e.get("needs_model")}
    assert held == {e["text"] for e, _ in judged if e.get("held")}
    assert wrong - len(passed) >= caught
    assert right - len(held) >= kept
