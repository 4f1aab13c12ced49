"""Words that a file runs together or spaces out, and what of that search and citations see."""

from collections.abc import Callable

import pytest

from ingest.read_pdf.locating import raw_ranges
from ingest.read_pdf.pool import PdfJob, PdfPool
from schemas.document import BlockKind, ParsedDocument, TextSpan
from schemas.urls import CanonicalUrl

MakePdf = Callable[..., bytes]
Read = Callable[[bytes], ParsedDocument]


def drawn_pdf(make_pdf: MakePdf, *pages: str) -> bytes:
    """Pages of these drawing commands, with Helvetica as ``/F``."""
    kids = b" ".join(b"%d 0 R" % (10 + 2 * index) for index in range(len(pages)))
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, len(pages)),
        5: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    }
    for index, page in enumerate(pages):
        content = page.encode("cp1252")
        objects[10 + 2 * index] = (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F 5 0 R >> >> >>" % (11 + 2 * index)
        )
        objects[11 + 2 * index] = b"<< /Length %d >>\nstream\n%b\nendstream" % (
            len(content),
            content,
        )
    return make_pdf(objects)


def glued(above: str, below: str) -> str:
    """As some scanners write: the pen jumps back to the margin within one string of text."""
    return f"BT /F 12 Tf 300 700 Td [({above}) 25000 ({below})] TJ ET"


@pytest.mark.parametrize(
    ("above", "below", "text"),
    [
        ("selon la loi du", "canton de Vaud", "selon la loi du canton de Vaud"),
        (
            "pour les autorisations",
            "nécessaires aux travaux",
            "pour les autorisations nécessaires aux travaux",
        ),
        ("le budget de 2019", "Les comptes", "le budget de 2019 Les comptes"),
        ("un crédit de 12", "500 francs", "un crédit de 12 500 francs"),
        ("les travaux de la commu", "ne de Vaud", "les travaux de la commune de Vaud"),
    ],
    ids=["du-canton", "autorisations-necessaires", "after-a-number", "two-numbers", "one-word"],
)
def test_words_glued_at_a_line_end_are_parted_unless_they_are_one(
    make_pdf: MakePdf, read: Read, above: str, below: str, text: str
) -> None:
    document = read(drawn_pdf(make_pdf, glued(above, below)))

    assert document.text == text
    assert document.pages[0].raw_text == above + below


def test_a_citation_across_glued_words_leads_back_to_both_lines(
    make_pdf: MakePdf, pool: PdfPool
) -> None:
    body = drawn_pdf(make_pdf, glued("selon la loi du", "canton de Vaud"))
    job = PdfJob(CanonicalUrl("https://commune.example/glued.pdf"), body)
    document = pool.read(job)
    start = document.text.index("du canton")
    span = TextSpan(start, start + len("du canton"))

    (raw,) = raw_ranges(document, span)

    assert document.pages[0].raw_text[raw.start : raw.end] == "ducanton"
    boxes = pool.locate(job, document, span)
    assert boxes
    assert min(box.left for box in boxes) < 200


def test_a_line_that_does_not_jump_keeps_its_long_words(make_pdf: MakePdf, read: Read) -> None:
    page = "BT /F 12 Tf 72 700 Td (Chemeré et Castelmont, ducanton) Tj ET"

    assert read(drawn_pdf(make_pdf, page)).text == "Chemeré et Castelmont, ducanton"


def test_a_letter_spaced_heading_is_joined_for_search_only(make_pdf: MakePdf, read: Read) -> None:
    page = (
        "BT /F 20 Tf 72 700 Td (R È G L E M E N T S U R L E S D É C H E T S) Tj ET "
        "BT /F 10 Tf 72 650 Td (Les déchets sont remis au bord de la route, le mardi matin.) Tj "
        "0 -12 Td (Le conseil municipal fixe les taxes pour chaque année nouvelle.) Tj ET"
    )
    document = read(drawn_pdf(make_pdf, page))
    heading = document.blocks[0]

    assert heading.kind is BlockKind.HEADING
    assert heading.span.of(document.text) == "R È G L E M E N T S U R L E S D É C H E T S"
    assert document.h1 == "RÈGLEMENT SUR LES DÉCHETS"
    assert document.blocks[1].heading_path == ("RÈGLEMENT SUR LES DÉCHETS",)


def test_a_letter_spaced_running_header_is_kept_in_words(make_pdf: MakePdf, read: Read) -> None:
    pages = [
        "BT /F 10 Tf 72 800 Td (V i l l e d e P r i l l y) Tj ET "
        f"BT /F 10 Tf 72 600 Td (Article {number} : {words}, à Prilly.) Tj ET"
        for number, words in enumerate(("le bruit", "les chiens", "la taxe", "les plans"), start=1)
    ]

    document = read(drawn_pdf(make_pdf, *pages))

    assert document.running_headers == ("Ville de Prilly",)
    assert document.pages[1].header == "V i l l e d e P r i l l y"
