"""Content: what has left, what was never read, and what has no date, against the last build."""

from collections import Counter
from collections.abc import Iterator, Sequence

from indexers.gate.candidate import Candidate, GateRules, LastBuild
from indexers.gate.wording import check, percent, some
from schemas.document import DocumentFlag, DocumentKind
from schemas.index import DocumentRow
from schemas.report import GateCheck, GateFigures, GateLevel

EVIDENCE_OF_LEAVING = frozenset({"gone", "moved", "alias", "refused", "withdrawn"})
"""States of a URL that let its document leave; an error or an absence lets none."""


def gate_figures(documents: Sequence[DocumentRow]) -> GateFigures:
    """The shares of ``documents`` that one build is compared on with the next."""
    pdfs = [row for row in documents if row.kind == DocumentKind.PDF.value]
    archives = [row for row in documents if row.is_archive]
    return GateFigures(
        documents=len(documents),
        chunks=sum(row.chunk_count for row in documents),
        pdfs=len(pdfs),
        archives=len(archives),
        empty_pdfs=_share(sum(row.chunk_count == 0 for row in pdfs), len(pdfs)),
        undated_archives=_share(sum(row.date is None for row in archives), len(archives)),
        conflicts=_share(sum(row.date_conflict for row in archives), len(archives)),
        mojibake=_share(
            sum(DocumentFlag.MOJIBAKE.value in row.flags for row in documents), len(documents)
        ),
    )


def content_checks(
    candidate: Candidate, last: LastBuild | None, rules: GateRules
) -> Iterator[GateCheck]:
    """Checks that hold: is there anything, is it what the ledger says, what left and why."""
    documents, settings = candidate.site_documents, rules.settings
    yield check(
        "not_empty",
        f"{len(documents)} documents of the site, {candidate.manifest.chunks} passages.",
        passed=bool(documents) and candidate.manifest.chunks > 0,
        level=GateLevel.BLOCKS,
    )
    yield from _agrees_with_ledger(candidate)
    yield from _shares(candidate, last, rules)
    yield _same_date(documents, rules)
    if last is not None:
        lost = lost_documents(candidate, last)
        yield _losses_have_reasons(lost, candidate)
        yield _few_documents_lost(lost, last, rules)
        yield _little_text_lost(candidate, last, settings.max_lost_text)
        yield _not_older(candidate, last)
        yield _dates_stay(candidate, last)


def lost_documents(candidate: Candidate, last: LastBuild) -> list[DocumentRow]:
    """Documents of the last build that are neither here, nor under another URL."""
    here = {url for row in candidate.documents for url in (row.url, *row.aliases)}
    bytes_here = {row.body_sha256 for row in candidate.documents}
    withdrawn = {row.url for row in candidate.urls if row.state == "withdrawn"}
    return [
        row
        for row in last.site_documents
        if row.url not in here | withdrawn and row.body_sha256 not in bytes_here
    ]


def _agrees_with_ledger(candidate: Candidate) -> Iterator[GateCheck]:
    if candidate.expected_urls is None:
        return
    here = {row.url for row in candidate.site_documents}
    missing, unknown = candidate.expected_urls - here, here - candidate.expected_urls
    sentence = f"{len(candidate.expected_urls)} documents in the ledger, {len(here)} in the build."
    yield check(
        "ledger_agrees",
        sentence,
        passed=not (missing or unknown),
        level=GateLevel.BLOCKS,
        examples=some([*sorted(missing), *sorted(unknown)]),
    )


def _losses_have_reasons(lost: Sequence[DocumentRow], candidate: Candidate) -> GateCheck:
    states = {row.url: row for row in candidate.urls}
    without = [
        f"{row.url} ({states[row.url].state if row.url in states else 'unknown to the ledger'})"
        for row in lost
        if row.url not in states or states[row.url].state not in EVIDENCE_OF_LEAVING
    ]
    why = Counter(states[row.url].reason for row in lost if row.url in states)
    told = ", ".join(f"{reason}: {count}" for reason, count in why.most_common())
    return check(
        "losses_have_reasons",
        f"{len(lost)} documents left, {len(without)} of them without evidence"
        + (f" ({told})." if told else "."),
        passed=not without,
        figures={"lost": len(lost), "without_reason": len(without)},
        examples=some(without),
    )


def _few_documents_lost(
    lost: Sequence[DocumentRow], last: LastBuild, rules: GateRules
) -> GateCheck:
    before = len(last.site_documents)
    share, most = _share(len(lost), before), rules.settings.max_lost_documents
    allowed = rules.settings.losses_always_allowed
    return check(
        "lost_documents",
        f"{len(lost)} of {before} documents left: {percent(share)} "
        f"(at most {percent(most)}, or {allowed} documents).",
        passed=len(lost) <= allowed or share <= most,
        figures={"share": share, "limit": most},
        examples=some(row.url for row in lost),
    )


def _little_text_lost(candidate: Candidate, last: LastBuild, most: float) -> GateCheck:
    """Documents that stay keep their text: a site of empty shells loses no document."""
    now = {row.url: len(row.text) for row in candidate.site_documents}
    both = [row.url for row in last.site_documents if row.url in now]
    before = sum(last.text_lengths.get(url, 0) for url in both)
    lost = {url: max(0, last.text_lengths.get(url, 0) - now[url]) for url in both}
    share = _share(sum(lost.values()), before)
    worst = sorted((url for url in both if lost[url]), key=lambda url: -lost[url])
    return check(
        "lost_text",
        f"{percent(share)} of the text of {len(both)} documents that stay is gone "
        f"(at most {percent(most)}).",
        passed=share <= most,
        figures={"share": share, "limit": most},
        examples=some(worst),
    )


def _not_older(candidate: Candidate, last: LastBuild) -> GateCheck:
    """A ledger restored from a backup shows pages as they were seen before the last build."""
    before = {row.url: row.fetched_at for row in last.site_documents}
    older = [
        row.url
        for row in candidate.site_documents
        if row.fetched_at is not None
        and (seen := before.get(row.url)) is not None
        and row.fetched_at < seen
    ]
    return check(
        "not_older",
        f"{len(older)} documents were last seen before the published build saw them.",
        passed=not older,
        figures={"older": len(older)},
        examples=some(older),
    )


def _dates_stay(candidate: Candidate, last: LastBuild) -> GateCheck:
    before = {row.url: (row.date, row.body_sha256) for row in last.site_documents}
    archives = [row for row in candidate.site_documents if row.is_archive and row.url in before]
    moved = [
        f"{row.url}: {before[row.url][0]} -> {row.date}"
        for row in archives
        if before[row.url][0] != row.date and before[row.url][1] == row.body_sha256
    ]
    return check(
        "dates_stay",
        f"{len(moved)} of {len(archives)} archives have another date, with the same bytes.",
        passed=not moved,
        level=GateLevel.WARNS,
        figures={"reassigned": len(moved)},
        examples=some(moved),
    )


def _same_date(documents: Sequence[DocumentRow], rules: GateRules) -> GateCheck:
    days = Counter(row.date for row in documents if row.is_archive and row.date_precision == "day")
    day, count = days.most_common(1)[0] if days else (None, 0)
    share, most = _share(count, days.total()), rules.settings.max_same_date
    return check(
        "same_date",
        f"{count} of {days.total()} archives dated to the day share one day ({day})."
        if day
        else "No archive is dated to the day.",
        passed=share <= most or days.total() < rules.settings.same_date_from,
        figures={"share": share, "limit": most},
        examples=some(row.url for row in documents if row.date == day),
    )


def _shares(candidate: Candidate, last: LastBuild | None, rules: GateRules) -> Iterator[GateCheck]:
    now, settings = gate_figures(candidate.site_documents), rules.settings
    before = None if last is None else gate_figures(last.site_documents)
    for name, most, what in (
        ("empty_pdfs", settings.max_empty_pdfs, "PDFs gave no passage"),
        ("undated_archives", settings.max_undated_archives, "archives have no date"),
        ("conflicts", settings.max_conflicts, "archives have evidence that disagrees"),
        ("mojibake", settings.max_mojibake, "documents are wrongly decoded"),
    ):
        share: float = getattr(now, name)
        rise = 0.0 if before is None else share - getattr(before, name)
        against = f"; {rise * 100:+.1f} points, at most +{settings.max_rise * 100:.1f}"
        yield check(
            name,
            f"{percent(share)} of {what} (at most {percent(most)}{against if before else ''}).",
            passed=share <= most and rise <= settings.max_rise,
            figures={"share": share, "limit": most, "rise": rise},
        )


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
