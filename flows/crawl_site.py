"""The crawling stage: the snapshot brought up to date, and its figures."""

import datetime as dt
from dataclasses import dataclass, field

from flows.run import Run
from ingest.crawl import CrawlEvent, CrawlReport, Snapshot, crawl_site
from schemas.run import CrawlFigures


@dataclass(slots=True)
class CrawlStage:
    """One crawl of the site into a snapshot."""

    run: Run
    snapshot: Snapshot
    figures: CrawlFigures = field(default_factory=CrawlFigures)

    def execute(self) -> CrawlFigures:
        """Crawl, shown and timed; raises `SiteUnreachable`."""
        self.run.stage("crawl", self._crawl)
        return self.figures

    def _crawl(self) -> int:
        profile, progress = self.run.workspace.profile, self.run.progress
        report = crawl_site(profile, self.snapshot, clock=_utc_now, on_event=self._tell)
        for note in report.notes:
            progress.say(note)
        self.figures = crawl_figures(report, self.snapshot)
        return report.fetched

    def _tell(self, event: CrawlEvent) -> None:
        detail = f"{event.refused} refused, {event.requests} requests"
        if event.in_flight:
            detail += f", now {event.in_flight[0]}"
        self.run.progress.advance(event.done, event.done + event.waiting, detail)


def crawl_only(run: Run) -> CrawlFigures:
    """A crawl by itself, without an index after it."""
    with Snapshot.open(run.workspace.snapshot_dir) as snapshot:
        return CrawlStage(run, snapshot).execute()


def crawl_figures(report: CrawlReport, snapshot: Snapshot) -> CrawlFigures:
    """The crawl's own report in the words of the run's report."""
    return CrawlFigures(
        known=snapshot.ledger.count(),
        fetched=report.fetched,
        not_modified=report.not_modified,
        documents=report.documents,
        refused=report.refused,
        errors=sum(report.errors.values()),
        missing=report.missing,
        gone=report.gone,
        complete=report.complete,
        incomplete_reason=report.incomplete_reason,
    )


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
