"""What a site repeats: found on counts alone, taken out without harm, kept once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.read_html import find_boilerplate, site_information, without_boilerplate
from ingest.read_html.drafts import Draft, assemble
from schemas.document import BlockKind, DocumentKind, ParsedDocument
from schemas.urls import CanonicalUrl

SITE_URL = CanonicalUrl("https://valdore.example/#site")
FOOTER = "Administration communale, Rue du Four 3, 1999 Valdoré, tél. 021 555 01 02"

words = st.text("abcdé 12", min_size=1, max_size=12).filter(str.strip).map(str.strip)
kinds = st.sampled_from([BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM])
drafts = st.builds(
    lambda kind, text, level, tight: Draft(
        kind, text, level=level if kind is BlockKind.HEADING else None, tight=tight
    ),
    kinds,
    words,
    st.integers(1, 6),
    st.booleans(),
)


def document_of(items: list[Draft], url: str = "https://valdore.example/") -> ParsedDocument:
    made = assemble(items)
    return ParsedDocument(
        url=CanonicalUrl(url), kind=DocumentKind.HTML, text=made.text, blocks=tuple(made.blocks)
    )


documents = st.lists(drafts, max_size=12).map(document_of)


def page(number: int) -> str:
    return f"""<html lang="fr"><title>Page {number}</title><body>
    <ul class="menu"><li><a href="/a">Administration</a></li><li><a href="/b">Loisirs</a></li></ul>
    <main><h1>Rubrique {number}</h1><p>Le texte de la page numéro {number} est ici.</p>
    <h2>Contact</h2><p>Bureau {number}, tél. 021 555 02 {number:02d}</p></main>
    <footer><h3>Nous joindre</h3><p>{FOOTER}</p><p>Guichet : lundi de 9h à 11h</p></footer>
    </body>"""


@pytest.fixture(scope="module")
def site(read: Callable[[str], ParsedDocument]) -> list[ParsedDocument]:
    return [
        replace(read(page(number)), url=CanonicalUrl(f"https://valdore.example/{number}"))
        for number in range(10)
    ]


def fingerprints_of(site: list[ParsedDocument]) -> dict[CanonicalUrl, list[str]]:
    return {document.url: [block.fingerprint for block in document.blocks] for document in site}


def test_the_footer_leaves_the_pages_and_is_kept_once(site: list[ParsedDocument]) -> None:
    repeated = find_boilerplate(fingerprints_of(site), share=0.3)
    cleaned = [without_boilerplate(document, repeated) for document in site]
    information = site_information("Commune de Valdoré", site, repeated, SITE_URL)

    assert not any(FOOTER in document.text for document in cleaned)
    assert all(f"numéro {number}" in cleaned[number].text for number in range(10))
    assert information is not None
    assert information.text == f"Nous joindre\n\n{FOOTER}\n\nGuichet : lundi de 9h à 11h"
    assert information.kind is DocumentKind.SITE_INFORMATION
    assert information.title == "Commune de Valdoré"


def test_a_repeated_heading_stays_over_its_own_words(site: list[ParsedDocument]) -> None:
    repeated = find_boilerplate(fingerprints_of(site), share=0.3)
    cleaned = without_boilerplate(site[4], repeated)

    assert "Contact\n\nBureau 4" in cleaned.text
    assert "Nous joindre" not in cleaned.text


def test_a_small_site_loses_nothing(site: list[ParsedDocument]) -> None:
    assert find_boilerplate(fingerprints_of(site[:7]), share=0.3) == frozenset()


def layouts_of(bodies: dict[str, list[str]]) -> dict[CanonicalUrl, list[str]]:
    plain = {f"plain-{n}": [f"h{n}", f"text {n}", "footer"] for n in range(20)}
    return {CanonicalUrl(f"https://c.example/{at}"): it for at, it in (plain | bodies).items()}


def sides(count: int) -> dict[str, list[str]]:
    return {
        f"side-{n}": [f"title {n}", f"words {n}", "office", "share", "footer"] for n in range(count)
    }


def test_a_side_column_of_some_pages_is_furniture() -> None:
    assert find_boilerplate(layouts_of(sides(5)), 0.3) == {"footer", "office", "share"}
    assert find_boilerplate(layouts_of(sides(3)), 0.3) == {"footer"}


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("inside-another-page", ["office hours", "office", "way to the office", "footer"]),
        ("the-only-words-of-a-page", ["office title", "office", "footer"]),
    ],
)
def test_what_is_content_elsewhere_is_no_widget(name: str, page: list[str]) -> None:
    found = find_boilerplate(layouts_of(sides(5) | {name: page}), 0.3)

    assert found == {"footer", "share"}


def test_no_boilerplate_makes_no_document(site: list[ParsedDocument]) -> None:
    assert site_information("Commune", site, frozenset(), SITE_URL) is None


@given(
    st.dictionaries(st.integers(), st.lists(st.sampled_from("abcdef"), max_size=6), max_size=20),
    st.floats(0.05, 1),
)
def test_a_block_of_one_page_is_never_boilerplate(
    pages: dict[int, list[str]], share: float
) -> None:
    by_url = {CanonicalUrl(f"https://c.example/{key}"): value for key, value in pages.items()}
    found = find_boilerplate(by_url, share)

    assert all(sum(name in names for names in pages.values()) > 2 for name in found)
    assert found == find_boilerplate(dict(reversed(by_url.items())), share)


@given(documents, st.frozensets(words, max_size=4))
def test_only_repeated_blocks_leave_and_offsets_hold(
    document: ParsedDocument, texts: frozenset[str]
) -> None:
    chosen = frozenset(
        block.fingerprint
        for block in document.blocks
        if any(text in block.span.of(document.text) for text in texts)
    )
    cleaned = without_boilerplate(document, chosen)
    kept = [block.span.of(cleaned.text) for block in cleaned.blocks]
    own = [b.span.of(document.text) for b in document.blocks if b.fingerprint not in chosen]
    staying = [b.span.of(cleaned.text) for b in cleaned.blocks if b.fingerprint not in chosen]

    assert staying == own
    assert cleaned.text.startswith("".join(kept[:1]))
    assert cleaned.text.endswith("".join(kept[-1:]))
    originals = iter(document.blocks)
    assert all(
        any(was.fingerprint == is_.fingerprint for was in originals) for is_ in cleaned.blocks
    )
    assert without_boilerplate(cleaned, chosen).text == cleaned.text


@pytest.mark.shared
def test_the_real_site_keeps_its_pages(
    shared: Path, read: Callable[[bytes], ParsedDocument]
) -> None:
    files = sorted((shared / "sites/flaux").rglob("*.html"))
    site = [
        replace(read(file.read_bytes()), url=CanonicalUrl(f"https://flaux.example/{file.name}"))
        for file in files
    ]
    repeated = find_boilerplate(fingerprints_of(site), share=0.3)
    cleaned = {document.url: without_boilerplate(document, repeated) for document in site}

    elected = cleaned[CanonicalUrl("https://flaux.example/elus.html")].text
    assert "Maire de Flaux" in elected
    assert "COMMISSION FINANCES" in elected
    assert sum(len(document.text) for document in cleaned.values()) > 0.8 * sum(
        len(document.text) for document in site
    )
