"""What an assistant is sent for a question, and whether what it answers holds, for commands."""

import datetime as dt
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from flows.asking import Desk
from indexers.answering.abstention_log import append_entry, log_entry
from indexers.answering.contract import Breach, read_answer
from indexers.answering.prompt import Prompt, PromptOptions, Shape, build_prompt
from indexers.answering.verification import Nli, verify_answer
from indexers.lance import literal
from schemas.answer import Answer, Decision, Verification
from schemas.errors import NoIndex
from schemas.index import ChunkRow
from schemas.passage import Passage


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer as a model gave it: the contract's JSON, or plain text with citations."""

    raw: str
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer with what the contract and its sources say of it."""

    given: GivenAnswer
    answer: Answer | None
    """``None`` for plain text, and when the form is broken."""
    breaches: tuple[Breach, ...]
    verification: Verification | None
    """``None`` when the form is broken: there is nothing to verify."""
    passages: tuple[Passage, ...]

    @property
    def holds(self) -> bool:
        """Whether the answer may be shown: its form holds and every claim is supported."""
        verified = self.verification
        return not self.breaches and verified is not None and verified.decision is Decision.ANSWER

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        verified = self.verification
        return {
            "question": self.given.question,
            "holds": self.holds,
            "breaches": [{"rule": each.rule, "detail": each.detail} for each in self.breaches],
            "verification": None if verified is None else verified.model_dump(mode="json"),
            "passages": [passage.id for passage in self.passages],
        }

    def in_words(self) -> str:
        """Rules broken, then claim by claim, then the decision."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for breach in self.breaches:
            yield f"contract: {breach.rule}: {breach.detail}"
        if self.verification is None:
            yield "not verified: the form is broken"
            return
        for claim in self.verification.claims:
            yield f"{claim.verdict.value} ({claim.support.value}): {claim.claim}"
            yield from (f"    {each.check}: {each.detail}" for each in claim.findings)
        yield from (f"not checked: {each}" for each in self.verification.checks_not_run)
        yield f"decision: {self.verification.decision.value}: {self.verification.reason}"


def prompt_for(desk: Desk, question: str, *, shape: Shape = "json") -> Prompt:
    """The messages for ``question`` over the opened index, as the profile states them."""
    profile = desk.workspace.profile
    options = PromptOptions(shape=shape, site=profile.name)
    return build_prompt(question, desk.ask(question).passages, profile.answers, options)


def read_given(path: Path) -> list[GivenAnswer]:
    """The answers in a file; raises `NoIndex` when it cannot be read.

    One answer of the contract, a plain text, a JSON list, or JSON lines; in lists and lines
    each entry is ``{"question": ..., "answer": ...}`` with an object or a text.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NoIndex(f"{path}: cannot be read ({error})") from error
    try:
        values = json.loads(text)
    except ValueError:
        values = _json_lines(text)
    if values is None:
        return [GivenAnswer(text)]
    if isinstance(values, dict) and not _is_entry(values):
        return [GivenAnswer(text)]
    entries = values if isinstance(values, list) else [values]
    if not all(isinstance(each, dict) and _is_entry(each) for each in entries):
        raise NoIndex(f'{path}: every entry must be {{"question": ..., "answer": ...}}')
    return [_given(each) for each in entries]


def _json_lines(text: str) -> list[object] | None:
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        return None


def _is_entry(value: dict[str, object]) -> bool:
    return isinstance(value.get("question"), str) and isinstance(value.get("answer"), (str, dict))


def _given(entry: dict[str, object]) -> GivenAnswer:
    answer = entry["answer"]
    raw = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return GivenAnswer(raw, str(entry["question"]))


def judge(desk: Desk, given: GivenAnswer, nli: Nli | None = None) -> Judged:
    """Check one answer against the contract and against the passages that it was given.

    Those are what the prompt for its question holds; without a question, what it lists itself.
    """
    settings = desk.workspace.profile.answers
    passages = _passages(desk, given)
    is_json = given.raw.lstrip().startswith(("{", "["))
    if not is_json:
        verified = verify_answer(given.raw, passages, nli, settings=settings)
        return Judged(given, None, (), verified, passages)
    report = read_answer(given.raw, [passage.id for passage in passages], settings)
    if report.answer is None:
        return Judged(given, None, report.breaches, None, passages)
    verified = verify_answer(report.answer, passages, nli, settings=settings)
    return Judged(given, report.answer, report.breaches, verified, passages)


def _passages(desk: Desk, given: GivenAnswer) -> tuple[Passage, ...]:
    if given.question is not None:
        return prompt_for(desk, given.question).passages
    ids = _listed_chunks(given.raw)
    if not ids:
        raise NoIndex("the answer lists no chunk in context_usage: give the question with it")
    rows = {row.id: row for row in desk.reader.chunks(f"id IN ({', '.join(map(literal, ids))})")}
    missing = [each for each in ids if each not in rows]
    if missing:
        version = desk.reader.manifest.version
        raise NoIndex(f"{version} has no chunk {missing[0]!r}; --as-of names another version")
    return tuple(_as_passage(rows[each]) for each in ids)


def _as_passage(row: ChunkRow) -> Passage:
    """The row as an assistant was given it; how it was found is not known any more."""
    shared = {each.name for each in fields(Passage)} & {each.name for each in fields(ChunkRow)}
    return Passage(**{name: getattr(row, name) for name in shared})


def _listed_chunks(raw: str) -> list[str]:
    try:
        usages = json.loads(raw)["context_usage"]
        return list(dict.fromkeys(str(usage["chunk"]) for usage in usages))
    except (ValueError, KeyError, TypeError):
        return []


def nli_of(desk: Desk) -> Nli | None:
    """The entailment model that the profile names, if it names one."""
    name = desk.workspace.profile.answers.nli_model
    if name is None:
        return None
    from indexers.embedding.nli import load_nli

    return load_nli(name)


def write_decision(log: Path, desk: Desk, judged: Judged, *, now: dt.datetime) -> None:
    """Append one decision to the abstention log."""
    if judged.verification is None or judged.given.question is None:
        raise NoIndex("only an answer that can be verified, with its question, can be logged")
    version = desk.reader.manifest.version
    entry = log_entry(
        judged.given.question,
        judged.passages,
        judged.verification,
        index_version=version,
        now=now,
    )
    append_entry(log, entry)
