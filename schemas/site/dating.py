"""``[dating]``: how dates are read."""

from typing import Literal

from schemas.site.section import Section


class DatingSettings(Section):
    """``[dating]``."""

    pdf_creation_date: Literal["year", "day", "ignore"] = "year"
    """What a PDF's technical stamps may give. ``day`` is the literal reading, false on minutes."""
