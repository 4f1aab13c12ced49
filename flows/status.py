"""How a site stands: what is live, what it holds, what it takes on disk, what to look at next."""

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from flows.cli.tables import in_lines
from flows.workspace import Workspace
from indexers.lance import VersionSummary, open_index, published, read_report, versions
from ingest.crawl import RunRecord, Snapshot
from schemas.errors import NoIndex
from schemas.index import DocumentRow, IndexManifest
from schemas.report import GateReport
from schemas.run import RunReport


@dataclass(frozen=True, slots=True)
class PinnedState:
    """One authoritative page as the live index has it."""

    topic: str
    url: str
    is_present: bool


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """The site at one glance; all of it is read, nothing is asked from the network."""

    site: str
    live: IndexManifest | None = None
    gate: GateReport | None = None
    undated: int = 0
    conflicts: int = 0
    pinned: tuple[PinnedState, ...] = ()
    held: tuple[str, ...] = ()
    """Builds that the gate holds, newer than what is live."""
    crawl: RunRecord | None = None
    last_run: RunReport | None = None
    disk_bytes: dict[str, int] = field(default_factory=dict)
    needs_ocr: int = 0
    has_golden: bool = True

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        live, gate, crawl, run = self.live, self.gate, self.crawl, self.last_run
        return {
            "site": self.site,
            "live": None if live is None else live.model_dump(mode="json"),
            "gate": None if gate is None else gate.outcome.value,
            "undated_archives": self.undated,
            "date_conflicts": self.conflicts,
            "documents_that_need_ocr": self.needs_ocr,
            "pinned": [asdict(each) for each in self.pinned],
            "held": list(self.held),
            "last_crawl": None
            if crawl is None
            else {
                "started_at": crawl.started_at,
                "is_complete": crawl.is_complete,
                "reason": crawl.reason,
            },
            "last_run": None if run is None else run.model_dump(mode="json"),
            "disk_bytes": self.disk_bytes,
            "next": list(self.advice()),
        }

    def in_words(self) -> str:
        """A page that is read in ten seconds."""
        return "\n".join(in_lines({self.site: dict(self._facts())}))

    def _facts(self) -> Iterator[tuple[str, object]]:
        if (live := self.live) is None:
            yield "live", "nothing is published yet"
        else:
            since = (
                f", published {live.published_at:%Y-%m-%d %H:%M} UTC" if live.published_at else ""
            )
            yield "live", f"{live.version}{since}"
            holds = (
                f"{live.documents} documents, {live.chunks} chunks; {live.archives} archives, "
                f"{self.undated} of them undated; {self.conflicts} documents whose dates disagree"
            )
            yield "holds", holds
        if self.gate is not None:
            good = sum(check.passed for check in self.gate.checks)
            yield "gate", f"{self.gate.outcome.value}, {good} of {len(self.gate.checks)} checks"
        for each in self.pinned:
            yield (
                f"pinned {each.topic!r}",
                f"{each.url} {'present' if each.is_present else 'MISSING'}",
            )
        if self.crawl is not None:
            yield "last crawl", _crawl_in_words(self.crawl)
        if self.last_run is not None:
            run = self.last_run
            yield "last run", f"{run.started_at:%Y-%m-%d %H:%M} UTC, {run.mode}: {run.sentence}"
        sizes = ", ".join(
            f"{name} {size / 2**20:.1f} MiB" for name, size in self.disk_bytes.items()
        )
        yield "disk", sizes or "nothing"
        yield "next", list(self.advice())

    def advice(self) -> Iterator[str]:
        """What to look at, most pressing first; never empty."""
        found = [*self._advice(), *self._advice_on_contents()]
        yield from found or ["nothing to do"]

    def _advice(self) -> Iterator[str]:
        if self.live is None and not self.held:
            yield "millesime index PROFILE: nothing is published yet"
        for version in self.held:
            yield (
                f"the build {version} is held by the gate: the report of its run says by which "
                "check; mend the site or the profile, or let the check pass: millesime publish "
                f'PROFILE {version} --override CHECK --reason "why"'
            )
        for each in self.pinned:
            if not each.is_present:
                yield f"millesime explain PROFILE {each.url}: the pinned page is not in the index"
        if self.crawl is not None and not self.crawl.is_complete:
            yield f"the last crawl is incomplete ({self.crawl.reason}): the next run goes on"

    def _advice_on_contents(self) -> Iterator[str]:
        if self.undated:
            yield "millesime dates PROFILE --by undated: archives without a date"
        if self.conflicts:
            yield "millesime dates PROFILE --by conflict: documents whose dates disagree"
        if self.needs_ocr:
            yield (
                f"{self.needs_ocr} documents hold pages that wait for OCR: "
                "tesseract is not installed, or the profile switches it off"
            )
        if not self.pinned:
            yield "the profile pins no page: [[authority]] names those that decide today"
        if not self.has_golden:
            yield "no golden questions: the gate cannot tell a build that finds less"


def site_status(workspace: Workspace) -> SiteStatus:
    """Look at the snapshot, the index and the reports; raises `IndexTooNew`."""
    live = published(workspace.index_place)
    rows = _documents(workspace)
    return SiteStatus(
        site=workspace.profile.name,
        live=live,
        gate=None if live is None else read_report(workspace.index_place, live.version),
        undated=sum(row.is_archive and row.date is None for row in rows),
        conflicts=sum(row.date_conflict for row in rows),
        needs_ocr=sum("needs_ocr" in row.flags for row in rows),
        has_golden=workspace.golden_path is not None,
        pinned=tuple(_pinned(workspace, rows)),
        held=tuple(_held(versions(workspace.index_place))),
        crawl=_last_crawl(workspace),
        last_run=last_report(workspace.reports_dir),
        disk_bytes={
            path.name: folder_bytes(path)
            for path in (workspace.snapshot_dir, workspace.cache_dir, workspace.index_dir)
            if path.exists()
        },
    )


def last_report(folder: Path) -> RunReport | None:
    """The newest report that can be read; reports are named by the start of their run."""
    for path in sorted(folder.glob("*.json"), reverse=True):
        try:
            return RunReport.model_validate_json(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # half written by a killed run, or of another version
            continue
    return None


def folder_bytes(folder: Path) -> int:
    """What the files of ``folder`` take; files that go meanwhile do not count."""
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                total += Path(base, name).stat().st_size
            except FileNotFoundError:
                continue
    return total


def _documents(workspace: Workspace) -> list[DocumentRow]:
    try:
        with open_index(workspace.index_place) as reader:
            return reader.documents(with_text=False)
    except NoIndex:
        return []


def _pinned(workspace: Workspace, rows: list[DocumentRow]) -> Iterator[PinnedState]:
    found = {row.authority_topic: row.url for row in rows if row.is_authoritative}
    for rule in workspace.profile.authority:
        yield PinnedState(rule.topic, found.get(rule.topic, rule.url), rule.topic in found)


def _held(summaries: list[VersionSummary]) -> Iterator[str]:
    """Held builds down to the live one, newest first."""
    for summary in summaries:
        if summary.is_live:
            return
        if summary.gate is not None and summary.gate.value == "held":
            yield summary.version


def _last_crawl(workspace: Workspace) -> RunRecord | None:
    if not (workspace.snapshot_dir / "ledger.sqlite").exists():
        return None
    with Snapshot.open(workspace.snapshot_dir) as snapshot:
        return snapshot.last_run()


def _crawl_in_words(crawl: RunRecord) -> str:
    at = f"{crawl.started_at:%Y-%m-%d %H:%M} UTC" if crawl.started_at else "never"
    return f"{at}, complete" if crawl.is_complete else f"{at}, INCOMPLETE ({crawl.reason})"
