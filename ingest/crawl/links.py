"""Who links to whom, with which words: the table that dating and ``explain`` read."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from ingest.crawl.page import PageLink
from schemas.resource import LinkContext

MAX_CONTEXTS = 30
"""Places quoted for one document; the rarest words come first: menus repeat, rows do not."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a page says of another address: ``canonical``, ``alternate`` (label: hreflang)."""

    kind: str
    label: str
    target_id: int


class LinkTable:
    """Links and statements of pages, replaced as a whole when a page's bytes change."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._contexts: dict[tuple[str, str, str, str], int] = {}

    def replace(self, page_id: int, links: Iterable[tuple[int, PageLink]]) -> None:
        """Make ``links`` (target id and words) the links of the page."""
        rows = [
            (page_id, ordinal, target_id, self._context(link), link.is_nofollow)
            for ordinal, (target_id, link) in enumerate(links)
        ]
        self._connection.execute("DELETE FROM link WHERE page_id = ?", (page_id,))
        self._connection.executemany("INSERT INTO link VALUES (?,?,?,?,?)", rows)

    def state(self, page_id: int, statements: Iterable[Statement]) -> None:
        """Make ``statements`` what the page says."""
        self._connection.execute("DELETE FROM statement WHERE page_id = ?", (page_id,))
        self._connection.executemany(
            "INSERT INTO statement VALUES (?,?,?,?,?)",
            [
                (page_id, item.kind, ordinal, item.label, item.target_id)
                for ordinal, item in enumerate(statements)
            ],
        )

    def statements(self, kind: str) -> dict[int, list[Statement]]:
        """All statements of one kind, by the page that makes them, in page order."""
        found: dict[int, list[Statement]] = {}
        rows = self._connection.execute(
            "SELECT page_id, label, target_id FROM statement WHERE kind = ? "
            "ORDER BY page_id, ordinal",
            (kind,),
        )
        for page_id, label, target_id in rows:
            found.setdefault(page_id, []).append(Statement(kind, label, target_id))
        return found

    def contexts(self, target_ids: Iterable[int]) -> tuple[LinkContext, ...]:
        """The places that link to these URLs, each wording once, the rarest wording first."""
        found: dict[tuple[str, str, str, str], tuple[int, LinkContext]] = {}
        for target_id in target_ids:
            for text, heading, row, time, page_url, title, times in self._connection.execute(
                "SELECT c.text, c.heading, c.row, c.time, min(u.url), u.title, count(*) "
                "FROM link l JOIN context c ON c.id = l.context_id JOIN url u ON u.id = l.page_id "
                "WHERE l.target_id = ? AND u.state <> 'withdrawn' GROUP BY c.id",
                (target_id,),
            ):
                context = LinkContext(page_url, text, heading, row, time, title)
                found.setdefault((text, heading, row, time), (times, context))
        ranked = sorted(found.values(), key=lambda item: (item[0], item[1].page_url, item[1].row))
        return tuple(context for _, context in ranked[:MAX_CONTEXTS])

    def inlinks(self) -> dict[int, int]:
        """How many pages link to each URL that is linked at all."""
        return dict(
            self._connection.execute(
                "SELECT target_id, count(DISTINCT page_id) FROM link GROUP BY target_id"
            )
        )

    def found_on(self, target_id: int) -> tuple[str, str] | None:
        """The first page (by address) that links here, and the link's text."""
        row: tuple[str, str] | None = self._connection.execute(
            "SELECT u.url, c.text FROM link l JOIN context c ON c.id = l.context_id "
            "JOIN url u ON u.id = l.page_id WHERE l.target_id = ? ORDER BY u.url LIMIT 1",
            (target_id,),
        ).fetchone()
        return row

    def forget_unused_contexts(self) -> int:
        """Drop words that no link carries any more; how many."""
        cursor = self._connection.execute(
            "DELETE FROM context WHERE id NOT IN (SELECT context_id FROM link)"
        )
        self._contexts.clear()
        return cursor.rowcount

    def _context(self, link: PageLink) -> int:
        key = (link.text, link.heading, link.row, link.time_datetime)
        if (known := self._contexts.get(key)) is not None:
            return known
        self._connection.execute(
            "INSERT OR IGNORE INTO context (text, heading, row, time) VALUES (?,?,?,?)", key
        )
        found: int = self._connection.execute(
            "SELECT id FROM context WHERE text = ? AND heading = ? AND row = ? AND time = ?", key
        ).fetchone()[0]
        self._contexts[key] = found
        return found
