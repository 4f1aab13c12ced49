"""Page by page: is there text, is it words, must it be read from its picture?"""

from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ingest.read_pdf.protocol import RawPage
from ingest.read_pdf.wordlist import GARBAGE_SHARE, Verdict, judge_words
from schemas.document import PageOutcome

FEW_LETTERS = 30
"""Under so many letters a page with a picture is taken for a scan."""


class OcrWord(NamedTuple):
    """A word that tesseract read: its offsets in the page's raw text and its box in points."""

    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float
    confidence: float


@dataclass(frozen=True, slots=True)
class OcrPage:
    """A page as tesseract read it, in the shape of any other raw page."""

    page: RawPage
    words: tuple[OcrWord, ...]

    @property
    def confidence(self) -> float:
        """Mean confidence of its words, in [0, 1]."""
        if not self.words:
            return 0.0
        return round(sum(word.confidence for word in self.words) / len(self.words), 3)


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """The text that was chosen for a page, how it was obtained, and why."""

    raw: RawPage
    outcome: PageOutcome
    note: str = ""
    ocr_confidence: float | None = None
    """Set when OCR was tried, also where its text was not the better one."""

    @property
    def is_read(self) -> bool:
        """Whether its text enters the document; garbage and failures do not."""
        return self.outcome not in (PageOutcome.GARBAGE, PageOutcome.FAILED) and bool(
            self.raw.text.strip()
        )


def wants_ocr(page: RawPage, languages: tuple[str, ...]) -> bool:
    """Whether the picture of ``page`` should be read: a scan, or a text layer of garbage."""
    if page.error or page.engine != "pdfium":
        return False
    if _is_scarce(page.text):
        return page.pictures > 0
    return judge_words(page.text, languages).is_garbage


def plain_page(page: RawPage) -> JudgedPage:
    """A page that needs no OCR: its text, nothing, or its failure."""
    if page.error:
        return JudgedPage(page, PageOutcome.FAILED, page.error)
    has_text = bool(page.text.strip())
    return JudgedPage(page, PageOutcome.TEXT if has_text else PageOutcome.EMPTY)


def pictured_page(
    page: RawPage, ocr: OcrPage | None, languages: tuple[str, ...], why_no_ocr: str
) -> JudgedPage:
    """The better of the text layer and what OCR read, for a page that `wants_ocr`.

    ``why_no_ocr`` explains to the operator why ``ocr`` is ``None``.
    """
    verdict = judge_words(page.text, languages)
    if ocr is None:
        return _without_ocr(page, verdict, why_no_ocr)
    read = judge_words(ocr.page.text, languages)
    if read.words and (read.share >= verdict.share or not verdict.words):
        note = f"text layer: {_in_figures(verdict)}" if verdict.words else ""
        return JudgedPage(ocr.page, PageOutcome.OCR, note, ocr.confidence)
    if verdict.is_garbage:
        note = f"{_in_figures(verdict)}; OCR: {_in_figures(read)}"
        return JudgedPage(page, PageOutcome.GARBAGE, note, ocr.confidence)
    outcome = PageOutcome.TEXT if page.text.strip() else PageOutcome.EMPTY
    return JudgedPage(page, outcome, "a picture in which OCR found no words")


def _without_ocr(page: RawPage, verdict: Verdict, why: str) -> JudgedPage:
    if verdict.is_garbage:
        return JudgedPage(page, PageOutcome.GARBAGE, f"{_in_figures(verdict)}; {why}")
    return JudgedPage(page, PageOutcome.NEEDS_OCR, f"{page.pictures} pictures, no text; {why}")


def _in_figures(verdict: Verdict) -> str:
    share = f"{verdict.share:.0%} of {verdict.words} words known"
    return f"{share}, under {GARBAGE_SHARE:.0%}" if verdict.is_garbage else share


def _is_scarce(text: str) -> bool:
    letters = filter(str.isalpha, text[: 100 * FEW_LETTERS])
    return next(islice(letters, FEW_LETTERS - 1, None), None) is None
