"""The difference of two builds says what a reader can tell apart, and nothing else."""

import json
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from indexers.diff import IndexDiff, compare_builds, diff_as_html, diff_as_json, diff_as_text
from indexers.lance import export_parquet, index_lock, open_index
from schemas.dating import PartialDate
from schemas.document import DocumentKind

if TYPE_CHECKING:
    from conftest import Maker


@pytest.fixture
def diff(make: "Maker", index_dir: Path) -> IndexDiff:
    """A night on which everything happens once."""
    before = make.commune()
    pinned = make.read(
        "/municipalite",
        "Mme Rose Nouvelle, syndique : <b>administration</b> générale, finances.",
        before[0].chunks[1].chunk.body,
        topic="executive",
    )
    again = make.read("/dechets", before[1].chunks[0].chunk.body, "Tri du verre : mardi.")
    moved = make.read("/ecoles", before[2].parsed.text)
    redated = make.read(
        "/pv/2017.pdf",
        *(marked.chunk.body for marked in before[4].chunks),
        kind=DocumentKind.PDF,
        dated=PartialDate(2017),
    )
    now_archive = make.read("/contact", before[3].parsed.text, kind=DocumentKind.PDF)
    new = make.read("/sapins", "Les sapins sont ramassés en janvier.")
    after = [pinned, again, moved, now_archive, redated, before[5], new]
    with index_lock(index_dir) as held:
        old = make.published(held, before)
        late = make.published(held, after, make.night + timedelta(days=1))
    with open_index(index_dir, old.version) as one, open_index(index_dir, late.version) as two:
        return compare_builds(one, two)


def test_each_change_is_in_its_place(make: "Maker", diff: IndexDiff) -> None:
    site = make.site
    assert [document.url for document in diff.added] == [f"{site}/sapins"]
    assert [document.url for document in diff.gone] == [f"{site}/pv/2019.pdf"]
    assert [(move.before, move.after) for move in diff.moved] == [
        (f"{site}/ecole", f"{site}/ecoles")
    ]
    assert [document.url for document in diff.pinned] == [f"{site}/municipalite"]
    assert [document.url for document in diff.changed] == [
        f"{site}/dechets",
        f"{site}/municipalite",
    ]
    passage = diff.changed[0].passages[0]
    assert (passage.before, passage.after) == ("Tri du verre : lundi.", "Tri du verre : mardi.")
    assert len(diff.pinned[0].passages) == 1
    assert [(date.before, date.after) for date in diff.dates] == [("2017-05-14", "2017")]
    assert [(s.before, s.after) for s in diff.standings] == [("in force", "archive")]


def test_as_text_pinned_pages_come_first(diff: IndexDiff) -> None:
    lines = diff_as_text(diff).splitlines()

    assert lines[0].endswith(
        "1 added, 1 gone, 1 moved, 2 changed, 1 dated anew, 1 standing changed"
    )
    assert lines[1].startswith("! pinned page changed:")
    assert "    + Tri du verre : mardi." in lines


def test_as_json_it_comes_back(diff: IndexDiff) -> None:
    assert IndexDiff.model_validate(json.loads(diff_as_json(diff))) == diff


def test_as_html_nothing_of_the_site_is_markup(diff: IndexDiff) -> None:
    page = diff_as_html(diff)

    assert "&lt;b&gt;administration&lt;/b&gt;" in page
    assert "<b>" not in page
    assert page.index("Pinned pages changed") < page.index("Gone (1)")


def test_a_build_does_not_differ_from_itself(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
    with open_index(index_dir) as reader:
        diff = compare_builds(reader, reader)
    assert diff.is_empty
    assert "nothing changed" in diff_as_text(diff)
    assert "Nothing changed." in diff_as_html(diff)


def test_parquet_holds_every_row(make: "Maker", index_dir: Path, tmp_path: Path) -> None:
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
    with open_index(index_dir) as reader:
        written = dict(export_parquet(reader, tmp_path / "export"))
        chunks = pq.read_table(tmp_path / "export" / "chunks.parquet")
        assert sorted(chunks.column("text").to_pylist()) == sorted(
            row.text for row in reader.chunks()
        )
    assert {path.name: rows for path, rows in written.items()} == {
        "chunks.parquet": 12, "documents.parquet": 7, "urls.parquet": 7, "lexicon.parquet": 0,
    }  # fmt: skip
    assert chunks.schema.field("vector").type.list_size == 16
