"""Batches hold every input once, within the budget, long ones first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.embedding.batching import padded_length, plan_batches

lengths_of_inputs = st.lists(st.integers(0, 600), max_size=60)


@given(lengths_of_inputs, st.integers(1, 2048), st.sampled_from([1, 8, 16]))
def test_every_input_is_in_one_batch_within_the_budget(
    lengths: list[int], budget: int, multiple: int
) -> None:
    batches = plan_batches(lengths, budget=budget, multiple=multiple)

    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        width = padded_length(max(lengths[index] for index in batch), multiple)
        assert len(batch) == 1 or width * len(batch) <= budget


@given(lengths_of_inputs)
def test_longest_come_first(lengths: list[int]) -> None:
    order = [lengths[index] for batch in plan_batches(lengths, budget=512) for index in batch]

    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize(
    ("length", "multiple", "expected"), [(0, 1, 1), (1, 16, 16), (16, 16, 16), (17, 16, 32)]
)
def test_padding_rounds_up(length: int, multiple: int, expected: int) -> None:
    assert padded_length(length, multiple) == expected
