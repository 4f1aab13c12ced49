"""Reading an assistant's answer strictly, and the coherence rules between its fields.

Each rule has a name and says in a sentence what it found. A model is told the same rules in
the instruction; nothing here repairs an answer.
"""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import NoReturn

from pydantic import ValidationError

from indexers.answering.citations import cited_numbers
from schemas.answer import (
    CONTRACT_VERSION,
    HUMAN_ESCALATION_INTENT,
    SMALL_TALK_TOPIC,
    UNKNOWN_TOPIC,
    Answer,
    AnswerStatus,
)
from schemas.site.retrieval import AnswerSettings

_MAX_CHARS = 1_000_000


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule of the contract that an answer breaks."""

    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class ContractReport:
    """An answer as it was read: the value when its form holds, and every rule that it breaks."""

    answer: Answer | None
    breaches: tuple[Breach, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Whether form and coherence both hold."""
        return self.answer is not None and not self.breaches


def read_answer(
    raw: str, chunk_ids: Collection[str], settings: AnswerSettings | None = None
) -> ContractReport:
    """The answer in ``raw``, with each breach of form or coherence; never raises for its input.

    ``chunk_ids`` are those of all passages that the assistant was given.

    >>> read_answer("Voici : {}", ()).breaches[0].rule
    'json'
    """
    if len(raw) > _MAX_CHARS:
        return _refused("json", f"longer than {_MAX_CHARS} characters")
    try:
        decoded = json.loads(raw, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        return _refused("json", str(error) or type(error).__name__)
    try:
        answer = Answer.model_validate(decoded)
    except ValidationError as error:
        return ContractReport(None, tuple(_form_breaches(error)))
    return ContractReport(answer, check_coherence(answer, chunk_ids, settings))


def check_coherence(
    answer: Answer, chunk_ids: Collection[str], settings: AnswerSettings | None = None
) -> tuple[Breach, ...]:
    """Every coherence rule that ``answer`` breaks, in the order of `RULES`."""
    case = _Case(answer, frozenset(chunk_ids), settings or AnswerSettings())
    return tuple(
        Breach(rule, detail)
        for rule, broken in RULES.items()
        if (detail := broken(case)) is not None
    )


def answer_json_schema() -> dict[str, object]:
    """The JSON Schema of the contract, with its version."""
    schema = Answer.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:millesime:answer:{CONTRACT_VERSION}",
        "x-contract-version": CONTRACT_VERSION,
        **schema,
    }


@dataclass(frozen=True, slots=True)
class _Case:
    """An answer with what it is judged by."""

    answer: Answer
    chunk_ids: frozenset[str]
    settings: AnswerSettings

    @property
    def status(self) -> AnswerStatus:
        return self.answer.status

    @property
    def used(self) -> list[str]:
        return [usage.chunk for usage in self.answer.context_usage if usage.used_in_response]

    @property
    def topics(self) -> frozenset[str]:
        return frozenset(self.settings.covered_topics)


def _found_uses_one(case: _Case) -> str | None:
    if case.status is AnswerStatus.FOUND_IN_CONTEXT and not case.used:
        return "found_in_context needs at least one chunk with used_in_response true"
    return None


def _others_use_none(case: _Case) -> str | None:
    none = {AnswerStatus.NOT_FOUND_IN_CONTEXT, AnswerStatus.OUT_OF_SCOPE}
    if case.status in none and case.used:
        return f"{case.status} must use no chunk, got {case.used!r}"
    return None


def _small_talk_topic(case: _Case) -> str | None:
    is_talk = case.status is AnswerStatus.SMALL_TALK
    if is_talk != (case.answer.topic == SMALL_TALK_TOPIC):
        return f"status {case.status} does not go with topic {case.answer.topic!r}"
    return None


def _small_talk_empty(case: _Case) -> str | None:
    answer = case.answer
    if case.status is AnswerStatus.SMALL_TALK and (answer.suggested_topics or answer.context_usage):
        return "small_talk needs empty suggested_topics and context_usage"
    return None


def _out_of_scope_topic(case: _Case) -> str | None:
    if case.status is AnswerStatus.OUT_OF_SCOPE and case.answer.topic != UNKNOWN_TOPIC:
        return f"out_of_scope needs topic 'unknown', got {case.answer.topic!r}"
    return None


def _known_topic(case: _Case) -> str | None:
    allowed = {*case.topics, UNKNOWN_TOPIC, SMALL_TALK_TOPIC}
    if case.topics and case.answer.topic not in allowed:
        return f"{case.answer.topic!r} is none of the covered topics"
    return None


def _no_suggestion_for_known_topic(case: _Case) -> str | None:
    if case.answer.topic != UNKNOWN_TOPIC and case.answer.suggested_topics:
        return f"topic {case.answer.topic!r} is known, so suggested_topics must be empty"
    return None


def _one_suggestion(case: _Case) -> str | None:
    suggested = case.answer.suggested_topics
    if len(suggested) > 1:
        return f"at most one suggested topic, got {len(suggested)}"
    if any(not topic.strip() or topic in case.topics for topic in suggested):
        return "a suggested topic must be new and not blank"
    return None


def _injection_answers_nothing(case: _Case) -> str | None:
    if case.status is not AnswerStatus.INJECTION_ATTEMPT:
        return None
    if case.used or cited_numbers(case.answer.answer):
        return "injection_attempt must not answer: no chunk used, no citation"
    return None


def _escalation_by_profile(case: _Case) -> str | None:
    if case.status is not AnswerStatus.HUMAN_ESCALATION:
        return None
    expected = HUMAN_ESCALATION_INTENT if case.settings.escalation == "redirect" else None
    if case.answer.redirection_intent != expected:
        return f"redirection_intent must be {expected!r}, got {case.answer.redirection_intent!r}"
    return None


def _redirection_only_for_escalation(case: _Case) -> str | None:
    if case.status is not AnswerStatus.HUMAN_ESCALATION and case.answer.redirection_intent:
        return f"redirection_intent must be null for {case.status}"
    return None


def _display_answer(case: _Case) -> str | None:
    if not case.answer.display_answer and case.status is not AnswerStatus.HUMAN_ESCALATION:
        return f"display_answer must be true for {case.status}"
    return None


def _not_found_says_fallback(case: _Case) -> str | None:
    says = case.answer.answer.strip() == case.settings.fallback
    if case.status is AnswerStatus.NOT_FOUND_IN_CONTEXT and not says:
        return f"the answer must be {case.settings.fallback!r}, word for word and alone"
    return None


def _found_says_something(case: _Case) -> str | None:
    found = case.status is AnswerStatus.FOUND_IN_CONTEXT
    if found and case.answer.answer.strip() == case.settings.fallback:
        return "found_in_context must not answer with the fallback sentence"
    return None


def _texts_not_blank(case: _Case) -> str | None:
    blank = [name for name in ("answer", "understanding") if not getattr(case.answer, name).strip()]
    return f"blank: {', '.join(blank)}" if blank else None


def _unused_has_reason(case: _Case) -> str | None:
    silent = [
        usage.chunk
        for usage in case.answer.context_usage
        if not usage.used_in_response and not (usage.reason or "").strip()
    ]
    return f"no reason for unused chunks {silent!r}" if silent else None


def _sentences_match_use(case: _Case) -> str | None:
    wrong = [
        usage.chunk
        for usage in case.answer.context_usage
        if usage.used_in_response != bool(usage.sentences)
    ]
    return f"sentences must be given for used chunks and only those: {wrong!r}" if wrong else None


def _every_chunk_listed(case: _Case) -> str | None:
    if case.status is AnswerStatus.SMALL_TALK:
        return None
    missing = sorted(case.chunk_ids - {usage.chunk for usage in case.answer.context_usage})
    return f"chunks not listed: {missing!r}" if missing else None


def _only_retrieved_chunks(case: _Case) -> str | None:
    unknown = sorted({usage.chunk for usage in case.answer.context_usage} - case.chunk_ids)
    return f"chunks that were not retrieved: {unknown!r}" if unknown else None


def _chunk_listed_once(case: _Case) -> str | None:
    listed = [usage.chunk for usage in case.answer.context_usage]
    twice = sorted({chunk for chunk in listed if listed.count(chunk) > 1})
    return f"chunks listed twice: {twice!r}" if twice else None


RULES: dict[str, Callable[[_Case], str | None]] = {
    "found_uses_one": _found_uses_one,
    "not_found_uses_none": _others_use_none,
    "small_talk_topic": _small_talk_topic,
    "small_talk_empty_lists": _small_talk_empty,
    "out_of_scope_topic_unknown": _out_of_scope_topic,
    "topic_is_covered": _known_topic,
    "known_topic_no_suggestion": _no_suggestion_for_known_topic,
    "one_suggestion": _one_suggestion,
    "injection_no_real_answer": _injection_answers_nothing,
    "escalation_by_profile": _escalation_by_profile,
    "redirection_only_for_escalation": _redirection_only_for_escalation,
    "display_answer": _display_answer,
    "not_found_says_fallback": _not_found_says_fallback,
    "found_says_something": _found_says_something,
    "texts_not_blank": _texts_not_blank,
    "unused_has_reason": _unused_has_reason,
    "sentences_match_use": _sentences_match_use,
    "every_chunk_listed": _every_chunk_listed,
    "only_retrieved_chunks": _only_retrieved_chunks,
    "chunk_listed_once": _chunk_listed_once,
}
"""Name -> what it finds wrong, or ``None``. The whole table of the contract."""


def _refused(rule: str, detail: str) -> ContractReport:
    return ContractReport(None, (Breach(rule, detail),))


def _form_breaches(error: ValidationError) -> Iterator[Breach]:
    for item in error.errors(include_url=False, include_input=False, include_context=False):
        place = ".".join(str(part) for part in item["loc"]) or "answer"
        yield Breach(f"form.{item['type']}", f"{place}: {item['msg']}")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"keys given twice: {sorted(twice)!r}")
    return dict(pairs)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
