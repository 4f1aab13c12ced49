"""`verify_answer`: a verdict for each sentence, and one decision for the whole answer.

The answer stands only when every claim is supported; one that is not makes it abstain.
"""

from collections.abc import Callable, Sequence

from indexers.answering.checks import CHECKS, FRENCH_CHECKS, Case
from indexers.answering.citations import Claim, cited_numbers, find_claims
from indexers.answering.clauses import split_clauses
from indexers.answering.holders import PersonMention, claimed_persons
from schemas.answer import (
    Answer,
    AnswerStatus,
    ClaimVerdict,
    Decision,
    Finding,
    Relation,
    Support,
    Verdict,
    Verification,
)
from schemas.passage import Passage
from schemas.site.retrieval import AnswerSettings

__all__ = ["Nli", "Relation", "verify_answer"]

_ENTAILMENT = "entailment"
_MAX_ANSWER_CHARS = 20_000
_MAX_CLAIM_CHARS = 1_000


Nli = Callable[[Sequence[tuple[str, str]]], Sequence[Relation]]
"""Pairs (premise, hypothesis) -> the relation of each."""


def verify_answer(
    answer: Answer | str,
    passages: Sequence[Passage],
    nli: Nli | None = None,
    *,
    settings: AnswerSettings | None = None,
) -> Verification:
    """Check each sentence of ``answer`` against the passages, in the order of the prompt.

    ``[n]`` cites ``passages[n - 1]``. Without ``nli`` the verdicts rest on words, names,
    figures, tense and standing, and the result says that entailment was not checked.
    """
    rules = settings or AnswerSettings()
    run, not_run = _checks(rules, nli)
    status = answer.status if isinstance(answer, Answer) else AnswerStatus.FOUND_IN_CONTEXT
    text = answer.answer if isinstance(answer, Answer) else answer
    if status is not AnswerStatus.FOUND_IN_CONTEXT or text.strip() == rules.fallback:
        reason = "the assistant abstained" if text.strip() == rules.fallback else status.value
        return _verification((), reason, run, not_run)
    if len(text) > _MAX_ANSWER_CHARS:
        reason = f"longer than {_MAX_ANSWER_CHARS} characters: not verified"
        return _verification((), reason, run, not_run)
    usage = _usage_findings(answer, passages) if isinstance(answer, Answer) else ()
    verdicts = _verdicts(find_claims(text), passages, rules, nli)
    if usage:
        reason = "; ".join(f"{finding.check}: {finding.detail}" for finding in usage)
        return _verification(verdicts, reason, run, not_run)
    return _verification(verdicts, "", run, not_run)


def _checks(settings: AnswerSettings, nli: Nli | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    left_out: dict[str, str] = {}
    if settings.locale != "fr":
        why = f"read in French only, not in {settings.locale!r}"
        left_out.update(dict.fromkeys(FRENCH_CHECKS, why))
    if nli is None:
        left_out[_ENTAILMENT] = "no NLI model given: lexical support only"
    run = tuple(name for name in (*CHECKS, _ENTAILMENT) if name not in left_out)
    return run, tuple(f"{name}: {why}" for name, why in left_out.items())


def _verification(
    claims: tuple[ClaimVerdict, ...], reason: str, run: tuple[str, ...], not_run: tuple[str, ...]
) -> Verification:
    failed = [claim for claim in claims if claim.verdict is not Verdict.SUPPORTED]
    if not reason and not claims:
        reason = "no claim to verify"
    if not reason and failed:
        checks = dict.fromkeys(finding.check for claim in failed for finding in claim.findings)
        reason = f"{len(failed)} of {len(claims)} claims without support: {', '.join(checks)}"
    return Verification(
        decision=Decision.ABSTAIN if reason else Decision.ANSWER,
        reason=reason or "every claim is supported",
        claims=claims,
        checks_run=run,
        checks_not_run=not_run,
    )


def _usage_findings(answer: Answer, passages: Sequence[Passage]) -> tuple[Finding, ...]:
    """What the answer says of its sources and is not so."""
    bodies = {passage.id: passage.body for passage in passages}
    findings = [
        _insufficient("sentences", f"sentence not in passage {usage.chunk!r}")
        for usage in answer.context_usage
        for sentence in usage.sentences
        if " ".join(sentence.split()) not in " ".join(bodies.get(usage.chunk, "").split())
    ]
    cited = {passages[n - 1].id for n in cited_numbers(answer.answer) if 0 < n <= len(passages)}
    used = {usage.chunk for usage in answer.context_usage if usage.used_in_response}
    if cited != used:
        findings.append(
            _insufficient("usage", f"cited {sorted(cited)!r}, declared {sorted(used)!r}")
        )
    return tuple(findings)


def _verdicts(
    claims: Sequence[Claim], passages: Sequence[Passage], settings: AnswerSettings, nli: Nli | None
) -> tuple[ClaimVerdict, ...]:
    verdicts: list[ClaimVerdict] = []
    subject: PersonMention | None = None
    for claim in claims:
        findings = _findings(claim, passages, settings, subject)
        named = claimed_persons(claim.text)
        subject = named[-1] if named else subject
        if not findings and nli is not None:
            findings = _entailment(claim, passages, nli)
        verdicts.append(_verdict(claim, findings, is_entailed=nli is not None))
    return tuple(verdicts)


def _findings(
    claim: Claim,
    passages: Sequence[Passage],
    settings: AnswerSettings,
    subject: PersonMention | None,
) -> tuple[Finding, ...]:
    if not claim.citations:
        return (_insufficient("no_citation", "sentence without a citation"),)
    if len(claim.text) > _MAX_CLAIM_CHARS:
        return (_insufficient("length", f"sentence longer than {_MAX_CLAIM_CHARS} characters"),)
    if unknown := [n for n in claim.citations if not 0 < n <= len(passages)]:
        return (_insufficient("unknown_citation", f"no passage {unknown!r}"),)
    found = _checked(claim, passages, settings, subject)
    clauses = split_clauses(claim) if found and settings.locale == "fr" else ()
    # Two statements in one sentence may stand in two places of a passage, each by itself.
    if clauses and not any(_checked(part, passages, settings, subject) for part in clauses):
        return ()
    return found


def _checked(
    claim: Claim,
    passages: Sequence[Passage],
    settings: AnswerSettings,
    subject: PersonMention | None,
) -> tuple[Finding, ...]:
    case = Case(
        claim=claim,
        cited=tuple(passages[n - 1] for n in claim.citations),
        passages=tuple(passages),
        subject=subject,
        min_ocr_confidence=settings.min_ocr_confidence,
        is_french=settings.locale == "fr",
    )
    return tuple(finding for check in CHECKS.values() for finding in check(case))


def _entailment(claim: Claim, passages: Sequence[Passage], nli: Nli) -> tuple[Finding, ...]:
    """What the model says of the cited passages together; neutral is not enough."""
    premise = "\n".join(passages[n - 1].body for n in claim.citations)
    [relation] = nli([(premise, claim.text)])
    if relation is Relation.CONTRADICTION:
        detail = "the NLI model reads a contradiction"
        return (Finding(check=_ENTAILMENT, verdict=Verdict.CONTRADICTED, detail=detail),)
    if relation is Relation.NEUTRAL:
        return (_insufficient(_ENTAILMENT, "the NLI model sees no proof"),)
    return ()


def _verdict(claim: Claim, findings: tuple[Finding, ...], *, is_entailed: bool) -> ClaimVerdict:
    verdict, support = Verdict.SUPPORTED, Support.LEXICAL
    if findings:
        contradicted = any(f.verdict is Verdict.CONTRADICTED for f in findings)
        verdict = Verdict.CONTRADICTED if contradicted else Verdict.INSUFFICIENT
        support = Support.NONE
    elif is_entailed:
        support = Support.ENTAILMENT
    return ClaimVerdict(
        claim=claim.text,
        citations=claim.citations,
        verdict=verdict,
        support=support,
        findings=findings,
    )


def _insufficient(check: str, detail: str) -> Finding:
    return Finding(check=check, verdict=Verdict.INSUFFICIENT, detail=detail)
