"""The body of a passage as blocks: tables with their labels, cards, and prose in sentences."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from indexers.answering.citations import split_sentences

_CARD_LINE_CHARS = 64
_HEADING_CHARS = 80
_BLANK = re.compile(r"\n[ \t]*\n")
# « Nitrates: 8 mg par litre » names no section, though it is a line of its own.
_LABELLED = re.compile(r"[^:]+:\s*\S")
ENTRY = re.compile(r"(?P<name>[A-ZÀ-Ý0-9][^.:;!?]{2,60}?) ?:\s\S")
"""« Propriétaire : … »: a sentence that begins with what it is about."""
_ENDS = (".", "!", "?", ":", "»", ")")
_LABEL = re.compile(r"[^|:]{1,60}:")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of a body that are of one kind, and what stands above them."""

    lines: tuple[str, ...]
    is_table: bool
    above: str
    """The heading over it."""
    lead: str = ""
    """The prose of the paragraph in which a table stands."""


@lru_cache(maxsize=256)
def find_blocks(body: str) -> tuple[Block, ...]:
    """The blocks of a body from top to bottom; a heading is a block of its own."""
    blocks: list[Block] = []
    heading = ""
    for paragraph in paragraphs(body):
        heading = "" if _has_own_heading(paragraph) else heading
        lines = [line.strip() for line in paragraph.splitlines() if line.strip()]
        told = "\n".join(line for line in lines if not _is_row(line))
        for is_table, group in groupby(lines, key=_is_row):
            found = tuple(group)
            rows = labelled_rows(found) if is_table else found
            blocks.append(Block(rows, is_table, heading, told if is_table else ""))
        if is_heading(paragraph):
            heading = paragraph.strip()
    return tuple(blocks)


def paragraphs(body: str) -> list[str]:
    """What stands between blank lines."""
    return [text for text in _BLANK.split(body) if text.strip()]


@lru_cache(maxsize=256)
def labelled_body(body: str) -> str:
    """The body with each cell of a table behind the name of its column.

    >>> labelled_body("Salle | Prix" + chr(10) + "Foyer | 120 fr.")
    'Salle: Foyer | Prix: 120 fr.'
    """
    return "\n\n".join("\n".join(block.lines) for block in find_blocks(body))


def labelled_rows(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The rows under a header, each cell with its label; rows without one as they are."""
    cells = [[cell.strip() for cell in re.split(r"\t| \| ", row)] for row in lines]
    header = cells[0]
    is_labelled = any(_LABEL.match(cell) for cell in header)
    # « 17 h – 18 h » names a column where no other row has figures.
    is_plain = not any(re.search("[0-9]", cell) for row in cells[1:] for cell in row)
    has_figures = any(re.search("[0-9]", cell) for cell in header) and not is_plain
    if len(lines) == 1 or is_labelled or has_figures:
        return tuple(" | ".join(row) for row in cells)
    return tuple(
        " | ".join(
            f"{header[n]}: {cell}" if n < len(header) and header[n] else cell
            for n, cell in enumerate(row)
        )
        for row in cells[1:]
    )


def rows(block: Block) -> list[str]:
    """The rows of a table, the entries of a list, or a card as a whole; none of prose."""
    lines = list(block.lines)
    if block.is_table or (len(lines) > 1 and len({line.split()[0] for line in lines}) == 1):
        return lines
    return ["\n".join(lines)] if _is_card(lines) else []


def prose(block: Block) -> list[list[str]]:
    """The sentences of each paragraph of a block, what a semicolon parts being two.

    A line that ends with a full stop ends a paragraph, unless lines were broken to a width.
    """
    lines = list(block.lines)
    if block.is_table or (_is_card(lines) and all(len(n) < _CARD_LINE_CHARS for n in lines)):
        return []
    is_whole = all(line.endswith(_ENDS) for line in lines)
    texts = lines if is_whole else [" ".join(lines)]
    return [group for text in texts for group in _entries(_sentences(text))]


def _entries(sentences: list[str]) -> list[list[str]]:
    """« Propriétaire : … Auteur : … » says of each what follows it, and nothing of the next."""
    groups: list[list[str]] = []
    for sentence in sentences:
        if not groups or ENTRY.match(sentence):
            groups.append([])
        groups[-1].append(sentence)
    return groups


def _is_card(lines: list[str]) -> bool:
    return len(lines) > 1 and sorted(map(len, lines))[len(lines) // 2] < _CARD_LINE_CHARS


def _sentences(text: str) -> list[str]:
    return [part for whole in split_sentences(text) for part in re.split(r"(?<= ;) ", whole)]


def is_heading(paragraph: str) -> bool:
    """Whether a paragraph is a line that names what stands below it."""
    text = paragraph.strip()
    if "\n" in text or len(text) > _HEADING_CHARS or text.endswith((".", "!", ",", ";")):
        return False
    return _LABELLED.match(text) is None


def _is_row(line: str) -> bool:
    return " | " in line or "\t" in line


def _has_own_heading(paragraph: str) -> bool:
    """A card that opens with its own name stands no more under the last one."""
    first, _, rest = paragraph.strip().partition("\n")
    return bool(rest) and " | " not in paragraph and is_heading(first)
