"""Which rule of the profile names a document: by URL glob, title pattern and kind."""

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from ingest.standing.facts import DocumentFacts, unaccented
from schemas.site.authority import AuthorityRule, StandingRule
from schemas.site.profile import SiteProfile


def names(rule: StandingRule, facts: DocumentFacts) -> bool:
    """Whether every given part of ``rule`` matches the document, under any of its URLs.

    Accents count for nothing: ``règlement`` names ``REGLEMENT.pdf`` and its NFD spelling.
    """
    if rule.kind is not None and rule.kind is not facts.kind:
        return False
    paths = {unquote(urlsplit(url).path) for url in (facts.url, *facts.aliases)}
    if rule.url is not None:
        glob = _glob(unaccented(unquote(rule.url)))
        if not any(glob.fullmatch(unaccented(path)) for path in paths):
            return False
    if rule.title is None:
        return True
    pattern = re.compile(unaccented(rule.title), re.IGNORECASE)
    texts = (*facts.titles, *(path.rstrip("/").rpartition("/")[2] for path in sorted(paths)))
    return any(pattern.search(unaccented(text)) for text in texts)


def first_naming(rules: tuple[StandingRule, ...], facts: DocumentFacts) -> StandingRule | None:
    """The first of ``rules`` that names the document."""
    return next((rule for rule in rules if names(rule, facts)), None)


def described(rule: StandingRule) -> str:
    """The rule as an operator would point at it.

    >>> described(StandingRule(url="/archives/*"))
    "url '/archives/*'"
    """
    if rule.name:
        return repr(rule.name)
    parts = (("url", rule.url), ("title", rule.title), ("kind", rule.kind and rule.kind.value))
    return ", ".join(f"{key} {value!r}" for key, value in parts if value is not None)


@lru_cache(maxsize=256)
def _glob(pattern: str) -> re.Pattern[str]:
    """``*`` crosses slashes, ``?`` is one character; everything else stands for itself."""
    signs = {"*": ".*", "?": "."}
    return re.compile("".join(signs.get(char) or re.escape(char) for char in pattern), re.DOTALL)


def authority_of(facts: DocumentFacts, profile: SiteProfile) -> AuthorityRule | None:
    """The authority rule that pins this page, under any of its URLs."""
    own_hosts = site_hosts(profile)
    keys = {_page_key(url, own_hosts) for url in (facts.url, *facts.aliases)}
    for rule in profile.authority:
        if _page_key(rule.url, own_hosts) in keys:
            return rule
    return None


def site_hosts(profile: SiteProfile) -> frozenset[str]:
    """Every host name that means this site, without ``www.``."""
    hosts = [urlsplit(url).hostname or "" for url in profile.start_urls]
    hosts += [urlsplit(f"//{alias}").hostname or alias for alias in profile.aliases]
    return frozenset(host.lower().removeprefix("www.") for host in hosts)


def _page_key(url: str, own_hosts: frozenset[str]) -> tuple[str, str, str]:
    """Host (empty for the site's own), decoded path without a final slash, and query."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower().removeprefix("www.")
    path = unquote(parts.path).rstrip("/") or "/"
    return "" if host in own_hosts else host, path, parts.query
