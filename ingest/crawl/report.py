"""What a run tells: small events while it works, one report at its end."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class CrawlEvent:
    """One settled URL and how far the run is: for a progress display."""

    kind: str
    """``taken``, ``not_modified``, ``refused``, ``missing``, ``moved``, ``error`` or ``note``."""
    url: str
    reason: str = ""
    done: int = 0
    waiting: int = 0
    in_flight: tuple[str, ...] = ()
    refused: int = 0
    requests: int = 0
    seconds: float = 0.0
    seconds_left: float = float("inf")
    """Until the budget of minutes is spent."""


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """What one run did. Plain values: it is stored as JSON in the ledger."""

    started_at: datetime
    seconds: float
    complete: bool
    incomplete_reason: str
    """Names of what is missing, comma-separated: ``budget_requests``, ``error_share``, ..."""
    requests: int
    wire_bytes: int
    fetched: int
    """Bodies received."""
    changed: int
    """Of these, new or with other bytes than before."""
    not_modified: int
    not_due: int
    """Known URLs that the adaptive revisit did not ask."""
    documents: int
    """Live documents in the snapshot now, aliases not counted."""
    missing: int
    gone: int
    """URLs that left in this run for want of an answer."""
    moved: int
    refused: dict[str, int]
    """By reason, over all known URLs."""
    errors: dict[str, int]
    """By reason, over the visits of this run."""
    notes: tuple[str, ...] = ()
    """Sentences for the operator: robots.txt that is HTML, a capped Crawl-delay, ..."""

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self) | {"started_at": self.started_at.isoformat()}


@dataclass(slots=True)
class Tally:
    """Counts of the run under way."""

    fetched: int = 0
    changed: int = 0
    not_modified: int = 0
    missing: int = 0
    moved: int = 0
    done: int = 0
    refused: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    vanished: int = 0
    """Documents that were live before this run and are missing now."""
    notes: list[str] = field(default_factory=list)
