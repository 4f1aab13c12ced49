"""The benchmark of reading counts as lost what an index asks for and a reader leaves out."""

from pathlib import Path

import pytest

from benchmarks.read_kept import missing, wanted_strings
from benchmarks.read_results import READERS_PYTHON, Result, lost_numbers, read_with_peer

INDEX = """file	kind	must_keep
01-page.html	hours	"Lundi de 9 h à 12 h", "Mardi fermé"; drop the date "3 mai 2016"
02-trap.html	trap	"Notre conseil" = advice
03-none.html	people	almost nothing
01-page.latin-1.html	variant	same text as its twin
"""


def result(texts: dict[tuple[Path, int], str]) -> Result:
    return Result("a reader", 1.0, texts, "", len(texts))


def test_what_stands_between_quotation_marks_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "index.tsv").write_text(INDEX, encoding="utf-8")

    wanted = wanted_strings(tmp_path)

    hours = ["Lundi de 9 h à 12 h", "Mardi fermé"]
    assert wanted == {tmp_path / "01-page.html": hours, tmp_path / "01-page.latin-1.html": hours}
    assert wanted_strings(tmp_path / "elsewhere") == {}


def test_a_string_is_missing_unless_its_words_stand_together() -> None:
    near, far, unread = (Path(f"{name}.html") for name in ("near", "far", "unread"))
    texts = {(near, 1): "Lundi :\n9 h", (far, 1): f"Lundi{' fermé' * 60} 9 h"}

    lost = missing(result(texts), {page: ["Lundi 9 h"] for page in (near, far, unread)})

    assert lost == {"far.html": 1, "unread.html": 1}


def test_numbers_are_lost_page_by_page() -> None:
    path = Path("a.pdf")
    ours = result({(path, 1): "12 et 7", (path, 2): "5"})
    theirs = result({(path, 1): "12, 12 et /square3 7", (path, 3): "9"})

    assert lost_numbers(ours, theirs) == (1, 3)
    assert lost_numbers(theirs, ours) == (0, 2)


def test_a_peer_that_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(READERS_PYTHON, raising=False)
    assert read_with_peer("trafilatura", []) is None

    monkeypatch.setenv(READERS_PYTHON, "/bin/false")
    assert read_with_peer("trafilatura", []) is None
