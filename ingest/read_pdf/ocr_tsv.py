"""Tesseract's table of words, as values. Pure."""

import csv
import io
from typing import NamedTuple


class TsvWord(NamedTuple):
    """One word: its block, paragraph and line, its box in pixels from the top left, its text."""

    place: tuple[int, int, int]
    left: int
    top: int
    width: int
    height: int
    confidence: float
    """In [0, 1]."""
    text: str

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its box."""
        return self.left + self.width / 2, self.top + self.height / 2

    def overlaps(self, other: "TsvWord") -> bool:
        """Whether the two boxes share a pixel."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )


def words_of(tsv: str) -> list[TsvWord]:
    """The words in the order of the table; its header and the boxes above words are left out."""
    reader = csv.reader(io.StringIO(tsv), delimiter="\t", quoting=csv.QUOTE_NONE)
    words: list[TsvWord] = []
    for row in reader:
        # Level 5 is a word (tesseract(1), TSV).
        if len(row) == 12 and row[0] == "5" and row[11].strip():
            _, _, block, paragraph, line, _, left, top, width, height, confidence, text = row
            words.append(
                TsvWord(
                    (int(block), int(paragraph), int(line)),
                    int(left),
                    int(top),
                    int(width),
                    int(height),
                    max(float(confidence), 0.0) / 100,
                    text.strip(),
                )
            )
    return words
