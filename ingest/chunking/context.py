"""Title and heading path, shortened so that chunk, context and prompt fit the model."""

from collections.abc import Sequence
from typing import Final

from ingest.chunking.units import TokenCounter

MODEL_TOKENS: Final = 512
"""What the embedding model reads; it cuts the rest without a word."""
RESERVED_TOKENS: Final = 16
"""Kept free for the model's prompt ("passage: "), special tokens and line feeds."""
MAX_CONTEXT_TOKENS: Final = 96
"""More context than this would outweigh a short chunk's own words."""


def context_budget(max_tokens: int) -> int:
    """Tokens left for title and headings beside a chunk of ``max_tokens``.

    >>> context_budget(350), context_budget(480)
    (96, 16)
    """
    return max(0, min(MAX_CONTEXT_TOKENS, MODEL_TOKENS - RESERVED_TOKENS - max_tokens))


def shortened_context(
    title: str, path: Sequence[str], counter: TokenCounter, budget: int
) -> tuple[str, tuple[str, ...]]:
    """Title and headings within ``budget`` tokens.

    The innermost heading says most about the chunk and the title most about the document:
    headings between them go first, outermost first; then the longer of the two loses words
    at its end, marked with an ellipsis.
    """
    headings = [name for name in path if name != title]
    cost = sum(map(counter, [title, *headings]))
    while len(headings) > 1 and cost > budget:
        cost -= counter(headings.pop(0))
    if cost <= budget:
        return title, tuple(headings)
    if not headings:
        return _cut(title, counter, budget), ()
    half = budget // 2
    title_room = max(half, budget - counter(headings[0]))
    title = _cut(title, counter, title_room)
    heading = _cut(headings[0], counter, budget - counter(title))
    return title, (heading,) if heading else ()


def _cut(name: str, counter: TokenCounter, budget: int) -> str:
    """The name's first words within ``budget`` tokens, with an ellipsis where it was cut."""
    if counter(name) <= budget:
        return name
    words = name.split()
    while words:
        words.pop()
        short = f"{' '.join(words)}…" if words else ""
        if counter(short) <= budget:
            return short
    return ""
