"""The page as a small tree of our own, measured once from the leaves up.

BeautifulSoup parses; one pass copies what can be seen into `Node`, whose figures (characters,
characters in links, lines, headings, tables) are then there for every decision without a
second traversal. Depth is bounded, so that no page can exhaust the stack.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning
from bs4.element import NavigableString, Tag

from ingest.read_html.vocabulary import BLOCK_ROLES, BLOCK_TAGS, HEADINGS, SKIPPED_TAGS

# A page that calls itself XML is read as browsers read it; the operator need not be told.
warnings.filterwarnings("ignore", category=XMLParsedAsHTMLWarning)

_XML_PROLOG: Final = re.compile(r"\A\s*<\?xml[^>]*>")
MAX_DEPTH: Final = 150
"""Elements nested deeper are read as if their parent held their content."""


@dataclass(slots=True, eq=False)
class Node:
    """An element that can be seen, with what was counted inside it."""

    name: str
    attrs: Mapping[str, str]
    children: "list[Node | str]" = field(default_factory=list)
    chars: int = 0
    link_chars: int = 0
    links: int = 0
    lines: int = 0
    """Lines of text as a browser would break them for blocks and ``<br>``."""
    headings: int = 0
    tables: int = 0
    items: int = 0
    """List items."""
    terms: int = 0
    """Terms of definition lists."""
    titles: int = 0
    """Headings of level 1."""
    has_block: bool = False
    has_search: bool = False

    def elements(self) -> "Iterator[Node]":
        """Children that are elements."""
        return (child for child in self.children if not isinstance(child, str))

    def walk(self) -> "Iterator[Node]":
        """The element and all below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(c for c in reversed(node.children) if not isinstance(c, str))

    def words(self) -> str:
        """All text below, spaces folded."""
        parts: list[str] = []
        stack: list[Node | str] = [self]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                parts.append(item)
            else:
                parts.append(" ")
                stack.extend(reversed(item.children))
        return " ".join("".join(parts).split())

    @property
    def marks(self) -> str:
        """Class and id: what the author calls the element."""
        get = self.attrs.get
        return f"{get('class', '')} {get('id', '')}"

    @property
    def is_block(self) -> bool:
        """Whether it starts a line of its own, or holds something that does."""
        return self.has_block or self.name in BLOCK_TAGS or self.attrs.get("role") in BLOCK_ROLES

    @property
    def link_share(self) -> float:
        """Share of the characters that stand in links."""
        return self.link_chars / self.chars if self.chars else 0.0


def with_next(children: Sequence[Node | str]) -> list[tuple[Node | str, Node | str]]:
    """Each child with what comes next, white space left aside; the last with nothing."""
    pairs: list[tuple[Node | str, Node | str]] = []
    following: Node | str = ""
    for child in reversed(children):
        pairs.append((child, following))
        if not isinstance(child, str) or child.strip():
            following = child
    return pairs[::-1]


def parse(text: str) -> BeautifulSoup:
    """The page as BeautifulSoup reads it with lxml; attributes stay single strings."""
    # XHTML that was served as HTML is read as HTML; without "<" the parser sees a file name.
    markup = _XML_PROLOG.sub("", text) if "<" in text else f"<p>{text}"
    return BeautifulSoup(markup, "lxml", multi_valued_attributes=None)


def build_tree(body: Tag) -> Node:
    """The visible part of ``body``, measured."""
    root = Node(body.name, _attributes(body))
    order = [root]
    stack: list[tuple[Tag, Node, int]] = [(body, root, 0)]
    while stack:
        tag, node, depth = stack.pop()
        for child in tag.contents:
            if type(child) is NavigableString:
                node.children.append(str(child))
            elif isinstance(child, Tag) and child.name not in SKIPPED_TAGS:
                below = Node(child.name, _attributes(child))
                node.children.append(below)
                order.append(below)
                if depth < MAX_DEPTH:
                    stack.append((child, below, depth + 1))
                else:
                    below.children.append(child.get_text(" "))
    # Parents come before their children in `order`, so backwards measures leaves first.
    for node in reversed(order):
        _measure(node)
    return root


def _attributes(tag: Tag) -> Mapping[str, str]:
    return {name: value if isinstance(value, str) else "" for name, value in tag.attrs.items()}


def _measure(node: Node) -> None:
    in_run = False
    for child in node.children:
        if isinstance(child, str):
            length = len(" ".join(child.split()))
            node.chars += length
            if length and not in_run:
                in_run = True
                node.lines += 1
            continue
        _add(node, child)
        if child.name == "br":
            in_run = False
        elif child.is_block:
            in_run = False
            node.lines += child.lines
            node.has_block = True
        elif child.chars:
            node.lines += max(0, child.lines - in_run)
            in_run = True
    if node.name == "a" and node.attrs.get("href"):
        node.link_chars, node.links = node.chars, 1
    is_titled = node.attrs.get("role") == "heading"
    node.headings += node.name in HEADINGS or is_titled
    node.tables += node.name == "table"
    node.items += node.name == "li"
    node.terms += node.name == "dt"
    node.titles += node.name == "h1" or (is_titled and node.attrs.get("aria-level") == "1")


def _add(node: Node, child: Node) -> None:
    node.chars += child.chars
    node.link_chars += child.link_chars
    node.links += child.links
    node.headings += child.headings
    node.tables += child.tables
    node.items += child.items
    node.terms += child.terms
    node.titles += child.titles
    node.has_search |= child.has_search or (
        child.name == "input"
        and (
            child.attrs.get("type", "").lower() == "search"
            or child.attrs.get("name", "").lower() in {"q", "s", "search", "recherche", "query"}
        )
    )
