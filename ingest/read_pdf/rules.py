"""The lines drawn on a page: the rules of its tables. In the child only."""

import ctypes
from itertools import pairwise, repeat

import pypdfium2
import pypdfium2.raw as pdfium

from ingest.read_pdf import bare_calls
from ingest.read_pdf.protocol import RawLine

_THIN = 3.0
"""A drawing no thicker than so many points is a rule."""
_LEAST_LENGTH = 4.0
_MAX_OBJECTS = 4000
"""A page with more is a map or a poster."""
_FEW_OBJECTS = 60
_MAX_RULES = 1500
_STRIDE, _LEAST_FOUND, _MOST_FOUND = 4, 2, 750
"""Of each four objects one is looked at first: no table's rules were found to escape it. Where
it has half of all that a page may have, the others are not looked at."""


def has_columns(lines: list[RawLine]) -> bool:
    """Whether text stands beside text twice: a gap in a line, or a line right of the one before.

    Looking at what a page draws costs as much as a tenth of its reading; most have no table.
    """
    gaps = sum(1 for line in lines if line.gaps)
    return gaps + sum(1 for before, line in pairwise(lines) if _is_beside(before, line)) > 1


def _is_beside(left: RawLine, right: RawLine) -> bool:
    """Whether a line stands right of the one before it, and is not its exponent or its end."""
    gap, rise, size = right.left - left.right, right.baseline - left.baseline, right.size
    return gap > -1 and rise > -0.4 * size and (gap >= 2 * size or rise >= 0.9 * size)


def rules_of(page: pypdfium2.PdfPage) -> tuple[int, ...]:
    """The rules of a page as in `RawPage.rules`, in no order; not those inside of forms."""
    handle = page.raw
    count = pdfium.FPDFPage_CountObjects(handle)
    if count > _MAX_OBJECTS:
        return ()
    rules = _rules_among(handle, range(0, count, _STRIDE))
    if count > _FEW_OBJECTS and not 4 * _LEAST_FOUND <= len(rules) <= 4 * _MOST_FOUND:
        return ()
    for first in range(1, _STRIDE):
        rules += _rules_among(handle, range(first, count, _STRIDE))
    return tuple(rules) if len(rules) <= 4 * _MAX_RULES else ()


def _rules_among(handle: object, indices: range) -> list[int]:
    """The rules among these objects of a page."""
    objects = list(map(bare_calls.get_object, repeat(handle), indices))
    kinds = map(bare_calls.get_object_type, objects)
    bounds_of, path = bare_calls.get_object_bounds, pdfium.FPDF_PAGEOBJ_PATH
    box = (ctypes.c_float * 4)()
    references = [ctypes.byref(box, at * ctypes.sizeof(ctypes.c_float)) for at in range(4)]
    rules: list[int] = []
    for drawn in [drawn for drawn, kind in zip(objects, kinds, strict=True) if kind == path]:
        bounds_of(drawn, *references)
        left, bottom, right, top = box
        width, height = right - left, top - bottom
        if width < _THIN or height < _THIN:
            if width > _LEAST_LENGTH or height > _LEAST_LENGTH:
                rules += map(round, box)
        elif _is_frame(drawn):
            rules += _sides(*map(round, box))
    return rules


def _sides(left: int, bottom: int, right: int, top: int) -> tuple[int, ...]:
    """The four sides of a box."""
    return (
        *(left, bottom, right, bottom),
        *(left, top, right, top),
        *(left, bottom, left, top),
        *(right, bottom, right, top),
    )


def _is_frame(drawn: int) -> bool:
    """Whether a path is one rectangle with a drawn outline, not a filled shape."""
    if not 4 <= bare_calls.count_segments(drawn) <= 5:
        return False
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    bare_calls.get_draw_mode(drawn, ctypes.byref(fill), ctypes.byref(stroke))
    return bool(stroke.value)
