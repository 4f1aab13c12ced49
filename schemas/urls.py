"""The identity of a page: a canonical URL, used as a key and never fetched.

A server may answer the canonical form differently (or not at all), so the URL that is
fetched is always the one that was found. Canonicalising twice changes nothing.
"""

import re
import string
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NewType, Self
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit

import idna

CanonicalUrl = NewType("CanonicalUrl", str)
"""An absolute URL that passed through `canonicalize`: nothing else makes one."""

DEFAULT_PORTS: Mapping[str, int] = {"http": 80, "https": 443}

# RFC 3986, 2.2 and 2.3, plus what a path or query carries unescaped.
_UNRESERVED = frozenset(string.ascii_letters + string.digits + "-._~")
_PATH_SAFE = "-._~!$&'()*+,;=:@/"
_QUERY_SAFE = "-._~!$'()*,;:@/?"

# WHATWG URL, 4.4: leading and trailing C0 controls and spaces, then tabs and newlines inside.
_STRIPPED = "".join(map(chr, range(0x21)))
_INNER_BREAKS = re.compile(r"[\t\r\n]")

_TRACKING = re.compile(
    r"(?:utm_\w+|mtm_\w+|pk_(?:campaign|kwd|keyword|source|medium|content|cid)|piwik_\w+|hsa_\w+|"
    r"fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|igshid|twclid|ttclid|"
    r"mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|_openstat|at_campaign|at_medium|xtor)",
    re.ASCII | re.IGNORECASE,
)
_SESSION = re.compile(
    r"(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|zenid|oscsid|"
    r"sessionid|session_id)",
    re.ASCII | re.IGNORECASE,
)
# ``sid`` is a session in some systems and the number of a page in others: the value tells.
_MAYBE_SESSION = re.compile(r"(?:sid|s|sess|session)", re.ASCII | re.IGNORECASE)
_SESSION_VALUE = re.compile(r"(?=.*[0-9])[0-9A-Za-z,-]{16,}", re.ASCII)
_PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;?]*", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SiteIdentity:
    """The hosts that are one site, and the origin that stands for each of them.

    >>> site = SiteIdentity.of(["https://commune.example/"], ["www.old-commune.example"])
    >>> site.origins["www.commune.example"], site.origins["www.old-commune.example"]
    ('https://commune.example', 'https://commune.example')
    """

    origins: Mapping[str, str] = field(default_factory=dict)
    """Host (with its port when it has one) to ``scheme://host``."""

    @classmethod
    def of(cls, start_urls: Iterable[str], aliases: Iterable[str] = ()) -> Self:
        """The identity that the start URLs and the aliases state; the first start URL leads."""
        origins: dict[str, str] = {}
        for url in start_urls:
            parts = urlsplit(canonicalize(url))
            for twin in (parts.netloc, _www_twin(parts.netloc)):
                origins.setdefault(twin, f"{parts.scheme}://{parts.netloc}")
        first = next(iter(origins.values()), "")
        for alias in aliases:
            host = alias.split("://")[-1].strip("/")
            netloc = urlsplit(canonicalize(f"http://{host}/")).netloc
            origins.setdefault(netloc, first)
        return cls(origins)

    def holds(self, url: str) -> bool:
        """Whether ``url`` (canonical) lies on one of the site's hosts."""
        return urlsplit(url).netloc in self.origins


def canonicalize(url: str, *, site: SiteIdentity | None = None) -> CanonicalUrl:
    """The key under which ``url`` is known; raises `ValueError` if it is not an http(s) URL.

    >>> canonicalize("HTTP://WWW.Example.ch:80/a/../%7Epv/r%c3%a9sum%C3%A9.pdf?utm_source=x#p2")
    'http://www.example.ch/~pv/r%C3%A9sum%C3%A9.pdf'
    >>> canonicalize("https://example.ch/a;jsessionid=1F?b=2&a=1&b=2&PHPSESSID=0")
    'https://example.ch/a?a=1&b=2'
    >>> canonicalize("https://www.example.ch", site=SiteIdentity.of(["http://example.ch"]))
    'http://example.ch/'
    """
    parts = _split(url)
    netloc = _netloc(parts)
    origin = site.origins.get(netloc) if site else None
    path = _canonical_path(parts.path)
    query = _canonical_query(parts.query)
    return CanonicalUrl(
        f"{origin or f'{parts.scheme}://{netloc}'}{path}{f'?{query}' if query else ''}"
    )


def wire_url(url: str) -> str:
    """``url`` as it is sent: as found, with only what HTTP cannot carry percent-encoded.

    >>> wire_url(" http://example.ch/Procès verbal.pdf#page=2")
    'http://example.ch/Proc%C3%A8s%20verbal.pdf'
    """
    parts = _split(url)
    # "%" is kept: what is already encoded stays exactly as it was found (NFD names too).
    path = quote(parts.path.replace("\\", "/"), safe=_PATH_SAFE + "%") or "/"
    query = quote(parts.query, safe=_QUERY_SAFE + "&=+%")
    return f"{parts.scheme}://{_netloc(parts)}{path}{f'?{query}' if query else ''}"


def _split(url: str) -> SplitResult:
    text = _INNER_BREAKS.sub("", url.strip(_STRIPPED))
    parts = urlsplit(text.replace("\\", "/", 3) if "\\" in text[:9] else text)
    if parts.scheme not in DEFAULT_PORTS:
        raise ValueError(f"only http and https are crawled, got {parts.scheme!r}")
    if not parts.hostname:
        raise ValueError(f"a URL needs a host, got {url!r}")
    return parts


def _netloc(parts: SplitResult) -> str:
    host = _host(parts.hostname or "")
    port = parts.port
    return host if port in (None, DEFAULT_PORTS[parts.scheme]) else f"{host}:{port}"


def _host(name: str) -> str:
    """``name`` in lower case and ASCII (IDNA 2008 with the mapping of UTS 46)."""
    if ":" in name:
        return f"[{name}]"
    text = unquote_to_bytes(name).decode("utf-8", "replace").rstrip(".")
    try:
        ascii_name = text if text.isascii() else idna.encode(text, uts46=True).decode("ascii")
    except idna.IDNAError as error:
        raise ValueError(f"not a host name: {name!r}") from error
    if not re.fullmatch(r"[a-z0-9._-]+", ascii_name.lower(), re.ASCII):
        raise ValueError(f"not a host name: {name!r}")
    return ascii_name.lower()


def _www_twin(netloc: str) -> str:
    if re.fullmatch(r"[0-9.]+(?::[0-9]+)?|\[.*|localhost.*", netloc, re.ASCII):
        return netloc
    return netloc.removeprefix("www.") if netloc.startswith("www.") else f"www.{netloc}"


def _canonical_path(path: str) -> str:
    text = _normal_escapes(path.replace("\\", "/"), safe=_PATH_SAFE)
    bare = _PATH_SESSION.sub("", text)
    while bare != text:
        text, bare = bare, _PATH_SESSION.sub("", bare)
    return _without_dot_segments(bare) or "/"


def _without_dot_segments(path: str) -> str:
    """RFC 3986, 5.2.4, on an absolute path."""
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments[1:]:
        if segment == "..":
            kept[-1:] = []
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _canonical_query(query: str) -> str:
    pairs = {
        (name, value, sign)
        for pair in query.split("&")
        if pair
        for name, sign, value in [_normal_pair(pair)]
        if not _is_noise(name, value)
    }
    return "&".join(f"{name}{sign}{value}" for name, value, sign in sorted(pairs))


def _normal_pair(pair: str) -> tuple[str, str, str]:
    name, sign, value = pair.replace("+", "%20").partition("=")
    safe = _QUERY_SAFE + "="
    return _normal_escapes(name, safe=_QUERY_SAFE), sign, _normal_escapes(value, safe=safe)


def _is_noise(name: str, value: str) -> bool:
    if _TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return True
    return bool(_MAYBE_SESSION.fullmatch(name) and _SESSION_VALUE.fullmatch(value))


def _normal_escapes(text: str, *, safe: str) -> str:
    """Percent-encoding with one spelling: decoded where possible, NFC, upper-case hex.

    An escaped reserved character (``%2F``) is not the same as the bare one and stays.
    """
    pieces = re.split(r"((?:%[0-9A-Fa-f]{2})+)", text)
    joined = "".join(
        _decoded(piece) if index % 2 else piece.replace("%", "%25")
        for index, piece in enumerate(pieces)
    )
    return quote(unicodedata.normalize("NFC", joined), safe=safe + "%", errors="surrogatepass")


def _decoded(run: str) -> str:
    """A run of escapes as text where that is unambiguous, else as upper-case escapes."""
    octets = unquote_to_bytes(run)
    try:
        text = octets.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(f"%{octet:02X}" for octet in octets)
    return "".join(
        f"%{ord(char):02X}" if char.isascii() and char not in _UNRESERVED else char for char in text
    )
