"""Cleaning never loses the way back: what holds for the text of every document."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.read_pdf.assembly import assemble, lines_of
from ingest.read_pdf.cleaning import Vocabulary, character_edits, vocabulary
from ingest.read_pdf.judging import JudgedPage
from ingest.read_pdf.locating import pages_of, raw_ranges
from ingest.read_pdf.protocol import RawFacts, RawLine, RawPage
from ingest.read_pdf.running import PlacedLine, running_lines
from ingest.read_pdf.similarity import edit_distance
from schemas.document import PageOutcome, ParsedDocument, TextSpan
from schemas.urls import CanonicalUrl

URL = CanonicalUrl("https://commune.example/a.pdf")
NO_WORDS = Vocabulary(frozenset(), frozenset(), lambda _: False)
ALPHABET = "abé TU1'’.,-•\n\r\ufffe\ufffd\ufb01\uf0b7\u00ad\u00a0\x02…"

texts = st.text(alphabet=ALPHABET, max_size=120)


@st.composite
def table_pages(draw: st.DrawFn) -> RawPage:
    """A ruled table of three rows and three columns, its cells drawn in any order."""
    words = st.text(alphabet="abé 1'\ufffe\ufb01", min_size=1, max_size=12).filter(str.strip)
    drawn = [
        (row, column, index, words_of_line.strip())
        for row in range(3)
        for column in range(3)
        for index, words_of_line in enumerate(draw(st.lists(words, max_size=2)))
    ]
    text, lines = "", []
    for row, column, index, words_of_line in draw(st.permutations(drawn)):
        start, left = len(text), 106.0 + 100 * column
        text += f"{words_of_line}\n"
        baseline, right = 685.0 - 100 * row - 12 * index, left + 6 * len(words_of_line)
        lines.append(RawLine(start, len(text) - 1, left, right, baseline, 10.0, False, []))
    edges = (100, 200, 300, 400)
    rules = [number for y in (400, 500, 600, 700) for number in (100, y, 400, y)]
    rules += [number for x in edges for number in (x, 400, x, 700)]
    return RawPage(1, text=text, height=842.0, lines=tuple(lines), rules=tuple(rules))


@st.composite
def raw_pages(draw: st.DrawFn) -> list[RawPage]:
    """Pages of odd characters, with places for their lines on half of them."""
    pages = []
    for number, text in enumerate(draw(st.lists(texts, min_size=1, max_size=4)), start=1):
        page = RawPage(number, text=text, height=842.0)
        if draw(st.booleans()):
            placed = []
            for line in lines_of(page):
                left, baseline = draw(st.integers(20, 300)), draw(st.integers(10, 800))
                gaps = [i for i in range(line.start, line.end) if text[i] == " "][:2]
                size = draw(st.sampled_from((8.0, 10.0, 16.0)))
                right = left + draw(st.integers(1, 250))
                bold = draw(st.booleans())
                placed.append(
                    RawLine(line.start, line.end, left, right, baseline, size, bold, gaps)
                )
            page = RawPage(number, text=text, height=842.0, lines=tuple(placed))
        pages.append(page)
    return pages


documents = raw_pages() | st.lists(table_pages(), min_size=1, max_size=1)


def document_of(pages: list[RawPage]) -> ParsedDocument:
    judged = [
        JudgedPage(page, PageOutcome.TEXT if page.text.strip() else PageOutcome.EMPTY)
        for page in pages
    ]
    return assemble(URL, RawFacts(page_count=len(pages)), judged)


@settings(deadline=None)
@given(documents)
def test_pages_tile_the_text_and_blocks_follow_each_other(pages: list[RawPage]) -> None:
    document = document_of(pages)

    spans = [page.span for page in document.pages if page.span is not None]
    edges = [0, *(span.end for span in spans)]
    assert [span.start for span in spans] == edges[:-1]
    assert edges[-1] == len(document.text)
    for before, after in pairwise(document.blocks):
        assert document.text[before.span.end : after.span.start] in ("\n", "\n\n")
    for block in document.blocks:
        page = document.pages[(block.page_number or 1) - 1]
        assert page.span is not None
        assert page.span.start <= block.span.start < page.span.end
        touched = [page.number for page in pages_of(document, block.span)]
        assert touched == list(range(touched[0], touched[-1] + 1))
        assert block.span.of(document.text).strip()


@settings(deadline=None)
@given(documents)
def test_every_character_leads_back_to_its_own_in_the_raw_text(pages: list[RawPage]) -> None:
    document = document_of(pages)

    for block in document.blocks:
        for position in range(block.span.start, block.span.end):
            character = document.text[position]
            if character.isalnum():
                (found,) = raw_ranges(document, TextSpan(position, position + 1))
                raw = document.pages[found.page_number - 1].raw_text[found.start : found.end]
                assert raw == character or (raw == "\ufb01" and character in "fi")


@settings(deadline=None)
@given(documents)
def test_digits_and_their_apostrophes_are_never_changed(pages: list[RawPage]) -> None:
    document = document_of(pages)
    kept = "".join(c for c in document.text if c in "1'’")
    taken_out = sum(page.header.count("1") for page in document.pages)

    assert kept.count("1") + taken_out == sum(page.text.count("1") for page in pages)


@settings(deadline=None)
@given(texts)
def test_edits_never_overlap_and_stay_within_the_page(raw: str) -> None:
    edits = character_edits(raw, NO_WORDS, is_ocr=True)

    assert all(0 <= edit.start < edit.end <= len(raw) for edit in edits)
    assert all(before.end <= after.start for before, after in pairwise(edits))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Jean\ufffePaul et Jean-Paul", "Jean-Paul et Jean-Paul"),
        ("le person\ufffenage et le personnage", "le personnage et le personnage"),
        ("RENOVA\ufffeTION des renovation", "RENOVATION des renovation"),
        ("Saint\ufffePhilbert", "Saint-Philbert"),
        ("en 2012\ufffe2013", "en 2012-2013"),
        ("le \ufb01nancement", "le financement"),
        ("\uf0d8 le budget", "• le budget"),
        ("\ufffd DE-2012/117", "• DE-2012/117"),
        ("mot\u00adcle", "motcle"),
        ("CHF 2'500.- et 1’800.-, 12\u202f500", "CHF 2'500.- et 1’800.-, 12\u202f500"),
        ("Nom : ......................", "Nom : …"),
        ("a\x0cb", "ab"),
    ],
)
def test_repairs(raw: str, clean: str) -> None:
    assert document_of([RawPage(1, text=raw)]).text == clean


def test_line_ends_join_with_a_space_and_hyphens_without() -> None:
    raw = "Le conseil ap-\r\nprouve, on approuve,\r\nle crédit de Jean-\r\nMarie"

    assert document_of([RawPage(1, text=raw)]).text == (
        "Le conseil approuve, on approuve, le crédit de Jean-Marie"
    )


def test_a_span_over_two_pages_names_both() -> None:
    document = document_of([RawPage(n, text=f"Page de texte {n} bis") for n in (1, 2)])

    everything = TextSpan(0, len(document.text))

    assert [page.number for page in pages_of(document, everything)] == [1, 2]
    assert [found.page_number for found in raw_ranges(document, everything)] == [1, 2]


@pytest.mark.parametrize("end", ["-", "\u00ad", "\ue000"])
def test_nothing_goes_on_from_a_line_without_a_word(end: str) -> None:
    pages = [
        placed_page(1, ("Le conseil", 700, 400), ("municipal", 688, 400), (end, 600, 398)),
        placed_page(2, ("reprend la séance.", 700, 300)),
        placed_page(3, (end, 700, 400)),
        placed_page(4, ("puis la lève.", 700, 300)),
    ]

    document = document_of(pages)

    assert [block.span.of(document.text) for block in document.blocks] == [
        "Le conseil municipal",
        "reprend la séance.",
        "puis la lève.",
    ]


def placed_page(number: int, *lines: tuple[str, int, int]) -> RawPage:
    """A page of lines, each a text with its baseline and its right edge."""
    text, places = "", []
    for words, baseline, right in lines:
        place = RawLine(len(text), len(text) + len(words), 60, right, baseline, 10, False, [])
        places.append(place)
        text += f"{words}\r\n"
    return RawPage(number, text=text, lines=tuple(places), height=842.0)


def test_words_of_a_document_without_hyphens_are_not_collected() -> None:
    assert vocabulary(["un texte", "sans césure"], lambda _: True).words == frozenset()


@pytest.mark.parametrize(
    ("line", "is_running"),
    [
        (lambda n: f"CM {14 + n // 99} mai 2019", True),
        (lambda n: f"Page {n} sur 12", True),
        (lambda n: f"Registre {40 + n}", True),
        (lambda n: f"Article {n * n}", False),
        (lambda n: "#" * (3 + n // 99), False),
        (lambda n: f"{n * 7}", False),
    ],
    ids=["same", "page-number", "folio", "articles", "rule", "unrelated-numbers"],
)
def test_what_runs_at_the_top_of_pages(line: Callable[[int], str], *, is_running: bool) -> None:
    body = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot"]
    pages = {
        n: [PlacedLine(line(n), 800.0, 842.0)]
        + [PlacedLine(word * n, 600.0 - 20 * i, 842.0) for i, word in enumerate(body)]
        for n in range(1, 7)
    }

    found = running_lines(pages)

    assert all((0 in found.get(n, frozenset())) is is_running for n in pages)


def test_a_sentence_repeated_at_different_heights_stays() -> None:
    pages = {
        n: [PlacedLine("Vote à l'unanimité", 830.0 - 25 * n, 842.0)]
        + [PlacedLine(f"{'mot ' * n}{i}", 400.0 - i, 842.0) for i in range(6)]
        for n in range(1, 6)
    }

    assert all(0 not in lines for lines in running_lines(pages).values())


@settings(deadline=None)
@given(st.text(alphabet="abc", max_size=12), st.text(alphabet="abc", max_size=12))
def test_the_fast_distance_is_the_distance(left: str, right: str) -> None:
    rows = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        previous, rows[0] = rows[0], i
        for j, b in enumerate(right, start=1):
            best = min(rows[j] + 1, rows[j - 1] + 1, previous + (a != b))
            previous, rows[j] = rows[j], best

    assert edit_distance(left, right) == rows[-1]
