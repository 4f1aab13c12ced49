"""Words of a claim and of its source: one family by its stem, one meaning by a table."""

from indexers.answering.wording.terms import (
    ROUND_THE_CLOCK,
    Term,
    claim_terms,
    plain_words,
    source_keys,
    word_keys,
)

__all__ = ["ROUND_THE_CLOCK", "Term", "claim_terms", "plain_words", "source_keys", "word_keys"]
