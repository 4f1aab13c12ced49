"""What one answer makes of one URL: the state machine of the ledger, as a pure function.

seen -> taken -> missing -> gone | moved | refused(reason); `withdrawn` is set elsewhere.
Only `close_absences` deletes, and it is called at the end of complete crawls only.
"""

from dataclasses import dataclass, replace

from ingest.crawl.page import PageFacts
from ingest.crawl.reasons import AT_ONCE, KEEPING, Reason, UrlState
from ingest.crawl.records import UrlRecord

CRAWLS_UNTIL_GONE = 2

_REFUSING = (Reason.CLIENT_ERROR, Reason.BLANK, Reason.RENDERER_MISSING)
"""Of the reasons that leave a document as it was, those that refuse what was none yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one visit, retries and redirects included."""

    status: int | None
    reason: Reason = Reason.NONE
    detail: str = ""
    final_url: str = ""
    own_url: str = ""
    """The final URL when it is only another spelling of the one asked (http, www, an alias)."""
    sha256: str = ""
    body_bytes: int = 0
    wire_bytes: int = 0
    media_type: str = ""
    declared_type: str = ""
    charset: str = ""
    etag: str = ""
    last_modified: str = ""
    page: PageFacts | None = None
    moved_to: str = ""
    """Target (as found) of a permanent redirect."""
    seconds: float = 0.0
    was_conditional: bool = False

    @property
    def is_unchanged(self) -> bool:
        """Whether the server said 304."""
        return self.status == 304


@dataclass(frozen=True, slots=True)
class Visit:
    """When and within which crawl and run a URL was asked."""

    now: float
    crawl_id: int
    run_id: int


def settle(record: UrlRecord, outcome: Outcome, visit: Visit) -> UrlRecord:
    """The record after the visit. Links and identity of targets are the caller's business."""
    asked = replace(
        record,
        crawl_id=visit.crawl_id,
        run_id=visit.run_id,
        status=outcome.status,
        lastmod_read=record.sitemap_lastmod,
    )
    if outcome.is_unchanged:
        return _confirmed(asked, visit)
    if outcome.reason is Reason.NONE:
        return _taken(asked, outcome, visit)
    return _refused(replace(asked, reason=outcome.reason, detail=outcome.detail), visit, outcome)


def _confirmed(record: UrlRecord, visit: Visit) -> UrlRecord:
    """304: seen, unchanged. A page that was missing is back."""
    is_back = record.state is UrlState.MISSING
    return replace(
        record,
        state=UrlState.TAKEN if is_back else record.state,
        reason=record.reason if record.state is UrlState.REFUSED else Reason.NONE,
        detail=record.detail if record.state is UrlState.REFUSED else "",
        missing_count=0,
        missing_crawl=None,
        checked_at=visit.now,
        unchanged_count=record.unchanged_count + 1,
    )


def _taken(record: UrlRecord, outcome: Outcome, visit: Visit) -> UrlRecord:
    is_same = outcome.sha256 == record.sha256
    page = outcome.page
    fetch_url = outcome.own_url or record.fetch_url
    # Behind a redirect to another page the validators are that page's.
    is_redirected = outcome.final_url not in ("", fetch_url)
    found = replace(
        record,
        fetch_url=fetch_url,
        state=UrlState.TAKEN,
        reason=Reason.NONE,
        detail=outcome.detail,
        target_id=None,
        missing_count=0,
        missing_crawl=None,
        etag="" if is_redirected else outcome.etag,
        last_modified="" if is_redirected else outcome.last_modified,
        sha256=outcome.sha256,
        body_bytes=outcome.body_bytes,
        media_type=outcome.media_type,
        declared_type=outcome.declared_type,
        charset=outcome.charset,
        final_url=outcome.final_url,
        fetched_at=record.fetched_at if is_same and record.fetched_at else visit.now,
        checked_at=visit.now,
        full_read_at=visit.now,
        unchanged_count=record.unchanged_count + 1 if is_same else 0,
    )
    return found if page is None else _described(found, page)


def _described(record: UrlRecord, page: PageFacts) -> UrlRecord:
    return replace(
        record,
        title=page.title,
        h1=page.h1,
        language=page.language,
        text_sha256=page.text_sha256,
        word_count=page.word_count,
        link_count=len(page.links),
        mojibake=page.mojibake,
    )


def _refused(record: UrlRecord, visit: Visit, outcome: Outcome) -> UrlRecord:
    reason = record.reason
    if record.is_live and reason not in AT_ONCE:
        if reason in KEEPING:
            return record
        return replace(record, state=UrlState.MISSING, missing_crawl=visit.crawl_id)
    if reason in (Reason.NOT_FOUND, Reason.GONE):
        if record.state is UrlState.GONE:
            return record
        return replace(record, state=UrlState.MISSING, sha256="", missing_crawl=visit.crawl_id)
    if reason is Reason.MOVED:
        return replace(record, state=UrlState.MOVED, sha256="")
    if reason in KEEPING and reason not in _REFUSING:
        return record
    # A noindex page is still asked politely: its validators are kept, its body is not.
    return replace(
        record,
        state=UrlState.REFUSED,
        sha256="",
        etag=outcome.etag,
        last_modified=outcome.last_modified,
        checked_at=visit.now,
        full_read_at=visit.now,
        missing_count=0,
        missing_crawl=None,
    )


def close_absences(record: UrlRecord, *, crawl_id: int, target_is_live: bool) -> UrlRecord:
    """The record after a *complete* crawl: absence counts, and in the second one it leaves."""
    if record.state is not UrlState.MISSING or record.missing_crawl != crawl_id:
        return record
    if record.reason is Reason.MOVED and target_is_live:
        return moved(record)
    count = record.missing_count + 1
    counted = replace(record, missing_count=count, missing_crawl=None)
    if count < CRAWLS_UNTIL_GONE:
        return counted
    is_absent = record.reason in (Reason.NOT_FOUND, Reason.GONE, Reason.MOVED)
    state = UrlState.GONE if is_absent else UrlState.REFUSED
    return replace(counted, state=state, sha256="", etag="", last_modified="")


def moved(record: UrlRecord) -> UrlRecord:
    """The record once the target of its permanent redirect has been taken."""
    return replace(
        record, state=UrlState.MOVED, sha256="", etag="", missing_count=0, missing_crawl=None
    )
