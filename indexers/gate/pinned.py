"""Pinned pages: there, not a stub, with the names and civilities that make them decide."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from indexers.gate.candidate import Candidate, GateRules, LastBuild
from indexers.gate.wording import check
from schemas.document import DocumentFlag
from schemas.index import DocumentRow
from schemas.report import GateCheck
from schemas.site import AuthorityRule

NOT_A_PAGE = frozenset(
    flag.value
    for flag in (
        DocumentFlag.ERROR_PAGE,
        DocumentFlag.EMPTY_SHELL,
        DocumentFlag.LOGIN_WALL,
        DocumentFlag.REDIRECT_STUB,
        DocumentFlag.FRAMESET,
        DocumentFlag.NO_TEXT,
    )
)
"""Flags of a document that cannot decide anything."""

_CIVILITY = re.compile(
    r"\b(?:MM?\.|M(?:me|lle)s?\b\.?|Monsieur|Madame|Messieurs|Mesdames|Herrn?|Frau|Sig\.(?:ra)?)"
    r"[\s\u00a0\u202f]+(?=[^\W\d_])"
)


def pinned_checks(
    candidate: Candidate, last: LastBuild | None, rules: GateRules
) -> Iterator[GateCheck]:
    """Two checks a topic: the page is what the profile asks, and names as many people."""
    for rule in rules.authority:
        page = _page_of(rule.topic, candidate.documents)
        before = None if last is None else _page_of(rule.topic, last.documents)
        reason = _fault(page, before, rule, rules)
        sentence = f"The page of {rule.topic!r} is there" + (
            "." if page is None else f": {page.url}."
        )
        yield check(f"pinned_page.{rule.topic}", reason or sentence, passed=reason is None)
        yield _civilities(rule.topic, page, before, rules)


def count_civilities(text: str) -> int:
    """How often ``text`` names someone with a civility.

    >>> count_civilities("Mme Anne Exemple, M. Paul Modèle ; le M. de mètre")
    3
    >>> count_civilities("Madame la syndique, MM. Un et Deux, 12 M.")
    2
    """
    return len(_CIVILITY.findall(text))


def _page_of(topic: str, documents: Sequence[DocumentRow]) -> DocumentRow | None:
    pinned = (row for row in documents if row.is_authoritative and row.authority_topic == topic)
    return next(pinned, None)


def _fault(
    page: DocumentRow | None, before: DocumentRow | None, rule: AuthorityRule, rules: GateRules
) -> str | None:
    """Why the page cannot decide its topic, or ``None``."""
    if page is None:
        return f"The page of {rule.topic!r} ({rule.url}) is not in the build."
    if flags := sorted(NOT_A_PAGE & set(page.flags)):
        return f"{page.url} is not a page that decides: {', '.join(flags)}."
    length = len(page.text.strip())
    if page.chunk_count == 0 or length < rules.settings.min_pinned_chars:
        return f"{page.url} is a stub: {length} characters, {page.chunk_count} passages."
    folded = _folded(page.text)
    if lacking := [text for text in rule.must_contain if _folded(text) not in folded]:
        return f"{page.url} does not contain {', '.join(map(repr, lacking))}."
    if before is not None and length < rules.settings.min_pinned_share * len(before.text.strip()):
        return f"{page.url} has {length} characters, {len(before.text.strip())} in the last build."
    return None


def _civilities(
    topic: str, page: DocumentRow | None, before: DocumentRow | None, rules: GateRules
) -> GateCheck:
    now = 0 if page is None else count_civilities(page.text)
    then = now if before is None else count_civilities(before.text)
    return check(
        f"pinned_civilities.{topic}",
        f"The page of {topic!r} names {now} people with their civility, {then} in the last build.",
        passed=now >= rules.settings.min_pinned_share * then,
        figures={"civilities": now, "before": then},
    )


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
