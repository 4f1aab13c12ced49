"""Words by which a question shows that it asks for a holder of a function, by language."""

from schemas.site.vocabulary.french import FRENCH
from schemas.site.vocabulary.lists import Vocabulary
from schemas.site.vocabulary.others import ENGLISH, GERMAN, ITALIAN

__all__ = ["FRENCH", "VOCABULARIES", "Vocabulary"]

VOCABULARIES: dict[str, Vocabulary] = {
    "fr": FRENCH,
    "de": GERMAN,
    "it": ITALIAN,
    "en": ENGLISH,
}
"""The words that ship, by ISO 639-1 code."""
