"""What a run did: every document that it refused, and what the gate said of its build."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from schemas.index import GateOutcome
from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class Refusal:
    """One URL that did not become a document of the index, and why."""

    url: CanonicalUrl
    stage: str
    """``crawl``, ``read``, ``index``."""
    reason: str
    """Name of the rule, stable and machine-readable: ``robots``, ``noindex``, ``encrypted``, ..."""
    detail: str = ""
    """A sentence for the operator."""


class GateLevel(StrEnum):
    """What follows when a check fails."""

    BLOCKS = "blocks"
    """The build is broken: it is never published, whoever asks."""
    HOLDS = "holds"
    """The build is held until it is right or an operator overrides the check by name."""
    WARNS = "warns"
    """The build is published; the report says it."""


class GateCheck(BaseModel):
    """One thing that the gate looked at."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    passed: bool
    level: GateLevel = GateLevel.HOLDS
    sentence: str
    """What was found, for the operator; with the rule when it failed."""
    figures: dict[str, float] = Field(default_factory=dict)
    examples: tuple[str, ...] = ()
    """The first few ids, URLs or questions concerned."""


class GoldenOutcome(BaseModel):
    """What retrieval alone found for one golden question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    expected: tuple[str, ...] = ()
    """URLs of which one must be found; none for an off-topic question."""
    rank: int | None = None
    """Rank of the first expected page, from 1; ``None`` when it was not found."""
    authority_first: bool | None = None
    """Whether the pinned page came first; ``None`` when the question does not ask for it."""
    unmarked_past: int = 0
    """Archive passages that came back without their warning; anything but 0 is a fault."""
    best_score: float | None = None
    """For off-topic questions: lets a reader calibrate abstention."""


class GateFigures(BaseModel):
    """The shares that one build is compared on with the next."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    documents: int = 0
    chunks: int = 0
    pdfs: int = 0
    archives: int = 0
    empty_pdfs: float = 0.0
    undated_archives: float = 0.0
    conflicts: float = 0.0
    mojibake: float = 0.0
    golden_recall: float | None = None
    golden_mrr: float | None = None


class GateReport(BaseModel):
    """What the gate said of one build; kept beside it as ``gate.json``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    previous: str | None = None
    outcome: GateOutcome
    checks: tuple[GateCheck, ...]
    figures: GateFigures = GateFigures()
    golden: tuple[GoldenOutcome, ...] = ()
    overridden: tuple[str, ...] = ()
    """Names of the failed checks that an operator overrode."""
    override_reason: str = ""

    @classmethod
    def of(cls, version: str, checks: Iterable[GateCheck], previous: str | None = None) -> Self:
        """The report on ``checks``: held as soon as one that blocks or holds has failed."""
        done = tuple(checks)
        bad = any(not check.passed and check.level is not GateLevel.WARNS for check in done)
        outcome = GateOutcome.HELD if bad else GateOutcome.PASSED
        return cls(version=version, previous=previous, outcome=outcome, checks=done)

    @property
    def holding(self) -> tuple[GateCheck, ...]:
        """The failed checks that keep the build from being published, overridden or not."""
        return tuple(c for c in self.checks if not c.passed and c.level is not GateLevel.WARNS)

    def overriding(self, names: Iterable[str], reason: str) -> "GateReport":
        """The report with the checks ``names`` overridden; a check that blocks stays.

        >>> held = GateReport.of("v1", [GateCheck(name="lost", passed=False, sentence="9 left.")])
        >>> held.overriding(["lost"], "the archive moved to the canton").outcome
        <GateOutcome.OVERRIDDEN: 'overridden'>
        """
        named = {*self.overridden, *names}
        left = [c for c in self.holding if c.name not in named or c.level is GateLevel.BLOCKS]
        outcome = GateOutcome.HELD if left else GateOutcome.OVERRIDDEN
        return self.model_copy(
            update={
                "overridden": tuple(sorted(named & {c.name for c in self.holding})),
                "override_reason": reason,
                "outcome": outcome if self.holding else GateOutcome.PASSED,
            }
        )

    def in_words(self) -> str:
        """The report in a few lines: the outcome, what failed, then what was looked at.

        >>> print(GateReport.of("v1", [GateCheck(name="ids", passed=True, sentence="3 ids.")])
        ...     .in_words())
        v1: passed (1 of 1 checks)
          ok      ids: 3 ids.
        """
        good = sum(check.passed for check in self.checks)
        head = f"{self.version}: {self.outcome.value} ({good} of {len(self.checks)} checks)"
        because = [f"  overridden because: {self.override_reason}"] if self.overridden else []
        ordered = sorted(
            self.checks, key=lambda check: (check.passed, list(GateLevel).index(check.level))
        )
        return "\n".join([head, *because, *(self._line(check) for check in ordered)])

    def _line(self, check: GateCheck) -> str:
        word = "ok" if check.passed else check.level.value.upper()
        if check.name in self.overridden:
            word = "PASSED BY HAND"
        examples = f" [{'; '.join(check.examples)}]" if check.examples and not check.passed else ""
        return f"  {word:<7} {check.name}: {check.sentence}{examples}"
