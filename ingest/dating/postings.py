"""Days of posting in labels: said by a word (``publié le``), or by the habit of the site.

Some sites end every label with the day of posting: « PV du 9 juin 2023 - 19 juin 2023 ». Where
several labels hold two dates in this way, a last one standing alone is a day of posting, too.
"""

import re

from ingest.dating.readings import Reading, fineness
from ingest.dating.url_rung import Texts
from ingest.dating.words import VERSION_CUE

_BEFORE_SUFFIX = re.compile(r"\s[-|(,]\s?\Z|\(\Z")
_AFTER_SUFFIX = re.compile(r"[\s()\[\].,|]{0,6}(?:pdf|docx?|odt)?[\s()\[\].,0-9kmo]{0,16}\Z")


def is_said_posted(texts: Texts, reading: Reading) -> bool:
    """Whether the words before it say that it is a day of posting, approval or revision."""
    return VERSION_CUE.search(texts.before(reading)) is not None


def is_suffix(texts: Texts, reading: Reading) -> bool:
    """Whether a separator cuts it off from the label and nothing but the file's type follows."""
    text = texts.folded.text
    before, after = text[max(0, reading.start - 4) : reading.start], text[reading.end :]
    return _BEFORE_SUFFIX.search(before) is not None and _AFTER_SUFFIX.match(after) is not None


def has_posting_suffix(texts: Texts) -> bool:
    """Whether the label holds a date and, cut off at its end, another one."""
    days = [r for r in texts.readings if r.value is not None and fineness(r.value) == 3]
    return len(days) > 1 and any(is_suffix(texts, reading) for reading in days)
