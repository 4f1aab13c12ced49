"""A withdrawn document leaves every build and every file; nothing else changes."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from indexers.lance import (
    index_lock,
    open_index,
    pin,
    prune,
    published,
    rollback,
    versions,
    withdraw,
)
from schemas.dating import PartialDate
from schemas.document import DocumentKind

if TYPE_CHECKING:
    from conftest import Maker

DAY = timedelta(days=1)
SECRET = "Retraite"


def reads(make: "Maker") -> list:
    private = make.read(
        "/pv/2016.pdf",
        f"M. Jean {SECRET} demande que son dossier soit retiré du site.",
        kind=DocumentKind.PDF,
        dated=PartialDate(2016),
        aliases=["/ancien/2016.pdf"],
    )
    return [*make.commune(), private]


def bytes_hold(folder: Path, word: str) -> list[str]:
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and word.casefold().encode() in path.read_bytes().lower()
    ]


def test_a_withdrawn_document_is_in_no_build_and_no_file(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        one = make.published(held, reads(make)).version
        two = make.published(held, reads(make), make.night + DAY).version
        three = make.published(held, make.commune(), make.night + 2 * DAY).version
        rollback(held, two, now=make.night + 3 * DAY)
        pin(held, one, "asked for")
        assert bytes_hold(index_dir, SECRET)

        report = withdraw(held, ["/pv/2016.pdf"], now=make.night + 4 * DAY)

        assert report.urls == (f"{make.site}/pv/2016.pdf",)
        assert report.builds == (one, two)
        assert report.waiting == ()
        assert bytes_hold(index_dir, SECRET) == []
        again = withdraw(held, ["/pv/2016.pdf"], now=make.night + 5 * DAY)
        assert (again.urls, again.builds) == ((), ())

    with open_index(index_dir) as reader:
        assert reader.manifest.version == f"{two}-w1"
        assert len(reader.documents()) == 7
        told = {row.url: row.state for row in reader.urls()}
        assert told[f"{make.site}/pv/2016.pdf"] == "withdrawn"
    with open_index(index_dir, make.night.date()) as reader:
        assert reader.manifest.version == f"{one}-w1"
    with open_index(index_dir, (make.night + 2 * DAY).date()) as reader:
        assert reader.manifest.version == three
    listed = {summary.version: summary for summary in versions(index_dir)}
    assert listed[f"{one}-w1"].pinned_because == "asked for"
    assert listed[f"{one}-w1"].published_at == make.night


def test_a_document_is_withdrawn_by_any_of_its_urls(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        make.published(held, reads(make))
        report = withdraw(held, ["/ancien/*"], now=make.night + DAY)
    assert report.urls == (f"{make.site}/pv/2016.pdf",)


def test_a_reader_keeps_what_it_has_open_and_the_report_says_so(
    make: "Maker", index_dir: Path
) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, reads(make)).version
        with open_index(index_dir) as reader:
            report = withdraw(held, ["/pv/2016.pdf"], now=make.night + DAY)
            assert report.waiting == (version,)
            assert len(reader.chunks()) == 13
            assert reader.refresh()
            assert len(reader.chunks()) == 12
        report = withdraw(held, ["/pv/2016.pdf"], now=make.night + 2 * DAY)
        assert report.waiting == ()
        assert bytes_hold(index_dir, SECRET) == []
        assert [summary.version for summary in versions(index_dir)] == [f"{version}-w1"]


def test_rollback_and_prune_know_who_stands_in(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        one = make.published(held, reads(make)).version
        two = make.published(held, reads(make), make.night + DAY).version
        withdraw(held, ["/pv/2016.pdf"], now=make.night + 2 * DAY)
        assert rollback(held, now=make.night + 3 * DAY).version == f"{one}-w1"
        prune(held, keep=2, now=make.night + 4 * DAY)
        assert {s.version for s in versions(index_dir)} == {f"{one}-w1", f"{two}-w1"}


def test_twins_are_told(make: "Maker", index_dir: Path) -> None:
    twin = make.read("/autre.pdf", f"M. Jean {SECRET} demande que son dossier soit retiré du site.")
    with index_lock(index_dir) as held:
        make.published(held, [*reads(make), twin])
        report = withdraw(held, ["/pv/2016.pdf"], now=make.night + DAY)
    assert report.twins == (f"{make.site}/autre.pdf",)


@pytest.mark.parametrize("patterns", [[], ["/nowhere/*"]])
def test_nothing_named_nothing_written(make: "Maker", index_dir: Path, patterns: list[str]) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, reads(make)).version
        assert withdraw(held, patterns, now=make.night + DAY).builds == ()
    current = published(index_dir)
    assert current is not None
    assert current.version == version
