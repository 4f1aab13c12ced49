"""The golden questions over a published index."""

from tests.cli.conftest import Command, Site


def test_evaluate_gives_figures_and_the_questions_behind_them(
    millesime: Command, indexed: Site
) -> None:
    found = millesime("evaluate", indexed.profile, "--json").json()
    assert found["questions"] == 2
    assert found["authority_asked"] == 1
    assert found["authority_missed"] == []
    assert found["stale_as_current"] == []
    assert list(found["off_topic"]) == ["Quel temps fera-t-il demain ?"]
    [former] = found["former"]
    assert former == {"name": "Denis Faucon", "authority_first": True, "former_holder": True}
    said = millesime("evaluate", indexed.profile).out
    assert "1 of 1 have their pinned page first" in said


def test_a_site_without_golden_questions_is_told_how_to_write_some(
    millesime: Command, own: Site
) -> None:
    (own.profile.parent / "golden.toml").unlink()
    ended = millesime("evaluate", own.profile)
    assert ended.code == 3
    assert "no golden questions" in ended.err
