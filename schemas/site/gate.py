"""``[gate]``: thresholds that a build must meet before it is published."""

from pydantic import Field

from schemas.site.section import Section


class GateSettings(Section):
    """``[gate]``. Shares are between 0 and 1; a build beyond one is held, not published."""

    max_lost_documents: float = Field(default=0.1, ge=0, le=1)
    """Largest share of the last build's documents that may leave in one run."""
    max_lost_text: float = Field(default=0.3, ge=0, le=1)
    """Largest share of text that documents which stay may lose in one run (pages become shells)."""
    losses_always_allowed: int = Field(default=3, ge=0)
    """So many documents may leave with a reason, whatever share of a small site they are."""
    max_empty_pdfs: float = Field(default=0.8, ge=0, le=1)
    """Largest share of PDFs of which no page gave any text."""
    max_undated_archives: float = Field(default=0.6, ge=0, le=1)
    max_conflicts: float = Field(default=0.5, ge=0, le=1)
    """Largest share of archives whose evidence of date disagrees."""
    max_mojibake: float = Field(default=0.1, ge=0, le=1)
    """Largest share of documents flagged as wrongly decoded."""
    max_rise: float = Field(default=0.1, ge=0, le=1)
    """Largest rise of any of those four shares against the last build."""
    max_same_date: float = Field(default=0.5, ge=0, le=1)
    """Largest share of archives dated to one same day (a migrated CMS stamps them all)."""
    same_date_from: int = Field(default=10, ge=2)
    """`max_same_date` counts only from this many archives dated to the day."""
    min_pinned_chars: int = Field(default=80, ge=0)
    """A pinned page with less text is a stub."""
    min_pinned_share: float = Field(default=0.5, ge=0, le=1)
    """Least part of a pinned page's last length, and of its civilities (M., Mme), to keep."""
    golden_k: int = Field(default=5, ge=1, le=100)
    """A golden question counts as found when its page is among so many passages."""
    min_golden_recall: float = Field(default=0.8, ge=0, le=1)
    max_golden_lost: int = Field(default=0, ge=0)
    """Golden questions that were found by the last build and may be lost."""
    min_probe_cosine: float = Field(default=0.99, ge=0, le=1)
    """Least cosine between a stored vector and the same text embedded anew."""
