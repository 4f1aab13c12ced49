"""The checks that one claim goes through; each says by name what it found wrong.

All are rules on words, figures and standing. None shows that a claim *follows* from its
source: that is entailment, and needs a model.
"""

from indexers.answering.checks.case import Case, Check
from indexers.answering.checks.figures import check_days, check_numbers, check_ocr, check_quotes
from indexers.answering.checks.persons import (
    check_absence,
    check_holder,
    check_names,
    check_proper_nouns,
    check_subject,
)
from indexers.answering.checks.words import (
    check_disagreement,
    check_polarity,
    check_standing,
    check_words,
)

__all__ = ["CHECKS", "Case", "Check"]

CHECKS: dict[str, Check] = {
    "quotes": check_quotes,
    "figures": check_numbers,
    "days": check_days,
    "ocr_figures": check_ocr,
    "names": check_names,
    "proper_nouns": check_proper_nouns,
    "words": check_words,
    "polarity": check_polarity,
    "holder": check_holder,
    "subject": check_subject,
    "absence": check_absence,
    "standing": check_standing,
    "disagreement": check_disagreement,
}
"""In the order in which an operator reads them."""
