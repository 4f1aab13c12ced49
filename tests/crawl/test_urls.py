"""A canonical URL is one spelling of what the server serves, and stays so."""

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schemas.urls import SiteIdentity, canonicalize, wire_url

BASE = "http://commune.example"


@pytest.mark.parametrize(
    ("found", "key"),
    [
        ("HTTP://Commune.Example:80/a", "/a"),
        ("http://commune.example", "/"),
        ("http://commune.example?", "/"),
        ("http://commune.example./a", "/a"),
        ("http://user:pw@commune.example/a", "/a"),
        (" http://commune.example/a\n", "/a"),
        ("http://commune.example/a\tb", "/ab"),
        ("http:\\\\commune.example\\a", "/a"),
        ("/a/./b/../c/", "/a/c/"),
        ("/../../a", "/a"),
        ("/a/..", "/"),
        ("/%7euser", "/~user"),
        ("/%c3%a9", "/%C3%A9"),
        ("/é", "/%C3%A9"),
        ("/e%CC%81", "/%C3%A9"),
        ("/e\u0301", "/%C3%A9"),
        ("/%e9", "/%E9"),
        ("/a%2fb", "/a%2Fb"),
        ("/100%", "/100%25"),
        ("/a b", "/a%20b"),
        ("/a#frag", "/a"),
        ("/a?b=2&a=1", "/a?a=1&b=2"),
        ("/a?b=2&b=2", "/a?b=2"),
        ("/a?b=2&b=1", "/a?b=1&b=2"),
        ("/a?utm_source=x&fbclid=1&id=3", "/a?id=3"),
        ("/a;jsessionid=0A?x=1", "/a?x=1"),
        ("/a;v=2", "/a;v=2"),
        ("/a?PHPSESSID=1", "/a"),
        ("/a?sid=12", "/a?sid=12"),
        ("/a?sid=0123456789abcdef0", "/a"),
        ("/a?q=d%C3%A9chets+verts", "/a?q=d%C3%A9chets%20verts"),
        ("/a?q=1%2B1", "/a?q=1%2B1"),
        ("/a?u=x%26y%3D1", "/a?u=x%26y%3D1"),
    ],
)
def test_one_spelling(found: str, key: str) -> None:
    assert canonicalize(BASE + found if found.startswith("/") else found) == BASE + key


def test_international_host_is_punycode() -> None:
    assert canonicalize("http://Genève.example/") == "http://xn--genve-6ra.example/"


@pytest.mark.parametrize(
    "url", ["ftp://a.example/", "mailto:x@a.example", "http://", "//a.example/", "http://a b/", ""]
)
def test_what_is_not_a_web_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"http|host"):
        canonicalize(url)


def test_aliases_are_one_site() -> None:
    site = SiteIdentity.of(["https://commune.example/"], ["ancienne.example", "http://x.example/"])

    for host in ("www.commune.example", "ancienne.example", "x.example", "commune.example"):
        assert canonicalize(f"http://{host}/a", site=site) == "https://commune.example/a"
    assert canonicalize("http://autre.example/a", site=site) == "http://autre.example/a"


def test_a_port_is_part_of_the_site() -> None:
    site = SiteIdentity.of(["http://127.0.0.1:8080/"])

    assert site.holds("http://127.0.0.1:8080/a")
    assert not site.holds("http://127.0.0.1:8081/a")


@pytest.mark.parametrize(
    ("found", "sent"),
    [
        ("/Re%CC%81union.pdf", "/Re%CC%81union.pdf"),
        ("/Re\u0301union.pdf", "/Re%CC%81union.pdf"),
        ("/%e9.pdf", "/%e9.pdf"),
        ("/a  b.pdf", "/a%20%20b.pdf"),
        ("/a?b=2&a=1", "/a?b=2&a=1"),
        ("", "/"),
    ],
)
def test_the_url_is_sent_as_found(found: str, sent: str) -> None:
    assert wire_url(BASE + found) == BASE + sent


paths = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)
_PIECES = "%C3 %A9 %2F %25 %3b ; sid= jsessionid= .. . / \u00e9 e\u0301 \u037e + & = ? utm_a"
escapes = st.lists(st.sampled_from(tuple(_PIECES.split(" "))))


@given(path=paths, pieces=escapes, query=paths)
@example(path="", pieces=[";", "jsessionid="], query="")
@example(path="\u037ejsessionid=1", pieces=[], query="")
def test_canonicalising_twice_changes_nothing(path: str, pieces: list[str], query: str) -> None:
    once = canonicalize(f"{BASE}/{path}{''.join(pieces)}?{query}")

    assert canonicalize(once) == once
    assert once.isascii()
    assert "#" not in once
    assert urlsplit(once).netloc == "commune.example"


@given(url=st.text(max_size=60))
def test_no_text_makes_it_crash(url: str) -> None:
    try:
        once = canonicalize(url)
    except ValueError:
        return
    assert canonicalize(once) == once
