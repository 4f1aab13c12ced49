"""Retrieval: the pinned page is in whatever its score, and nothing of the past stands unmarked."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest

from indexers.retrieval import EmbedQuery, ReadableIndex, Retriever, Vector, retrieve
from schemas.errors import ModelError
from schemas.index import ChunkRow
from schemas.passage import IntentKind, PassagePart, Retrieval, Tense
from schemas.site.retrieval import RetrievalSettings

AddRows = Callable[[Iterable[ChunkRow]], None]
PINNED = "https://commune.example/municipalite"


def urls(found: Retrieval, part: PassagePart) -> list[str]:
    return [passage.url for passage in found.part(part)]


@pytest.mark.parametrize(
    "question",
    [
        "Qui est la syndique de Brévanaz ?",
        "Qui s'occupe du tourisme ?",
        "Comment s'appelle le syndic actuel ?",
        "Samira Delaprelaz",
        "Roland Tissavel",
        "Aloys de Brenlaz est-il toujours municipal ?",
    ],
    ids=["function", "area", "wrong-gender", "bare-name", "former", "former-in-sentence"],
)
def test_every_chunk_of_the_pinned_page_comes_first(
    index: ReadableIndex, rows: list[ChunkRow], question: str
) -> None:
    found = retrieve(question, index)

    expected = [row.id for row in rows if row.url == PINNED]
    assert [passage.id for passage in found.passages[: len(expected)]] == expected
    assert all(
        p.part is PassagePart.AUTHORITY and p.reason for p in found.part(PassagePart.AUTHORITY)
    )


def test_archives_stay_out_of_the_ranked_part_of_a_question_of_authority(
    index: ReadableIndex,
) -> None:
    found = retrieve("Qui est en charge des finances ?", index, k=50)

    assert found.intent.topics == ("exécutif",)
    assert not any(p.is_archive for p in found.passages)


def test_the_word_of_the_area_stands_in_no_list_of_the_code(index: ReadableIndex) -> None:
    words = {
        w
        for v in RetrievalSettings().vocabularies()
        for field in v.model_dump().values()
        for w in field
    }

    found = retrieve("Qui s'occupe du tourisme ?", index)

    assert not any("touris" in word for word in words)
    assert IntentKind.RESPONSIBILITY in found.intent.kinds


def test_an_area_of_the_profile_completes_those_of_the_page(index: ReadableIndex) -> None:
    question = "Qui s'occupe de l'apiculture ?"
    unknown = RetrievalSettings(question_model=False)
    settings = RetrievalSettings(question_model=False, areas=("apiculture",))

    assert not retrieve(question, index, settings=unknown).intent.is_authority
    assert retrieve(question, index, settings=settings).intent.topics == ("exécutif",)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("Roland Tissavel", "syndic"),
        ("TISSAVEL Roland", "syndic"),
        ("aloys de brenlaz", "municipal"),
        ("M. Grossenod", "municipal"),
        ("Eliane Corbusaz", "municipale"),
        ("Qui est Huguette Parmelaz ?", "municipale"),
        ("Didier Favrollet", "municipal"),
    ],
    ids=[
        "plain",
        "capitals-first",
        "particle",
        "civility",
        "no-accent",
        "question",
        "one-letter-off",
    ],
)
def test_former_holders_come_after_the_pinned_page_and_are_marked(
    index: ReadableIndex, name: str, function: str
) -> None:
    found = retrieve(name, index)

    former = found.part(PassagePart.FORMER_HOLDER)
    assert urls(found, PassagePart.AUTHORITY)
    assert 1 <= len(former) <= RetrievalSettings().former_k
    assert all(p.is_archive and p.text.startswith("[Document d'archive daté") for p in former)
    assert any(function in p.body.casefold() for p in former)
    parts = [p.part for p in found.passages]
    assert parts == sorted(parts, key=list(PassagePart).index)


def test_someone_on_the_pinned_page_brings_no_archives(index: ReadableIndex) -> None:
    found = retrieve("Samira Delaprelaz", index, k=50)

    assert found.part(PassagePart.FORMER_HOLDER) == ()
    assert not any(p.is_archive for p in found.passages)


def test_a_name_nobody_knows_still_brings_the_pinned_page(index: ReadableIndex) -> None:
    found = retrieve("Mme Marchand", index)

    assert found.intent.topics == ("exécutif",)
    assert found.part(PassagePart.FORMER_HOLDER) == ()


def test_a_question_about_the_past_may_use_archives_after_the_pinned_page(
    index: ReadableIndex,
) -> None:
    found = retrieve("Qui était syndic en 2018 ?", index, k=3)

    ranked = found.part(PassagePart.RANKED)
    assert found.intent.tense is Tense.PAST
    assert found.passages[0].part is PassagePart.AUTHORITY
    assert any(p.url.endswith("pv-2018-10-01.pdf") for p in ranked)


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("Quel crédit a été accordé pour la route en 2017 ?", "pv-2017-06-14.pdf"),
        ("Que disait le procès-verbal au 14 mai 2019 ?", "pv-2019-05-14.pdf"),
        ("les comptes, séance du 14.05.2019", "pv-2019-05-14.pdf"),
        ("séance d'octobre 2018", "pv-2018-10-01.pdf"),
    ],
    ids=["year", "day-in-words", "day-in-figures", "month"],
)
def test_dates_of_the_question_filter(index: ReadableIndex, question: str, path: str) -> None:
    found = retrieve(question, index, k=2)

    assert found.passages[0].url.endswith(path)
    assert any(
        choice.name == "filter" and "date_earliest" in choice.value for choice in found.choices
    )


def test_a_period_without_documents_is_completed_from_the_rest(index: ReadableIndex) -> None:
    found = retrieve("Quel était le prix de la taxe en 1998 ?", index, k=3)

    assert len(found.passages) == 3
    assert "fills up" in found.passages[0].reason


def test_a_question_about_today_prefers_what_is_in_force(index: ReadableIndex) -> None:
    found = retrieve("Quelle est la taxe au sac actuellement ?", index, k=4)

    standings = [passage.is_archive for passage in found.passages]
    assert standings == sorted(standings)


def test_near_a_tie_what_is_in_force_comes_first(
    index: ReadableIndex, rows: list[ChunkRow], add_rows: AddRows
) -> None:
    archive = next(row for row in rows if row.is_archive)
    current = next(row for row in rows if not row.is_archive and not row.is_authoritative)
    add_rows(
        replace(row, id=name, doc_id=name, url=name, body=f"okapi {name}", search_text="okapi")
        for name, row in (("a-archive", archive), ("b-current", current))
    )

    untimed = retrieve("okapi", index, k=2)
    past = retrieve("okapi autrefois", index, k=2)

    assert [p.id for p in untimed.passages] == ["b-current", "a-archive"]
    assert [p.id for p in past.passages] == ["a-archive", "b-current"]
    assert "archives" in {choice.name for choice in untimed.choices}


def test_near_duplicates_count_once_but_different_figures_stay(
    index: ReadableIndex, rows: list[ChunkRow], add_rows: AddRows
) -> None:
    base = "Le prix de la vignette zébrée est fixé par la Municipalité à 12 francs par an"
    model = next(row for row in rows if not row.is_authoritative)

    def row(number: int, body: str) -> ChunkRow:
        return replace(
            model,
            id=f"dup{number}",
            doc_id=f"doc{number}",
            url=f"https://x.example/{number}",
            body=body,
            text=body,
            search_text=body,
        )

    add_rows([row(1, base), row(2, f"{base}."), row(3, base.replace("12", "15"))])

    found = retrieve("prix vignette zébrée", index, k=3)

    bodies = [passage.body for passage in found.passages]
    assert sum("zébrée" in body for body in bodies) == 2
    assert any("15 francs" in body for body in bodies)


def test_one_document_does_not_crowd_out_the_rest(
    index: ReadableIndex, rows: list[ChunkRow], add_rows: AddRows
) -> None:
    model = next(row for row in rows if not row.is_authoritative)
    crowd = [
        replace(
            model,
            id=f"crowd{n}",
            doc_id="crowd",
            url="https://x.example/crowd",
            body=f"quagga numéro {n} au pré {n}",
            search_text=f"quagga {n}",
        )
        for n in range(6)
    ]
    add_rows(crowd)
    add_rows(
        [
            replace(
                model,
                id="other",
                doc_id="other",
                url="https://x.example/other",
                body="un seul quagga ici",
                search_text="quagga",
            )
        ]
    )

    found = retrieve("quagga", index, k=4)

    chosen = [p.url for p in found.passages]
    assert "https://x.example/other" in chosen[:3]
    assert len(chosen) == 4


def test_without_a_model_full_text_serves_and_says_so(
    index: ReadableIndex, embed_query: EmbedQuery
) -> None:
    alone = retrieve("la taxe au sac", index)
    both = retrieve("la taxe au sac", index, k=60, embed_query=embed_query)

    assert next(c.value for c in alone.choices if c.name == "legs") == "text"
    assert next(c.value for c in both.choices if c.name == "legs") == "vector+text"
    assert {leg.leg for p in both.passages for leg in p.legs} == {"vector", "text"}


def test_modes_decide_for_the_question(index: ReadableIndex) -> None:
    retriever = Retriever(index)

    assert (
        retriever.retrieve("Qui est la syndique ?", mode="plain").part(PassagePart.AUTHORITY) == ()
    )
    forced = retriever.retrieve("la taxe au sac", mode="authority")
    assert forced.intent.kinds == (IntentKind.FORCED,)
    assert {p.authority_topic for p in forced.part(PassagePart.AUTHORITY)} == {
        "exécutif",
        "horaires",
    }


def test_a_word_of_the_profile_brings_its_topic(index: ReadableIndex) -> None:
    settings = RetrievalSettings(topic_words={"horaires": ("ouverture", "ouvert")})

    found = retrieve("Quels sont les horaires d'ouverture du greffe ?", index, settings=settings)

    assert found.intent.topics == ("horaires",)
    assert found.passages[0].url.endswith("/horaires")


@pytest.mark.parametrize(
    "question",
    [
        "",
        "   ",
        "?!",
        "'; DROP TABLE chunks; --",
        "(((",
        "\x00",
        "M.",
        "Mme",
        "a" * 5000,
        "« »",
        "el'''niño OR 1=1",
    ],
)
def test_no_question_makes_it_fail(index: ReadableIndex, question: str) -> None:
    found = retrieve(question, index)

    assert found.question == question


def test_a_question_longer_than_the_model_takes_is_embedded_by_its_start(
    index: ReadableIndex,
) -> None:
    asked: list[str] = []

    def embed(text: str) -> Vector:
        if len(text) > 600:
            raise ModelError("too long")
        asked.append(text)
        return np.array([1.0, 0.0], dtype=np.float32)

    question = "Qui est la syndique ? " + "Voici pourquoi je le demande. " * 100
    found = retrieve(question, index, embed_query=embed)

    assert [len(text) > 300 and question.startswith(text) for text in asked] == [True]
    assert found.intent.is_authority


def test_what_else_fails_in_the_model_is_not_hidden(index: ReadableIndex) -> None:
    def embed(text: str) -> Vector:
        raise ModelError(f"the model is not there: {len(text)}")

    with pytest.raises(ModelError, match="not there"):
        retrieve("Qui est la syndique ? " * 50, index, embed_query=embed)


def test_every_choice_is_explained(index: ReadableIndex) -> None:
    found = retrieve("Roland Tissavel", index)

    assert {c.name for c in found.choices} >= {
        "authority",
        "former_holder",
        "legs",
        "filter",
        "diversity",
    }
    assert all(choice.why for choice in found.choices)
    assert all(passage.reason for passage in found.passages)


def test_an_index_without_pinned_pages_or_lexicon_still_answers(bare_index: ReadableIndex) -> None:
    found = retrieve("Qui est la syndique ?", bare_index)

    assert found.intent.is_authority
    assert found.intent.topics == ()
