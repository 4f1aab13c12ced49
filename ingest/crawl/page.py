"""What one HTML page says to a crawler: its links with their words, and its directives.

A pure function of the bytes and of the address under which they were served, computed once
for each body and stored in the ledger: a page that answers 304 is never parsed again.
"""

import hashlib
import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ingest.crawl.charset import decode_html
from ingest.crawl.rows import RowFinder, TextReader, squeezed

_ANCHORS = "a[href],area[href],iframe[src],frame[src],object[data],embed[src]"
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WALK = f"{_ANCHORS},h1,h2,h3,h4,h5,h6"
_UNSEEN = ["script", "style", "template", "svg"]
_NOT_A_PAGE = re.compile(
    r"\s*(?:javascript|mailto|tel|data|sms|fax|about|blob|whatsapp|callto|geo):", re.IGNORECASE
)
_REFRESH = re.compile(
    r"\s*([0-9]*)(?:\.[0-9]*)?\s*[;,]?\s*(?:url\s*=\s*)?[\"']?([^\"']*)", re.IGNORECASE
)
_SPACES = re.compile(r"\s+")
_MAX_LINKS = 20_000
_MAX_TEXT_CHARS = 20_000_000
_MAX_NESTING = 512
_DEPTH_SAMPLE = 50
"""Only every so many links and headings are looked at: fewer deep ones do no harm."""
_APPLICATION_ROOTS = "#root,#app,#__next,#__nuxt,app-root,[ng-app],[data-reactroot]"


@dataclass(frozen=True, slots=True)
class PageLink:
    """One link as the page shows it; ``url`` is absolute and as found."""

    url: str
    text: str = ""
    heading: str = ""
    row: str = ""
    time_datetime: str = ""
    is_nofollow: bool = False


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Everything that the crawl wants to know of a page."""

    title: str = ""
    h1: str = ""
    language: str = ""
    links: tuple[PageLink, ...] = ()
    canonicals: tuple[str, ...] = ()
    alternates: tuple[tuple[str, str], ...] = ()
    """``(hreflang, absolute URL)``."""
    directives: frozenset[str] = frozenset()
    """Of the robots meta element, lower case: ``noindex``, ``nofollow``, ``none``."""
    refresh_url: str = ""
    """Target of a meta refresh of at most ten seconds, if it is another URL."""
    word_count: int = 0
    text_sha256: str = ""
    """Over the visible words: equal for twins that differ only in markup."""
    mojibake: int = 0
    is_empty_shell: bool = False
    """Scripts and hardly a word: a JavaScript application that needs a browser."""
    has_password_field: bool = False
    is_too_deep: bool = False
    """Elements in each other beyond any honest page: its links were not read."""


def read_page(body: bytes, *, url: str, declared_charset: str = "") -> PageFacts:
    """The facts of the page ``body`` served at ``url``.

    >>> page = read_page(b"<base href='/a/'><p>Le 3 mai <a href='pv.pdf'>PV</a>", url="http://x/")
    >>> page.links[0].url, page.links[0].text, page.links[0].row
    ('http://x/a/pv.pdf', 'PV', 'Le 3 mai PV')
    """
    decoded = decode_html(body, declared_charset)
    tree = LexborHTMLParser(decoded.text)
    base = _base(tree, url)
    is_application = tree.css_first("script") is not None
    has_root = tree.css_first(_APPLICATION_ROOTS) is not None
    title, heading = tree.css_first("title"), tree.css_first("h1")
    links = _read_links(tree, base)
    # Links in noscript are meant for readers without scripts, as we are; its words and meta
    # elements ("enable JavaScript", a refresh to a bare page) say nothing of the document.
    tree.strip_tags(["noscript"])
    text = _words(tree)
    word_count = text.count(" ") + 1 if text else 0
    return PageFacts(
        title=squeezed(title.text()) if title is not None else "",
        h1=squeezed(heading.text(separator=" ")) if heading is not None else "",
        language=_language(tree),
        links=links or (),
        canonicals=tuple(_canonicals(tree, base)),
        alternates=tuple(_alternates(tree, base)),
        directives=_directives(tree),
        refresh_url=_refresh(tree, base, url),
        word_count=word_count,
        text_sha256=hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(),
        mojibake=decoded.mojibake,
        is_empty_shell=is_application and word_count < 50 and (has_root or not links),
        is_too_deep=links is None,
        has_password_field=tree.css_first("input[type=password]") is not None,
    )


def _read_links(tree: LexborHTMLParser, base: str) -> tuple[PageLink, ...] | None:
    """The links of the page, what nobody sees stripped before; ``None`` if it is too deep."""
    tree.strip_tags(_UNSEEN)
    nodes = tree.css(_WALK)[:_MAX_LINKS]
    is_too_deep = any(map(_is_deep, nodes[::_DEPTH_SAMPLE]))
    return None if is_too_deep else tuple(_links(nodes, base))


def _words(tree: LexborHTMLParser) -> str:
    """The visible words with one space between them; a list of them would fill the memory."""
    return _SPACES.sub(" ", tree.body.text(separator=" ")).strip() if tree.body is not None else ""


def _base(tree: LexborHTMLParser, url: str) -> str:
    """HTML, 4.2.3: the first base element with an href, itself relative to the page."""
    node = tree.css_first("base[href]")
    found = _joined(url, node.attributes.get("href")) if node is not None else None
    return found or url


def _joined(base: str, reference: str | None) -> str | None:
    """``reference`` as an absolute web address, or ``None`` if it is none."""
    if reference is None or _NOT_A_PAGE.match(reference):
        return None
    text = reference.strip().replace("\n", "").replace("\r", "").replace("\t", "")
    try:
        joined = urljoin(base, text)
    except ValueError:
        return text
    return joined or None


def _is_deep(node: LexborNode) -> bool:
    """Whether ``node`` lies deeper than any honest page goes: each text would cost the whole."""
    above = node.parent
    for _ in range(_MAX_NESTING):
        if above is None:
            return False
        above = above.parent
    return True


def _links(nodes: list[LexborNode], base: str) -> list[PageLink]:
    reader = TextReader(_MAX_TEXT_CHARS)
    rows = RowFinder([node for node in nodes if node.tag not in _HEADINGS], reader)
    heading = ""
    found: list[PageLink] = []
    for node in nodes:
        tag = node.tag
        if tag in _HEADINGS:
            heading = reader.text(node)
        attributes = node.attributes
        reference = attributes.get("href") or attributes.get("src") or attributes.get("data")
        url = _joined(base, reference)
        if url is None or not reference or reference.startswith("#"):
            continue
        row, time = rows.around(node)
        found.append(
            PageLink(
                url=url.partition("#")[0],
                text=_label(node, reader),
                heading=heading,
                row=row,
                time_datetime=time,
                is_nofollow="nofollow" in (attributes.get("rel") or "").lower().split(),
            )
        )
    return found


def _label(node: LexborNode, reader: TextReader) -> str:
    """What a reader takes for the link's words: its text, else the image's, else the title."""
    if text := reader.text(node):
        return text
    image = node.css_first("img[alt]")
    alternative = image.attributes.get("alt") if image is not None else None
    attributes = node.attributes
    return squeezed(
        alternative
        or attributes.get("aria-label")
        or attributes.get("title")
        or attributes.get("alt")
        or ""
    )


def _language(tree: LexborHTMLParser) -> str:
    root = tree.css_first("html")
    declared = root.attributes.get("lang") or root.attributes.get("xml:lang") if root else None
    return (declared or "").strip().lower()[:35]


def _canonicals(tree: LexborHTMLParser, base: str) -> list[str]:
    return [
        url
        for node in tree.css("link[rel][href]")
        if "canonical" in (node.attributes.get("rel") or "").lower().split()
        and (url := _joined(base, node.attributes.get("href")))
    ]


def _alternates(tree: LexborHTMLParser, base: str) -> list[tuple[str, str]]:
    return [
        ((node.attributes.get("hreflang") or "").strip().lower(), url)
        for node in tree.css("link[hreflang][href]")
        if "alternate" in (node.attributes.get("rel") or "").lower().split()
        and (url := _joined(base, node.attributes.get("href")))
    ]


def _directives(tree: LexborHTMLParser) -> frozenset[str]:
    return frozenset(
        directive
        for node in tree.css("meta[name][content]")
        if (node.attributes.get("name") or "").strip().lower() in ("robots", "millesime")
        for directive in parse_directives(node.attributes.get("content") or "")
    )


def parse_directives(value: str) -> frozenset[str]:
    """The directives of a robots meta element or of one X-Robots-Tag, ``none`` spelt out.

    >>> sorted(parse_directives("NOINDEX, follow")), sorted(parse_directives("googlebot: noindex"))
    (['follow', 'noindex'], [])
    """
    agent, colon, rest = value.partition(":")
    if colon and agent.strip().lower() not in ("millesime", "unavailable_after", "max-snippet"):
        return frozenset()
    text = rest if agent.strip().lower() == "millesime" else value
    words = {word.strip().lower() for word in text.split(",") if word.strip()}
    return frozenset(words | {"noindex", "nofollow"} if "none" in words else words)


def _refresh(tree: LexborHTMLParser, base: str, url: str) -> str:
    for node in tree.css("meta[http-equiv][content]"):
        if (node.attributes.get("http-equiv") or "").strip().lower() != "refresh":
            continue
        found = _REFRESH.match(node.attributes.get("content") or "")
        if found is None or int(found[1] or 0) > 10 or not found[2].strip():
            continue
        target = _joined(base, found[2])
        if target and urlsplit(target)._replace(fragment="") != urlsplit(url)._replace(fragment=""):
            return target
    return ""
