"""Golden questions: what retrieval alone finds, against what it found last time."""

from collections.abc import Iterator, Sequence

from indexers.gate.candidate import Candidate, GateRules, LastBuild
from indexers.gate.wording import check, percent, some
from schemas.report import GateCheck, GateFigures, GateLevel, GoldenOutcome


def golden_checks(
    candidate: Candidate, last: LastBuild | None, rules: GateRules
) -> Iterator[GateCheck]:
    """Recall against the threshold, questions lost, authority first, no unmarked past."""
    if not candidate.golden:
        return
    settings, asked = rules.settings, _asked(candidate.golden)
    lost_from = [q for q in asked if not is_found(q, settings.golden_k)]
    yield check(
        "golden_recall",
        f"{len(asked) - len(lost_from)} of {len(asked)} golden questions find their page in "
        f"{settings.golden_k} passages (at least {percent(settings.min_golden_recall)}).",
        passed=recall(asked, settings.golden_k) >= settings.min_golden_recall,
        figures={
            "recall": recall(asked, settings.golden_k),
            "mrr": mean_reciprocal_rank(asked),
        },
        examples=some(q.question for q in lost_from),
    )
    yield _none_lost(asked, last, rules)
    second = [q.question for q in candidate.golden if q.authority_first is False]
    yield check(
        "golden_authority",
        f"{len(second)} questions do not have their pinned page first.",
        passed=not second,
        examples=some(second),
    )
    unmarked = [q.question for q in candidate.golden if q.unmarked_past]
    yield check(
        "golden_past_marked",
        f"{len(unmarked)} questions bring an archive without its warning.",
        passed=not unmarked,
        level=GateLevel.BLOCKS,
        examples=some(unmarked),
    )


def golden_figures(figures: GateFigures, golden: Sequence[GoldenOutcome], k: int) -> GateFigures:
    """``figures`` with recall@k and MRR of the golden questions, if there are any."""
    asked = _asked(golden)
    if not asked:
        return figures
    found = {"golden_recall": recall(asked, k), "golden_mrr": mean_reciprocal_rank(asked)}
    return figures.model_copy(update=found)


def is_found(question: GoldenOutcome, k: int) -> bool:
    """Whether its page is among the first ``k`` passages."""
    return question.rank is not None and question.rank <= k


def recall(asked: Sequence[GoldenOutcome], k: int) -> float:
    """Share of questions whose page is among the first ``k`` passages; 1 without questions."""
    return sum(is_found(q, k) for q in asked) / len(asked) if asked else 1.0


def mean_reciprocal_rank(asked: Sequence[GoldenOutcome]) -> float:
    """Mean of 1/rank over the questions, 0 for a page that was not found."""
    return sum(1 / q.rank for q in asked if q.rank) / len(asked) if asked else 1.0


def _none_lost(
    asked: Sequence[GoldenOutcome], last: LastBuild | None, rules: GateRules
) -> GateCheck:
    k, report = rules.settings.golden_k, None if last is None else last.report
    found = set() if report is None else {q.question for q in report.golden if is_found(q, k)}
    lost = [q.question for q in asked if not is_found(q, k) and q.question in found]
    before = None if report is None else report.figures
    against = ""
    if before is not None and before.golden_recall is not None and before.golden_mrr is not None:
        against = f" Recall was {before.golden_recall:.3f}, MRR {before.golden_mrr:.3f}."
    return check(
        "golden_lost",
        f"{len(lost)} questions that the last build answered are lost "
        f"(at most {rules.settings.max_golden_lost}).{against}",
        passed=len(lost) <= rules.settings.max_golden_lost,
        figures={"lost": len(lost)},
        examples=some(lost),
    )


def _asked(golden: Sequence[GoldenOutcome]) -> list[GoldenOutcome]:
    return [question for question in golden if question.expected]
