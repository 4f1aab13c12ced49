"""The first profile: what is proposed, and that it can be used at once."""

import socket
from pathlib import Path

from flows.loopback import LoopbackServer
from schemas.site import load_profile
from tests.cli.conftest import Command


def test_init_proposes_a_profile_that_can_be_used(
    millesime: Command, served: LoopbackServer, tmp_path: Path
) -> None:
    out = tmp_path / "site.toml"
    assert millesime("init", served.url, "--out", out).code == 0
    text = out.read_text(encoding="utf-8")
    profile = load_profile(out)
    assert profile.name == "Commune de Test"
    assert profile.languages == ("fr",)
    assert profile.crawl.allow_private_addresses == ("127.0.0.0/8",)
    assert profile.authority == ()
    assert '# url = "/municipalite"' in text
    assert '"Mme Aline Verdon", "M. Bruno Castel", "Mme Chloé Dumur"' in text
    assert '# url = "/horaires"' in text
    assert '# url = "/documents/reglements/*"' in text
    proposed = out.with_name("proposed.toml")
    proposed.write_text(_uncommented(text), encoding="utf-8")
    topics = [rule.topic for rule in load_profile(proposed).authority]
    assert topics == ["exécutif", "horaires"]


def test_init_never_fetches_a_document_only_pages(
    millesime: Command, served: LoopbackServer, tmp_path: Path
) -> None:
    served.requests.clear()
    millesime("init", served.url, "--out", tmp_path / "site.toml", "--contact", "it@a.example")
    assert served.requests
    assert not [each.path for each in served.requests if each.path.endswith(".pdf")]
    assert 'contact = "it@a.example"' in (tmp_path / "site.toml").read_text(encoding="utf-8")


def test_init_does_not_overwrite(
    millesime: Command, served: LoopbackServer, tmp_path: Path
) -> None:
    out = tmp_path / "site.toml"
    out.write_text("mine", encoding="utf-8")
    assert millesime("init", served.url, "--out", out).code == 3
    assert out.read_text(encoding="utf-8") == "mine"


def test_init_of_a_site_that_does_not_answer(millesime: Command, tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        ended = millesime(
            "init", f"http://127.0.0.1:{nobody.getsockname()[1]}", "--out", tmp_path / "site.toml"
        )
    assert ended.code == 4
    assert not (tmp_path / "site.toml").exists()
    assert millesime("init", "ftp://x", "--out", tmp_path / "site.toml").code == 3


def _uncommented(text: str) -> str:
    """The profile with its proposals taken in."""
    starts = ("# [[", "# topic", "# url", "# description", "# must_contain", "# name", "# title")
    return "\n".join(
        line.removeprefix("# ") if line.startswith(starts) else line for line in text.split("\n")
    )
