"""What the commands that look print, for a person and for a script."""

import csv
import io
from pathlib import Path

import pytest

from flows.extracting import document_as_dict, document_in_lines
from schemas.document import (
    Block,
    BlockKind,
    DocumentKind,
    Page,
    PageOutcome,
    ParsedDocument,
    TextSpan,
)
from schemas.urls import CanonicalUrl
from tests.cli.conftest import Command, Site


def test_search_shows_the_pinned_page_first_and_the_warning_of_archives(
    millesime: Command, indexed: Site
) -> None:
    ended = millesime("search", indexed.profile, "qui est la syndique ?")
    assert ended.code == 0
    first = ended.out.split("[2]")[0]
    assert "AUTHORITATIVE for exécutif" in first
    assert "Mme Aline Verdon" in first
    past = millesime("search", indexed.profile, "comptes du boursier", "--text-only")
    assert "| [Document d'archive daté du" in past.out


def test_search_as_json_is_a_list_of_rows_without_their_vectors(
    millesime: Command, indexed: Site
) -> None:
    rows = millesime("search", indexed.profile, "sac", "--text-only", "--json", "--k", "1").json()
    assert rows[0]["url"] == indexed.url("/documents/reglements/dechets.pdf")
    assert {"text", "body", "date", "is_archive", "score", "legs", "reason"} <= rows[0].keys()
    assert "vector" not in rows[0]


def test_explain_tells_the_whole_story_of_a_pdf(millesime: Command, indexed: Site) -> None:
    said = millesime("explain", indexed.profile, "/documents/pv1.pdf").out
    assert f"linked from {indexed.url('/proces-verbaux')}: 'Séance du 14 mai 2019'" in said
    assert "status 200" in said
    assert "2 pages: 2 text" in said
    assert "-> 2019-05-14 day_month_word_year in link_text" in said
    assert "archive: default" in said
    assert "read with: [Document d'archive daté du 14 mai 2019" in said


def test_explain_as_json_has_a_part_for_every_step(millesime: Command, indexed: Site) -> None:
    found = millesime("explain", indexed.profile, indexed.url("/municipalite"), "--json").json()
    assert found["crawl"]["state"] == "taken"
    assert found["reading"]["kind"] == "html"
    assert found["standing"]["authority_topic"] == "exécutif"
    assert found["is_in_live_index"]
    assert found["chunks"]


def test_explain_says_why_a_url_is_no_document(millesime: Command, indexed: Site) -> None:
    ended = millesime("explain", indexed.profile, "/disparu")
    assert ended.code == 0
    assert "state: missing (not_found: status 404)" in ended.out
    assert "not in the live index" in ended.out


def test_explain_suggests_what_is_near_an_unknown_url(millesime: Command, indexed: Site) -> None:
    ended = millesime("explain", indexed.profile, "/municipalit")
    assert ended.code == 10
    assert ended.err.count("\n") == 1
    assert f"did you mean {indexed.url('/municipalite')}?" in ended.err


def test_explain_dates_a_local_file(millesime: Command, indexed: Site) -> None:
    path = indexed.server.folder / "documents/PV 12.03.2018.pdf"
    ended = millesime("explain", indexed.profile, path)
    assert "date: 2018-03-12 (day, rung url)" in ended.out
    as_json = millesime("explain", indexed.profile, path, "--json").json()
    assert (as_json["date"], as_json["evidence"][0]["status"]) == ("2018-03-12", "chosen")


def test_status_says_what_is_live_and_what_to_look_at(millesime: Command, indexed: Site) -> None:
    said = millesime("status", indexed.profile).out
    assert "gate: passed" in said
    assert "pinned 'exécutif'" in said
    assert "present" in said
    assert "dates PROFILE --by undated" in said
    found = millesime("status", indexed.profile, "--json").json()
    assert found["live"]["documents"] == 8
    assert found["undated_archives"] == 1
    assert set(found["disk_bytes"]) == {"snapshot", "cache", "index"}


def test_status_of_a_site_without_an_index_says_how_to_make_one(
    millesime: Command, indexed: Site, tmp_path: Path
) -> None:
    profile = tmp_path / "new.toml"
    profile.write_text(indexed.profile.read_text(encoding="utf-8"), encoding="utf-8")
    ended = millesime("status", profile)
    assert ended.code == 0
    assert "nothing is published yet" in ended.out
    assert not (tmp_path / ".millesime").exists()
    assert millesime("search", profile, "x").code == 10
    assert millesime("dates", profile).code == 10
    assert millesime("explain", profile, "/").code == 10


@pytest.mark.parametrize(
    ("by", "paths"),
    [
        ("undated", ["/documents/extrait.pdf"]),
        ("conflict", []),
        ("disagree", []),
    ],
)
def test_dates_lists_only_what_needs_a_look(
    millesime: Command, indexed: Site, by: str, paths: list[str]
) -> None:
    found = millesime("dates", indexed.profile, "--by", by, "--json").json()
    assert [row["url"].removeprefix(indexed.server.url) for row in found] == paths


def test_dates_as_table_and_csv(millesime: Command, indexed: Site) -> None:
    said = millesime("dates", indexed.profile).out
    assert "2018-03-12  url" in said
    assert "2019-05-14  stated" in said
    rows = list(csv.DictReader(io.StringIO(millesime("dates", indexed.profile, "--csv").out)))
    assert {row["date"] for row in rows} >= {"2018-03-12", "2019-05-14"}
    assert all(row["reason"] for row in rows)


def test_date_tries_one_set_of_clues(millesime: Command) -> None:
    ended = millesime(
        "date", "--url", "https://commune.example/pv.pdf", "--link-text", "PV du 14 mai 2019",
        "--pdf-created", "D:20190602", "--today", "2026-11-29", "--json",
    )  # fmt: skip
    assert ended.json()["date"] == "2019-05-14"
    assert [each["status"] for each in ended.json()["evidence"]] == ["chosen", "bound"]
    assert millesime("date", "--url", "x", "--today", "demain").code == 2


def test_extract_shows_blocks_and_pages(millesime: Command, indexed: Site) -> None:
    path = indexed.server.folder / "documents/pv1.pdf"
    said = millesime("extract", path).out
    assert "page 2: text" in said
    assert "| Seance du 14 mai 2019" in said
    second = millesime("extract", path, "--page", "2").out
    assert "| La seance est levee." in second
    assert "Seance du 14 mai" not in second
    assert millesime("extract", path, "--page", "9").code == 10


def test_a_paragraph_over_a_page_break_is_shown_with_both_pages() -> None:
    text = "La séance est\nlevée à vingt heures.\nFin."
    document = ParsedDocument(
        CanonicalUrl("https://commune.example/pv.pdf"),
        DocumentKind.PDF,
        text,
        (
            Block(BlockKind.PARAGRAPH, TextSpan(0, 35), page_number=1),
            Block(BlockKind.PARAGRAPH, TextSpan(36, 40), page_number=2),
        ),
        pages=(
            Page(1, PageOutcome.TEXT, TextSpan(0, 14)),
            Page(2, PageOutcome.TEXT, TextSpan(14, 40)),
        ),
    )

    for page, blocks in ((1, 1), (2, 2)):
        shown = document_as_dict(document, page=page)["blocks"]
        assert isinstance(shown, list)
        assert len(shown) == blocks
        assert "| levée à vingt heures." in "\n".join(document_in_lines(document, page=page))


def test_extract_takes_a_page_of_the_site(millesime: Command, indexed: Site) -> None:
    said = millesime("extract", "/horaires", "--profile", indexed.profile).out
    assert "table_row" in said
    assert "Lundi" in said
    found = millesime("extract", "/horaires", "--profile", indexed.profile, "--json").json()
    assert any("Jeudi" in block["text"] for block in found["blocks"])


def test_extract_measures_against_a_reference(
    millesime: Command, indexed: Site, tmp_path: Path
) -> None:
    path = indexed.server.folder / "documents/reglements/dechets.pdf"
    reference = tmp_path / "reference.txt"
    reference.write_text(millesime("extract", path, "--json").json()["text"], encoding="utf-8")
    assert millesime("extract", path, "--against", reference).out == "similarity: 1.0000\n"


def test_a_document_that_cannot_be_read_has_its_own_code(
    millesime: Command, tmp_path: Path
) -> None:
    picture = tmp_path / "x.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert millesime("extract", picture).code == 12
    broken = tmp_path / "x.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing")
    assert millesime("extract", broken).code == 12
    assert millesime("extract", tmp_path / "absent.pdf").code == 10


def test_extract_reads_the_whole_folder_of_documents(millesime: Command, indexed: Site) -> None:
    for path in sorted(Path(indexed.server.folder).rglob("*.pdf")):
        assert millesime("extract", path).code == 0
