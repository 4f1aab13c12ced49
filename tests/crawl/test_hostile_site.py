"""Every trap, lie and attack has its outcome, by name, and the crawl comes to its end.

One route a case; the numbers in brackets are the public reports that the case reproduces.
"""

import gzip
import os
import socket
import struct
import time
import zlib
from collections.abc import Iterator

import pytest

from tests.crawl.conftest import Crawls, Handler, Reply, Route, Site, html

DOC = "application/pdf"
PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF "


def bomb(mib: int) -> bytes:
    """A gzip stream of one phrase: a thousand times smaller than what it unfolds to."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = b"<p>Bonjour " * (1 << 17)
    return b"".join(packer.compress(block) for _ in range(mib)) + packer.flush()


def endless(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    handler.close_connection = True
    block = b"<p>" + b"encore " * 10_000
    for _ in range(4000):
        handler.wfile.write(block)


def drip(handler: Handler) -> None:
    """A byte now and then, for ever: only a total time-out ends it."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    handler.close_connection = True
    for _ in range(200):
        handler.wfile.write(b"x")
        handler.wfile.flush()
        time.sleep(0.05)


def drip_headers(handler: Handler) -> None:
    handler.close_connection = True
    for _ in range(200):
        handler.wfile.write(b"H")
        handler.wfile.flush()
        time.sleep(0.05)


def short(handler: Handler) -> None:
    """Fewer bytes than the Content-Length says."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b"<html><p>coup")
    handler.close_connection = True


def reset(handler: Handler) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def garbage(handler: Handler) -> None:
    handler.wfile.write(b"\x16\x03\x01 not HTTP at all\r\n\r\n")
    handler.close_connection = True


def cookie_wall(handler: Handler) -> Reply:
    """Redirects to itself until its cookie comes back."""
    if "vu=1" in handler.headers.get("Cookie", ""):
        return Reply("<h1>Derrière le cookie</h1><p>Bienvenue à tous.</p>")
    return Reply("", 302, {"Location": "/cookie", "Set-Cookie": "vu=1; Path=/"})


def sessions(_: Handler) -> Reply:
    """Every visit finds a link with another session in its path."""
    return Reply(html(f"<p>Session</p><a href='/session;jsessionid={time.time()}'>x</a>"))


def endless_path(handler: Handler) -> Reply:
    return Reply(html(f"<p>{handler.path}</p><a href='{handler.path}/a/a/a/a/a'>plus loin</a>"))


def growing(handler: Handler) -> Reply:
    """A filter that each visit makes longer."""
    query = handler.path.partition("?")[2]
    more = f"{query}x" if query else "f=x"
    return Reply(html(f"<p>Filtre {len(query)}</p><a href='/filter?{more}'>affiner</a>"))


def calendar(handler: Handler) -> Reply:
    """A month that links to the same month of the next year, for ever."""
    year = int(handler.path.split("/")[2])
    return Reply(html(f"<p>Agenda {year}</p><a href='/agenda/{year + 1}/11'>année suivante</a>"))


def to(target: str, status: int = 302) -> Reply:
    return Reply("", status, {"Location": target})


def hostile_routes() -> dict[str, Route]:
    """The hostile site, without its start page."""
    packed = {"Content-Encoding": "gzip"}
    return {
        # Bodies
        "/gzip-bomb": Reply(bomb(200), headers=packed),
        "/gzip-bomb.pdf": Reply(bomb(200), headers=packed, media_type=DOC),
        "/brotli": Reply(b"\x8b\x02\x80xx\x03", headers={"Content-Encoding": "br"}),
        "/zstd": Reply(b"(\xb5/\xfd", headers={"Content-Encoding": "zstd"}),
        "/deflate-list": Reply(b"x", headers={"Content-Encoding": "gzip, br"}),
        "/endless": endless,
        "/drip": drip,
        "/drip-headers": drip_headers,
        "/short": short,
        "/reset": reset,
        "/garbage": garbage,
        "/gzip-cut": Reply(gzip.compress(html("<p>coupé</p>").encode())[:-12], headers=packed),
        "/gzip-lie": Reply(html("<p>pas du gzip</p>"), headers=packed),
        "/gzip-fine": Reply(gzip.compress(html("<p>bien emballé</p>").encode()), headers=packed),
        "/large.pdf": Reply(PDF + os.urandom(6_000_000), media_type=DOC),
        "/large-page": Reply(html("<p>trop long</p>" * 400_000)),
        "/no-content": Reply("", 204),
        "/empty": Reply(""),
        "/blank": Reply("<html><body>  </body></html>"),
        # Types
        "/real.pdf": Reply(PDF + b"a", media_type=DOC),
        "/mislabelled.pdf": Reply(PDF + b"b", media_type="text/html"),
        "/no-suffix": Reply(PDF + b"c", media_type="application/octet-stream"),
        "/error.pdf": Reply(html("<p>Erreur interne</p>")),
        "/picture.jpg": Reply(b"\xff\xd8\xff\xe0" + b"0" * 3000, media_type="image/jpeg"),
        "/picture-as-html": Reply(b"\x89PNG\r\n" + b"0" * 3000, media_type="text/html"),
        "/feed": Reply("<?xml version='1.0'?><rss></rss>", media_type="application/rss+xml"),
        "/page-as-text": Reply(html("<p>Du HTML dit texte</p>"), media_type="text/plain"),
        "/notes.txt": Reply("Bonjour à tous.", media_type="text/plain; charset=utf-8"),
        "/xhtml": Reply(
            f"<?xml version='1.0'?>{html('<p>XHTML strict</p>')}",
            media_type="application/xhtml+xml",
        ),
        "/letter.rtf": Reply(rb"{\rtf1 Bonjour}", media_type="application/msword"),
        "/archive.zip": Reply(b"PK\x03\x04" + b"0" * 100, media_type="application/zip"),
        # Redirects
        "/self": to("/self"),
        "/loop-a": to("/loop-b"),
        "/loop-b": to("/loop-a"),
        **{f"/hop{n}": to(f"/hop{n + 1}") for n in range(9)},
        "/to-file": to("file:///etc/passwd"),
        "/to-ftp": to("ftp://127.0.0.1/x"),
        "/to-data": to("data:text/html,x"),
        "/to-metadata": to("http://169.254.169.254/latest/meta-data"),
        "/to-decimal": to("http://2130706433/"),
        "/to-octal": to("http://0177.0.0.1/"),
        "/to-mapped": to("http://[::ffff:127.0.0.1]/"),
        "/to-elsewhere": to("https://autre.example/"),
        "/to-home": to("/"),
        "/to-nowhere": Reply("", 302),
        "/to-nonsense": to("http://[oups/"),
        "/to-private": to("/prive/x"),
        "/moved": to("/target", 301),
        "/moved-308": to("/target-308", 308),
        "/temporary": to("/temporary-target", 307),
        "/target": Reply(html("<p>La cible du 301</p>")),
        "/target-308": Reply(html("<p>La cible du 308</p>")),
        "/temporary-target": Reply(html("<p>La cible du 307</p>")),
        "/moved-to-lost": to("/lost", 301),
        "/accented-redirect": Reply("", 302, {"Location": "/caf\u00c3\u00a9"}),
        "/caf%C3%A9": Reply(html("<p>Le café du village</p>")),
        "/cookie": cookie_wall,
        "/to-login": to("/connexion?retour=1"),
        "/connexion": Reply(html("<form><input type=password></form>", title="Connexion")),
        # Status
        "/gone": Reply("", 410),
        "/legal": Reply("", 451),
        "/forbidden": Reply("", 403),
        "/teapot": Reply("", 418),
        "/broken": Reply("Erreur", 500),
        # Pages in disguise
        "/login": Reply(html("<form><input type='password' name=p></form>", title="Espace membre")),
        "/shell": Reply(
            "<html><body><div id=root></div><script src=app.js></script></body></html>"
        ),
        "/refresh": Reply(html("", head="<meta http-equiv=refresh content='0; url=/refreshed'>")),
        "/refreshed": Reply(html("<p>La page après le détour</p>")),
        "/noindex": Reply(
            html("<p><a href=/behind-noindex>suite</a></p>", head=_robots("noindex"))
        ),
        "/behind-noindex": Reply(html("<p>Trouvée derrière noindex</p>")),
        "/none": Reply(html("<p><a href=/behind-none>suite</a></p>", head=_robots("none"))),
        "/noindex.pdf": Reply(PDF + b"n", headers={"X-Robots-Tag": "noindex"}, media_type=DOC),
        "/other-bot.pdf": Reply(
            PDF + b"o", headers={"X-Robots-Tag": "otherbot: noindex, nofollow"}, media_type=DOC
        ),
        "/nofollow-page": Reply(
            html("<p><a href=/behind-nofollow>x</a></p>", head=_robots("nofollow"))
        ),
        "/frames": Reply("<html><frameset><frame src=/framed></frameset></html>"),
        "/framed": Reply(html("<p>Dans le cadre</p>")),
        "/about-removal": Reply(html("<p>Le banc a été supprimé, page introuvable autrefois</p>")),
        # Identity
        "/twin": Reply(html("<p>Jumelle</p>")),
        "/twin/": Reply(html("<p>Jumelle</p>")),
        "/twin/index.html": Reply(html("<p>Jumelle</p>")),
        "/article": Reply(html("<p>Article imprimable</p>", title="Article")),
        "/article?print=1": Reply(html("<p>Article imprimable.</p>", title="Article")),
        "/canonical-a": Reply(
            html("<p>Variante</p>", head="<link rel=canonical href=/canonical-b>")
        ),
        "/canonical-b": Reply(html("<p>La bonne adresse</p>")),
        "/canonical-home": Reply(html("<p>Non</p>", head="<link rel=canonical href=/>")),
        "/canonical-lost": Reply(html("<p>Perdue</p>", head="<link rel=canonical href=/lost>")),
        "/canonical-off": Reply(
            html("<p>Ailleurs</p>", head="<link rel=canonical href='https://autre.example/x'>")
        ),
        "/canonical-two": Reply(
            html(
                "<p>Deux canoniques</p>",
                head="<link rel=canonical href=/lost><link rel=canonical href=/canonical-b>",
            )
        ),
        "/tracked": Reply(html("<p>Suivie</p>")),
        "/based": Reply(
            html("<p><a href=relative.html>rel</a></p>", head="<base href='/dossier/'>")
        ),
        "/dossier/relative.html": Reply(html("<p>Sous la base</p>")),
        "/Re%CC%81union.pdf": Reply(PDF + b"nfd", media_type=DOC),
        "/prive/secret": Reply(html("<p>Interdit</p>")),
        "/prive/ouvert": Reply(html("<p>Permis malgré tout</p>")),
        # Traps
        "/session": sessions,
        "/path": endless_path,
        "/filter": growing,
        "/agenda/2026/11": calendar,
        **{f"/agenda/{year}/11": calendar for year in range(2027, 2040)},
        "/deep": Reply(html("<p>Début</p><a href=/deep/1>1</a>")),
        **{
            f"/deep/{n}": Reply(html(f"<p>Niveau {n}</p><a href=/deep/{n + 1}>{n + 1}</a>"))
            for n in range(1, 20)
        },
    }


def _robots(content: str) -> str:
    return f"<meta name=robots content={content}>"


TAKEN = ("taken", "")
EXPECTED: dict[str, tuple[str, str]] = {
    "/gzip-bomb": ("refused", "too_large"),
    "/gzip-bomb.pdf": ("refused", "too_large"),
    "/brotli": ("refused", "content_encoding"),
    "/zstd": ("refused", "content_encoding"),
    "/deflate-list": ("refused", "content_encoding"),
    "/endless": ("refused", "too_large"),
    "/drip": ("seen", "timeout"),
    "/drip-headers": ("seen", "timeout"),
    "/short": ("seen", "bad_response"),
    "/reset": ("seen", "connection"),
    "/garbage": ("seen", "bad_response"),
    "/gzip-cut": ("seen", "truncated"),
    "/gzip-lie": ("seen", "bad_response"),
    "/gzip-fine": TAKEN,
    "/large.pdf": TAKEN,
    "/large-page": ("refused", "too_large"),
    "/no-content": ("seen", "bad_response"),
    "/empty": ("refused", "blank"),
    "/blank": ("refused", "blank"),
    "/real.pdf": TAKEN,
    "/mislabelled.pdf": TAKEN,
    "/no-suffix": TAKEN,
    "/error.pdf": ("refused", "html_under_pdf"),
    "/picture.jpg": ("refused", "media_type"),
    "/picture-as-html": ("refused", "media_type"),
    "/feed": ("refused", "media_type"),
    "/page-as-text": TAKEN,
    "/notes.txt": TAKEN,
    "/xhtml": TAKEN,
    "/letter.rtf": TAKEN,
    "/archive.zip": ("refused", "media_type"),
    "/self": ("refused", "redirect_loop"),
    "/loop-a": ("refused", "redirect_loop"),
    "/hop0": ("refused", "too_many_redirects"),
    "/to-file": ("refused", "redirect_refused"),
    "/to-ftp": ("refused", "redirect_refused"),
    "/to-data": ("refused", "redirect_refused"),
    "/to-metadata": ("refused", "redirect_off_site"),
    "/to-decimal": ("refused", "redirect_off_site"),
    "/to-octal": ("refused", "redirect_off_site"),
    "/to-mapped": ("refused", "redirect_off_site"),
    "/to-elsewhere": ("refused", "redirect_off_site"),
    "/to-home": ("refused", "redirect_home"),
    "/to-nowhere": ("seen", "bad_response"),
    "/to-nonsense": ("refused", "redirect_refused"),
    "/to-private": ("refused", "redirect_refused"),
    "/moved": ("moved", "moved"),
    "/moved-308": ("moved", "moved"),
    "/temporary": ("alias", "same_content"),
    "/target": TAKEN,
    "/target-308": TAKEN,
    "/temporary-target": TAKEN,
    "/moved-to-lost": ("moved", "moved"),
    "/lost": ("missing", "not_found"),
    "/accented-redirect": ("alias", "same_content"),
    "/caf%C3%A9": TAKEN,
    "/cookie": TAKEN,
    "/to-login": ("refused", "login_wall"),
    "/gone": ("missing", "gone"),
    "/legal": ("missing", "gone"),
    "/forbidden": ("refused", "client_error"),
    "/teapot": ("refused", "client_error"),
    "/broken": ("seen", "server_error"),
    "/login": ("refused", "login_wall"),
    "/shell": ("refused", "empty_shell"),
    "/refresh": ("refused", "meta_refresh"),
    "/refreshed": TAKEN,
    "/noindex": ("refused", "noindex"),
    "/behind-noindex": TAKEN,
    "/none": ("refused", "noindex"),
    "/behind-none": ("refused", "nofollow"),
    "/noindex.pdf": ("refused", "noindex"),
    "/other-bot.pdf": TAKEN,
    "/nofollow-page": TAKEN,
    "/behind-nofollow": ("refused", "nofollow"),
    "/rel-nofollow": ("refused", "nofollow"),
    "/frames": TAKEN,
    "/framed": TAKEN,
    "/about-removal": TAKEN,
    "/twin": TAKEN,
    "/twin/": ("alias", "twin"),
    "/twin/index.html": ("alias", "twin"),
    "/article": TAKEN,
    "/article?print=1": ("alias", "print_version"),
    "/canonical-a": ("alias", "canonical"),
    "/canonical-b": TAKEN,
    "/canonical-home": TAKEN,
    "/canonical-lost": TAKEN,
    "/canonical-off": TAKEN,
    "/canonical-two": ("alias", "canonical"),
    "/tracked": TAKEN,
    "/based": TAKEN,
    "/dossier/relative.html": TAKEN,
    "/R%C3%A9union.pdf": TAKEN,
    "/prive/secret": ("refused", "robots"),
    "/prive/ouvert": TAKEN,
    "/session": TAKEN,
    "/path/a/a/a/a/a": ("refused", "repeated_segments"),
    "/agenda/2026/11": TAKEN,
    "/agenda/2028/11": TAKEN,
    "/agenda/2029/11": ("refused", "calendar"),
    "/deep/4": TAKEN,
    "/deep/6": ("refused", "depth"),
    "/filter?f=xxxx": TAKEN,
    "/filter?f=xxxxx": ("refused", "query_growth"),
    "/many?a=1&b=2&c=3&d=4&e=5": ("refused", "query_parameters"),
    "https://autre.example/": ("refused", "off_site"),
    "ftp://127.0.0.1/fichier": ("refused", "scheme"),
    "http://169.254.169.254/": ("refused", "off_site"),
}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawls]:
    """The hostile site, crawled once to its end."""
    routes = hostile_routes()
    linked = [path for path in [*routes, *sorted({"/lost", *EXPECTED})] if path.startswith("/")]
    extra = (
        "<a rel='external nofollow' href=/rel-nofollow>x</a>"
        "<a href='/tracked?utm_source=lettre&fbclid=1'>x</a><a href='/Re%CC%81union.pdf'>NFD</a>"
        "<a href='mailto:x@commune.example'>x</a><a href='javascript:void(0)'>x</a>"
        "<a href='ftp://127.0.0.1/fichier'>x</a><a href='http://[oups'>x</a>"
        "<a href='https://autre.example/'>x</a><a href='http://169.254.169.254/'>x</a>"
        "<a href='/many?a=1&b=2&c=3&d=4&e=5'>x</a>"
    )
    skipped = (
        "/tracked",
        "/rel-nofollow",
        "/behind",
        "/many",
        "/R%C3%A9",
        "/deep/",
        "/agenda/20",
        "/filter?",
    )
    anchors = "".join(
        f"<li><a href='{path}'>Lien {path}</a></li>"
        for path in dict.fromkeys(linked)
        if not path.startswith(skipped) or path == "/agenda/2026/11"
    )
    routes["/"] = Reply(html(f"<ul>{anchors}</ul>{extra}", title="Accueil"))
    # [scrapy/scrapy#6195] a BOM before the first group.
    routes["/robots.txt"] = Reply(
        b"\xef\xbb\xbfUser-agent: *\nDisallow: /prive/\nAllow: /prive/ouvert\n",
        media_type="text/plain",
    )
    night = Crawls(
        Site(routes),
        tmp_path_factory.mktemp("hostile") / "snapshot",
        {
            "timeout_s": 2.0,
            "max_document_bytes": 20_000_000,
            "max_depth": 6,
            "retries": 0,
            "breaker_failures": 1000,
            "concurrency": 8,
        },
    )
    night.reports.append(night.run())
    yield night
    night.site.close()


def test_every_route_has_its_outcome(outcome: Crawls) -> None:
    states = outcome.states()

    wrong = {
        path: states.get(path) for path, state in EXPECTED.items() if states.get(path) != state
    }
    assert wrong == {}


def test_the_crawl_comes_to_its_end(outcome: Crawls) -> None:
    assert outcome.reports[0].incomplete_reason == ""
    assert outcome.reports[0].requests < 400


def test_no_request_goes_where_it_must_not(outcome: Crawls) -> None:
    asked = {hit.path for hit in outcome.site.hits}

    assert not asked & {"/prive/secret", "/prive/x", "/behind-none", "/rel-nofollow"}
    assert {hit.headers["Host"] for hit in outcome.site.hits} == {
        outcome.site.url.removeprefix("http://")
    }


def test_names_are_fetched_as_found(outcome: Crawls) -> None:
    asked = {hit.path for hit in outcome.site.hits}

    assert "/Re%CC%81union.pdf" in asked
    assert "/tracked?utm_source=lettre&fbclid=1" in asked


def test_the_crawler_says_who_it_is(outcome: Crawls) -> None:
    agents = {hit.headers["User-Agent"] for hit in outcome.site.hits}

    assert agents == {"Millesime/0.1 (+informatique@commune.example)"}
    assert {hit.headers["Accept-Encoding"] for hit in outcome.site.hits} == {"gzip"}


def test_only_documents_become_sources(outcome: Crawls) -> None:
    documents = set(outcome.documents())

    live = {path for path, state in EXPECTED.items() if state == TAKEN}
    assert live <= documents
    assert not documents & (set(EXPECTED) - live)
