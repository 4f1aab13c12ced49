"""Office documents made on the spot by the libraries that write them."""

from collections.abc import Callable

import pytest

from ingest.read_office import read_office
from schemas.document import ParsedDocument
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl

Reader = Callable[..., ParsedDocument]


@pytest.fixture(scope="session")
def read() -> Reader:
    def reader(body: bytes, media_type: str = "") -> ParsedDocument:
        url = CanonicalUrl("https://commune.example/avis")
        source = SourceDocument(
            url=url,
            fetch_url=url,
            body_sha256="0" * 64,
            body_bytes=len(body),
            media_type=media_type,
        )
        return read_office(source, body)

    return reader
