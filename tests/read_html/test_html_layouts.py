"""Layouts that communes use: what belongs together stays in one block, chrome goes.

Those in ``layouts_more`` were written, with what a good reading keeps, before they were ever
read: the first reading got 202 of 261 facts of twelve pages right and lost two answers; of
three more, written once the walker was mended, 38 of 44.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from schemas.document import Block, BlockKind, ParsedDocument

FOLDERS = (Path(__file__).parent / "layouts", Path(__file__).parent / "layouts_more")


@dataclass(frozen=True)
class Layout:
    """What a good reading of one page keeps and leaves out, from ``expected.json``."""

    file: Path
    together: list[list[str]]
    """Words that must stand in one block."""
    dropped: list[str]
    under: list[list[str]]
    """Words, and a heading that must stand over their block or in it."""


EXPECTED = [
    Layout(folder / file, **facts)
    for folder in FOLDERS
    for file, facts in json.loads((folder / "expected.json").read_text("utf-8")).items()
]


@pytest.fixture(params=EXPECTED, ids=lambda layout: layout.file.stem)
def layout(request: pytest.FixtureRequest) -> Layout:
    assert isinstance(request.param, Layout)
    return request.param


@pytest.fixture
def document(layout: Layout, read: Callable[[bytes], ParsedDocument]) -> ParsedDocument:
    return read(layout.file.read_bytes())


def test_what_belongs_together_is_one_block(
    layout: Layout,
    document: ParsedDocument,
    block_with: Callable[[ParsedDocument, str], Block],
) -> None:
    for words in layout.together:
        block = block_with(document, words[0]).span.of(document.text)
        assert [word for word in words if word not in block] == [], block


def test_navigation_is_dropped(layout: Layout, document: ParsedDocument) -> None:
    assert [words for words in layout.dropped if words in document.text] == []


def test_blocks_stand_under_their_headings(
    layout: Layout,
    document: ParsedDocument,
    block_with: Callable[[ParsedDocument, str], Block],
) -> None:
    for words, heading in layout.under:
        block = block_with(document, words)
        # A card holds its own heading.
        assert heading in (*block.heading_path, *block.span.of(document.text).split("\n")), words


def test_blocks_cover_the_text(document: ParsedDocument) -> None:
    at = 0
    for block in document.blocks:
        assert document.text[at : block.span.start].strip() == ""
        assert block.span.of(document.text).strip() == block.span.of(document.text)
        at = block.span.end
    assert at == len(document.text)


def test_links_keep_text_and_target(read: Callable[[bytes], ParsedDocument]) -> None:
    document = read((FOLDERS[0] / "documents.html").read_bytes())
    rows = [block for block in document.blocks if block.kind is BlockKind.TABLE_ROW]

    assert [(link.text, link.url) for link in rows[0].links] == [
        ("Procès-verbal", "https://commune.example/pv/a.pdf")
    ]


def test_a_base_element_resolves_links(read: Callable[[bytes], ParsedDocument]) -> None:
    document = read((FOLDERS[0] / "joomla_news.html").read_bytes())

    assert document.links[0].url == "https://www.malbrun.example/actu/fete.html"
