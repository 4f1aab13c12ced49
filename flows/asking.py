"""Asking the published index, for commands: a profile and a question in, passages out."""

import datetime as dt
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from zoneinfo import ZoneInfo

from flows.caches import open_vectors
from flows.progress import Silence
from flows.query_vectors import cached_queries
from flows.settings import Settings
from flows.shared_model import SharedModel
from flows.workspace import Workspace
from indexers.embedding import EmbeddingCache
from indexers.lance import AsOf, IndexReader, literal, open_index
from indexers.retrieval import Mode, Retriever
from schemas.passage import Passage, Retrieval


@dataclass(slots=True)
class Desk:
    """An opened index with what it takes to ask it; a context manager."""

    workspace: Workspace
    reader: IndexReader
    retriever: Retriever
    vectors: EmbeddingCache

    @classmethod
    def of_profile(
        cls, profile: Path, *, as_of: str | None = None, text_only: bool = False
    ) -> Self:
        """Open the index of ``profile``, live or as of a day or version; raises `NoIndex`."""
        workspace = Workspace.of(profile, Settings())
        zone = ZoneInfo(workspace.profile.timezone)
        reader = open_index(workspace.index_place, as_of_value(as_of), zone=zone)
        vectors = open_vectors(workspace, Silence())
        embed = None if text_only else cached_queries(SharedModel(workspace), vectors)
        retriever = Retriever(reader, workspace.profile.retrieval, embed)
        return cls(workspace, reader, retriever, vectors)

    def ask(self, question: str, *, k: int | None = None, mode: Mode = "auto") -> Retrieval:
        """The passages for ``question``."""
        return self.retriever.retrieve(question, k=k, mode=mode)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.reader.close()
        self.vectors.close()


def as_of_value(text: str | None) -> AsOf:
    """A day for ``2026-03-14``, a version's name for anything else, ``None`` for what is live.

    >>> as_of_value("2026-03-14"), as_of_value("20261129T020000Z")
    (datetime.date(2026, 3, 14), '20261129T020000Z')
    """
    if text is None:
        return None
    try:
        return dt.date.fromisoformat(text) if "-" in text else text
    except ValueError:
        return text


def retrieval_in_words(found: Retrieval, *, most_lines: int | None = None) -> str:
    """The passages as an operator reads them: what each is, why it is there, what it says.

    ``most_lines`` shortens what is shown of each passage, and says so.
    """
    return "\n".join(_lines(found, most_lines))


def _lines(found: Retrieval, most_lines: int | None) -> Iterator[str]:
    for choice in found.choices:
        yield f"  {choice.name}: {choice.value} ({choice.why})"
    if not found.passages:
        yield "\n  no passage"
    for number, passage in enumerate(found.passages, start=1):
        yield f"\n[{number}] {passage.title or passage.url}"
        yield f"    {passage.url}{_pages(passage)}"
        yield f"    {_standing(passage)}; {passage.part.value}: {passage.reason}{_scores(passage)}"
        said = [line for line in passage.text.splitlines() if line.strip()]
        yield from (f"    | {line}" for line in said[:most_lines])
        if most_lines is not None and len(said) > most_lines:
            yield f"    | ... {len(said) - most_lines} more lines"


def _pages(passage: Passage) -> str:
    if passage.page_first is None:
        return ""
    if passage.page_last in (None, passage.page_first):
        return f", page {passage.page_first}"
    return f", pages {passage.page_first}-{passage.page_last}"


def _standing(passage: Passage) -> str:
    if passage.is_authoritative:
        return f"AUTHORITATIVE for {passage.authority_topic}"
    if passage.is_archive:
        return f"archive, {passage.date or 'undated'} ({passage.date_precision})"
    return "in force"


def _scores(passage: Passage) -> str:
    legs = ", ".join(f"{leg.leg} rank {leg.rank} ({leg.score:.3f})" for leg in passage.legs)
    return f"; score {passage.score:.4f}: {legs}" if legs else ""


def passages_as_json(reader: IndexReader, found: Retrieval) -> str:
    """The passages as a JSON list: every field of the row, without its vector, and the scores."""
    ids = ", ".join(literal(passage.id) for passage in found.passages)
    rows = {row.id: row for row in reader.chunks(f"id IN ({ids})")} if ids else {}
    listed = [
        asdict(rows[passage.id])
        | {
            "part": passage.part.value,
            "score": passage.score,
            "legs": [asdict(leg) for leg in passage.legs],
            "reason": passage.reason,
        }
        for passage in found.passages
    ]
    return json.dumps(listed, ensure_ascii=False, indent=2, default=str)
