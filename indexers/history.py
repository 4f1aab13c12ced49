"""Former texts of the pages that decide: kept as archives dated by when they were seen.

When a pinned page changes, what it said until then answers "who was in charge before?". The
former text comes out of the published build, with its passages as they were cut, so that
carrying it from build to build changes nothing and embeds nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo
from fnmatch import fnmatchcase
from itertools import pairwise
from urllib.parse import urldefrag, urlsplit

from schemas.chunk import Chunk, Standing
from schemas.dating import DateEvidence, DateFinding, DateRung, EvidenceStatus, PartialDate
from schemas.document import Block, BlockKind, DocumentKind, ParsedDocument, TextSpan
from schemas.index import ChunkRow, DocumentRow
from schemas.resource import SourceDocument
from schemas.site import IndexSettings
from schemas.urls import CanonicalUrl
from schemas.warning import date_label, wording_language


@dataclass(frozen=True, slots=True)
class PublishedPage:
    """A document of the published build with its passages, in order."""

    row: DocumentRow
    chunks: tuple[ChunkRow, ...]


@dataclass(frozen=True, slots=True)
class FormerText:
    """A document like any other, but that its passages are cut already: mark and index it."""

    source: SourceDocument
    parsed: ParsedDocument
    dated: DateFinding
    standing: Standing
    chunks: tuple[Chunk, ...]


def former_texts(
    published: Iterable[PublishedPage],
    current: Iterable[DocumentRow],
    *,
    last_seen: Mapping[str, datetime],
    zone: tzinfo = UTC,
) -> tuple[FormerText, ...]:
    """The former texts that a new build holds: those carried over, and those of changed pages.

    ``published`` are the history documents and the pages whose history is kept
    (`keeps_history`); ``last_seen`` says when the former bytes of a URL were last seen
    (else: the day on which the change was found).
    """
    now = {url: row for row in current for url in (row.url, *row.aliases)}
    kept: dict[str, FormerText] = {}
    for page in published:
        if not page.chunks:
            continue
        if page.row.kind == DocumentKind.PAGE_HISTORY.value:
            kept[page.row.url] = _carried(page)
        elif (after := now.get(page.row.url)) is not None and is_other_text(page.row, after):
            seen = last_seen.get(page.row.url) or after.fetched_at or page.row.fetched_at
            former = _former(page, _day(seen, zone), zone)
            kept.setdefault(former.parsed.url, former)
    return tuple(kept[url] for url in sorted(kept))


def keeps_history(row: DocumentRow, settings: IndexSettings) -> bool:
    """Whether the former texts of ``row`` are kept, by the profile."""
    if row.kind == DocumentKind.PAGE_HISTORY.value:
        return settings.history != "none"
    path = urlsplit(row.url).path or "/"
    named = any(fnmatchcase(path, glob) for glob in settings.history_of)
    pinned = row.is_authoritative and settings.history == "pinned"
    return named or pinned or (settings.history == "all" and not row.is_archive)


def with_text_since(
    current: Iterable[DocumentRow], published: Iterable[DocumentRow], *, zone: tzinfo = UTC
) -> tuple[DocumentRow, ...]:
    """``current`` with the day on which each text was first seen: as published if it is the same.

    Texts of ``published`` are not needed, only their hashes.
    """
    before = {row.url: row for row in published}
    return tuple(replace(row, text_since=_since(before.get(row.url), row, zone)) for row in current)


def _since(before: DocumentRow | None, after: DocumentRow, zone: tzinfo) -> date | None:
    if before is not None and before.text_sha256 == after.text_sha256:
        return before.text_since or _day(before.fetched_at, zone)
    return _day(after.fetched_at, zone)


def is_other_text(before: DocumentRow, after: DocumentRow) -> bool:
    """Whether the words changed; a counter, today's date or the layout do not count.

    Nor does another reading of the same bytes: then we changed, not the page.
    """
    is_same_page = before.body_sha256 == after.body_sha256
    return not is_same_page and _words(before.text) != _words(after.text)


def situation(start: date, end: date, language: str) -> str:
    """The interval in which a text was seen, as its title says it.

    >>> situation(date(2024, 3, 3), date(2026, 6, 12), "fr")
    'situation du 3 mars 2024 au 12 juin 2026'
    >>> situation(date(2024, 3, 3), date(2024, 3, 3), "de")
    'Stand vom 3. März 2024'
    """
    code = wording_language(language)
    word, article, until = _SITUATION[code]
    first, last = (date_label(_partial(day), code) for day in (start, end))
    if start == end:
        return f"{word}{first}"
    bare = last.removeprefix(article).removeprefix("dell'")
    return f"{word}{first}{until}{bare}"


_SITUATION = {
    "fr": ("situation ", "du ", " au "),
    "de": ("Stand ", "vom ", " bis "),
    "it": ("situazione ", "del ", " – "),
    "en": ("situation of ", "", " to "),
}
"""The word, the article that a date label starts with, and what joins two dates."""


def _former(page: PublishedPage, end: date | None, zone: tzinfo) -> FormerText:
    row = page.row
    start = row.text_since or _day(row.fetched_at, zone) or end
    if start is None or end is None:
        raise ValueError(f"no day is known on which {row.url!r} was seen")
    start = min(start, end)
    name = situation(start, end, row.language or "fr")
    url = CanonicalUrl(f"{row.url}#{start.isoformat()}--{end.isoformat()}")
    title = f"{row.title} ({name})" if row.title else name
    return _document(page, url, title, (start, end))


def _carried(page: PublishedPage) -> FormerText:
    first = page.chunks[0]
    if first.valid_from is None or first.valid_to is None:
        raise ValueError(f"{page.row.url!r} is a former text without its interval")
    url = CanonicalUrl(page.row.url)
    return _document(page, url, page.row.title, (first.valid_from, first.valid_to))


def _document(
    page: PublishedPage, url: CanonicalUrl, title: str, seen: tuple[date, date]
) -> FormerText:
    row, (start, end) = page.row, seen
    chunks = tuple(_chunk(chunk, url, title) for chunk in page.chunks)
    parsed = ParsedDocument(
        url=url,
        kind=DocumentKind.PAGE_HISTORY,
        text=row.text,
        blocks=tuple(
            Block(BlockKind.CARD, chunk.span, chunk.heading_path) for chunk in _apart(chunks)
        ),
        title=title,
        language=row.language,
    )
    source = SourceDocument(
        url=url,
        fetch_url=urldefrag(url).url,
        body_sha256=row.body_sha256,
        body_bytes=len(row.text.encode()),
        media_type="text/html",
        fetched_at=row.fetched_at,
    )
    return FormerText(source, parsed, _finding(start, end), _standing(row, start, end), chunks)


def _chunk(row: ChunkRow, url: CanonicalUrl, title: str) -> Chunk:
    return Chunk(
        doc_url=url,
        ordinal=row.ordinal,
        body=row.body,
        span=TextSpan(row.span_start, row.span_end),
        title=title,
        heading_path=row.heading_path,
        block_kinds=(BlockKind.CARD,),
        language=row.language,
        ocr=row.ocr,
        ocr_confidence=row.ocr_confidence,
    )


def _apart(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks that start after the one before them has ended: blocks do not overlap."""
    ordered = sorted(chunks, key=lambda chunk: chunk.span.start)
    kept = ordered[:1]
    kept += [after for before, after in pairwise(ordered) if before.span.end <= after.span.start]
    return kept


def _finding(start: date, end: date) -> DateFinding:
    value = _partial(end)
    text = f"{start.isoformat()}/{end.isoformat()}"
    chosen = DateEvidence(
        value=value,
        rung=DateRung.STATED,
        rule="seen_until",
        source="snapshot",
        text=text,
        status=EvidenceStatus.CHOSEN,
    )
    reason = f"this text was seen on the site from {start.isoformat()} to {end.isoformat()}"
    return DateFinding(value, DateRung.STATED, (chosen,), reason=reason)


def _standing(row: DocumentRow, start: date, end: date) -> Standing:
    page = CanonicalUrl(urldefrag(row.url).url)
    return Standing(
        is_archive=True,
        reason=f"a former text of {page}",
        is_authoritative=False,
        authority_topic=row.authority_topic,
        valid_from=start,
        valid_to=end,
        superseded_by=page,
        series=row.series,
    )


def _words(text: str) -> list[str]:
    return [word for word in text.casefold().split() if not any(map(str.isdigit, word))]


def _day(moment: datetime | None, zone: tzinfo) -> date | None:
    return None if moment is None else moment.astimezone(zone).date()


def _partial(day: date) -> PartialDate:
    return PartialDate(day.year, day.month, day.day)
