"""The document while it is written: text, blocks, pages, headings; then the finished value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ingest.read_pdf.cleaning import Vocabulary, character_edits
from ingest.read_pdf.judging import JudgedPage
from ingest.read_pdf.layout import Group
from ingest.read_pdf.page_text import PageWriter, WrittenBlock
from schemas.document import Block, BlockKind, Page, PageOutcome, TextSpan

PAGE_BREAK = "\n\n"
"""Ends a page and belongs to it, so that the pages' spans tile the text."""


@dataclass(slots=True)
class Draft:
    """Pages are added in order; offsets count from the start of the whole text."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[tuple[WrittenBlock, int, int]] = field(default_factory=list)
    """Written block, its start in the document, its page."""
    pages: list[Page] = field(default_factory=list)

    def add_page(
        self, page: JudgedPage, groups: Sequence[Group], words: Vocabulary, headers: Sequence[str]
    ) -> None:
        """Write the groups of one page; a page without any contributes no characters."""
        raw = page.raw.text
        is_ocr = page.outcome is PageOutcome.OCR
        edits = character_edits(raw, words, is_ocr=is_ocr) if groups else ()
        writer = PageWriter(raw, edits, words)
        written = [block for group in groups if (block := writer.write_group(group))]
        start = self._open_page() if written else self.length
        self.blocks += [(block, start, page.raw.number) for block in written]
        self.pieces.append(writer.text())
        self.length += writer.length
        self.pages.append(
            Page(
                number=page.raw.number,
                outcome=page.outcome,
                span=TextSpan(start, self.length) if written else None,
                label=page.raw.label or None,
                raw_text=raw,
                raw_offsets=tuple((start + at, raw_at) for at, raw_at in writer.runs()),
                header="\n".join(headers),
                ocr_confidence=page.ocr_confidence,
                note=page.note,
            )
        )

    def text(self) -> str:
        """The whole text so far."""
        return "".join(self.pieces)

    def finished_blocks(
        self, outline: Sequence[tuple[int, str, int]], titled: Callable[[str], str]
    ) -> tuple[Block, ...]:
        """The blocks with their headings; levels from the outline, else from size and weight.

        ``titled`` makes the text of a heading into its entry in the heading path.
        """
        text = self.text()
        levels = _levels([block.group for block, _, _ in self.blocks])
        listed = {folded(title): level for level, title, _ in outline}
        path: list[tuple[int, str]] = []
        blocks: list[Block] = []
        for written, offset, page in self.blocks:
            span = TextSpan(offset + written.start, offset + written.end)
            level = None
            if written.group.kind is BlockKind.HEADING:
                words = span.of(text)
                level = min(listed.get(folded(words)) or levels[_style(written.group)], 6)
                path = [(above, title) for above, title in path if above < level]
            titles = tuple(title for _, title in path)
            blocks.append(Block(written.group.kind, span, titles, level, page))
            if level is not None:
                path.append((level, titled(span.of(text))))
        return tuple(blocks)

    def _open_page(self) -> int:
        """End the page before with a break that belongs to it; the offset after the break."""
        for index in range(len(self.pages) - 1, -1, -1):
            span = self.pages[index].span
            if span is not None:
                self.pieces.append(PAGE_BREAK)
                self.length += len(PAGE_BREAK)
                longer = replace(self.pages[index], span=TextSpan(span.start, self.length))
                self.pages[index] = longer
                break
        return self.length


def folded(text: str) -> str:
    """Letters and digits only, case folded: how an outline title is found on its page."""
    return "".join(filter(str.isalnum, text.casefold()))


def _style(group: Group) -> tuple[float, bool]:
    return (round(group.size * 2) / 2, group.is_bold)


def _levels(groups: Sequence[Group]) -> dict[tuple[float, bool], int]:
    """Heading levels from 1: the larger the higher, bold before plain at one size."""
    styles = {_style(group) for group in groups if group.kind is BlockKind.HEADING}
    return {style: rank for rank, style in enumerate(sorted(styles, reverse=True), start=1)}
