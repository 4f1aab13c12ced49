"""Sitemaps in every form that is served, and none that can hurt."""

import gzip
import tracemalloc

import pytest

from ingest.crawl.sitemaps import MAX_FILES, MAX_URLS, read_sitemap
from tests.crawl.conftest import Handler, Reply, StartCrawls, html

URL = "http://commune.example/dossier/sitemap.xml"
PLAIN = (
    b"<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
    b"<url><loc>http://commune.example/a</loc><lastmod>2026-01-02</lastmod></url></urlset>"
)
BOMB = (
    b"<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>"
    + b"".join(b"<!ENTITY %c '%s'>" % (c, b"&%c;" % (c - 1) * 10) for c in range(98, 107))
    + b"]><urlset><url><loc>http://commune.example/&j;</loc></url>"
    + b"<url><loc>/after</loc></url></urlset>"
)


def _urls(body: bytes) -> list[str]:
    found = read_sitemap(body, url=URL, max_bytes=50_000_000)
    return [entry.url.removeprefix("http://commune.example") for entry in found.entries]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (PLAIN, ["/a"]),
        (gzip.compress(PLAIN), ["/a"]),
        (gzip.compress(gzip.compress(PLAIN)), ["/a"]),
        (b"\xef\xbb\xbf\n " + PLAIN, ["/a"]),
        (b"<urlset><url><loc><![CDATA[ /b?x=1&y=2 ]]></loc></url></urlset>", ["/b?x=1&y=2"]),
        (b"<urlset><url><loc>c</loc></url></urlset>", ["/dossier/c"]),
        (b"<urlset><url><loc></loc></url><url/></urlset>", []),
        (b"http://commune.example/t1\r\nhttp://commune.example/t2\nrien\n", ["/t1", "/t2"]),
        (PLAIN.replace(b"</urlset>", b"<url><loc>/cut</loc>"), ["/a", "/cut"]),
        (b"<html><body><h1>Introuvable</h1></body></html>", []),
        (b"", []),
        (b"\x1f\x8b not gzip", []),
        (PLAIN.replace(b"a</loc>", b"a&nbsp;</loc>"), ["/a"]),
    ],
    ids=[
        "plain",
        "gzip",
        "double-gzip",
        "bom",
        "cdata",
        "relative",
        "without-loc",
        "text",
        "cut-off",
        "html",
        "empty",
        "broken-gzip",
        "unknown-entity",
    ],
)
def test_every_form_is_read(body: bytes, expected: list[str]) -> None:
    assert _urls(body) == expected


def test_an_entity_bomb_is_defused() -> None:
    tracemalloc.start()
    found = _urls(BOMB)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert "/after" in found or found == []
    assert max(map(len, found), default=0) < 100
    assert peak < 5_000_000


def test_an_external_entity_is_not_read() -> None:
    body = (
        b"<!DOCTYPE x [<!ENTITY f SYSTEM 'file:///etc/hostname'>]>"
        b"<urlset><url><loc>/x&f;y</loc></url></urlset>"
    )
    assert _urls(body) in (["/xy"], ["/x"], [])


def test_a_gzip_bomb_is_refused() -> None:
    found = read_sitemap(gzip.compress(b" " * 9_000_000), url=URL, max_bytes=1_000_000)

    assert (found.entries, found.note) == ((), "not a gzip file that can be read within the limit")


def test_more_than_the_standard_allows_is_cut() -> None:
    body = b"<urlset>" + b"<url><loc>/p</loc></url>" * (MAX_URLS + 5) + b"</urlset>"
    found = read_sitemap(body, url=URL, max_bytes=50_000_000)

    assert len(found.entries) == MAX_URLS
    assert "the rest is ignored" in found.note


def test_an_index_that_names_itself_ends(crawls: StartCrawls) -> None:
    def index(handler: Handler) -> Reply:
        number = int("".join(filter(str.isdigit, handler.path)) or 0)
        names = f"<sitemap><loc>/s{number + 1}.xml</loc></sitemap>"
        names += (
            "<sitemap><loc>/sitemap.xml</loc></sitemap><sitemap><loc>/pages.xml</loc></sitemap>"
        )
        return Reply(f"<sitemapindex>{names}</sitemapindex>", media_type="text/html")

    pages = {f"/p{n}": Reply(html(f"<p>{n}</p>")) for n in range(3)}
    listed = "".join(f"<url><loc>/p{n}</loc></url>" for n in range(3))
    night = crawls(
        pages
        | {f"/s{n}.xml": index for n in range(9)}
        | {
            "/": Reply(html("<p>Accueil</p>")),
            "/sitemap.xml": index,
            "/pages.xml": Reply(gzip.compress(f"<urlset>{listed}</urlset>".encode())),
        }
    )
    night.run()

    assert {"/p0", "/p1", "/p2"} <= set(night.documents())
    assert len([hit for hit in night.site.hits if "xml" in hit.path]) < 6 < MAX_FILES


def test_robots_names_sitemaps_and_foreign_ones_are_left(crawls: StartCrawls) -> None:
    robots = "User-agent: *\nAllow: /\nSitemap: /liste.txt\nSitemap: http://169.254.169.254/s.xml\n"
    night = crawls(
        {
            "/": Reply(html("<p>Accueil</p>")),
            "/robots.txt": Reply(robots, media_type="text/plain"),
            "/seule": Reply(html("<p>Aucun lien ne mène ici</p>")),
        }
    )
    night.site.routes["/liste.txt"] = Reply(
        f"{night.site.url}/seule\nhttps://autre.example/x\n", media_type="text/plain"
    )
    report = night.run()

    assert "/seule" in night.documents()
    assert night.states()["https://autre.example/x"] == ("refused", "off_site")
    assert any("169.254.169.254" in note for note in report.notes)
