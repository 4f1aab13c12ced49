"""Comparing two builds document by document, and changed ones passage by passage."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from indexers.diff.model import (
    ChangedDocument,
    ChangedPassage,
    IndexDiff,
    MovedDocument,
    NamedDocument,
    ReassignedDate,
    ReassignedStanding,
)
from indexers.lance import IndexReader
from schemas.index import ChunkRow, DocumentRow, UrlRow


@dataclass(frozen=True, slots=True)
class BuildView:
    """A build as far as a comparison goes; texts of documents are not needed."""

    version: str
    documents: Sequence[DocumentRow]
    chunks: Sequence[ChunkRow]
    urls: Sequence[UrlRow] = ()


def compare_builds(before: IndexReader, after: IndexReader) -> IndexDiff:
    """The difference of two opened builds."""
    return compare(_view(before), _view(after))


def compare(before: BuildView, after: BuildView) -> IndexDiff:
    """What is new, gone, moved, changed, dated or judged otherwise in ``after``."""
    old = {row.url: row for row in before.documents}
    new = {row.url: row for row in after.documents}
    moved = list(_moved(old, new))
    gone_to = {move.before for move in moved}
    came_from = {move.after: move.before for move in moved}
    pairs = [
        (old[came_from.get(url, url)], row)
        for url, row in sorted(new.items())
        if came_from.get(url, url) in old
    ]
    reasons = {row.url: f"{row.state}: {row.reason}" for row in after.urls}
    return IndexDiff(
        before=before.version,
        after=after.version,
        added=tuple(
            _named(row) for url, row in sorted(new.items()) if url not in old.keys() | came_from
        ),
        gone=tuple(
            _named(row, reasons.get(url, "unknown"))
            for url, row in sorted(old.items())
            if url not in new.keys() | gone_to
        ),
        moved=tuple(moved),
        changed=tuple(_changed(pairs, before.chunks, after.chunks)),
        dates=tuple(_dates(pairs)),
        standings=tuple(_standings(pairs)),
    )


def _view(reader: IndexReader) -> BuildView:
    return BuildView(
        version=reader.manifest.version,
        documents=reader.documents(with_text=False),
        chunks=reader.chunks(),
        urls=reader.urls(),
    )


def _moved(old: dict[str, DocumentRow], new: dict[str, DocumentRow]) -> Iterator[MovedDocument]:
    """Gone URLs that a new document answers for, or whose bytes are at one new URL."""
    here = {alias: row for row in new.values() for alias in row.aliases}
    added = {url: row for url, row in new.items() if url not in old}
    by_bytes: defaultdict[str, list[DocumentRow]] = defaultdict(list)
    for row in added.values():
        by_bytes[row.body_sha256].append(row)
    taken: set[str] = set()
    for url, row in sorted(old.items()):
        if url in new:
            continue
        same = [at for at in by_bytes[row.body_sha256] if at.url not in taken]
        target = here.get(url) or (same[0] if len(same) == 1 else None)
        if target is not None and target.url not in old and target.url not in taken:
            taken.add(target.url)
            yield MovedDocument(before=url, after=target.url, title=target.title)


def _changed(
    pairs: Iterable[tuple[DocumentRow, DocumentRow]],
    before: Iterable[ChunkRow],
    after: Iterable[ChunkRow],
) -> Iterator[ChangedDocument]:
    differing = [(old, new) for old, new in pairs if old.text_sha256 != new.text_sha256]
    was = _bodies(before, {old.doc_id for old, _ in differing})
    is_now = _bodies(after, {new.doc_id for _, new in differing})
    for old, new in differing:
        passages = side_by_side(was[old.doc_id], is_now[new.doc_id])
        yield ChangedDocument(
            url=new.url,
            title=new.title,
            is_pinned=new.is_authoritative or old.is_authoritative,
            passages=tuple(passages),
        )


def side_by_side(before: Sequence[str], after: Sequence[str]) -> list[ChangedPassage]:
    """The passages that differ, each beside what stands in its place.

    >>> [(p.before, p.after) for p in side_by_side(["a", "b", "c"], ["a", "B", "c", "d"])]
    [('b', 'B'), (None, 'd')]
    """
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        ChangedPassage(before=old, after=new)
        for kind, i, j, k, m in matcher.get_opcodes()
        if kind != "equal"
        for old, new in zip_longest(before[i:j], after[k:m])
    ]


def _bodies(chunks: Iterable[ChunkRow], wanted: set[str]) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in chunks:
        if row.doc_id in wanted:
            found[row.doc_id].append(row.body)
    return found


def _dates(pairs: Iterable[tuple[DocumentRow, DocumentRow]]) -> Iterator[ReassignedDate]:
    for old, new in pairs:
        if old.date != new.date:
            yield ReassignedDate(
                url=new.url, before=old.date, after=new.date, reason=new.date_reason
            )


def _standings(pairs: Iterable[tuple[DocumentRow, DocumentRow]]) -> Iterator[ReassignedStanding]:
    for old, new in pairs:
        if (before := _standing(old)) != (after := _standing(new)):
            yield ReassignedStanding(
                url=new.url, before=before, after=after, reason=new.standing_reason
            )


def _standing(row: DocumentRow) -> str:
    if row.is_authoritative:
        return f"decides {row.authority_topic!r}"
    return "archive" if row.is_archive else "in force"


def _named(row: DocumentRow, reason: str = "") -> NamedDocument:
    return NamedDocument(url=row.url, title=row.title, reason=reason)
