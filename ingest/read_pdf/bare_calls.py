"""PDFium's calls about characters and drawings, without pypdfium2's checks. In the child only.

A line of text takes about ten of them. pypdfium2 declares the type of each argument, which takes
ctypes longer to check than PDFium to answer, and lets other threads run meanwhile, where the
child has none. Undeclared, an argument goes over as what it is: handles and references as
pointers, a Python number as a C ``int``, which every position in a text is.

The names are PDFium's, without its prefixes; its headers ``fpdf_text.h`` and ``fpdf_edit.h`` say
what they do.
"""

import ctypes
from collections.abc import Callable

import pypdfium2.raw as pdfium

_says = ctypes.PYFUNCTYPE(ctypes.c_int)
_measures = ctypes.PYFUNCTYPE(ctypes.c_double)
_finds = ctypes.PYFUNCTYPE(ctypes.c_void_p)
_leads_to = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
_says_of = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


def _place(name: str) -> int:
    return ctypes.cast(getattr(pdfium, name), ctypes.c_void_p).value or 0


get_char_index: Callable[..., int] = _says(_place("FPDFText_GetCharIndexFromTextIndex"))
get_char_origin: Callable[..., int] = _says(_place("FPDFText_GetCharOrigin"))
get_loose_char_box: Callable[..., int] = _says(_place("FPDFText_GetLooseCharBox"))
get_matrix: Callable[..., int] = _says(_place("FPDFText_GetMatrix"))
get_font_size: Callable[..., float] = _measures(_place("FPDFText_GetFontSize"))
get_text_object: Callable[..., int | None] = _finds(_place("FPDFText_GetTextObject"))
get_font: Callable[[int], int | None] = _leads_to(_place("FPDFTextObj_GetFont"))
get_object: Callable[..., int] = _finds(_place("FPDFPage_GetObject"))
get_object_type: Callable[..., int] = _says_of(_place("FPDFPageObj_GetType"))
get_object_bounds: Callable[..., int] = _says_of(_place("FPDFPageObj_GetBounds"))
get_draw_mode: Callable[..., int] = _says_of(_place("FPDFPath_GetDrawMode"))
count_segments: Callable[..., int] = _says_of(_place("FPDFPath_CountSegments"))
