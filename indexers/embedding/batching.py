"""Which inputs are computed together."""

from collections.abc import Sequence


def plan_batches(lengths: Sequence[int], *, budget: int, multiple: int = 1) -> list[list[int]]:
    """Indices grouped so that a batch, padded to its longest input, has ``budget`` tokens at most.

    Longest first: memory peaks at once or never, and the last batches, which leave cores
    idle, are short. Lengths are rounded up to ``multiple``, as the padding does. An input
    longer than the budget is a batch of its own.

    >>> plan_batches([3, 9, 4, 8], budget=18)
    [[1, 3], [2, 0]]
    >>> plan_batches([3, 9, 4, 8], budget=18, multiple=16)
    [[1], [3], [2], [0]]
    """
    batches: list[list[int]] = []
    room = 0
    for index in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        if room == 0:
            batches.append([])
            room = max(1, budget // padded_length(lengths[index], multiple))
        batches[-1].append(index)
        room -= 1
    return batches


def padded_length(length: int, multiple: int) -> int:
    """``length`` rounded up to a multiple.

    >>> padded_length(17, 16), padded_length(0, 16)
    (32, 16)
    """
    return max(1, -(-length // multiple)) * multiple
