"""`Retriever`: a question in, passages out, with the guarantee that the pinned page is there.

The order of a result: every chunk of the pinned page, whatever its score; the archives in
which a person who is not on that page held a function; then what the search found.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from typing import Literal

from indexers.retrieval.dates import Period, overlaps_sql, widened
from indexers.retrieval.diversity import Selection, select
from indexers.retrieval.former import former_holders
from indexers.retrieval.fusion import Candidate, fuse, weigh_archives
from indexers.retrieval.guide import Guide, Reading
from indexers.retrieval.passages import former_passage, found_passage, pinned_passage
from indexers.retrieval.ports import EmbedQuery, ReadableIndex, ScoredRow, Vector
from schemas.errors import ModelError
from schemas.index import ChunkRow
from schemas.passage import Choice, Intent, IntentKind, Passage, Retrieval, Tense
from schemas.site.retrieval import RetrievalSettings

Mode = Literal["auto", "authority", "plain"]
"""``auto`` reads the question; ``authority`` and ``plain`` decide for it."""

_IN_FORCE = "is_archive = false"
_FITS_CHARS = 100
"""A question as short as this fits any model: what the model then says has another cause."""


@dataclass(frozen=True, slots=True)
class _Search:
    """One question's search: the legs are asked once for each filter."""

    question: str
    vector: Vector | None
    index: ReadableIndex
    settings: RetrievalSettings
    archive_weight: float = 1.0

    def candidates(self, where: str | None) -> list[Candidate]:
        """The fused candidates among the chunks of a filter; both legs are asked at once."""
        weights = {"vector": self.settings.vector_weight, "text": self.settings.text_weight}
        fused = fuse(self._legs(where), weights, self.settings.rrf_k)
        return fused if self.archive_weight == 1 else weigh_archives(fused, self.archive_weight)

    def _legs(self, where: str | None) -> dict[str, Sequence[ScoredRow]]:
        size = self.settings.candidates
        if self.vector is None:
            return {"text": self.index.search_text(self.question, size, where)}
        with ThreadPoolExecutor(max_workers=1) as pool:
            text = pool.submit(self.index.search_text, self.question, size, where)
            vector = self.index.search_vector(self.vector, size, where)
            return {"vector": vector, "text": text.result()}


class Retriever:
    """Answers questions with passages from one version of an index.

    Make one for an opened index and keep it: the pinned pages and the lexicon are read once.
    """

    def __init__(
        self,
        index: ReadableIndex,
        settings: RetrievalSettings | None = None,
        embed_query: EmbedQuery | None = None,
    ) -> None:
        self._index = index
        self._settings = settings or RetrievalSettings()
        self._embed_query = embed_query
        pinned = index.chunks("is_authoritative = true")
        model_id = index.manifest.model_id
        self.guide = Guide(index.lexicon(), pinned, self._settings, model_id=model_id)

    def retrieve(self, question: str, *, k: int | None = None, mode: Mode = "auto") -> Retrieval:
        """The passages for ``question``; ``k`` counts those of the ranked part."""
        manifest = self._index.manifest
        vector = self._vector(question)
        reading = self._read(question, vector, mode, manifest.built_at.date())
        choices = [_authority_choice(reading.intent, mode)]
        pinned = self._pinned(reading.intent)
        former = self._former(reading, choices)
        ranked, more = self._ranked((question, vector), k, reading.intent, [*pinned, *former])
        passages = (
            *(pinned_passage(row) for row in pinned),
            *(former_passage(row, reading.persons) for row in former),
            *ranked,
        )
        return Retrieval(question, passages, reading.intent, (*choices, *more), manifest.version)

    def _vector(self, question: str) -> Vector | None:
        """The embedding of ``question``; of one longer than the model takes, of its start."""
        if self._embed_query is None:
            return None
        start = question
        while True:
            try:
                return self._embed_query(start)
            except ModelError:
                if len(start) <= _FITS_CHARS:
                    raise
                start = start[: len(start) // 2]

    def _read(self, question: str, vector: Vector | None, mode: Mode, today: date) -> Reading:
        reading = self.guide.read(question, today, vector)
        intent = reading.intent
        if mode == "plain":
            return Reading(Intent(tense=intent.tense, period=intent.period))
        if mode == "authority" and not intent.is_authority:
            forced = Intent(
                kinds=(IntentKind.FORCED,),
                topics=self.guide.topics,
                tense=intent.tense,
                period=intent.period,
            )
            return Reading(forced)
        return reading

    def _pinned(self, intent: Intent) -> list[ChunkRow]:
        return [row for row in self.guide.pinned if row.authority_topic in intent.topics]

    def _former(self, reading: Reading, choices: list[Choice]) -> list[ChunkRow]:
        absent = [person for person in reading.persons if not person.is_on_pinned_page]
        if not absent:
            return []
        rows = former_holders(absent, self._index, self._settings.former_k)
        names = ", ".join(person.words for person in absent)
        found = (
            f"{len(rows)} archive passages name them"
            if rows
            else "no archive gives them a function"
        )
        choices.append(Choice("former_holder", names, f"not on the pinned page; {found}"))
        return rows

    def _ranked(
        self,
        asked: tuple[str, Vector | None],
        k: int | None,
        intent: Intent,
        taken: list[ChunkRow],
    ) -> tuple[tuple[Passage, ...], list[Choice]]:
        settings, (question, vector) = self._settings, asked
        weight = settings.archive_weight if intent.tense is Tense.UNSAID else 1.0
        search = _Search(question, vector, self._index, settings, weight)
        wanted = settings.k if k is None else k
        passages: list[Passage] = []
        choices = [_legs_choice(settings, with_vector=vector is not None)]
        if weight < 1:
            why = "no time is asked for: near a tie, what is in force comes before an archive"
            choices.append(Choice("archives", f"{weight:g}", why))
        duplicates = crowded = 0
        rows = list(taken)
        for tier in _tiers(intent):
            if len(passages) >= wanted:
                break
            chosen = self._select(search, tier.where, wanted - len(passages), rows)
            duplicates, crowded = duplicates + chosen.duplicates, crowded + chosen.crowded
            passages += [found_passage(candidate, tier.reason) for candidate in chosen.chosen]
            rows += [candidate.row for candidate in chosen.chosen]
            choices.append(Choice("filter", tier.where or "none", tier.reason))
        choices.append(_diversity_choice(duplicates, crowded))
        return tuple(passages), choices

    def _select(
        self, search: _Search, where: str | None, k: int, taken: list[ChunkRow]
    ) -> Selection:
        return select(
            search.candidates(where),
            k,
            taken=taken,
            max_per_document=self._settings.max_per_document,
            similarity=self._settings.duplicate_similarity,
        )


@dataclass(frozen=True, slots=True)
class _Tier:
    """A filter, and why passages that it lets through come before the next tier's."""

    where: str | None
    reason: str


def _tiers(intent: Intent) -> Iterable[_Tier]:
    """The filters to search in turn, until there are enough passages."""
    if intent.is_authority and intent.tense is not Tense.PAST:
        return (
            _Tier(_IN_FORCE, "asks who holds a function today: no archives in the ranked part"),
        )
    if intent.tense is Tense.PAST and intent.period is not None:
        first, last = (date.fromisoformat(day) for day in intent.period)
        period = Period(first, last, "")
        exact = _Tier(overlaps_sql(period), "dated within the period asked for")
        wide = _Tier(overlaps_sql(widened(period)), "dated within the year asked for")
        rest = _Tier(None, "fills up: too few documents of that period")
        return (exact, rest) if period == widened(period) else (exact, wide, rest)
    if intent.tense is Tense.TODAY:
        return (
            _Tier(_IN_FORCE, "asks about today: what is in force first"),
            _Tier("is_archive = true", "fills up: archives, marked as such"),
        )
    return (_Tier(None, "searched in all documents"),)


def _authority_choice(intent: Intent, mode: Mode) -> Choice:
    if mode != "auto":
        return Choice("authority", mode, "decided by the caller")
    if not intent.is_authority:
        return Choice("authority", "none", _why_not(intent))
    kinds = ", ".join(kind.value for kind in intent.kinds)
    words = ", ".join(f'"{words}"' for words in intent.evidence)
    return Choice("authority", ", ".join(intent.topics) or "none", f"{kinds}: {words}")


def _why_not(intent: Intent) -> str:
    if not intent.set_aside:
        return "names no function, no area of responsibility, no person"
    words = ", ".join(f'"{words}"' for words in intent.set_aside)
    return f"{words} did not count: reads like an ordinary question ({intent.likeness:.2f})"


def _legs_choice(settings: RetrievalSettings, *, with_vector: bool) -> Choice:
    if not with_vector:
        return Choice("legs", "text", "no embedding model given: full text alone")
    weights = f"{settings.vector_weight:g}:{settings.text_weight:g}"
    return Choice("legs", "vector+text", f"fused by rank, weights {weights}, k={settings.rrf_k}")


def _diversity_choice(duplicates: int, crowded: int) -> Choice:
    why = (
        f"{duplicates} repeats left out, {crowded} passages put back: their document has its share"
    )
    return Choice("diversity", str(duplicates + crowded), why)


def retrieve(
    question: str,
    index: ReadableIndex,
    *,
    k: int | None = None,
    embed_query: EmbedQuery | None = None,
    settings: RetrievalSettings | None = None,
    mode: Mode = "auto",
) -> Retrieval:
    """The passages for one question; for several, keep a `Retriever` and ask that."""
    return Retriever(index, settings, embed_query).retrieve(question, k=k, mode=mode)
