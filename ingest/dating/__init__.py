"""Dating: from everything stated about a document to one date, with all the evidence kept."""

from ingest.dating.clues import clues_for
from ingest.dating.explaining import explain_finding
from ingest.dating.habits import NO_HABITS, SiteHabits, learn_habits
from ingest.dating.ladder import find_date
from ingest.dating.validity import find_validity

__all__ = [
    "NO_HABITS",
    "SiteHabits",
    "clues_for",
    "explain_finding",
    "find_date",
    "find_validity",
    "learn_habits",
]
