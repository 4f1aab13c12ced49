"""A page that did not change costs one question, and is asked less and less often."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.crawl import Snapshot
from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import UrlRecord
from ingest.crawl.revisit import NIGHT_S, plan_revisit
from schemas.site import CrawlSettings
from schemas.urls import canonicalize
from tests.crawl.conftest import Crawls, Handler, Reply, StartCrawls, html

PAGES = 40
SETTINGS = CrawlSettings()


def _routes() -> dict[str, Reply]:
    links = "".join(f"<a href=/p{n}>Page {n}</a> " for n in range(PAGES))
    pages = {
        f"/p{n}": Reply(html(f"<p>Texte {n}</p>", title=f"P{n}"), headers={"ETag": f'"{n}"'})
        for n in range(PAGES)
    }
    return pages | {"/": Reply(html(links, title="Accueil"), headers={"ETag": '"home"'})}


@pytest.fixture
def commune(crawls: StartCrawls) -> Crawls:
    night = crawls(_routes())
    night.extra["authority"] = ({"topic": "exécutif", "url": "/p1"},)
    night.run()
    return night


def _rows(night: Crawls) -> int:
    """Rows of the ledger that a run may write, counted by their rowids' maxima."""
    with Snapshot.open(night.folder) as snapshot:
        row = snapshot.ledger.connection.execute(
            "SELECT (SELECT count(*) FROM url) + (SELECT count(*) FROM fetch) + "
            "(SELECT count(*) FROM link) + (SELECT count(*) FROM context)"
        ).fetchone()
        return int(row[0])


def test_nothing_is_transferred_or_parsed_again(
    commune: Crawls, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    monkeypatch.setattr("ingest.crawl.judging.read_page", lambda *_, url, **__: parsed.append(url))
    before = _rows(commune)

    report = commune.run()

    assert (report.fetched, report.wire_bytes, report.changed) == (0, 0, 0)
    assert report.not_modified == PAGES + 1
    assert parsed == []
    assert _rows(commune) == before


def test_a_changed_page_is_read_and_only_that_one(commune: Crawls) -> None:
    commune.site.routes["/p7"] = Reply(html("<p>Nouveau</p>"), headers={"ETag": '"7b"'})

    report = commune.run()

    assert (report.fetched, report.changed) == (1, 1)


def test_pages_without_validators_are_compared_by_their_bytes(crawls: StartCrawls) -> None:
    night = crawls({path: Reply(page.body) for path, page in _routes().items()})
    night.run()

    report = night.run()

    assert (report.fetched, report.changed) == (PAGES + 1, 0)


def test_stable_pages_are_asked_less_often_and_pinned_ones_every_night(commune: Crawls) -> None:
    for _ in range(5):
        commune.night()
    stable = {f"/p{n}" for n in range(PAGES)} - {"/p1"}
    asked: list[set[str]] = []
    for _ in range(5):
        commune.night()
        asked.append(set(commune.site.paths()))

    assert all({"/", "/p1"} <= paths for paths in asked)
    assert max(len(paths & stable) for paths in asked) <= len(stable) / 2
    assert set().union(*asked) >= stable


def test_the_sitemap_announces_a_change(commune: Crawls) -> None:
    for _ in range(6):
        commune.night()
    entry = "<url><loc>/p{}</loc><lastmod>2026-12-06</lastmod></url>"
    commune.site.routes["/sitemap.xml"] = Reply(
        f"<urlset>{''.join(entry.format(n) for n in range(PAGES))}</urlset>"
    )
    commune.night()
    assert len(commune.site.paths()) == PAGES + 1

    commune.night()
    assert len(commune.site.paths()) < PAGES


def test_every_page_is_read_in_full_now_and_then(crawls: StartCrawls) -> None:
    conditional: list[bool] = []
    home = Reply(html("<a href=/p3>Page 3</a>", title="Accueil"), headers={"ETag": '"home"'})
    commune = crawls({"/": home}, full_reread_days=10)

    def note(handler: Handler) -> Reply:
        conditional.append("If-None-Match" in handler.headers)
        return Reply(html("<p>Texte 3</p>", title="P3"), headers={"ETag": '"3"'})

    commune.site.routes["/p3"] = note
    for _ in range(22):
        commune.night()

    assert conditional.count(False) >= 2
    assert conditional.count(True) >= 3


def _record(**changes: object) -> UrlRecord:
    record = UrlRecord(
        id=1,
        url=canonicalize("http://commune.example/a"),
        fetch_url="http://commune.example/a",
        depth=1,
        state=UrlState.TAKEN,
        status=200,
        sha256="0" * 64,
    )
    return replace(record, **changes)


@given(
    nights=st.integers(0, 400),
    unseen=st.integers(0, 400),
    pinned=st.booleans(),
    state=st.sampled_from(UrlState),
    reason=st.sampled_from([Reason.NONE, Reason.TIMEOUT, Reason.NOT_FOUND, Reason.NOINDEX]),
)
def test_no_live_page_waits_longer_than_the_profile_says(
    nights: int, unseen: int, state: UrlState, reason: Reason, *, pinned: bool
) -> None:
    start = 1_700_000_000.0
    checked = start + nights * NIGHT_S
    record = _record(
        fetched_at=start, checked_at=checked, full_read_at=checked, state=state, reason=reason,
        is_pinned=pinned,
    )  # fmt: skip
    revisit = plan_revisit(record, SETTINGS, now=checked + unseen * NIGHT_S)

    assert revisit.why
    if record.is_live and (pinned or unseen > SETTINGS.max_revisit_nights + 1):
        assert revisit.is_due


def test_an_imported_document_is_never_asked() -> None:
    assert not plan_revisit(_record(is_local=True), SETTINGS, now=2e9).is_due
