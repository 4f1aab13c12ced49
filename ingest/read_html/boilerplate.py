"""What a site repeats on its pages: found by counting, taken out, and kept once."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ingest.language import detect_language
from ingest.read_html.vocabulary import CONTACT
from schemas.document import Block, BlockKind, DocumentKind, ParsedDocument, TextSpan
from schemas.urls import CanonicalUrl

MIN_PAGES: Final = 8
"""On a smaller site, a third of the pages is two pages: too few to call a block furniture."""
MIN_REPEATS: Final = 3
MIN_LAYOUT_PAGES: Final = 4
LAYOUT_PART: Final = 1 / 3
"""A widget that only some pages bear needs this part of the share, where it stands at an edge."""
MIN_OWN_BLOCKS: Final = 2
"""What a page must have besides its edge: without a heading and a word it is no layout."""


def find_boilerplate(
    documents_fingerprints: Mapping[CanonicalUrl, Sequence[str]], share: float
) -> frozenset[str]:
    """Fingerprints that stand on more than ``share`` of the pages, or at the edges of a layout.

    A function of the pages alone: no order, no history. A block that stands on one page,
    however often, is never among them. The widgets of a side column stand on fewer pages, but
    on each of them nothing but furniture stands between them and the page's beginning or end.

    >>> pages = {f"https://c.example/{n}": ["footer", f"page {n}"] for n in range(10)}
    >>> sorted(find_boilerplate(pages, share=0.3))
    ['footer']
    """
    if len(documents_fingerprints) < MIN_PAGES:
        return frozenset()
    counts = Counter(name for names in documents_fingerprints.values() for name in set(names))
    limit = max(MIN_REPEATS - 1, share * len(documents_fingerprints))
    found = frozenset(name for name, count in counts.items() if name and count > limit)
    limit = max(MIN_LAYOUT_PAGES - 1, LAYOUT_PART * share * len(documents_fingerprints))
    widgets = {name: count for name, count in counts.items() if name and count > limit}
    own = [
        [name for name in names if name not in found] for names in documents_fingerprints.values()
    ]
    return found | _at_edges(own, widgets)


def _at_edges(pages: Sequence[Sequence[str]], widgets: Mapping[str, int]) -> frozenset[str]:
    """Widgets that open or close each page on which they stand, others of them left aside.

    Pages are peeled from both ends, so that the second block of a column is reached as well.
    """
    twice = {name for page in pages for name, count in Counter(page).items() if count > 1}
    rest = [deque(page) for page in pages]
    found: set[str] = set()
    while True:
        edges = Counter(
            name
            for page in rest
            if len(page) > MIN_OWN_BLOCKS
            for name in {page[0], page[-1]} - twice
        )
        more = {name for name, count in edges.items() if count == widgets.get(name)}
        if not more:
            return frozenset(found)
        found |= more
        for page in rest:
            while page and page[0] in more:
                page.popleft()
            while page and page[-1] in more:
                page.pop()


def without_boilerplate(document: ParsedDocument, fingerprints: frozenset[str]) -> ParsedDocument:
    """The document without its repeated blocks; text and offsets are cut anew.

    A repeated heading stays while anything under it is the page's own. Paged documents
    come back as they are: their text belongs to their pages.
    """
    if document.pages:
        return document
    kept = _kept_blocks(document.blocks, fingerprints)
    if len(kept) == len(document.blocks):
        return document
    text, blocks = _recut(document, kept)
    return replace(document, text=text, blocks=blocks)


def _kept_blocks(blocks: Sequence[Block], fingerprints: frozenset[str]) -> list[int]:
    """Positions of the blocks that stay; read backwards, so that headings know their sections."""
    kept: list[int] = []
    # owned[level]: between here and the next heading of that level or above, something stays.
    owned = [False] * 7
    for index in reversed(range(len(blocks))):
        block = blocks[index]
        level = block.level if block.kind is BlockKind.HEADING and block.level else 7
        stays = block.fingerprint not in fingerprints or (level < 7 and owned[level])
        if stays:
            kept.append(index)
        owned = [(owned[at] or stays) and at < level for at in range(7)]
    return kept[::-1]


def _recut(document: ParsedDocument, kept: Sequence[int]) -> tuple[str, tuple[Block, ...]]:
    """The kept blocks' text, each after the separator that stood before it."""
    parts: list[str] = []
    blocks: list[Block] = []
    length = 0
    for index in kept:
        block = document.blocks[index]
        if parts:
            separator = document.text[document.blocks[index - 1].span.end : block.span.start]
            parts.append(separator)
            length += len(separator)
        words = block.span.of(document.text)
        parts.append(words)
        blocks.append(replace(block, span=TextSpan(length, length + len(words))))
        length += len(words)
    return "".join(parts), tuple(blocks)


def site_information(
    site_name: str,
    documents: Iterable[ParsedDocument],
    fingerprints: frozenset[str],
    url: CanonicalUrl,
) -> ParsedDocument | None:
    """One document with each repeated block of content once: address, telephone, hours.

    Blocks stand in the order in which the pages (by URL) first show them. Repeated
    navigation is left out: blocks that are links only, and headings with nothing below.
    """
    found: dict[str, tuple[str, Block]] = {}
    for document in sorted(documents, key=lambda document: document.url):
        for block in document.blocks:
            if block.fingerprint in fingerprints and block.fingerprint not in found:
                found[block.fingerprint] = (block.span.of(document.text), block)
    chosen = _with_content(list(found.values()))
    if not chosen:
        return None
    text, blocks = _laid_out(chosen)
    language = detect_language(text)
    return ParsedDocument(
        url=url,
        kind=DocumentKind.SITE_INFORMATION,
        text=text,
        blocks=blocks,
        title=site_name,
        language=language,
        language_detected=language,
        links=tuple(dict.fromkeys(link for block in blocks for link in block.links)),
    )


def _laid_out(chosen: Sequence[tuple[str, Block]]) -> tuple[str, tuple[Block, ...]]:
    """One text of the words, a blank line between them, and the blocks that point into it."""
    blocks: list[Block] = []
    length = 0
    for words, block in chosen:
        blocks.append(replace(block, span=TextSpan(length, length + len(words)), heading_path=()))
        length += len(words) + 2
    return "\n\n".join(words for words, _ in chosen), tuple(blocks)


def _with_content(found: Sequence[tuple[str, Block]]) -> list[tuple[str, Block]]:
    chosen: list[tuple[str, Block]] = []
    for words, block in reversed(found):
        if block.kind is BlockKind.HEADING:
            if chosen and chosen[-1][1].kind is not BlockKind.HEADING:
                chosen.append((words, block))
        elif _says_something(words, block):
            chosen.append((words, block))
    return chosen[::-1]


def _says_something(words: str, block: Block) -> bool:
    linked = sum(len(link.text) for link in block.links)
    has_contact = CONTACT.search(words) is not None
    is_prose = block.kind not in {BlockKind.FORM, BlockKind.IMAGE_TEXT}
    return has_contact or (is_prose and linked < 0.5 * len(words))
