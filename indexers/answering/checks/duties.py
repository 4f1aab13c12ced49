"""May, must, must not and ought: a duty of the source is that of the claim, on the same verb."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.wording import claim_terms, source_keys
from schemas.answer import Finding, Verdict

_MUST = re.compile(
    r"\b(?:doi(?:t|vent)|devez|obligatoire\w*|oblig[ée]\w*|tenue?s? d|il faut|faut-il|exig\w+"
    r"|impérati\w+|nécessaire\w*|contraint\w*)",
    re.IGNORECASE,
)
_MAY = re.compile(
    r"(?<!\bne )\b(?:peut|peuvent|pouvez|pourra|possib\w+|libre d|facultati\w+)\b", re.IGNORECASE
)
_LEFT_FREE = re.compile(
    rf"{_MAY.pattern}|,? ou sur rendez-vous|\b(?:est|sont) accept\w+ (?:à|au|dans|chez)\b",
    re.IGNORECASE,
)
_ADVISED = re.compile(r"\b(?:recommand|conseillé|préférable|souhaitable)", re.IGNORECASE)
_FORBIDDEN = re.compile(
    r"\b(?:interdi\w*|défendu\w*|prohib\w*|(?:ne|n['’]) ?\w+ (?:pas|plus|jamais|aucun\w*))",
    re.IGNORECASE,
)
_EITHER = re.compile(
    r"(?P<one>[^\W\d_]{4,}),? ou (?:à|au|aux|chez|sur|dans|par)(?: (?:la|le|les|l['’]|un|une))? ?"
    r"(?P<other>[^\W\d_]{4,}(?:-[^\W\d_]+)*)",
    re.IGNORECASE,
)
_AS_FREE = re.compile(
    r"\b(?:possib|délai|autoris|permis|permet|libre|facultati|compéten|disponib|recourable|susceptible|\w+ez\b"
    r"|ne |n['’]|interdi)",
    re.IGNORECASE,
)
_ENTITLED = re.compile(
    r"\b(?:a|ont|avez|avait|donne\w*) (?:le |un )?droit\b|\bgaranti\w*", re.IGNORECASE
)
_ALLOWED = re.compile(r"\b(?:peut|peuvent|pouvez|autorisé\w*|permis\w*|possible)\b", re.IGNORECASE)
_FORBIDS = re.compile(r"\binterdit\w* d(?:e |['’])(?P<what>[^.;,:]*)", re.IGNORECASE)
_PURPOSE = re.compile(r"(?:Pour|Afin de) (?P<what>[^,]*),")
_AT_MOST = re.compile(r"\bau (?:maximum|plus)\b|\bmaximale?\b", re.IGNORECASE)
_MAY_GRANT = re.compile(
    r"\bpeu(?:t|vent) (?:être )?(?:accord|octroy|délivr|attribu|autoris|renonc|versé|verser"
    r"|exiger)\w*",
    re.IGNORECASE,
)
_GOVERNED_WORDS = 6


def check_duties(case: Case) -> Iterator[Finding]:
    """May, must and must not are those of the source."""
    if not case.is_french or case.is_absence:
        return
    text = case.text
    for unit in case.closest:
        if (claimed := _ADVISED.search(text)) and not _ADVISED.search(unit.text):
            detail = f"{claimed[0]!r} is not said in the source"
            yield Finding(check="duties", verdict=Verdict.INSUFFICIENT, detail=detail)
        granted, said = _ENTITLED.search(text), _MAY_GRANT.search(unit.text)
        if granted and said and not _ENTITLED.search(unit.text):
            detail = f"{granted[0]!r}, but the source says {said[0]!r}"
            yield Finding(check="duties", verdict=Verdict.CONTRADICTED, detail=detail)
        whole = " ".join(u.text for u in case.units if unit.text in u.text) or unit.text
        if forbidden := _forbidden(text, whole):
            yield Finding(check="duties", verdict=Verdict.CONTRADICTED, detail=forbidden)
        turned = None if _PURPOSE.match(text) else _on_same_verb(text, whole)
        if turned := turned or _in_sentence(text, unit.text):
            yield Finding(check="duties", verdict=Verdict.CONTRADICTED, detail=turned)


def _forbidden(claim: str, source: str) -> str | None:
    """« peuvent être sorties la veille » for « il est interdit de les sortir la veille »."""
    allowed = _ALLOWED.search(claim)
    if allowed is None or _FORBIDDEN.search(claim):
        return None
    terms = claim_terms(claim)
    for match in _FORBIDS.finditer(source):
        denied = claim_terms(match["what"])
        if denied and all(any(d.keys & t.keys for t in terms) for d in denied):
            return f"{allowed[0]!r}, but the source says {match[0]!r}"
    return None


def _on_same_verb(claim: str, source: str) -> str | None:
    """« doit édicter » for « peut édicter »."""
    known = _governed(source)
    for name, word, keys in _governed(claim):
        said = {other: its for other, its, theirs in known if theirs & keys}
        if said and name not in said:
            return f"{word!r}, but the source says {next(iter(said.values()))!r}"
    return None


def _governed(text: str) -> list[tuple[str, str, frozenset[str]]]:
    """Each duty or leave with the keys of the words that follow it."""
    return [
        (name, match[0], source_keys(" ".join(text[match.end() :].split()[:_GOVERNED_WORDS])))
        for name, pattern in (("must", _MUST), ("may", _MAY))
        for match in pattern.finditer(text)
    ]


def _one_of_two(claim: str, source: str) -> str | None:
    """The way that a claim of duty leaves out of « chez tout commerçant, ou à la déchèterie »."""
    terms = claim_terms(claim)
    if re.search(r"\bou\b", claim):
        return None
    for match in _EITHER.finditer(source):
        one, other = source_keys(match["one"]), source_keys(match["other"])
        names_one = any(term.keys & one for term in terms)
        names_other = any(term.keys & other for term in terms)
        if names_one != names_other:
            return match["other"] if names_one else match["one"]
    return None


def _left_out(claim: str, source: str) -> str | None:
    """« font l'objet d'un recours » for « peuvent faire l'objet d'un recours »."""
    if _MAY.search(claim) or _MUST.search(claim) or _AS_FREE.search(claim):
        return None
    terms = claim_terms(claim)
    for name, word, keys in _governed(source):
        if name == "may" and any(term.keys & keys for term in terms):
            return f"told as a fact, but the source says {word!r}"
    return None


def _asks_for(claim: str, may: re.Match[str], source: str) -> bool:
    """« Pour X, il faut Y » for « peut X celui qui a Y »."""
    purpose = _PURPOSE.match(claim)
    if purpose is None:
        return False
    leave = source_keys(" ".join(source[may.end() :].split()[:_GOVERNED_WORDS]))
    return any(term.keys & leave for term in claim_terms(purpose["what"]))


def _in_sentence(claim: str, source: str) -> str | None:
    must, may = _MUST.search(source), _LEFT_FREE.search(source)
    claimed = _MUST.search(claim)
    if (
        claimed
        and may
        and not must
        and not _MAY.search(claim)
        and not _asks_for(claim, may, source)
    ):
        return f"{claimed[0]!r}, but the source leaves it free ({may[0].strip(', ')!r})"
    if claimed and not _MAY.search(claim) and (other := _one_of_two(claim, source)):
        return f"{claimed[0]!r}, but the source also leaves {other!r}"
    if (left := _left_out(claim, source)) is not None:
        return left
    binding = must or _FORBIDDEN.search(source)
    is_free = (
        _MAY.search(claim)
        and not _AT_MOST.search(claim)
        and not _FORBIDDEN.search(claim)
        and not _MUST.search(claim)
    )
    if is_free and binding and not _MAY.search(source):
        return f"told as free, but the source says {binding[0]!r}"
    return None
