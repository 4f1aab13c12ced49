"""The whole story of one URL: found, decided, fetched, read, dated, judged, chunked, published."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from zoneinfo import ZoneInfo

from flows.caches import open_steps
from flows.dating_desk import finding_as_dict, finding_of
from flows.extracting import file_on_disk, read_one
from flows.one_url import crawled_snapshot, source_at, unknown_url, url_on_site
from flows.progress import Silence
from flows.read_documents import list_readings, readings_of
from flows.readings import Reading
from flows.run import Mode, Run
from flows.workspace import Workspace
from indexers.lance import literal, open_index
from ingest.crawl import Story
from ingest.dating import clues_for, find_date
from schemas.dating import DateFinding
from schemas.errors import NoIndex
from schemas.index import ChunkRow, DocumentRow, UrlRow
from schemas.resource import SourceDocument

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
    listed: UrlRow | None = None
    """The URL in the live build's table of URLs: what became of it then."""
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
            "listed": None if self.listed is None else asdict(self.listed),
            "chunks": [_chunk_as_dict(chunk) for chunk in self.chunks],
        }


def explain_url(workspace: Workspace, typed: str, *, now: dt.datetime) -> Explanation:
    """The story of a URL or path of the site; raises `NoIndex` when it was never met."""
    url = url_on_site(workspace.profile, typed)
    with crawled_snapshot(workspace) as snapshot:
        story = snapshot.story(url, profile=workspace.profile, now=now)
        if not story.is_known:
            raise unknown_url(url, (record.url for record in snapshot.ledger.all()))
        source = source_at(snapshot, url)
        reading = None if source is None else _reading(workspace, source, now)
    live = _in_live_index(workspace, url, story)
    finding = None if live.row is None else finding_of(live.row)
    if finding is None and source is not None and reading is not None and reading.document:
        today = now.astimezone(ZoneInfo(workspace.profile.timezone)).date()
        clues = clues_for(source, reading.document)
        finding = find_date(clues, today=today, settings=workspace.profile.dating)
    return replace(live, reading=reading, finding=finding)


def explain_file(workspace: Workspace, path: Path, *, today: dt.date) -> DateFinding:
    """The date of a local file by its name and contents, with all the evidence."""
    source, body = file_on_disk(path)
    document = read_one(source, body, workspace=workspace)
    clues = clues_for(source, document)
    return find_date(clues, today=today, settings=workspace.profile.dating)


def _reading(workspace: Workspace, source: SourceDocument, now: dt.datetime) -> Reading | None:
    """What the last run read; a document that no run has read yet is not read here."""
    if not workspace.cache_dir.exists():
        return None
    with open_steps(workspace, Silence()) as cache:
        wanted = list_readings(Run(workspace, Mode.BACKFILL, now), [source])
        return next((reading for _, reading in readings_of(wanted, cache)), None)


def _in_live_index(workspace: Workspace, url: str, story: Story) -> Explanation:
    """The story with what the live index has of it; nothing more when none is published."""
    try:
        reader = open_index(workspace.index_place)
    except NoIndex:
        return Explanation(story)
    with reader:
        row = reader.document(url)
        chunks = () if row is None else reader.chunks(f"doc_id = {literal(row.doc_id)}")
        listed = next(iter(reader.urls(f"url = {literal(url)}")), None)
        return Explanation(
            story,
            version=reader.manifest.version,
            row=row,
            listed=listed,
            chunks=tuple(chunks),
        )


def _reading_as_dict(reading: Reading) -> dict[str, object]:
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


def _chunk_as_dict(chunk: ChunkRow) -> dict[str, object]:
    names = ("id", "ordinal", "page_first", "page_last", "span_start", "span_end", "text")
    return {name: getattr(chunk, name) for name in names}
