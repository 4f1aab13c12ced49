"""Which URLs are one document: canonical statements, equal bytes, twins, print versions.

A pure decision over the ledger's records. The fetch state of a URL is not touched by it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from ingest.crawl.links import Statement
from ingest.crawl.reasons import Reason
from ingest.crawl.records import UrlRecord
from schemas.urls import CanonicalUrl, canonicalize

_INDEX_FILE = re.compile(
    r"/(?:index|default|home)\.(?:html?|xhtml|php[0-9]?|aspx?|jsp|cfm)$", re.IGNORECASE
)
_PRINT_PATH = re.compile(r"/(?:print|imprimer|drucken|printpdf)(?=/|$)", re.IGNORECASE)
_PRINT_PARAMETER = re.compile(
    r"(?:print|printable|printversion|imprimer|tx_\w+\[print\]|tmpl|format)", re.IGNORECASE
)
_PRINT_VALUES = frozenset({"", "1", "true", "yes", "print", "component", "98"})


def twin_form(url: str) -> str:
    """One form for ``/a``, ``/a/`` and ``/a/index.html``: only for comparing.

    >>> {twin_form(f"http://x.example/a{end}") for end in ("", "/", "/index.php")}
    {'http://x.example/a'}
    """
    head, mark, query = url.partition("?")
    return _INDEX_FILE.sub("/", head).rstrip("/") + mark + query


def without_print(url: str) -> str | None:
    """The page of which ``url`` is the print version by its form; ``None`` if it is none.

    >>> without_print("http://x.example/a?print=1"), without_print("http://x.example/print/a")
    ('http://x.example/a', 'http://x.example/a')
    """
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    kept = [(name, value) for name, value in pairs if not _is_print(name, value)]
    path = _PRINT_PATH.sub("", parts.path)
    if len(kept) == len(pairs) and path == parts.path:
        return None
    return parts._replace(path=path or "/", query=urlencode(kept)).geturl()


def _is_print(name: str, value: str) -> bool:
    if name == "type":  # TYPO3's page type for printing
        return value == "98"
    return bool(_PRINT_PARAMETER.fullmatch(name)) and value.lower() in _PRINT_VALUES


@dataclass(frozen=True, slots=True)
class Alias:
    """``url_id`` is another address of the document ``of_id``, by the rule ``reason``."""

    url_id: int
    of_id: int
    reason: Reason


def find_aliases(
    records: Iterable[UrlRecord],
    *,
    canonicals: Mapping[int, list[Statement]],
    inlinks: Mapping[int, int],
    home_ids: frozenset[int],
) -> list[Alias]:
    """Every live URL that is not the best address of its document."""
    live = {record.id: record for record in records}
    found: dict[int, Alias] = {}
    for record in live.values():
        target = _usable_canonical(record, live, canonicals, home_ids)
        if target is not None:
            found[record.id] = Alias(record.id, target, Reason.CANONICAL)
    for group in _groups(live.values()):
        best = min(group, key=lambda record: _preference(record, inlinks, found))
        for record in group:
            if record.id != best.id and record.id not in found and not record.is_pinned:
                found[record.id] = Alias(record.id, best.id, _group_reason(record, best))
    by_url = {record.url: record for record in live.values()}
    for record in live.values():
        if record.id not in found and (base := _printed_page(record, by_url)) is not None:
            found[record.id] = Alias(record.id, base, Reason.PRINT_VERSION)
    return _flattened(found)


def _usable_canonical(
    record: UrlRecord,
    live: Mapping[int, UrlRecord],
    canonicals: Mapping[int, list[Statement]],
    home_ids: frozenset[int],
) -> int | None:
    """The first stated canonical that answers, is not home for everybody, same language."""
    if record.is_pinned:
        return None
    for statement in canonicals.get(record.id, ()):
        target = live.get(statement.target_id)
        if target is None or target.media_type != record.media_type:
            continue
        if target.id == record.id:
            return None  # the page says that it is its own best address
        is_home = target.id in home_ids and target.text_sha256 != record.text_sha256
        other_language = bool(target.language and record.language) and (
            target.language[:2] != record.language[:2]
        )
        if not is_home and not other_language:
            return target.id
    return None


def _groups(records: Iterable[UrlRecord]) -> list[list[UrlRecord]]:
    """Records with equal bytes, then pages with equal words whose URLs are twins."""
    groups: dict[tuple[str, str], list[UrlRecord]] = {}
    twins: dict[tuple[str, str], list[UrlRecord]] = {}
    for record in records:
        groups.setdefault(("", record.sha256), []).append(record)
        if record.text_sha256:
            form = twin_form(without_print(record.url) or record.url)
            twins.setdefault((form, record.text_sha256), []).append(record)
    return [group for table in (groups, twins) for group in table.values() if len(group) > 1]


def _preference(
    record: UrlRecord, inlinks: Mapping[int, int], found: Mapping[int, Alias]
) -> tuple[bool, bool, bool, bool, int, int, str]:
    """Smaller is better: pinned, its own page, a start page, linked, linked often, short."""
    links = inlinks.get(record.id, 0)
    is_print = without_print(record.url) is not None
    return (
        not record.is_pinned,
        record.id in found or is_print or record.is_redirected,
        record.origin != "start",
        links == 0,
        -links,
        len(record.url),
        record.url,
    )


def _group_reason(record: UrlRecord, best: UrlRecord) -> Reason:
    if without_print(record.url) is not None:
        return Reason.PRINT_VERSION
    is_twin = twin_form(record.url) == twin_form(best.url)
    return Reason.TWIN if is_twin else Reason.SAME_CONTENT


def _printed_page(record: UrlRecord, by_url: Mapping[CanonicalUrl, UrlRecord]) -> int | None:
    """The page that a print version prints, when it is live and has the same heading."""
    base_url = without_print(record.url) if record.text_sha256 and not record.is_pinned else None
    if base_url is None:
        return None
    other = by_url.get(canonicalize(base_url))
    if other is None or (other.h1 or other.title) != (record.h1 or record.title):
        return None
    return other.id


def _flattened(found: dict[int, Alias]) -> list[Alias]:
    """Chains followed to their end; a circle keeps its first address."""
    result: list[Alias] = []
    for alias in sorted(found.values(), key=lambda item: item.url_id):
        seen, target = {alias.url_id}, alias.of_id
        while target in found and target not in seen:
            seen.add(target)
            target = found[target].of_id
        if target in found or target == alias.url_id:
            if alias.url_id == min(seen):
                continue
            target = min(seen)
        result.append(Alias(alias.url_id, target, alias.reason))
    return result
