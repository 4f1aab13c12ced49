"""The twelve real cases in which a PDF reader loses or garbles what a citizen would ask for."""

import io
import re
from collections.abc import Callable

import pypdf
import pytest

from ingest.read_pdf.pool import PdfJob, PdfPool
from ingest.read_pdf.similarity import similarity
from schemas.document import DocumentFlag, Page, PageOutcome, ParsedDocument, StatedDateSource
from schemas.errors import ParseError, PasswordRequired

pytestmark = pytest.mark.shared

Corpus = Callable[[str], PdfJob]


def page_text(document: ParsedDocument, number: int) -> str:
    page = page_of(document, number)
    return page.span.of(document.text) if page.span is not None else ""


def page_of(document: ParsedDocument, number: int) -> Page:
    return document.pages[number - 1]


def stated(document: ParsedDocument, source: StatedDateSource) -> list[str]:
    return [date.raw for date in document.stated_dates if date.source is source]


def test_hyphens_of_names_survive_the_end_of_a_line(pool: PdfPool, corpus: Corpus) -> None:
    document = pool.read(corpus("chemere--CM-17-avril-2013"))

    assert "Monsieur Jean-Paul LERAY" in page_text(document, 1)
    assert "Jean-Marie GATARD" in page_text(document, 1)
    assert "JeanPaul" not in document.text
    assert not re.search("[\u0002\ufffe\ufffd]", document.text)


def test_symbol_bullets_exponents_and_running_headers(pool: PdfPool, corpus: Corpus) -> None:
    document = pool.read(corpus("chemere--CM-13-novembre-2012"))

    assert re.search(r"(?m)^(?:• )?DE-2012/117 – Délégations de pouvoirs", page_text(document, 1))
    assert "/head2right" not in document.text
    assert "1er mars 2013" in page_text(document, 7)
    assert "DEPARTEMENT DE LOIRE-ATLANTIQUE" not in document.text
    assert all("CM 13 novembre 2012" in page.header for page in document.pages)
    assert any("CM 13 novembre 2012" in line for line in document.running_headers)
    assert stated(document, StatedDateSource.PDF_INFO_CREATION) == ["D:20121120135619+01'00'"]


def test_thousands_keep_their_bytes(pool: PdfPool, corpus: Corpus) -> None:
    document = pool.read(corpus("prilly--emoluments-communaux-2025"))

    assert len(document.pages) == 26
    assert "CHF 2'500.-" in page_text(document, 11)
    assert "CHF 1’800.-" in page_text(document, 17)
    assert not re.search(r"Page \d+ sur 26", document.text)
    assert "Page 11 sur 26" in page_of(document, 11).header
    assert "11 novembre 2024" in document.text
    assert "1er janvier 2025" in document.text


def test_a_garbage_text_layer_is_named_and_kept_out(pool: PdfPool, corpus: Corpus) -> None:
    document = pool.read(corpus("prilly--EE_BROCHURE_ELECTROSMOG"))

    assert page_of(document, 10).outcome is PageOutcome.GARBAGE
    assert "dfcVUV" not in document.text
    assert "dfcVUV" in "".join(page.raw_text for page in document.pages)
    assert DocumentFlag.NEEDS_OCR in document.flags
    assert "% of" in page_of(document, 10).note


def test_a_garbage_page_is_read_from_its_picture(ocr_pool: PdfPool, corpus: Corpus) -> None:
    job = corpus("prilly--EE_BROCHURE_ELECTROSMOG")
    assert not isinstance(job.body, bytes)
    one_page, buffer = pypdf.PdfWriter(), io.BytesIO()
    one_page.append(job.body, pages=(9, 10))
    one_page.write(buffer)

    document = ocr_pool.read(PdfJob(job.url, buffer.getvalue()))

    assert page_of(document, 1).outcome is PageOutcome.OCR
    words = document.text.split()
    assert words[:6] == ["Électrosmog", "et", "santé", "Champs", "basse", "fréquence"]
    assert "dfcVUV" not in document.text


def test_a_scan_of_minutes_reads_like_the_original(
    ocr_pool: PdfPool, corpus: Corpus, reference: Callable[[str], str]
) -> None:
    name = "aiglun--CR-CM-4.11.15"
    document = ocr_pool.read(corpus(name))

    assert {page.outcome for page in document.pages} == {PageOutcome.OCR}
    assert similarity(document.text, reference(name)) >= 0.98
    numbers = re.findall(r"\d+", reference(name))
    read = re.findall(r"\d+", document.text)
    assert sum(min(numbers.count(n), read.count(n)) for n in set(numbers)) >= 0.98 * len(numbers)
    assert all((page.ocr_confidence or 0) > 0.85 for page in document.pages)
    assert stated(document, StatedDateSource.PDF_INFO_CREATION)[0].startswith("D:20151114")


def test_stamps_of_a_scan_are_kept_raw(pool: PdfPool, corpus: Corpus) -> None:
    document = pool.read(corpus("aiglun--compte-rendu-CM-130412"))

    assert stated(document, StatedDateSource.PDF_INFO_CREATION)[0].startswith("D:20120427")
    assert stated(document, StatedDateSource.PDF_INFO_MODIFICATION)[0].startswith("D:20121213")
    assert DocumentFlag.NO_TEXT in document.flags
    assert {page.outcome for page in document.pages} == {PageOutcome.NEEDS_OCR}


def test_a_scanned_table_of_votes_is_read(ocr_pool: PdfPool, corpus: Corpus) -> None:
    name = "prilly--Proces-verbal_communal_votations_federales_08.03.2026"
    document = ocr_pool.read(corpus(name))

    assert re.search(r"Electeurs inscrits\s*:\s*5962", document.text)
    assert "3'142" in document.text
    assert document.stated_dates == ()


def test_columns_and_broken_words_of_a_bulletin(pool: PdfPool, corpus: Corpus) -> None:
    document = pool.read(corpus("prilly--PrillHeraut_No_01-2025"))

    text = page_text(document, 3)
    for words in ("personnage attachant", "troisième roman", "d’ailleurs"):
        assert words in text
    assert text.index("Bridget Jones") < text.index("Club de cinéma") < text.index("Agenda bibl")


def test_pages_are_judged_one_by_one(pool: PdfPool, corpus: Corpus) -> None:
    document = pool.read(corpus("prilly--ReglementCimetiereComplet"))

    outcomes = [page.outcome for page in document.pages]
    assert outcomes[:13] == [PageOutcome.NEEDS_OCR] * 13
    assert outcomes[13] is PageOutcome.TEXT
    assert len(page_of(document, 14).raw_text) >= 1000
    assert [page.number for page in document.pages] == list(range(1, 16))
    assert all(block.page_number in (14, 15) for block in document.blocks)


def test_an_empty_password_opens_and_a_real_one_refuses(pool: PdfPool, corpus: Corpus) -> None:
    form = pool.read(corpus("prilly--formulaire-procede-reclame-temporaire"))
    assert DocumentFlag.ENCRYPTED_EMPTY_PASSWORD in form.flags
    assert "Signature bénéficiaire" in form.text

    with pytest.raises(PasswordRequired, match="encrypted"):
        pool.read(corpus("pdfminer--aes-256-r6"))
    assert pool.read(corpus("prilly--reglement-chiens")).text


def test_a_cyclic_page_tree_and_a_giant_picture(pool: PdfPool, corpus: Corpus) -> None:
    cyclic = pool.read(corpus("pdfjs--Pages-tree-refs"))
    assert DocumentFlag.PYPDF_REFUSED in cyclic.flags
    assert page_of(cyclic, 1).outcome is PageOutcome.TEXT

    assert "GIANT JBIG2 BOMB" in pool.read(corpus("pdfjs--bomb_giant")).text


def test_attachments_and_page_labels(pool: PdfPool, corpus: Corpus) -> None:
    assert pool.read(corpus("samplefiles--with-attachment")).attachments == ("image.png",)
    labelled = pool.read(corpus("pdfminer--pagelabels"))
    assert [page.label for page in labelled.pages] == ["iii", "iv", "1", "2", "1"]


def test_every_file_of_the_corpus_has_an_outcome(pool: PdfPool, corpus: Corpus) -> None:
    first = corpus("prilly--reglement-chiens")
    assert not isinstance(first.body, bytes)
    paths = sorted(first.body.parent.glob("*.pdf"))
    jobs = [PdfJob(first.url, path) for path in paths]

    outcomes = {job.body: outcome for job, outcome in pool.read_many(jobs)}

    assert outcomes.keys() == set(paths)
    for outcome in outcomes.values():
        if isinstance(outcome, ParseError):
            assert outcome.reason.partition(":")[0] in ("encrypted", "broken", "limit")
        else:
            assert len(outcome.pages) == outcome.page_count
    assert pool.peak_kib < 1536 * 1024


@pytest.mark.slow
def test_text_is_as_close_to_the_reference_as_pdfium(
    pool: PdfPool, corpus: Corpus, reference: Callable[[str], str]
) -> None:
    name = "samplefiles--GeoTopo-komprimiert"

    assert similarity(pool.read(corpus(name)).text, reference(name)) >= 0.969
