"""The sample commune from its pages to its index: what the assistant gets can be trusted."""

import csv
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
import pytest

from flows.asking import Desk
from schemas.dating import PartialDate
from schemas.index import ChunkRow, DocumentRow
from schemas.passage import PassagePart
from schemas.run import RunOutcome, RunReport
from schemas.warning import archive_warning, has_any_warning
from tests.flows.conftest import Commune

pytestmark = pytest.mark.model

TRUTH = Path(__file__).resolve().parents[2] / "examples/commune/truth.tsv"


@pytest.fixture(scope="module")
def chunks(commune: Commune) -> list[ChunkRow]:
    with commune.reader() as reader:
        return reader.chunks()


@pytest.fixture(scope="module")
def documents(commune: Commune) -> dict[str, DocumentRow]:
    with commune.reader() as reader:
        return {row.url: row for row in reader.documents()}


def test_the_run_publishes_and_counts(first_report: RunReport) -> None:
    assert first_report.outcome is RunOutcome.PUBLISHED
    assert first_report.read.html_pages >= 25
    assert first_report.read.pdfs >= 25
    assert first_report.read.refused == {"broken": 1, "encrypted": 1}
    assert first_report.crawl is not None
    assert first_report.crawl.complete
    assert {"robots", "noindex", "html_under_pdf"} <= first_report.crawl.refused.keys()
    assert all(pinned.is_present for pinned in first_report.pinned)
    assert first_report.index.embedded > 0


def test_an_archive_is_a_chunk_that_starts_with_its_own_warning(chunks: list[ChunkRow]) -> None:
    assert any(row.is_archive for row in chunks)
    for row in chunks:
        if row.is_archive:
            value = None if row.date is None else PartialDate.parse(row.date)
            assert row.text == f"{archive_warning(value, row.language)}\n{row.body}"
        else:
            assert row.text == row.body
            assert not has_any_warning(row.text)


def test_a_body_is_the_exact_span_of_the_stored_text(
    chunks: list[ChunkRow], documents: dict[str, DocumentRow]
) -> None:
    for row in chunks:
        assert documents[row.url].text[row.span_start : row.span_end] == row.body


def test_the_warning_is_never_searched(chunks: list[ChunkRow]) -> None:
    assert not any(has_any_warning(row.search_text) for row in chunks)
    assert not any("décrit une situation passée" in row.search_text for row in chunks)


def test_authority_comes_from_pinned_pages_only(commune: Commune, chunks: list[ChunkRow]) -> None:
    pinned = {
        rule.topic: unquote(urlsplit(rule.url).path) for rule in commune.workspace.profile.authority
    }
    marked = [row for row in chunks if row.is_authoritative]
    assert {row.authority_topic for row in marked} == set(pinned)
    for row in marked:
        assert urlsplit(row.url).path == pinned[row.authority_topic or ""]


def test_vectors_are_whole_and_ids_unique(commune: Commune, chunks: list[ChunkRow]) -> None:
    with commune.reader() as reader:
        norms = [float(np.linalg.norm(stored.vector)) for stored in reader.stored()]
        unindexed = reader.unindexed_rows()
    assert len(norms) == len(chunks)
    assert all(abs(norm - 1) <= 1e-3 for norm in norms)
    ids = [row.id for row in chunks]
    assert all(ids)
    assert len(set(ids)) == len(ids)
    assert set(unindexed.values()) == {0}


def test_every_chunk_of_a_pdf_has_its_pages(chunks: list[ChunkRow]) -> None:
    for row in chunks:
        if row.kind == "pdf":
            assert row.page_first is not None
            assert row.page_last is not None
            assert 1 <= row.page_first <= row.page_last


def test_every_document_stands_and_is_dated_as_its_makers_know(
    documents: dict[str, DocumentRow],
) -> None:
    by_path = {
        unquote(urlsplit(url).path): row
        for row in documents.values()
        for url in (row.url, *row.aliases)
    }
    wrong = []
    with TRUTH.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t"):
            row = by_path.get(f"/{line['file']}".removesuffix(".html")) or by_path.get(
                f"/{line['file']}"
            )
            if line["standing"] == "refused":
                if row is not None:
                    wrong.append(f"{line['file']}: indexed, should be refused")
                continue
            if row is None:
                wrong.append(f"{line['file']}: not indexed")
                continue
            if row.is_archive != (line["standing"] == "archive"):
                wrong.append(f"{line['file']}: archive={row.is_archive} ({row.standing_reason})")
            if row.is_archive and (row.date or "") != line["expected"]:
                wrong.append(f"{line['file']}: {row.date}, expected {line['expected']}")
    assert wrong == []


def test_the_question_of_the_story_finds_the_official_page(commune: Commune) -> None:
    with Desk.of_profile(commune.profile_path) as desk:
        found = desk.ask("qui s'occupe des finances ?")

    first = found.passages[0]
    assert first.part is PassagePart.AUTHORITY
    assert first.url.endswith("/municipalite")
    assert "M. Fabrice Montavernay" in first.body
    assert not any(passage.is_archive for passage in found.passages)


def test_a_former_holder_comes_back_marked_after_the_official_page(commune: Commune) -> None:
    with Desk.of_profile(commune.profile_path) as desk:
        found = desk.ask("Roland Tissavel")

    parts = [passage.part for passage in found.passages]
    assert parts[0] is PassagePart.AUTHORITY
    former = [p for p in found.passages if p.part is PassagePart.FORMER_HOLDER]
    assert former
    assert all(passage.is_archive and has_any_warning(passage.text) for passage in former)


def test_golden_questions_hold_without_a_model_too(commune: Commune) -> None:
    """Full text alone still brings the pinned page: the guarantee rests on no score."""
    with Desk.of_profile(commune.profile_path, text_only=True) as desk:
        found = desk.ask("Qui s'occupe du tourisme ?")

    assert found.passages[0].part is PassagePart.AUTHORITY
