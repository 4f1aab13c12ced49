"""Archives in which a person who is not on the pinned page holds a function."""

from collections.abc import Iterable, Sequence

from indexers.retrieval.persons import PersonFound
from indexers.retrieval.ports import ReadableIndex
from schemas.index import ChunkRow
from schemas.lexicon import LexiconEntry


def former_holders(
    persons: Iterable[PersonFound], index: ReadableIndex, limit: int
) -> list[ChunkRow]:
    """The archive chunks that state a function of ``persons``, the newest documents first.

    One chunk a document while there are others: the reader sees from when to when.
    """
    entries = [
        entry
        for person in persons
        for entry in person.entries
        if entry.is_archive and entry.function
    ]
    newest = sorted(entries, key=lambda entry: (entry.date or "", entry.url), reverse=True)
    if not newest:
        return []
    urls = list(dict.fromkeys(entry.url for entry in newest))[: 4 * limit]
    rows = index.chunks(f"url IN ({', '.join(_literal(url) for url in urls)})")
    firsts: list[ChunkRow] = []
    others: list[ChunkRow] = []
    seen: set[str] = set()
    for entry in newest:
        row = _chunk_of(entry, rows)
        if row is None or row.id in seen:
            continue
        is_first = not any(known.url == row.url for known in firsts)
        (firsts if is_first else others).append(row)
        seen.add(row.id)
    return [*firsts, *others][:limit]


def _chunk_of(entry: LexiconEntry, rows: Sequence[ChunkRow]) -> ChunkRow | None:
    """The chunk in which a statement stands."""
    return next(
        (
            row
            for row in rows
            if row.url == entry.url and row.span_start <= entry.span_start < row.span_end
        ),
        None,
    )


def _literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
