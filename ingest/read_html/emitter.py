"""The leaves of the walk: runs of words and headings become drafts, or are left out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ingest.read_html.chrome import PageShape, is_kept, is_link_bar
from ingest.read_html.drafts import Draft, Item, Region
from ingest.read_html.inline import InlineReader, Run, fold_lines
from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import HEADINGS, RENDER_DATE, SHARE_HEADING, TRAIL
from schemas.document import BlockKind

PSEUDO_LEVEL: Final = 6
"""Level of headings by looks only: below any real one but ``<h6>``."""
PSEUDO_MAX_CHARS: Final = 90
"""A bold paragraph longer than this is emphasis, not a heading."""


class Emitter:
    """Where on the page the walk is, and what it has found there."""

    def __init__(self, reader: InlineReader, shape: PageShape) -> None:
        self.items: list[Item] = []
        self.trail = ""
        """The breadcrumb, where no class names it."""
        self._reader = reader
        self._shape = shape
        self._region = Region.BODY
        self._in_main = False
        self._level = 0
        self._box = 0
        self._boxes = 0
        self._composing = 0
        """Above 0 while the parts of one block are read: they are judged together."""
        self._cells = 0
        """Above 0 in table cells and definitions, where a dash or a cross is a datum."""

    def _read(self, items: Iterable[Node | str]) -> Run:
        return self._reader.read(items, keep_noise=self._cells > 0)

    def _flush(self, run: list[Node | str]) -> None:
        if not run:
            return
        read = self._read(run)
        run.clear()
        parts = paragraphs(read)
        for part in parts:
            if len(parts) > 1:
                # A blank line says that the next line is about something else.
                self._new_box()
            self._emit(part, BlockKind.PARAGRAPH)
        if self._region is Region.BODY:
            for picture in read.pictures:
                self._add(Draft(BlockKind.IMAGE_TEXT, picture))

    def _new_box(self) -> None:
        self._boxes += 1
        self._box = self._boxes

    def _emit(self, run: Run, kind: BlockKind) -> None:
        text = run.text or self._named_by_picture(run, kind)
        if not text:
            return
        draft = Draft(kind, text, links=tuple(run.links))
        if kind is BlockKind.PARAGRAPH and run.is_bold and self._looks_like_heading(text):
            draft = replace(draft, kind=BlockKind.HEADING, level=PSEUDO_LEVEL, is_pseudo=True)
        self._add(draft)

    def _named_by_picture(self, run: Run, kind: BlockKind) -> str:
        """A list item that only shows a picture says what the picture says."""
        is_item = kind is BlockKind.LIST_ITEM and self._region is Region.BODY
        return " ".join(run.pictures) if is_item else ""

    def _looks_like_heading(self, text: str) -> bool:
        return (
            len(text) <= PSEUDO_MAX_CHARS
            and "\n" not in text
            and text[-1] not in ".,;!?"
            and self._region is not Region.HEADER
        )

    def _add(self, draft: Draft) -> None:
        if (not self._in_main or not self._level) and self._is_furniture(draft.text):
            return
        draft.region = self._region
        draft.in_main = self._is_content()
        draft.box = self._box
        if self._composing or self._is_kept(draft):
            self.items.append(draft)

    def _is_kept(self, draft: Draft) -> bool:
        if draft.kind is BlockKind.HEADING and draft.region is not Region.HEADER:
            return True
        if draft.kind is BlockKind.PARAGRAPH and not self._in_main:
            is_bar = is_link_bar(len(draft.links), draft.link_chars, draft.text)
            return not is_bar and is_kept(draft.text, draft.link_chars, draft.region)
        return is_kept(draft.text, draft.link_chars, draft.region)

    def _is_furniture(self, text: str) -> bool:
        """A breadcrumb or the day of rendering, above the first heading or outside main."""
        if len(text) < 250 and TRAIL.fullmatch(text):
            self.trail = self.trail or text
            return True
        return self._level == 0 and len(text) < 80 and RENDER_DATE.fullmatch(text) is not None

    def _is_content(self) -> bool:
        return self._in_main or (not self._shape.roots and self._region is Region.BODY)

    def _heading(self, node: Node) -> None:
        run = self._reader.read(node.children, keep_noise=True)
        # A heading around a picture is named by the picture.
        text = " ".join(run.text.split()) or " ".join(run.pictures)
        is_banner = self._region is Region.HEADER and node.link_share > 0.9
        if not any(map(str.isalnum, text)) or is_banner or SHARE_HEADING.fullmatch(text):
            return
        self._level = HEADINGS.get(node.name) or _aria_level(node)
        draft = Draft(BlockKind.HEADING, text, self._level, tuple(run.links), self._region)
        draft.in_main = self._is_content()
        self.items.append(draft)

    def _heading_text(self, text: str) -> None:
        """A heading that no heading element makes: the label of a panel, a long term."""
        if text:
            level = min(PSEUDO_LEVEL, self._level + 1)
            self.items.append(Draft(BlockKind.HEADING, text, level, region=self._region))


def joined(drafts: Sequence[Draft], kind: BlockKind) -> Draft:
    """Several drafts as one block, a line each."""
    links = tuple(link for draft in drafts for link in draft.links)
    said = "\n".join(d.text for d in drafts if d.kind is not BlockKind.IMAGE_TEXT).casefold()
    texts = [
        draft.text
        for draft in drafts
        if draft.kind is not BlockKind.IMAGE_TEXT or draft.text.casefold() not in said
    ]
    # A civility at the end of one part takes in the name that the next one begins with.
    text = "\n".join(fold_lines("\n".join(texts).split("\n"), keep_noise=True))
    level = next((draft.level for draft in drafts if draft.level is not None), None)
    return replace(drafts[0], kind=kind, text=text, level=level, links=links)


def paragraphs(run: Run) -> list[Run]:
    """A run cut where the author left a blank line; links go with their words."""
    groups: list[list[str]] = [[]]
    for line in run.lines:
        if line:
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    filled = [group for group in groups if group]
    if len(filled) < 2:
        return [replace(run, lines=group) for group in filled]
    parts = [Run(lines=group) for group in filled]
    for link in run.links:
        holders = (part for part in parts if link.text and link.text in " ".join(part.lines))
        next(holders, parts[0]).links.append(link)
    return parts


def _aria_level(node: Node) -> int:
    value = node.attrs.get("aria-level", "")
    return int(value) if value in {"1", "2", "3", "4", "5", "6"} else 2
