"""The block walker: a measured tree becomes drafts of blocks in reading order.

Names and functions stay in one block: list items with their lines, table rows with their
header cells, cards (`ingest.read_html.cards`). Nothing here looks at the words, but to see
that a civility keeps its name.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ingest.read_html.cards import card_units
from ingest.read_html.chrome import (
    PageShape,
    is_calendar,
    is_chrome,
    is_kept,
    is_link_bar,
    region_of,
)
from ingest.read_html.drafts import Draft, Item, Region, Scope
from ingest.read_html.inline import InlineReader, Run
from ingest.read_html.panels import Panels, is_toggle
from ingest.read_html.tables import (
    captions_of,
    distinct,
    grid_of,
    header_height,
    is_data,
    looks_like_header,
    row_text,
    rows_of,
)
from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import HEADINGS, LISTS, RENDER_DATE, TRAIL
from schemas.document import BlockKind, Link

PSEUDO_LEVEL: Final = 6
"""Level of headings by looks only: below any real one but ``<h6>``."""
PSEUDO_MAX_CHARS: Final = 90
"""A bold paragraph longer than this is emphasis, not a heading."""
CARD_MAX_CHARS: Final = 500
"""Larger than this, a group of lines is a section and not a card."""
ITEM_MAX_CHARS: Final = 400
"""A list item with sub-items stays one block up to this size."""


class Walker:
    """Walks one page; `items` holds what was found, in order."""

    def __init__(self, reader: InlineReader, shape: PageShape, panels: Panels) -> None:
        self.items: list[Item] = []
        self._reader = reader
        self._shape = shape
        self._panels = panels
        self._region = Region.BODY
        self._in_main = False
        self._level = 0
        self._box = 0
        self.trail = ""
        """The breadcrumb, where no class names it."""

    # -- containers ------------------------------------------------------------------

    def walk(self, node: Node) -> None:
        """Read the children of a container: runs of inline content, and blocks."""
        units = card_units(node)
        run: list[Node | str] = []
        outer = self._box
        self._box = id(node) if node.has_block else outer
        for child in node.children:
            if isinstance(child, str) or not child.is_block:
                if isinstance(child, str) or not self._is_dropped_inline(child):
                    run.append(child)
                continue
            self._flush(run)
            if id(child) in units:
                self._merged(child, BlockKind.CARD, CARD_MAX_CHARS)
            else:
                self._element(child)
        self._flush(run)
        self._box = outer

    def _is_dropped_inline(self, node: Node) -> bool:
        if node.name == "button":
            return True
        return bool(node.attrs) and is_chrome(node, self._shape, in_main=self._in_main)

    def _element(self, node: Node) -> None:
        if not node.chars and not any(below.name == "img" for below in node.walk()):
            return
        if is_chrome(node, self._shape, in_main=self._in_main):
            return
        region, in_main, level = self._region, self._in_main, self._level
        self._region = region_of(node, region, in_main=in_main)
        self._in_main = in_main or id(node) in self._shape.roots
        is_other = self._region is not region
        is_scope = is_other or self._in_main is not in_main or node.name in {"article", "aside"}
        label = self._panels.label_of(node)
        if is_scope or label:
            clears = is_other and self._region is not Region.HEADER
            self.items.append(Scope(opens=True, clears=clears))
        if label:
            self._heading_text(label)
        self._dispatch(node)
        if is_scope or label:
            self.items.append(Scope(opens=False))
            self._level = level
        self._region, self._in_main = region, in_main

    def _dispatch(self, node: Node) -> None:
        name = node.name
        if name in HEADINGS or node.attrs.get("role") == "heading":
            self._heading(node)
        elif name in LISTS:
            self._list(node)
        elif name == "table":
            self._table(node)
        elif name == "dl":
            self._definitions(node)
        elif name in {"label", "legend"}:
            self._emit(self._reader.read(node.children), BlockKind.FORM)
        elif name == "details":
            self._details(node)
        elif name == "a":
            self._linked(node)
        elif self._panels.is_tab_list(node):
            return
        elif is_toggle(node) and node.lines == 1:
            self._heading_text(node.words())
        else:
            self.walk(node)

    def _linked(self, node: Node) -> None:
        """A link around blocks: its target joins the first of them."""
        start = len(self.items)
        self.walk(node)
        made = [item for item in self.items[start:] if isinstance(item, Draft)]
        link = self._reader.link_of(node, made[0].text) if made else None
        if link is not None:
            made[0].links += (link,)

    # -- leaves ----------------------------------------------------------------------

    def _flush(self, run: list[Node | str]) -> None:
        if not run:
            return
        read = self._reader.read(run)
        run.clear()
        if not read.lines and not read.pictures:
            return
        for part in _paragraphs(read):
            self._emit(part, BlockKind.PARAGRAPH)
        if self._region is Region.BODY:
            for picture in read.pictures:
                self._add(Draft(BlockKind.IMAGE_TEXT, picture), 0)

    def _emit(self, run: Run, kind: BlockKind) -> None:
        text = run.text
        if not text:
            return
        draft = Draft(kind, text, links=tuple(run.links))
        if (
            kind is BlockKind.PARAGRAPH
            and run.is_bold
            and len(text) <= PSEUDO_MAX_CHARS
            and "\n" not in text
            and text[-1] not in ".,;!?"
            and self._region is not Region.HEADER
        ):
            draft = replace(draft, kind=BlockKind.HEADING, level=PSEUDO_LEVEL, is_pseudo=True)
        link_chars = sum(len(link.text) for link in run.links)
        is_bar = not self._in_main and is_link_bar(len(run.links), link_chars, text)
        if not is_bar or kind is not BlockKind.PARAGRAPH:
            self._add(draft, link_chars)

    def _add(self, draft: Draft, link_chars: int) -> None:
        if not self._in_main and self._is_furniture(draft.text):
            return
        draft.region = self._region
        draft.in_main = self._is_content()
        draft.box = self._box
        is_title = draft.kind is BlockKind.HEADING and self._region is not Region.HEADER
        if is_title or is_kept(draft.text, link_chars, self._region):
            self.items.append(draft)

    def _is_furniture(self, text: str) -> bool:
        """A breadcrumb or the day of rendering, above the first heading or outside main."""
        if len(text) < 250 and TRAIL.fullmatch(text):
            self.trail = self.trail or text
            return True
        return self._level == 0 and len(text) < 80 and RENDER_DATE.fullmatch(text) is not None

    def _heading(self, node: Node) -> None:
        run = self._reader.read(node.children)
        text = " ".join(run.text.split())
        if not text:
            # A heading around a picture is named by the picture.
            text = " ".join(run.pictures)
        level = HEADINGS.get(node.name) or _aria_level(node)
        is_banner = self._region is Region.HEADER and node.link_share > 0.9
        if not text or is_banner:
            return
        self._level = level
        draft = Draft(BlockKind.HEADING, text, level, tuple(run.links), self._region)
        draft.in_main = self._is_content()
        self.items.append(draft)

    def _is_content(self) -> bool:
        return self._in_main or (not self._shape.roots and self._region is Region.BODY)

    def _heading_text(self, text: str) -> None:
        if text:
            level = min(PSEUDO_LEVEL, self._level + 1)
            self.items.append(Draft(BlockKind.HEADING, text, level, region=self._region))

    # -- composed blocks -------------------------------------------------------------

    def _merged(self, node: Node, kind: BlockKind, limit: int, *, tight: bool = False) -> None:
        """Read an element and join what it holds into one block, if that stays small."""
        start = len(self.items)
        self._element(node)
        made = [item for item in self.items[start:] if isinstance(item, Draft)]
        if len(made) > 1 and sum(len(draft.text) for draft in made) <= limit:
            self.items[start:] = [joined(made, kind)]
        if made and isinstance(first := self.items[start], Draft):
            first.tight = tight

    def _details(self, node: Node) -> None:
        summaries = [child for child in node.elements() if child.name == "summary"]
        label = " ".join(summary.words() for summary in summaries[:1])
        self.items.append(Scope(opens=True))
        self._heading_text(label)
        rest: list[Node | str] = [c for c in node.children if c not in summaries[:1]]
        self.walk(replace(node, name="div", children=rest))
        self.items.append(Scope(opens=False))

    def _list(self, node: Node) -> None:
        number = _start(node)
        is_first = True
        for child in node.elements():
            if child.name != "li":
                self._element(child)
                continue
            start = len(self.items)
            self._item(child, f"{number}. " if number is not None else "", tight=not is_first)
            is_first = is_first and len(self.items) == start
            number = None if number is None else number + 1

    def _item(self, node: Node, marker: str, *, tight: bool) -> None:
        start = len(self.items)
        if not node.has_block:
            if not is_chrome(node, self._shape, in_main=self._in_main):
                self._emit_item(self._reader.read(node.children))
        elif node.chars <= ITEM_MAX_CHARS and node.lines <= 8 and not node.tables:
            kind = BlockKind.CARD if node.headings else BlockKind.LIST_ITEM
            self._merged(replace(node, name="div"), kind, CARD_MAX_CHARS)
        else:
            self._long_item(node)
        made = [item for item in self.items[start:] if isinstance(item, Draft)]
        for draft in made[:1]:
            draft.text = marker + draft.text
            draft.tight = tight
            if draft.kind is BlockKind.PARAGRAPH:
                draft.kind = BlockKind.LIST_ITEM

    def _emit_item(self, run: Run) -> None:
        text = run.text or (" ".join(run.pictures) if self._region is Region.BODY else "")
        if text:
            draft = Draft(BlockKind.LIST_ITEM, text, links=tuple(run.links))
            self._add(draft, sum(len(link.text) for link in run.links))

    def _long_item(self, node: Node) -> None:
        """An item with much below it: its own words name what follows."""
        own: list[Node | str] = []
        for child in node.children:
            if not isinstance(child, str) and child.is_block:
                break
            own.append(child)
        label = self._reader.read(own).text
        self.items.append(Scope(opens=True))
        if label:
            self._emit_item(self._reader.read(own))
            self.items.append(Scope(opens=True, label=label))
        self.walk(replace(node, name="div", children=node.children[len(own) :]))
        self.items.extend([Scope(opens=False)] * (2 if label else 1))

    def _definitions(self, node: Node) -> None:
        terms: list[Node] = []
        values: list[Node] = []
        for child in [*_definition_parts(node), None]:
            if values and (child is None or child.name == "dt"):
                self._definition(terms, values)
                terms, values = [], []
            if child is not None:
                (terms if child.name == "dt" else values).append(child)
        self._definition(terms, values)

    def _definition(self, terms: Sequence[Node], values: Sequence[Node]) -> None:
        term = self._read_joined(terms)
        value = self._read_joined(values)
        if term is None or value is None:
            for node in [*terms, *values]:
                self.walk(node)
            return
        if sum(node.chars for node in values) > ITEM_MAX_CHARS * 2:
            self.items.append(Scope(opens=True))
            self._heading_text(" ".join(term.text.split()))
            for node in values:
                self.walk(node)
            self.items.append(Scope(opens=False))
            return
        separator = "\n" if "\n" in value.text else " "
        text = f"{term.text.rstrip(' :')}:{separator}{value.text}"
        draft = Draft(BlockKind.DEFINITION, text, links=term.links + value.links)
        self._add(draft, sum(len(link.text) for link in draft.links))

    def _read_joined(self, nodes: Sequence[Node]) -> Draft | None:
        """What some elements hold, as one draft that is not yet on the page."""
        start = len(self.items)
        for node in nodes:
            self.walk(node)
        made = [item for item in self.items[start:] if isinstance(item, Draft)]
        del self.items[start:]
        return joined(made, BlockKind.PARAGRAPH) if made else None

    # -- tables ----------------------------------------------------------------------

    def _table(self, table: Node) -> None:
        if is_calendar(table):
            return
        rows = rows_of(table)
        self.items.append(Scope(opens=True))
        for caption in captions_of(table):
            read = self._reader.read(caption.children)
            self._emit(read, BlockKind.PARAGRAPH)
            self.items[-1:] = [*self.items[-1:], Scope(opens=True, label=read.text)]
        if is_data(table, rows):
            self._data_table(table, rows)
        else:
            for part in table.elements():
                if part.name != "caption":
                    self._layout(part)
        self.items.extend([Scope(opens=False)] * (1 + len(captions_of(table))))

    def _layout(self, part: Node) -> None:
        """Rows of a layout table are containers, and its cells as well."""
        self.walk(replace(part, name="div"))

    def _data_table(self, table: Node, rows: Sequence[Node]) -> None:
        grid = grid_of(rows)
        drafts: dict[int, Draft | None] = {}
        for cell in (cell for line in grid for cell in distinct(line)):
            if id(cell.node) not in drafts:
                drafts[id(cell.node)] = self._read_joined([cell.node])
        lines: list[list[str | None]] = [
            [
                None if cell is None or cell.continues_left else _cell_text(drafts[id(cell.node)])
                for cell in line
            ]
            for line in grid
        ]
        height = header_height(grid, rows, table)
        if not height and looks_like_header([t or "" for t in lines[0]], lines[1:], rows[0]):
            height = 1
        headers = _column_names(lines[:height])
        body = lines[height:]
        label_first = _names_rows(body)
        for line, cells in zip(body, grid[height:], strict=True):
            links = tuple(
                link for cell in distinct(cells) for link in _links(drafts[id(cell.node)])
            )
            text = row_text(line, headers, first_is_label=label_first)
            if text:
                draft = Draft(BlockKind.TABLE_ROW, text, links=links, tight=line is not body[0])
                self._add(draft, sum(len(link.text) for link in links))


def joined(drafts: Sequence[Draft], kind: BlockKind) -> Draft:
    """Several drafts as one block, a line each."""
    links = tuple(link for draft in drafts for link in draft.links)
    said = "\n".join(d.text for d in drafts if d.kind is not BlockKind.IMAGE_TEXT)
    texts = [
        draft.text
        for draft in drafts
        if draft.kind is not BlockKind.IMAGE_TEXT or draft.text.casefold() not in said.casefold()
    ]
    level = next((draft.level for draft in drafts if draft.level is not None), None)
    return replace(drafts[0], kind=kind, text="\n".join(texts), level=level, links=links)


def _paragraphs(run: Run) -> list[Run]:
    """A run cut where the author left a blank line; links go with their words."""
    groups: list[list[str]] = [[]]
    for line in run.lines:
        if line:
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    filled = [group for group in groups if group]
    if len(filled) == 1:
        return [replace(run, lines=filled[0])]
    parts: list[Run] = []
    for group in filled:
        text = " ".join(group)
        links = [link for link in run.links if link.text and link.text in text]
        parts.append(Run(lines=group, links=links))
    return parts


def _definition_parts(node: Node) -> list[Node]:
    """The ``dt`` and ``dd`` of a list, out of the ``div`` that HTML allows around them."""
    parts: list[Node] = []
    for child in node.elements():
        if child.name in {"dt", "dd"}:
            parts.append(child)
        else:
            parts.extend(_definition_parts(child) or ([child] if child.chars else []))
    return parts


def _start(node: Node) -> int | None:
    """The first number of an ordered list."""
    value = node.attrs.get("start", "1")
    if node.name != "ol":
        return None
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 1


def _aria_level(node: Node) -> int:
    value = node.attrs.get("aria-level", "")
    return int(value) if value in {"1", "2", "3", "4", "5", "6"} else 2


def _cell_text(draft: Draft | None) -> str:
    """A cell on one line: its own lines separated as a reader would."""
    if draft is None:
        return ""
    text = ""
    for line in draft.text.split("\n"):
        glue = " " if text.endswith((".", "!", "?", ":", ",", ";")) else " / "
        text = f"{text}{glue}{line}" if text else line
    return text


def _links(draft: Draft | None) -> tuple[Link, ...]:
    return draft.links if draft is not None else ()


def _column_names(head: Sequence[Sequence[str | None]]) -> list[str]:
    """The header of each column: rows of headers from the top down, spans carried on."""
    width = max((len(line) for line in head), default=0)
    names: list[list[str]] = [[] for _ in range(width)]
    for line in head:
        current = ""
        for column in range(width):
            text = line[column] if column < len(line) else ""
            current = current if text is None else text
            if current and current not in names[column]:
                names[column].append(current)
    return [" ".join(parts) for parts in names]


def _names_rows(body: Sequence[Sequence[str | None]]) -> bool:
    """Whether first cells name their rows: short, on one line, and not all the same."""
    firsts = [line[0] or "" for line in body if line]
    named = [text for text in firsts if text]
    return bool(named) and all(len(text) <= 60 and " / " not in text for text in named)
