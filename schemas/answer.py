"""The answer contract: the one JSON object that an assistant returns, version 1.

Field names and statuses are an interface: they do not change within a version.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

CONTRACT_VERSION = "1"
UNKNOWN_TOPIC = "unknown"
SMALL_TALK_TOPIC = "Small talk"
HUMAN_ESCALATION_INTENT = "human_escalation"


class AnswerStatus(StrEnum):
    """What became of the question: the signal that an application routes by."""

    FOUND_IN_CONTEXT = "found_in_context"
    NOT_FOUND_IN_CONTEXT = "not_found_in_context"
    SMALL_TALK = "small_talk"
    OUT_OF_SCOPE = "out_of_scope"
    HUMAN_ESCALATION = "human_escalation"
    INJECTION_ATTEMPT = "injection_attempt"


class _Part(BaseModel):
    # Strict: the string "0.9" is no number, the string "true" is no boolean.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ContextUsage(_Part):
    """What became of one retrieved chunk."""

    chunk: str = Field(min_length=1, description="Id of the chunk, as given in the context.")
    sentences: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        description="Sentences of the chunk that the answer uses, word for word."
    )
    used_in_response: bool
    reason: str | None = Field(
        description="Why the chunk was not used; required when used_in_response is false."
    )


class Answer(_Part):
    """The whole answer of an assistant; the coherence rules are checked apart, by name."""

    status: Annotated[AnswerStatus, Field(strict=False)]
    answer: str = Field(description="What the reader sees, one citation [n] a sentence.")
    display_answer: bool
    confidence_score: float = Field(
        ge=0, le=1, allow_inf_nan=False, description="How well the context supports the answer."
    )
    topic: str = Field(min_length=1, description="A covered topic, 'unknown' or 'Small talk'.")
    suggested_topics: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        description="At most one, only when the topic is 'unknown'."
    )
    understanding: str = Field(description="The question in other words; no new information.")
    redirection_intent: str | None
    context_usage: Annotated[tuple[ContextUsage, ...], Field(strict=False)] = Field(
        description="Every retrieved chunk, used or not."
    )


class Verdict(StrEnum):
    """What the sources say of one claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    INSUFFICIENT = "insufficient"


class Relation(StrEnum):
    """What a natural-language-inference model says of a premise and a hypothesis."""

    ENTAILMENT = "entailment"
    NEUTRAL = "neutral"
    CONTRADICTION = "contradiction"


class Decision(StrEnum):
    """What becomes of a whole answer: there is no partial credit."""

    ANSWER = "answer"
    ABSTAIN = "abstain"


class Support(StrEnum):
    """How far the support of a claim was checked."""

    NONE = "none"
    LEXICAL = "lexical"
    """Words, names, figures, tense and standing; nobody checked that one follows."""
    ENTAILMENT = "entailment"


class Finding(_Part):
    """One check that failed on one claim."""

    check: str
    """Name of the check: ``no_citation``, ``figures``, ``past_as_present``, ..."""
    verdict: Verdict
    detail: str


class ClaimVerdict(_Part):
    """One sentence of an answer and what the passages that it cites say of it."""

    claim: str
    citations: tuple[int, ...]
    verdict: Verdict
    support: Support
    findings: tuple[Finding, ...] = ()


class Verification(_Part):
    """The verdict on every claim, the decision, and which checks ran."""

    decision: Decision
    reason: str
    claims: tuple[ClaimVerdict, ...] = ()
    checks_run: tuple[str, ...] = ()
    checks_not_run: tuple[str, ...] = ()
    """Each with why: ``entailment: no NLI model was given``."""
