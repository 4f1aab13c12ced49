"""The log of decisions: append-only, without the visitor's words, readable after a torn line."""

from datetime import UTC, datetime
from pathlib import Path

from indexers.answering.abstention_log import (
    append_entry,
    audit,
    log_entry,
    question_hash,
    read_log,
)
from indexers.answering.verification import verify_answer
from schemas.passage import Passage

NOW = datetime(2026, 11, 29, 8, tzinfo=UTC)
PASSAGE = Passage(id="p", text="Ouvert le lundi.", body="Ouvert le lundi.", url="u")


def write(log: Path, question: str, answer: str) -> None:
    found = verify_answer(answer, [PASSAGE])
    append_entry(log, log_entry(question, [PASSAGE], found, index_version="v1", now=NOW))


def test_decisions_are_added_and_summed(tmp_path: Path) -> None:
    log = tmp_path / "abstention.jsonl"
    write(log, "Quand est-ce ouvert ?", "C'est ouvert le lundi [1].")
    first = log.read_bytes()
    write(log, "Quand  est-ce ouvert ?", "C'est ouvert le mardi [1].")

    report, mine = audit(log, question="Quand est-ce ouvert ?")

    assert log.read_bytes().startswith(first)
    assert (report.decisions, report.answered, report.abstained) == (2, 1, 1)
    assert report.by_check == {"days": 1, "words": 1}
    assert report.by_evidence == {"in_force": 2}
    assert [entry.decision.value for entry in mine] == ["answer", "abstain"]


def test_the_question_stands_in_it_only_as_a_hash(tmp_path: Path) -> None:
    log = tmp_path / "abstention.jsonl"
    write(log, "Où habite Mme Secret ?", "À Brévanaz [1].")

    text = log.read_text(encoding="utf-8")
    assert "Secret" not in text
    assert question_hash("Où habite Mme Secret ?") in text


def test_a_torn_line_is_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    log = tmp_path / "abstention.jsonl"
    write(log, "a", "C'est ouvert le lundi [1].")
    with log.open("a", encoding="utf-8") as file:
        file.write('{"at": "2026\n')
    write(log, "b", "C'est ouvert le lundi [1].")

    report, _ = audit(log)

    assert report.decisions == 2
    assert report.unreadable_lines == (2,)
    assert [number for number, _ in read_log(log)] == [1, 2, 3]
