"""What a run over the snapshot would do, and why; no build is written and nothing is embedded.

Documents that were never read are read now, since what follows from them cannot be known
otherwise; the reading is kept, so that the run itself need not do it again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields

from flows.caches import open_steps, open_vectors
from flows.code_versions import everything
from flows.indexing import Indexing
from flows.one_url import crawled_snapshot
from flows.run import Run
from indexers.changes import NIGHTLY, row_sha256
from indexers.embedding import describe_model, embedding_key
from indexers.lance import IndexReader, open_index, published
from schemas.errors import EmptySnapshot
from schemas.index import ChunkRow, DocumentRow

_SHOWN = 20
_SHORT = 120


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """One document that a run would insert, change or delete, and why."""

    url: str
    what: str
    """``new``, ``changed`` or ``gone``."""
    why: str
    inserted: int = 0
    """Chunks."""
    replaced: int = 0
    deleted: int = 0


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The plan in figures, with the documents concerned."""

    live: str | None
    is_unchanged: bool
    documents: int
    read_now: int
    """Read while planning, kept for the run."""
    reused_readings: int
    refused: dict[str, int]
    chunks: int
    embed: int
    """Texts that the model would have to compute."""
    reused_vectors: int
    inserted: int
    replaced: int
    deleted: int
    kept: int
    changes: tuple[DocumentChange, ...] = ()
    reasons: tuple[str, ...] = ()
    """What else makes a new build: the model, the lexicon."""

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)

    def in_words(self) -> str:
        """The plan as an operator reads it."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.is_unchanged:
            yield f"nothing would change for a reader; {self.live} stays published"
        else:
            yield f"a new build would follow {self.live or 'nothing: it is the first'}"
        yield (
            f"  read    {self.read_now} documents (done now, and kept), {self.reused_readings} "
            f"from the cache; {_counted(self.refused)} refused"
        )
        yield f"  embed   {self.embed} texts, {self.reused_vectors} vectors from the cache"
        yield (
            f"  chunks  {self.inserted} inserted, {self.replaced} replaced, {self.deleted} "
            f"deleted, {self.kept} kept"
        )
        yield from (f"  why     {reason}" for reason in self.reasons)
        for change in self.changes[:_SHOWN]:
            yield f"  {change.what:<7} {change.url}: {change.why}"
        if len(self.changes) > _SHOWN:
            yield f"  ... and {len(self.changes) - _SHOWN} more documents (--json lists all)"


def plan_run(run: Run) -> RunPlan:
    """Prepare everything up to the first vector, and say what the run would do with it."""
    workspace = run.workspace
    with (
        crawled_snapshot(workspace) as snapshot,
        open_steps(workspace, run.progress) as cache,
        open_vectors(workspace, run.progress) as vectors,
    ):
        sources = list(snapshot.sources())
        if not sources:
            raise EmptySnapshot(f"{workspace.snapshot_dir}: the snapshot holds no document")
        work = Indexing(run, None, snapshot, cache, vectors)
        work.prepare(sources)
        keys = {embedding_key(text) for text in work.rows.texts}
        model = describe_model(workspace.embedding, workspace.models_dir)
        known = len(vectors.get_many(list(keys), model))
    is_unchanged = work.is_unchanged()
    return RunPlan(
        live=None if work.live is None else work.live.version,
        is_unchanged=is_unchanged,
        documents=len(work.documents),
        read_now=work.read.read,
        reused_readings=work.read.reused,
        refused=work.read.refused,
        chunks=len(work.rows.chunks),
        embed=len(keys) - known,
        reused_vectors=known,
        inserted=len(work.changes.inserted),
        replaced=len(work.changes.replaced),
        deleted=len(work.changes.deleted),
        kept=len(work.changes.unchanged),
        changes=() if is_unchanged else tuple(_document_changes(work)),
        reasons=() if is_unchanged else tuple(_other_reasons(work)),
    )


def _document_changes(work: Indexing) -> Iterator[DocumentChange]:
    new = {row.doc_id: row for row in work.rows.documents}
    old, old_chunks = _live_rows(work)
    moved = _by_document(work, old_chunks)
    for doc_id in sorted({*new, *old}, key=lambda key: (new.get(key) or old[key]).url):
        inserted, replaced, deleted = moved.get(doc_id, (0, 0, 0))
        after, before = new.get(doc_id), old.get(doc_id)
        if after is None and before is not None:
            why = _why_gone(work, before.url)
            yield DocumentChange(before.url, "gone", why, deleted=deleted)
        elif before is None and after is not None:
            chunks = f"{inserted} chunks"
            yield DocumentChange(after.url, "new", chunks, inserted=inserted)
        elif before is not None and after is not None:
            reasons = list(_differences(before, after))
            if inserted or replaced or deleted:
                reasons.append(f"{inserted} chunks in, {replaced} replaced, {deleted} out")
            if reasons:
                why = "; ".join(reasons)
                yield DocumentChange(after.url, "changed", why, inserted, replaced, deleted)


def _live_rows(work: Indexing) -> tuple[dict[str, DocumentRow], dict[str, ChunkRow]]:
    if published(work.run.workspace.index_place) is None:
        return {}, {}
    with open_index(work.run.workspace.index_place) as reader:
        return _documents(reader), {row.id: row for row in reader.chunks()}


def _documents(reader: IndexReader) -> dict[str, DocumentRow]:
    return {row.doc_id: row for row in reader.documents(with_text=False)}


def _by_document(
    work: Indexing, old_chunks: dict[str, ChunkRow]
) -> dict[str, tuple[int, int, int]]:
    """Chunks inserted, replaced and deleted, by document."""
    new_chunks = {row.id: row for row in work.rows.chunks}
    changes = work.changes
    counts = [
        _count(changes.inserted, new_chunks),
        _count(changes.replaced, new_chunks),
        _count(changes.deleted, old_chunks),
    ]
    ids = {doc_id for each in counts for doc_id in each}
    return {doc_id: (counts[0][doc_id], counts[1][doc_id], counts[2][doc_id]) for doc_id in ids}


def _count(ids: Iterable[str], rows: dict[str, ChunkRow]) -> Counter[str]:
    return Counter(rows[each].doc_id for each in ids)


def _why_gone(work: Indexing, url: str) -> str:
    row = next((row for row in work.rows.urls if row.url == url), None)
    if row is None:
        return "no URL of the snapshot"
    return ": ".join(part for part in (row.state, row.reason, row.detail) if part)


def _differences(before: DocumentRow, after: DocumentRow) -> Iterator[str]:
    """The columns that a reader can see and that differ, short values with both of them."""
    for column in fields(DocumentRow):
        old, new = getattr(before, column.name), getattr(after, column.name)
        if column.name in NIGHTLY or column.name == "text" or old == new:
            continue
        is_short = len(f"{old}{new}") <= _SHORT and not column.name.endswith("sha256")
        yield f"{column.name}: {old} -> {new}" if is_short else column.name


def _other_reasons(work: Indexing) -> Iterator[str]:
    """What makes a new build although no document of it changed."""
    workspace, live = work.run.workspace, work.live
    if live is None:
        return
    model = describe_model(workspace.embedding, workspace.models_dir)
    if (model.model_id, model.recipe) != (live.model_id, live.model_recipe):
        yield f"the model changed: {live.model_id} -> {model.model_id}, {model.recipe}"
    if live.code_version != everything():
        yield "another version of Millésime built what is live"
    with open_index(workspace.index_place) as reader:
        before = sorted(map(row_sha256, reader.lexicon()))
    if before != sorted(map(row_sha256, work.rows.lexicon)):
        yield "the lexicon of persons, functions and areas changed"


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items()) or "none"
