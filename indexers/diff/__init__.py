"""What changed from one build to another: read in the morning, or before a rule goes live."""

from indexers.diff.comparing import compare, compare_builds
from indexers.diff.model import (
    ChangedDocument,
    ChangedPassage,
    IndexDiff,
    MovedDocument,
    NamedDocument,
    ReassignedDate,
    ReassignedStanding,
)
from indexers.diff.showing import diff_as_html, diff_as_json, diff_as_text

__all__ = [
    "ChangedDocument",
    "ChangedPassage",
    "IndexDiff",
    "MovedDocument",
    "NamedDocument",
    "ReassignedDate",
    "ReassignedStanding",
    "compare",
    "compare_builds",
    "diff_as_html",
    "diff_as_json",
    "diff_as_text",
]
