"""What the source says of some only, or on a condition: a claim must not leave that out."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.checks.scope import SCOPES
from indexers.answering.evidence import Unit
from indexers.answering.numbers import WEEKDAYS, find_quantities
from indexers.answering.wording import Term, claim_terms, source_keys, word_keys
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_LIMITS = {
    "only": re.compile(r"(?<!être )\bréservée?s? (?:aux?|à)\b|\bseuls? les\b", re.IGNORECASE),
    "except": re.compile(
        r"\b(?:sauf|hormis|excepté|à l['’]exception|à moins qu|non compris)\b", re.IGNORECASE
    ),
    "if": re.compile(
        r"\b(?:si|s['’]ils?|lorsqu\w*|quand|en cas d|à condition|pour autant|sous réserve|pourvu)\b"
        r"(?! elle est due)",
        re.IGNORECASE,
    ),
    "appointment": re.compile(r"(?<!ou )\bsur rendez-vous", re.IGNORECASE),
}
_ALSO_LIMITS = {
    "only": SCOPES["only"],
    "except": re.compile(
        r"\b(?:sauf|hormis|excepté|exception|moins qu|hors|non compris|sans)\b", re.IGNORECASE
    ),
    "if": re.compile(
        r"\b(?:si|s['’]ils?|lorsqu\w*|quand|en cas|moins qu|condition|autant|réserve|pourvu"
        r"|pour les|pendant"
        r"|durant|lors|en|un \w+ férié)\b",
        re.IGNORECASE,
    ),
    "appointment": re.compile(r"(?<!ou sur )\brendez-vous\b|\bannonc|\bréserv", re.IGNORECASE),
}
_PARTS = re.compile(
    r"\b(?P<part>moitié|tiers|quart|plupart|majorité|partie|plusieurs|certaine?s|quelques)"
    r"(?: (?:du|des|de la|de l['’]|d['’]|de))? ?(?P<noun>[^\W\d_]{4,})",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:plusieurs|certaine?s|quelques|partie|demi\w*|moitié|50 ?%|tiers|quart|plupart"
    r"|majorité)\b",
    re.IGNORECASE,
)
_NARROWED = re.compile(
    r"\b(?P<noun>[^\W\d_]{4,}),? (?P<only>majeure?s?|mineure?s?|en formation|âgée?s? d"
    r"|de (?:moins|plus) de \w+(?:[- ]\w+)? ans|d['’]au moins \w+ ans)",
    re.IGNORECASE,
)
_FIRST = re.compile(
    rf"\b(?:premi(?:er|ère)s?|derni(?:er|ère)s?|deuxième|second|troisième|quatrième)"
    rf" (?P<noun>{'|'.join(WEEKDAYS)})",
    re.IGNORECASE,
)
# « gratuit jusqu'à 18 ans » is not « gratuit »; « la première demi-heure » is not an hour.
_BOUNDED = re.compile(
    r"\b(?P<what>gratuit\w*|exonéré\w*|interdit\w*|autorisé\w*|permis\w*|admis\w*|accepté\w*|facturé\w*"
    r"|ouvert\w* aux?|obligatoire\w*|libre\w*)(?: \w+){0,3}? (?:jusqu['’](?:à|au)|dès"
    r"|de moins de|au plus|à partir d[eu])"
    r" (?:la |le |l['’])?\w+",
    re.IGNORECASE,
)
_BOUND = re.compile(r"\b(?:jusqu|dès|moins de|au plus|à partir)", re.IGNORECASE)
_OPENER = re.compile(
    r"(?:En|Pendant|Durant|Par (?=\w+ temps)|Lors d[eu]|En cas d[e'’]|Sans|Dès) ?(?:les? |la "
    r"|l['’]|des )?"
    r"(?P<when>(?![^,]*\bces?\b)(?!ce\b|cet|ces|sa\b|son\b|ses\b|outre|revanche|principe|général|effet|particulier)[^,]{3,50}),"
)
_YEAR = re.compile(r"\b(?:1[0-9]|20)[0-9]{2}\b")
_OWN_CASE = re.compile(
    r"^(?:En|Pendant|Durant|Lors|Si|Lorsqu|Quand|Dès|Par)\b|\ben cas\b|\bsi\b", re.IGNORECASE
)
_HALF = re.compile(r"(?P<before>\w+) demi-(?P<noun>[^\W\d_]{3,})", re.IGNORECASE)
_ORDINAL = re.compile(r"\b(?:premi|derni|deuxi|second|troisi|quatri)|\b[1-4]er?\b", re.IGNORECASE)
_AGES = re.compile(r"\b(?:majeur|mineur|adulte|ans\b|âg|formation|étudi|apprenti)", re.IGNORECASE)


def check_limits(case: Case) -> Iterator[Finding]:
    """What the source says of some only, or on a condition, is not claimed without it."""
    if not case.is_french or case.is_absence or case.is_holding:
        return
    for unit in case.closest:
        for name, pattern in _LIMITS.items():
            limit = pattern.search(unit.text)
            if limit is None or _ALSO_LIMITS[name].search(case.text):
                continue
            if not _is_named(case, unit.text[limit.end() :]):
                detail = f"{limit[0]!r} of the source is left out"
                yield Finding(check="limits", verdict=Verdict.INSUFFICIENT, detail=detail)
        if opened := _opener(case, unit):
            detail = f"{opened!r} of the source is left out"
            yield Finding(check="limits", verdict=Verdict.INSUFFICIENT, detail=detail)
        yield from _parts(case, unit)


def _opener(case: Case, unit: Unit) -> str | None:
    """« En décembre, il se tient aussi le samedi »: not on each Saturday."""
    match = None if unit.is_layout else _OPENER.match(unit.text)
    if match is None or _YEAR.search(match[0]) or _OWN_CASE.search(case.text):
        return None
    terms = claim_terms(match["when"])
    said = source_keys(case.text)
    if not terms or any(term.keys & said for term in terms):
        return None
    return match[0]


def _is_named(case: Case, rest: str) -> bool:
    """« les adultes qui habitent la commune » for « s'ils habitent la commune »."""
    clause = re.split(r"[,;.:]|\b(?:et|ou|mais)\b", rest)[0]
    return any(term.keys & source_keys(clause) for term in case.terms)


def _parts(case: Case, unit: Unit) -> Iterator[Finding]:
    """« la moitié du produit », « enfants de moins de douze ans »: no more than that."""
    for said in (*_narrower(case, unit.text), *_bounded(case.text, unit.text)):
        detail = f"the source says {said!r}, no more"
        yield Finding(check="limits", verdict=Verdict.INSUFFICIENT, detail=detail)


def _narrower(case: Case, source: str) -> Iterator[str]:
    """Of a noun of the claim what the source says of a part, of one day, of an age only."""
    for pattern, kept in ((_PARTS, _VAGUE), (_FIRST, _ORDINAL), (_NARROWED, _AGES)):
        for match in pattern.finditer(source):
            is_kept = kept.search(case.text) is not None
            is_kept = is_kept or (pattern is _PARTS and _is_some(case.text, match["noun"]))
            if _names(case.terms, match["noun"]) and not is_kept:
                yield match[0]


def _bounded(claim: str, source: str) -> Iterator[str]:
    """« gratuit jusqu'à 18 ans » told as « gratuit », half an hour as an hour or the reverse."""
    is_kept = _BOUND.search(claim) or find_quantities(claim)
    for match in _BOUNDED.finditer(source):
        if not is_kept and re.search(match["what"][:5], claim, re.IGNORECASE):
            yield match[0]
    for one, other in ((source, claim), (claim, source)):
        for match in _HALF.finditer(one):
            whole = rf"\b{match['before']} {match['noun']}"
            if re.search(whole, other, re.IGNORECASE):
                yield match[0]


def _is_some(claim: str, noun: str) -> bool:
    """« des conseillers » are some of them."""
    keys = source_keys(noun)
    some = re.findall(r"\bdes ([^\W\d_]{4,})", claim, re.IGNORECASE)
    return any(term.keys & keys for word in some for term in claim_terms(word))


def _names(terms: tuple[Term, ...], noun: str) -> bool:
    keys = word_keys(folded(noun))
    return any(term.keys & keys for term in terms)
