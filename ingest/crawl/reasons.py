"""Why a URL is where it is: every state and every reason, by name."""

from enum import StrEnum


class UrlState(StrEnum):
    """Where a URL stands in the ledger."""

    SEEN = "seen"
    """Met, allowed, not fetched with success yet."""
    TAKEN = "taken"
    """Served with a body that became a source document."""
    MISSING = "missing"
    """Answered 404 or 410 (or like it) in fewer than two complete crawls; still served."""
    GONE = "gone"
    """Missing in two complete crawls."""
    MOVED = "moved"
    """Redirected for good (301, 308); its target carries the identity."""
    REFUSED = "refused"
    """A rule keeps it out; the reason names the rule."""
    WITHDRAWN = "withdrawn"
    """Purged by the operator; stays out."""


class Reason(StrEnum):
    """The rule behind a state. The names are stable: reports and operators rely on them."""

    NONE = ""
    # Scope and traps: never fetched.
    OFF_SITE = "off_site"
    SCHEME = "scheme"
    BAD_URL = "bad_url"
    EXCLUDED = "excluded"
    NOT_INCLUDED = "not_included"
    ROBOTS = "robots"
    NOFOLLOW = "nofollow"
    URL_LENGTH = "url_length"
    DEPTH = "depth"
    REPEATED_SEGMENTS = "repeated_segments"
    QUERY_PARAMETERS = "query_parameters"
    QUERY_GROWTH = "query_growth"
    URLS_PER_TEMPLATE = "urls_per_template"
    CALENDAR = "calendar"
    MAX_URLS = "max_urls"
    WITHDRAWN = "withdrawn"
    # The door: refused while fetching.
    ADDRESS = "address"
    PORT = "port"
    TOO_LARGE = "too_large"
    CONTENT_ENCODING = "content_encoding"
    MEDIA_TYPE = "media_type"
    REDIRECT_LOOP = "redirect_loop"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    REDIRECT_OFF_SITE = "redirect_off_site"
    REDIRECT_REFUSED = "redirect_refused"
    # What came back is not a document.
    NOINDEX = "noindex"
    HTML_UNDER_PDF = "html_under_pdf"
    LOGIN_WALL = "login_wall"
    EMPTY_SHELL = "empty_shell"
    SOFT_404 = "soft_404"
    META_REFRESH = "meta_refresh"
    BLANK = "blank"
    CLIENT_ERROR = "client_error"
    RENDERER_MISSING = "renderer_missing"
    # Errors: asked again, delete nothing.
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    BAD_RESPONSE = "bad_response"
    TRUNCATED = "truncated"
    SERVER_ERROR = "server_error"
    RATE_LIMITED = "rate_limited"
    HOST_UNAVAILABLE = "host_unavailable"
    RENDER_FAILED = "render_failed"
    # Evidence of absence.
    NOT_FOUND = "not_found"
    GONE = "gone"
    REDIRECT_HOME = "redirect_home"
    # Identity.
    MOVED = "moved"
    CANONICAL = "canonical"
    SAME_CONTENT = "same_content"
    TWIN = "twin"
    PRINT_VERSION = "print_version"


ERRORS = frozenset(
    {
        Reason.TIMEOUT,
        Reason.CONNECTION,
        Reason.BAD_RESPONSE,
        Reason.TRUNCATED,
        Reason.SERVER_ERROR,
        Reason.RATE_LIMITED,
        Reason.HOST_UNAVAILABLE,
        Reason.RENDER_FAILED,
    }
)
"""Reasons that say nothing about the document: asked again, and they delete nothing."""

RETRIED = ERRORS - {Reason.HOST_UNAVAILABLE, Reason.RENDER_FAILED}
"""Errors for which the same run asks again."""

KEEPING = ERRORS | {Reason.CLIENT_ERROR, Reason.BLANK, Reason.RENDERER_MISSING}
"""Reasons for which a document that was taken stays as it was, however often they come."""

AT_ONCE = frozenset(
    {
        Reason.NOINDEX,
        Reason.ROBOTS,
        Reason.EXCLUDED,
        Reason.NOT_INCLUDED,
        Reason.OFF_SITE,
        Reason.META_REFRESH,
        Reason.WITHDRAWN,
    }
)
"""Reasons for which a document that was taken leaves at once: somebody said so."""

# For every other reason a document that was taken leaves after two complete crawls.
