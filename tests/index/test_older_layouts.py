"""Builds of another layout, and small files that were damaged: said, with a way out that works."""

import json
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from indexers.lance import (
    engine,
    index_lock,
    open_index,
    publish,
    published,
    read_report,
    rollback,
    versions,
)
from indexers.lance.layout import IndexFolder
from schemas.errors import BuildHeld, IndexTooOld, NoIndex, PublishError

if TYPE_CHECKING:
    from conftest import Maker


def test_a_lower_schema_says_to_backfill(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, make.commune()).version
    for path in (index_dir / "CURRENT.json", index_dir / "builds" / version / "manifest.json"):
        facts = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(facts | {"schema_version": 0}), encoding="utf-8")

    with pytest.raises(IndexTooOld, match="millesime backfill"):
        open_index(index_dir)

    assert published(index_dir) is not None
    with index_lock(index_dir) as held:
        make.published(held, make.commune(), make.night + timedelta(days=1))
    with open_index(index_dir) as reader:
        assert len(reader.documents()) == len(make.commune())


@pytest.mark.parametrize(
    ("table", "column"), [("chunks", "is_archive"), ("documents", "text"), ("chunks", "vector")]
)
def test_a_missing_column_is_never_an_empty_value(
    make: "Maker", index_dir: Path, table: str, column: str
) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, make.commune()).version
    database = engine.connect(IndexFolder(index_dir).store, f"builds/{version}")
    engine.open_table(database, table).drop_columns([column])

    with pytest.raises(IndexTooOld, match=rf"{table}\.{column}.*millesime backfill"):
        open_index(index_dir)


def test_a_column_that_can_be_null_may_be_missing(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, make.commune()).version
    database = engine.connect(IndexFolder(index_dir).store, f"builds/{version}")
    engine.open_table(database, "documents").drop_columns(["text_since"])

    with open_index(index_dir) as reader:
        assert {row.text_since for row in reader.documents()} == {None}


def test_a_damaged_pointer_is_mended_by_rolling_back(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, make.commune()).version
    (index_dir / "CURRENT.json").write_text("{", encoding="utf-8")
    with pytest.raises(NoIndex, match="rollback"):
        open_index(index_dir)

    with index_lock(index_dir) as held:
        rollback(held, version, now=make.night + timedelta(hours=1))

    with open_index(index_dir) as reader:
        assert reader.manifest.version == version


def test_a_report_that_cannot_be_read_holds_its_build(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, make.commune()).version
        (index_dir / "builds" / version / "gate.json").write_text("{}", encoding="utf-8")

        with pytest.raises(BuildHeld):
            publish(held, version, now=make.night)

    assert read_report(index_dir, version) is None
    assert [summary.gate for summary in versions(index_dir)] == [None]


def test_what_cannot_be_removed_is_not_said_to_be(
    make: "Maker", index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, make.commune()).version
        monkeypatch.setattr("shutil.rmtree", lambda *_args, **_options: None)

        with pytest.raises(PublishError, match="cannot be removed"):
            held.folder.store.remove_folder(f"builds/{version}")
