"""What a final answer means: a document, a page in disguise, an absence or an error."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from ingest.crawl.exchange import Answer
from ingest.crawl.markup import parsing_risk
from ingest.crawl.page import PageFacts, parse_directives, read_page
from ingest.crawl.reasons import Reason
from ingest.crawl.settling import Outcome
from ingest.crawl.sniffing import KINDS, OLE, ZIP, settled_media_type
from ingest.crawl.walking import Walk

_PROMISES_DOCUMENT = re.compile(r"\.(?:pdf|docx?|odt|rtf)$", re.IGNORECASE)
_LOGIN_PATH = re.compile(
    r"/(?:log-?in|sign-?in|connexion|anmelden|anmeldung|accesso|wp-login\.php|user/login)(?:[/.]|$)",
    re.IGNORECASE,
)
_HTML = "text/html"
_MAX_LOGIN_WORDS = 150
_MAX_APOLOGY_WORDS = 50


@dataclass(frozen=True, slots=True)
class NotFoundPage:
    """How this site says "not found" with status 200, learnt from a path that cannot exist."""

    title: str
    h1: str
    text_sha256: str
    word_count: int

    def is_like(self, page: PageFacts) -> bool:
        """Same words; or the same title *and* heading, with nearly as many words."""
        if page.text_sha256 == self.text_sha256:
            return True
        same = bool(self.h1) and (page.title, page.h1) == (self.title, self.h1)
        return same and abs(page.word_count - self.word_count) <= max(8, self.word_count // 10)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, for the rules that compare the answer with it."""

    url: str
    is_home: Callable[[str], bool]
    """Whether a URL is the home page or a start page, in any spelling."""
    not_found: NotFoundPage | None = None
    was_conditional: bool = False

    def fell_to_home(self, target: str) -> bool:
        """Whether a redirect to ``target`` gave up a deeper page for the home page."""
        return self.is_home(target) and not self.is_home(self.url)


def judge_walk(walk: Walk, asked: Asked) -> Outcome:
    """The outcome of a walk; the body is read here, and only if it is a page or a container."""
    answer = walk.answer
    if walk.moved_to:
        if asked.fell_to_home(walk.moved_to):
            return _failed(answer, Reason.REDIRECT_HOME, f"status {answer.status}")
        return Outcome(answer.status, Reason.MOVED, walk.moved_to, moved_to=walk.moved_to)
    if walk.reason is not Reason.NONE:
        return _failed(answer, walk.reason, walk.detail)
    if answer.reason is not Reason.NONE:
        return _failed(answer, answer.reason, answer.detail)
    if answer.status == 304 and asked.was_conditional:
        return Outcome(304, was_conditional=True, seconds=answer.seconds)
    if answer.status != 200:
        return _failed(answer, *_status_reason(answer.status))
    if walk.hops and asked.fell_to_home(answer.url):
        return _failed(answer, Reason.REDIRECT_HOME, "a temporary redirect to the home page")
    return _judge_body(walk, asked)


def _status_reason(status: int | None) -> tuple[Reason, str]:
    detail = f"status {status}"
    if status == 404:
        return Reason.NOT_FOUND, detail
    if status in (410, 451):
        return Reason.GONE, detail
    if status == 429:
        return Reason.RATE_LIMITED, detail
    if status is not None and (status >= 500 or status in (408, 425)):
        return Reason.SERVER_ERROR, detail
    if status is not None and 400 <= status < 500:
        return Reason.CLIENT_ERROR, detail
    return Reason.BAD_RESPONSE, detail


def _failed(answer: Answer, reason: Reason, detail: str) -> Outcome:
    return Outcome(answer.status, reason, detail, seconds=answer.seconds)


def _judge_body(walk: Walk, asked: Asked) -> Outcome:
    answer = walk.answer
    body = answer.body
    if body is None:
        return _failed(answer, Reason.BAD_RESPONSE, "no body")
    media_type = answer.media_type
    if media_type in (ZIP, OLE):
        media_type = settled_media_type(media_type, body.file)
    page: PageFacts | None = None
    if media_type == _HTML:
        content = body.read()
        if risk := parsing_risk(content):
            return _failed(answer, Reason.TOO_LARGE, risk)
        page = read_page(content, url=answer.url, declared_charset=answer.declared_charset)
    reason, detail = _body_reason(media_type, page, walk, asked)
    return Outcome(
        status=200,
        reason=reason,
        detail=detail,
        final_url=answer.url,
        sha256=body.sha256,
        body_bytes=body.size,
        wire_bytes=body.wire_bytes,
        media_type=media_type,
        declared_type=answer.declared_media_type,
        charset=answer.declared_charset,
        etag=answer.headers.get("etag", ""),
        last_modified=answer.headers.get("last-modified", ""),
        page=page,
        seconds=answer.seconds,
        was_conditional=asked.was_conditional,
    )


def _body_reason(
    media_type: str, page: PageFacts | None, walk: Walk, asked: Asked
) -> tuple[Reason, str]:
    if media_type not in KINDS:
        return Reason.MEDIA_TYPE, media_type
    if "noindex" in _header_directives(walk.answer):
        return Reason.NOINDEX, "X-Robots-Tag"
    if page is None:
        size = walk.answer.body.size if walk.answer.body else 0
        return (Reason.NONE, "") if size else (Reason.BLANK, "no bytes")
    if _PROMISES_DOCUMENT.search(urlsplit(asked.url).path):
        return Reason.HTML_UNDER_PDF, page.title[:200]
    return _page_reason(page, walk, asked)


def _page_reason(page: PageFacts, walk: Walk, asked: Asked) -> tuple[Reason, str]:
    """The first thing that makes a page no document; an ordered table."""
    is_login_url = walk.hops > 0 and bool(_LOGIN_PATH.search(urlsplit(walk.answer.url).path))
    asks_password = page.has_password_field and page.word_count < _MAX_LOGIN_WORDS
    is_soft_404 = (
        asked.not_found is not None
        and asked.not_found.is_like(page)
        and not asked.is_home(asked.url)
    )
    ladder = (
        (page.is_too_deep, Reason.TOO_LARGE, "elements nested too deep"),
        (bool(page.refresh_url), Reason.META_REFRESH, page.refresh_url),
        ("noindex" in page.directives, Reason.NOINDEX, "meta robots"),
        (is_soft_404, Reason.SOFT_404, "like the answer to a path that does not exist"),
        (is_login_url or asks_password, Reason.LOGIN_WALL, page.title[:200]),
        (page.is_empty_shell, Reason.EMPTY_SHELL, f"scripts and {page.word_count} words"),
        (page.word_count == 0 and not page.links, Reason.BLANK, "no word and no link"),
    )
    return next(((reason, detail) for holds, reason, detail in ladder if holds), (Reason.NONE, ""))


def _header_directives(answer: Answer) -> frozenset[str]:
    """X-Robots-Tag, several headers joined; one that names another agent is not for us."""
    value = answer.headers.get("x-robots-tag", "")
    found: set[str] = set()
    for_us = True
    for part in value.split(","):
        agent, colon, rest = part.partition(":")
        names_agent = bool(colon) and agent.strip().lower() != "unavailable_after"
        if names_agent:
            for_us = agent.strip().lower() == "millesime"
        if for_us:
            found |= parse_directives(rest if names_agent else part)
    return frozenset(found)


def stays_empty(before: Outcome, after: Outcome, *, is_partial: bool) -> bool:
    """Whether rendering gave a shell no words; or few, when data were kept from it."""
    if before.reason is not Reason.EMPTY_SHELL or before.page is None or after.page is None:
        return False
    is_same = before.page.text_sha256 == after.page.text_sha256
    return is_same or (is_partial and after.page.word_count < _MAX_APOLOGY_WORDS)


def follows_links(outcome: Outcome) -> bool:
    """Whether the links of the page are followed: not from error pages in disguise."""
    return outcome.page is not None and outcome.reason in (
        Reason.NONE,
        Reason.NOINDEX,
        Reason.META_REFRESH,
        Reason.HTML_UNDER_PDF,
        Reason.EMPTY_SHELL,
    )
