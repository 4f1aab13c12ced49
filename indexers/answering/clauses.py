"""The statements of one sentence, where each has a subject and a verb of its own."""

import re
from dataclasses import replace

from indexers.answering.citations import Claim
from indexers.answering.tense import ClaimTense, claim_tense

# What comes after must open with its own subject: « et le jeudi de 14 h » says nothing alone.
_JOIN = re.compile(
    r"(?:,? et|,? mais|,? tandis que|,? alors que|,? puis| ?;)\s+"
    r"(?=l['’]\w|(?:ils?|elles?|le|la|les|une?|son|sa|ses|leurs?|M\.|Mme|[A-ZÀ-Ý])(?!\w))",
)
_SUBJECT = re.compile(
    r"(?:Oui, |Non, )?(?P<who>(?:Les?|La|L['’]|Une?|Chaque) ?[\w-]+|[A-ZÀ-Ý][\w-]+ [A-ZÀ-Ý][\w-]+)"
)
_PRONOUN = re.compile(r"^(?:ils?|elles?) ")


def split_clauses(claim: Claim) -> tuple[Claim, ...]:
    """The clauses of a claim as claims, none when it has only one.

    >>> claim = Claim("Le greffe est ouvert, et la bourse est fermée.", (1,), "")
    >>> [part.text for part in split_clauses(claim)]
    ['Le greffe est ouvert', 'la bourse est fermée.']
    >>> split_clauses(Claim("Il ouvre le mardi et le jeudi de 14 h à 16 h.", (1,), ""))
    ()
    """
    subject = _SUBJECT.match(claim.text)
    parts = [part.strip() for part in _JOIN.split(claim.text) if part.strip()]
    if subject:
        parts = [_PRONOUN.sub(f"{subject['who']} ", part) for part in parts]
    is_whole = any(claim_tense(part) is ClaimTense.NONE for part in parts)
    if len(parts) == 1 or is_whole:
        return ()
    return tuple(replace(claim, text=part) for part in parts)
