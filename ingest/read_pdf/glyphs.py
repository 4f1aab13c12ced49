"""The text of a page as PDFium writes it, with the place of each line. In the child only."""

import ctypes
import math
import re
from collections.abc import Iterator
from itertools import pairwise

import pypdfium2
import pypdfium2.raw as pdfium

from ingest.read_pdf import bare_calls
from ingest.read_pdf.protocol import RawLine, Stop

UNMAPPED = "\ufffd"
"""A glyph without a Unicode value: PDFium leaves it out of the text, here it is put back."""
GAP_EM = 1.2
"""A gap of so many font sizes parts two table cells (justified text stays under 1)."""

_MAX_RECTANGLES = 5000
_MAX_RESTORED = 20
"""More lost glyphs than this, and more than a thirtieth of a page: its text is garbage."""
_NARROW = 0.3
"""Letters are wider than so many font sizes on average, also in narrow type."""
_FEW_NARROW = 3
_CROSSING = 3
"""Points left free in a rule where another crosses it."""
_WORD = re.compile(r"[^\s\ufffe]{2,}")
_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")
# Both start with a space, which is found four times faster than what may stand before it.
_SPACES = re.compile(r" (?<=\S ) *(?=\S)")
_PROSE = "a-zàâçéèêëîïôûù"
_LIKELY_GAPS = re.compile(rf" (?!(?<=[{_PROSE},] )[{_PROSE}])(?<=\S ) *(?=\S)")
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)


class Glyphs:
    """PDFium's two views of a page, its glyphs and its text, kept in step."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self._text_page = page.get_textpage()
        self._handle = self._text_page.raw
        self.count: int = self._text_page.count_chars()
        self._fonts: dict[int, bool] = {}
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._origin_references = ctypes.byref(self._x), ctypes.byref(self._y)
        self._matrix = pdfium.FS_MATRIX()
        self._matrix_reference = ctypes.byref(self._matrix)
        self._loose = pdfium.FS_RECTF()
        self._loose_reference = ctypes.byref(self._loose)
        self._name = ctypes.create_string_buffer(128)

    def text(self, max_chars: int) -> str:
        """The text of the first ``max_chars`` glyphs, one character for each where possible."""
        wanted = min(self.count, max_chars)
        text: str = self._text_page.get_text_range(0, wanted) if wanted > 0 else ""
        missing = wanted - len(text)
        is_repairable = 0 < missing <= max(_MAX_RESTORED, wanted // 30)
        return self._restored(text, wanted) if is_repairable else text

    def lines(self, text: str) -> list[RawLine]:
        """Where each line of ``text`` stands; nothing when text and glyphs are out of step."""
        if not self._is_in_step(text):
            return []
        lines = [self._line(text, *found.span()) for found in _LINE.finditer(text)]
        narrow = sum(map(_is_narrow, lines))
        if not narrow or narrow > max(_FEW_NARROW, len(lines) / 2):
            return lines  # all lines narrow: a font without widths
        return [
            part
            for line in lines
            for part in (self._unglued(text, line) if _is_narrow(line) else (line,))
        ]

    def stops(self, lines: list[RawLine], text: str, rules: tuple[int, ...]) -> tuple[Stop, ...]:
        """The spaces of ``lines`` between two cells: a rule stands there, or the line turns back.

        PDFium runs on where the next cell's words stand at the same height, left of the last.
        """
        uprights = _uprights(rules)
        found: list[Stop] = []
        for line in lines if uprights else ():
            left, right, middle = line.left, line.right, line.baseline + line.size / 4
            crossed = [
                x
                for x, pieces in uprights
                if left < x < right and any(low <= middle <= high for low, high in pieces)
            ]
            if crossed or _is_narrow(line):
                found += self._stops_within(text, line, crossed)
        return tuple(found)

    def _stops_within(self, text: str, line: RawLine, crossed: list[int]) -> Iterator[Stop]:
        box, box_of = self._loose, bare_calls.get_loose_char_box
        for space in _SPACES.finditer(text, line.start, line.end):
            box_of(self._handle, space.start() - 1, self._loose_reference)
            right = box.right
            box_of(self._handle, space.end(), self._loose_reference)
            left = box.left
            is_parted = any(right - 1 <= x <= left + 1 for x in crossed)
            if is_parted or left < right - line.size:
                yield Stop(space.start(), round(right, 1), round(left, 1))

    def _unglued(self, text: str, line: RawLine) -> list[RawLine]:
        """``line`` parted where a character stands left of the one right before it.

        Text layers by scanners start a new line without anything between the two words
        (``ducanton``). What has a space or a hyphen (U+FFFE) between is not glued.
        """
        starts = [line.start]
        for word in _WORD.finditer(text, line.start, line.end):
            if self._left(word.end() - 1) >= self._left(word.start()):
                continue
            lefts = [self._left(position) for position in range(*word.span())]
            starts += [
                word.start() + index
                for index, (before, here) in enumerate(pairwise(lefts), start=1)
                if here < before - line.size
            ]
        if len(starts) == 1:
            return [line]
        ends = [*starts[1:], line.end]
        return [self._line(text, *span) for span in zip(starts, ends, strict=True)]

    def _left(self, position: int) -> float:
        bare_calls.get_loose_char_box(self._handle, position, self._loose_reference)
        return float(self._loose.left)

    def rectangles(
        self, text: str, start: int, end: int
    ) -> list[tuple[float, float, float, float]]:
        """One rectangle for each line that the range touches."""
        if not self._is_in_step(text):
            return []
        found = pdfium.FPDFText_CountRects(self._handle, start, end - start)
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        boxes: list[tuple[float, float, float, float]] = []
        for index in range(min(found, _MAX_RECTANGLES)):
            pdfium.FPDFText_GetRect(self._handle, index, left, top, right, bottom)
            edges = (left.value, bottom.value, right.value, top.value)
            boxes.append((edges[0], edges[1], edges[2], edges[3]))
        return boxes

    def _is_in_step(self, text: str) -> bool:
        return len(text) == min(self.count, max(len(text), 1))

    def _restored(self, text: str, wanted: int) -> str:
        pieces: list[str] = []
        done = gone = 0
        while done < len(text) and gone < wanted - len(text):
            at = self._next_break(done, len(text), gone)
            count = (
                bare_calls.get_char_index(self._handle, at) - at - gone
                if at < len(text)
                else wanted - len(text) - gone
            )
            pieces += (text[done:at], UNMAPPED * max(count, 1))
            done, gone = at, gone + max(count, 1)
        return "".join((*pieces, text[done:]))

    def _next_break(self, low: int, high: int, gone: int) -> int:
        """The first text offset whose glyph is not ``gone`` places further on (bisection)."""
        while low < high:
            middle = (low + high) // 2
            if bare_calls.get_char_index(self._handle, middle) == middle + gone:
                low = middle + 1
            else:
                high = middle
        return low

    def _line(self, text: str, start: int, end: int) -> RawLine:
        handle, box, reference = self._handle, self._loose, self._loose_reference
        bare_calls.get_char_origin(handle, start, *self._origin_references)
        bare_calls.get_loose_char_box(handle, start, reference)
        left = box.left
        bare_calls.get_loose_char_box(handle, end - 1, reference)
        right = box.right
        size = self._size(start)
        return RawLine(
            start,
            end,
            _in_tenths(left),
            _in_tenths(right),
            _in_tenths(self._y.value),
            round(size, 1),
            self._is_bold(start) and self._is_bold(end - 1),
            self._gaps(text, start, end, GAP_EM * size),
        )

    def _size(self, position: int) -> float:
        """The font size as drawn: many files set size 1 and scale by the matrix."""
        size = bare_calls.get_font_size(self._handle, position)
        matrix = self._matrix
        if not bare_calls.get_matrix(self._handle, position, self._matrix_reference):
            return size
        return size * (math.hypot(matrix.c, matrix.d) if matrix.c else abs(matrix.d))

    def _gaps(self, text: str, start: int, end: int, width: float) -> list[int]:
        """Offsets of the spaces between whose neighbours ``width`` points or more are free.

        Asking PDFium for two boxes a space costs as much as its whole text; so the spaces
        between two small letters, most of any prose, are looked at only in a line that has
        another gap.
        """
        likely = [found.span() for found in _LIKELY_GAPS.finditer(text, start, end)]
        if not likely or not self._wide(likely, width):
            return []
        return self._wide([found.span() for found in _SPACES.finditer(text, start, end)], width)

    def _wide(self, spaces: list[tuple[int, int]], width: float) -> list[int]:
        wide: list[int] = []
        handle, box, reference = self._handle, self._loose, self._loose_reference
        box_of = bare_calls.get_loose_char_box
        for first, last in spaces:
            box_of(handle, first - 1, reference)
            edge = box.right + width
            box_of(handle, last, reference)
            if box.left > edge:
                wide.append(first)
        return wide

    def _is_bold(self, position: int) -> bool:
        text_object = bare_calls.get_text_object(self._handle, position)
        font = bare_calls.get_font(text_object) if text_object else None
        if not font:
            return False
        if font not in self._fonts:
            self._fonts[font] = self._is_named_bold(position)
        return self._fonts[font]

    def _is_named_bold(self, position: int) -> bool:
        font = pdfium.FPDFTextObj_GetFont(pdfium.FPDFText_GetTextObject(self._handle, position))
        pdfium.FPDFFont_GetBaseFontName(font, self._name, len(self._name))
        return bool(_BOLD_NAME.search(self._name.value))


def _in_tenths(points: float) -> float:
    """``points`` rounded as ``round(points, 1)`` does, in a third of the time.

    PDFium's coordinates have 24 bits, so ten times one is exact.
    """
    return round(points * 10) / 10


def _is_narrow(line: RawLine) -> bool:
    """Whether the letters have too little room: PDFium has run lines of the page into one."""
    return line.right - line.left < _NARROW * line.size * (line.end - line.start - 1)


def _uprights(rules: tuple[int, ...]) -> list[tuple[int, list[tuple[int, int]]]]:
    """Where vertical rules stand, each with the heights from and up to which it does."""
    pieces: dict[int, list[tuple[int, int]]] = {}
    four = iter(rules)
    for left, bottom, right, top in zip(four, four, four, four, strict=True):
        if top - bottom > right - left:
            pieces.setdefault(left, []).append((bottom - _CROSSING, top + _CROSSING))
    return list(pieces.items())
