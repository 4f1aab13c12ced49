"""Scanned minutes against what the commune typed: like with like, page by page.

Two of the seven scans have annexes that the typed text lacks. Whether a page counts is decided
by its words alone, before any likeness is measured, and a page left out by mistake would make
the likeness worse: the reference would lack its counterpart.
"""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from ingest.read_pdf.pool import PdfJob, PdfPool
from ingest.read_pdf.similarity import folded_for_comparison, similarity
from schemas.document import Page, ParsedDocument

pytestmark = [pytest.mark.shared, pytest.mark.slow]

IN_REFERENCE = 1 / 3
"""So many of a page's runs of four words must occur in the reference; seen are over 0.85 and
under 0.05, where single words tell little: 0.39 to 0.51 of an annex's occur too."""

ANNEXES = {
    "aiglun--CR-28.01.15": [5, 7],
    "aiglun--CR-CM-24-07-15": [],
    "aiglun--CR-CM-4.11.15": [],
    "aiglun--Compte-rendu-CM-du-11.09.15": [5],
    "aiglun--compte-rendu-CM-130412": [],
    "aiglun--compte-rendu-CM08.06.15": [],
    "aiglun--compte-rendu-du-CM-du-2-mars-2012": [],
}
"""Pages with words that the typed text has not: a plan of costs and two lists of purchases."""

Corpus = Callable[[str], PdfJob]
Reference = Callable[[str], str]


@pytest.fixture(scope="module")
def scans(ocr_pool: PdfPool, corpus: Corpus) -> dict[str, ParsedDocument]:
    names = {corpus(name).url: name for name in ANNEXES}
    read = ocr_pool.read_many(corpus(name) for name in ANNEXES)  # two at a time
    found = {names[job.url]: outcome for job, outcome in read}
    return {name: one for name, one in found.items() if isinstance(one, ParsedDocument)}


def runs_of_four(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", folded_for_comparison(text).lower())
    return list(zip(words, words[1:], words[2:], words[3:], strict=False))


def page_text(document: ParsedDocument, page: Page) -> str:
    return page.span.of(document.text) if page.span is not None else ""


def share_in(text: str, reference: str) -> float:
    known, runs = set(runs_of_four(reference)), runs_of_four(text)
    return sum(run in known for run in runs) / max(1, len(runs))


def compared(document: ParsedDocument, reference: str) -> str:
    """The pages that the reference has, in their order."""
    texts = [page_text(document, page) for page in document.pages]
    return "\n".join(text for text in texts if share_in(text, reference) >= IN_REFERENCE)


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+", text))


@pytest.mark.parametrize("name", ANNEXES)
def test_a_scan_reads_like_the_pages_that_were_typed(
    name: str, scans: dict[str, ParsedDocument], reference: Reference
) -> None:
    typed, document = reference(name), scans[name]
    shares = {
        page.number: share_in(page_text(document, page), typed)
        for page in document.pages
        if page_text(document, page).strip()
    }

    assert [n for n, share in shares.items() if share < IN_REFERENCE] == ANNEXES[name]
    assert not [n for n, share in shares.items() if 0.1 < share < 0.8]
    assert similarity(compared(document, typed), typed) >= 0.97


def test_numbers_of_all_scans_together(
    scans: dict[str, ParsedDocument], reference: Reference
) -> None:
    found = wanted = 0
    for name, document in scans.items():
        typed = numbers(reference(name))
        read = numbers(compared(document, reference(name)))
        assert (typed & read).total() >= 0.96 * typed.total()
        found, wanted = found + (typed & read).total(), wanted + typed.total()

    assert found >= 0.98 * wanted


def test_the_list_of_purchases_in_an_annex_is_read_row_by_row(
    scans: dict[str, ParsedDocument],
) -> None:
    document = scans["aiglun--CR-28.01.15"]
    text = page_text(document, document.pages[6])
    rows = [" ".join(line.split()) for line in text.splitlines()]
    purchases = [row for row in rows if re.search(r"\d\d/\d\d/201[45] \d+\.? (?:INV|FONCT)", row)]

    assert len(purchases) == 33
    assert all(len(re.findall(r"\d[.,]\d\d ?€", row)) == 1 for row in purchases)
    assert any("Curage et pompage de gravats Chemin des Genêts" in row for row in purchases)


def test_an_agenda_keeps_each_hour_with_what_takes_place(
    scans: dict[str, ParsedDocument],
) -> None:
    document = scans["aiglun--CR-28.01.15"]
    text = " ".join(page_text(document, document.pages[3]).split())
    hours = re.findall(r"\d\d\.\d\d (?:\d\dh\d\d ?)?:", text)
    pieces = re.split(r"\d\d\.\d\d (?:\d\dh\d\d ?)?:", text)

    assert len(hours) >= 35
    assert all(piece.strip() for piece in pieces[1:])
    assert all(a != b for a, b in pairwise(pieces[1:4]))
