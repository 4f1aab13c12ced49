"""Ruled scans: rules go, letters stay, and a table's rows come back cell by cell."""

import io

import pypdfium2
import pytest
from fpdf import FPDF
from hypothesis import given
from hypothesis import strategies as st

from ingest.read_pdf.ocr_table import table_rows
from ingest.read_pdf.ocr_tsv import TsvWord
from ingest.read_pdf.ocr_words import Picture, page_from_tsv
from ingest.read_pdf.pool import PdfJob, PdfPool
from ingest.read_pdf.ruled_tables import RuledTable
from ingest.read_pdf.ruling import unruled
from schemas.urls import CanonicalUrl

INK, PAPER = b"\x00", b"\xff"
PURCHASES = (
    ("Fournisseur", "Objet", "Montant", "Date", "N°"),
    ("Papeterie du Lac", "Fournitures papier 2015", "14.17 EUR", "23/12/2014", "319"),
    (
        "Garage Dupré",
        "Réparation suite contrôle technique benne",
        "136.45 EUR",
        "15/12/2014",
        "310",
    ),
    ("Aux Prés Verts", "Curage de gravats chemin des Genêts", "1 858.20 EUR", "06/01/2015", "326"),
    ("Traiteur Bovet", "Repas du personnel communal 2014", "627.00 EUR", "12/12/2014", "309"),
)
WIDTHS = (34, 46, 30, 30, 20)


def pgm(rows: list[bytes]) -> bytes:
    return b"P5\n%d %d\n255\n" % (len(rows[0]), len(rows)) + b"".join(rows)


def pixels(image: bytes) -> bytes:
    return image.split(b"\n", 3)[3]


def table_scan() -> bytes:
    """A picture of a table whose second column has two lines to a cell, tight to its rules."""
    typed = FPDF()
    typed.add_page()
    typed.set_font("Times", size=11)
    typed.set_xy(20, 20)
    typed.cell(text="Dépenses engagées du 05/12/2014 au 28/01/2015")
    top = 30.0
    for row in PURCHASES:
        left = 20.0
        for words, width in zip(row, WIDTHS, strict=True):
            typed.rect(left, top, width, 9.6)
            lines = 1 if typed.get_string_width(words) < width - 2 else 2
            typed.set_xy(left, top + (9.6 - 4.6 * lines) / 2)
            typed.multi_cell(width, 4.6, words)
            left += width
        top += 9.6
    page = pypdfium2.PdfDocument(bytes(typed.output()))[0]
    picture = io.BytesIO()
    page.render(scale=200 / 72, grayscale=True).to_pil().save(picture, "PNG")
    drawn = FPDF()
    drawn.add_page()
    drawn.image(picture, x=0, y=0, w=210, h=297)
    return bytes(drawn.output())


def test_a_scanned_table_is_read_row_by_row_with_both_lines_of_a_cell(ocr_pool: PdfPool) -> None:
    job = PdfJob(CanonicalUrl("https://commune.example/depenses.pdf"), table_scan())

    text = ocr_pool.read(job).text

    lines = [" ".join(line.replace("|", " ").split()) for line in text.splitlines()]
    for supplier, thing, amount, day, number in PURCHASES[1:]:
        row = next(line for line in lines if supplier in line)
        assert row.index(thing) < row.index(amount) < row.index(day)
        assert number in row.split()


@pytest.mark.parametrize("thickness", [1, 3, 6])
def test_rules_of_a_table_go_and_make_it_known(thickness: int) -> None:
    image = bytearray(PAPER * 900 * 600)
    for y in (100, 300, 500):
        for row in range(y, y + thickness):
            image[row * 900 + 50 : row * 900 + 850] = INK * 800
    for x in (50, 400, 844):
        for row in range(100, 500):
            image[row * 900 + x : row * 900 + x + thickness] = INK * thickness

    clear = unruled(b"P5\n900 600\n255\n" + bytes(image), 300)

    assert pixels(clear.image).count(INK) <= 9 * thickness**2
    (table,) = clear.tables
    assert len(table.rules) == 3
    assert table.row_of(200) == 1
    assert table.row_of(400) == 2
    assert table.columns == (50, 400, 844)


def test_a_box_around_a_heading_is_no_table_and_a_black_band_stays() -> None:
    boxed = [PAPER * 900] * 600
    for y in (*range(100, 103), *range(247, 250)):
        boxed[y] = PAPER * 50 + INK * 800 + PAPER * 50
    for y in range(103, 247):
        boxed[y] = PAPER * 50 + INK * 3 + PAPER * 794 + INK * 3 + PAPER * 50
    band = [PAPER * 900] * 100 + [INK * 900] * 40 + [PAPER * 900] * 100

    assert unruled(pgm(boxed), 300).tables == ()
    assert pixels(unruled(pgm(boxed), 300).image).count(INK) == 0
    assert unruled(pgm(band), 300).image == pgm(band)


@given(st.lists(st.binary(min_size=120, max_size=120), min_size=1, max_size=40))
def test_a_picture_keeps_its_size_and_only_gets_lighter(rows: list[bytes]) -> None:
    image = pgm(rows)

    clear = unruled(image, 250).image

    assert len(clear) == len(image)
    assert all(after >= before for before, after in zip(image, clear, strict=True))


def word(left: int, top: int, text: str, confidence: float = 0.9, width: int = 90) -> TsvWord:
    return TsvWord((left, top, 1), left, top, width, 30, confidence, text)


def test_cells_of_two_lines_stay_in_their_row_and_gaps_are_filled() -> None:
    table = RuledTable(0, 0, 900, 300, (0, 100, 200, 300), (0, 250, 550, 750))
    sparse = [
        word(10, 35, "Duparc"),
        word(300, 15, "Réparation"),
        word(300, 55, "benne"),
        word(600, 35, "136.45"),
        word(10, 135, "|"),
        word(600, 135, "_80.00"),
        word(600, 400, "hors"),
    ]
    usual = [word(800, 35, "7"), word(800, 135, "5", 0.2), word(10, 40, "Dupare")]

    rows = table_rows(table, usual, sparse)

    assert [[word.text for line in row for word in line] for row in rows] == [
        ["Duparc", "Réparation", "benne", "136.45", "7"],
        ["80.00"],
    ]


def test_pieces_of_a_line_of_a_cell_are_read_from_left_to_right() -> None:
    table = RuledTable(0, 0, 900, 200, (0, 100, 200), (0, 600))
    sparse = [
        word(10, 20, "Repas"),
        word(200, 22, "du"),
        word(400, 18, "personnel"),
        word(10, 60, "communal"),
        word(700, 35, "627.00"),
    ]

    (row,) = table_rows(table, [], sparse)

    assert [word.text for word in row[0]] == ["Repas", "du", "personnel", "communal", "627.00"]


def test_without_rules_across_rows_are_told_by_height() -> None:
    sparse = [
        word(10, 0, "eau"),
        word(600, 2, "0.40"),
        word(10, 50, "égout"),
        word(600, 51, "0.30"),
    ]

    rows = table_rows(RuledTable(0, 0, 900, 300, ()), [], sparse)

    assert [[word.text for word in row[0]] for row in rows] == [["eau", "0.40"], ["égout", "0.30"]]


AGENDA = (
    ("05.02 18h00 :", "Réunion de parents"),
    ("06.02 14h30 :", "Atelier mémoire"),
    ("06.02 18h00 :", "Assemblée des amis"),
)


def test_hours_come_back_to_what_takes_place() -> None:
    row = "5\t1\t{}\t1\t{}\t1\t{}\t{}\t250\t33\t95\t{}"
    words = [row.format(1, n, 270, 250 + 53 * n, hour) for n, (hour, _) in enumerate(AGENDA)]
    words += [row.format(2, n, 535, 251 + 53 * n, what) for n, (_, what) in enumerate(AGENDA)]

    page = page_from_tsv("\n".join(words), Picture(1, 300, 842.0)).page

    assert page.text == "\n\n".join(f"{hour} {what}" for hour, what in AGENDA)


def test_two_signatures_side_by_side_stay_apart() -> None:
    row = "5\t1\t{}\t1\t{}\t1\t{}\t{}\t250\t33\t95\t{}"
    words = [
        row.format(1, 1, 200, 100, "Le maire,"),
        row.format(1, 2, 200, 160, "Anne Favre"),
        row.format(2, 1, 1500, 101, "Le secrétaire,"),
        row.format(2, 2, 1500, 161, "Luc Roux"),
    ]

    page = page_from_tsv("\n".join(words), Picture(1, 300, 842.0)).page

    assert page.text == "Le maire,\nAnne Favre\n\nLe secrétaire,\nLuc Roux"
