"""Golden questions over a published index: what retrieval finds, guarantees, and never mixes up."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from flows.asking import Desk
from flows.publish import ask_golden
from flows.query_vectors import cached_queries
from flows.shared_model import SharedModel
from flows.workspace import Workspace
from indexers.gate.golden import is_found, mean_reciprocal_rank, recall
from schemas.errors import ProfileError
from schemas.golden import FormerHolder, GoldenSet
from schemas.passage import PassagePart, Retrieval
from schemas.report import GoldenOutcome
from schemas.warning import has_any_warning

_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Former:
    """What is shown for a person who is no longer in office."""

    name: str
    authority_first: bool
    """The pinned page comes first, so that nobody takes the person for the holder of today."""
    former_holder: bool
    """A marked archive that states the former function is there."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures, with the questions behind each that is not perfect."""

    version: str
    questions: int
    k: int
    recall_at_k: float
    recall_at_10: float
    mrr_at_10: float
    not_found: tuple[str, ...]
    authority_asked: int
    authority_missed: tuple[str, ...]
    authority_ordinary: int
    """Questions that ask for no pinned page."""
    authority_false: tuple[str, ...]
    """Of these, those for which a pinned page was forced in all the same."""
    today: int
    stale_as_current: tuple[str, ...]
    """Questions about today whose context holds a past without its warning: must be none."""
    former: tuple[Former, ...]
    off_topic: dict[str, float]
    """Best score by question: an assistant must abstain on all of them."""
    lowest_on_topic: float | None
    """Best score of the golden question that scores lowest."""

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)

    def in_words(self) -> str:
        """The figures as an operator reads them."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.questions} golden questions on {self.version}"
        yield (
            f"  found        recall@{self.k} {self.recall_at_k:.3f}, recall@10 "
            f"{self.recall_at_10:.3f}, MRR@10 {self.mrr_at_10:.3f}"
        )
        yield from _each("not found", self.not_found)
        kept = self.authority_asked - len(self.authority_missed)
        yield f"  authority    {kept} of {self.authority_asked} have their pinned page first"
        yield from _each("not first", self.authority_missed)
        yield (
            f"  false        {len(self.authority_false)} of {self.authority_ordinary} other "
            "questions bring a pinned page in"
        )
        yield from _each("brought in", self.authority_false)
        yield (
            f"  stale        {len(self.stale_as_current)} of {self.today} questions about today "
            "show a past without its warning"
        )
        yield from _each("unmarked", self.stale_as_current)
        whole = [each for each in self.former if each.authority_first and each.former_holder]
        yield (
            f"  former       {len(whole)} of {len(self.former)} persons: pinned page first, then "
            "the former function with its date"
        )
        yield from _each("not whole", tuple(each.name for each in self.former if each not in whole))
        if self.off_topic:
            best = max(self.off_topic.values())
            yield f"  off topic    {len(self.off_topic)} questions score up to {best:.4f}"
        if self.lowest_on_topic is not None:
            yield f"  on topic     ordinary questions score from {self.lowest_on_topic:.4f}"


def _each(word: str, questions: Sequence[str]) -> Iterator[str]:
    return (f"    {word}: {question}" for question in questions)


def golden_of(workspace: Workspace) -> GoldenSet:
    """The golden questions of a site; raises `ProfileError` when it has none."""
    if workspace.golden_path is None:
        raise ProfileError(
            f"{workspace.profile_path.parent / 'golden.toml'}: no golden questions; write some, "
            "each with the page that must be found (examples/commune/golden.toml shows how)"
        )
    return workspace.golden()


def evaluate_retrieval(desk: Desk) -> Evaluation:
    """Ask every golden question; raises `ProfileError` when the site has none."""
    workspace = desk.workspace
    golden = golden_of(workspace)
    outcomes = ask_golden(
        workspace, desk.reader, cached_queries(SharedModel(workspace), desk.vectors)
    )
    asked = [each for each in outcomes if each.expected]
    return _evaluated(desk, golden, asked, outcomes)


def _evaluated(
    desk: Desk, golden: GoldenSet, asked: list[GoldenOutcome], outcomes: Sequence[GoldenOutcome]
) -> Evaluation:
    k = desk.workspace.profile.gate.golden_k
    ordinary = [each.ask for each in golden.question if each.authority is None]
    today = {each.ask for each in golden.question if each.about == "today"}
    off_topic = {each.question: each.best_score or 0.0 for each in outcomes if not each.expected}
    pinned = [each for each in asked if each.authority_first is not None]
    best = [desk.ask(question, k=1) for question in ordinary]
    scores = [max((p.score for p in found.passages), default=0.0) for found in best]
    return Evaluation(
        version=desk.reader.manifest.version,
        questions=len(asked),
        k=k,
        recall_at_k=recall(asked, k),
        recall_at_10=recall(asked, _DEPTH),
        mrr_at_10=mean_reciprocal_rank(asked),
        not_found=tuple(each.question for each in asked if not is_found(each, k)),
        authority_asked=len(pinned),
        authority_missed=tuple(each.question for each in pinned if not each.authority_first),
        authority_ordinary=len(ordinary),
        authority_false=tuple(found.question for found in best if found.intent.is_authority),
        today=len(today),
        stale_as_current=tuple(
            each.question for each in asked if each.unmarked_past and each.question in today
        ),
        former=tuple(_former(each, desk.ask(each.name)) for each in golden.former),
        off_topic=off_topic,
        lowest_on_topic=min(scores, default=None),
    )


def _former(person: FormerHolder, found: Retrieval) -> Former:
    first = found.passages[0] if found.passages else None
    return Former(
        name=person.name,
        authority_first=first is not None and first.part is PassagePart.AUTHORITY,
        former_holder=any(
            passage.is_archive and has_any_warning(passage.text)
            for passage in found.part(PassagePart.FORMER_HOLDER)
        ),
    )
