"""A build comes back as it was written, is refused whole when it is not sound, and is indexed."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import lancedb
import numpy as np
import pytest

from indexers.changes import row_sha256
from indexers.lance import index_lock, new_version, open_index, write_build
from schemas.document import DocumentKind
from schemas.errors import PublishError
from schemas.lexicon import LexiconEntry, LexiconKind

if TYPE_CHECKING:
    from conftest import Maker

LEXICON = [
    LexiconEntry(
        LexiconKind.PERSON, "Anne Exemple", "anne exemple", civility="Mme", areas=("finances",)
    )
]


def test_every_table_comes_back_as_it_was_written(make: "Maker", index_dir: Path) -> None:
    content = replace(make.content(make.commune()), lexicon=LEXICON)
    with index_lock(index_dir) as held:
        manifest = write_build(held, "v1", content, make.facts())

    with open_index(index_dir, "v1") as reader:
        by_place = sorted(content.chunks, key=lambda row: (row.url, row.ordinal))
        assert reader.chunks() == by_place
        assert reader.documents() == sorted(content.documents, key=lambda row: row.url)
        assert reader.urls() == sorted(content.urls, key=lambda row: row.url)
        assert reader.lexicon() == LEXICON
        assert reader.manifest == manifest
        assert (manifest.chunks, manifest.documents, manifest.archives) == (12, 7, 3)
        stored = {stored.row.id: stored.vector for stored in reader.stored()}
    for row, vector in zip(content.chunks, content.vectors, strict=True):
        np.testing.assert_array_equal(stored[row.id], vector)


def test_every_index_covers_every_row(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        write_build(held, "v1", make.content(make.commune()), make.facts())

    with open_index(index_dir, "v1") as reader:
        left = reader.unindexed_rows()
    assert "search_text_idx" in left
    assert set(left.values()) == {0}


def test_search_by_words_by_vector_and_by_filter(make: "Maker", index_dir: Path) -> None:
    content = make.content(make.commune())
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
    with open_index(index_dir) as reader:
        assert reader.search_text("les déchetteries", 5)[0].row.url.endswith("/dechets")
        nearest = reader.search_vector(content.vectors[0], 2)
        assert nearest[0].row.id == content.chunks[0].id
        assert nearest[0].score == pytest.approx(0, abs=1e-6)
        finances = reader.search_text("finances", 10, "is_archive = false")
        assert [hit.row.url for hit in finances] == [f"{make.site}/municipalite"]
        assert reader.search_text("  ", 5) == []
        assert reader.search_text('"déchetteries"', 5) == reader.search_text("déchetteries", 5)
        assert reader.search_text('""', 5) == []


@pytest.mark.parametrize("question", ["l'école", 'a "b" \\ c', "%%%", "AND OR NOT", "é" * 5000])
def test_no_question_breaks_a_search(make: "Maker", index_dir: Path, question: str) -> None:
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
    with open_index(index_dir) as reader:
        assert len(reader.search_text(question, 5)) <= 5


def test_a_document_is_found_by_its_other_urls(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
    with open_index(index_dir) as reader:
        found = reader.document(f"{make.site}/ecole.html")
        assert found is not None
        assert found.url == f"{make.site}/ecole"
        assert reader.document(f"{make.site}/o'brien") is None
        lengths = reader.text_lengths()
        assert lengths[found.url] == len(found.text)
        assert {row.text for row in reader.documents(with_text=False)} == {""}


def test_an_empty_site_makes_an_empty_build(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        manifest = write_build(held, "v1", make.content([]), make.facts())

    assert (manifest.chunks, manifest.documents) == (0, 0)
    with open_index(index_dir, "v1") as reader:
        assert reader.search_text("commune", 3) == []
        assert reader.chunks() == []
        assert list(reader.stored()) == []


def test_unsound_rows_leave_nothing_behind(make: "Maker", index_dir: Path) -> None:
    content = make.content(make.commune())
    rows = list(content.chunks)
    with index_lock(index_dir) as held:
        with pytest.raises(PublishError, match="chunk ids must be unique"):
            write_build(held, "twice", replace(content, chunks=[rows[0], *rows[:-1]]), make.facts())
        with pytest.raises(PublishError, match="more chunks than vectors"):
            write_build(held, "few", replace(content, vectors=content.vectors[:-1]), make.facts())
        with pytest.raises(PublishError, match="more vectors than chunks"):
            write_build(held, "many", replace(content, chunks=rows[:-1]), make.facts())
        broken = content.vectors.copy()
        broken[3, 0] = np.nan
        with pytest.raises(PublishError, match="nan"):
            write_build(held, "nan", replace(content, vectors=broken), make.facts())
    assert list((index_dir / "builds").iterdir()) == []


def test_a_complete_build_is_never_written_twice(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        write_build(held, "v1", make.content(make.commune()), make.facts())
        with pytest.raises(PublishError, match="never written twice"):
            write_build(held, "v1", make.content(make.commune()), make.facts())
        first = new_version(held, make.night)
        write_build(held, first, make.content(make.commune()), make.facts())
        assert new_version(held, make.night) == f"{first}-2"


def test_nightly_facts_do_not_change_the_content_hash(make: "Maker", index_dir: Path) -> None:
    content = make.content(make.commune())
    later = make.night + timedelta(days=1)
    chunks = [
        replace(row, fetched_at=later, run_id="run-2", last_modified="x") for row in content.chunks
    ]
    documents = [replace(row, fetched_at=later) for row in content.documents]
    urls = [replace(row, found_on="elsewhere") for row in content.urls]
    again = replace(content, chunks=chunks, documents=documents, urls=urls)
    changed = replace(again, chunks=[replace(chunks[0], text="other"), *chunks[1:]])
    with index_lock(index_dir) as held:
        one, two, three = (
            write_build(held, name, some, make.facts())
            for name, some in (("v1", content), ("v2", again), ("v3", changed))
        )

    assert one.content_sha256 == two.content_sha256 != three.content_sha256
    assert one.ids_sha256 == two.ids_sha256 == three.ids_sha256


def test_ids_survive_an_edit_above_and_tell_equal_passages_apart(make: "Maker") -> None:
    def ids(*paragraphs: str) -> list[str]:
        read = make.read("/page", *paragraphs, kind=DocumentKind.HTML)
        return [row.id for row in make.content([read]).chunks]

    before, after = ids("un", "deux", "deux"), ids("nouveau", "un", "deux", "deux")

    assert before == after[1:]
    assert len(set(after)) == 4


def test_two_rows_differ_when_anything_readable_does(make: "Maker") -> None:
    row = next(iter(make.content(make.commune()).chunks))
    assert row_sha256(row) == row_sha256(replace(row, run_id="other"))
    assert row_sha256(row) != row_sha256(replace(row, date_label="de 2019"))


def test_a_vector_index_is_kept_only_if_it_finds_what_exact_search_finds(
    make: "Maker", index_dir: Path
) -> None:
    reads = [make.read(f"/page-{n}", f"Texte {n}.") for n in range(1700)]
    content = make.content(reads)
    with index_lock(index_dir) as held:
        facts = make.facts(vector_index_from=1000)
        manifest = write_build(held, "v1", content, facts)
    assert manifest.vector_index is not None
    assert manifest.vector_index.recall_at_10 >= 0.95
    with open_index(index_dir, "v1") as reader:
        assert reader.search_vector(content.vectors[7], 1)[0].row.id == content.chunks[7].id
        assert "vector_idx" in reader.unindexed_rows()
        few = f"url = '{make.site}/page-8'"
        assert [hit.row.url for hit in reader.search_vector(content.vectors[7], 3, few)] == [
            f"{make.site}/page-8"
        ]


def test_a_build_of_an_older_version_is_read_without_its_newer_columns(
    make: "Maker", index_dir: Path
) -> None:
    with index_lock(index_dir) as held:
        write_build(held, "v1", make.content(make.commune()), make.facts())
    build = lancedb.connect(str(index_dir / "builds" / "v1"))
    build.open_table("documents").drop_columns(["text_since"])
    build.open_table("chunks").drop_columns(["series", "metadata"])

    with open_index(index_dir, "v1") as reader:
        assert {row.text_since for row in reader.documents()} == {None}
        assert {row.series for row in reader.chunks()} == {None}
        assert reader.search_text("verre", 1)[0].row.series is None
        assert len(list(reader.stored())) == 12


def test_other_readers_find_their_columns(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        write_build(held, "v1", make.content(make.commune()), make.facts())
    rows = lancedb.connect(str(index_dir / "builds" / "v1")).open_table("chunks").to_arrow()

    assert {"id", "text", "vector", "doc_id", "metadata"} <= set(rows.schema.names)
    (row,) = (
        row
        for row in rows.to_pylist()
        if row["url"].endswith("2019.pdf") and row["page_first"] == 1
    )
    assert row["metadata"]["source"] == row["url"]
    assert (row["metadata"]["date"], row["metadata"]["is_archive"]) == ("2019-05-14", True)
