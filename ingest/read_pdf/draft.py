"""The document while it is written: text, blocks, pages, headings; then the finished value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ingest.read_pdf.cleaning import Vocabulary, character_edits, hyphen_between
from ingest.read_pdf.judging import JudgedPage
from ingest.read_pdf.layout import Group
from ingest.read_pdf.page_text import PageWriter, WrittenBlock
from schemas.document import Block, BlockKind, Page, PageOutcome, TextSpan

PAGE_BREAK = "\n\n"
"""Ends a page and belongs to it, so that the pages' spans tile the text."""
_REACH = 40
"""No word is longer: how far into a page its first one is looked for."""


class PageBody(NamedTuple):
    """What is written of a page, and how it hangs together with the page before."""

    groups: Sequence[Group]
    headers: Sequence[str] = ()
    """Its running lines, kept beside the text."""
    repeated: Sequence[Group] = ()
    """Header rows of an earlier page that stand over its first rows too."""
    goes_on: bool = False
    """Whether its first group goes on with the last one of the page before."""


@dataclass(slots=True)
class Draft:
    """Pages are added in order; offsets count from the start of the whole text."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[tuple[WrittenBlock, int, int]] = field(default_factory=list)
    """Written block, its start in the document, its page."""
    pages: list[Page] = field(default_factory=list)
    is_open: bool = False
    """Whether the last group of the last page was written: some have no character to read."""

    def add_page(self, page: JudgedPage, body: PageBody, words: Vocabulary) -> None:
        """Write the groups of one page; a page without any contributes no characters."""
        raw = page.raw.text
        is_ocr = page.outcome is PageOutcome.OCR
        edits = character_edits(raw, words, is_ocr=is_ocr) if body.groups else ()
        writer = PageWriter(raw, edits, words)
        written = [
            writer.write_repeated(header, self._words_of(header), body.groups[0].lines[0].start)
            for header in body.repeated
        ]
        written += [block for group in body.groups if (block := writer.write_group(group))]
        goes_on = body.goes_on and self.is_open and _begins_with(written, body.groups[0])
        self.is_open = bool(written) and written[-1].group is body.groups[-1]
        joint = self._joint_before(writer.text(), words) if goes_on else PAGE_BREAK
        start = self._end_page(joint) if written else self.length
        if goes_on:
            self._lengthen_last_block(start + written.pop(0).end)
        self.blocks += [(block, start, page.raw.number) for block in written]
        self.pieces.append(writer.text())
        self.length += writer.length
        self.pages.append(
            Page(
                number=page.raw.number,
                outcome=page.outcome,
                span=TextSpan(start, self.length) if writer.length else None,
                label=page.raw.label or None,
                raw_text=raw,
                raw_offsets=tuple((start + at, raw_at) for at, raw_at in writer.runs()),
                header="\n".join(body.headers),
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

    def _words_of(self, header: Group) -> str:
        """A header row as it was written, where it stands in the file."""
        written, offset, _ = next(b for b in reversed(self.blocks) if b[0].group is header)
        return self.text()[offset + written.start : offset + written.end]

    def _joint_before(self, text: str, words: Vocabulary) -> str:
        """What stands between the page before and ``text``, which goes on with its last block.

        A space, or nothing after a hyphen, which is taken out where the word has none.
        """
        above = self.pieces[-1]
        if not (above[-1] == "-" and above[-2:-1].isalpha() and text[0].isalpha()):
            return " "
        across = above + text[:_REACH]
        if not hyphen_between(across, len(above) - 1, len(above), words):
            self.pieces[-1] = above[:-1]
            self.length -= 1
            self._close_last_page()
        return ""

    def _end_page(self, joint: str) -> int:
        """End the last page that has text with a joint that belongs to it; the offset after it."""
        if any(page.span is not None for page in self.pages):
            self.pieces.append(joint)
            self.length += len(joint)
            self._close_last_page()
        return self.length

    def _close_last_page(self) -> None:
        """Let the last page that has text end where the text ends."""
        for index in range(len(self.pages) - 1, -1, -1):
            page = self.pages[index]
            if page.span is not None:
                offsets = page.raw_offsets
                if self.length < page.span.end:
                    offsets = tuple((min(at, self.length), raw_at) for at, raw_at in offsets)
                span = TextSpan(page.span.start, self.length)
                self.pages[index] = replace(page, span=span, raw_offsets=offsets)
                return

    def _lengthen_last_block(self, end: int) -> None:
        written, offset, page = self.blocks[-1]
        self.blocks[-1] = (written._replace(end=end - offset), offset, page)


def _begins_with(written: Sequence[WrittenBlock], group: Group) -> bool:
    return bool(written) and written[0].group is group


def folded(text: str) -> str:
    """Letters and digits only, case folded: how an outline title is found on its page."""
    return "".join(filter(str.isalnum, text.casefold()))


def _style(group: Group) -> tuple[float, bool]:
    return (round(group.size * 2) / 2, group.is_bold)


def _levels(groups: Sequence[Group]) -> dict[tuple[float, bool], int]:
    """Heading levels from 1: the larger the higher, bold before plain at one size."""
    styles = {_style(group) for group in groups if group.kind is BlockKind.HEADING}
    return {style: rank for rank, style in enumerate(sorted(styles, reverse=True), start=1)}
