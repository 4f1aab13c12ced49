"""The checks that one claim goes through; each says by name what it found wrong.

All are rules on words, figures and standing. None shows that a claim *follows* from its
source: that is entailment, and needs a model.
"""

from indexers.answering.checks.bounds import check_bounds
from indexers.answering.checks.case import Case, Check
from indexers.answering.checks.days import check_days
from indexers.answering.checks.deputies import check_deputy
from indexers.answering.checks.duties import check_duties
from indexers.answering.checks.figures import check_numbers
from indexers.answering.checks.limits import check_limits
from indexers.answering.checks.neighbours import check_own_figures
from indexers.answering.checks.order import check_order
from indexers.answering.checks.persons import (
    check_absence,
    check_holder,
    check_names,
    check_proper_nouns,
    check_subject,
)
from indexers.answering.checks.polarity import check_polarity
from indexers.answering.checks.quotes import check_ocr, check_quotes
from indexers.answering.checks.reasoning import check_decided, check_reasons
from indexers.answering.checks.receivers import check_receivers
from indexers.answering.checks.relations import check_roles
from indexers.answering.checks.scope import check_scope
from indexers.answering.checks.words import (
    check_disagreement,
    check_standing,
    check_words,
)

__all__ = ["CHECKS", "FRENCH_CHECKS", "Case", "Check"]

CHECKS: dict[str, Check] = {
    "quotes": check_quotes,
    "figures": check_numbers,
    "bounds": check_bounds,
    "own_figures": check_own_figures,
    "days": check_days,
    "ocr_figures": check_ocr,
    "names": check_names,
    "proper_nouns": check_proper_nouns,
    "words": check_words,
    "polarity": check_polarity,
    "scope": check_scope,
    "limits": check_limits,
    "reasons": check_reasons,
    "decided": check_decided,
    "duties": check_duties,
    "order": check_order,
    "receivers": check_receivers,
    "roles": check_roles,
    "deputy": check_deputy,
    "holder": check_holder,
    "subject": check_subject,
    "absence": check_absence,
    "standing": check_standing,
    "disagreement": check_disagreement,
}
"""In the order in which an operator reads them."""

FRENCH_CHECKS = (
    "bounds", "scope", "limits", "reasons", "decided", "duties", "order", "receivers", "roles",
    "deputy", "standing",
)  # fmt: skip
"""What is read in French only."""
