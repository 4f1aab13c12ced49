"""A guest who obeys: robots.txt in every form, delays, Retry-After, budgets, windows."""

from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest

from ingest.crawl.robots import RobotsAnswer, rules_from
from schemas.errors import SiteUnreachable
from tests.crawl.conftest import Crawls, Handler, Reply, StartCrawls, html

NOW = datetime(2026, 11, 29, 3, 0, tzinfo=UTC)


def _site(links: int = 5) -> dict[str, Reply]:
    anchors = "".join(f"<a href=/p{n}>Page {n}</a> " for n in range(links))
    pages = {f"/p{n}": Reply(html(f"<p>Texte {n}</p>", title=f"P{n}")) for n in range(links)}
    return pages | {"/": Reply(html(anchors, title="Accueil"))}


def _times(night: Crawls) -> list[float]:
    return [hit.at for hit in night.site.hits]


@pytest.mark.parametrize(
    ("answer", "copy_age_h", "allowed"),
    [
        ((200, b"User-agent: *\nDisallow: /x"), None, False),
        ((200, b"\xef\xbb\xbfUser-agent: *\nDisallow: /x"), None, False),
        ((200, b"User-agent: *\nDisallow: /\n\nUser-agent: Millesime\nDisallow: /y"), None, True),
        ((200, b"User-agent: *\nDisallow: /x\nAllow: /x/longer"), None, False),
        ((200, b"User-agent: *\nAllow: /x\nDisallow: /"), None, True),
        ((200, b"<!DOCTYPE html><p>User-agent: *\nDisallow: /x"), None, True),
        ((200, b""), None, True),
        ((204, b""), None, True),
        ((401, b""), None, True),
        ((403, b""), None, True),
        ((404, b"Disallow: /x"), None, True),
        ((429, b""), None, None),
        ((500, b""), None, None),
        ((503, b"User-agent: *\nAllow: /"), None, None),
        ((None, b""), None, None),
        ((503, b""), 23, False),
        ((None, b""), 23, False),
        ((503, b""), 25, None),
    ],
)
def test_robots_txt_by_its_status(
    answer: tuple[int | None, bytes], copy_age_h: int | None, *, allowed: bool | None
) -> None:
    status, body = answer
    copy = None
    if copy_age_h is not None:
        good = b"User-agent: *\nDisallow: /x"
        copy = RobotsAnswer("http://a.example", NOW - timedelta(hours=copy_age_h), 200, good)
    rules = rules_from(RobotsAnswer("http://a.example", NOW, status, body), copy, NOW)

    assert (None if rules is None else rules.allows("http://a.example/x")) is allowed


def test_robots_txt_behind_redirects_is_obeyed(crawls: StartCrawls) -> None:
    night = crawls(
        _site()
        | {
            "/robots.txt": Reply("", 301, {"Location": "/r1"}),
            "/r1": Reply("", 302, {"Location": "/r2"}),
            "/r2": Reply("User-agent: *\nDisallow: /p3", media_type="text/plain"),
        }
    )
    night.run()

    assert night.states()["/p3"] == ("refused", "robots")


def test_requests_keep_their_distance(crawls: StartCrawls) -> None:
    night = crawls(_site(12), delay_s=0.08, concurrency=8)
    night.run()

    times = _times(night)  # each noted a little after it was sent, the first one too
    assert len(times) > 12
    assert times[-1] - times[0] > 0.08 * (len(times) - 3)


def test_a_longer_crawl_delay_wins_and_an_absurd_one_is_capped(crawls: StartCrawls) -> None:
    robots = Reply("User-agent: *\nCrawl-delay: 3600", media_type="text/plain")
    night = crawls(_site(2) | {"/robots.txt": robots}, max_crawl_delay_s=0.15)

    report = night.run()

    assert "Crawl-delay 3600 s capped to 0.15 s" in report.notes
    times = _times(night)
    assert times[-1] - times[1] > 0.14 * (len(times) - 2)


def test_retry_after_is_waited_for(crawls: StartCrawls) -> None:
    seen: list[float] = []

    def busy(_: Handler) -> Reply:
        seen.append(monotonic())
        if len(seen) == 1:
            return Reply("", 429, {"Retry-After": "1"})
        return Reply(html("<p>Enfin</p>"))

    night = crawls(_site() | {"/p2": busy}, concurrency=1)
    night.run()

    assert night.states()["/p2"] == ("taken", "")
    assert seen[1] - seen[0] >= 0.95
    assert not [at for at in _times(night) if seen[0] + 0.05 < at < seen[0] + 0.9]


def test_an_endless_retry_after_is_capped(crawls: StartCrawls) -> None:
    routes = _site() | {"/p2": Reply("", 503, {"Retry-After": "86400"})}
    night = crawls(routes, max_retry_after_s=0.05, retries=1)

    assert night.run().errors == {"server_error": 1}


def test_a_host_that_only_fails_is_left_alone(crawls: StartCrawls) -> None:
    night = crawls(_site(40), breaker_failures=4, retries=0)
    for n in range(40):
        night.site.routes[f"/p{n}"] = Reply("", 500)

    report = night.run()

    assert "host_unavailable" in report.incomplete_reason
    assert len(night.site.paths()) < 10


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"max_requests": 8}, "budget_requests"),
        ({"max_megabytes": 1}, "budget_bytes"),
        ({"window": "03:00-03:30"}, "outside_window"),
    ],
)
def test_a_spent_budget_ends_the_run_and_the_next_one_goes_on(
    crawls: StartCrawls, settings: dict[str, object], reason: str
) -> None:
    night = crawls(_site(30), **settings)
    for n in range(30):
        night.site.routes[f"/p{n}"] = Reply(html(f"<p>{n}</p>" + "texte " * 40_000))
    if reason == "outside_window":
        with_midnight = night.run()  # 02:00 UTC is 03:00 in the site's time zone
        assert with_midnight.complete
        night.clock.now += timedelta(hours=1)
    report = night.run()

    assert report.incomplete_reason == reason
    if reason == "outside_window":
        return
    asked = set(night.site.paths())
    for _ in range(20):
        night.site.hits.clear()
        if night.run().complete:
            break
        assert len(night.site.paths()) > 0
        asked |= set(night.site.paths())
    assert len(night.documents()) == 31


def test_minutes_are_counted_by_the_clock(crawls: StartCrawls) -> None:
    night = crawls(_site(30), max_minutes=5)

    def later(_: Handler) -> Reply:
        night.clock.now += timedelta(minutes=6)
        return Reply(html("<p>Long</p>"))

    night.site.routes["/p1"] = later

    assert night.run().incomplete_reason == "budget_minutes"


def test_a_start_page_that_leaves_for_another_host_says_so(crawls: StartCrawls) -> None:
    night = crawls({"/": Reply("", 301, {"Location": "https://nouveau.example/"})})

    with pytest.raises(SiteUnreachable, match=r"https://nouveau\.example/"):
        night.run()


def test_aliases_of_the_host_are_one_site(crawls: StartCrawls) -> None:
    night = crawls(_site(3))
    other = night.site.url.replace("127.0.0.1", "localhost")
    night.extra["aliases"] = (other.removeprefix("http://"),)
    night.site.routes["/"] = Reply(html(f"<a href={other}/p0>a</a><a href=/p0>b</a>"))
    report = night.run()

    assert report.documents == 2
    assert {hit.headers["Host"] for hit in night.site.hits if hit.path == "/p0"} == {
        other.removeprefix("http://")
    }


def test_a_path_in_the_start_url_confines_nothing(crawls: StartCrawls) -> None:
    night = crawls(
        {
            "/fr/accueil": Reply(html("<a href=/documents/pv>PV</a>", title="Accueil")),
            "/documents/pv": Reply(html("<p>Procès-verbal</p>")),
        }
    )
    night.extra["start_urls"] = (f"{night.site.url}/fr/accueil",)
    night.run()

    assert night.documents() == ["/documents/pv", "/fr/accueil"]


def test_a_url_that_redirects_to_its_own_other_spelling_is_asked_there(
    crawls: StartCrawls,
) -> None:
    def elsewhere(handler: Handler) -> Reply:
        if handler.headers["Host"].startswith("localhost"):
            return Reply("", 301, {"Location": f"{night.site.url}/p0"})
        return Reply(html("<p>Texte</p>"), headers={"ETag": '"1"'})

    night = crawls({"/p0": elsewhere})
    other = night.site.url.replace("127.0.0.1", "localhost")
    night.extra["aliases"] = (other.removeprefix("http://"),)
    night.site.routes["/"] = Reply(html(f"<a href={other}/p0>a</a>"), headers={"ETag": '"h"'})
    night.run()
    night.site.hits.clear()

    assert night.run().not_modified == 2
    assert not [hit for hit in night.site.hits if hit.headers["Host"].startswith("localhost")]
