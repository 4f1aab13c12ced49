"""The short way to PDFium says what the long one does."""

import ctypes
import re
from collections.abc import Callable

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.read_pdf import bare_calls, glyphs

MakePdf = Callable[..., bytes]


@pytest.fixture
def text_page(make_pdf: MakePdf) -> pypdfium2.PdfTextPage:
    drawn = b"BT /F 12 Tf 2 0 1 3 72.5 700.25 Tm (Avis officiel) Tj ET"
    body = make_pdf(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
            b"/Resources << /Font << /F 5 0 R >> >> >>",
            4: b"<< /Length %d >>\nstream\n%b\nendstream" % (len(drawn), drawn),
            5: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        }
    )
    return pypdfium2.PdfDocument(body)[0].get_textpage()


@pytest.mark.parametrize(
    ("bare", "checked", "answers"),
    [
        (bare_calls.get_char_origin, pdfium.FPDFText_GetCharOrigin, [ctypes.c_double] * 2),
        (bare_calls.get_loose_char_box, pdfium.FPDFText_GetLooseCharBox, [pdfium.FS_RECTF]),
        (bare_calls.get_matrix, pdfium.FPDFText_GetMatrix, [pdfium.FS_MATRIX]),
        (bare_calls.get_font_size, pdfium.FPDFText_GetFontSize, []),
    ],
    ids=["origin", "box", "matrix", "size"],
)
def test_a_bare_call_answers_as_the_checked_one(
    bare: Callable[..., float],
    checked: Callable[..., float],
    answers: list[type],
    text_page: pypdfium2.PdfTextPage,
) -> None:
    for position in (0, 5, 12, 13, -1, 100):
        ours, theirs = ([kind() for kind in answers] for _ in range(2))

        said = bare(text_page.raw, position, *map(ctypes.byref, ours))

        assert said == checked(text_page.raw, position, *map(ctypes.byref, theirs))
        assert [bytes(answer) for answer in ours] == [bytes(answer) for answer in theirs]


def test_a_font_is_found_by_its_character(text_page: pypdfium2.PdfTextPage) -> None:
    there = bare_calls.get_text_object(text_page.raw, 0)
    assert there
    font = pdfium.FPDFTextObj_GetFont(pdfium.FPDFText_GetTextObject(text_page.raw, 0))

    assert bare_calls.get_font(there) == ctypes.cast(font, ctypes.c_void_p).value
    assert bare_calls.get_text_object(text_page.raw, 100) is None


@given(st.floats(width=32, allow_nan=False, allow_infinity=False, min_value=-1e6, max_value=1e6))
def test_tenths_are_rounded_as_round_does(points: float) -> None:
    assert glyphs._in_tenths(points) == round(points, 1)


PLAIN_SPACES = re.compile(r"(?<=\S) +(?=\S)")
PROSE = re.compile(r"[a-zàâçéèêëîïôûù,] [a-zàâçéèêëîïôûù]")


@given(st.text("aé,A1. \t\n\xa0", max_size=20))
def test_gaps_are_looked_for_between_characters_and_not_in_prose(text: str) -> None:
    spaces = [found.span() for found in PLAIN_SPACES.finditer(text)]
    likely = [span for span in spaces if not PROSE.fullmatch(text, span[0] - 1, span[1] + 1)]

    assert [found.span() for found in glyphs._SPACES.finditer(text)] == spaces
    assert [found.span() for found in glyphs._LIKELY_GAPS.finditer(text)] == likely
