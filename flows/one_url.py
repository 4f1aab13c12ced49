"""One URL of a site, as an operator types it: absolute, or a path; unknown ones get a hint."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from urllib.parse import unquote, urljoin, urlsplit

from flows.workspace import Workspace
from ingest.crawl import Snapshot
from schemas.errors import NoIndex
from schemas.resource import SourceDocument
from schemas.site import SiteProfile
from schemas.urls import CanonicalUrl, SiteIdentity, canonicalize

_SUGGESTED = 5


def crawled_snapshot(workspace: Workspace) -> Snapshot:
    """The snapshot of the site; raises `NoIndex` when the site was never crawled."""
    if not (workspace.snapshot_dir / "ledger.sqlite").exists():
        raise NoIndex(
            f"{workspace.snapshot_dir}: nothing was crawled yet; "
            f"run `millesime index {workspace.profile_path.name}`"
        )
    return Snapshot.open(workspace.snapshot_dir)


def url_on_site(profile: SiteProfile, typed: str) -> CanonicalUrl:
    """The canonical URL of ``typed``: an absolute URL, or a path on the site.

    >>> profile = SiteProfile(name="X", start_urls=("http://a.example/",), contact="it@a.example")
    >>> url_on_site(profile, "mairie?b=2&a=1"), url_on_site(profile, "http://a.example")
    ('http://a.example/mairie?a=1&b=2', 'http://a.example/')

    Raises `NoIndex` when it is no web address.
    """
    identity = SiteIdentity.of(profile.start_urls, profile.aliases)
    try:
        return canonicalize(urljoin(profile.start_urls[0], typed), site=identity)
    except ValueError as error:
        raise NoIndex(f"{typed!r} is no web address ({error})") from error


def source_at(snapshot: Snapshot, url: str) -> SourceDocument | None:
    """The live document at ``url`` or with this alias."""
    sources = snapshot.sources()
    return next((each for each in sources if url == each.url or url in each.aliases), None)


def unknown_url(url: str, known: Iterable[str]) -> NoIndex:
    """The error for a URL that was never met, with the nearest ones that were."""
    near = nearest_urls(url, known)
    hint = "; did you mean " + " or ".join(near) + "?" if near else ""
    return NoIndex(f"{url} was never met on the site{hint}")


def nearest_urls(url: str, known: Iterable[str]) -> list[str]:
    """Up to five of ``known`` whose path holds the last word of ``url``, or is nearly its path.

    >>> nearest_urls("http://a.example/municipalit", ["http://a.example/municipalite",
    ...     "http://a.example/dechets"])
    ['http://a.example/municipalite']
    """
    wanted = _path(url)
    name = wanted.rstrip("/").rpartition("/")[2]
    scored = []
    for other in known:
        path = _path(other)
        score = SequenceMatcher(None, wanted, path, autojunk=False).ratio()
        if (len(name) > 2 and name in path) or score > 0.75:
            scored.append((-score, other))
    return [other for _, other in sorted(scored)[:_SUGGESTED]]


def _path(url: str) -> str:
    parts = urlsplit(url)
    return unquote(f"{parts.path}?{parts.query}" if parts.query else parts.path).lower()
