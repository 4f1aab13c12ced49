"""What a run did, and every document that it refused, by name and reason."""

from dataclasses import dataclass

from schemas.urls import CanonicalUrl


@dataclass(frozen=True, slots=True)
class Refusal:
    """One URL that did not become a document of the index, and why."""

    url: CanonicalUrl
    stage: str
    """``crawl``, ``read``, ``index``."""
    reason: str
    """Name of the rule, stable and machine-readable: ``robots``, ``noindex``, ``encrypted``, ..."""
    detail: str = ""
    """A sentence for the operator."""
