"""Answers of any model to the golden questions: do they hold, are they useful, do they abstain."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from urllib.parse import unquote, urlsplit

from flows.answers import GivenAnswer, Judged, judge, nli_of
from flows.asking import Desk
from indexers.answering.citations import cited_numbers
from schemas.answer import AnswerStatus
from schemas.errors import ProfileError
from schemas.golden import GoldenQuestion, GoldenSet


@dataclass(frozen=True, slots=True)
class AnswersEvaluation:
    """Usefulness and abstention are two figures: one number would let the one buy the other."""

    answers: int
    contract_valid: int
    breaches: dict[str, int]
    """By rule."""
    verified: int
    """Answers of which every claim is supported."""
    failed_checks: dict[str, int]
    on_topic: int
    useful: int
    """Golden questions answered, verified, and citing the page that was expected."""
    not_useful: tuple[str, ...]
    off_topic: int
    abstained: int
    """Off-topic questions to which the answer was to abstain."""
    answered_off_topic: tuple[str, ...]
    unanswered: tuple[str, ...]
    """Questions of the golden set without an answer in the file; they count as failed."""

    @property
    def useful_recall(self) -> float | None:
        """Useful answers of the on-topic questions."""
        return self.useful / self.on_topic if self.on_topic else None

    @property
    def abstention_rate(self) -> float | None:
        """Correct abstentions of the off-topic questions."""
        return self.abstained / self.off_topic if self.off_topic else None

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        rates = {"useful_recall": self.useful_recall, "abstention_rate": self.abstention_rate}
        return asdict(self) | rates

    def in_words(self) -> str:
        """The figures as an operator reads them."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.answers} answers"
        yield f"  contract     {self.contract_valid} are valid{_counted(self.breaches)}"
        yield f"  citations    {self.verified} are verified{_counted(self.failed_checks)}"
        yield f"  useful       {self.useful} of {self.on_topic} on-topic questions"
        answered = (each for each in self.not_useful if each not in self.unanswered)
        yield from (f"    not useful: {question}" for question in answered)
        yield f"  abstention   {self.abstained} of {self.off_topic} off-topic questions"
        yield from (f"    answered: {question}" for question in self.answered_off_topic)
        if self.unanswered:
            yield f"  unanswered   {len(self.unanswered)} questions are not in the file (--json)"


def evaluate_answers(
    desk: Desk, golden: GoldenSet, answers: Sequence[GivenAnswer]
) -> AnswersEvaluation:
    """Judge every answer; raises `ProfileError` when one has no question."""
    if any(each.question is None for each in answers):
        raise ProfileError('every answer needs its question: {"question": ..., "answer": ...}')
    nli = nli_of(desk)
    judged = {each.question: judge(desk, each, nli) for each in answers}
    useful = [
        each
        for each in golden.question
        if (found := judged.get(each.ask)) is not None and _is_useful(desk, each, found)
    ]
    abstained = [
        each
        for each in golden.off_topic
        if (found := judged.get(each.ask)) is not None and _abstains(desk, found)
    ]
    asked = [*(each.ask for each in golden.question), *(each.ask for each in golden.off_topic)]
    answered = {each.ask for each in golden.off_topic if each not in abstained} & judged.keys()
    return AnswersEvaluation(
        answers=len(judged),
        contract_valid=sum(not each.breaches for each in judged.values()),
        breaches=dict(Counter(b.rule for each in judged.values() for b in each.breaches)),
        verified=sum(each.holds for each in judged.values()),
        failed_checks=dict(Counter(_failed(judged.values()))),
        on_topic=len(golden.question),
        useful=len(useful),
        not_useful=tuple(each.ask for each in golden.question if each not in useful),
        off_topic=len(golden.off_topic),
        abstained=len(abstained),
        answered_off_topic=tuple(sorted(answered)),
        unanswered=tuple(ask for ask in dict.fromkeys(asked) if ask not in judged),
    )


def _failed(judged: Iterable[Judged]) -> Iterator[str]:
    for each in judged:
        if each.verification is not None:
            checks = (f.check for claim in each.verification.claims for f in claim.findings)
            yield from dict.fromkeys(checks)


def _is_useful(desk: Desk, question: GoldenQuestion, judged: Judged) -> bool:
    """Verified, and one of the sentences cites the page that was expected."""
    if not judged.holds or _abstains(desk, judged):
        return False
    text = judged.answer.answer if judged.answer is not None else judged.given.raw
    numbers = (n for n in cited_numbers(text) if 0 < n <= len(judged.passages))
    cited = {judged.passages[n - 1].url for n in numbers}
    expected = {_path(question.expect), question.expect}
    return any(url in expected or _path(url) in expected for url in cited)


def _abstains(desk: Desk, judged: Judged) -> bool:
    """Whether the answer says that it has none."""
    if judged.answer is None:
        return judged.given.raw.strip() == desk.workspace.profile.answers.fallback
    return not judged.breaches and judged.answer.status in (
        AnswerStatus.NOT_FOUND_IN_CONTEXT,
        AnswerStatus.OUT_OF_SCOPE,
    )


def _path(url: str) -> str:
    return unquote(urlsplit(url).path)


def _counted(counts: dict[str, int]) -> str:
    shown = ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))
    return f" ({shown})" if shown else ""
