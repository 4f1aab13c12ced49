"""The seven failures that the reading contract exists for, each with the context that ends it."""

from indexers.answering.prompt import build_prompt
from indexers.retrieval import Guide, ReadableIndex, retrieve
from schemas.passage import PassagePart, Retrieval
from schemas.site.retrieval import AnswerSettings

PINNED = "https://commune.example/municipalite"


def holds_today(found: Retrieval) -> str:
    """The pinned page's words, after checking that nothing of the past stands beside them."""
    pinned = found.part(PassagePart.AUTHORITY)
    assert found.passages[: len(pinned)] == pinned
    assert {passage.url for passage in pinned} == {PINNED}
    assert not any(passage.is_archive for passage in found.passages)
    return "\n".join(passage.body for passage in pinned)


def test_1_the_holder_of_today_by_function(index: ReadableIndex) -> None:
    found = retrieve("Qui est la syndique de Brévanaz ?", index)

    assert "Mme Odile Cressonnaz\nSyndique" in holds_today(found)


def test_2_by_an_area_that_no_word_list_knows(index: ReadableIndex) -> None:
    found = retrieve("Qui s'occupe du tourisme ?", index)

    assert "Tourisme et culture" in holds_today(found)


def test_3_by_the_wrong_gender_the_civility_is_there_to_be_read(index: ReadableIndex) -> None:
    found = retrieve("Comment s'appelle le syndic actuel ?", index)

    assert "Mme Odile Cressonnaz" in holds_today(found)
    system = build_prompt(found.question, found.passages).messages[0].content
    assert "Ne tiens pas compte du genre employé dans la question" in system


def test_4_by_a_bare_name(index: ReadableIndex) -> None:
    found = retrieve("Samira Delaprelaz", index)

    assert "Mme Samira Delaprelaz" in holds_today(found)


def test_5_a_former_holder_by_name(index: ReadableIndex) -> None:
    found = retrieve("Roland Tissavel", index)

    pinned, former = found.part(PassagePart.AUTHORITY), found.part(PassagePart.FORMER_HOLDER)
    assert {passage.url for passage in pinned} == {PINNED}
    assert not any("Tissavel" in passage.body for passage in pinned)
    assert former
    assert all("Tissavel" in p.body and p.text.startswith("[Document d'archive") for p in former)
    assert found.passages.index(former[0]) == len(pinned)


def test_6_two_dated_documents_that_disagree_are_both_there(index: ReadableIndex) -> None:
    found = retrieve("Quel est le montant de la taxe de séjour par nuitée ?", index)

    shown = {passage.date: passage.text for passage in found.passages if "nuitée" in passage.body}
    assert "CHF 3.00" in shown["2023-09-05"]
    assert "CHF 3.50" in shown["2024-09-24"]
    assert all(text.startswith("[Document d'archive daté") for text in shown.values())
    system = build_prompt(found.question, found.passages).messages[0].content
    assert "donne les deux avec leur date" in system


def test_7_off_topic_brings_no_authority_and_the_sentence_of_abstention(
    index: ReadableIndex, guide: Guide
) -> None:
    found = retrieve("Quelle est la capitale de l'Australie ?", index)

    assert not found.intent.is_authority
    assert guide.topics
    system = build_prompt(found.question, found.passages).messages[0].content
    assert AnswerSettings().fallback in system
