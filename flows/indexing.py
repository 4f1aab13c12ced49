"""From the snapshot to a build that is published, held, or found to be what is there already."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TypeVar

from flows.build_index import Rows, embed_rows, load_rows, make_rows
from flows.folding import duplicate_groups, folded_documents, folded_urls
from flows.publish import examine_build
from flows.read_documents import ToRead, list_readings, read_documents, read_figures, readings_of
from flows.readings import READING, Reading
from flows.run import Mode, Run
from flows.shared_model import SharedModel
from flows.site_documents import SiteDocument, decide_documents
from flows.step_cache import StepCache
from flows.url_rows import url_rows
from indexers.changes import ChangeSet, content_sha256, plan_changes, row_sha256
from indexers.duplicates import DuplicateGroup
from indexers.embedding import EmbeddedTexts, EmbeddingCache
from indexers.lance import HeldIndex, IndexReader, open_index, publish, published
from ingest.crawl import Snapshot
from schemas.errors import EmptySnapshot, IndexTooOld
from schemas.index import GateOutcome, IndexManifest
from schemas.report import GateReport
from schemas.resource import SourceDocument
from schemas.run import ReadFigures, RunOutcome
from schemas.urls import CanonicalUrl

T = TypeVar("T")


@dataclass(slots=True)
class Indexing:
    """One indexing under way. `execute` is the whole story; the rest are its chapters.

    A chapter leaves what it made in a field and returns a count or a name, so that an
    orchestrator that keeps results keeps nothing large.
    """

    run: Run
    held: HeldIndex | None
    """``None`` for a plan, which writes no build and needs no lock."""
    snapshot: Snapshot
    cache: StepCache
    vectors: EmbeddingCache
    model: SharedModel = field(init=False)
    wanted: Sequence[ToRead] = ()
    readings: list[tuple[ToRead, Reading]] = field(default_factory=list)
    """Let go when all is decided: the largest values of a run."""
    readable: frozenset[CanonicalUrl] = frozenset()
    read: ReadFigures = field(default_factory=ReadFigures)
    duplicates: Sequence[DuplicateGroup] = ()
    documents: tuple[SiteDocument, ...] = ()
    rows: Rows = field(default_factory=Rows)
    live: IndexManifest | None = None
    changes: ChangeSet = field(default_factory=ChangeSet)
    hashes: dict[str, str] = field(default_factory=dict)
    """The content's hash of each chunk, by id."""
    embedded: EmbeddedTexts | None = None
    manifest: IndexManifest | None = None
    gate: GateReport | None = None

    def __post_init__(self) -> None:
        self.model = SharedModel(self.run.workspace)

    def execute(self, sources: Sequence[SourceDocument]) -> RunOutcome:
        """Read, decide, embed, load, examine and publish, unless nothing changed for a reader."""
        self.prepare(sources)
        if self.is_unchanged():
            return RunOutcome.UNCHANGED
        self.run.stage("embed", self._embed)
        self.run.stage("load", self._load)
        self.run.stage("gate", self._examine)
        return self.run.stage("publish", self._publish)

    def prepare(self, sources: Sequence[SourceDocument]) -> None:
        """Everything before the first vector: nothing is embedded, and no build is written."""
        self.wanted = list_readings(self.run, sources)
        self.run.stage("read", self._read)
        self.run.stage("decide", self._decide)

    def is_unchanged(self) -> bool:
        """Whether the published build says exactly the same to a reader."""
        if self.live is None:
            return False
        rows, model = self.rows, self.model.description
        others = [row_sha256(row) for group in (rows.documents, rows.lexicon) for row in group]
        hashes = [*self.hashes.values(), *others]
        content = content_sha256(hashes, model_id=model.model_id, model_recipe=model.recipe)
        return content == self.live.content_sha256

    def _read(self) -> int:
        keys = [each.key for each in self.wanted]
        before = self.cache.has(READING, keys)
        read_documents(self.run, self.snapshot, self.cache, self.wanted)
        self.readings = list(readings_of(self.wanted, self.cache))
        if (lost := len(keys) - len(self.readings)) != 0:
            raise RuntimeError(f"{lost} of {len(keys)} documents were neither read nor refused")
        self.read = read_figures(self.readings, read_now=frozenset(keys) - before)
        return self.read.read

    def _decide(self) -> int:
        run = self.run
        read = [
            (each.source, reading.document)
            for each, reading in self.readings
            if reading.document is not None
        ]
        refusals = [r.refusal for _, r in self.readings if r.refusal is not None]
        if not read:
            raise EmptySnapshot(_nothing_readable(self.read.refused))
        self.readable = frozenset(source.url for source, _ in read)
        self.readings = []
        profile = run.workspace.profile
        found = decide_documents(read, profile, run.today)
        read.clear()
        self.duplicates = duplicate_groups(
            found, self.cache, near_share=profile.index.near_duplicate_share
        )
        self.documents = folded_documents(found, self.duplicates)
        urls = url_rows(self.snapshot.urls(), self.documents, refusals)
        self.live = published(run.workspace.index_place)
        with ExitStack() as stack:
            reader = self._live_reader(stack)
            self.rows = make_rows(run, self.documents, urls, self.cache, reader, self.snapshot)
            self.hashes = {row.id: row_sha256(row) for row in self.rows.chunks}
            self.changes = self._changes(reader)
        return len(self.documents)

    def _live_reader(self, stack: ExitStack) -> IndexReader | None:
        """The published build; only a backfill passes over one of an older layout."""
        if self.live is None:
            return None
        try:
            return stack.enter_context(open_index(self.run.workspace.index_place))
        except IndexTooOld as error:
            if self.run.mode is not Mode.BACKFILL:
                raise
            self.run.progress.say(f"note: {error}; former texts of pages are not carried over")
            self.live = None
            return None

    def _changes(self, reader: IndexReader | None) -> ChangeSet:
        if reader is None or self.is_unchanged():
            return plan_changes({} if reader is None else self.hashes, self.hashes)
        before = {row.id: row_sha256(row) for row in reader.each_chunk()}
        return plan_changes(before, self.hashes)

    def _embed(self) -> int:
        self.embedded = embed_rows(self.run, self.rows, self.model, self.vectors)
        return self.embedded.embedded

    def _load(self) -> str:
        words = self.changes.in_words()
        self.manifest = load_rows(
            self.run, made(self.held, "lock"), self.rows, made(self.embedded, "embed"), words
        )
        return self.manifest.version

    def _examine(self) -> str:
        self.gate = examine_build(
            self.run,
            made(self.held, "lock"),
            made(self.manifest, "load"),
            expected=self.readable - folded_urls(self.duplicates),
            model=self.model,
            vectors=self.vectors,
        )
        return self.gate.outcome.value

    def _publish(self) -> RunOutcome:
        if made(self.gate, "gate").outcome is GateOutcome.HELD:
            return RunOutcome.HELD
        version = made(self.manifest, "load").version
        self.manifest = publish(made(self.held, "lock"), version, now=self.run.started_at)
        return RunOutcome.PUBLISHED


def _nothing_readable(refused: Mapping[str, int]) -> str:
    reasons = ", ".join(f"{name} {number}" for name, number in refused.items())
    return (
        f"nothing to index: no document of the snapshot could be read ({reasons}); "
        "`millesime explain PROFILE URL` says why; what is published stays"
    )


def made(value: T | None, stage: str) -> T:
    """What ``stage`` left; raises `RuntimeError` when the chapters are out of order."""
    if value is None:
        raise RuntimeError(f"the stage {stage!r} has not run yet")
    return value
