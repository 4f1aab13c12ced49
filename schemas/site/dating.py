"""``[dating]``: how dates are read."""

from typing import Literal

from schemas.site.section import Section


class DatingSettings(Section):
    """``[dating]``."""

    pdf_creation_date: Literal["year", "day", "ignore"] = "year"
    """What the stamps inside a file may give. ``day`` is the literal reading, false on minutes."""
    running_headers_date: bool = False
    """Whether a date in running headers may serve where neither site nor name gives a day."""
    sitting_in_text_dates: bool = False
    """Whether « séance du … » on page 1 may serve where neither site nor name gives a day."""
