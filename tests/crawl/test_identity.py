"""Which addresses are one document: decided by evidence, the same every night."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.crawl.identity import find_aliases, twin_form, without_print
from ingest.crawl.links import Statement
from ingest.crawl.page import PageFacts
from ingest.crawl.reasons import AT_ONCE, KEEPING, Reason, UrlState
from ingest.crawl.records import UrlRecord
from ingest.crawl.settling import Outcome, Visit, close_absences, settle
from schemas.urls import canonicalize
from tests.crawl.conftest import Reply, StartCrawls, html

BASE = "http://commune.example"


def _record(url_id: int, path: str, sha: str = "", **changes: object) -> UrlRecord:
    record = UrlRecord(
        id=url_id,
        url=canonicalize(BASE + path),
        fetch_url=BASE + path,
        depth=1,
        state=UrlState.TAKEN,
        sha256=sha or f"sha-{path}",
        text_sha256=f"text-{sha or path}",
        media_type="text/html",
        h1=path,
    )
    return replace(record, **changes)


def _aliases(
    records: list[UrlRecord],
    canonicals: dict[int, list[int]] | None = None,
    inlinks: dict[int, int] | None = None,
) -> dict[int, tuple[int, Reason]]:
    stated = {
        page: [Statement("canonical", "", target) for target in targets]
        for page, targets in (canonicals or {}).items()
    }
    found = find_aliases(
        records,
        canonicals=stated,
        inlinks=inlinks or {},
        home_ids=frozenset(r.id for r in records if r.url == f"{BASE}/"),
    )
    return {alias.url_id: (alias.of_id, alias.reason) for alias in found}


def test_the_linked_form_of_twins_is_kept() -> None:
    twins = [_record(1, "/a", "s"), _record(2, "/a/", "s"), _record(3, "/a/index.html", "s")]

    assert _aliases(twins, inlinks={2: 4}) == {1: (2, Reason.TWIN), 3: (2, Reason.TWIN)}
    assert set(_aliases(twins, inlinks={3: 4})) == {1, 2}


def test_twins_whose_markup_differs_are_one_by_their_words() -> None:
    records = [
        _record(1, "/a", "x", text_sha256="same"),
        _record(2, "/a/", "y", text_sha256="same"),
        _record(3, "/b", "z", text_sha256="same"),
    ]

    assert _aliases(records) == {2: (1, Reason.TWIN)}


def test_equal_bytes_are_one_document_but_pinned_pages_stay() -> None:
    records = [_record(1, "/a.pdf", "s"), _record(2, "/b.pdf", "s", is_pinned=True)]

    assert _aliases(records) == {1: (2, Reason.SAME_CONTENT)}
    assert _aliases([replace(record, is_pinned=True) for record in records]) == {}


@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        ([2], {1: (2, Reason.CANONICAL)}),
        ([1], {}),
        ([9], {}),
        ([9, 2], {1: (2, Reason.CANONICAL)}),
        ([3], {}),
        ([4], {}),
        ([5], {}),
    ],
    ids=["good", "self", "not-live", "first-usable", "home", "other-language", "other-type"],
)
def test_a_canonical_must_be_usable(
    targets: list[int], expected: dict[int, tuple[int, Reason]]
) -> None:
    records = [
        _record(1, "/a", language="fr"),
        _record(2, "/b", language="fr-ch"),
        _record(3, "/"),
        _record(4, "/de", language="de"),
        _record(5, "/f.pdf", media_type="application/pdf"),
    ]

    assert _aliases(records, canonicals={1: targets}) == expected


def test_canonicals_in_a_circle_keep_one_address() -> None:
    records = [_record(n, f"/p{n}") for n in (1, 2, 3)]

    assert _aliases(records, canonicals={1: [2], 2: [3], 3: [1]}) == {
        2: (1, Reason.CANONICAL),
        3: (1, Reason.CANONICAL),
    }


@given(
    shas=st.lists(st.sampled_from("abc"), min_size=1, max_size=8),
    canonicals=st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 9), max_size=2)),
    pinned=st.sets(st.integers(0, 7)),
)
def test_every_alias_names_a_document(
    shas: list[str], canonicals: dict[int, list[int]], pinned: set[int]
) -> None:
    records = [
        _record(n, f"/p{n}{'/' if n % 3 else ''}", sha, is_pinned=n in pinned)
        for n, sha in enumerate(shas)
    ]
    found = _aliases(records, canonicals)

    kept = {record.id for record in records} - set(found)
    assert {target for target, _ in found.values()} <= kept
    assert not pinned & set(found)
    assert found == _aliases(list(reversed(records)), canonicals)


@given(path=st.text(alphabet="ab/?=&1.htmlindexprt", max_size=25))
def test_forms_are_stable(path: str) -> None:
    url = canonicalize(f"{BASE}/{path}")

    assert twin_form(twin_form(url)) == twin_form(url)
    if (base := without_print(url)) is not None:
        assert base != url


VISIT = Visit(now=2e9, crawl_id=7, run_id=9)
GOOD = Outcome(200, sha256="new", media_type="text/html", page=PageFacts(title="T"))


@given(
    state=st.sampled_from(sorted(set(UrlState) - {UrlState.WITHDRAWN})),
    reason=st.sampled_from(sorted(set(Reason) - {Reason.NONE})),
    has_body=st.booleans(),
)
def test_a_document_leaves_only_by_evidence(
    state: UrlState, reason: Reason, *, has_body: bool
) -> None:
    before = _record(1, "/a", state=state) if has_body else _record(1, "/a", state=state, sha256="")
    outcome = Outcome(None, reason)
    after = settle(before, outcome, VISIT)

    if before.is_live and reason in AT_ONCE:
        assert not after.is_live
    elif before.is_live:
        assert after.is_live
        once = close_absences(after, crawl_id=7, target_is_live=False)
        assert once.is_live
        twice = close_absences(
            settle(once, outcome, replace_visit(8)), crawl_id=8, target_is_live=False
        )
        assert twice.is_live is (reason in KEEPING)
    else:
        assert not after.is_live


def replace_visit(crawl_id: int) -> Visit:
    return Visit(now=2e9, crawl_id=crawl_id, run_id=crawl_id)


@given(state=st.sampled_from(sorted(set(UrlState) - {UrlState.WITHDRAWN})))
def test_a_good_answer_always_takes(state: UrlState) -> None:
    after = settle(_record(1, "/a", state=state, missing_count=1), GOOD, VISIT)

    assert (after.state, after.reason, after.missing_count) == (UrlState.TAKEN, Reason.NONE, 0)
    assert after.sha256 == "new"


def test_settling_the_same_answer_twice_changes_nothing() -> None:
    once = settle(_record(1, "/a"), GOOD, VISIT)
    twice = settle(once, GOOD, VISIT)

    assert replace(twice, unchanged_count=0) == once


def test_languages_are_linked_and_stay_apart(crawls: StartCrawls) -> None:
    head = "<link rel=alternate hreflang=fr href=/fr><link rel=alternate hreflang=de href=/de>"
    night = crawls(
        {
            "/": Reply(html("<a href=/fr>F</a>")),
            "/fr": Reply(html("<p>Bonjour</p>", head=head)),
            "/de": Reply(html("<p>Guten Tag</p>", head=head)),
        }
    )
    night.run()
    from ingest.crawl import Snapshot

    with Snapshot.open(night.folder) as snapshot:
        spoken = {s.url: dict(s.languages) for s in snapshot.sources()}
    french = f"{night.site.url}/fr"
    assert spoken[canonicalize(french)] == {"fr": french, "de": f"{night.site.url}/de"}
