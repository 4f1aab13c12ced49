"""Parts of an office document put together: one text, blocks with offsets and headings."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from schemas.document import Block, BlockKind, Link, StatedDate, TextSpan

MAX_LABEL_CHARS: Final = 200
"""A heading longer than this enters the path shortened; its block keeps every word."""
TIGHT: Final = frozenset({BlockKind.LIST_ITEM, BlockKind.TABLE_ROW})
"""Neighbours of one of these kinds are separated by one line feed."""


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph, heading, list item or table row, before its place is known."""

    kind: BlockKind
    text: str
    level: int | None = None
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class OfficeText:
    """What an office file holds and states of itself."""

    parts: tuple[Part, ...]
    title: str | None = None
    language: str | None = None
    stated_dates: tuple[StatedDate, ...] = ()


def assemble(parts: Iterable[Part]) -> tuple[str, tuple[Block, ...]]:
    r"""The text of all parts that say something, and the blocks that point into it.

    >>> parts = [Part(BlockKind.HEADING, "Avis", 1), Part(BlockKind.PARAGRAPH, "Fermé.")]
    >>> text, blocks = assemble(parts)
    >>> text, blocks[1].heading_path
    ('Avis\n\nFermé.', ('Avis',))
    """
    words: list[str] = []
    blocks: list[Block] = []
    stack: list[tuple[int, str]] = []
    length = 0
    for part in parts:
        text = part.text.strip()
        if not text:
            continue
        if blocks:
            is_tight = part.kind in TIGHT and blocks[-1].kind is part.kind
            words.append("\n" if is_tight else "\n\n")
            length += len(words[-1])
        while part.level is not None and stack and stack[-1][0] >= part.level:
            stack.pop()
        blocks.append(
            Block(
                kind=part.kind,
                span=TextSpan(length, length + len(text)),
                heading_path=tuple(name for _, name in stack),
                level=part.level,
                links=part.links,
            )
        )
        if part.level is not None:
            stack.append((part.level, " ".join(text.split())[:MAX_LABEL_CHARS]))
        words.append(text)
        length += len(text)
    return "".join(words), tuple(blocks)


def table_rows(rows: list[list[str]], *, has_header: bool) -> list[Part]:
    """Rows with the names of their columns, empty cells left out.

    >>> [part.text for part in table_rows([["Nom", "Rôle"], ["Rey", "Syndic"]], has_header=True)]
    ['Nom: Rey | Rôle: Syndic']
    >>> [part.text for part in table_rows([["Lundi", "9h"], ["Mardi", ""]], has_header=False)]
    ['Lundi: 9h', 'Mardi']
    """
    headers = rows[0] if has_header and len(rows) > 1 else []
    parts: list[Part] = []
    for row in rows[1:] if headers else rows:
        cells = [
            f"{headers[column].rstrip(' :')}: {text}"
            if column < len(headers) and headers[column] and headers[column] != text
            else text
            for column, text in enumerate(row)
            if text
        ]
        is_pair = not headers and len(row) == 2 and len(cells) == 2
        line = f"{cells[0].rstrip(' :')}: {cells[1]}" if is_pair else " | ".join(cells)
        parts.append(Part(BlockKind.TABLE_ROW, line))
    return parts


def one_line(text: str) -> str:
    """A cell's words on one line, its own lines separated by a slash."""
    return " / ".join(folded for line in text.split("\n") if (folded := " ".join(line.split())))
