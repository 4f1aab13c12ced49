"""The snapshot proves itself, forgets what must be forgotten, and tells every URL's story."""

import sqlite3
from pathlib import Path

import pytest

from ingest.crawl import Snapshot, plan_crawl
from ingest.crawl.blobs import BlobStore
from schemas.errors import IndexLocked, IndexTooNew, SnapshotError
from schemas.urls import canonicalize
from tests.crawl.conftest import Crawls, Reply, StartCrawls, html

PDF = b"%PDF-1.4 proces-verbal du 14 mai 2019 " + b"x" * 5000


@pytest.fixture
def commune(crawls: StartCrawls) -> Crawls:
    listing = (
        "<h2>Procès-verbaux 2019</h2><table><tr><td>14 mai 2019</td>"
        "<td><a href=/pv/1.pdf>Télécharger</a></td></tr></table>"
        "<p><a href=/elus>Les élus</a></p><p><a href=/perdue>perdue</a></p>"
    )
    night = crawls(
        {
            "/": Reply(html(listing, title="Accueil")),
            "/elus": Reply(html("<p>Mme A. B., syndique</p>", title="Élus")),
            "/pv/1.pdf": Reply(PDF, media_type="application/pdf"),
        },
        max_revisit_nights=1,
    )
    night.extra["authority"] = ({"topic": "exécutif", "url": "/elus"},)
    night.run()
    return night


def _url(night: Crawls, path: str) -> str:
    return canonicalize(f"{night.site.url}{path}")


def test_a_source_carries_its_bytes_and_the_words_around_its_link(commune: Crawls) -> None:
    with Snapshot.open(commune.folder) as snapshot:
        source = next(s for s in snapshot.sources() if s.url.endswith(".pdf"))

        assert snapshot.read_body(source.body_sha256) == PDF
    (context,) = source.contexts
    assert (context.link_text, context.heading) == ("Télécharger", "Procès-verbaux 2019")
    assert context.row == "14 mai 2019 Télécharger"
    assert context.page_title == "Accueil"
    assert source.media_type == "application/pdf"
    assert source.fetched_at == commune.clock.now


def test_sources_come_in_the_same_order(commune: Crawls) -> None:
    assert commune.documents() == ["/", "/elus", "/pv/1.pdf"]
    assert commune.documents() == commune.documents()


def test_damage_is_found_and_repaired_by_the_next_run(commune: Crawls) -> None:
    with Snapshot.open(commune.folder) as snapshot:
        source = next(s for s in snapshot.sources() if s.url.endswith(".pdf"))
        (stored,) = (commune.folder / "blobs").glob(f"??/{source.body_sha256}*")
        stored.write_bytes(stored.read_bytes()[:-7])
        with pytest.raises(SnapshotError, match=r"damaged|cannot be read"):
            snapshot.read_body(source.body_sha256)

        found = snapshot.verify(repair=True)
        assert (found.checked, found.damaged) == (3, (source.body_sha256,))
        assert found.affected == (source.url,)
    commune.night()
    with Snapshot.open(commune.folder) as snapshot:
        assert snapshot.verify().is_sound
        assert snapshot.read_body(source.body_sha256) == PDF


def test_garbage_is_collected_and_pinned_pages_keep_their_past(commune: Crawls) -> None:
    commune.site.routes["/"] = Reply(html("<p><a href=/elus>élus</a> nouveau</p>"))
    commune.site.routes["/elus"] = Reply(html("<p>M. C. D., syndic</p>", title="Élus"))
    commune.site.routes["/pv/1.pdf"] = Reply(PDF + b"2", media_type="application/pdf")
    commune.night()
    with Snapshot.open(commune.folder) as snapshot:
        garbage = snapshot.collect_garbage()
        assert (garbage.bodies, garbage.kept) == (1, 5)
        versions = snapshot.history(canonicalize(_url(commune, "/elus")))
        texts = [snapshot.read_body(version.sha256).decode() for version in versions]
        assert snapshot.verify().is_sound
    assert ["A. B." in texts[0], "C. D." in texts[1]] == [True, True]
    assert versions[0].last_at is not None
    assert versions[1].first_at is not None
    assert versions[0].last_at < versions[1].first_at == commune.clock.now


def test_a_withdrawn_document_is_purged_and_stays_out(commune: Crawls) -> None:
    commune.site.routes["/pv/1.pdf"] = Reply(PDF + b"2", media_type="application/pdf")
    commune.night()
    with Snapshot.open(commune.folder) as snapshot:
        done = snapshot.withdraw(_url(commune, "/pv/*"), now=commune.clock.now, reason="RGPD")
        assert done.urls == (_url(commune, "/pv/1.pdf"),)
        assert done.bodies == 2
    commune.night()

    assert commune.documents() == ["/", "/elus"]
    assert commune.states()["/pv/1.pdf"] == ("withdrawn", "withdrawn")
    assert "/pv/1.pdf" not in commune.site.paths()
    for file in commune.folder.rglob("*"):
        if file.is_file() and file.name != "lock":
            assert b"proces-verbal du 14 mai" not in file.read_bytes()

    with Snapshot.open(commune.folder) as snapshot:
        assert snapshot.readmit(_url(commune, "/pv/*")) == 1
    commune.night()
    assert "/pv/1.pdf" in commune.documents()


def test_what_serves_the_same_bytes_is_withdrawn_too(commune: Crawls) -> None:
    commune.site.routes["/copie.pdf"] = Reply(PDF, media_type="application/pdf")
    commune.site.routes["/elus"] = Reply(html("<a href=/copie.pdf>copie</a>"))
    commune.night()
    with Snapshot.open(commune.folder) as snapshot:
        done = snapshot.withdraw(_url(commune, "/pv/1.pdf"), now=commune.clock.now)

    assert done.by_equal_bytes == (_url(commune, "/copie.pdf"),)
    commune.night()
    assert commune.documents() == ["/", "/elus"]


def test_the_story_of_a_url(commune: Crawls) -> None:
    commune.site.routes["/pv/1.pdf"] = Reply("", 404)
    commune.night()
    with Snapshot.open(commune.folder) as snapshot:
        story = snapshot.story(
            f"{commune.site.url}/pv/1.pdf#page=3", profile=commune.profile, now=commune.clock.now
        )
        unknown = snapshot.story(
            f"{commune.site.url}/x/x/x/x", profile=commune.profile, now=commune.clock.now
        )
    assert (story.state, story.reason, story.missing_count) == ("missing", "not_found", 1)
    assert [entry.status for entry in story.fetches] == [200, 404]
    assert story.contexts[0].row == "14 mai 2019 Télécharger"
    assert story.next_visit.startswith("yes")
    assert not unknown.is_known
    assert unknown.verdict.startswith("repeated_segments")


def test_every_url_has_a_row(commune: Crawls) -> None:
    with Snapshot.open(commune.folder) as snapshot:
        rows = {row.url.removeprefix(commune.site.url): row for row in snapshot.urls()}

    assert rows["/perdue"].state == "missing"
    assert rows["/perdue"].found_on == f"{commune.site.url}/"
    assert rows["/perdue"].link_text == "perdue"


def test_the_last_run_is_remembered(commune: Crawls) -> None:
    with Snapshot.open(commune.folder) as snapshot:
        run = snapshot.last_run()
    assert run is not None
    assert (run.is_complete, run.reason) == (True, "")
    assert '"documents": 3' in run.report


def test_a_dry_run_keeps_nothing_and_says_what_it_would_do(commune: Crawls) -> None:
    commune.site.routes["/robots.txt"] = Reply(
        "User-agent: *\nDisallow: /elus", media_type="text/plain"
    )
    commune.site.routes["/sitemap.xml"] = Reply("<urlset><url><loc>/s1</loc></url></urlset>")
    commune.site.hits.clear()

    plan = plan_crawl(commune.profile, clock=commune.clock)

    assert _url(commune, "/s1") in plan.first_urls
    assert plan.sitemaps[0][:2] == (f"{commune.site.url}/sitemap.xml", 1)
    assert plan.robots == ((commune.site.url, "status 200"),)
    assert {(refusal.url, refusal.reason) for refusal in plan.refusals} == {
        (_url(commune, "/elus"), "robots")
    }
    assert commune.site.paths() == ["/"]


def test_a_newer_ledger_is_not_touched(commune: Crawls) -> None:
    with sqlite3.connect(commune.folder / "ledger.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(IndexTooNew, match=r"newer version"):
        Snapshot.open(commune.folder)


def test_what_is_no_ledger_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(SnapshotError, match=r"cannot be opened"):
        Snapshot.open(tmp_path)


def test_two_writers_are_one_too_many(commune: Crawls) -> None:
    with (
        Snapshot.open(commune.folder) as snapshot,
        snapshot.writing(),
        pytest.raises(IndexLocked),
    ):
        commune.run()


def test_old_files_are_imported_once(commune: Crawls, tmp_path: Path) -> None:
    folder = tmp_path / "Vieux procès-verbaux"
    (folder / "1998").mkdir(parents=True)
    (folder / "1998" / "séance du 3 mai.pdf").write_bytes(PDF + b"1998")
    (folder / "index.html").write_text(
        html("<ul><li>3 mai 1998 <a href='1998/s%C3%A9ance du 3 mai.pdf'>PV</a></li></ul>")
    )
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff" + b"0" * 50)
    (folder / ".cache").write_bytes(b"x")
    with Snapshot.open(commune.folder) as snapshot:
        first = snapshot.import_folder(folder, profile=commune.profile, clock=commune.clock)
        again = snapshot.import_folder(folder, profile=commune.profile, clock=commune.clock)
        local = [source for source in snapshot.sources() if source.is_local_import]
    assert (first.taken, first.refused) == (2, {"media_type": 1})
    assert (again.taken, again.unchanged) == (0, 2)
    assert len(local) == 2
    assert local[0].url == canonicalize(
        "http://local.invalid/Vieux procès-verbaux/1998/séance du 3 mai.pdf"
    )
    assert local[0].contexts[0].row == "3 mai 1998 PV"

    assert commune.night().complete
    assert not [path for path in commune.site.paths() if "1998" in path]


def test_a_warc_goes_out_and_comes_in(commune: Crawls, tmp_path: Path) -> None:
    archive = tmp_path / "commune.warc.gz"
    with Snapshot.open(commune.folder) as snapshot:
        assert snapshot.export_warc(archive) == 3
        expected = {source.url: source.body_sha256 for source in snapshot.sources()}
    with Snapshot.open(tmp_path / "other") as other:
        report = other.import_warc(archive, profile=commune.profile, clock=commune.clock)
        sources = list(other.sources())
    assert report.taken == 3
    assert {source.url: source.body_sha256 for source in sources} == expected
    assert [s.contexts[0].row for s in sources if s.url.endswith(".pdf")] == [
        "14 mai 2019 Télécharger"
    ]


def test_equal_bytes_are_stored_once_and_compressed_when_it_pays(tmp_path: Path) -> None:
    import hashlib
    import io
    import os

    store = BlobStore(tmp_path)
    for body in (b"texte " * 5000, os.urandom(30_000), b""):
        sha256 = hashlib.sha256(body).hexdigest()
        store.put(sha256, io.BytesIO(body))
        store.put(sha256, io.BytesIO(body))
        assert store.get(sha256) == body
    files = sorted(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert len(files) == 3
    assert files[1] < 1000 < files[2] == 30_000
