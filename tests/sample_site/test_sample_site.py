"""The sample site is what its profile, its golden questions and its table of truth say."""

import asyncio
import csv
import gzip
import hashlib
import importlib.util
import io
import re
import shutil
import sys
import unicodedata
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urldefrag, urljoin, urlsplit

import pypdf
import pypdfium2
import pytest
from pypdf.errors import FileNotDecryptedError, PdfReadError
from selectolax.lexbor import LexborHTMLParser

from flows.loopback import LoopbackServer
from schemas.dating import DatePrecision, PartialDate
from schemas.golden import load_golden
from schemas.site import load_profile

INTENDED_404 = {
    "/agenda",
    "/mairie-de-brevanaz",
    "/documents/reglements/plan-de-quartier-praz-rond.pdf",
}
NOT_LINKED = {"404.html", "robots.txt", "sitemap.xml", "_server.toml"}
SHARED = Path(__file__).resolve().parents[2] / "../shared/data"
PERSON = re.compile(r"\b(?:M\.|Mme) ((?:[A-ZÉ][\w-]+ )(?:de )?[A-ZÉ][\w-]+)")


def fetch(url: str) -> tuple[int, str, bytes]:
    """Status, final URL and body, redirects followed."""
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            return response.status, response.url, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, url, b""


def links_of(url: str, body: bytes) -> Iterator[str]:
    """Every address of the same site that a page names."""
    for node in LexborHTMLParser(body).css("[href], [src]"):
        target = node.attributes.get("href") or node.attributes.get("src") or ""
        absolute = urldefrag(urljoin(url, target)).url
        if urlsplit(absolute).netloc == urlsplit(url).netloc:
            yield absolute


@pytest.fixture(scope="module")
def walked(served: LoopbackServer) -> dict[str, tuple[int, bytes]]:
    """Everything that links reach from the home page: path -> status and body."""
    found: dict[str, tuple[int, bytes]] = {}
    waiting = [served.url + "/"]
    while waiting:
        url = waiting.pop()
        path = url.removeprefix(served.url)
        if path in found:
            continue
        status, final, body = fetch(url)
        found[path] = (status, body)
        if status == 200 and body[:100].lower().lstrip().startswith(b"<!doctype"):
            waiting += links_of(final, body)
    return found


@pytest.fixture(scope="module")
def truth(commune: Path) -> list[dict[str, str]]:
    text = (commune / "truth.tsv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE))


def pdf_text(path: Path) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def visible_text(path: Path) -> str:
    """The words of a page or PDF with white space folded."""
    if path.read_bytes().startswith(b"%PDF"):
        text = pdf_text(path)
    else:
        body = LexborHTMLParser(path.read_bytes()).body
        assert body is not None
        text = body.text(separator=" ")
    return " ".join(text.split())


def site_file(commune: Path, path: str) -> Path:
    """The committed file behind a path of the site."""
    exact = commune / "site" / path.lstrip("/")
    page = exact.with_name(exact.name + ".html")
    return exact if exact.is_file() else page if page.is_file() else exact / "index.html"


def make_site(commune: Path, folder: Path) -> dict[str, bytes]:
    spec = importlib.util.spec_from_file_location("make_site", commune / "make_site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    module.write_site(folder)
    return {
        unicodedata.normalize("NFC", str(path.relative_to(folder))): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_generator_writes_the_same_bytes_twice_and_what_is_committed(
    commune: Path, tmp_path: Path
) -> None:
    first, second = (make_site(commune, tmp_path / name) for name in ("a", "b"))
    assert first == second

    site = commune / "site"
    committed = {
        unicodedata.normalize("NFC", str(path.relative_to(site))): path
        for path in site.rglob("*")
        if path.is_file()
    }
    assert committed.keys() == first.keys()
    for name, path in committed.items():
        # A PDF's compressed bytes may differ with the machine's zlib.
        if path.suffix != ".pdf":
            assert path.read_bytes() == first[name], name


def test_every_link_resolves_but_the_intended_ones(
    walked: dict[str, tuple[int, bytes]],
) -> None:
    broken = {path for path, (status, _) in walked.items() if status != 200}

    assert broken == INTENDED_404


def test_every_file_is_reached_by_links(
    walked: dict[str, tuple[int, bytes]], commune: Path
) -> None:
    reached = {hashlib.sha256(body).digest() for status, body in walked.values() if status == 200}
    pdfs = list((commune / "site").rglob("*.pdf"))
    pages = {urlsplit(path).path for path in walked}

    assert [p for p in pdfs if hashlib.sha256(p.read_bytes()).digest() not in reached] == []
    for page in (commune / "site").rglob("*.html"):
        name = page.relative_to(commune / "site").as_posix()
        path = "/" + name.removesuffix(".html").removesuffix("index").rstrip("/")
        assert name in NOT_LINKED or path in pages, name


def test_sitemap_and_robots_bear_this_servers_address(served: LoopbackServer) -> None:
    _, _, sitemap = fetch(f"{served.url}/sitemap.xml")
    places = re.findall(r"<loc>(.*?)</loc>", sitemap.decode())
    assert len(places) > 25
    assert {fetch(place)[0] for place in places} == {200}
    assert f"Sitemap: {served.url}/sitemap.xml" in fetch(f"{served.url}/robots.txt")[2].decode()


def test_site_has_the_traps_of_real_addresses(
    served: LoopbackServer, walked: dict[str, tuple[int, bytes]]
) -> None:
    assert fetch(f"{served.url}/executif")[1] == f"{served.url}/municipalite"
    assert {"/ecole", "/ecole/"} <= walked.keys()
    assert {"/dechets", "/dechets?utm_source=accueil&utm_medium=tuile"} <= walked.keys()
    assert f'rel="canonical" href="{served.url}/ecole"'.encode() in walked["/ecole/"][1]
    assert f'hreflang="de" href="{served.url}/de/willkommen"'.encode() in walked["/bienvenue"][1]
    assert b'name="robots" content="noindex' in walked["/plan-du-site"][1]
    assert b'http-equiv="refresh"' in walked["/guichet"][1]
    assert "/interne/personnel" in walked


def test_truth_has_one_line_for_each_document(commune: Path, truth: list[dict[str, str]]) -> None:
    site = commune / "site"
    pdfs = {unicodedata.normalize("NFC", str(p.relative_to(site))) for p in site.rglob("*.pdf")}
    files = [line["file"] for line in truth]

    assert len(files) == len(set(files))
    assert {name for name in files if name.endswith(".pdf")} == pdfs
    assert all((site / name).is_file() for name in files if name.endswith(".html"))
    for line in truth:
        assert line["standing"] in {"archive", "in_force", "current", "refused"}, line
        assert parse_iso(line["expected"]) == DatePrecision(line["precision"]), line


def parse_iso(text: str) -> DatePrecision:
    if not text:
        return DatePrecision.NONE
    if "/" in text:
        first, last = text.split("/")
        return PartialDate(int(first), end_year=int(last)).precision
    return PartialDate(*(int(part) for part in text.split("-"))).precision


def test_documents_are_what_they_claim_or_are_not(commune: Path) -> None:
    documents = commune / "site" / "documents"
    scan = pypdf.PdfReader(documents / "pv/cc-2022-03-30.pdf")
    encrypted = pypdf.PdfReader(documents / "pv/pv-28-septembre-2022.pdf")
    locked = pypdf.PdfReader(documents / "pv/pv-huis-clos-2025-06-17.pdf")
    copies = [
        documents / "pv/2024-09-24_PV_conseil.pdf",
        commune / "site/wp-content/uploads/2025/01/pv-conseil-final-v2.pdf",
    ]

    assert "".join(page.extract_text() for page in scan.pages).strip() == ""
    assert encrypted.is_encrypted
    assert "Économies d'énergie" in encrypted.pages[0].extract_text()
    with pytest.raises(FileNotDecryptedError):
        locked.pages[0].extract_text()
    for name in ("reglements/plan-1-2000.pdf", "preavis/preavis-09-2025.pdf"):
        with pytest.raises(PdfReadError):
            pypdf.PdfReader(documents / name)
        with pytest.raises(pypdfium2.PdfiumError):
            pypdfium2.PdfDocument(documents / name)
    assert copies[0].read_bytes() == copies[1].read_bytes()
    assert pypdf.PdfReader(documents / "divers/extrait.pdf").metadata in (None, {})


def test_dates_of_the_files_are_those_of_their_recipes(
    commune: Path, truth: list[dict[str, str]]
) -> None:
    """As measured on real minutes: CreationDate is never the meeting's day."""
    checked = 0
    for line in truth:
        path = commune / "site" / unicodedata.normalize("NFD", line["file"])
        path = path if path.is_file() else commune / "site" / line["file"]
        if "/pv/" not in line["file"] or line["standing"] == "refused":
            continue
        metadata = pypdf.PdfReader(path).metadata
        assert metadata is not None
        created = metadata.creation_date
        assert created is not None
        assert created.date() > PartialDate(*map(int, line["expected"].split("-"))).latest
        checked += 1
    assert checked >= 12


async def read_picture(path: Path) -> str:
    """The French words that tesseract reads on a picture, white space folded."""
    command = ("tesseract", str(path), "-", "-l", "fra")
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=nothing)
    output, _ = await process.communicate()
    return " ".join(output.decode().split())


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_the_scan_can_be_read_by_ocr(commune: Path, tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    with pypdfium2.PdfDocument(commune / "site/documents/pv/cc-2022-03-30.pdf") as document:
        document[0].render(scale=300 / 72, grayscale=True).to_pil().save(picture)

    words = asyncio.run(read_picture(picture))

    assert "séance du mercredi 30 mars 2022" in words
    assert "Éliane Corbusaz, municipale en charge des affaires sociales" in words


def test_pinned_pages_hold_what_the_profile_demands(commune: Path) -> None:
    profile = load_profile(commune / "site.toml")

    assert [rule.topic for rule in profile.authority] == ["exécutif", "horaires"]
    for rule in profile.authority:
        text = visible_text(site_file(commune, rule.url))
        assert [words for words in rule.must_contain if words not in text] == []


def test_golden_questions_name_pages_that_exist(commune: Path, served: LoopbackServer) -> None:
    profile, golden = load_profile(commune / "site.toml"), load_golden(commune / "golden.toml")
    topics = {rule.topic for rule in profile.authority}

    assert len(golden.question) >= 30
    assert len(golden.off_topic) == 10
    for question in golden.question:
        assert fetch(served.url + quote(question.expect))[0] == 200, question
        assert question.authority is None or question.authority in topics


def test_former_holders_stand_in_their_documents_and_not_on_the_pinned_page(
    commune: Path,
) -> None:
    pinned = visible_text(site_file(commune, "/municipalite"))
    for former in load_golden(commune / "golden.toml").former:
        assert former.name.split()[-1] not in pinned
        assert len(former.documents) > 0
        for path in former.documents:
            assert former.name in visible_text(site_file(commune, path)), (former.name, path)


def test_the_two_documents_contradict_each_other(commune: Path) -> None:
    earlier = visible_text(
        site_file(commune, "/documents/preavis/Preavis-07-2023-taxe-de-sejour.pdf")
    )
    later = visible_text(site_file(commune, "/documents/pv/2024-09-24_PV_conseil.pdf"))

    assert "taxe de séjour à CHF 3.00 par nuitée" in earlier
    assert "taxe de séjour est fixé à CHF 3.50 par nuitée" in later


def invented_names(commune: Path) -> set[str]:
    sources = [*(commune / "pages").rglob("*.html"), *(commune / "texts").iterdir()]
    found = (PERSON.findall(path.read_text(encoding="utf-8")) for path in sources)
    return {name for names in found for name in names}


@pytest.mark.shared
def test_no_invented_person_stands_in_the_real_documents(commune: Path) -> None:
    if not SHARED.is_dir():
        pytest.skip("the real documents are not beside this checkout")
    names = invented_names(commune)
    assert len(names) > 20
    surnames = re.compile("|".join(sorted(re.escape(name.split()[-1]) for name in names)))
    for path in sorted(SHARED.rglob("*")):
        if path.suffix in {".html", ".txt", ".tsv", ".md", ".gz"} and path.is_file():
            data = path.read_bytes()
            text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode(
                errors="replace"
            )
            assert surnames.search(text) is None, path
