"""``[gate]``: thresholds that a build must meet before it is published."""

from pydantic import Field

from schemas.site.section import Section


class GateSettings(Section):
    """``[gate]``."""

    max_lost_documents: float = Field(default=0.1, ge=0, le=1)
    """Largest share of the last build's documents that may leave in one run."""
