"""Chunks: every word once, bodies that are their spans, nothing torn that should not be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.chunking import chunk_document
from ingest.chunking.context import MODEL_TOKENS
from schemas.document import (
    Block,
    BlockKind,
    DocumentKind,
    Page,
    PageOutcome,
    ParsedDocument,
    TextSpan,
)
from schemas.urls import CanonicalUrl

URL = CanonicalUrl("https://valdore.example/doc")


def words(text: str) -> int:
    """A tokenizer: each word a token, framed by two special ones."""
    return len(text.split()) + 2


def letters(text: str) -> int:
    """Another: three letters a token, spaces folded."""
    return -(-len(" ".join(text.split())) // 3)


def document_of(
    *items: tuple[BlockKind, str] | tuple[BlockKind, str, int], title: str = ""
) -> ParsedDocument:
    """Blocks in order; a heading with its level stands over what follows."""
    text, blocks, stack = "", list[Block](), list[tuple[int, str]]()
    for kind, content, *levels in items:
        text += "\n\n" if text else ""
        level = levels[0] if levels else None
        while level is not None and stack and stack[-1][0] >= level:
            stack.pop()
        path = tuple(name for _, name in stack)
        blocks.append(Block(kind, TextSpan(len(text), len(text) + len(content)), path, level))
        if level is not None:
            stack.append((level, content))
        text += content
    return ParsedDocument(URL, DocumentKind.HTML, text, tuple(blocks), title=title)


H, P, LI, CARD, ROW = (
    BlockKind.HEADING,
    BlockKind.PARAGRAPH,
    BlockKind.LIST_ITEM,
    BlockKind.CARD,
    BlockKind.TABLE_ROW,
)


def bodies(document: ParsedDocument, max_tokens: int = 40) -> list[str]:
    chunks = chunk_document(document, max_tokens=max_tokens, count_tokens=words)
    return [chunk.body for chunk in chunks]


def test_a_short_page_is_one_chunk() -> None:
    document = document_of((H, "Piscine", 1), (P, "Ouverte en été."), title="Piscine de Morvaz")
    (chunk,) = chunk_document(document, max_tokens=350, count_tokens=words)

    assert chunk.body == "Piscine\n\nOuverte en été."
    assert (chunk.title, chunk.heading_path, chunk.ordinal) == ("Piscine de Morvaz", (), 0)
    assert chunk.block_kinds == (H, P)
    assert chunk.embedded_text() == "Piscine de Morvaz\nPiscine\n\nOuverte en été."


def test_a_long_section_is_cut_between_its_blocks_and_keeps_its_path() -> None:
    items = [(LI, f"Objet numéro {n} du procès-verbal de la séance") for n in range(20)]
    document = document_of((H, "Séances", 1), (H, "Objets", 2), *items)
    chunks = chunk_document(document, max_tokens=40, count_tokens=words)

    assert chunks[0].body.startswith("Séances\n\nObjets\n\nObjet numéro 0")
    assert all(chunk.heading_path == ("Séances", "Objets") for chunk in chunks[1:])
    assert all(line.startswith("Objet") for line in chunks[1].body.split("\n\n"))


def test_a_card_is_never_torn() -> None:
    cards = [(CARD, f"Jean Nom{n}\nMunicipal des eaux\nTél. 021 555 00 {n:02d}") for n in range(9)]
    document = document_of((H, "Élus", 1), *cards)

    for body in bodies(document, 25):
        assert body.count("Nom") == body.count("Tél.") == body.count("Municipal")


def test_a_heading_is_not_the_end_of_a_chunk() -> None:
    document = document_of(
        (H, "Un", 2), (P, "mot " * 34), (H, "Deux", 2), (H, "Trois", 3), (P, "mot " * 30)
    )

    assert bodies(document)[0].endswith("mot ")
    assert bodies(document)[1].startswith("Deux\n\nTrois\n\nmot")


def test_small_sections_under_one_heading_are_joined() -> None:
    document = document_of(
        (H, "Horaires", 1), (H, "Mairie", 2), (P, "Lundi 9h"), (H, "Poste", 2), (P, "Mardi 9h")
    )

    assert bodies(document) == ["Horaires\n\nMairie\n\nLundi 9h\n\nPoste\n\nMardi 9h"]


def test_a_joined_chunk_loses_no_heading() -> None:
    document = document_of(
        (H, "A", 1),
        (H, "Commissions", 2),
        *[(P, "mot " * 18) for _ in range(3)],
        (H, "Délégués", 2),
        (P, "Un mot"),
    )
    chunks = chunk_document(document, max_tokens=40, count_tokens=words)

    assert chunks[1].heading_path == ("A", "Commissions")
    assert "Délégués" not in chunks[1].body


def test_a_long_paragraph_is_cut_at_sentences() -> None:
    sentence = "M. Favre, selon l’art. 4 al. 2, propose de voter Fr. 1'200.50 pour la route."
    document = document_of((P, " ".join([sentence] * 10)))

    for body in bodies(document, 60):
        assert body.startswith("M. Favre")
        assert body.endswith("pour la route.")


def test_a_sentence_without_end_is_cut_at_words_and_a_word_at_letters() -> None:
    document = document_of((P, "mot " * 100 + "x" * 900))
    chunks = chunk_document(document, max_tokens=40, count_tokens=letters)

    assert all(letters(chunk.body) <= 40 for chunk in chunks)
    assert chunks[0].body.endswith("mot")


def test_a_sentence_that_runs_over_blocks_is_not_cut_where_that_can_be_avoided() -> None:
    document = document_of(
        (P, "Première phrase. " * 4 + "Fin."),
        (P, "Une phrase qui commence sur une page et qui va"),
        (P, "se terminer sur la page qui suit, dix mots plus loin que prévu."),
    )

    assert [body.split()[0] for body in bodies(document, 19)] == ["Première", "Une", "se"]
    assert [body.split()[0] for body in bodies(document, 25)] == ["Première", "Une"]


def test_title_and_headings_leave_room_for_the_chunk() -> None:
    long_name = "Règlement communal sur la gestion des déchets et des eaux " * 12
    document = document_of(
        (H, "Titre premier", 1),
        (H, long_name, 2),
        (H, "Art. 7", 3),
        (P, "mot " * 600),
        title=long_name,
    )
    for max_tokens in (120, 350, 480):
        for chunk in chunk_document(document, max_tokens=max_tokens, count_tokens=letters):
            assert letters(chunk.embedded_text()) <= MODEL_TOKENS - 12
    chunks = chunk_document(document, max_tokens=350, count_tokens=letters)
    assert chunks[-1].heading_path == ("Art. 7",)
    assert chunks[-1].title.endswith("…")


def test_pages_and_recognised_text() -> None:
    first, second, third = "Page une, la fin", "de la phrase.\n\nAutre chose.", "Dernière page."
    text = f"{first}\n\n{second}\n\n{third}"
    spans = [
        TextSpan(text.index(part), text.index(part) + len(part)) for part in (first, second, third)
    ]
    pages = (
        Page(3, PageOutcome.TEXT, spans[0]),
        Page(4, PageOutcome.EMPTY),
        Page(5, PageOutcome.OCR, spans[1], ocr_confidence=0.8),
        Page(6, PageOutcome.OCR, spans[2], ocr_confidence=0.9),
    )
    crossing = TextSpan(0, text.index("\n\nAutre"))
    blocks = (
        Block(P, crossing, page_number=3),
        Block(P, TextSpan(text.index("Autre"), spans[1].end), page_number=5),
        Block(P, spans[2], page_number=6),
    )
    document = ParsedDocument(URL, DocumentKind.PDF, text, blocks, pages, language="de")
    chunks = chunk_document(document, max_tokens=7, count_tokens=lambda words: len(words.split()))

    assert [(c.page_first, c.page_last, c.ocr, c.ocr_confidence) for c in chunks] == [
        (3, 5, True, 0.8),
        (5, 6, True, 0.8),
    ]
    assert {chunk.language for chunk in chunks} == {"de"}


def test_text_outside_blocks_is_not_lost() -> None:
    text = "Avant.\n\nLe bloc.\n\nAprès."
    block = Block(P, TextSpan(8, 16))
    document = ParsedDocument(URL, DocumentKind.TEXT, text, (block,))

    assert bodies(document) == [text]
    assert bodies(ParsedDocument(URL, DocumentKind.TEXT, text)) == [text]


def test_an_empty_document_has_no_chunks() -> None:
    assert bodies(ParsedDocument(URL, DocumentKind.HTML, "")) == []


def test_a_tokenizer_whose_counts_do_not_add_up_is_believed_on_the_whole() -> None:
    def count(text: str) -> int:
        return len(text.split()) * (3 if text.count("\n\n") > 1 else 1)

    document = document_of(*[(P, f"Alinéa numéro {n} de la loi.") for n in range(12)])
    chunks = chunk_document(document, max_tokens=40, count_tokens=count)

    assert all(count(chunk.body) <= 40 for chunk in chunks)
    assert sum(chunk.body.count("Alinéa") for chunk in chunks) == 12


def test_a_title_alone_is_shortened_at_a_word() -> None:
    document = document_of((P, "mot " * 300), title="Procès-verbal de la séance " * 30)
    chunk = chunk_document(document, max_tokens=400, count_tokens=words)[0]

    assert chunk.title.endswith("séance…")
    assert words(chunk.title) < 100


def test_each_text_is_counted_once() -> None:
    asked: list[str] = []

    def count(text: str) -> int:
        asked.append(text)
        return words(text)

    items = [(ROW, f"Jour {n % 5}: 9h-11h") for n in range(300)]
    chunk_document(document_of((H, "Horaire", 1), *items), max_tokens=60, count_tokens=count)

    assert len(asked) == len(set(asked)) < 60


contents = st.text("abc Mé.1\n!", min_size=1, max_size=60).map(
    lambda text: "\n".join(line.strip() for line in text.split("\n") if line.strip())
)
items = st.one_of(
    st.tuples(st.just(H), contents.map(lambda text: text.replace("\n", " ")), st.integers(1, 4)),
    st.tuples(st.sampled_from([P, LI, CARD, ROW]), contents),
)
documents = st.lists(items.filter(lambda item: bool(item[1])), max_size=15).map(
    lambda found: document_of(*found, title="Un titre de document")
)
tokenizers = st.sampled_from([words, letters, len])


@given(documents, st.integers(12, 60), tokenizers)
def test_every_word_is_in_exactly_one_chunk(
    document: ParsedDocument, max_tokens: int, count: "type[len] | object"
) -> None:
    assert callable(count)
    chunks = chunk_document(document, max_tokens=max_tokens, count_tokens=count)

    at = 0
    for ordinal, chunk in enumerate(chunks):
        assert chunk.ordinal == ordinal
        assert chunk.body == document.text[chunk.span.start : chunk.span.end]
        assert document.text[at : chunk.span.start].strip() == ""
        assert count(chunk.body) - count("") <= max_tokens
        at = chunk.span.end
    assert document.text[at:].strip() == ""
    assert chunks == chunk_document(document, max_tokens=max_tokens, count_tokens=count)


@given(documents, st.integers(60, 200))
def test_blocks_that_fit_are_whole(document: ParsedDocument, max_tokens: int) -> None:
    chunks = chunk_document(document, max_tokens=max_tokens, count_tokens=letters)

    for block in document.blocks:
        assert any(
            chunk.span.start <= block.span.start and block.span.end <= chunk.span.end
            for chunk in chunks
        )


@pytest.mark.parametrize("max_tokens", [1, 2, 5])
def test_tiny_limits_still_end(max_tokens: int) -> None:
    document = document_of((P, "Une phrase. Une autre, plus longue, sans fin"))
    chunks = chunk_document(document, max_tokens=max_tokens, count_tokens=len)

    assert "".join("".join(chunk.body.split()) for chunk in chunks) == "".join(
        document.text.split()
    )
