"""Plans: what a new build inserts, replaces, deletes and keeps, and whether anything changed.

What changes every night (when a page was fetched, the server's Last-Modified, the run's
name) is no part of any hash here: it neither publishes a build nor embeds a text.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from hashlib import sha256

from schemas.index import SCHEMA_VERSION, ChunkRow, DocumentRow, UrlRow
from schemas.lexicon import LexiconEntry

NIGHTLY = frozenset({"fetched_at", "last_modified", "run_id", "text_since"})
"""Columns that change without anything having changed for a reader."""

_OPERATORS_ONLY = frozenset({"detail", "found_on", "link_text"})


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Ids by what becomes of them, each group sorted."""

    inserted: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    """Same id, other content."""
    deleted: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = field(default=(), repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is inserted, replaced or deleted."""
        return not (self.inserted or self.replaced or self.deleted)

    def in_words(self) -> str:
        """The four counts in one line.

        >>> plan_changes({"a": "1", "b": "1"}, {"b": "2", "c": "1"}).in_words()
        '1 inserted, 1 replaced, 1 deleted, 0 kept'
        """
        return (
            f"{len(self.inserted)} inserted, {len(self.replaced)} replaced, "
            f"{len(self.deleted)} deleted, {len(self.unchanged)} kept"
        )


def plan_changes(previous: Mapping[str, str], new: Mapping[str, str]) -> ChangeSet:
    """What turns the rows ``previous`` into ``new``; both map an id to its content's hash.

    >>> plan_changes({"a": "1", "b": "1"}, {"b": "2", "c": "1"})
    ChangeSet(inserted=('c',), replaced=('b',), deleted=('a',))
    """
    both = previous.keys() & new.keys()
    return ChangeSet(
        inserted=tuple(sorted(new.keys() - previous.keys())),
        replaced=tuple(sorted(key for key in both if previous[key] != new[key])),
        deleted=tuple(sorted(previous.keys() - new.keys())),
        unchanged=tuple(sorted(key for key in both if previous[key] == new[key])),
    )


def row_sha256(row: ChunkRow | DocumentRow | UrlRow | LexiconEntry) -> str:
    """SHA-256 of everything that a reader can see in ``row``; nightly columns do not count."""
    left_out = NIGHTLY | _OPERATORS_ONLY if isinstance(row, UrlRow) else NIGHTLY
    names = (column.name for column in fields(row) if column.name not in left_out)
    facts = {name: getattr(row, name) for name in names}
    return sha256(json.dumps(facts, sort_keys=True, default=_plain).encode()).hexdigest()


def ids_sha256(ids: Iterable[str]) -> str:
    """SHA-256 of the sorted ids, one a line."""
    return sha256("\n".join(sorted(ids)).encode()).hexdigest()


def content_sha256(rows: Iterable[str], *, model_id: str, model_recipe: str) -> str:
    """SHA-256 over all rows' hashes (`row_sha256`), in any order, and the embedding model.

    >>> one = content_sha256(["a", "b"], model_id="m", model_recipe="1")
    >>> one == content_sha256(["b", "a"], model_id="m", model_recipe="1")
    True
    >>> one == content_sha256(["b", "a"], model_id="m", model_recipe="2")
    False
    """
    head = json.dumps([SCHEMA_VERSION, model_id, model_recipe])
    return sha256("\n".join([head, *sorted(rows)]).encode()).hexdigest()


def _plain(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"no stable form for {value!r}")
