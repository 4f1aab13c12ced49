"""The loopback server answers as a small commune's host does, and only from its folder."""

import http.client
import socket
import threading
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows.loopback import LoggedRequest, LoopbackServer, find_file, serve_folder

RULES = """
last_modified = "2026-08-17T02:12:00Z"
[redirect]
"/old" = "/page"
[status]
"/gone" = 410
[content_type]
"/fake.pdf" = "application/pdf"
[header."/page"]
X-Robots-Tag = "noindex"
[header."/undated.txt"]
Last-Modified = ""
"""
LINKS = (
    '<link rel="canonical" href="http://commune.example/page">'
    '<a href="http://commune.example/page">http://commune.example</a>'
)


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(
    server: LoopbackServer,
    path: str,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    try:
        connection.request(method, path, headers=dict(headers or {}))
        response = connection.getresponse()
        return Answer(response.status, dict(response.headers.items()), response.read())
    finally:
        connection.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    outside = tmp_path_factory.mktemp("loopback")
    (outside / "secret.txt").write_text("secret")
    root = outside / "root"
    (root / "sub").mkdir(parents=True)
    (root / "both").mkdir()
    (root / "index.html").write_text("home")
    (root / "page.html").write_text(LINKS)
    (root / "both.html").write_text("both, the page")
    (root / "both" / "index.html").write_text("both, the folder")
    (root / "sub" / "index.html").write_text("sub")
    (root / "gone.html").write_text("gone")
    (root / "404.html").write_text("introuvable")
    (root / "fake.pdf").write_text("<html>")
    (root / "undated.txt").write_text("http://commune.example/x")
    (root / ".hidden").write_text("hidden")
    (root / "_server.toml").write_text(RULES)
    (root / unicodedata.normalize("NFD", "séance d'été.txt")).write_text("NFD")
    (root / unicodedata.normalize("NFC", "procès.txt")).write_text("NFC")
    (root / "out.txt").symlink_to(outside / "secret.txt")
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[LoopbackServer]:
    with serve_folder(folder) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/", 200, b"home"),
        ("/index.html", 200, b"home"),
        ("/sub", 200, b"sub"),
        ("/sub/", 200, b"sub"),
        ("/both", 200, b"both, the page"),
        ("/both/", 200, b"both, the folder"),
        ("/gone", 410, b"gone"),
        ("/nothing", 404, b"introuvable"),
        ("/sub/nothing/", 404, b"introuvable"),
        ("/sub?utm_source=letter", 200, b"sub"),
        ("/s%C3%A9ance%20d%27%C3%A9t%C3%A9.txt", 200, b"NFD"),
        ("/proce%CC%80s.txt", 200, b"NFC"),
        ("/_server.toml", 404, b"introuvable"),
        ("/%5Fserver.toml", 404, b"introuvable"),
        ("/.hidden", 404, b"introuvable"),
        ("/../secret.txt", 404, b"introuvable"),
        ("/sub/%2e%2e/%2e%2e/secret.txt", 404, b"introuvable"),
        ("/..%2fsecret.txt", 404, b"introuvable"),
        ("/%5c..%5csecret.txt", 404, b"introuvable"),
        ("/page%00.html", 404, b"introuvable"),
        ("/out.txt", 404, b"introuvable"),
    ],
)
def test_a_path_gives_its_file(server: LoopbackServer, path: str, status: int, body: bytes) -> None:
    answer = ask(server, path)

    assert (answer.status, answer.body) == (status, body)


def test_an_unchanged_file_is_not_sent_again(server: LoopbackServer) -> None:
    first = ask(server, "/sub")
    assert first.headers["Last-Modified"] == "Mon, 17 Aug 2026 02:12:00 GMT"

    for headers, status in (
        ({"If-None-Match": first.headers["ETag"]}, 304),
        ({"If-None-Match": f'"x", W/{first.headers["ETag"]}'}, 304),
        ({"If-None-Match": "*"}, 304),
        ({"If-None-Match": '"x"'}, 200),
        ({"If-Modified-Since": first.headers["Last-Modified"]}, 304),
        ({"If-Modified-Since": "Sun, 16 Aug 2026 00:00:00 GMT"}, 200),
        ({"If-Modified-Since": "last week"}, 200),
        ({"If-None-Match": '"x"', "If-Modified-Since": first.headers["Last-Modified"]}, 200),
    ):
        answer = ask(server, "/sub", headers)
        assert answer.status == status, headers
        assert answer.body == (b"" if status == 304 else first.body)


def test_rules_redirect_and_change_headers(server: LoopbackServer) -> None:
    assert ask(server, "/old").status == 301
    assert ask(server, "/old").headers["Location"] == "/page"
    assert ask(server, "/page").headers["X-Robots-Tag"] == "noindex"
    assert ask(server, "/fake.pdf").headers["Content-Type"] == "application/pdf"
    assert ask(server, "/page").headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Last-Modified" not in ask(server, "/undated.txt").headers


def test_absolute_links_bear_the_origin_that_was_asked(server: LoopbackServer) -> None:
    page = ask(server, "/page").body.decode()

    assert f'href="{server.url}/page">' in page
    assert page.count("http://commune.example") == 2, "links and words of the page stay"
    assert ask(server, "/undated.txt").body == f"{server.url}/x".encode()
    named = ask(server, "/undated.txt", {"Host": "localhost:99"})
    assert named.body == b"http://localhost:99/x"
    forged = ask(server, "/undated.txt", {"Host": "x<y>"})
    assert forged.body == f"{server.url}/x".encode()


def test_head_gives_the_headers_of_get(server: LoopbackServer) -> None:
    head, get = ask(server, "/sub", method="HEAD"), ask(server, "/sub")

    assert head.body == b""
    assert head.headers["Content-Length"] == str(len(get.body))
    assert head.headers["ETag"] == get.headers["ETag"]
    assert ask(server, "/sub", method="POST").status == 501


def test_requests_are_kept_in_order(folder: Path) -> None:
    with serve_folder(folder) as running:
        ask(running, "/sub?a=1")
        ask(running, "/nothing", method="HEAD")

        assert running.requests == [
            LoggedRequest("GET", "/sub?a=1", 200),
            LoggedRequest("HEAD", "/nothing", 404),
        ]


def test_many_clients_at_once_are_all_answered(folder: Path) -> None:
    with serve_folder(folder) as running:
        clients = [threading.Thread(target=ask, args=(running, "/sub")) for _ in range(16)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()

        assert len(running.requests) == 16


def test_a_given_port_is_used_and_free_again_afterwards(folder: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for _ in range(2):
        with serve_folder(folder, port=port) as running:
            assert running.url == f"http://127.0.0.1:{port}"
            assert ask(running, "/").status == 200


def test_a_folder_without_rules_or_error_page(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\0")
    with serve_folder(tmp_path) as running:
        answer = ask(running, "/a.bin")
        assert answer.headers["Content-Type"] == "application/octet-stream"
        assert "Last-Modified" in answer.headers
        missing = ask(running, "/nothing")
        assert (missing.status, missing.body) == (404, b"Not Found")


def test_a_wrong_folder_or_rule_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="nowhere"), serve_folder(tmp_path / "nowhere"):
        pass
    (tmp_path / "_server.toml").write_text("[redirects]\n")
    with pytest.raises(ValueError, match="unknown keys \\['redirects'\\]"), serve_folder(tmp_path):
        pass


@given(path=st.text(st.sampled_from("/.%2eE5cfabc\\é\0"), max_size=30))
def test_no_path_leads_out_of_the_folder(folder: Path, path: str) -> None:
    found = find_file(folder, path)

    assert found is None or found.resolve().is_relative_to(folder.resolve())
