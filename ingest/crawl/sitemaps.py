"""Sitemaps in all the forms that sites serve: index, XML, text, gzip, mislabelled, hostile."""

import re
import zlib
from dataclasses import dataclass
from io import BytesIO
from urllib.parse import urljoin

from lxml import etree

MAX_URLS = 50_000  # sitemaps.org
MAX_DEPTH = 3
MAX_FILES = 500
_MAX_ELEMENTS = 8 * MAX_URLS
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """One page of a sitemap; ``lastmod`` is raw: a hint to fetch sooner, never a content date."""

    url: str
    lastmod: str = ""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """One sitemap file, read; for an index, `sitemaps` holds the files that it names."""

    entries: tuple[SitemapEntry, ...] = ()
    sitemaps: tuple[str, ...] = ()
    note: str = ""
    """Why nothing, or not everything, was read."""


def read_sitemap(body: bytes, *, url: str, max_bytes: int) -> Sitemap:
    """What the file ``body``, served at ``url``, lists; never raises.

    >>> found = read_sitemap(b"<urlset><url><loc>/a</loc></url></urlset>",
    ...                      url="http://x.example/s.xml", max_bytes=10_000)
    >>> found.entries
    (SitemapEntry(url='http://x.example/a', lastmod=''),)
    """
    data: bytes | None = body
    for _ in range(2):  # a .gz that is Content-Encoding gzip as well is common
        if data is not None and data.startswith(_GZIP):
            data = _gunzipped(data, max_bytes)
    if data is None:
        return Sitemap(note="not a gzip file that can be read within the limit")
    text = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text:
        return Sitemap(note="empty")
    if text.startswith(b"<"):
        return _read_xml(text, url)
    return _read_text(text, url)


def _gunzipped(data: bytes, max_bytes: int) -> bytes | None:
    stream = zlib.decompressobj(31)
    try:
        text = stream.decompress(data, max_bytes)
    except zlib.error:
        return None
    return text if stream.eof else None


def _read_text(text: bytes, url: str) -> Sitemap:
    lines = text.decode("utf-8", "replace").splitlines()
    found = [line.strip() for line in lines if re.match(r"https?://\S+$", line.strip())]
    note = "" if found else "neither XML nor a list of addresses"
    return Sitemap(tuple(SitemapEntry(urljoin(url, line)) for line in found[:MAX_URLS]), note=note)


def _read_xml(text: bytes, url: str) -> Sitemap:
    entries: list[SitemapEntry] = []
    sitemaps: list[str] = []
    note = ""
    # No entities, no network, no huge trees: an entity bomb is an empty string here.
    walk = etree.iterparse(
        BytesIO(text),
        events=("end",),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        recover=True,
    )
    try:
        for count, (_, element) in enumerate(walk):
            name = _local_name(element)
            if name in ("url", "sitemap"):
                _gather(element, name, url, entries, sitemaps)
                element.clear()
            if len(entries) >= MAX_URLS or count >= _MAX_ELEMENTS:
                note = f"more than {MAX_URLS} addresses: the rest is ignored"
                break
    except etree.XMLSyntaxError as error:
        note = f"not well-formed: {error.msg}"
    if not entries and not sitemaps and not note:
        note = "no addresses"
    return Sitemap(tuple(entries), tuple(sitemaps), note)


def _gather(
    element: etree._Element, name: str, url: str, entries: list[SitemapEntry], sitemaps: list[str]
) -> None:
    texts = {_local_name(child): (child.text or "").strip() for child in element}
    location = texts.get("loc", "")
    if not location:
        return
    try:
        absolute = urljoin(url, location)
    except ValueError:
        absolute = location
    if name == "sitemap":
        sitemaps.append(absolute)
    else:
        entries.append(SitemapEntry(absolute, texts.get("lastmod", "")[:40]))


def _local_name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""
