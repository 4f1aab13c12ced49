"""What a page says to a crawler, and what its bytes are, whatever the labels claim."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.crawl.charset import decode_html
from ingest.crawl.page import PageFacts, PageLink, read_page
from ingest.crawl.sniffing import HEAD_BYTES, OLE, ZIP, media_type_of, settled_media_type

URL = "http://commune.example/dossier/page.html"


def _page(body: str, head: str = "") -> PageFacts:
    return read_page(f"<html><head>{head}</head><body>{body}</body></html>".encode(), url=URL)


def _link(body: str) -> PageLink:
    return _page(body).links[-1]


@pytest.mark.parametrize(
    ("body", "row"),
    [
        ("<table><tr><td>14 mai 2019<td><a href=x>PV</a></table>", "14 mai 2019 PV"),
        ("<ul><li>3 juin : <a href=x>PV</a></li><li><a href=y>Y</a></ul>", "Y"),
        ("<ul><li><b>3 juin</b><ul><li><a href=x>PV</a></ul></ul>", "PV"),
        ("<div><h3>Séance</h3><p>3 juin</p><a href=x>PV</a></div><a href=y>Y</a>", ""),
        ("<div><div><p>3 juin</p><a href=x>PV</a></div><a href=y>Y</a></div>", ""),
        ("<dl><dt>3 juin<dd><a href=x>PV</a></dl>", "3 juin PV"),
        ("<table><tr><td>3 juin<td><p><a href=x>PV</a></p></table>", "3 juin PV"),
        ("<article><a href=x><img></a><h3><a href=x>PV</a></h3>3 juin</article>", "PV 3 juin"),
        ("<table><tr><td>3 juin<td><a href=x>PV</a><td><a href=y>Annexe</a></table>", "Annexe"),
    ],
    ids=[
        "table-row",
        "list-item",
        "nested-list",
        "links-beside-a-card",
        "bare-link",
        "definition",
        "paragraph-in-cell",
        "same-target-twice",
        "two-links-in-a-row",
    ],
)
def test_the_row_holds_this_link_and_no_other(body: str, row: str) -> None:
    assert _link(body).row == row


def test_a_card_is_a_row() -> None:
    body = "<div class=card><h3>Séance</h3><span>3 juin 2019</span><a href=x>PV</a></div>"
    first = _page(f"<div>{body}<div class=card><a href=y>Autre</a></div></div>").links[0]

    assert (first.row, first.heading) == ("Séance 3 juin 2019 PV", "Séance")


def test_a_time_element_in_the_row_is_kept() -> None:
    link = _link("<li><time datetime='2019-05-14'>hier</time> <a href=x>PV</a></li>")

    assert link.time_datetime == "2019-05-14"


def test_the_nearest_heading_above() -> None:
    page = _page("<a href=a>A</a><h2>2018</h2><a href=b>B</a><h2>2019</h2><p><a href=c>C</a>")

    assert [link.heading for link in page.links] == ["", "2018", "2019"]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<a href=x> Procès-\n verbal </a>", "Procès- verbal"),
        ("<a href=x><img alt='Rapport'></a>", "Rapport"),
        ("<a href=x aria-label='Plan'><i></i></a>", "Plan"),
        ("<a href=x title='Carte'></a>", "Carte"),
        ("<area href=x alt='Zone'>", "Zone"),
        ("<iframe src=x title='Cadre'></iframe>", "Cadre"),
    ],
)
def test_what_a_reader_takes_for_the_words(body: str, text: str) -> None:
    assert _link(body).text == text


@pytest.mark.parametrize(
    ("body", "urls"),
    [
        ("<a href='../x'>", ["/x"]),
        ("<a href='?p=2'>", ["/dossier/page.html?p=2"]),
        ("<a href='//autre.example/x'>", ["http://autre.example/x"]),
        ("<a href=' x\ny '>", ["/dossier/xy"]),
        ("<a href='#haut'><a href='x#bas'>", ["/dossier/x"]),
        ("<a href=''><a><a href='mailto:x@y'><a href='JavaScript:x'><a href='tel:1'>", []),
        ("<object data=f.pdf></object><embed src=g.pdf>", ["/dossier/f.pdf", "/dossier/g.pdf"]),
        ("<script>'<a href=no>'</script><template><a href=no></template><!-- <a href=no> -->", []),
        ("<noscript><a href=plain>menu</a></noscript>", ["/dossier/plain"]),
        ("<a href='http://[oups'>", ["http://[oups"]),
    ],
)
def test_links_are_absolute_and_as_found(body: str, urls: list[str]) -> None:
    found = [link.url.removeprefix("http://commune.example") for link in _page(body).links]

    assert found == urls


@pytest.mark.parametrize(
    ("head", "target"),
    [
        ("<meta http-equiv=refresh content='0;url=/a'>", "/a"),
        ("<meta http-equiv=Refresh content=\"5; URL='/a'\">", "/a"),
        ("<meta http-equiv=refresh content='0; /a'>", "/a"),
        ("<meta http-equiv=refresh content='300;url=/a'>", ""),
        ("<meta http-equiv=refresh content='60'>", ""),
        ("<meta http-equiv=refresh content='0;url=page.html'>", ""),
        ("<noscript><meta http-equiv=refresh content='0;url=/a'></noscript>", ""),
    ],
)
def test_a_meta_refresh_is_a_redirect(head: str, target: str) -> None:
    found = _page("<p>Un instant</p>", head).refresh_url

    assert found.removeprefix("http://commune.example") == target


def test_an_empty_shell_has_scripts_and_hardly_a_word() -> None:
    shell = "<div id=app></div><script src=a.js></script><noscript>Activez JavaScript</noscript>"

    assert _page(shell).is_empty_shell
    assert not _page(shell + "<p>" + "mot " * 60).is_empty_shell
    assert not _page("<p>Fermé le 1er août.</p><a href=x>x</a><script></script>").is_empty_shell


@pytest.mark.parametrize(
    ("body", "declared", "text"),
    [
        ("é à".encode(), "", "é à"),
        ("é à".encode(), "iso-8859-1", "é à"),
        ("é à".encode("cp1252"), "utf-8", "é à"),
        ("é “€”".encode("cp1252"), "iso-8859-1", "é “€”"),
        ("é €".encode("iso8859-15"), "iso-8859-15", "é €"),
        (
            b"<meta charset=iso-8859-15>" + "€".encode("iso8859-15"),
            "",
            "<meta charset=iso-8859-15>€",
        ),
        ("žluťoučký".encode("cp1250"), "windows-1250", "žluťoučký"),
        ("\ufeffé".encode("utf-8"), "latin-1", "é"),
        ("\ufeffé".encode("utf-16"), "", "\ufeffé"),
        ("é".encode("cp1252"), "no-such-charset", "é"),
        ("é".encode("cp1252"), "rot13", "é"),
    ],
)
def test_the_charset_by_the_bytes(body: bytes, declared: str, text: str) -> None:
    assert decode_html(body, declared).text == text


def test_mojibake_is_counted() -> None:
    assert decode_html("unanimitÃ© Ã\u00a0 lâ€™appel".encode()).mojibake == 3
    assert decode_html("unanimité à l’appel, São".encode()).mojibake == 0


@given(body=st.binary(max_size=300), declared=st.sampled_from(["", "utf-8", "utf-7", "cp1250"]))
def test_no_bytes_make_a_page_crash(body: bytes, declared: str) -> None:
    read_page(body, url=URL, declared_charset=declared)
    media_type_of(body[:HEAD_BYTES], "")


@given(body=st.binary(max_size=200))
def test_containers_never_crash(body: bytes) -> None:
    for media_type in (ZIP, OLE):
        settled_media_type(media_type, io.BytesIO(b"PK\x03\x04" + body))


def _archive(names: dict[str, str]) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in names.items():
            archive.writestr(name, text)
    return file


@pytest.mark.parametrize(
    ("names", "ending"),
    [
        ({"[Content_Types].xml": "", "word/document.xml": ""}, "wordprocessingml.document"),
        (
            {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": ""},
            "opendocument.text",
        ),
        (
            {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": ""},
            "zip",
        ),
        ({"xl/workbook.xml": ""}, "zip"),
        ({f"{n}": "" for n in range(11_000)} | {"word/document.xml": ""}, "zip"),
    ],
    ids=["docx", "odt", "ods", "xlsx", "crowded"],
)
def test_an_archive_is_what_it_contains(names: dict[str, str], ending: str) -> None:
    assert settled_media_type(ZIP, _archive(names)).endswith(ending)


@pytest.mark.parametrize(
    ("head", "declared", "expected"),
    [
        (b"\n\n%PDF-1.7", "text/html", "application/pdf"),
        (b"<!-- x --><html>", "text/plain", "text/html"),
        (b"\xef\xbb\xbf<!doctype html>", "", "text/html"),
        ("\ufeff<html>".encode("utf-16"), "text/html", "text/html"),
        (b"Bonjour <b>", "text/html", "text/html"),
        (b"<?xml version='1.0'?><html xmlns='x'>", "application/xml", "text/html"),
        (b"<?xml version='1.0'?><feed>", "text/html", "application/xml"),
        (b'{"a": 1}', "application/json", "application/json"),
        (b"\x00\x01\x02", "text/plain", "application/octet-stream"),
        (b"RIFF1234WEBP", "", "image/webp"),
        (b"body { color: red }", "text/css", "text/css"),
    ],
)
def test_the_first_bytes_decide(head: bytes, declared: str, expected: str) -> None:
    assert media_type_of(head, declared) == expected
