"""One page's clean text, written from its raw text piece by piece, with the map back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.read_pdf.cleaning import Edit, Vocabulary, hyphen_between, word_across
from ingest.read_pdf.layout import Group, Line, is_raised
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
    _next_edit: int = 0

    def write_group(self, group: Group) -> WrittenBlock | None:
        """Append the group as one block; ``None`` when nothing of it is left to read."""
        mark, before, raw_end = len(self.pieces), self.length, self.raw_end
        if before:
            self.write(BLOCK_BREAK, raw_end)
        start = self.length
        previous: Line | None = None
        for line in group.lines:
            if previous is not None:
                self._write_joint(previous, line)
            gaps = line.place.gaps if line.place and group.kind is BlockKind.TABLE_ROW else []
            self._copy(line.start, line.end, gaps)
            previous = line
            self.raw_end = line.end
        if "".join(self.pieces[mark:]).strip("• \t\n-"):
            return WrittenBlock(group, start, self.length)
        self._take_back(mark, before)
        self.raw_end = raw_end
        return None

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
        found: list[Edit] = []
        while self._next_edit < len(self.edits) and self.edits[self._next_edit].start < end:
            edit = self.edits[self._next_edit]
            self._next_edit += 1
            if edit.start >= start:
                found.append(Edit(edit.start, min(edit.end, end), edit.text))
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
