"""A first profile for a site, proposed after a look at robots.txt, the sitemap and a few pages.

The look is a crawl like any other, through the same door and with the same manners, into a
snapshot that is thrown away; only its budget is small and only pages are asked.
"""

import datetime as dt
import ipaddress
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from flows.progress import Progress
from flows.proposals import PageLook, propose_authorities, propose_in_force, toml_string
from ingest.crawl import CrawlEvent, Snapshot, crawl_site
from ingest.read_html import read_html
from schemas.errors import ProfileError, SiteUnreachable
from schemas.index import UrlRow
from schemas.site import CrawlSettings, SiteProfile, parse_profile
from schemas.urls import canonicalize

_REQUESTS = 40
"""robots.txt, sitemaps, the probe for missing pages, and some thirty pages."""

_MINUTES = 3.0
_NOT_PAGES = ("pdf", "doc", "docx", "odt", "rtf", "txt", "xls", "xlsx", "ppt", "pptx", "zip")
_SPOKEN = ("fr", "de", "it", "en", "rm")
_PLACEHOLDER_CONTACT = "webmaster@your-organisation.example"


@dataclass(frozen=True, slots=True)
class SiteLook:
    """What a look at the site found."""

    start_url: str
    pages: tuple[PageLook, ...]
    urls: tuple[UrlRow, ...]
    notes: tuple[str, ...]


def propose_profile(url: str, *, contact: str, progress: Progress) -> str:
    """A profile in TOML, which parses; raises `SiteUnreachable`, or `ProfileError` for no URL."""
    start_url = _start_url(url)
    networks = _networks(start_url)
    look = _look(start_url, contact or "no contact given", networks, progress)
    text = "\n".join(_profile_lines(look, contact, networks)) + "\n"
    parse_profile(text, origin="the proposed profile")
    return text


def _start_url(url: str) -> str:
    """The address as it was typed; without a scheme, https is meant."""
    typed = url if "://" in url else f"https://{url}"
    try:
        return canonicalize(typed)
    except ValueError as error:
        raise ProfileError(f"{url!r} is no web address ({error})") from error


def _networks(url: str) -> tuple[str, ...]:
    """The network of an address that is named literally and is not public, else none.

    >>> _networks("http://127.0.0.1:8765/"), _networks("https://commune.example/")
    (('127.0.0.0/8',), ())
    """
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return ("127.0.0.0/8", "::1/128")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ()
    if address.is_global:
        return ()
    return ("127.0.0.0/8",) if address.version == 4 and address.is_loopback else (host,)


def _look(start_url: str, contact: str, networks: tuple[str, ...], progress: Progress) -> SiteLook:
    profile = SiteProfile(
        name="init",
        start_urls=(start_url,),
        contact=contact,
        crawl=CrawlSettings(
            allow_private_addresses=networks,
            delay_s=0.0 if networks else 0.5,
            max_requests=_REQUESTS,
            max_minutes=_MINUTES,
            max_depth=2,
            retries=0,
            exclude=tuple(f"*.{suffix}" for suffix in _NOT_PAGES),
        ),
    )

    def tell(event: CrawlEvent) -> None:
        progress.advance(event.requests, _REQUESTS, event.url)

    progress.stage("look")
    with (
        tempfile.TemporaryDirectory(prefix="millesime-init-") as folder,
        Snapshot.open(Path(folder)) as snapshot,
    ):
        report = crawl_site(profile, snapshot, clock=_utc_now, on_event=tell)
        pages = tuple(_pages(snapshot))
        if not pages:
            raise SiteUnreachable(f"{start_url}: no page could be read; nothing was written")
        return SiteLook(start_url, pages, tuple(snapshot.urls()), tuple(report.notes))


def _pages(snapshot: Snapshot) -> Iterator[PageLook]:
    for source in snapshot.sources():
        if source.media_type == "text/html":
            document = read_html(source, snapshot.read_body(source.body_sha256))
            yield PageLook(source.url, document)


def _profile_lines(look: SiteLook, contact: str, networks: tuple[str, ...]) -> Iterator[str]:
    yield f"# A first profile for {look.start_url}, proposed by `millesime init`."
    yield "# Lines that start with # are proposals: read them, mend them, take the # away."
    yield ""
    yield f"name = {toml_string(_name(look))}"
    yield f"start_urls = [{toml_string(look.start_url)}]"
    if contact:
        yield f"contact = {toml_string(contact)}"
    else:
        yield f"contact = {toml_string(_PLACEHOLDER_CONTACT)}  # yours: the webmaster sees it"
    languages = _languages(look)
    yield f"languages = [{', '.join(map(toml_string, languages))}]"
    aliases = _aliases(look)
    if aliases:
        yield "# Other hosts that the site's pages link to most; take in those that are the site:"
        yield f"# aliases = [{', '.join(map(toml_string, aliases))}]"
    yield from _found_lines(look)
    yield from propose_authorities(look.pages)
    yield from propose_in_force(look.urls)
    if networks:
        yield ""
        yield "[crawl]"
        yield "# The site has a private address, which a crawl otherwise refuses to enter."
        yield f"allow_private_addresses = [{', '.join(map(toml_string, networks))}]"


def _found_lines(look: SiteLook) -> Iterator[str]:
    yield ""
    yield f"# Looked at {len(look.pages)} pages; {len(look.urls)} addresses are known so far."
    for note in look.notes[:5]:
        yield f"# {' '.join(note.split())}"


def _name(look: SiteLook) -> str:
    """The part that most titles share, else the home page's title."""
    parts = Counter(
        part for page in look.pages for part in set(title_parts(page.document.title or ""))
    )
    home = min(look.pages, key=lambda page: (page.url != look.start_url, len(page.url)))
    best, count = parts.most_common(1)[0] if parts else ("", 0)
    if count > 1 and count * 2 > len(look.pages):
        return best
    own = title_parts(home.document.title or home.document.h1 or "")
    return own[-1] if own else urlsplit(look.start_url).hostname or look.start_url


def title_parts(title: str) -> list[str]:
    """A page's title at its separators.

    >>> title_parts("Horaires – Commune de Brévanaz | Accueil")
    ['Horaires', 'Commune de Brévanaz', 'Accueil']
    """
    for sign in ("–", "—", "|", "·", "»", "::", " - "):
        title = title.replace(sign, "\n")
    return [part for line in title.split("\n") if (part := " ".join(line.split()))]


def _languages(look: SiteLook) -> list[str]:
    """The languages of the pages, the most frequent first; French when none is known."""
    counts = Counter(page.document.language for page in look.pages)
    return [code for code, _ in counts.most_common() if code and code in _SPOKEN] or ["fr"]


def _aliases(look: SiteLook) -> list[str]:
    """Hosts off the site whose name shares its main word: an old domain, another spelling."""
    own = urlsplit(look.start_url).hostname or ""
    word = _main_word(own)
    hosts = Counter(
        urlsplit(row.url).hostname or "" for row in look.urls if row.reason == "off_site"
    )
    return [host for host, _ in hosts.most_common() if len(word) > 3 and word in host][:5]


def _main_word(host: str) -> str:
    """The longest label of a host name that is not ``www`` or the top-level domain."""
    labels: Sequence[str] = unquote(host).removeprefix("www.").split(".")[:-1]
    return max(labels, key=len, default="")


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
