"""The whole story of one URL: found, decided, fetched, read, dated, judged, chunked, published."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from flows.dating_desk import finding_as_dict, finding_of
from flows.extracting import file_on_disk, read_one
from flows.one_url import crawled_snapshot, source_at, unknown_url, url_on_site
from flows.read_documents import list_readings, readings_of
from flows.readings import Reading
from flows.run import Mode, Run
from flows.step_cache import StepCache
from flows.workspace import Workspace
from indexers.lance import IndexReader, literal, open_index
from ingest.crawl import Story
from ingest.dating import clues_for, explain_finding, find_date
from schemas.dating import DateFinding
from schemas.errors import NoIndex
from schemas.index import ChunkRow, DocumentRow
from schemas.resource import LinkContext, SourceDocument

_LINKS_SHOWN = 8
_WORDS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that is known of one URL; parts that do not exist (yet) are ``None``."""

    story: Story
    reading: Reading | None = None
    finding: DateFinding | None = None
    version: str | None = None
    """The live build, whether or not the document is in it."""
    row: DocumentRow | None = None
    chunks: tuple[ChunkRow, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """For JSON: the ledger's story, then what each step made of the document."""
        reading = self.reading
        return {
            "crawl": asdict(self.story),
            "reading": None if reading is None else _reading_as_dict(reading),
            "date": None if self.finding is None else finding_as_dict(self.finding),
            "standing": None if self.row is None else _standing_as_dict(self.row, self.chunks),
            "live_version": self.version,
            "is_in_live_index": self.row is not None,
            "chunks": [_chunk_as_dict(chunk) for chunk in self.chunks],
        }

    def in_words(self) -> str:
        """The story as an operator reads it, from the link to the chunk."""
        sections = (
            ("found", _found(self.story)),
            ("crawl", _crawl(self.story)),
            ("reading", _read(self.reading, self.story)),
            ("date", _dated(self.finding)),
            ("standing", _standing(self.row, self.chunks)),
            ("index", _indexed(self)),
        )
        lines = [str(self.story.url)]
        for name, section in sections:
            lines += [f"\n{name}", *(f"  {line}" for line in section)]
        return "\n".join(lines)


def explain_url(workspace: Workspace, typed: str, *, now: dt.datetime) -> Explanation:
    """The story of a URL or path of the site; raises `NoIndex` when it was never met."""
    url = url_on_site(workspace.profile, typed)
    with crawled_snapshot(workspace) as snapshot:
        story = snapshot.story(url, profile=workspace.profile, now=now)
        if not story.is_known:
            raise unknown_url(url, (record.url for record in snapshot.ledger.all()))
        source = source_at(snapshot, url)
        reading = None if source is None else _reading(workspace, source, now)
    version, row, chunks = _in_live_index(workspace, url)
    finding = None if row is None else finding_of(row)
    if finding is None and source is not None and reading is not None and reading.document:
        today = now.astimezone(ZoneInfo(workspace.profile.timezone)).date()
        clues = clues_for(source, reading.document)
        finding = find_date(clues, today=today, settings=workspace.profile.dating)
    return Explanation(story, reading, finding, version, row, chunks)


def explain_file(workspace: Workspace, path: Path, *, today: dt.date) -> DateFinding:
    """The date of a local file by its name and contents, with all the evidence."""
    source, body = file_on_disk(path)
    document = read_one(source, body, workspace=workspace)
    clues = clues_for(source, document)
    return find_date(clues, today=today, settings=workspace.profile.dating)


def _reading(workspace: Workspace, source: SourceDocument, now: dt.datetime) -> Reading | None:
    """What the last run read; a document that no run has read yet is not read here."""
    path = workspace.cache_dir / "steps.sqlite"
    if not path.exists():
        return None
    with StepCache(path) as cache:
        wanted = list_readings(Run(workspace, Mode.BACKFILL, now), [source])
        return next((reading for _, reading in readings_of(wanted, cache)), None)


def _in_live_index(
    workspace: Workspace, url: str
) -> tuple[str | None, DocumentRow | None, tuple[ChunkRow, ...]]:
    try:
        reader: IndexReader = open_index(workspace.index_dir)
    except NoIndex:
        return None, None, ()
    with reader:
        row = reader.document(url)
        chunks = () if row is None else reader.chunks(f"doc_id = {literal(row.doc_id)}")
        return reader.manifest.version, row, tuple(chunks)


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
        outcome = f"status {entry.status}" if entry.status else "no answer"
        yield (
            f"{_time(entry.first_at)}: {outcome}{f' ({why})' if why else ''}{body}, "
            f"{entry.seconds:.2f} s{times}"
        )
    if story.verdict:
        yield f"the rules of today refuse it: {story.verdict}"
    yield f"asked by the next run: {story.next_visit}"


def _read(reading: Reading | None, story: Story) -> Iterator[str]:
    if reading is None:
        has_body = any(entry.sha256 and not entry.reason for entry in story.fetches)
        yield "not read yet: `millesime index` reads it" if has_body else "there is nothing to read"
        return
    if reading.refusal is not None:
        yield f"refused: {reading.refusal.reason} {reading.refusal.detail}".rstrip()
    if (document := reading.document) is not None:
        facts = _reading_as_dict(reading)
        yield (
            f"{document.kind.value}, {len(document.text)} characters in {len(document.blocks)} "
            f"blocks, language {document.language or 'unknown'}: {document.title or 'no title'}"
        )
        if document.page_count is not None:
            yield f"{document.page_count} pages: {_counted(facts['pages'])}"
        flags = ", ".join(flag.value for flag in document.flags)
        yield from (f"look at: {flags}",) if flags else ()
        yield from document.notes


def _reading_as_dict(reading: Reading) -> dict[str, object]:
    from collections import Counter

    if (document := reading.document) is None:
        refusal = reading.refusal
        return {} if refusal is None else {"refused": refusal.reason, "detail": refusal.detail}
    return {
        "kind": document.kind.value,
        "title": document.title,
        "language": document.language,
        "characters": len(document.text),
        "blocks": len(document.blocks),
        "pages": dict(Counter(page.outcome.value for page in document.pages)),
        "flags": [flag.value for flag in document.flags],
        "notes": list(document.notes),
    }


def _dated(finding: DateFinding | None) -> list[str]:
    return ["not dated: it was not read"] if finding is None else explain_finding(finding)


def _standing(row: DocumentRow | None, chunks: Sequence[ChunkRow]) -> Iterator[str]:
    if row is None:
        yield "not decided: it is not in the live index"
        return
    word = "archive" if row.is_archive else "in force"
    pinned = f", AUTHORITATIVE for {row.authority_topic}" if row.is_authoritative else ""
    yield f"{word}{pinned}: {row.standing_reason}"
    yield from (f"series: {row.series}",) if row.series else ()
    yield from (f"superseded by {row.superseded_by}",) if row.superseded_by else ()
    held = next(((c.valid_from, c.valid_to) for c in chunks if c.valid_from or c.valid_to), None)
    if held:
        yield f"states that it holds from {held[0] or 'ever'} to {held[1] or 'now on'}"


def _standing_as_dict(row: DocumentRow, chunks: Sequence[ChunkRow]) -> dict[str, object]:
    first = chunks[0] if chunks else None
    return {
        "is_archive": row.is_archive,
        "is_authoritative": row.is_authoritative,
        "authority_topic": row.authority_topic,
        "reason": row.standing_reason,
        "series": row.series,
        "superseded_by": row.superseded_by,
        "valid_from": None if first is None else first.valid_from,
        "valid_to": None if first is None else first.valid_to,
    }


def _indexed(found: Explanation) -> Iterator[str]:
    if found.version is None:
        yield "nothing is published yet: `millesime index`"
        return
    if found.row is None:
        to = found.story.moved_to or found.story.alias_of
        hint = f"; see `millesime explain PROFILE {to}`" if to else ""
        yield f"not in the live index {found.version}{hint}"
        return
    other = f" as {found.row.url}" if found.row.url != found.story.url else ""
    yield f"in the live index {found.version}{other}: {len(found.chunks)} chunks"
    for chunk in found.chunks:
        words = " ".join(chunk.body.split()[:_WORDS_SHOWN])
        pages = "" if chunk.page_first is None else f" p.{chunk.page_first}-{chunk.page_last}"
        yield f"{chunk.id}{pages}: {words} ..."
    if found.row.is_archive and found.chunks:
        yield f"read with: {found.chunks[0].text.splitlines()[0]}"


def _chunk_as_dict(chunk: ChunkRow) -> dict[str, object]:
    names = ("id", "ordinal", "page_first", "page_last", "span_start", "span_end", "text")
    return {name: getattr(chunk, name) for name in names}


def _counted(counts: object) -> str:
    if not isinstance(counts, dict):
        return ""
    return ", ".join(f"{number} {name}" for name, number in counts.items())


def _time(moment: dt.datetime | None) -> str:
    return "never" if moment is None else f"{moment:%Y-%m-%d %H:%M}"
