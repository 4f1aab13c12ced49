"""Known URLs judged anew after the rules changed: new refusals act at once, old ones may end."""

import hashlib
from dataclasses import replace
from urllib.parse import urlsplit

from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import UrlRecord
from ingest.crawl.session import Session

_RULES_VERSION = "1"
"""Raised when the code judges URLs differently."""

_UNPARSED = frozenset({Reason.BAD_URL, Reason.SCHEME})
_REVOCABLE = frozenset(
    {
        Reason.ROBOTS,
        Reason.OFF_SITE,
        Reason.EXCLUDED,
        Reason.NOT_INCLUDED,
        Reason.URL_LENGTH,
        Reason.DEPTH,
        Reason.REPEATED_SEGMENTS,
        Reason.QUERY_PARAMETERS,
        Reason.QUERY_GROWTH,
        Reason.CALENDAR,
    }
)
"""Refusals that end when the rule no longer applies."""


def judge_known_urls(session: Session) -> None:
    """Judge every known URL, unless nothing changed since the last time."""
    fingerprint = _fingerprint(session)
    runs, ledger = session.snapshot.runs, session.snapshot.ledger
    if runs.rules() == fingerprint:
        return
    with ledger.transaction():
        for record in list(ledger.all()):
            judged = _judged(record, session)
            if judged is not record:
                ledger.save(judged)
        runs.note_rules(session.recorder.crawl_id, fingerprint)


def _fingerprint(session: Session) -> str:
    """Of everything that decides about a URL: profile, robots.txt, withdrawals, the year."""
    scope = session.visitor.scope
    connection = session.snapshot.ledger.connection
    robots = connection.execute("SELECT origin, body FROM robots ORDER BY origin").fetchall()
    patterns = connection.execute("SELECT pattern FROM withdrawal ORDER BY pattern").fetchall()
    parts = (
        _RULES_VERSION,
        session.profile.crawl.model_dump_json(),
        sorted(scope.identity.origins.items()),
        scope.today.year,
        robots,
        patterns,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _judged(record: UrlRecord, session: Session) -> UrlRecord:
    if record.is_local or record.state is UrlState.WITHDRAWN or record.reason in _UNPARSED:
        return record
    verdict, scope = session.recorder.frontier.judge(record), session.visitor.scope
    reason, detail = verdict.reason, verdict.detail
    if verdict and not robots_allow(record, session):
        reason, detail = Reason.ROBOTS, "robots.txt disallows it"
    if reason is not Reason.NONE:
        if record.state is UrlState.REFUSED and record.reason is reason:
            return record
        is_withdrawn = reason is Reason.WITHDRAWN
        state = UrlState.WITHDRAWN if is_withdrawn else UrlState.REFUSED
        return replace(record, state=state, reason=reason, detail=detail, sha256="", etag="")
    if record.state is UrlState.REFUSED and record.reason in _REVOCABLE:
        return replace(record, state=UrlState.SEEN, reason=Reason.NONE, detail="")
    is_page = record.media_type in ("", "text/html")
    return _read_anew(record) if is_page and scope.is_rendered(record.url) else record


def _read_anew(record: UrlRecord) -> UrlRecord:
    """Pages whose path the profile may name for rendering only now: asked in this run."""
    if record.reason is Reason.EMPTY_SHELL and record.state is UrlState.REFUSED:
        return replace(record, state=UrlState.SEEN, reason=Reason.NONE, detail="")
    return replace(record, full_read_at=0.0) if record.is_live else record


def robots_allow(record: UrlRecord, session: Session) -> bool:
    """By the rules that this run has read; an origin not asked yet decides at its visit."""
    parts = urlsplit(record.fetch_url)
    rules = session.visitor.robots.known(f"{parts.scheme}://{parts.netloc}")
    return rules is None or rules.allows(record.fetch_url)
