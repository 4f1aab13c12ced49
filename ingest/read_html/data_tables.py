"""Data tables read cell by cell into rows that can stand alone."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.read_html.drafts import Draft, Item, Scope
from ingest.read_html.emitter import joined
from ingest.read_html.tables import (
    Cell,
    Row,
    distinct,
    grid_of,
    header_height,
    looks_like_header,
    row_text,
)
from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import CIVILITY_FIRST, PERSON_NAME
from schemas.document import BlockKind, Link

LABEL_MAX_CHARS: Final = 60
"""A first cell up to this length names its row."""
PERSON_MAX_ROWS: Final = 8
PERSON_MAX_CHARS: Final = 400
_NAME_LABEL: Final = re.compile(r"(?:nom|name|nome)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Line:
    """One row of the grid, its cells read."""

    cells: Row
    texts: list[str | None]
    """``None`` where a cell goes on from the left."""
    links: tuple[Link, ...]

    @property
    def heads_section(self) -> bool:
        """One cell over the whole width: a heading inside the table."""
        return len(self.cells) > 1 and len(distinct(self.cells)) == 1

    @property
    def names_columns(self) -> bool:
        """Nothing but header cells: new columns begin here."""
        own = distinct(self.cells)
        return len(own) > 1 and all(cell.is_header for cell in own)


def read_data_table(
    table: Node, rows: Sequence[Node], read: Callable[[Sequence[Node]], Draft | None]
) -> list[Item]:
    """Rows as drafts, each with its column names; ``read`` gives the words of a cell.

    A small table of two columns that describes one person (name, function, telephone) is
    one card: its rows mean nothing without each other.
    """
    lines = _lines(grid_of(rows), read)
    if people := _people_by_column(lines):
        return list(people)
    height = header_height([line.cells for line in lines], rows, table)
    while height < len(lines) - 1 and _is_plain_header(lines[height], rows[height]):
        height += 1
    height = height or int(_has_blank_corner(lines))
    items = list(_rows(lines[height:], _column_names(lines[:height])))
    drafts = [item for item in items if isinstance(item, Draft)]
    if height or len(drafts) < len(items) or not _describes_person(lines, drafts):
        return items
    return [joined(drafts, BlockKind.CARD)]


def _people_by_column(lines: Sequence[_Line]) -> list[Draft]:
    """A card for each column where one row holds names and the others what these people do.

    Of two columns the first may label the second (``Service Technique | Anne Favre``), so
    there the names must show their civility.
    """
    filled = [line for line in lines if any(line.texts)]
    names = [line for line in filled if all(PERSON_NAME.fullmatch(t or "") for t in line.texts)]
    others = [text or "" for line in filled if line not in names for text in line.texts]
    width = len(filled[0].texts) if filled else 0
    if (
        len(names) != 1
        or not 1 < len(filled) <= PERSON_MAX_ROWS
        or width < 2
        or (width == 2 and not all(CIVILITY_FIRST.match(text or "") for text in names[0].texts))
        or any(len(line.texts) != width or line.names_columns for line in filled)
        or any(PERSON_NAME.fullmatch(text) for text in others)
    ):
        return []
    links = [link for line in filled for link in line.links]
    texts = ["\n".join(line.texts[at] or "" for line in filled) for at in range(width)]
    return [
        Draft(BlockKind.CARD, text, links=tuple(link for link in links if link.text in text))
        for text in texts
    ]


def _is_plain_header(line: _Line, row: Node) -> bool:
    return not line.heads_section and looks_like_header(line.texts, row)


def _describes_person(lines: Sequence[_Line], drafts: Sequence[Draft]) -> bool:
    labels = [line.texts[0] or "" for line in lines if len(line.texts) == 2]
    return (
        1 < len(drafts) == len(labels) <= PERSON_MAX_ROWS
        and sum(len(draft.text) for draft in drafts) <= PERSON_MAX_CHARS
        and sum(_NAME_LABEL.match(label) is not None for label in labels) == 1
    )


def _has_blank_corner(lines: Sequence[_Line]) -> bool:
    """Whether the first row names the columns and each later one begins with its own name."""
    corner, *columns = lines[0].texts or [""]
    first = lines[0].cells[0] if lines[0].cells else None
    return (
        first is not None
        and not corner
        and not any(below.name == "img" for below in first.node.walk())
        and bool(columns)
        and all(text and not PERSON_NAME.fullmatch(text) for text in columns)
        and all(line.texts and line.texts[0] for line in lines[1:])
        and len(lines) > 2
    )


def _rows(body: Sequence[_Line], headers: list[str]) -> Iterator[Item]:
    is_labelled = _names_rows(body)
    in_section = is_first = False
    for number, line in enumerate(body):
        text = row_text(line.texts, headers, first_is_label=is_labelled)
        if line.heads_section and text:
            if in_section:
                yield Scope(opens=False)
            in_section = is_first = True
            yield Draft(BlockKind.PARAGRAPH, line.texts[0] or text, links=line.links)
            yield Scope(opens=True, label=line.texts[0] or text)
        elif line.names_columns and number + 1 < len(body):
            headers = _column_names([line])
        elif text:
            tight = number > 0 and not is_first
            is_first = False
            yield Draft(BlockKind.TABLE_ROW, text, links=line.links, tight=tight)
    if in_section:
        yield Scope(opens=False)


def _lines(grid: Sequence[Row], read: Callable[[Sequence[Node]], Draft | None]) -> list[_Line]:
    drafts: dict[int, Draft | None] = {}
    lines: list[_Line] = []
    for row in grid:
        for cell in distinct(row):
            if id(cell.node) not in drafts:
                drafts[id(cell.node)] = read([cell.node])
        texts = [None if _goes_on(cell) else _text(drafts, cell) for cell in row]
        found = (drafts[id(cell.node)] for cell in distinct(row))
        links = tuple(link for draft in found if draft for link in draft.links)
        lines.append(_Line(row, texts, links))
    return lines


def _goes_on(cell: Cell | None) -> bool:
    return cell is not None and cell.continues_left


def _text(drafts: dict[int, Draft | None], cell: Cell | None) -> str:
    """A cell on one line: its own lines separated as a reader would."""
    draft = drafts[id(cell.node)] if cell is not None else None
    text = ""
    for line in draft.text.split("\n") if draft is not None else ():
        glue = " " if text.endswith((".", "!", "?", ":", ",", ";")) else " / "
        text = f"{text}{glue}{line}" if text else line
    return text


def _column_names(head: Sequence[_Line]) -> list[str]:
    """The header of each column: rows of headers from the top down, spans carried on."""
    width = max((len(line.texts) for line in head), default=0)
    names: list[list[str]] = [[] for _ in range(width)]
    for line in head:
        current = ""
        for column, text in enumerate(line.texts):
            current = current if text is None else text
            if current and current not in names[column]:
                names[column].append(current)
    return [" ".join(parts) for parts in names]


def _names_rows(body: Sequence[_Line]) -> bool:
    """Whether first cells name their rows: short, and on one line."""
    firsts = [line.texts[0] or "" for line in body if line.texts and not line.heads_section]
    named = [text for text in firsts if text]
    return bool(named) and all(len(text) <= LABEL_MAX_CHARS and " / " not in text for text in named)
