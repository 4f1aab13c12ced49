"""Standing: how each document stands towards today, and what decided."""

from ingest.standing.deciding import decide_all, decide_standing
from ingest.standing.facts import DocumentFacts, facts_for
from ingest.standing.rules import authority_of
from ingest.standing.series import Series, find_series

__all__ = [
    "DocumentFacts",
    "Series",
    "authority_of",
    "decide_all",
    "decide_standing",
    "facts_for",
    "find_series",
]
