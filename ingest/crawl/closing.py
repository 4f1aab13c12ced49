"""The end of a run: is it complete, what left, which addresses are one document."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ingest.crawl.identity import find_aliases
from ingest.crawl.ledger import Ledger
from ingest.crawl.links import LinkTable
from ingest.crawl.reasons import Reason, UrlState
from ingest.crawl.records import UrlRecord
from ingest.crawl.settling import close_absences, moved


@dataclass(frozen=True, slots=True)
class Departures:
    """How many URLs left when the crawl was closed."""

    gone: int
    moved: int


def close_crawl(ledger: Ledger, crawl_id: int, *, is_complete: bool) -> Departures:
    """Let moved documents go once their target is there; count absences if complete."""
    gone = moves = 0
    for record in list(ledger.all()):
        if record.state is not UrlState.MISSING:
            continue
        target_is_live = _target_is_live(ledger, record)
        closed = record
        if record.reason is Reason.MOVED and target_is_live:
            closed = moved(record)
            moves += 1
        elif is_complete:
            closed = close_absences(record, crawl_id=crawl_id, target_is_live=target_is_live)
            gone += record.is_live and not closed.is_live
        if closed is not record:
            ledger.save(closed)
    return Departures(gone, moves)


def _target_is_live(ledger: Ledger, record: UrlRecord) -> bool:
    """Whether the chain of permanent redirects from ``record`` ends at a document."""
    seen = {record.id}
    target_id = record.target_id
    while target_id is not None and target_id not in seen:
        seen.add(target_id)
        target = ledger.get(target_id)
        if target.state is UrlState.TAKEN:
            return True
        target_id = target.target_id
    return False


def join_addresses(ledger: Ledger, links: LinkTable, *, is_home: Callable[[str], bool]) -> int:
    """Write which live URLs are aliases of which; how many documents remain."""
    records = list(ledger.live())
    aliases = {
        alias.url_id: alias
        for alias in find_aliases(
            records,
            canonicals=links.statements("canonical"),
            inlinks=links.inlinks(),
            home_ids=frozenset(record.id for record in records if is_home(record.url)),
        )
    }
    for record in records:
        alias = aliases.get(record.id)
        joined = _joined(record, alias.of_id if alias else None, alias.reason if alias else None)
        if joined is not record:
            ledger.save(joined)
    ledger.connection.execute(
        "UPDATE url SET alias_of = NULL, alias_reason = '' "
        "WHERE alias_of IS NOT NULL AND (state NOT IN ('taken', 'missing') OR sha256 = '')"
    )
    return len(records) - len(aliases)


def _joined(record: UrlRecord, alias_of: int | None, reason: Reason | None) -> UrlRecord:
    wanted = (alias_of, reason or Reason.NONE)
    if (record.alias_of, record.alias_reason) == wanted:
        return record
    return replace(record, alias_of=wanted[0], alias_reason=wanted[1])
