"""One question to a server and its answer, as values: what may be asked, what came back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ingest.crawl.bodies import Body
from ingest.crawl.reasons import Reason

BodyLimit = Callable[[str], int]
"""Largest body in bytes for a media type; 0 refuses the type."""


@dataclass(frozen=True, slots=True)
class Request:
    """One GET. ``url`` is as found; validators make it conditional."""

    url: str
    limit: BodyLimit
    etag: str = ""
    last_modified: str = ""
    timeout_s: float = 60.0
    accept: str = "text/html,application/xhtml+xml,application/pdf,*/*;q=0.8"


@dataclass(slots=True)
class Answer:
    """What came back for one request, or why nothing did."""

    url: str
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case; repeated fields joined by a comma."""
    body: Body | None = None
    media_type: str = ""
    """As sniffed."""
    seconds: float = 0.0
    reason: Reason = Reason.NONE
    """Set when the request itself failed or was refused."""
    detail: str = ""
    sets_cookie: bool = False
    is_partial: bool = False
    """Of a rendered page: whether data that its scripts asked for were refused."""

    @property
    def declared_media_type(self) -> str:
        """Media type of the Content-Type header, lower case."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def declared_charset(self) -> str:
        """Charset of the Content-Type header."""
        for parameter in self.headers.get("content-type", "").split(";")[1:]:
            name, _, value = parameter.partition("=")
            if name.strip().lower() == "charset":
                return value.strip().strip("\"'")[:40]
        return ""

    def close(self) -> None:
        """Drop the body."""
        if self.body is not None:
            self.body.close()
