"""What a reader must find in PDFs that these tests make: structure, metadata, refusals."""

import io
from collections.abc import Callable

import pypdf
import pytest
from fpdf import FPDF
from pypdf.constants import PageLabelStyle

from ingest.read_pdf.pool import PdfJob, PdfPool
from schemas.document import (
    BlockKind,
    DocumentFlag,
    DocumentKind,
    PageOutcome,
    ParsedDocument,
    StatedDateSource,
)
from schemas.errors import ParseError, PasswordRequired
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

Read = Callable[[bytes], ParsedDocument]
MakePdf = Callable[..., bytes]
URL = CanonicalUrl("https://commune.example/pv.pdf")
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
    b"/Resources << /Font << /F 5 0 R >> >> >>"
)
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


WORKS = ("du collège", "de la salle de sport", "du chemin des Vignes", "de l'ancienne laiterie")


def minutes(pages: int) -> FPDF:
    """Minutes with a running header, a printed page number, a heading and two paragraphs."""
    pdf = FPDF()
    pdf.set_auto_page_break(auto=False)
    for number in range(1, pages + 1):
        pdf.add_page()
        pdf.set_font("Helvetica", size=9)
        pdf.text(20, 12, "Commune de Montvallon - séance du 14 mai 2019")
        pdf.text(100, 287, f"{number}/{pages}")
        pdf.set_font("Helvetica", "B", 16)
        pdf.text(20, 60, f"Objet n° {number}")
        pdf.set_font("Helvetica", size=11)
        pdf.set_xy(20, 70)
        pdf.multi_cell(
            150,
            6,
            f"Le conseil communal approuve le crédit de {number}'250'000 francs pour la "
            f"rénovation {WORKS[number - 1]}, après une longue discussion.\n\n"
            "Mme la syndique remercie l'assemblée et lève la séance à 22 heures.",
        )
    return pdf


def content(text: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%b\nendstream" % (len(text), text)


def one_page(text: bytes, **more: bytes) -> dict[int, bytes]:
    catalog = CATALOG[:-2] + more.get("catalog", b"") + b" >>"
    return {1: catalog, 2: PAGES, 3: PAGE, 4: content(text), 5: FONT}


def test_running_lines_leave_the_body_and_stay_as_metadata(read: Read) -> None:
    document = read(bytes(minutes(4).output()))

    assert document.kind is DocumentKind.PDF
    assert "séance du 14 mai 2019" not in document.text
    assert document.running_headers == ("Commune de Montvallon - séance du 14 mai 2019",)
    assert document.pages[2].header.splitlines()[-1] == "3/4"
    assert "3'250'000 francs" in document.text


def test_headings_lead_their_paragraphs(read: Read) -> None:
    document = read(bytes(minutes(3).output()))

    headings = [b for b in document.blocks if b.kind is BlockKind.HEADING]
    assert [b.span.of(document.text) for b in headings] == [f"Objet n° {n}" for n in (1, 2, 3)]
    paragraphs = [b for b in document.blocks if b.page_number == 2 and b not in headings]
    assert [b.heading_path for b in paragraphs] == [("Objet n° 2",)] * 2
    assert paragraphs[0].span.of(document.text).endswith("après une longue discussion.")


def test_pages_tile_the_text_and_blocks_cover_it(read: Read) -> None:
    document = read(bytes(minutes(3).output()))

    spans = [page.span for page in document.pages if page.span is not None]
    assert [span.start for span in spans] == [0, *(span.end for span in spans[:-1])]
    assert spans[-1].end == len(document.text)
    outside = document.text
    for block in reversed(document.blocks):
        outside = outside[: block.span.start] + outside[block.span.end :]
    assert outside.strip() == ""


def test_a_table_row_keeps_its_cells_apart(read: Read) -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    for cells in (("Objet", "Crédit"), ("Collège", "1'250'000.-"), ("Route", "80'000.-")):
        for cell in cells:
            pdf.cell(60, 8, cell)
        pdf.ln()
    document = read(bytes(pdf.output()))

    rows = [b for b in document.blocks if b.kind is BlockKind.TABLE_ROW]
    assert [b.span.of(document.text) for b in rows] == [
        "Objet\tCrédit",
        "Collège\t1'250'000.-",
        "Route\t80'000.-",
    ]


def test_list_items_and_names_with_their_function(read: Read) -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    for line in ("Sont présents :", "M. Jean Exemple, syndic", "- le budget", "- les comptes"):
        pdf.cell(0, 8, line, new_x="LMARGIN", new_y="NEXT")
    document = read(bytes(pdf.output()))

    kinds = {b.span.of(document.text): b.kind for b in document.blocks}
    assert kinds["- le budget"] is BlockKind.LIST_ITEM
    assert kinds["M. Jean Exemple, syndic"] is BlockKind.PARAGRAPH


def test_metadata_behind_indirect_references_stays_raw(read: Read, make_pdf: MakePdf) -> None:
    objects = one_page(
        b"BT /F 12 Tf 72 700 Td (Avis) Tj ET", catalog=b"/Lang (fr-CH) /MarkInfo 9 0 R"
    )
    objects |= {6: b"<< /CreationDate 7 0 R /ModDate (D:2019) /Title 8 0 R >>"}
    objects |= {7: b"(D:20190514101500+02'00')", 8: b"(PV mai)", 9: b"<< /Marked true >>"}

    document = read(make_pdf(objects, b"/Info 6 0 R"))

    assert {date.source: date.raw for date in document.stated_dates} == {
        StatedDateSource.PDF_INFO_CREATION: "D:20190514101500+02'00'",
        StatedDateSource.PDF_INFO_MODIFICATION: "D:2019",
    }
    assert (document.title, document.language_declared, document.is_tagged) == (
        "PV mai",
        "fr",
        True,
    )


def test_xmp_dates_and_title(read: Read, make_pdf: MakePdf) -> None:
    xmp = (
        b"<x:xmpmeta><rdf:RDF><rdf:Description xmp:ModifyDate='2020-01-02'>"
        b"<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>R\xc3\xa8glement &amp; tarif</rdf:li>"
        b"</rdf:Alt></dc:title><xmp:CreateDate>2019-05-14T10:15:00+02:00</xmp:CreateDate>"
        b"</rdf:Description></rdf:RDF></x:xmpmeta>"
    )
    objects = one_page(b"BT /F 12 Tf 72 700 Td (Avis) Tj ET", catalog=b"/Metadata 6 0 R")
    objects[6] = b"<< /Type /Metadata /Subtype /XML /Length %d >>\nstream\n%b\nendstream" % (
        len(xmp),
        xmp,
    )

    document = read(make_pdf(objects))

    assert document.title == "Règlement & tarif"
    assert {date.source: date.raw for date in document.stated_dates} == {
        StatedDateSource.XMP_CREATE: "2019-05-14T10:15:00+02:00",
        StatedDateSource.XMP_MODIFY: "2020-01-02",
    }


def test_outline_labels_and_attachments(read: Read) -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(bytes(minutes(3).output())))
    writer.add_outline_item(title="Objet n° 2", page_number=1)
    writer.add_attachment("budget.csv", b"1;2")
    writer.set_page_label(0, 2, style=PageLabelStyle.LOWERCASE_ROMAN)
    buffer = io.BytesIO()
    writer.write(buffer)

    document = read(buffer.getvalue())

    assert document.outline == ("Objet n° 2",)
    assert document.attachments == ("budget.csv",)
    assert [page.label for page in document.pages][:2] == ["i", "ii"]


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_encryption(read: Read, algorithm: str) -> None:
    def encrypted(password: str) -> bytes:
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(bytes(minutes(1).output())))
        writer.encrypt(user_password=password, owner_password="owner", algorithm=algorithm)
        buffer = io.BytesIO()
        writer.write(buffer)
        return buffer.getvalue()

    assert DocumentFlag.ENCRYPTED_EMPTY_PASSWORD in read(encrypted("")).flags
    with pytest.raises(PasswordRequired) as refusal:
        read(encrypted("secret"))
    assert refusal.value.reason.startswith("encrypted:")


@pytest.mark.parametrize(
    "body",
    [b"", b"%PDF-1.7\n", b"<html>not a PDF</html>", b"%PDF-1.4\n" + bytes(range(256)) * 40],
    ids=["empty", "header-only", "html", "noise"],
)
def test_what_is_no_pdf_is_refused_with_a_reason(read: Read, body: bytes) -> None:
    with pytest.raises(ParseError) as refusal:
        read(body)

    assert refusal.value.reason.startswith("broken:")


def test_a_file_over_the_size_limit_is_not_opened() -> None:
    with PdfPool(PdfSettings(max_bytes=1024), OcrSettings(enabled=False)) as pool:
        with pytest.raises(ParseError, match="too_large"):
            pool.read(PdfJob(URL, b"%PDF" + b" " * 2000))
        assert pool.peak_kib == 0


def test_a_page_without_anything_is_empty_and_the_document_still_returned(
    read: Read, make_pdf: MakePdf
) -> None:
    document = read(make_pdf(one_page(b"")))

    assert [page.outcome for page in document.pages] == [PageOutcome.EMPTY]
    assert document.flags == (DocumentFlag.NO_TEXT,)
    assert document.text == ""


def test_one_bad_page_does_not_cost_the_document(read: Read, make_pdf: MakePdf) -> None:
    objects = one_page(b"BT /F 12 Tf 72 700 Td (Le conseil communal) Tj ET")
    objects[2] = b"<< /Type /Pages /Kids [3 0 R 6 0 R 3 0 R] /Count 3 >>"
    objects[6] = PAGE.replace(b"4 0 R", b"7 0 R")
    objects[7] = b"<< /Length 5 /Filter /FlateDecode >>\nstream\nnoise\nendstream"

    document = read(make_pdf(objects))

    assert document.pages[0].outcome is document.pages[2].outcome is PageOutcome.TEXT
    assert document.pages[1].outcome in (PageOutcome.EMPTY, PageOutcome.FAILED)


def test_words_infinitely_far_away_cost_no_page(read: Read, make_pdf: MakePdf) -> None:
    far = b"1" + b"0" * 38
    moved = b"0 3 2147483648 -1 %b -%b cm -1 2147483648 12 2147483648 300 0 cm " % (far, far)
    objects = one_page(b"unused") | {
        2: b"<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>",
        4: content(moved + b"BT /F 12 Tf 72 700 Td (Avis) Tj ET"),
        6: PAGE.replace(b"/Contents 4", b"/Contents 7"),
        7: content(b"BT /F 12 Tf 72 700 Td (La suite) Tj ET"),
    }

    document = read(make_pdf(objects))

    assert document.text == "Avis\n\nLa suite"


def test_pages_over_the_limit_are_reported_as_cut_off() -> None:
    with PdfPool(PdfSettings(max_pages=2), OcrSettings(enabled=False)) as pool:
        document = pool.read(PdfJob(URL, bytes(minutes(3).output())))

    assert (len(document.pages), document.page_count) == (2, 3)
    assert DocumentFlag.TRUNCATED in document.flags


def test_a_span_is_found_again_on_its_page(pool: PdfPool) -> None:
    job = PdfJob(URL, bytes(minutes(2).output()))
    document = pool.read(job)
    block = next(b for b in document.blocks if "2'250'000" in b.span.of(document.text))

    rectangles = pool.locate(job, document, block.span)

    assert {rectangle.page_number for rectangle in rectangles} == {2}
    assert len(rectangles) >= 2
    assert all(50 < r.left < r.right < 500 and 600 < r.bottom < r.top < 660 for r in rectangles)
