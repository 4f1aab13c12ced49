"""The order of passages in a prompt: models read the two ends best."""

from collections.abc import Sequence

from schemas.passage import Passage, PassagePart


def order_for_prompt(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Pinned passages first of all; then the best first, the second best last, the rest between.

    ``passages`` come best first, as retrieval gives them.

    >>> made = [Passage(id=name, text="", body="", url="") for name in "abcd"]
    >>> "".join(passage.id for passage in order_for_prompt(made))
    'acdb'
    """
    pinned = [p for p in passages if p.part is PassagePart.AUTHORITY]
    others = [p for p in passages if p.part is not PassagePart.AUTHORITY]
    if len(others) > 2:
        best, second, *rest = others
        others = [best, *rest, second]
    return (*pinned, *others)
