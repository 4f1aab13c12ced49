"""Withdrawing documents: out of every build, so that no `as_of` brings them back.

A build is never changed in place, for readers may have it open. Each build that holds a
withdrawn document is written anew without it under another name, the history says which
stands in for which, and the old one is removed as soon as no reader has it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from urllib.parse import urldefrag, urlsplit

import numpy as np

from indexers.lance.build import BuildContent, BuildFacts, write_build
from indexers.lance.layout import MoveKind, PointerMove, move_pointer, write_history
from indexers.lance.lock import HeldIndex
from indexers.lance.publishing import read_pin, read_report, remove_build, write_pin, write_report
from indexers.lance.reader import IndexReader, open_index
from schemas.index import DocumentRow, IndexManifest, UrlRow


@dataclass(frozen=True, slots=True)
class WithdrawalReport:
    """What was purged, from which builds, and what still waits for a reader to let go."""

    urls: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()
    """Former names of the builds that were written anew."""
    waiting: tuple[str, ...] = ()
    """Former builds that a reader has open: run the withdrawal again once it has closed."""
    twins: tuple[str, ...] = ()
    """Documents with the same bytes at other URLs; they stay unless they are named too."""


def withdraw(held: HeldIndex, patterns: Sequence[str], *, now: datetime) -> WithdrawalReport:
    """Purge every document whose URL (or alias) matches one of ``patterns`` from every build.

    A pattern is a glob over the URL, or over its path when it starts with ``/``. Former
    texts of a withdrawn page go with it.
    """
    moves, gone, twins, before = held.folder.moves(), set(), set(), []
    current = held.folder.published()
    replaced = {move.replaces for move in moves}
    live: IndexManifest | None = None
    for version in held.folder.complete_versions():
        if version in replaced:
            # Left by a former withdrawal because a reader had it open.
            before.append(version)
            continue
        with open_index(held.folder.location, version) as reader:
            documents = reader.documents(with_text=False)
            purged = [row for row in documents if matches(row, patterns)]
            if not purged and not _mentioned(reader, patterns):
                continue
            gone |= {row.url for row in purged}
            twins |= set(_twins(documents, purged))
            manifest = _without(held, reader, purged, patterns)
        before.append(version)
        if current is not None and current.version == version:
            live = manifest
        moves.append(
            PointerMove(at=now, kind=MoveKind.WITHDRAW, version=manifest.version, replaces=version)
        )
    _show(held, live, moves, now)
    waiting = [name for name in before if not remove_build(held.folder, name)]
    return WithdrawalReport(
        tuple(sorted(gone)), tuple(before), tuple(waiting), tuple(sorted(twins - gone))
    )


def matches(row: DocumentRow, patterns: Sequence[str]) -> bool:
    """Whether the document, one of its other URLs or the page it is a former text of is named."""
    return any(url_matches(url, patterns) for url in (row.url, *row.aliases))


def url_matches(url: str, patterns: Sequence[str]) -> bool:
    """Whether one of ``patterns`` names ``url``; a fragment does not count.

    >>> url_matches("https://commune.example/pv/2019.pdf", ["/pv/*"])
    True
    >>> url_matches("https://commune.example/pv#1", ["https://commune.example/pv"])
    True
    >>> url_matches("https://commune.example/pv-2", ["/pv"])
    False
    """
    whole = urldefrag(url).url
    path = urlsplit(whole).path or "/"
    return any(fnmatchcase(path if glob.startswith("/") else whole, glob) for glob in patterns)


def _mentioned(reader: IndexReader, patterns: Sequence[str]) -> bool:
    """Whether words about a withdrawn page are left although the page itself is not indexed."""
    urls = (row for row in reader.urls() if row.link_text or row.detail)
    return any(url_matches(row.url, patterns) for row in urls)


def _twins(documents: Sequence[DocumentRow], purged: Sequence[DocumentRow]) -> Iterator[str]:
    same = {row.body_sha256 for row in purged}
    return (row.url for row in documents if row.body_sha256 in same)


def _without(
    held: HeldIndex, reader: IndexReader, purged: Sequence[DocumentRow], patterns: Sequence[str]
) -> IndexManifest:
    """Write the build of ``reader`` anew without the documents ``purged``."""
    ids = {row.doc_id for row in purged}
    addresses = {url for row in purged for url in (row.url, *row.aliases)}
    kept = [stored for stored in reader.stored() if stored.row.doc_id not in ids]
    empty = np.empty((0, reader.manifest.dimension), dtype=np.float32)
    content = BuildContent(
        chunks=[stored.row for stored in kept],
        vectors=np.vstack([empty, *(stored.vector for stored in kept)]),
        documents=[row for row in reader.documents() if row.doc_id not in ids],
        urls=[
            _withdrawn(row) if row.url in addresses or url_matches(row.url, patterns) else row
            for row in reader.urls()
        ],
        lexicon=[
            entry
            for entry in reader.lexicon()
            if entry.url not in addresses and not url_matches(entry.url, patterns)
        ],
    )
    old = reader.manifest.version
    manifest = write_build(held, _free_name(held, old), content, _facts(reader.manifest))
    report = read_report(held.folder.location, old)
    if report is not None:
        write_report(held, report.model_copy(update={"version": manifest.version}))
    if (reason := read_pin(held.folder, old)) is not None:
        write_pin(held.folder, manifest.version, reason)
    return manifest


def _withdrawn(row: UrlRow) -> UrlRow:
    """The row of a withdrawn URL: that it was, and no word about it."""
    return replace(
        row,
        state="withdrawn",
        reason="withdrawn",
        detail="",
        doc_id=None,
        found_on=None,
        link_text=None,
    )


def _free_name(held: HeldIndex, version: str) -> str:
    taken, number = set(held.folder.complete_versions()), 1
    while (name := f"{version}-w{number}") in taken:
        number += 1
    return name


def _facts(manifest: IndexManifest) -> BuildFacts:
    return BuildFacts(
        site=manifest.site,
        run_id=manifest.run_id,
        built_at=manifest.built_at,
        model_id=manifest.model_id,
        model_recipe=manifest.model_recipe,
        query_prompt=manifest.query_prompt,
        document_prompt=manifest.document_prompt,
        profile_sha256=manifest.profile_sha256,
        code_version=manifest.code_version,
        warning_version=manifest.warning_version,
        language=manifest.language,
        changes=manifest.changes,
    )


def _show(
    held: HeldIndex, live: IndexManifest | None, moves: list[PointerMove], now: datetime
) -> None:
    """Point to what stands in for the live build, and write down all that does."""
    current = held.folder.published()
    if live is None or current is None:
        write_history(held.folder, moves)
        return
    shown = live.model_copy(
        update={
            "published_at": now.astimezone(UTC),
            "previous": current.previous,
            "gate": current.gate,
        }
    )
    write_history(held.folder, moves)
    move_pointer(held.folder, shown, [])
