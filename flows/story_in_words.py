"""The story of one URL as an operator reads it, from the link to the chunk."""

import datetime as dt
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from flows.explaining import Explanation
from ingest.crawl import Story
from ingest.dating import explain_finding
from schemas.dating import DateFinding
from schemas.index import ChunkRow, DocumentRow
from schemas.resource import LinkContext

_LINKS_SHOWN = 8
_WORDS_SHOWN = 12


def explanation_in_words(found: Explanation) -> str:
    """Section by section; one that has nothing to say is left out."""
    sections = (
        ("found", _found(found.story)),
        ("crawl", _crawl(found.story)),
        ("reading", _read(found)),
        ("date", _dated(found.finding)),
        ("standing", _standing(found.row, found.chunks)),
        ("index", _indexed(found)),
    )
    lines = [str(found.story.url)]
    for name, section in sections:
        if shown := [f"  {line}" for line in section]:
            lines += [f"\n{name}", *shown]
    return "\n".join(lines)


def _found(story: Story) -> Iterator[str]:
    how = {
        "start": "it is a start URL of the profile",
        "authority": "the profile pins it",
        "sitemap": "the sitemap names it",
        "import": "it was imported",
        "redirect": "another URL redirects to it",
        "statement": "another page names it as its canonical or translated URL",
    }
    depth = "a start page" if story.depth == 0 else f"{story.depth} links from a start page"
    since = f", first met {_time(story.first_seen)}" if story.first_seen else ""
    yield f"{how.get(story.origin, 'a page links to it')}; {depth}{since}"
    yield from (f"as found: {story.fetch_url}",) if story.fetch_url != story.url else ()
    if story.sitemap_lastmod:
        yield f"sitemap lastmod: {story.sitemap_lastmod}"
    for context in story.contexts[:_LINKS_SHOWN]:
        yield f"linked from {context.page_url}{_words_around(context)}"
    if len(story.contexts) > _LINKS_SHOWN:
        yield f"... and from {len(story.contexts) - _LINKS_SHOWN} more places"


def _words_around(context: LinkContext) -> str:
    parts = (
        ("", context.link_text),
        ("under ", context.heading),
        ("in the row ", context.row if context.row != context.link_text else ""),
        ("time ", context.time_datetime),
    )
    said = ", ".join(f"{name}{' '.join(text.split())[:120]!r}" for name, text in parts if text)
    return f": {said}" if said else ""


def _crawl(story: Story) -> Iterator[str]:
    why = ": ".join(part for part in (story.reason, story.detail) if part)
    yield f"state: {story.state}{f' ({why})' if why else ''}"
    if story.alias_of:
        yield f"another address of {story.alias_of} ({story.alias_reason})"
    if story.moved_to:
        yield f"moved to {story.moved_to}"
    yield from (f"also known as {alias}" for alias in story.aliases)
    if story.missing_count:
        yield f"not found by {story.missing_count} complete crawls in a row"
    for entry in story.fetches:
        times = f", {entry.times} times until {_time(entry.last_at)}" if entry.times > 1 else ""
        why = ": ".join(part for part in (entry.reason, entry.detail) if part)
        body = f", {entry.body_bytes} bytes, sha256 {entry.sha256[:12]}" if entry.sha256 else ""
        silence = "no answer" if entry.seconds else "not asked"
        outcome = f"status {entry.status}" if entry.status else silence
        yield (
            f"{_time(entry.first_at)}: {outcome}{f' ({why})' if why else ''}{body}, "
            f"{entry.seconds:.2f} s{times}"
        )
    if story.verdict:
        yield f"the rules of today refuse it: {story.verdict}"
    yield f"asked by the next run: {story.next_visit}"


def _read(found: Explanation) -> Iterator[str]:
    """What reading made of it; nothing for a URL that never had a body to read."""
    if found.reading is None:
        if found.row is not None:
            yield from _read_once(found.row)
        elif any(entry.sha256 and not entry.reason for entry in found.story.fetches):
            yield "not read yet: `millesime index` reads it"
        return
    if (refusal := found.reading.refusal) is not None:
        yield f"refused: {refusal.reason} {refusal.detail}".rstrip()
    if (document := found.reading.document) is not None:
        yield (
            f"{document.kind.value}, {len(document.text)} characters in {len(document.blocks)} "
            f"blocks, language {document.language or 'unknown'}: {document.title or 'no title'}"
        )
        if document.page_count is not None:
            outcomes = Counter(page.outcome.value for page in document.pages)
            yield f"{document.page_count} pages: {_counted(outcomes)}"
        flags = ", ".join(flag.value for flag in document.flags)
        yield from (f"look at: {flags}",) if flags else ()
        yield from document.notes


def _read_once(row: DocumentRow) -> Iterator[str]:
    """The reading that the live build was made of, when the cache no longer has it."""
    yield f"{row.kind}, language {row.language or 'unknown'}: {row.title or 'no title'}"
    if row.page_count is not None:
        yield f"{row.page_count} pages: {_counted(json.loads(row.pages_by_outcome))}"
    yield from (f"look at: {', '.join(row.flags)}",) if row.flags else ()
    yield from row.notes
    yield "as the live index has it; the next run reads it again"


def _dated(finding: DateFinding | None) -> list[str]:
    return [] if finding is None else explain_finding(finding)


def _standing(row: DocumentRow | None, chunks: Sequence[ChunkRow]) -> Iterator[str]:
    if row is None:
        return
    word = "archive" if row.is_archive else "in force"
    pinned = f", AUTHORITATIVE for {row.authority_topic}" if row.is_authoritative else ""
    yield f"{word}{pinned}: {row.standing_reason}"
    yield from (f"series: {row.series}",) if row.series else ()
    yield from (f"superseded by {row.superseded_by}",) if row.superseded_by else ()
    held = next(((c.valid_from, c.valid_to) for c in chunks if c.valid_from or c.valid_to), None)
    if held:
        yield f"states that it holds from {held[0] or 'ever'} to {held[1] or 'now on'}"


def _indexed(found: Explanation) -> Iterator[str]:
    if found.version is None:
        yield "nothing is published yet: `millesime index`"
        return
    if found.row is None:
        to = found.story.moved_to or found.story.alias_of
        hint = f"; see `millesime explain PROFILE {to}`" if to else ""
        listed = found.listed
        why = ": ".join(p for p in (listed.reason, listed.detail) if p) if listed else ""
        yield f"not in the live index {found.version}{f' ({why})' if why else ''}{hint}"
        return
    other = f" as {found.row.url}" if found.row.url != found.story.url else ""
    yield f"in the live index {found.version}{other}: {len(found.chunks)} chunks"
    for chunk in found.chunks:
        words = " ".join(chunk.body.split()[:_WORDS_SHOWN])
        pages = "" if chunk.page_first is None else f" p.{chunk.page_first}-{chunk.page_last}"
        yield f"{chunk.id}{pages}: {words} ..."
    if found.row.is_archive and found.chunks:
        yield f"read with: {found.chunks[0].text.splitlines()[0]}"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items())


def _time(moment: dt.datetime | None) -> str:
    return "never" if moment is None else f"{moment:%Y-%m-%d %H:%M}"
