"""Plans are exact, and what changes every night changes no hash."""

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from indexers.changes import NIGHTLY, content_sha256, plan_changes, row_sha256
from schemas.index import ChunkRow, UrlRow

if TYPE_CHECKING:
    from conftest import Maker

hashes = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from("123"))


@given(hashes, hashes)
def test_carrying_out_a_plan_gives_the_new_rows(
    previous: dict[str, str], new: dict[str, str]
) -> None:
    plan = plan_changes(previous, new)
    kept = {key: previous[key] for key in plan.unchanged}
    written = {key: new[key] for key in (*plan.inserted, *plan.replaced)}

    assert kept | written == new
    assert set(plan.deleted) == previous.keys() - new.keys()
    assert plan.is_empty == (previous == new)
    groups = [plan.inserted, plan.replaced, plan.deleted, plan.unchanged]
    assert len({key for group in groups for key in group}) == sum(map(len, groups))


@given(st.permutations(["a", "b", "c"]))
def test_the_order_of_rows_does_not_change_the_content(order: list[str]) -> None:
    def of(rows: list[str]) -> str:
        return content_sha256(rows, model_id="m", model_recipe="1")

    assert of(order) == of(["a", "b", "c"])
    assert of(order) != of(["a", "b"])


def test_every_column_but_the_nightly_ones_counts(make: "Maker") -> None:
    row = next(iter(make.content(make.commune()).chunks))
    for column in fields(ChunkRow):
        before = getattr(row, column.name)
        after = {str: "other", int: 7, bool: not before, float: 0.5}.get(type(before), "other")
        changed = replace(row, **{column.name: after})
        is_same = row_sha256(changed) == row_sha256(row)
        assert is_same == (column.name in NIGHTLY), column.name


def test_what_only_operators_read_of_a_url_publishes_nothing() -> None:
    row = UrlRow("https://commune.example/", "taken", "link", "", "d", None, None)
    seen = replace(row, detail=f"{datetime.now(UTC)}", found_on="x", link_text="y")

    assert row_sha256(seen) == row_sha256(row)
    assert row_sha256(replace(row, state="gone")) != row_sha256(row)
