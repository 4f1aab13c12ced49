"""Ruled tables: wrapped cells, columns, and headings that a page break must not take away."""

from collections.abc import Callable, Sequence

import pytest
from fpdf import FPDF

from ingest.chunking import chunk_document
from ingest.read_pdf.assembly import lines_of
from ingest.read_pdf.grids import grids_of
from ingest.read_pdf.locating import raw_ranges
from ingest.read_pdf.protocol import RawLine, RawPage
from ingest.read_pdf.ruled_rows import ruled_page
from schemas.document import BlockKind, ParsedDocument, TextSpan

Read = Callable[[bytes], ParsedDocument]

HEADING = ("Date", "Société", "Objet du marché", "Montant")
PURPOSE = "Mobilier du restaurant scolaire : 42 chaises, 5 tables et un meuble"


def bids(count: int) -> list[tuple[str, ...]]:
    """The heading, and rows whose third cell wraps."""
    return [HEADING, *((f"{n:02}/02/12", "CAMIF", PURPOSE, f"{n}'873.25") for n in range(count))]


def as_read(row: Sequence[str]) -> str:
    return "\t".join(row)


def ruled(
    rows: Sequence[Sequence[str]],
    *,
    repeat: int = 0,
    widths: Sequence[int] = (25, 30, 70, 30),
    before: str = "",
    bold: bool = True,
) -> FPDF:
    """A table with rules on all sides, in a file of as many pages as it takes."""
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    if before:
        pdf.multi_cell(0, 6, before)
    with pdf.table(rows, repeat_headings=repeat, col_widths=widths, first_row_as_headings=bold):
        pass
    return pdf


def rows_of(document: ParsedDocument, page: int | None = None) -> list[str]:
    return [
        block.span.of(document.text)
        for block in document.blocks
        if block.kind is BlockKind.TABLE_ROW and page in (None, block.page_number)
    ]


def test_a_wrapped_cell_is_one_cell_of_its_row(read: Read) -> None:
    document = read(bytes(ruled(bids(4), before="Marchés publics du mois :").output()))

    assert rows_of(document) == [as_read(row) for row in bids(4)]
    assert document.text.startswith("Marchés publics du mois :\n")


def test_an_empty_cell_keeps_its_place(read: Read) -> None:
    rows = [
        ("", "Dépenses", "Recettes", "Total"),
        ("R 6419", "", "5'657.-", "5'657.-"),
        ("R 6097", "217.-", "", "217.-"),
    ]
    document = read(bytes(ruled(rows).output()))

    assert rows_of(document) == [as_read(row) for row in rows]


def test_the_heading_is_repeated_where_the_table_crosses_a_page(read: Read) -> None:
    document = read(bytes(ruled(bids(40)).output()))

    assert len(document.pages) == 3
    for page in (1, 2, 3):
        first, *others = rows_of(document, page)
        assert first == as_read(HEADING)
        assert as_read(HEADING) not in others
    assert [row for row in rows_of(document) if row != as_read(HEADING)] == [
        as_read(row) for row in bids(40)[1:]
    ]


def test_a_row_of_the_next_page_reaches_its_chunk_with_the_heading(read: Read) -> None:
    document = read(bytes(ruled(bids(20)).output()))
    chunks = chunk_document(document, max_tokens=200, count_tokens=lambda text: len(text.split()))

    last = next(chunk for chunk in chunks if "19'873.25" in chunk.body)
    heading_at = last.body.rindex(as_read(HEADING))
    assert heading_at < last.body.index("19'873.25")
    assert last.page_last == 2


def test_a_heading_that_the_file_repeats_is_not_doubled_and_no_running_line(read: Read) -> None:
    document = read(bytes(ruled(bids(60), repeat=1).output()))

    assert len(document.pages) == 4
    for page in range(1, 5):
        assert rows_of(document, page).count(as_read(HEADING)) == 1
        assert rows_of(document, page)[0] == as_read(HEADING)
    assert document.running_headers == ()


def test_a_heading_in_plain_type_is_not_repeated(read: Read) -> None:
    document = read(bytes(ruled(bids(20), bold=False).output()))

    assert rows_of(document).count(as_read(HEADING)) == 1


def test_another_table_on_the_next_page_keeps_its_own_heading(read: Read) -> None:
    pdf = ruled(bids(4))
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    plain = [("Nom", "Fonction", "Commission", "Depuis"), ("Anne", "vice", "Finances", "2019")]
    with pdf.table(plain, col_widths=(25, 30, 70, 30), first_row_as_headings=False):
        pass
    document = read(bytes(pdf.output()))

    assert rows_of(document, 2) == [as_read(row) for row in plain]


@pytest.mark.parametrize("widths", [(25, 40, 60, 30), (40, 30, 55, 30)])
def test_other_columns_are_another_table(read: Read, widths: tuple[int, ...]) -> None:
    pdf = ruled(bids(4))
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    with pdf.table(bids(3)[1:], col_widths=widths, first_row_as_headings=False):
        pass
    document = read(bytes(pdf.output()))

    assert as_read(HEADING) not in rows_of(document, 2)


def test_words_between_the_tables_end_the_first(read: Read) -> None:
    pdf = ruled(bids(4))
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    pdf.multi_cell(0, 6, "Les marchés de l'année suivante :")
    with pdf.table(bids(3)[1:], col_widths=(25, 30, 70, 30), first_row_as_headings=False):
        pass
    document = read(bytes(pdf.output()))

    assert as_read(HEADING) not in rows_of(document, 2)


def test_a_list_in_a_cell_stays_a_list(read: Read) -> None:
    names = "M. Jean Exemple, syndic\nMme Anne Modèle\nM. Luc Essai\nMme Eva Cas"
    rows = [("Présents", names), ("Date", "14 mai 2019"), ("Lieu", "Salle du conseil")]
    document = read(bytes(ruled(rows, widths=(40, 110), bold=False).output()))

    kinds = {b.span.of(document.text): b.kind for b in document.blocks}
    assert kinds["Date\t14 mai 2019"] is BlockKind.TABLE_ROW
    assert kinds["M. Luc Essai"] is kinds["Mme Eva Cas"] is BlockKind.PARAGRAPH


def test_rows_without_a_rule_between_them_are_not_run_together(read: Read) -> None:
    rows = [("Caractéristique", "Max"), ("Sodium\nPotassium", "20\n5"), ("Calcium", "200")]
    document = read(bytes(ruled(rows, widths=(60, 30)).output()))

    assert not any("20 5" in row for row in rows_of(document))


LABELS = [("Ligne du prêt", 84, 179.4), ("Montant", 84, 166.7)]
BELOW = [("Durée", 84, 140.0), ("120 trimestres", 304, 140.0)]
LAST = [("Index", 84, 118.0), ("Livret A", 304, 118.0)]


@pytest.mark.parametrize(
    ("cells", "is_row"),
    [
        ([*LABELS, ("2", 304, 179.6), ("656 096 €", 304, 166.9)], False),
        ([*LABELS[:1], ("2", 304, 186.0), ("656 096 €", 304, 166.9)], False),
        ([*LABELS[:1], ("656 096 €", 304, 179.6)], True),
    ],
    ids=["nearly-level", "one-label", "one-figure"],
)
def test_two_figures_never_become_one(cells: list[tuple[str, int, float]], *, is_row: bool) -> None:
    text, places = "", []
    for words, left, baseline in [*cells, *BELOW, *LAST]:
        end, right = len(text) + len(words), left + 5.5 * len(words)
        places.append(RawLine(len(text), end, left, right, baseline, 11.0, False, []))
        text += f"{words}\n"
    levels = [number for y in (110, 130, 155, 200) for number in (80, y, 500, y)]
    uprights = [number for x in (80, 300, 500) for number in (x, 110, x, 200)]
    page = RawPage(1, text=text, lines=tuple(places), rules=(*levels, *uprights))

    found = ruled_page(lines_of(page), page)

    in_rows = {found.lines[index].text for index in found.rows}
    assert {"Durée", "120 trimestres", "Index", "Livret A"} <= in_rows
    assert ("656 096 €" in in_rows) is is_row


def test_each_cell_leads_back_to_its_place_in_the_file(read: Read) -> None:
    document = read(bytes(ruled(bids(20)).output()))

    for block in document.blocks:
        if block.span.of(document.text) == as_read(HEADING) and block.page_number == 2:
            continue  # repeated: it stands on page 1
        for position in range(block.span.start, block.span.end):
            if document.text[position].isalnum():
                (found,) = raw_ranges(document, TextSpan(position, position + 1))
                raw = document.pages[found.page_number - 1].raw_text
                assert raw[found.start : found.end] == document.text[position]


def test_a_repeated_heading_leads_to_the_row_that_it_stands_over(read: Read) -> None:
    document = read(bytes(ruled(bids(20)).output()))
    heading, row, *_ = (block for block in document.blocks if block.page_number == 2)

    (found,) = raw_ranges(document, heading.span)
    start = raw_ranges(document, row.span)[0].start
    assert (found.page_number, found.start, found.end) == (2, start, start + 1)


def test_underlines_and_a_single_frame_draw_no_table() -> None:
    frame = [0, 0, 100, 0, 0, 40, 100, 40, 0, 0, 0, 40, 100, 0, 100, 40]
    underlines = [10, 20, 60, 20, 10, 30, 60, 30]

    assert grids_of(frame + underlines) == []
    assert len(grids_of([*frame, 0, 20, 100, 20, 50, 0, 50, 40])) == 1
