"""One HTML page: bytes in, `ParsedDocument` out."""

import re
from collections.abc import Iterable
from itertools import chain
from typing import Final

from ingest.charset import clean_characters, decode_bytes, repair_mojibake
from ingest.language import detect_language
from ingest.read_html.cards import settle
from ingest.read_html.chrome import shape_of
from ingest.read_html.drafts import Assembly, assemble
from ingest.read_html.flags import Reading, find_flags
from ingest.read_html.inline import InlineReader
from ingest.read_html.metadata import Metadata, read_metadata
from ingest.read_html.panels import find_panels
from ingest.read_html.related import without_leading_links
from ingest.read_html.tree import Node, build_tree, parse
from ingest.read_html.walker import Walker
from schemas.document import BlockKind, DocumentKind, Link, ParsedDocument
from schemas.resource import SourceDocument

_TRAIL_MARK: Final = re.compile("[>»›/|]")
_TRAIL_LABEL: Final = re.compile(
    r"^[>»›\s]*(?:vous êtes|you are|sie sind)\b[^:>»›]*:?", re.IGNORECASE
)


def read_html(source: SourceDocument, body: bytes) -> ParsedDocument:
    """The page's words in blocks, with what it states of itself.

    Never raises for a page's contents: whatever is wrong with them is a flag with a note.
    """
    decoded, mojibake = repair_mojibake(decode_bytes(body, source.declared_charset))
    soup = parse(clean_characters(decoded))
    metadata = read_metadata(soup, source.fetch_url or source.url)
    # From the root: elements that HTML 4 does not know, such as <main>, may end up in <head>.
    tree = build_tree(soup)
    made, trail = _walked(tree, metadata)
    h1 = _first_heading(made)
    flags = find_flags(_reading(made, tree, metadata.title, h1, mojibake), metadata)
    detected = detect_language(made.text)
    return ParsedDocument(
        url=source.url,
        kind=DocumentKind.HTML,
        text=made.text,
        blocks=tuple(made.blocks),
        title=metadata.title or h1,
        h1=h1,
        description=metadata.description,
        language=detected or metadata.language_declared,
        language_declared=metadata.language_declared,
        language_detected=detected,
        canonical=metadata.canonical,
        breadcrumb=metadata.breadcrumb or trail,
        stated_dates=metadata.stated_dates,
        links=_links(made, metadata),
        flags=tuple(flag for flag, _ in flags),
        notes=tuple(note for _, note in flags),
        visible_chars=tree.chars,
    )


def _reading(
    made: Assembly, tree: Node, title: str | None, h1: str | None, mojibake: int
) -> Reading:
    return Reading(
        text=made.text,
        main_chars=made.main_chars,
        title=title or "",
        h1=h1 or "",
        visible_chars=tree.chars,
        unlinked_chars=tree.chars - tree.link_chars,
        mojibake=mojibake,
    )


def _walked(tree: Node, metadata: Metadata) -> tuple[Assembly, tuple[str, ...]]:
    """The blocks, and the breadcrumb if it stood among them."""
    shape = shape_of(tree)
    walker = Walker(InlineReader(metadata.base), shape, find_panels(tree))
    walker.walk(tree)
    items = walker.items if shape.roots else without_leading_links(walker.items)
    names = _TRAIL_MARK.split(_TRAIL_LABEL.sub("", walker.trail))
    trail = tuple(name.strip() for name in names if name.strip())
    return assemble(settle(items)), trail


def _first_heading(made: Assembly) -> str | None:
    """The first heading of level 1; headings in banners that link home were left out."""
    found = (b for b in made.blocks if b.kind is BlockKind.HEADING and b.level == 1)
    return next((block.span.of(made.text) for block in found), None)


def _links(made: Assembly, metadata: Metadata) -> tuple[Link, ...]:
    """Every link in the content once, frames' targets included."""
    inside: Iterable[Link] = chain.from_iterable(block.links for block in made.blocks)
    frames = (Link(text="", url=target) for target in metadata.frames)
    return tuple(dict.fromkeys(chain(inside, frames)))
