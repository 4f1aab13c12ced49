"""OCR: which pages, once each, within a budget; and never silence about what was not read."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from fpdf import FPDF

from ingest.read_pdf.judging import OcrPage, OcrWord, pictured_page, plain_page, wants_ocr
from ingest.read_pdf.ocr import Answer, OcrCache
from ingest.read_pdf.ocr_words import Picture, page_from_tsv
from ingest.read_pdf.pool import PdfJob, PdfPool
from ingest.read_pdf.protocol import RawPage
from ingest.read_pdf.staleness import awaits_ocr, reading_key
from ingest.read_pdf.tesseract import Tesseract
from ingest.read_pdf.wordlist import judge_words
from schemas.document import DocumentFlag, DocumentKind, PageOutcome, ParsedDocument
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

URL = CanonicalUrl("https://commune.example/scan.pdf")
FRENCH = ("fr",)
SENTENCE = (
    "Le conseil communal a pris connaissance du rapport de la commission et approuve le budget "
    "de la commune pour cette année, avec les réserves qui ont été présentées en séance. "
)
GARBAGE = "dfcVUV @Yg W\\Uadg VUggY fCZei bWY XY g Vfckgj " * 20


@pytest.fixture(scope="module")
def scan() -> bytes:
    """A page of minutes as a picture: no text in the file."""
    typed = FPDF()
    typed.add_page()
    typed.set_font("Helvetica", size=14)
    typed.multi_cell(170, 9, "Séance du 14 mai 2019\n\n" + SENTENCE + "Montant : 1'250'000 francs.")
    page = pypdfium2.PdfDocument(bytes(typed.output()))[0]
    picture = io.BytesIO()
    page.render(scale=200 / 72, grayscale=True).to_pil().save(picture, "PNG")
    drawn = FPDF()
    drawn.add_page()
    drawn.image(picture, x=0, y=0, w=210, h=297)
    return bytes(drawn.output())


def test_a_scan_is_read_once_and_then_comes_from_the_cache(scan: bytes, tmp_path: Path) -> None:
    job = PdfJob(URL, scan)
    with PdfPool(PdfSettings(), OcrSettings(), cache_dir=tmp_path) as pool:
        if pool.ocr_engine is None:
            pytest.skip("tesseract with French is not installed")
        document = pool.read(job)
        block = next(b for b in document.blocks if "francs" in b.span.of(document.text))
        rectangles = pool.locate(job, document, block.span)
    with PdfPool(PdfSettings(), OcrSettings(budget_s=0), cache_dir=tmp_path) as pool:
        again = pool.read(job)

    page = document.pages[0]
    assert page.outcome is PageOutcome.OCR
    assert "14 mai 2019" in document.text
    assert "1'250'000 francs" in document.text
    assert (page.ocr_confidence or 0) > 0.8
    assert again == document
    assert rectangles
    assert all(0 < r.left < r.right < 596 and 0 < r.bottom < r.top < 842 for r in rectangles)


@pytest.mark.parametrize(
    ("ocr", "why"),
    [(OcrSettings(enabled=False), "switched off"), (OcrSettings(languages=("xxx",)), "installed")],
    ids=["switched-off", "language-missing"],
)
def test_without_ocr_the_document_is_returned_and_says_so(
    scan: bytes, ocr: OcrSettings, why: str
) -> None:
    with PdfPool(PdfSettings(), ocr) as pool:
        document = pool.read(PdfJob(URL, scan))

    assert document.flags == (DocumentFlag.NO_TEXT, DocumentFlag.NEEDS_OCR)
    assert document.pages[0].outcome is PageOutcome.NEEDS_OCR
    assert why in document.pages[0].note


def test_what_the_budget_leaves_over_waits_for_the_next_run(scan: bytes) -> None:
    with PdfPool(PdfSettings(), OcrSettings(budget_s=0)) as pool:
        engine = pool.ocr_engine
        document = pool.read(PdfJob(URL, scan))

    if engine is None:
        pytest.skip("tesseract with French is not installed")
    assert "used up" in document.pages[0].note
    assert awaits_ocr(document, engine)
    assert not awaits_ocr(document, None)


def ocr_page(text: str) -> OcrPage:
    word = OcrWord(0, len(text), 0, 0, 10, 10, 0.9)
    return OcrPage(RawPage(1, text=text, engine="tesseract"), (word,))


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        (RawPage(1, text="", pictures=1), True),
        (RawPage(1, text="", pictures=0), False),
        (RawPage(1, text="p. 3", pictures=2), True),
        (RawPage(1, text=SENTENCE, pictures=2), False),
        (RawPage(1, text=GARBAGE), True),
        (RawPage(1, text="Çok dilli bir belge " * 30), False),
        (RawPage(1, error="PDFium: broken"), False),
    ],
    ids=["scan", "blank", "number-only", "text", "garbage", "turkish", "failed"],
)
def test_which_pages_are_read_from_their_picture(page: RawPage, *, wanted: bool) -> None:
    assert wants_ocr(page, FRENCH) is wanted


def test_the_better_of_text_layer_and_ocr_is_kept() -> None:
    garbage = RawPage(1, text=GARBAGE)

    better = pictured_page(garbage, ocr_page(SENTENCE), FRENCH, "")
    worse = pictured_page(garbage, ocr_page("xq zt wv " * 50), FRENCH, "")
    none = pictured_page(RawPage(1, text="p. 3", pictures=1), ocr_page(""), FRENCH, "")

    assert (better.outcome, better.raw.engine) == (PageOutcome.OCR, "tesseract")
    assert (worse.outcome, worse.is_read) == (PageOutcome.GARBAGE, False)
    assert (none.outcome, none.raw.text) == (PageOutcome.TEXT, "p. 3")


def test_garbage_that_ocr_did_not_better_is_not_asked_again() -> None:
    engine = Tesseract("/usr/bin/tesseract", "5", ("fra",))
    judged = pictured_page(RawPage(1, text=GARBAGE), ocr_page("xq zt " * 50), FRENCH, "")

    assert judged.ocr_confidence == 0.9
    document = ParsedDocument(URL, DocumentKind.PDF, "", flags=(DocumentFlag.NEEDS_OCR,))
    assert not awaits_ocr(document, engine)


def test_a_plain_page_keeps_its_failure() -> None:
    assert plain_page(RawPage(1, error="no")).outcome is PageOutcome.FAILED


def test_words_make_lines_paragraphs_and_cells() -> None:
    row = "5\t1\t{}\t{}\t{}\t1\t{}\t{}\t{}\t40\t95\t{}"
    words = (
        (1, 1, 1, 100, 100, 200, "Electeurs"),
        (1, 1, 1, 320, 100, 150, "inscrits"),
        (1, 1, 1, 1200, 100, 120, "5'962"),
        (1, 1, 2, 100, 160, 200, "Bulletins"),
        (2, 1, 1, 100, 400, 200, "Prilly"),
    )
    tsv = "\n".join(row.format(*word) for word in words)

    page = page_from_tsv(tsv, Picture(1, 300, 842.0))

    assert page.page.text == "Electeurs inscrits 5'962\nBulletins\n\nPrilly"
    assert [line.gaps for line in page.page.lines] == [[18], [], []]
    assert page.confidence == 0.95
    assert page.words[2].left == pytest.approx(288.0)


def table_tsv(*words: tuple[int, int, int, str]) -> str:
    """Words as ``(block, left, top, text)``, each on its own line."""
    row = "5\t1\t{}\t1\t{}\t1\t{}\t{}\t150\t40\t95\t{}"
    return "\n".join(row.format(b, n, x, y, text) for n, (b, x, y, text) in enumerate(words))


def test_figures_that_were_read_apart_from_their_labels_come_back_to_them() -> None:
    tsv = table_tsv(
        (1, 100, 100, "Dépenses:"),
        (1, 100, 160, "Recettes:"),
        (2, 600, 102, "883'582"),
        (2, 600, 161, "1'430'624"),
        (3, 100, 400, "Approuvé"),
    )

    page = page_from_tsv(tsv, Picture(1, 300, 842.0)).page

    assert page.text == "Dépenses: 883'582\n\nRecettes: 1'430'624\n\nApprouvé"


def test_columns_of_prose_stay_columns() -> None:
    tsv = table_tsv(
        (1, 100, 100, "Le"), (1, 100, 160, "conseil"), (2, 600, 100, "Mme"), (2, 600, 160, "Favre")
    )

    page = page_from_tsv(tsv, Picture(1, 300, 842.0)).page

    assert page.text == "Le\nconseil\n\nMme\nFavre"


def test_words_lost_beside_a_picture_are_put_where_they_stand() -> None:
    first = table_tsv((1, 100, 100, "Bulletin"), (2, 100, 500, "Texte"))
    second = table_tsv((1, 100, 101, "Bulletin"), (2, 400, 300, "Sommaire"))

    page = page_from_tsv(first, Picture(1, 300, 842.0), second).page

    assert page.text == "Bulletin\n\nSommaire\n\nTexte"


def test_a_damaged_cache_entry_is_read_again(tmp_path: Path) -> None:
    cache = OcrCache(tmp_path)
    cache.put("ab-p1", Answer("tsv", 300, 842.0))
    assert cache.get("ab-p1") == Answer("tsv", 300, 842.0)

    next(tmp_path.rglob("*.gz")).write_bytes(b"half")

    assert cache.get("ab-p1") is None
    assert cache.get("cd-p1") is None


@pytest.mark.parametrize(
    "text",
    [
        SENTENCE,
        "Der Gemeinderat hat die Rechnung und das Budget für das Jahr genehmigt. ",
        "Il consiglio comunale ha approvato il bilancio della città per l'anno. ",
        "Wydruk pochodzi z systemu, faktura wystawiona, termin płatności, sprzedawca, nabywca. ",
    ],
    ids=["french", "german", "italian", "polish-invoice"],
)
def test_other_languages_are_not_garbage(text: str) -> None:
    assert not judge_words(text * 10).is_garbage


def test_only_what_changes_the_text_changes_the_key() -> None:
    settings, ocr = PdfSettings(), OcrSettings()
    key = reading_key(settings, ocr)

    assert key == reading_key(settings.model_copy(update={"cpu_s": 5}), ocr)
    assert key != reading_key(settings, ocr.model_copy(update={"dpi": 200}))
    assert key != reading_key(settings.model_copy(update={"max_pages": 3}), ocr)


def test_confidence_of_no_words_is_nothing() -> None:
    assert replace(ocr_page("x"), words=()).confidence == 0.0


def test_tesseract_failures_are_said(read: Callable[[bytes], ParsedDocument]) -> None:
    engine = Tesseract("/bin/false", "5", ("fra",))

    with pytest.raises(Exception, match="status 1"):
        engine.read(b"P5\n1 1\n255\n\0", 300, 5)
