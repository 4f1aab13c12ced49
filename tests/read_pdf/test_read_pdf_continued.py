"""Paragraphs that go on over a page break become one block, and only those that surely do."""

from collections.abc import Callable, Sequence

import pytest
from fpdf import FPDF

from ingest.chunking import chunk_document
from ingest.read_pdf.locating import pages_of, raw_ranges
from schemas.document import BlockKind, ParsedDocument

Read = Callable[[bytes], ParsedDocument]

FULL = "Le conseil communal approuve le crédit de rénovation du collège des Vignes"


def pages(*texts: Sequence[str], size: float = 11, left: float = 20) -> FPDF:
    """Pages of lines, each under a running header; a later page may have another size or place."""
    pdf = FPDF()
    pdf.set_auto_page_break(auto=False)
    for number, lines in enumerate(texts):
        pdf.add_page()
        pdf.set_font("Helvetica", size=9)
        pdf.text(20, 12, "Commune de Montvallon - séance du 14 mai 2019")
        pdf.text(180, 287, f"{number + 1}/{len(texts)}")
        pdf.set_font("Helvetica", size=11 if number == 0 else size)
        for index, line in enumerate(lines):
            pdf.text(20 if number == 0 else left, 60 + 6 * index, line)
    return pdf


def paragraphs(document: ParsedDocument) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks]


OTHERS = (["Il est pris acte."], ["La séance est levée."])
"""Two pages more, so that the header is known as one."""


def test_a_sentence_goes_on_under_the_next_header(read: Read) -> None:
    document = read(
        bytes(pages([FULL, FULL], ["et du préau.", "- Le vote suit."], *OTHERS).output())
    )

    assert paragraphs(document)[0] == f"{FULL} {FULL} et du préau."
    (first, second, *_) = document.blocks
    assert [page.number for page in pages_of(document, first.span)] == [1, 2]
    assert first.page_number == 1
    assert [page.number for page in pages_of(document, second.span)] == [2]
    assert [found.page_number for found in raw_ranges(document, first.span)] == [1, 2]


def test_pages_still_tile_the_text(read: Read) -> None:
    document = read(bytes(pages([FULL, FULL], ["et du préau."], *OTHERS).output()))

    spans = [page.span for page in document.pages if page.span is not None]
    assert [span.start for span in spans] == [0, *(span.end for span in spans[:-1])]
    assert spans[-1].end == len(document.text)
    assert spans[1].of(document.text).startswith("et du préau.")


def test_its_chunk_has_a_range_of_pages(read: Read) -> None:
    document = read(bytes(pages([FULL, FULL], ["et du préau."], *OTHERS).output()))

    chunks = chunk_document(document, max_tokens=30, count_tokens=lambda text: len(text.split()))
    assert (chunks[0].page_first, chunks[0].page_last) == (1, 2)
    assert chunks[0].body.endswith("et du préau.")


@pytest.mark.parametrize(
    ("end", "start", "joined"),
    [
        ("le person-", "nage du roman.", "le personnage du roman."),
        ("Mme Anne-", "Marie Exemple.", "Mme Anne-Marie Exemple."),
    ],
)
def test_a_broken_word_is_put_together(read: Read, end: str, start: str, joined: str) -> None:
    document = read(bytes(pages([FULL, end], [start], *OTHERS).output()))

    assert paragraphs(document)[0] == f"{FULL} {joined}"
    spans = [page.span for page in document.pages if page.span is not None]
    assert [span.start for span in spans] == [0, *(span.end for span in spans[:-1])]
    assert spans[1].of(document.text).startswith(start)


def test_one_paragraph_may_fill_three_pages(read: Read) -> None:
    lines = [FULL, FULL]
    small = [line[0].lower() + line[1:] for line in lines]
    document = read(bytes(pages(lines, small, small, ["et du préau."]).output()))

    assert len(document.blocks) == 1
    assert [page.number for page in pages_of(document, document.blocks[0].span)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("first", "second", "size", "left"),
    [
        ([FULL, f"{FULL}."], ["et du préau."], 11, 20),
        ([FULL, "le crédit"], ["et du préau."], 11, 20),
        ([FULL, FULL], ["Et du préau."], 11, 20),
        ([FULL, FULL], ["- et du préau."], 11, 20),
        ([FULL, FULL], ["et du préau."], 8, 20),
        ([FULL, FULL], ["et du préau."], 11, 120),
        ([FULL], ["et du préau."], 11, 20),
    ],
    ids=["sentence-end", "room-left", "capital", "item", "size", "column", "one-line"],
)
def test_what_may_end_with_its_page_does(
    read: Read, first: list[str], second: list[str], size: float, left: float
) -> None:
    document = read(bytes(pages(first, second, *OTHERS, size=size, left=left).output()))

    assert all(len(pages_of(document, block.span)) == 1 for block in document.blocks)


def test_nothing_goes_on_over_an_empty_page(read: Read) -> None:
    document = read(bytes(pages([FULL, FULL], [], ["et du préau."], OTHERS[0]).output()))

    assert all(len(pages_of(document, block.span)) == 1 for block in document.blocks)
    assert document.blocks[0].kind is BlockKind.PARAGRAPH
