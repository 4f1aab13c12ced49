"""Which passages fit: a fixed table of tokens, so that every question costs about the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schemas.passage import Passage, PassagePart
from schemas.site.retrieval import TokenBudget

CountTokens = Callable[[str], int]


RESERVED = ("answer", "margin")
"""Parts that are kept free for the model: nothing of the prompt counts as theirs."""


@dataclass(frozen=True, slots=True)
class BudgetLine:
    """One part of a prompt: the tokens that it may take and those that it takes."""

    part: str
    allowed: int
    used: int

    @property
    def is_over(self) -> bool:
        """Whether the part is longer than planned."""
        return self.used > self.allowed

    def in_words(self) -> str:
        """The line for an operator.

        >>> BudgetLine("system", 200, 1800).in_words()
        'system: 1800 tokens, 1600 over the 200 planned'
        """
        if self.part in RESERVED:
            return f"{self.part}: {self.allowed} tokens kept free"
        if self.is_over:
            more = self.used - self.allowed
            return f"{self.part}: {self.used} tokens, {more} over the {self.allowed} planned"
        return f"{self.part}: {self.used} of {self.allowed} tokens"


@dataclass(frozen=True, slots=True)
class Fit:
    """The passages that go in, those that do not, and the tokens of both kinds of the former."""

    kept: tuple[Passage, ...]
    left_out: tuple[Passage, ...]
    pinned_tokens: int
    ranked_tokens: int


def approximate_tokens(text: str) -> int:
    """Tokens of French text without a tokenizer: three characters each, rounded up.

    On the safe side: real tokenizers need fewer for French prose.

    >>> approximate_tokens("Bonjour !")
    3
    """
    return -(-len(text) // 3)


def fit_passages(
    passages: Sequence[Passage],
    show: Callable[[Passage], str],
    budget: TokenBudget,
    *,
    room: int,
    count_tokens: CountTokens,
) -> Fit:
    """Keep what fits, best first: pinned passages from all the ``room``, others from their share.

    ``room`` is what the window leaves for passages. Nothing is ever cut short: a passage is in
    whole, or left out and reported.
    """
    share = budget.passages * budget.passage
    kept: list[Passage] = []
    left_out: list[Passage] = []
    pinned = ranked = 0
    pinned_first = sorted(passages, key=lambda p: p.part is not PassagePart.AUTHORITY)
    for passage in pinned_first:
        tokens = count_tokens(show(passage))
        is_pinned = passage.part is PassagePart.AUTHORITY
        fits = pinned + ranked + tokens <= room and (is_pinned or ranked + tokens <= share)
        if not fits:
            left_out.append(passage)
            continue
        kept.append(passage)
        if is_pinned:
            pinned += tokens
        else:
            ranked += tokens
    return Fit(tuple(kept), tuple(left_out), pinned, ranked)
