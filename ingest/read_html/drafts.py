"""Drafts of blocks, and the one place that turns them into text with offsets."""

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from schemas.document import Block, BlockKind, Link, TextSpan

MAX_LABEL_CHARS = 200
"""A heading longer than this enters the path shortened; its block keeps every word."""


class Region(StrEnum):
    """Where on the page a draft was found."""

    BODY = "body"
    HEADER = "header"
    ASIDE = "aside"
    FOOTER = "footer"


@dataclass(slots=True)
class Draft:
    """A block before its place in the text is known."""

    kind: BlockKind
    text: str
    level: int | None = None
    """Of a heading, or of the heading that a card took in: it ends headings as low or lower."""
    links: tuple[Link, ...] = ()
    region: Region = Region.BODY
    in_main: bool = False
    """Inside a main-like element, or on a page that has none."""
    tight: bool = False
    """Joined to its neighbour before by one line feed: items of one list, rows of one table."""
    box: int = 0
    """Which container held it: short paragraphs of one container belong together."""
    is_pseudo: bool = False
    """A heading by its looks only (a short bold paragraph)."""

    @property
    def link_chars(self) -> int:
        """Characters that stand in links."""
        return sum(len(link.text) for link in self.links)


@dataclass(frozen=True, slots=True)
class Scope:
    """A mark between drafts: headings inside end where it closes."""

    opens: bool
    clears: bool = False
    """Headings before it do not stand over what is inside (a footer)."""
    label: str = ""
    """A name for the scope (table caption, list item with a sub-list) that joins the path."""


Item = Draft | Scope


@dataclass(slots=True)
class Assembly:
    """The text that was put together and the blocks that point into it."""

    text: str = ""
    main_chars: int = 0
    """Characters of the page's own content: no title, forms, banners or footers."""
    blocks: list[Block] = field(default_factory=list)


def fingerprint(text: str) -> str:
    """A hash of the folded text: case, spaces and compatibility forms do not count.

    >>> fingerprint("Tél. 021  555") == fingerprint("TÉL. 021 555")
    True
    """
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return hashlib.sha256(folded.encode()).hexdigest()[:16]


def assemble(items: Sequence[Item]) -> Assembly:
    """One text of all drafts in order; offsets are counted while it is put together."""
    parts: list[str] = []
    made = Assembly()
    length = 0
    has_title = False
    for draft, path in _with_paths(items):
        if parts:
            separator = "\n" if draft.tight else "\n\n"
            parts.append(separator)
            length += len(separator)
        parts.append(draft.text)
        span = TextSpan(length, length + len(draft.text))
        length = span.end
        is_title = draft.kind is BlockKind.HEADING and not has_title
        has_title = has_title or is_title
        if draft.in_main and draft.kind is not BlockKind.FORM and not is_title:
            made.main_chars += len(draft.text)
        made.blocks.append(
            Block(
                kind=draft.kind,
                span=span,
                heading_path=path,
                level=draft.level if draft.kind is BlockKind.HEADING else None,
                links=draft.links,
                fingerprint=fingerprint(draft.text),
            )
        )
    made.text = "".join(parts)
    return made


def _with_paths(items: Sequence[Item]) -> list[tuple[Draft, tuple[str, ...]]]:
    """Each draft with the headings that stand over it, outermost first."""
    stack: list[tuple[int, str]] = []
    floor = 0
    saved: list[tuple[list[tuple[int, str]], int]] = []
    placed: list[tuple[Draft, tuple[str, ...]]] = []
    for item in items:
        if isinstance(item, Scope):
            if item.opens:
                saved.append((list(stack), floor))
                stack, floor = ([], 0) if item.clears else (stack, floor)
                if item.label:
                    stack.append((0, item.label.replace("\n", " ")[:MAX_LABEL_CHARS]))
                    floor = len(stack)
            else:
                stack, floor = saved.pop()
            continue
        if item.level is not None:
            while len(stack) > floor and stack[-1][0] >= item.level:
                stack.pop()
        placed.append((item, tuple(name for _, name in stack)))
        if item.kind is BlockKind.HEADING and item.level is not None:
            stack.append((item.level, item.text.replace("\n", " ")[:MAX_LABEL_CHARS]))
    return placed
