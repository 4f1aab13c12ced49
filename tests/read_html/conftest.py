"""Pages read from a string or from a file, as the flow would hand them over."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.read_html import read_html
from schemas.document import Block, ParsedDocument
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl

SHARED = Path(__file__).resolve().parents[2] / "../shared/data"
PAGE_URL = CanonicalUrl("https://commune.example/page.html")

Reader = Callable[[str | bytes], ParsedDocument]


def source(url: CanonicalUrl = PAGE_URL, charset: str = "") -> SourceDocument:
    return SourceDocument(
        url=url,
        fetch_url=url,
        body_sha256="0" * 64,
        body_bytes=1,
        media_type="text/html",
        declared_charset=charset,
    )


@pytest.fixture(scope="session")
def read() -> Reader:
    def reader(page: str | bytes) -> ParsedDocument:
        body = page.encode() if isinstance(page, str) else page
        return read_html(source(), body)

    return reader


@pytest.fixture(scope="session")
def block_with() -> Callable[[ParsedDocument, str], Block]:
    def finder(document: ParsedDocument, words: str) -> Block:
        found = [b for b in document.blocks if words in b.span.of(document.text)]
        assert found, f"{words!r} is in no block of:\n{document.text}"
        return found[0]

    return finder


@pytest.fixture(scope="session")
def shared() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the real documents are not beside this checkout")
    return SHARED
