"""The commands on builds: what they print, what they leave, and how they end."""

import json

from flows.cli.exits import Exit
from tests.cli.conftest import Command, Site


def test_versions_marks_the_live_one_and_says_why_one_is_pinned(
    millesime: Command, own: Site
) -> None:
    listed = millesime("versions", own.profile, "--json").out
    [only] = json.loads(listed)
    assert only["is_live"]

    said = millesime("pin", own.profile, only["version"], "--reason", "the election")
    assert (said.code, "is pinned" in said.out) == (0, True)
    assert "[pinned: the election]" in millesime("versions", own.profile).out

    assert millesime("pin", own.profile, only["version"], "--undo").code == 0
    assert "[pinned" not in millesime("versions", own.profile).out


def test_a_build_that_does_not_exist_is_said(millesime: Command, own: Site) -> None:
    for command in ("pin", "publish", "rollback"):
        assert millesime(command, own.profile, "20200101T000000Z").code == Exit.NO_INDEX
    assert millesime("rollback", own.profile).code == Exit.NO_INDEX


def test_prune_leaves_the_live_build(millesime: Command, own: Site) -> None:
    assert "removed 0 builds" in millesime("prune", own.profile).out
    assert len(json.loads(millesime("versions", own.profile, "--json").out)) == 1


def test_an_older_layout_ends_in_a_code_of_its_own_and_a_backfill_mends_it(
    millesime: Command, own: Site
) -> None:
    index = own.profile.parent / ".millesime/index"
    for path in (index / "CURRENT.json", *index.glob("builds/*/manifest.json")):
        facts = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps(facts | {"schema_version": 0}), encoding="utf-8")
    (own.profile.parent / ".millesime/cache/inputs.json").unlink()

    assert millesime("search", own.profile, "sac", "--text-only").code == Exit.TOO_OLD
    assert millesime("backfill", own.profile, "--no-orchestrator").code == 0
    assert millesime("search", own.profile, "sac", "--text-only", "--json").json()
