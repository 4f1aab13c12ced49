"""Before and after, first and then, and and or: as the source has them."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.wording import Term, claim_terms, source_keys
from schemas.answer import Finding, Verdict

_NOUNS = 2
_BEFORE = re.compile(r"\b(?:avant|précéd\w+|préalable\w* à)\b(?P<rest>[^,;.:]*)", re.IGNORECASE)
_AFTER = re.compile(
    r"\b(?:après|suivant|sui(?:t|vent|vit|vi|vait)\b|une fois|à l['’]issue|dès|ensuite)\b"
    r"(?P<rest>[^,;.:]*)",
    re.IGNORECASE,
)
_SAYS = re.compile(r"\b(?P<word>avant|après)\b(?P<rest>[^,;.:]*)", re.IGNORECASE)
_THEN = re.compile(r",? \b(?:puis|ensuite)\b", re.IGNORECASE)
_THEN_OR_LATER = re.compile(r"\b(?:puis|ensuite|plus tard|enfin)\b", re.IGNORECASE)
# « en vente à l'épicerie ou au greffe » and « et » are the same; two conditions are not.
_CONDITION = re.compile(
    r"\b(?:si|s['’]ils?|s['’]elles?|condition|lorsqu\w*|doi(?:t|vent)|il faut|pour être)\b",
    re.IGNORECASE,
)
# « avoir un permis, jouir d'une bonne réputation et être domicilié » asks for all three.
_LISTED = re.compile(r", (?=[^,;.:]*(?:, [^,;.:]*)* et )")
_REPLACED = re.compile(r"\bremplac\w+(?P<what>[^.;,]*?) par (?P<by>[^.;,]*)", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:ne|n['’]|ni|sans|aucune?|pas)\b", re.IGNORECASE)


def check_order(case: Case) -> Iterator[Finding]:
    """What comes first, and whether one or both are meant, is as the source says."""
    if not case.is_french or case.is_absence:
        return
    for unit in case.units:
        found = (
            _before_for_after(case.text, unit.text)
            or _then(case.text, unit.text)
            or _later(case.text, unit.text)
            or _replaced(case.text, unit.text)
            or _both_or_either(case.text, unit.text)
        )
        if found:
            yield Finding(check="order", verdict=Verdict.CONTRADICTED, detail=found)


def _before_for_after(claim: str, source: str) -> str | None:
    """« avant l'achat » for « dans les trois mois qui suivent l'achat »."""
    for match in _SAYS.finditer(claim):
        same, other = _BEFORE, _AFTER
        if match["word"].casefold() == "après":
            same, other = other, same
        nouns = claim_terms(match["rest"])[:1]
        if nouns and _governs(other, nouns[0], source) and not _governs(same, nouns[0], source):
            return f"{match['word']!r} {nouns[0].word!r}: the source has it the other way"
    return None


def _governs(pattern: re.Pattern[str], noun: Term, source: str) -> bool:
    return any(
        noun.keys & term.keys
        for match in pattern.finditer(source)
        for term in claim_terms(match["rest"])[:_NOUNS]
    )


def _then(claim: str, source: str) -> str | None:
    """« aux jeunes, puis aux aînés » for « aux aînés, puis aux jeunes »."""
    mine, theirs = _THEN.search(claim), _THEN.search(source)
    if not mine or not theirs:
        return None
    sides = (claim[: mine.start()], claim[mine.end() :])
    return _exchanged(sides, (source[: theirs.start()], source[theirs.end() :]))


def _later(claim: str, source: str) -> str | None:
    """« après ses études » of what the source tells before « elle étudie ensuite »."""
    mine, theirs = re.search(r"\baprès\b", claim), _THEN_OR_LATER.search(source)
    if not mine or not theirs:
        return None
    start = source.rfind(". ", 0, theirs.start()) + 1
    sides = (claim[mine.end() :], claim[: mine.start()])
    return _exchanged(sides, (source[:start], source[start:]))


def _replaced(claim: str, source: str) -> str | None:
    """« des ponts en métal remplacés par des ponts en bois » for the contrary."""
    sides = []
    for text in (claim, source):
        match = _REPLACED.search(text)
        if match is None:
            return None
        before = match["what"] or re.split(r"[.;,]", text[: match.start()])[-1]
        sides.append((match["by"], before))
    return _exchanged(sides[0], sides[1])


def _exchanged(claim: tuple[str, str], source: tuple[str, str]) -> str | None:
    first, then = (source_keys(side) for side in source)
    early = [t for t in claim_terms(claim[0]) if t.keys & then and not t.keys & first]
    late = [t for t in claim_terms(claim[1]) if t.keys & first and not t.keys & then]
    if early and late:
        return f"{late[0].word!r} comes before {early[0].word!r} in the source"
    return None


def _both_or_either(claim: str, source: str) -> str | None:
    """« dix ans en Suisse ou trois dans le canton » for « et »."""
    if _DENIES.search(claim) or _DENIES.search(source) or not _CONDITION.search(claim):
        return None
    known = list(_pairs(_LISTED.sub(" et ", source)))
    for join, left, right in _pairs(claim):
        said = {
            other
            for other, before, after in known
            if (left.keys & before.keys and right.keys & after.keys)
            or (left.keys & after.keys and right.keys & before.keys)
        }
        if said and join not in said:
            return f"{join!r} between {left.word!r} and {right.word!r}, not {said.pop()!r}"
    return None


def _pairs(text: str) -> Iterator[tuple[str, Term, Term]]:
    """Each « et » and « ou » with the words next to it."""
    for match in re.finditer(r"\b(et|ou)\b", text):
        left = claim_terms(re.split(r"[,;.:]", text[: match.start()])[-1])
        right = claim_terms(re.split(r"[,;.:]", text[match.end() :])[0])
        if left and right:
            yield match[1], left[-1], right[0]
