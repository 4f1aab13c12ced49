"""The pointer moves whole or not at all; what a reader has open is never pruned."""

import json
import resource
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from indexers.lance import (
    HeldIndex,
    VersionSummary,
    index_lock,
    new_version,
    open_index,
    pin,
    prune,
    publish,
    published,
    rollback,
    unpin,
    versions,
    write_build,
    write_report,
)
from indexers.lance.layout import IndexFolder
from indexers.lance.publishing import kept_versions
from schemas.errors import IndexLocked, IndexTooNew, NoIndex, PublishError
from schemas.report import GateCheck, GateReport

if TYPE_CHECKING:
    from conftest import Maker

DAY = timedelta(days=1)


def nights(make: "Maker", held: HeldIndex, count: int) -> list[str]:
    """``count`` builds published on nights that follow each other."""
    return [
        make.published(held, make.commune(), make.night + DAY * night).version
        for night in range(count)
    ]


def test_readers_stay_and_follow_when_asked(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        first, second = nights(make, held, 1)[0], None
        with open_index(index_dir) as reader:
            second = make.published(held, make.commune()[:2], make.night + DAY).version
            assert reader.manifest.version == first
            assert len(reader.documents()) == 7
            assert reader.refresh()
            assert reader.manifest.version == second
            assert len(reader.documents()) == 2
            assert not reader.refresh()


def test_rollback_goes_back_one_build_at_a_time(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        one, two, three = nights(make, held, 3)
        later = make.night + DAY * 10
        assert rollback(held, now=later).version == two
        assert rollback(held, now=later + DAY).version == one
        with pytest.raises(NoIndex, match="no earlier build"):
            rollback(held, now=later)
        assert rollback(held, three, now=later + 2 * DAY).version == three
        with pytest.raises(NoIndex, match="never published"):
            rollback(held, "19990101T000000Z", now=later)
        make_held = new_version(held, later)
        write_build(held, make_held, make.content([]), make.facts())
        with pytest.raises(NoIndex, match="never published"):
            rollback(held, make_held, now=later)
    kinds = [move.kind.value for move in IndexFolder(index_dir).moves()]
    assert kinds == ["publish"] * 3 + ["rollback"] * 3


def test_as_of_a_day_is_what_was_live_at_its_end(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        one, two, _ = nights(make, held, 3)
        rollback(held, one, now=make.night + DAY * 5)

    def live(as_of: object) -> str:
        with open_index(index_dir, as_of) as reader:
            assert not reader.refresh()
            return reader.manifest.version

    assert live(date(2026, 11, 29)) == one
    assert live(date(2026, 11, 30)) == two
    assert live(datetime(2026, 11, 30, 1, tzinfo=UTC)) == one
    assert live(datetime(2026, 11, 30, 3, tzinfo=UTC)) == two
    assert live(date(2026, 12, 25)) == one
    assert live(two) == two
    with pytest.raises(NoIndex, match="by 2026-11-28"):
        live(date(2026, 11, 28))


def test_a_kill_between_pointer_and_history_loses_no_move(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        one, two = nights(make, held, 2)
        history = index_dir / "history.jsonl"
        lines = history.read_text("utf-8").splitlines()
        history.write_text(f"{lines[0]}\n{lines[1][:20]}", "utf-8")

        assert [move.version for move in held.folder.moves()] == [one, two]
        rollback(held, one, now=make.night + DAY * 3)
        assert [move.version for move in held.folder.moves()] == [one, two, one]


def test_the_gate_decides_and_an_override_has_a_name(make: "Maker", index_dir: Path) -> None:
    lost = GateCheck(name="lost_documents", passed=False, sentence="9 of 10 left.")
    with index_lock(index_dir) as held:
        write_build(held, "v1", make.content(make.commune()), make.facts())
        with pytest.raises(PublishError, match="never examined"):
            publish(held, "v1", now=make.night)
        report = GateReport.of("v1", [lost])
        write_report(held, report)
        with pytest.raises(PublishError, match="held by the gate"):
            publish(held, "v1", now=make.night)
        assert published(index_dir) is None
        write_report(held, report.overriding(["lost_documents"], "the old domain was closed"))
        publish(held, "v1", now=make.night)
        with pytest.raises(NoIndex, match="no build 'v2'"):
            write_report(held, GateReport.of("v2", []))
    summary = versions(index_dir)[0]
    assert (summary.is_live, summary.gate) == (True, "overridden")


def test_prune_spares_what_is_live_pinned_or_open(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        names = nights(make, held, 6)
        pin(held, names[0], "complaint of a citizen")
        write_build(held, "unfinished", make.content([]), make.facts())
        (index_dir / "builds" / "unfinished" / "manifest.json").unlink()
        now = make.night + DAY * 6
        with open_index(index_dir, names[2]) as reader:
            report = prune(held, keep=2, now=now)
            assert report.in_use == (names[2],)
            # names[1] is of November 30: the last of its month stays.
            assert report.removed == (names[3],)
            assert report.leftovers == ("unfinished",)
            assert report.freed_bytes > 0
            assert len(reader.chunks()) == 12
        unpin(held, names[0])
        assert sorted(prune(held, keep=2, now=now).removed) == [names[0], names[2]]
        left = [summary.version for summary in versions(index_dir)]
        assert left == [names[5], names[4], names[1]]
        with pytest.raises(NoIndex):
            open_index(index_dir, names[2])


def summary(day: datetime, **changes: object) -> VersionSummary:
    plain = {
        "version": f"{day:%Y%m%d}", "built_at": day, "published_at": day, "is_live": False,
        "gate": None, "chunks": 1, "documents": 1, "changes": "", "size_bytes": 1,
        "pinned_because": None, "in_use": False,
    }  # fmt: skip
    return VersionSummary(**{**plain, **changes})


def test_one_build_a_month_is_kept_for_a_year() -> None:
    now = datetime(2026, 11, 29, tzinfo=UTC)
    nightly = [summary(now - DAY * age) for age in range(500)]

    kept = sorted(kept_versions(nightly, keep=10, now=now))

    assert kept[-10:] == [f"{now - DAY * age:%Y%m%d}" for age in reversed(range(10))]
    assert kept[:-10] == [
        "20251231", "20260131", "20260228", "20260331", "20260430", "20260531",
        "20260630", "20260731", "20260831", "20260930", "20261031",
    ]  # fmt: skip


def test_held_builds_do_not_push_out_published_ones() -> None:
    now = datetime(2026, 11, 29, tzinfo=UTC)
    held = [summary(now - DAY * age, published_at=None) for age in range(20)]
    good = [summary(now - DAY * age) for age in range(20, 25)]

    kept = kept_versions([*held, *good], keep=5, now=now)

    assert {row.version for row in good} <= kept
    assert len(kept) == 8


def test_one_writer_at_a_time(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir):
        with pytest.raises(IndexLocked, match="another run"), index_lock(index_dir):
            pass
        code = (
            "import sys, pathlib\n"
            "from indexers.lance import index_lock\n"
            "with index_lock(pathlib.Path(sys.argv[1])): pass\n"
        )
        other = subprocess.run(
            [sys.executable, "-c", code, str(index_dir)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert other.returncode == 1
        assert "IndexLocked" in other.stderr
    with index_lock(index_dir):
        pass


def test_messages_for_an_index_that_cannot_be_read(make: "Maker", index_dir: Path) -> None:
    with pytest.raises(NoIndex, match="nothing has been published"):
        open_index(index_dir)
    with index_lock(index_dir) as held:
        manifest = make.published(held, make.commune())
        facts = json.loads(manifest.model_dump_json())
        (index_dir / "CURRENT.json").write_text(json.dumps({**facts, "schema_version": 99}))
        with pytest.raises(IndexTooNew, match="update Millésime"):
            open_index(index_dir)
        (index_dir / "CURRENT.json").write_text("{half a pointer")
        with pytest.raises(NoIndex, match="rollback VERSION"):
            open_index(index_dir)
        with pytest.raises(NoIndex, match="not the name of a build"):
            open_index(index_dir, "../elsewhere")


def test_a_folder_that_cannot_be_made_leaves_the_published_index(
    make: "Maker", index_dir: Path
) -> None:
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
        builds = index_dir / "builds"
        kept = builds.with_name("kept")
        builds.rename(kept)
        builds.write_text("not a folder")
        with pytest.raises(PublishError, match="published index is untouched"):
            write_build(held, "v2", make.content([]), make.facts())
        builds.unlink()
        kept.rename(builds)
        with open_index(index_dir) as reader:
            assert len(reader.chunks()) == 12


def test_a_disk_that_is_full_leaves_the_published_index(make: "Maker", index_dir: Path) -> None:
    """No file may grow beyond 100 KB, which fails in the middle of a table as a full disk does."""
    reads = [make.read(f"/page-{n}", f"Texte {n}. " * 100) for n in range(300)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with index_lock(index_dir) as held:
        make.published(held, make.commune())
        content = make.content(reads)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
        try:
            with pytest.raises(PublishError, match="published index is untouched") as refused:
                write_build(held, "v2", content, make.facts())
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert ".cargo" not in str(refused.value)
        assert held.folder.leftovers() == []
        write_build(held, "v2", content, make.facts())
        with open_index(index_dir) as reader:
            assert len(reader.chunks()) == 12


def test_a_build_that_was_damaged_is_said_to_be(make: "Maker", index_dir: Path) -> None:
    with index_lock(index_dir) as held:
        version = make.published(held, make.commune()).version
    for manifest in (index_dir / "builds" / version / "chunks.lance" / "_versions").iterdir():
        manifest.write_bytes(b"not a manifest")
    with pytest.raises(NoIndex, match=r"cannot be opened|is gone"):
        open_index(index_dir)
