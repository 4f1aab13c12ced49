"""One file under both engines: pypdf judges it, PDFium reads it, each stands in for the other.

Runs in the child only.
"""

from dataclasses import dataclass, replace

import pypdfium2

from ingest.read_pdf import engine, gatekeeper
from ingest.read_pdf.gatekeeper import Judged, Refused
from ingest.read_pdf.protocol import RawFacts, RawPage, ReadRequest

# The second and the third where something is drawn nowhere, or infinitely far away.
_PDFIUM_RAISES = (pypdfium2.PdfiumError, ValueError, OverflowError, MemoryError)


@dataclass(slots=True)
class OpenFile:
    """A file that at least one engine has opened, and why the other one did not."""

    request: ReadRequest
    judged: Judged | None = None
    document: pypdfium2.PdfDocument | None = None
    pypdf_refusal: str = ""
    pdfium_refusal: str = ""

    @classmethod
    def judged_by_pypdf(cls, body: bytes, request: ReadRequest) -> "OpenFile":
        """The file as pypdf sees it; raises `Refused` for a password or a bomb."""
        opened = cls(request)
        try:
            opened.judged = gatekeeper.judge(body, request.limits)
        except gatekeeper.PYPDF_RAISES as error:
            opened.pypdf_refusal = _in_words(error)
        return opened

    def open_with_pdfium(self, body: bytes) -> None:
        """Let PDFium open the file too; raises `Refused` when neither engine can."""
        try:
            if self.request.pypdf_only:
                self.pdfium_refusal = "PDFium's process died on this file"
            else:
                self.document = engine.open_document(body)
        except pypdfium2.PdfiumError as error:
            self.pdfium_refusal = _in_words(error)
        if self.document is None and self.judged is None:
            code = "encrypted" if "password" in self.pdfium_refusal.lower() else "broken"
            raise Refused(code, f"pypdf: {self.pypdf_refusal}; PDFium: {self.pdfium_refusal}")

    def facts(self) -> RawFacts:
        """What the file says of itself, from pypdf where it can."""
        if self.judged is None:
            facts = engine.facts_of(self._pdfium, refusal=self.pypdf_refusal)
        else:
            facts = self.judged.facts
        if self.document is None:
            return replace(facts, pdfium_refusal=self.pdfium_refusal)
        return replace(
            facts, page_count=len(self.document), outline=engine.outline_of(self.document)
        )

    def page(self, number: int, chars_left: int) -> RawPage:
        """One page by PDFium, else by pypdf, else the reason why not; never an exception."""
        max_chars = min(self.request.limits.max_page_chars, chars_left)
        if max_chars <= 0:
            return RawPage(number, error="the document's text is longer than the limit")
        reason = self.pdfium_refusal or "PDFium's process died on this page"
        if self.document is not None and number not in self.request.by_pypdf:
            try:
                return self._labelled(engine.read_page(self.document, number, max_chars))
            except _PDFIUM_RAISES as error:
                reason = _in_words(error)
        return self._labelled(self._by_pypdf(number, max_chars, reason))

    def _by_pypdf(self, number: int, max_chars: int, reason: str) -> RawPage:
        if self.judged is None:
            return RawPage(number, engine="pypdf", error=f"PDFium: {reason}")
        try:
            text, is_truncated = gatekeeper.text_of(self.judged.reader, number, max_chars)
        except (*gatekeeper.PYPDF_RAISES, MemoryError) as error:
            words = f"PDFium: {reason}; pypdf: {_in_words(error)}"
            return RawPage(number, engine="pypdf", error=words)
        return RawPage(number, text=text, engine="pypdf", is_truncated=is_truncated)

    def _labelled(self, page: RawPage) -> RawPage:
        if self.judged is None or page.number > len(self.judged.labels):
            return page
        return replace(page, label=self.judged.labels[page.number - 1])

    @property
    def _pdfium(self) -> pypdfium2.PdfDocument:
        if self.document is None:
            raise Refused("broken", "no engine opened the file")
        return self.document


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:300]
