"""The lexicon: who holds what is read from the layout of a page and from sentences alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.lexicon import build_lexicon, find_entries
from ingest.lexicon.flat import flat
from ingest.lexicon.names import find_names
from ingest.lexicon.statements import find_statements
from schemas.chunk import Standing
from schemas.dating import DateFinding, DateRung, PartialDate
from schemas.document import Block, BlockKind, DocumentKind, ParsedDocument, TextSpan
from schemas.lexicon import LexiconEntry, LexiconKind, LexiconSource, folded
from schemas.site.vocabulary import FRENCH
from schemas.urls import CanonicalUrl

PINNED = Standing(
    is_archive=False, reason="épinglée", is_authoritative=True, authority_topic="exécutif"
)
ARCHIVE = Standing(is_archive=True, reason="PDF")
CURRENT = Standing(is_archive=False, reason="page ordinaire")


def source(
    *blocks: tuple[str, str], standing: Standing = PINNED, kind: str = "html"
) -> LexiconSource:
    text, made = "", []
    for block_kind, words in blocks:
        start = len(text) + (2 if text else 0)
        text = f"{text}\n\n{words}" if text else words
        made.append(Block(BlockKind(block_kind), TextSpan(start, start + len(words))))
    document = ParsedDocument(
        CanonicalUrl("https://commune.example/x"),
        DocumentKind(kind),
        text,
        tuple(made),
        language="fr",
    )
    dated = DateFinding(PartialDate(2019, 5, 14), DateRung.URL)
    return LexiconSource(document, standing, dated)


def persons(entries: tuple[LexiconEntry, ...]) -> list[tuple[str, str, str]]:
    return [(e.civility, e.text, e.function) for e in entries if e.kind is LexiconKind.PERSON]


def areas(entries: tuple[LexiconEntry, ...]) -> list[str]:
    return [entry.text for entry in entries if entry.kind is LexiconKind.AREA]


@pytest.mark.parametrize(
    ("blocks", "person", "expected_areas"),
    [
        (
            [
                (
                    "card",
                    "Mme Odile Cressonnaz\nSyndique\nFinances, tourisme\no@x.example\n021 000 40",
                )
            ],
            ("Mme", "Odile Cressonnaz", "Syndique"),
            ["Finances", "tourisme"],
        ),
        (
            [
                (
                    "table_row",
                    "Nom: M. Luc Blanc-Rey | Fonction : Vice-syndic | Dicastère : Écoles et cultes",
                )
            ],
            ("M.", "Luc Blanc-Rey", "Vice-syndic"),
            ["Écoles", "cultes"],
        ),
        (
            [
                ("heading", "Mme Eva Rochaz, municipale"),
                ("list_item", "Forêts"),
                ("list_item", "Police des constructions & bâtiments"),
            ],
            ("Mme", "Eva Rochaz", "municipale"),
            ["Forêts", "Police des constructions", "bâtiments"],
        ),
        (
            [("list_item", "M. Jean de Roulaz, municipal en charge des sports et de la culture")],
            ("M.", "Jean de Roulaz", "municipal"),
            ["sports", "culture"],
        ),
        (
            [
                ("heading", "Maire de Sorenvaz"),
                ("paragraph", "Denis BLANVAZ"),
                ("paragraph", "Maire depuis le 25/05/2020"),
            ],
            ("", "Denis BLANVAZ", "Maire"),
            [],
        ),
        (
            [
                ("heading", "Nos élus"),
                ("paragraph", "Première adjointe"),
                ("paragraph", "Muriel NIGAVAZ"),
            ],
            ("", "Muriel NIGAVAZ", "Première adjointe"),
            [],
        ),
    ],
    ids=[
        "card",
        "table-row-with-headers",
        "heading-and-list",
        "sentence-in-list",
        "no-civility",
        "function-first",
    ],
)
def test_pinned_page_layouts(
    blocks: list[tuple[str, str]], person: tuple[str, str, str], expected_areas: list[str]
) -> None:
    entries = find_entries(source(*blocks))

    civility, name, function = person
    assert any(
        found[:2] == (civility, name) and found[2].startswith(function)
        for found in persons(entries)
    ), persons(entries)
    assert areas(entries) == expected_areas
    assert all(e.topic == "exécutif" and e.is_authoritative for e in entries)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "M. Luc Blancvaz, municipal en charge des finances, présente le budget.",
            ("M.", "Luc Blancvaz", "municipal", ("finances",)),
        ),
        ("La syndique, Mme Favrolaz, ouvre la séance.", ("Mme", "Favrolaz", "syndique", ())),
        (
            "Mme Anne-Lise Favrolaz (municipale) répond.",
            ("Mme", "Anne-Lise Favrolaz", "municipale", ()),
        ),
        (
            "M. de Roulaz, adjoint au tourisme, explique.",
            ("M.", "de Roulaz", "adjoint", ("tourisme",)),
        ),
        ("Madame FAVROLAZ, maire, lève la séance.", ("Mme", "FAVROLAZ", "maire", ())),
        ("Secrétaire de séance : Michel AUDRAVAZ", ("", "Michel AUDRAVAZ", "Secrétaire", ())),
        (
            "Mrne Favrolaz, municipale des écoles, répond.",
            ("Mme", "Favrolaz", "municipale", ("écoles",)),
        ),
        ("M. R0chaz, municipal des routes, répond.", ("M.", "R0chaz", "municipal", ("routes",))),
        (
            "M. Luc Blanvaz, municipal chargé des\nfinances et de l'aménagement local, dit non",
            ("M.", "Luc Blanvaz", "municipal", ("finances", "aménagement local")),
        ),
        ("M. Luc Blancvaz est responsable des forêts.", ("M.", "Luc Blancvaz", "", ("forêts",))),
    ],
    ids=[
        "after",
        "before",
        "parenthesis",
        "particle",
        "capitals",
        "colon",
        "ocr-civility",
        "ocr-name",
        "line-end",
        "charge-only",
    ],
)
def test_statements_in_sentences(
    sentence: str, expected: tuple[str, str, str, tuple[str, ...]]
) -> None:
    found = find_statements(sentence, FRENCH)

    assert [(s.civility, s.name, s.function, s.areas) for s in found] == [expected]


def test_list_of_names_after_one_civility() -> None:
    names = [name.name for name in find_names("MM. Blancvaz, Rochaz et Jean Duboz sont excusés.")]

    assert names == ["Blancvaz", "Rochaz", "Jean Duboz"]


@pytest.mark.parametrize(
    "words",
    [
        "Le Conseil Communal de Brévanaz",
        "Budget TTC",
        "Licence IV",
        "la police municipale",
        "Route Cantonale",
    ],
)
def test_capitalised_words_are_no_persons(words: str) -> None:
    entries = find_entries(source(("paragraph", words), standing=ARCHIVE, kind="pdf"))

    assert persons(entries) == []


def test_neither_pinned_nor_archive_is_not_read() -> None:
    assert find_entries(source(("paragraph", "M. Luc Blanc, syndic"), standing=CURRENT)) == ()


def test_archive_entries_carry_date_span_and_no_topic() -> None:
    made = source(
        ("paragraph", "Ouverture."),
        ("paragraph", "M. Luc Blancvaz, syndic, salue."),
        standing=ARCHIVE,
        kind="pdf",
    )

    [entry] = [e for e in find_entries(made) if e.kind is LexiconKind.PERSON]

    assert (entry.date, entry.topic, entry.is_archive) == ("2019-05-14", None, True)
    assert made.document.text[entry.span_start : entry.span_end] == "Luc Blancvaz, syndic"


def test_one_statement_is_kept_once_a_document() -> None:
    words = "M. Luc Blancvaz, syndic, salue. M. Luc Blancvaz, syndic, conclut."
    made = source(("paragraph", words), standing=ARCHIVE, kind="pdf")

    assert len(persons(build_lexicon([made]))) == 1


@given(st.text(max_size=200))
def test_flat_keeps_every_position(text: str) -> None:
    assert len(flat(text)) == len(text)


@given(st.text(alphabet="MmeAFavre. ,-'\n:|éÉ123syndic municpal", max_size=200))
def test_any_text_is_read_and_spans_hold(text: str) -> None:
    for statement in find_statements(text, FRENCH):
        assert 0 <= statement.start < statement.end <= len(text)
        assert statement.name.split()[0] in text


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert folded(folded(text)) == folded(text)
