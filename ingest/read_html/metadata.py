"""What the page says of itself: titles, language, dates as raw strings, breadcrumb.

Everything is evidence: nothing is parsed, compared or believed here.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Final
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from bs4.element import Tag

from ingest.read_html.vocabulary import BREADCRUMB
from schemas.document import StatedDate, StatedDateSource

MAX_TIMES: Final = 20
"""``<time>`` elements kept: a calendar page has hundreds and states none of them."""
MAX_JSON_DEPTH: Final = 12
MAX_BREADCRUMB_CHARS: Final = 400
_CRUMB_LABEL: Final = re.compile(
    r"vous êtes|voir le fil|fil d.ariane|you are|sie sind", re.IGNORECASE
)
_META_DATES: Final = {
    "article:published_time": StatedDateSource.OPENGRAPH_PUBLISHED,
    "og:published_time": StatedDateSource.OPENGRAPH_PUBLISHED,
    "article:modified_time": StatedDateSource.OPENGRAPH_MODIFIED,
    "og:updated_time": StatedDateSource.OPENGRAPH_MODIFIED,
    "date": StatedDateSource.META_DATE,
    "pubdate": StatedDateSource.META_DATE,
    "last-modified": StatedDateSource.META_DATE,
    "changed": StatedDateSource.META_DATE,
    "created": StatedDateSource.META_DATE,
    "dcterms.created": StatedDateSource.DC_DATE,
    "dcterms.issued": StatedDateSource.DC_DATE,
    "dcterms.modified": StatedDateSource.DC_DATE,
    "dcterms.date": StatedDateSource.DC_DATE,
    "dc.date": StatedDateSource.DC_DATE,
    "dc.date.created": StatedDateSource.DC_DATE,
    "dc.date.modified": StatedDateSource.DC_DATE,
    "dc.date.issued": StatedDateSource.DC_DATE,
}
_JSON_DATES: Final = {
    "datePublished": StatedDateSource.JSONLD_PUBLISHED,
    "dateCreated": StatedDateSource.JSONLD_PUBLISHED,
    "dateModified": StatedDateSource.JSONLD_MODIFIED,
}


@dataclass(frozen=True, slots=True)
class Metadata:
    """Statements of the page about itself."""

    base: str
    """What relative links are resolved against."""
    title: str | None = None
    description: str | None = None
    language_declared: str | None = None
    canonical: str | None = None
    breadcrumb: tuple[str, ...] = ()
    stated_dates: tuple[StatedDate, ...] = ()
    refresh: str = ""
    """Content of a ``<meta http-equiv=refresh>``."""
    frames: tuple[str, ...] = ()
    """Targets of the frames of a frameset."""
    has_password: bool = False


def read_metadata(soup: BeautifulSoup, url: str) -> Metadata:
    """Read it all in one pass over the elements."""
    found = _Found(url)
    for tag in soup.descendants:
        if isinstance(tag, Tag):
            handler = _HANDLERS.get(tag.name)
            if handler is not None:
                handler(found, tag)
            elif tag.attrs:
                found.read_breadcrumb(tag)
    return Metadata(
        base=found.base,
        title=found.title or found.meta.get("og:title") or None,
        description=found.meta.get("description") or found.meta.get("og:description") or None,
        language_declared=_language_code(
            found.language
            or found.meta.get("content-language", "")
            or found.meta.get("og:locale", "")
        ),
        canonical=found.canonical,
        breadcrumb=found.crumbs or found.visible_crumbs,
        stated_dates=tuple(dict.fromkeys(found.dates)),
        refresh=found.meta.get("refresh", ""),
        frames=tuple(found.frames),
        has_password=found.has_password,
    )


class _Found:
    """What has been met so far."""

    def __init__(self, url: str) -> None:
        self.base = url
        self.title = ""
        self.canonical: str | None = None
        self.meta: dict[str, str] = {}
        self.dates: list[StatedDate] = []
        self.crumbs: tuple[str, ...] = ()
        self.visible_crumbs: tuple[str, ...] = ()
        self.language = ""
        self.frames: list[str] = []
        self.has_password = False
        self._times = 0

    def read_html(self, tag: Tag) -> None:
        self.language = self.language or _get(tag, "lang") or _get(tag, "xml:lang")

    def read_breadcrumb(self, tag: Tag) -> None:
        """The first breadcrumb that readers see: the texts of an element called so."""
        if self.visible_crumbs or not BREADCRUMB.search(_marks(tag)):
            return
        parts = (" ".join(text.split()).strip("›»>/|:·→ ") for text in tag.stripped_strings)
        names = [part for part in parts if part and not _CRUMB_LABEL.match(part)]
        if names and sum(map(len, names)) < MAX_BREADCRUMB_CHARS:
            self.visible_crumbs = tuple(names)

    def read_title(self, tag: Tag) -> None:
        self.title = self.title or " ".join(tag.get_text().split())

    def read_base(self, tag: Tag) -> None:
        self.base = _absolute(self.base, _get(tag, "href")) or self.base

    def read_link(self, tag: Tag) -> None:
        if "canonical" in _get(tag, "rel").lower().split():
            self.canonical = self.canonical or _absolute(self.base, _get(tag, "href"))

    def read_meta(self, tag: Tag) -> None:
        names = (_get(tag, "name"), _get(tag, "property"), _get(tag, "http-equiv"))
        content = " ".join(_get(tag, "content").split())
        for name in (name.lower() for name in names if name):
            self.meta.setdefault(name, content)
            if content and name in _META_DATES:
                self.dates.append(StatedDate(_META_DATES[name], content))

    def read_time(self, tag: Tag) -> None:
        raw = _get(tag, "datetime") or " ".join(tag.get_text(" ").split())
        if raw and self._times < MAX_TIMES:
            self._times += 1
            self.dates.append(StatedDate(StatedDateSource.TIME_ELEMENT, raw))

    def read_frame(self, tag: Tag) -> None:
        target = _absolute(self.base, _get(tag, "src"))
        if target:
            self.frames.append(target)

    def read_input(self, tag: Tag) -> None:
        self.has_password |= _get(tag, "type").lower() == "password"

    def read_script(self, tag: Tag) -> None:
        if _get(tag, "type").lower() != "application/ld+json":
            return
        try:
            data = json.loads(tag.string or "null")
        except (ValueError, RecursionError):
            # Broken JSON-LD states nothing; the page is read without it.
            return
        for thing in _things(data, MAX_JSON_DEPTH):
            for name, source in _JSON_DATES.items():
                value = thing.get(name)
                if isinstance(value, str) and value.strip():
                    self.dates.append(StatedDate(source, value.strip()))
            if thing.get("@type") == "BreadcrumbList":
                self.crumbs = self.crumbs or _crumbs(thing)


_HANDLERS: Final = {
    "html": _Found.read_html,
    "title": _Found.read_title,
    "base": _Found.read_base,
    "link": _Found.read_link,
    "meta": _Found.read_meta,
    "time": _Found.read_time,
    "frame": _Found.read_frame,
    "input": _Found.read_input,
    "script": _Found.read_script,
}


def _marks(tag: Tag) -> str:
    """Class, id and aria-label: what the author calls the element."""
    return " ".join(
        value
        for name in ("class", "id", "aria-label")
        if isinstance(value := tag.attrs.get(name), str)
    )


def _get(tag: Tag, name: str) -> str:
    value = tag.attrs.get(name)
    return value.strip() if isinstance(value, str) else ""


def _absolute(base: str, href: str) -> str | None:
    try:
        return urljoin(base, href) if href else None
    except ValueError:
        # urljoin refuses a malformed IPv6 host: such a target states nothing.
        return None


def _language_code(raw: str) -> str | None:
    """ISO 639-1 out of a BCP 47 tag or a locale.

    >>> _language_code("fr-CH"), _language_code("de_CH"), _language_code("x")
    ('fr', 'de', None)
    """
    code = raw.replace("_", "-").split("-")[0].strip().lower()
    return code if len(code) == 2 and code.isascii() and code.isalpha() else None


def _things(data: object, depth: int) -> Iterator[dict[str, object]]:
    """All JSON objects in a JSON-LD block, the outermost first."""
    if depth < 0:
        return
    if isinstance(data, dict):
        yield data
        for value in data.values():
            yield from _things(value, depth - 1)
    elif isinstance(data, list):
        for value in data:
            yield from _things(value, depth - 1)


def _crumbs(thing: dict[str, object]) -> tuple[str, ...]:
    names: list[str] = []
    elements = thing.get("itemListElement")
    for element in elements if isinstance(elements, list) else []:
        if not isinstance(element, dict):
            continue
        item = element.get("item")
        name = element.get("name") or (item.get("name") if isinstance(item, dict) else None)
        if isinstance(name, str) and name.strip():
            names.append(" ".join(unescape(name).split()))
    return tuple(names)
