"""Which URLs belong to the crawl: hosts, patterns and the traps that sites set unknowingly."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from fnmatch import translate
from functools import cached_property
from urllib.parse import parse_qsl, urlsplit

from ingest.crawl.reasons import Reason
from schemas.site import CrawlSettings, SiteProfile
from schemas.urls import CanonicalUrl, SiteIdentity, canonicalize

_CALENDAR_PATH = re.compile(
    r"(?:agenda|calend|kalender|event|evenement|veranstalt|termin|manifestation|month|week|day)",
    re.IGNORECASE,
)
_DOCUMENT_SUFFIX = re.compile(r"\.(?:pdf|docx?|odt|rtf|xlsx?|pptx?|txt|zip)$", re.IGNORECASE)
_YEAR_MONTH = re.compile(
    r"(?<![0-9])((?:1[6-9]|2[0-9])[0-9]{2})(?:[-/_.]?(?:0?[1-9]|1[0-2]))?(?![0-9])"
)
_CALENDAR_PARAMETER = re.compile(
    r"(?:date|day|jour|month|mois|year|annee|week|semaine|from|to|start|end|monat|jahr|tag|cal)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a URL may be fetched; when not, by which rule and with which figure."""

    reason: Reason = Reason.NONE
    detail: str = ""

    def __bool__(self) -> bool:
        return self.reason is Reason.NONE


ALLOWED = Verdict()


@dataclass(frozen=True)
class Scope:
    """The rules of one profile on one day."""

    settings: CrawlSettings
    identity: SiteIdentity
    today: date

    @classmethod
    def of(cls, profile: SiteProfile, today: date) -> "Scope":
        """The scope that ``profile`` states."""
        identity = SiteIdentity.of(profile.start_urls, profile.aliases)
        return cls(profile.crawl, identity, today)

    def key(self, url: str) -> CanonicalUrl:
        """The canonical URL of ``url`` on this site; raises `ValueError`."""
        return canonicalize(url, site=self.identity)

    def judge(self, url: CanonicalUrl) -> Verdict:
        """What the URL alone decides; the first rule that refuses is named.

        >>> scope = Scope(CrawlSettings(), SiteIdentity.of(["http://a.example"]), date(2026, 1, 1))
        >>> scope.judge(canonicalize("http://a.example/x/x/x/x/")).reason.value
        'repeated_segments'
        >>> bool(scope.judge(canonicalize("http://a.example/agenda/2026/02")))
        True
        """
        if not self.identity.holds(url):
            return Verdict(Reason.OFF_SITE, urlsplit(url).netloc)
        parts = urlsplit(url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        for rule in (self._patterns, self._size, self._calendar):
            if not (verdict := rule(url, parts.path, parts.query, target)):
                return verdict
        return ALLOWED

    def _patterns(self, _url: str, _path: str, _query: str, target: str) -> Verdict:
        if self._excluded.fullmatch(target):
            return Verdict(Reason.EXCLUDED, "a pattern of crawl.exclude")
        if self.settings.include and not self._included.fullmatch(target):
            return Verdict(Reason.NOT_INCLUDED, "no pattern of crawl.include")
        return ALLOWED

    def _size(self, url: str, path: str, query: str, _target: str) -> Verdict:
        settings = self.settings
        if len(url) > settings.max_url_chars:
            return Verdict(Reason.URL_LENGTH, f"{len(url)} characters")
        segment, times = (
            Counter(filter(None, path.split("/"))).most_common(1)[0] if path.strip("/") else ("", 0)
        )
        if times > settings.max_repeated_segments:
            return Verdict(Reason.REPEATED_SEGMENTS, f"{segment!r} stands {times} times")
        parameters = query.count("&") + 1 if query else 0
        if parameters > settings.max_query_parameters:
            return Verdict(Reason.QUERY_PARAMETERS, f"{parameters} parameters")
        return ALLOWED

    def _calendar(self, _url: str, path: str, query: str, _target: str) -> Verdict:
        """A page of a calendar whose date lies outside the window; never a document."""
        if _DOCUMENT_SUFFIX.search(path):
            return ALLOWED
        dated = [v for k, v in parse_qsl(query) if _CALENDAR_PARAMETER.search(k)]
        if _CALENDAR_PATH.search(path):
            dated += [path, *(value for _, value in parse_qsl(query))]
        first = self.today.year - self.settings.calendar_years_back
        last = self.today.year + self.settings.calendar_years_ahead
        for text in dated:
            for found in _YEAR_MONTH.finditer(text):
                if not first <= int(found[1]) <= last:
                    return Verdict(Reason.CALENDAR, f"{found[1]} is outside {first} to {last}")
        return ALLOWED

    def is_rendered(self, url: str) -> bool:
        """Whether the profile has the page at ``url`` rendered in a browser."""
        return bool(self.settings.render and self._rendered.fullmatch(urlsplit(url).path or "/"))

    @cached_property
    def _excluded(self) -> re.Pattern[str]:
        return _any_of(self.settings.exclude)

    @cached_property
    def _included(self) -> re.Pattern[str]:
        return _any_of(self.settings.include)

    @cached_property
    def _rendered(self) -> re.Pattern[str]:
        return _any_of(self.settings.render)


def _any_of(globs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, globs)) or r"(?!)")


def template_of(url: str) -> str:
    """``url`` with every number replaced: pages of one calendar or gallery share it.

    >>> template_of("http://a.example/agenda/2026/11?page=3")
    'http://a.example/agenda/N/N?page=N'
    """
    origin, slash, rest = url.partition("://")
    host, sep, path = rest.partition("/")
    return f"{origin}{slash}{host}{sep}{_NUMBERS.sub('N', path)}"


def grows(url: str, parent: str) -> bool:
    """Whether ``url`` is ``parent`` with a longer query: one step of an endless filter.

    >>> grows("http://a.example/s?f=a&g=b", "http://a.example/s?f=a")
    True
    """
    mine, theirs = urlsplit(url), urlsplit(parent)
    same = (mine.netloc, mine.path) == (theirs.netloc, theirs.path)
    return same and len(mine.query) > len(theirs.query) > 0
