"""The block walker: a measured tree becomes drafts of blocks in reading order.

Names and functions stay in one block: list items with their lines, table rows with their
header cells, cards (`ingest.read_html.cards`).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar, Final

from ingest.read_html.cards import card_units
from ingest.read_html.chrome import PageShape, is_calendar, is_chrome, region_of
from ingest.read_html.data_tables import read_data_table
from ingest.read_html.drafts import Draft, Region, Scope
from ingest.read_html.emitter import Emitter, joined
from ingest.read_html.inline import InlineReader
from ingest.read_html.panels import Panels, is_handle, is_toggle
from ingest.read_html.tables import captions_of, is_data, rows_of
from ingest.read_html.tree import Node, with_next
from ingest.read_html.vocabulary import HEADINGS, LISTS
from schemas.document import BlockKind

CARD_MAX_CHARS: Final = 500
"""Larger than this, a group of lines is a section and not a card."""
ITEM_MAX_CHARS: Final = 400
"""A list item with sub-items stays one block up to this size."""
ITEM_MAX_LINES: Final = 8
_LINES: Final = frozenset({"p", "div"})
"""Elements of one line that may belong with their neighbours; a cell or a caption does not."""


class Walker(Emitter):
    """Walks one page; `items` holds what was found, in order."""

    def __init__(self, reader: InlineReader, shape: PageShape, panels: Panels) -> None:
        super().__init__(reader, shape)
        self._panels = panels

    # -- containers ------------------------------------------------------------------

    def walk(self, node: Node) -> None:
        """Read the children of a container: runs of inline content, and blocks."""
        units = card_units(node)
        run: list[Node | str] = []
        outer = self._box
        if node.has_block or node.name not in _LINES:
            self._new_box()
        box = self._box
        for child, following in with_next(node.children):
            if not isinstance(child, str) and is_handle(child, following):
                self._flush(run)
                self._heading_text(child.words())
                continue
            if isinstance(child, str) or not child.is_block:
                if isinstance(child, str) or not self._is_dropped_inline(child):
                    run.append(child)
                continue
            self._flush(run)
            if id(child) in units and self._stays_in_region(child):
                self._merged(child, BlockKind.CARD, CARD_MAX_CHARS)
            else:
                self._element(child)
            self._box = box
        self._flush(run)
        self._box = outer

    def _stays_in_region(self, node: Node) -> bool:
        return region_of(node, self._region, in_main=self._in_main) is self._region

    def _is_dropped_inline(self, node: Node) -> bool:
        if node.name == "button":
            return True
        return bool(node.attrs) and is_chrome(
            node, self._shape, self._region, in_main=self._in_main
        )

    def _element(self, node: Node) -> None:
        if not node.chars and not any(below.name == "img" for below in node.walk()):
            return
        if is_chrome(node, self._shape, self._region, in_main=self._in_main):
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
        if self._panels.is_tab_list(node):
            return
        if node.name in HEADINGS or node.attrs.get("role") == "heading":
            self._heading(node)
        elif node.name in LISTS:
            self._list(node)
        elif node.name in self._READERS:
            self._READERS[node.name](self, node)
        elif is_toggle(node) and node.lines == 1:
            self._heading_text(node.words())
        else:
            self.walk(node)

    def _label(self, node: Node) -> None:
        self._emit(self._read(node.children), BlockKind.FORM)

    def _preformatted(self, node: Node) -> None:
        self._flush([node])

    def _linked(self, node: Node) -> None:
        """A link around blocks: its target joins the first of them."""
        start = len(self.items)
        self.walk(node)
        made = [item for item in self.items[start:] if isinstance(item, Draft)]
        link = self._reader.link_of(node, made[0].text) if made else None
        if link is not None:
            made[0].links += (link,)

    # -- composed blocks -------------------------------------------------------------

    @contextmanager
    def _composed(self, *, in_cell: bool = False) -> Iterator[None]:
        """While parts of one block are read, none of them is judged alone."""
        self._composing += 1
        self._cells += in_cell
        yield
        self._cells -= in_cell
        self._composing -= 1

    def _merged(self, node: Node, kind: BlockKind, limit: int) -> None:
        """Read an element and join what it holds into one block, if that stays small."""
        start = len(self.items)
        with self._composed():
            self._element(node)
        made = [item for item in self.items[start:] if isinstance(item, Draft)]
        if len(made) > 1 and sum(len(draft.text) for draft in made) <= limit:
            self.items[start:] = [joined(made, kind)]
        if not self._composing:
            self.items[start:] = [
                item
                for item in self.items[start:]
                if isinstance(item, Scope) or self._is_kept(item)
            ]

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
        run: list[Node | str] = []
        for child in node.children:
            if isinstance(child, str) or not child.is_block:
                if isinstance(child, str) or not self._is_dropped_inline(child):
                    run.append(child)  # words right in a list: old pages indent with it
                continue
            self._flush(run)
            if child.name != "li":
                self._element(child)
                continue
            start = len(self.items)
            self._item(child, f"{number}. " if number is not None else "", tight=not is_first)
            is_first = is_first and len(self.items) == start
            number = None if number is None else number + 1
        self._flush(run)

    def _item(self, node: Node, marker: str, *, tight: bool) -> None:
        start = len(self.items)
        if not node.has_block:
            if not is_chrome(node, self._shape, self._region, in_main=self._in_main):
                self._emit(self._read(node.children), BlockKind.LIST_ITEM)
        elif node.chars <= ITEM_MAX_CHARS and node.lines <= ITEM_MAX_LINES and not node.tables:
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

    def _long_item(self, node: Node) -> None:
        """An item with much below it: its own words name what follows."""
        own: list[Node | str] = []
        for child in node.children:
            if not isinstance(child, str) and child.is_block:
                break
            own.append(child)
        read = self._read(own)
        label = read.text
        self.items.append(Scope(opens=True))
        if label:
            self._emit(read, BlockKind.LIST_ITEM)
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
        self._add(Draft(BlockKind.DEFINITION, text, links=term.links + value.links))

    def _read_joined(self, nodes: Sequence[Node]) -> Draft | None:
        """What some elements hold, as one draft that is not yet on the page."""
        start = len(self.items)
        with self._composed(in_cell=True):
            for node in nodes:
                self.walk(node)
        made = [item for item in self.items[start:] if isinstance(item, Draft)]
        del self.items[start:]
        return joined(made, BlockKind.PARAGRAPH) if made else None

    # -- tables ----------------------------------------------------------------------

    def _figure(self, node: Node) -> None:
        """What stands below a table in a figure is said first, and of all its rows."""
        captions = [child for child in node.elements() if child.name == "figcaption"]
        if not node.tables or not captions:
            self.walk(node)
            return
        read = self._read(part for caption in captions for part in caption.children)
        self.items.append(Scope(opens=True))
        self._emit(read, BlockKind.PARAGRAPH)
        self.items.append(Scope(opens=True, label=read.text))
        rest: list[Node | str] = [c for c in node.children if c not in captions]
        self.walk(replace(node, name="div", children=rest))
        self.items.extend([Scope(opens=False)] * 2)

    def _table(self, table: Node) -> None:
        if is_calendar(table):
            return
        rows = rows_of(table)
        self.items.append(Scope(opens=True))
        for caption in captions_of(table):
            read = self._read(caption.children)
            self._emit(read, BlockKind.PARAGRAPH)
            self.items.append(Scope(opens=True, label=read.text))
        if is_data(table, rows):
            for item in read_data_table(table, rows, self._read_joined):
                if isinstance(item, Scope):
                    self.items.append(item)
                else:
                    self._add(item)
        else:
            for part in table.elements():
                if part.name != "caption":
                    # Rows of a layout table are containers, and its cells as well.
                    self.walk(replace(part, name="div"))
        self.items.extend([Scope(opens=False)] * (1 + len(captions_of(table))))

    _READERS: ClassVar[dict[str, Callable[["Walker", Node], None]]] = {
        "table": _table,
        "figure": _figure,
        "dl": _definitions,
        "label": _label,
        "legend": _label,
        "details": _details,
        "a": _linked,
        "pre": _preformatted,
    }
    """Elements that are read in a way of their own."""


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
