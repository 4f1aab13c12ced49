"""Applications: a browser runs their scripts, and reaches the site through the crawl alone."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import monotonic, sleep

import pytest

from ingest.crawl import Snapshot
from ingest.crawl.browser import PROGRAMS
from schemas.site import CrawlSettings
from tests.crawl.conftest import Crawls, Handler, Reply, Serve, StartCrawls, html

HAS_BROWSER = find_spec("playwright") is not None and any(map(shutil.which, PROGRAMS))
needs_browser = pytest.mark.skipif(not HAS_BROWSER, reason="no playwright or no chromium")
JSON = "application/json"
HOME = html("<p>Bienvenue. <a href=/agenda/>Agenda</a> <a href=/mairie>Mairie</a></p>")
TOWN_HALL = Reply(
    html("<p>La <a href=/>mairie</a> ouvre à neuf heures.</p><script>1</script>", title="Mairie")
)
NAMES = ["Fête du cidre", "Marché de Noël", "Vœux du conseil"]
DATA = Reply('{"noms": ["Fête du cidre", "Marché de Noël", "Vœux du conseil"]}', media_type=JSON)
SHOW = """
const show = names => {
  const list = document.createElement('ul');
  for (const name of names) {
    const item = document.createElement('li');
    item.innerHTML = `<a href="/agenda/${encodeURIComponent(name)}">${name}</a>`;
    list.append(item);
  }
  document.querySelector('#app').append(list);
};
"""


def application(script: str, *, head: str = "") -> Reply:
    return Reply(
        f"<!doctype html><html lang=fr><head><title>Agenda</title>{head}</head>"
        f"<body><div id=app></div><script>{SHOW}{script}</script></body></html>",
        headers={"ETag": '"shell"'},
    )


LOADS = "fetch('/data.json').then(r => r.json()).then(d => show(d.noms));"


@pytest.fixture
def start(crawls: StartCrawls) -> Iterator[StartCrawls]:
    def begin(script: str, **settings: object) -> Crawls:
        routes = {
            "/": Reply(HOME),
            "/mairie": TOWN_HALL,
            "/agenda/": application(script),
            "/data.json": DATA,
        }
        return crawls(routes, **{"render": ("/agenda/",), **settings})

    return begin


def body_of(night: Crawls, path: str) -> str:
    with Snapshot.open(night.folder) as snapshot:
        source = next(s for s in snapshot.sources() if s.url == f"{night.site.url}{path}")
        return snapshot.read_body(source.body_sha256).decode()


def detail_of(night: Crawls, path: str) -> str:
    with Snapshot.open(night.folder) as snapshot:
        url = f"{night.site.url}{path}"
        return snapshot.story(url, profile=night.profile, now=night.clock()).detail


def test_an_application_is_an_empty_shell_without_a_renderer(start: StartCrawls) -> None:
    night = start(LOADS, render=())
    night.run()

    assert night.states()["/agenda/"] == ("refused", "empty_shell")


@needs_browser
@pytest.mark.slow
def test_an_application_is_taken_as_its_scripts_left_it(start: StartCrawls) -> None:
    night = start(LOADS)
    report = night.run()

    assert report.complete, report
    assert night.states()["/agenda/"] == ("taken", "")
    body = body_of(night, "/agenda/")
    assert all(name in body for name in NAMES)
    assert "fetch(" not in body
    assert detail_of(night, "/agenda/") == "rendered: 1 requests"
    # Links that scripts wrote are followed; pages of other paths are not rendered.
    assert "/agenda/F%C3%AAte%20du%20cidre" in night.states()
    assert "<script>" in body_of(night, "/mairie")
    assert {hit.headers["User-Agent"] for hit in night.site.hits} == {
        "Millesime/0.1 (+informatique@commune.example)"
    }


ATTEMPTS = """
const got = [];
const ask = (url, options) => fetch(url, options).then(() => got.push(url), () => 0);
const socket = new Promise(done => {
  const opened = new WebSocket('ws://127.0.0.1:PORT/socket');
  opened.onopen = () => { got.push('socket'); done(); };
  opened.onerror = done;
});
new Image().src = 'http://127.0.0.1:PORT/pixel.png';
navigator.sendBeacon('http://127.0.0.1:PORT/beacon', 'x');
navigator.serviceWorker.register('/worker.js').catch(() => 0);
window.open('/popup');
const frame = document.createElement('iframe');
frame.src = '/frame';
document.body.append(frame);
const peers = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:PORT'}]});
peers.createDataChannel('x');
peers.createOffer().then(offer => peers.setLocalDescription(offer));
Promise.all([
  'http://127.0.0.1:PORT/secret.json', 'http://localhost:PORT/secret.json',
  'http://169.254.169.254/latest/meta-data/', 'file:///etc/hostname',
  '/prive/data.json', '/intranet/data.json', '/out.json',
].map(url => ask(url)).concat([ask('/data.json', {method: 'POST', body: 'x'}), socket]))
  .then(() => show([...Array(60).fill('mot'), 'obtenu: ' + got.join(' ') + '.']));
"""


@needs_browser
@pytest.mark.slow
def test_scripts_reach_nothing_but_the_site(start: StartCrawls, serve: Serve) -> None:
    other = serve({"/secret.json": DATA})
    night = start(ATTEMPTS.replace("PORT", str(other.server.server_port)), exclude=("/intranet/*",))
    night.site.routes |= {
        "/robots.txt": Reply("User-agent: *\nDisallow: /prive/", media_type="text/plain"),
        "/out.json": Reply(status=302, headers={"Location": f"{other.url}/secret.json"}),
    }
    night.run()

    assert other.hits == []
    assert "obtenu: ." in body_of(night, "/agenda/")
    refused = {"/prive/data.json", "/intranet/data.json", "/worker.js", "/popup", "/frame"}
    # The frame is a link of the page, which the crawl met and asked by itself, once.
    assert refused & set(night.site.paths()) <= {"/frame"}
    said = detail_of(night, "/agenda/")
    for name in ("off_site 3", "robots 1", "excluded 1", "redirect_off_site 1", "not a GET 1"):
        assert name in said, said


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        "for (;;) {}",
        "let n = 0; setInterval(() => fetch('/data.json?n=' + n++), 100);",
        "fetch('/endless.json');",
    ],
)
def test_a_page_that_never_rests_is_stopped(start: StartCrawls, script: str) -> None:
    night = start(script, render_timeout_s=3)
    night.site.routes["/endless.json"] = drip
    started = monotonic()
    night.run()

    assert monotonic() - started < 25
    assert night.states()["/agenda/"] == ("seen", "render_failed")
    assert night.states()["/mairie"] == ("taken", "")


def drip(handler: Handler) -> None:
    """A byte now and then for ten seconds."""
    handler.send_response(200)
    handler.send_header("Content-Type", JSON)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    handler.close_connection = True
    for _ in range(100):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        sleep(0.1)


@needs_browser
@pytest.mark.slow
def test_a_poller_is_taken_with_what_it_shows(start: StartCrawls) -> None:
    night = start(f"{LOADS} setInterval(() => fetch('/data.json'), 100);")
    night.run()

    assert night.states()["/agenda/"] == ("taken", "")
    assert night.site.paths().count("/data.json") == 3


@needs_browser
@pytest.mark.slow
def test_an_apology_for_absent_data_is_no_document(start: StartCrawls) -> None:
    night = start("fetch('http://api.invalid/x').catch(() => show(['Service indisponible']));")
    night.run()

    assert night.states()["/agenda/"] == ("refused", "empty_shell")


@needs_browser
@pytest.mark.slow
def test_data_that_fail_for_a_while_change_nothing(start: StartCrawls) -> None:
    night = start(LOADS, retries=0)
    night.run()
    before = body_of(night, "/agenda/")
    night.site.routes["/data.json"] = Reply("{}", 503, media_type=JSON)
    night.night()

    assert night.states()["/agenda/"] == ("taken", "server_error")
    assert body_of(night, "/agenda/") == before
    assert "/data.json (server_error)" in detail_of(night, "/agenda/")


@needs_browser
@pytest.mark.slow
def test_new_data_are_seen_behind_an_unchanged_shell(start: StartCrawls) -> None:
    night = start(LOADS, max_revisit_nights=1)
    night.run()
    unchanged = night.night()
    night.site.routes["/data.json"] = Reply('{"noms": ["Carnaval"]}', media_type=JSON)
    changed = night.night()

    assert (unchanged.changed, changed.changed) == (0, 1)
    assert "Carnaval" in body_of(night, "/agenda/")


@needs_browser
@pytest.mark.slow
def test_a_crash_of_the_browser_is_the_outcome_of_its_page(start: StartCrawls) -> None:
    night = start("fetch('/kill');")
    night.site.routes |= {"/kill": kill_browser, "/agenda/liste": application(LOADS)}
    night.site.routes["/"] = Reply(
        html("<p>Ici <a href=/agenda/>A</a> <a href=/agenda/liste>B</a>")
    )
    night.settings["render"] = ("/agenda/*",)
    night.run()

    assert night.states()["/agenda/"] == ("seen", "render_failed")
    assert night.states()["/agenda/liste"] == ("taken", "")


def kill_browser(handler: Handler) -> Reply:
    """Kill the browser below this process, as a machine short of memory would."""
    parents = {int(p.name): _parent(p) for p in Path("/proc").glob("[0-9]*")}
    below = {os.getpid()}
    for _ in range(6):
        below |= {child for child, parent in parents.items() if parent in below}
    for process in below - {os.getpid()}:
        if "chrom" in _command(process) and "--type=" not in _command(process):
            os.kill(process, signal.SIGKILL)
    return Reply("{}", media_type=JSON)


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


@pytest.mark.parametrize("absent", ["playwright", "chromium"])
def test_without_a_browser_its_pages_are_refused_and_no_others(
    start: StartCrawls, monkeypatch: pytest.MonkeyPatch, absent: str
) -> None:
    if absent == "playwright":
        monkeypatch.setitem(sys.modules, "playwright.async_api", None)
        monkeypatch.setattr("shutil.which", lambda _: "/bin/false")
    else:
        monkeypatch.setattr("shutil.which", lambda _: None)
    night = start(LOADS)
    report = night.run()

    assert report.complete
    assert night.states()["/agenda/"] == ("refused", "renderer_missing")
    assert night.states()["/mairie"] == ("taken", "")
    assert absent in detail_of(night, "/agenda/")
    assert any(absent in note and "render" in note for note in report.notes), report.notes


@needs_browser
@pytest.mark.slow
def test_a_budget_that_is_spent_in_a_page_ends_the_run(start: StartCrawls) -> None:
    night = start(
        "for (let n = 0; n < 60; n++) fetch('/data.json?n=' + n);", max_requests=20, concurrency=1
    )
    report = night.run()
    assert report.incomplete_reason == "budget_requests"
    assert report.requests == 20


def test_no_browser_is_loaded_for_a_site_of_pages(start: StartCrawls) -> None:
    night = start(LOADS, render=())
    before = "playwright" in sys.modules
    night.run()
    assert ("playwright" in sys.modules) == before


@needs_browser
@pytest.mark.slow
def test_a_path_is_rendered_in_the_run_after_the_profile_names_it(start: StartCrawls) -> None:
    night = start(LOADS, render=())
    night.run()
    night.settings["render"] = ("/agenda/",)
    night.night()

    assert night.states()["/agenda/"] == ("taken", "")


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        ("show(['x'.repeat(2_000_000)]);", ("refused", "too_large")),
        (
            "const all = []; for (;;) all.push(new Array(100_000).fill(0));",
            ("seen", "render_failed"),
        ),
        (
            "setInterval(() => { for (let n = 0; n < 500; n++) fetch('/?' + Math.random()); }, 9);",
            ("seen", "render_failed"),
        ),
    ],
    ids=["a large document", "a large memory", "a storm of requests"],
)
def test_a_page_cannot_spend_more_than_its_share(
    start: StartCrawls, script: str, outcome: tuple[str, str]
) -> None:
    night = start(script, max_html_bytes=1_000_000, render_timeout_s=10)
    before = getrusage(RUSAGE_SELF).ru_maxrss
    night.run()

    assert night.states()["/agenda/"] == outcome
    assert night.states()["/mairie"] == ("taken", "")
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 150_000
    assert len(night.site.hits) < 120


@needs_browser
@pytest.mark.slow
def test_a_page_with_a_wrong_label_is_read_by_its_bytes(start: StartCrawls) -> None:
    night = start(LOADS)
    shell = "<title>Fêtes</title><div id=app></div><script>" + SHOW + LOADS + "</script>"
    night.site.routes["/agenda/"] = Reply(
        f"<meta charset=iso-8859-1>{shell}", media_type="text/html; charset=iso-8859-1"
    )
    night.run()

    assert "<title>Fêtes</title>" in body_of(night, "/agenda/")


def test_what_is_rendered_is_named_by_its_path() -> None:
    assert CrawlSettings(render=("/agenda/*", "*.aspx")).render
    with pytest.raises(ValueError, match="must be a path like /agenda"):
        CrawlSettings(render=("agenda/*",))
