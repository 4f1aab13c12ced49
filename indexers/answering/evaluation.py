"""Answers of any model, judged: contract, citations, useful recall and correct abstention.

Useful recall and correct abstention stay two figures: an assistant that never answers and one
that always does would else look alike.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from indexers.answering.citations import cited_numbers
from indexers.answering.contract import read_answer
from indexers.answering.verification import Nli, verify_answer
from schemas.answer import Answer, Decision
from schemas.errors import ProfileError
from schemas.golden import GoldenQuestion, GoldenSet
from schemas.passage import Passage
from schemas.site.retrieval import AnswerSettings

PassagesFor = Callable[[str], Sequence[Passage]]
"""A question -> the passages in the order of their numbers, as `build_prompt` gives them."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AnswerRecord(_Value):
    """One line of a file of answers."""

    question: str = Field(min_length=1)
    answer: str | dict[str, object]
    """The contract's object, the same as a string, or plain text with citations."""


class JudgedAnswer(_Value):
    """One answer with what was found."""

    question: str
    is_valid: bool
    breaches: tuple[str, ...] = ()
    decision: Decision
    reason: str
    cites_expected: bool | None = None
    """Whether the page that must be found is among its sources; ``None`` off topic."""


class AnswerEvaluation(_Value):
    """The figures over a file of answers."""

    answers: int
    contract_validity: float | None
    """Share of answers that are valid objects of the contract; ``None`` for plain text."""
    breaches: dict[str, int]
    """Broken rules, with the number of answers that break each."""
    verified: float | None
    """Share of the answers that claim something whose every claim is supported."""
    useful_recall: float | None
    """Share of golden questions answered, verified, and from the page that must be found."""
    correct_abstention: float | None
    """Share of off-topic questions that end in an abstention."""
    model_abstention: float | None
    """The same before verification: the assistant abstained by itself."""
    unanswered: tuple[str, ...]
    """Golden and off-topic questions for which the file has no answer."""
    checks_not_run: tuple[str, ...]
    judged: tuple[JudgedAnswer, ...]


def load_answers(path: Path) -> tuple[AnswerRecord, ...]:
    """The answers in a file of JSON lines ``{"question": ..., "answer": ...}``.

    Raises `ProfileError` with the line that cannot be read.
    """
    records = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"{path}: cannot be read ({error})") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            records.append(AnswerRecord.model_validate(json.loads(line)))
        except (ValueError, RecursionError) as error:
            reason = str(error).splitlines()[0]
            raise ProfileError(f"{path}: line {number}: {reason}") from error
    return tuple(records)


def evaluate_answers(
    golden: GoldenSet,
    records: Iterable[AnswerRecord],
    passages_for: PassagesFor,
    settings: AnswerSettings | None = None,
    nli: Nli | None = None,
) -> AnswerEvaluation:
    """Judge each answer to a golden or off-topic question; others are judged without a key."""
    rules = settings or AnswerSettings()
    by_question: dict[str, GoldenQuestion] = {q.ask: q for q in reversed(golden.question)}
    off_topic = {question.ask for question in golden.off_topic}
    given = {record.question: record for record in records}
    judged: list[JudgedAnswer] = []
    not_run: tuple[str, ...] = ()
    own = 0
    for record in given.values():
        passages = passages_for(record.question)
        one, not_run, abstained = _judge(record, passages, rules, nli)
        expected = by_question.get(record.question)
        if expected is not None:
            one = one.model_copy(update={"cites_expected": _cites(record, passages, expected)})
        own += abstained and record.question in off_topic
        judged.append(one)
    return _summed(judged, by_question, off_topic, own, not_run)


def _summed(
    judged: Sequence[JudgedAnswer],
    by_question: dict[str, GoldenQuestion],
    off_topic: set[str],
    own: int,
    not_run: tuple[str, ...],
) -> AnswerEvaluation:
    keyed = [one for one in judged if one.question in by_question]
    off = [one for one in judged if one.question in off_topic]
    contracts = [one for one in judged if one.breaches != ("plain",)]
    claiming = [one for one in judged if one.reason not in _SILENT]
    useful = sum(one.decision is Decision.ANSWER and bool(one.cites_expected) for one in keyed)
    asked = {*by_question, *off_topic}
    return AnswerEvaluation(
        answers=len(judged),
        contract_validity=_share(sum(one.is_valid for one in contracts), len(contracts)),
        breaches=dict(Counter(rule for one in contracts for rule in set(one.breaches))),
        verified=_share(sum(c.decision is Decision.ANSWER for c in claiming), len(claiming)),
        useful_recall=_share(useful, len(keyed)),
        correct_abstention=_share(sum(o.decision is Decision.ABSTAIN for o in off), len(off)),
        model_abstention=_share(own, len(off)),
        unanswered=tuple(sorted(asked - {one.question for one in judged})),
        checks_not_run=not_run,
        judged=tuple(judged),
    )


_OWN = "abstained"
_SILENT = frozenset({_OWN})


def _judge(
    record: AnswerRecord, passages: Sequence[Passage], settings: AnswerSettings, nli: Nli | None
) -> tuple[JudgedAnswer, tuple[str, ...], bool]:
    answer, breaches = _read(record, passages, settings)
    if answer is None:
        one = JudgedAnswer(
            question=record.question,
            is_valid=False,
            breaches=breaches,
            decision=Decision.ABSTAIN,
            reason="invalid",
        )
        return one, (), False
    found = verify_answer(answer, passages, nli, settings=settings)
    abstained = not found.claims and found.decision is Decision.ABSTAIN
    is_broken = bool(breaches) and breaches != ("plain",)
    one = JudgedAnswer(
        question=record.question,
        is_valid=not breaches,
        breaches=breaches,
        decision=Decision.ABSTAIN if is_broken else found.decision,
        reason=_OWN if abstained else found.reason,
    )
    return one, found.checks_not_run, abstained


def _read(
    record: AnswerRecord, passages: Sequence[Passage], settings: AnswerSettings
) -> tuple[Answer | str | None, tuple[str, ...]]:
    """The answer of a record, with the rules that it breaks; plain text has no contract."""
    raw = record.answer if isinstance(record.answer, str) else json.dumps(record.answer)
    if not raw.lstrip().startswith("{"):
        return raw, ("plain",)
    report = read_answer(raw, [passage.id for passage in passages], settings)
    return report.answer, tuple(breach.rule for breach in report.breaches)


def _cites(record: AnswerRecord, passages: Sequence[Passage], golden: GoldenQuestion) -> bool:
    """Whether the expected page is among the passages that the answer cites."""
    text = record.answer if isinstance(record.answer, str) else str(record.answer.get("answer", ""))
    if isinstance(record.answer, str) and text.lstrip().startswith("{"):
        try:
            text = Answer.model_validate_json(text).answer
        except ValidationError:
            return False
    cited = [passages[n - 1].url for n in cited_numbers(text) if 0 < n <= len(passages)]
    return any(golden.expect in (url, unquote(urlsplit(url).path)) for url in cited)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
