"""What a pinned page said until it changed is kept, dated by when it was seen, and carried on."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from indexers.gate import is_rightly_marked
from indexers.history import (
    FormerText,
    PublishedPage,
    former_texts,
    keeps_history,
    situation,
    with_text_since,
)
from indexers.lance import index_lock, open_index
from indexers.rows import ReadDocument, chunk_rows, document_row
from schemas.chunk import MarkedChunk
from schemas.document import DocumentKind
from schemas.index import DocumentRow
from schemas.site import IndexSettings
from schemas.warning import WARNING_VERSION, archive_warning

if TYPE_CHECKING:
    from conftest import Maker

FIRST = datetime(2024, 3, 3, 4, tzinfo=UTC)
CHANGED = datetime(2026, 6, 12, 4, tzinfo=UTC)
BEFORE = ("Mme Anne Exemple, syndique.", "M. Paul Modèle, municipal : forêts.")
AFTER = ("Mme Rose Nouvelle, syndique.", "M. Paul Modèle, municipal : forêts.")


def page(read: ReadDocument) -> PublishedPage:
    return PublishedPage(document_row(read), chunk_rows(read, run_id="r"))


def pinned(make: "Maker", *paragraphs: str, at: datetime = FIRST) -> ReadDocument:
    return replace_fetched(make.read("/municipalite", *paragraphs, topic="executive"), at)


def replace_fetched(read: ReadDocument, at: datetime) -> ReadDocument:
    return replace(read, source=replace(read.source, fetched_at=at))


def marked(former: FormerText) -> ReadDocument:
    """What the flow does with a former text: mark it as any archive, and make its rows."""
    warning = archive_warning(former.dated.value, "fr")
    chunks = tuple(
        MarkedChunk(c, former.dated, former.standing, f"{warning}\n{c.body}", WARNING_VERSION)
        for c in former.chunks
    )
    return ReadDocument(former.source, former.parsed, former.dated, former.standing, chunks)


def formers(make: "Maker", before: Iterable[PublishedPage], *after: str) -> tuple[FormerText, ...]:
    now = document_row(pinned(make, *after, at=CHANGED))
    return former_texts(before, [now], last_seen={})


def test_the_former_text_is_an_archive_dated_by_its_interval(make: "Maker") -> None:
    (former,) = formers(make, [page(pinned(make, *BEFORE))], *AFTER)

    assert former.parsed.title == "Municipalite (situation du 3 mars 2024 au 12 juin 2026)"
    assert former.parsed.text == "\n\n".join(BEFORE)
    assert former.parsed.kind is DocumentKind.PAGE_HISTORY
    assert former.source.fetch_url == f"{make.site}/municipalite"
    assert (former.standing.is_archive, former.standing.is_authoritative) == (True, False)
    assert (former.standing.valid_from, former.standing.valid_to) == (
        date(2024, 3, 3),
        date(2026, 6, 12),
    )
    rows = chunk_rows(marked(former), run_id="r")
    assert all(is_rightly_marked(row) for row in rows)
    assert "daté du 12 juin 2026" in rows[0].text
    assert [row.body for row in rows] == list(BEFORE)


def test_carrying_it_on_changes_nothing(make: "Maker") -> None:
    (first,) = formers(make, [page(pinned(make, *BEFORE))], *AFTER)
    (again,) = formers(make, [page(marked(first)), page(pinned(make, *AFTER))], *AFTER)

    assert chunk_rows(marked(again), run_id="r") == chunk_rows(marked(first), run_id="r")
    assert document_row(marked(again)) == document_row(marked(first))


def test_a_second_change_adds_a_second_situation(make: "Maker") -> None:
    (first,) = formers(make, [page(pinned(make, *BEFORE))], *AFTER)
    between = pinned(make, *AFTER, at=CHANGED)
    two = former_texts(
        [page(marked(first)), page(between)],
        [document_row(pinned(make, "M. Luc Suivant, syndic.", at=CHANGED + timedelta(days=400)))],
        last_seen={between.parsed.url: CHANGED + timedelta(days=390)},
    )

    assert [former.standing.valid_to for former in two] == [date(2026, 6, 12), date(2027, 7, 7)]


@pytest.mark.parametrize(
    "after",
    [BEFORE, (" ".join(BEFORE),), (BEFORE[0], f"{BEFORE[1]} 29")],
    ids=["same", "layout", "a-counter"],
)
def test_what_is_no_other_situation(make: "Maker", after: tuple[str, ...]) -> None:
    assert formers(make, [page(pinned(make, *BEFORE))], *after) == ()


def test_a_page_that_moved_keeps_its_history(make: "Maker") -> None:
    moved = make.read("/executif", *AFTER, topic="executive", aliases=["/municipalite"])
    found = former_texts([page(pinned(make, *BEFORE))], [document_row(moved)], last_seen={})

    assert len(found) == 1


def test_a_page_that_is_gone_leaves_no_history_of_its_own(make: "Maker") -> None:
    assert former_texts([page(pinned(make, *BEFORE))], [], last_seen={}) == ()


def test_whose_history_is_kept_is_the_operators_choice(make: "Maker") -> None:
    official = document_row(pinned(make, *BEFORE))
    other = document_row(make.read("/dechets", "Le samedi."))

    def kept(row: DocumentRow, **settings: object) -> bool:
        return keeps_history(row, IndexSettings(**settings))

    assert (kept(official), kept(other)) == (True, False)
    assert (kept(official, history="none"), kept(other, history="all")) == (False, True)
    assert kept(other, history_of=("/dech*",))


def test_a_text_is_seen_since_it_was_first_seen(make: "Maker") -> None:
    (first,) = with_text_since([document_row(pinned(make, *BEFORE))], [])
    (same,) = with_text_since([document_row(pinned(make, *BEFORE, at=CHANGED))], [first])
    (other,) = with_text_since([document_row(pinned(make, *AFTER, at=CHANGED))], [first])

    assert [row.text_since for row in (first, same, other)] == [
        date(2024, 3, 3),
        date(2024, 3, 3),
        date(2026, 6, 12),
    ]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "situation du 1er mars 2024 au 8 octobre 2026"),
        ("de", "Stand vom 1. März 2024 bis 8. Oktober 2026"),
        ("it", "situazione del 1° marzo 2024 – 8 ottobre 2026"),
        ("en", "situation of 1 March 2024 to 8 October 2026"),
        ("rm", "situation du 1er mars 2024 au 8 octobre 2026"),
    ],
)
def test_the_interval_in_words(language: str, words: str) -> None:
    assert situation(date(2024, 3, 1), date(2026, 10, 8), language) == words


def test_the_former_holder_is_found_in_the_index(make: "Maker", index_dir: Path) -> None:
    (former,) = formers(make, [page(pinned(make, *BEFORE))], *AFTER)
    with index_lock(index_dir) as held:
        make.published(held, [pinned(make, *AFTER), marked(former)])
    with open_index(index_dir) as reader:
        (hit, *_) = reader.search_text("Anne Exemple", 3)
        assert hit.row.kind == "page_history"
        assert hit.row.valid_from == date(2024, 3, 3)
        assert "situation du 3 mars 2024" in hit.row.search_text
