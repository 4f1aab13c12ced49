"""The abstention log: one JSON line a decision, so that each can be proved afterwards.

Append-only. A question is kept as a hash, not in words: the log may outlive the right to know
what a visitor asked.
"""

import datetime as dt
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from schemas.answer import CONTRACT_VERSION, Decision, Verdict, Verification
from schemas.passage import Passage


class LogEntry(BaseModel):
    """One decision, with all that it rests on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: dt.datetime
    question_sha256: str = Field(pattern="^[0-9a-f]{64}$")
    index_version: str
    decision: Decision
    reason: str
    passages: tuple[str, ...]
    """Ids of the chunks given, in the order of their numbers."""
    evidence: str
    """``none``, ``archives_only``, ``in_force`` or ``pinned``: the best standing among them."""
    verdicts: tuple[Verdict, ...]
    findings: tuple[str, ...]
    """Names of the checks that failed, with repeats."""
    checks_not_run: tuple[str, ...]
    contract_version: str = CONTRACT_VERSION


class AuditReport(BaseModel):
    """What a log says in sum, and lines of it that cannot be read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    decisions: int
    answered: int
    abstained: int
    by_check: dict[str, int]
    by_evidence: dict[str, int]
    by_index_version: dict[str, int]
    unreadable_lines: tuple[int, ...] = ()


def question_hash(question: str) -> str:
    """SHA-256 of a question with its white space folded, as lower-case hex."""
    return hashlib.sha256(" ".join(question.split()).encode("utf-8", "replace")).hexdigest()


def log_entry(
    question: str,
    passages: Sequence[Passage],
    verification: Verification,
    *,
    index_version: str,
    now: dt.datetime,
) -> LogEntry:
    """The line that one decision leaves."""
    return LogEntry(
        at=now,
        question_sha256=question_hash(question),
        index_version=index_version,
        decision=verification.decision,
        reason=verification.reason,
        passages=tuple(passage.id for passage in passages),
        evidence=_evidence(passages),
        verdicts=tuple(claim.verdict for claim in verification.claims),
        findings=tuple(f.check for claim in verification.claims for f in claim.findings),
        checks_not_run=verification.checks_not_run,
    )


def append_entry(log: Path, entry: LogEntry) -> None:
    """Add one line to ``log`` and see it on the disk; lines before it are never touched.

    One write to a file opened for appending: lines of several processes do not mix.
    """
    line = f"{entry.model_dump_json()}\n".encode()
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o640)
    try:
        os.write(descriptor, line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_log(log: Path) -> Iterator[tuple[int, LogEntry | None]]:
    """Each line's number with its entry, ``None`` for a line that cannot be read."""
    with log.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield number, _parsed(line)


def audit(log: Path, *, question: str | None = None) -> tuple[AuditReport, tuple[LogEntry, ...]]:
    """The log in sum, and the entries for one question if it is given."""
    read = list(read_log(log))
    entries = [entry for _, entry in read if entry is not None]
    answered = sum(entry.decision is Decision.ANSWER for entry in entries)
    report = AuditReport(
        decisions=len(entries),
        answered=answered,
        abstained=len(entries) - answered,
        by_check=dict(Counter(check for entry in entries for check in set(entry.findings))),
        by_evidence=dict(Counter(entry.evidence for entry in entries)),
        by_index_version=dict(Counter(entry.index_version for entry in entries)),
        unreadable_lines=tuple(number for number, entry in read if entry is None),
    )
    wanted = question_hash(question) if question is not None else None
    return report, tuple(entry for entry in entries if entry.question_sha256 == wanted)


def _parsed(line: str) -> LogEntry | None:
    try:
        return LogEntry.model_validate(json.loads(line))
    except (ValueError, RecursionError, ValidationError):
        return None


def _evidence(passages: Sequence[Passage]) -> str:
    if not passages:
        return "none"
    if any(passage.is_authoritative for passage in passages):
        return "pinned"
    return "archives_only" if all(passage.is_archive for passage in passages) else "in_force"
