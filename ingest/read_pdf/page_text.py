"""One page's clean text, written from its raw text piece by piece, with the map back."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.read_pdf.cleaning import Edit, Vocabulary, hyphen_between, word_across
from ingest.read_pdf.grids import Place
from ingest.read_pdf.layout import Group
from ingest.read_pdf.lines import Line, is_raised
from schemas.document import BlockKind

CELL = "\t"
"""Between the cells of a table row: white space, so that the words can be compared as they are."""
BLOCK_BREAK = "\n"


class WrittenBlock(NamedTuple):
    """A group of lines and where its clean text stands in the page's clean text."""

    group: Group
    start: int
    end: int


@dataclass(slots=True)
class PageWriter:
    """Writes clean text; each piece is copied from the raw page or replaces a part of it."""

    raw: str
    edits: Sequence[Edit]
    vocabulary: Vocabulary
    pieces: list[str] = field(default_factory=list)
    offsets: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0
    raw_end: int = 0
    """Where the last line that was written ends in the raw text."""

    def write_group(self, group: Group) -> WrittenBlock | None:
        """Append the group as one block; ``None`` when nothing of it is left to read."""
        mark, before, raw_end = len(self.pieces), self.length, self.raw_end
        if before:
            self.write(BLOCK_BREAK, raw_end)
        start = self.length
        cells, is_row = group.cells, group.kind is BlockKind.TABLE_ROW
        if len(set(cells)) > 1:  # empty cells before the first keep their place too
            self.write(CELL * cells[0].first, group.lines[0].start)
        for index, line in enumerate(group.lines):
            if index and cells and cells[index] != cells[index - 1]:
                self._write_cell_break(cells[index - 1], cells[index])
            elif index:
                self._write_joint(group.lines[index - 1], line)
            is_parted = is_row and (not cells or cells.count(cells[index]) == 1)
            self._copy(line.start, line.end, line.place.gaps if line.place and is_parted else ())
            self.raw_end = line.end
        if "".join(self.pieces[mark:]).strip("• \t\n-"):
            return WrittenBlock(group, start, self.length)
        self._take_back(mark, before)
        self.raw_end = raw_end
        return None

    def write_repeated(self, group: Group, text: str, raw_at: int) -> WrittenBlock:
        """Append a block that stands on an earlier page; it leads back to what it stands over."""
        if self.length:
            self.write(BLOCK_BREAK, raw_at)
        start = self.length
        self.write(text, raw_at)
        self.raw_end = raw_at
        return WrittenBlock(group, start, self.length)

    def write(self, text: str, raw_at: int) -> None:
        """Append ``text`` in the place of what stands at ``raw_at``."""
        if text:
            self.offsets.append((self.length, raw_at))
            self.pieces.append(text)
            self.length += len(text)

    def runs(self) -> list[tuple[int, int]]:
        """``(offset in the clean text, offset in the raw text)`` of each run, and of the end."""
        return [*self.offsets, (self.length, self.raw_end)] if self.offsets else []

    def text(self) -> str:
        """All that was written."""
        return "".join(self.pieces)

    def _write_cell_break(self, above: Place, below: Place) -> None:
        """A tab for each column that lies between two lines of a ruled row.

        So an empty cell leaves its tab, and what follows it stays in its column.
        """
        self.write(CELL * max(1, below.first - above.last), self.raw_end)

    def _write_joint(self, above: Line, below: Line) -> None:
        """A space between two lines of a block; at a hyphen nothing, and maybe no hyphen."""
        last = self.pieces[-1][-1:] if self.pieces else ""
        before = self.raw[above.end - 2 : above.end - 1]
        if last == "-" and before.isalpha() and self.raw[below.start].isalpha():
            if not hyphen_between(self.raw, above.end - 1, below.start, self.vocabulary):
                self.pieces[-1] = self.pieces[-1][:-1]
                self.length -= 1
        elif not (_touch(above, below) or self._is_one_word(above, below)):
            self.write(" ", above.end)
            return
        self.offsets.append((self.length, above.end))

    def _is_one_word(self, above: Line, below: Line) -> bool:
        """Whether a word goes on in the next line, unbroken and without a hyphen.

        Only where a text layer has nothing between the two; ``ducanton`` is no word.
        """
        if above.end != below.start:
            return False
        return self.vocabulary.is_known(word_across(self.raw, above.end).lower())

    def _copy(self, start: int, end: int, gaps: Sequence[int]) -> None:
        """Copy ``raw[start:end]`` with its edits; a gap between cells becomes `CELL`."""
        at = start
        for edit in self._edits_within(start, end, gaps):
            self.write(self.raw[at : edit.start], at)
            self.offsets.append((self.length, edit.start))  # also where a character is left out
            self.write(edit.text, edit.start)
            at = edit.end
        self.write(self.raw[at:end], at)

    def _edits_within(self, start: int, end: int, gaps: Sequence[int]) -> list[Edit]:
        first = bisect_left(self.edits, (start,))
        last = bisect_left(self.edits, (end,), first)
        found = [Edit(e.start, min(e.end, end), e.text) for e in self.edits[first:last]]
        if not gaps:
            return found
        cells = {gap: Edit(gap, gap + 1, CELL) for gap in gaps}
        cells |= {e.start: e._replace(text=CELL if e.start in cells else e.text) for e in found}
        return [cells[position] for position in sorted(cells)]

    def _take_back(self, mark: int, length: int) -> None:
        del self.pieces[mark:]
        while self.offsets and self.offsets[-1][0] >= length:
            self.offsets.pop()
        self.length = length


def _touch(above: Line, below: Line) -> bool:
    """Whether ``below`` is an exponent or index set right behind ``above``: no space between."""
    a, b = above.place, below.place
    if a is None or b is None or not is_raised(a, b):
        return False
    return b.left - a.right < 0.12 * max(a.size, b.size)
