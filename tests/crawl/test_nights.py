"""What happens from night to night: nothing leaves without evidence, and the run says why."""

import pytest

from ingest.crawl import CrawlEvent, Snapshot, crawl_site
from schemas.errors import SiteUnreachable
from tests.crawl.conftest import Crawls, Reply, StartCrawls, html

PAGES = 12


@pytest.fixture
def commune(crawls: StartCrawls) -> Crawls:
    """A small well-behaved site with a sitemap, crawled once."""
    links = "".join(f"<a href=/p{n}>Page {n}</a> " for n in range(PAGES))
    routes = {f"/p{n}": Reply(html(f"<p>Texte {n}</p>", title=f"P{n}")) for n in range(PAGES)}
    routes["/"] = Reply(html(links, title="Accueil"))
    routes["/robots.txt"] = Reply("User-agent: *\nDisallow: /prive", media_type="text/plain")
    routes["/sitemap.xml"] = Reply(
        "<urlset>" + "".join(f"<url><loc>/p{n}</loc></url>" for n in range(PAGES)) + "</urlset>",
        media_type="application/xml",
    )
    night = crawls(routes, retries=0, max_revisit_nights=1)
    assert night.run().complete
    assert len(night.documents()) == PAGES + 1
    return night


def test_a_page_leaves_after_two_complete_crawls(commune: Crawls) -> None:
    commune.site.routes["/p3"] = Reply("", 404)

    assert commune.night().complete
    assert commune.states()["/p3"] == ("missing", "not_found")
    assert "/p3" in commune.documents()

    report = commune.night()
    assert (report.complete, report.gone) == (True, 1)
    assert commune.states()["/p3"] == ("gone", "not_found")
    assert "/p3" not in commune.documents()


def test_an_incomplete_crawl_is_no_evidence(commune: Crawls) -> None:
    commune.site.routes["/p3"] = Reply("", 410)
    commune.night()
    commune.settings["max_requests"] = 6
    for _ in range(3):
        report = commune.night()
        assert report.incomplete_reason == "budget_requests"
    assert "/p3" in commune.documents()


def test_a_page_that_comes_back_is_no_longer_missing(commune: Crawls) -> None:
    page = commune.site.routes["/p3"]
    commune.site.routes["/p3"] = Reply("", 404)
    commune.night()
    commune.site.routes["/p3"] = page
    commune.night()
    commune.site.routes["/p3"] = Reply("", 404)
    commune.night()

    assert commune.states()["/p3"] == ("missing", "not_found")
    assert "/p3" in commune.documents()


@pytest.mark.parametrize("status", [500, 502, 503, 403, 401, 429])
def test_errors_never_delete(commune: Crawls, status: int) -> None:
    commune.site.routes["/p3"] = Reply("Erreur", status)
    for _ in range(4):
        commune.night()

    assert "/p3" in commune.documents()
    assert commune.states()["/p3"][0] == "taken"


def test_a_night_of_503_deletes_nothing_and_says_why(commune: Crawls) -> None:
    before = commune.documents()
    commune.site.routes.clear()
    commune.site.otherwise = Reply("Maintenance", 503)
    for _ in range(3):
        with pytest.raises(SiteUnreachable, match=r"nothing was deleted"):
            commune.night()

    assert commune.documents() == before
    assert _last_reason(commune) in ("robots_unavailable", "start_unreachable")


def test_a_night_without_answers_deletes_nothing(commune: Crawls) -> None:
    before = commune.documents()
    commune.site.server.shutdown()
    commune.site.server.server_close()
    with pytest.raises(SiteUnreachable, match=r"nothing was deleted"):
        commune.night()

    assert commune.documents() == before


def test_pages_503_behind_a_good_robots_delete_nothing(commune: Crawls) -> None:
    before = commune.documents()
    robots = commune.site.routes["/robots.txt"]
    commune.site.routes.clear()
    commune.site.routes["/robots.txt"] = robots
    commune.site.otherwise = Reply("Maintenance", 503)
    with pytest.raises(SiteUnreachable, match=r"no start URL answered"):
        commune.night()

    assert commune.documents() == before
    assert "start_unreachable" in _last_reason(commune)


def test_an_empty_home_and_sitemap_delete_nothing(commune: Crawls) -> None:
    before = commune.documents()
    for path in list(commune.site.routes):
        if path.startswith("/p"):
            commune.site.routes[path] = Reply("", 404)
    commune.site.routes["/"] = Reply("<html><body></body></html>")
    commune.site.routes["/sitemap.xml"] = Reply("<urlset></urlset>", media_type="text/xml")
    for _ in range(3):
        report = commune.night()
        assert {"start_page_empty", "sitemap_empty"} <= set(report.incomplete_reason.split(","))

    assert commune.documents() == before


def test_robots_500_stops_the_run_after_a_day(commune: Crawls) -> None:
    before = commune.documents()
    commune.site.routes["/robots.txt"] = Reply("", 500)
    commune.clock.next_night(2)
    with pytest.raises(SiteUnreachable, match=r"robots.txt unavailable"):
        commune.night()

    assert commune.site.paths() == []
    assert commune.documents() == before
    assert _last_reason(commune) == "robots_unavailable"


def test_robots_500_uses_the_copy_of_the_last_day(commune: Crawls) -> None:
    commune.site.routes["/robots.txt"] = Reply("", 500)

    report = commune.night()

    assert report.complete
    assert any("the copy of" in note for note in report.notes)


def test_an_interrupted_run_says_so_and_the_next_one_goes_on(commune: Crawls) -> None:
    def interrupt(_: CrawlEvent) -> None:
        raise KeyboardInterrupt

    commune.clock.next_night()
    with Snapshot.open(commune.folder) as snapshot, pytest.raises(KeyboardInterrupt):
        crawl_site(commune.profile, snapshot, clock=commune.clock, on_event=interrupt)
    assert _last_reason(commune) == "interrupted"

    assert commune.run().complete
    assert len(commune.documents()) == PAGES + 1


def test_many_pages_that_vanish_at_once_stay(commune: Crawls) -> None:
    before = commune.documents()
    for n in range(6):
        commune.site.routes[f"/p{n}"] = Reply("", 404)
    for _ in range(3):
        assert "vanished_share" in commune.night().incomplete_reason

    assert commune.documents() == before


def test_noindex_leaves_at_once(commune: Crawls) -> None:
    head = "<meta name=robots content=noindex>"
    commune.site.routes["/p3"] = Reply(html("<p>Plus à indexer</p>", head=head))
    commune.night()

    assert "/p3" not in commune.documents()
    assert commune.states()["/p3"] == ("refused", "noindex")


def test_newly_disallowed_leaves_at_once_and_comes_back(commune: Crawls) -> None:
    robots = commune.site.routes["/robots.txt"]
    commune.site.routes["/robots.txt"] = Reply("User-agent: *\nDisallow: /p3$")
    commune.night()
    assert commune.states()["/p3"] == ("refused", "robots")
    assert "/p3" not in commune.documents()
    assert "/p3" not in commune.site.paths()

    commune.site.routes["/robots.txt"] = robots
    commune.night()
    assert "/p3" in commune.documents()


def test_robots_that_forbids_everything_deletes_nothing(commune: Crawls) -> None:
    before = commune.documents()
    commune.site.routes["/robots.txt"] = Reply("User-agent: *\nDisallow: /")
    with pytest.raises(SiteUnreachable, match=r"forbids every start URL"):
        commune.night()

    assert commune.documents() == before


def test_a_permanent_move_carries_the_identity(commune: Crawls) -> None:
    commune.site.routes["/p3"] = Reply("", 301, {"Location": "/nouveau"})
    commune.site.routes["/nouveau"] = Reply(html("<p>Texte 3</p>", title="P3"))
    commune.night()

    assert commune.states()["/p3"] == ("moved", "moved")
    assert "/nouveau" in commune.documents()
    assert "/p3" not in commune.documents()


def test_a_move_to_nowhere_does_not_lose_the_page_at_once(commune: Crawls) -> None:
    commune.site.routes["/p3"] = Reply("", 301, {"Location": "/nulle-part"})
    commune.night()
    assert "/p3" in commune.documents()
    commune.night()
    assert "/p3" not in commune.documents()


def test_a_temporary_redirect_keeps_the_identity(commune: Crawls) -> None:
    commune.site.routes["/p3"] = Reply("", 302, {"Location": "/provisoire"})
    commune.site.routes["/provisoire"] = Reply(html("<p>Pour cet été</p>", title="P3 bis"))
    commune.night()

    assert commune.states()["/p3"] == ("taken", "")
    assert "/p3" in commune.documents()


def test_a_pdf_that_answers_html_keeps_its_last_good_body(commune: Crawls) -> None:
    pdf = Reply(b"%PDF-1.4 proces-verbal", media_type="application/pdf")
    commune.site.routes["/pv.pdf"] = pdf
    commune.site.routes["/p1"] = Reply(html("<a href=/pv.pdf>PV</a>", title="P1"))
    commune.night()
    commune.site.routes["/pv.pdf"] = Reply(html("<p>Connexion à la base impossible</p>"))
    commune.night()

    assert commune.states()["/pv.pdf"] == ("missing", "html_under_pdf")
    assert "/pv.pdf" in commune.documents()
    commune.site.routes["/pv.pdf"] = pdf
    commune.night()
    assert commune.states()["/pv.pdf"] == ("taken", "")


def test_a_soft_404_is_learnt_from_a_path_that_cannot_exist(commune: Crawls) -> None:
    commune.site.otherwise = Reply(html("<p>Rien ici, désolé.</p>", title="Oups"))
    commune.site.routes["/p1"] = Reply(
        html("<a href=/perdue>x</a><p>Cette page a été supprimée un jour</p>", title="P1")
    )
    commune.night()

    assert commune.states()["/perdue"] == ("refused", "soft_404")
    assert commune.states()["/p1"] == ("taken", "")


def _last_reason(commune: Crawls) -> str:
    with Snapshot.open(commune.folder) as snapshot:
        run = snapshot.last_run()
    assert run is not None
    assert not run.is_complete
    return run.reason
