"""Tables: told apart from layout, spans laid out, header cells repeated in each row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import ENDS_IN_CIVILITY

MAX_SPAN: Final = 60
"""A row or column span larger than this is a mistake or an attack; it is cut to it."""
MAX_COLUMNS: Final = 200
"""Spans do not widen a row beyond this; cells of their own do."""
MAX_CELL_CHARS: Final = 700
"""A cell with more text than this is a page column, not a datum."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell at its place in the grid; a spanned cell stands at each place it covers."""

    node: Node
    is_header: bool
    continues_left: bool
    """Covered by a column span: its words already stand to the left."""


Row = list[Cell | None]


def rows_of(table: Node) -> list[Node]:
    """The table's own rows, in order, without those of nested tables."""
    found: list[Node] = []
    for child in table.elements():
        if child.name == "tr":
            found.append(child)
        elif child.name in {"thead", "tbody", "tfoot", "form"}:
            found.extend(rows_of(child))
    return found


def captions_of(table: Node) -> list[Node]:
    """The table's captions."""
    return [child for child in table.elements() if child.name == "caption"]


def grid_of(rows: Sequence[Node]) -> list[Row]:
    """Cells by row and column, row and column spans laid out (HTML, 4.9.12)."""
    grid: list[Row] = []
    hanging: dict[int, tuple[int, Cell]] = {}
    for row in rows:
        line: Row = []
        for node in (child for child in row.elements() if child.name in {"td", "th"}):
            _fill(line, hanging)
            height, width = _span(node, "rowspan"), _span(node, "colspan")
            for offset in range(min(width, max(1, MAX_COLUMNS - len(line)))):
                cell = Cell(node, node.name == "th", continues_left=offset > 0)
                if height > 1:
                    hanging[len(line)] = (height - 1, cell)
                line.append(cell)
        _fill(line, hanging)
        grid.append(line)
    return grid


def _fill(line: Row, hanging: dict[int, tuple[int, Cell]]) -> None:
    """Put cells that hang down from rows above at the next free places."""
    while (column := len(line)) in hanging:
        left, cell = hanging.pop(column)
        line.append(cell)
        if left > 1:
            hanging[column] = (left - 1, cell)


def _span(node: Node, name: str) -> int:
    value = node.attrs.get(name, "").strip()
    return min(MAX_SPAN, max(1, int(value))) if value.isascii() and value.isdigit() else 1


def is_data(table: Node, rows: Sequence[Node]) -> bool:
    """Whether rows and columns mean something; otherwise the table only places things."""
    if table.attrs.get("role") in {"presentation", "none"} or table.tables > 1:
        return False
    cells = [child for row in rows for child in row.elements() if child.name in {"td", "th"}]
    if not cells or any(cell.headings for cell in cells if cell.name == "td"):
        return False
    if max(cell.chars for cell in cells) > MAX_CELL_CHARS:
        return False
    widths = [sum(c.name in {"td", "th"} for c in row.elements()) for row in rows]
    return max(widths) > 1 and (len(rows) > 1 or any(cell.name == "th" for cell in cells))


def header_height(grid: Sequence[Row], rows: Sequence[Node], table: Node) -> int:
    """How many rows at the top name the columns."""
    in_head = {
        id(row) for part in table.elements() if part.name == "thead" for row in rows_of(part)
    }
    height = 0
    for line, row in zip(grid, rows, strict=True):
        cells = [cell for cell in line if cell is not None and cell.node.chars]
        named = bool(cells) and len(line) > 1 and all(cell.is_header for cell in cells)
        if id(row) in in_head or (named and len(distinct(line)) > 1):
            height += 1
        else:
            break
    return height if height < len(grid) else 0


def looks_like_header(texts: Sequence[str | None], row: Node) -> bool:
    """Whether a row of plain cells names the columns: short and bold.

    The first of them may be empty, above the names of the rows; ``None`` stands where a
    cell goes on from the left.
    """
    if len(texts) < 2 or "" in texts[1:] or any(len(text or "") > 40 for text in texts):
        return False
    cells = [cell for cell in row.elements() if cell.name in {"td", "th"} and cell.chars]
    return bool(cells) and all(_is_bold(cell) for cell in cells)


def _is_bold(cell: Node) -> bool:
    bold = sum(below.chars for below in cell.walk() if below.name in {"b", "strong"})
    return 0 < cell.chars <= bold


def distinct(line: Row) -> list[Cell]:
    """The row's cells, each column span once."""
    return [cell for cell in line if cell is not None and not cell.continues_left]


def row_text(texts: Sequence[str | None], headers: Sequence[str], *, first_is_label: bool) -> str:
    """One row as a line: header cells repeated, the first cell as the row's name.

    ``None`` stands where a cell goes on from the left: its headers are joined.

    >>> row_text(["Lundi", "9h-12h", "fermé"], ["", "Matin", "Soir"], first_is_label=True)
    'Lundi: Matin: 9h-12h | Soir: fermé'
    >>> row_text(["Mardi", "fermé", None], ["", "Matin", "Soir"], first_is_label=True)
    'Mardi: Matin / Soir: fermé'
    >>> row_text(["M.", "Favre", "Syndic"], ["", "Nom", "Fonction"], first_is_label=True)
    'Nom: M. Favre | Fonction: Syndic'
    """
    label, civility, parts = "", "", list[str]()
    for column, text in enumerate(texts):
        if not text:
            continue
        if ENDS_IN_CIVILITY.fullmatch(text):
            civility = f"{text} "
            continue
        header = _joined_header(texts, headers, column)
        value = f"{civility}{text}"
        civility = ""
        if column == 0 and first_is_label and not header:
            label = value.rstrip(" :")
        else:
            parts.append(f"{header}: {value}" if header and header != text else value)
    parts += [civility.strip()] if civility else []
    return ": ".join(part for part in (label, " | ".join(parts)) if part)


def _joined_header(texts: Sequence[str | None], headers: Sequence[str], column: int) -> str:
    end = column + 1
    while end < len(texts) and texts[end] is None:
        end += 1
    names = [name.strip(" :") for name in headers[column:end]]
    return " / ".join(dict.fromkeys(name for name in names if name))
