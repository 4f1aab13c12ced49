"""What says the same is indexed once; what may matter is never folded, only shown."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexers.duplicates import (
    ComparedDocument,
    DuplicateDecision,
    aliases_by_kept,
    find_duplicates,
)
from schemas.document import DocumentKind

ONCE, APART = DuplicateDecision.INDEXED_ONCE, DuplicateDecision.KEPT_APART
WORDS = " ".join(f"mot{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(400))


def doc(url: str, text: str, **facts: object) -> ComparedDocument:
    return ComparedDocument(url, text, **facts)


@pytest.mark.parametrize(
    ("one", "other", "decision"),
    [
        (doc("/a", WORDS), doc("/b", f" {WORDS}\n"), ONCE),
        (doc("/a", WORDS, date="2019"), doc("/b", WORDS, date="2019"), ONCE),
        (doc("/a", WORDS, date="2019"), doc("/b", WORDS, date="2020"), APART),
        (doc("/a", WORDS), doc("/b", WORDS, is_archive=True), APART),
        (doc("/a", WORDS), doc("/b", f"{WORDS} encore"), ONCE),
        (doc("/a", WORDS, date="2019"), doc("/b", f"{WORDS} encore"), ONCE),
        (doc("/a", WORDS, date="2019"), doc("/b", f"{WORDS} encore", date="2020"), APART),
        (doc("/a", f"{WORDS} 250 francs"), doc("/b", f"{WORDS} 260 francs"), APART),
        (doc("/a", f"{WORDS} Anne"), doc("/b", f"{WORDS} Paul"), APART),
        (doc("/a", f"{WORDS} encore"), doc("/b", f"{WORDS} encore", is_archive=True), APART),
        (doc("/a", WORDS), doc("/b", WORDS[: len(WORDS) // 2]), None),
        (doc("/a", ""), doc("/b", ""), None),
        (doc("/a", "Menu"), doc("/b", "Plan"), None),
    ],
    ids=[
        "equal-but-for-white-space", "equal-same-date", "equal-other-date", "equal-other-standing",
        "one-word-more", "undated-re-upload", "near-other-date", "another-amount", "another-name",
        "near-other-standing", "half", "both-empty", "short-and-different",
    ],
)  # fmt: skip
def test_decision(one: ComparedDocument, other: ComparedDocument, decision: object) -> None:
    groups = find_duplicates([one, other])

    assert [group.decision for group in groups] == ([] if decision is None else [decision])


def test_the_pinned_then_dated_then_paged_document_stands_for_the_others() -> None:
    pdf = doc("/minutes.pdf", WORDS, date="2019-05-14", kind=DocumentKind.PDF)
    page = doc("/m", WORDS, date="2019-05-14")
    pinned = doc("/a-very-long-url-of-a-pinned-page", WORDS, is_authoritative=True)

    assert find_duplicates([page, pdf])[0].kept == "/minutes.pdf"
    assert find_duplicates([doc("/m", WORDS), pinned])[0].kept == pinned.url


def test_equal_ones_follow_a_near_one() -> None:
    groups = find_duplicates(
        [doc("/a", WORDS), doc("/bb", f"{WORDS} encore"), doc("/bbb", f"{WORDS} encore")]
    )
    assert aliases_by_kept(groups) == {"/a": ("/bb", "/bbb")}


texts = st.sampled_from([WORDS, f"{WORDS} encore", f"{WORDS} 12", WORDS[:900], "x", ""])
documents = st.lists(
    st.tuples(texts, st.sampled_from([None, "2019", "2020"]), st.booleans()), max_size=8
)


@settings(max_examples=40)
@given(documents)
def test_no_document_vanishes_and_none_of_another_date_is_folded(facts: list) -> None:
    compared = {
        f"/{n}": doc(f"/{n}", text, date=date, is_archive=is_archive)
        for n, (text, date, is_archive) in enumerate(facts)
    }
    groups = find_duplicates(list(compared.values()))
    folded = aliases_by_kept(groups)
    gone = [url for others in folded.values() for url in others]

    assert len(gone) == len(set(gone))
    assert not set(gone) & set(folded)
    for group in groups:
        if group.decision is ONCE:
            members = [compared[url] for url in (group.kept, *group.others)]
            dates = {member.date for member in members} - {None}
            assert len(dates) <= 1
            assert len({member.is_archive for member in members}) == 1
