"""How far a claim goes: to all, to some only, always, for nothing; and what it must not leave out.

A scope that the source does not give is the commonest way in which right words say wrong
things; a restriction of the source that the claim leaves out is the other one.
"""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.evidence import Unit
from indexers.answering.wording import Term, claim_terms, source_keys
from schemas.answer import Finding, Verdict

_DAYS = r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_SCOPES = {
    "only": re.compile(
        r"\b(?:seulement|uniquement|exclusi\w+|seule?s?|rien que|réservée?s?|nulle part ailleurs"
        r"|strictement|limitée?s?)\b"
        r"|\b(?:ne|n['’])\s*(?:\w+ ){1,4}?qu(?:e\b(?!\s+la moitié|\s+le tiers)|['’])",
        re.IGNORECASE,
    ),
    "all": re.compile(
        r"\b(?:tous|toutes?(?! (?:question|demande|information|personne)s?)"
        r"|tout(?! de suite| à fait| au long)|n['’]importe (?:quel|qui)\w*"
        r"|quels? que|quelles? que|ensemble d|intégral\w*|entièrement|totalité|totalement)\b"
        rf"(?! les (?:{_DAYS}|jour|an)s)",
        re.IGNORECASE,
    ),
    "each": re.compile(
        rf"\b(?:chacune?|chaque(?! (?:{_DAYS}|premi|derni|deuxi|an|année|jour))|toute personne)\b",
        re.IGNORECASE,
    ),
    "daily": re.compile(r"\b(?:chaque jour|tous les jours|quotidien\w*|7 jours)\b", re.IGNORECASE),
    "except": re.compile(
        r"\b(?:sauf|hormis|excepté|à l['’]exception|en dehors|à part)\b", re.IGNORECASE
    ),
    "none": re.compile(r"\b(?:aucune?|nulle?|jamais|personne ne|rien)\b", re.IGNORECASE),
    "always": re.compile(
        r"\b(?:toujours|systématiquement|constamment|en permanence|en tout temps|sans exception"
        r"|à tout moment|à toute heure|sans interruption|24 ?h(?:eures)?(?: sur |/)24|7 jours"
        r"|en continu|définitivement)\b",
        re.IGNORECASE,
    ),
    "free": re.compile(
        r"\bgratuit\w*|\bsans frais\b|\bsans payer\b|\bne coûte rien", re.IGNORECASE
    ),
    "must": re.compile(r"\bobligatoire\w*|\bobligation\b|\bimpérati\w+", re.IGNORECASE),
}
_ALSO_SAYS = {
    # What lets a claim speak so, though the word itself is not there.
    "only": re.compile(r"\bfermé\b|(?<!ou )\bsur rendez-vous|\bmoitié\b", re.IGNORECASE),
    "all": re.compile(
        r"\bquiconque\b|\bcelui qui\b|\bchacun|\bchaque\b|\bfermé[^|\n]*\|[^|\n]*fermé",
        re.IGNORECASE,
    ),
    "except": re.compile(r"\bou sur rendez-vous\b|\bnon compris|\bhors\b", re.IGNORECASE),
    "each": re.compile(
        r"\bpar (?:personne|habitant|chien|nuitée|ménage|enfant|jour|an)\b|\btou(?:s|te|tes|t)\b"
        rf"|\b(?:{_DAYS})\b",
        re.IGNORECASE,
    ),
    "daily": re.compile(r"\bjour et nuit\b|\bdu lundi au\b", re.IGNORECASE),
    "none": re.compile(
        r"\b(?:ne|n['’])\s*[^.;]*?\b(?:pas|plus|rien)\b|\bsans\b|\bexonér|\binterdit", re.IGNORECASE
    ),
    "always": re.compile(r"\brest(?:e|ent|ait|aient)\b|\bjour et nuit\b", re.IGNORECASE),
    "must": re.compile(
        r"\bdoi(?:t|vent)\b|\btenue?s? d|\bil faut\b|\b\w+ez\b|\bexig\w+", re.IGNORECASE
    ),
}
_LIMITS = {
    "only": re.compile(r"\b(?:réservée?s?|seuls? les)\b", re.IGNORECASE),
    "except": re.compile(
        r"\b(?:sauf|hormis|excepté|à l['’]exception|non compris)\b", re.IGNORECASE
    ),
    "if": re.compile(
        r"\b(?:si|s['’]ils?|lorsqu\w*|quand|en cas d|à condition|pour autant|sous réserve|pourvu)\b"
        r"(?! elle est due)",
        re.IGNORECASE,
    ),
    "appointment": re.compile(r"(?<!ou )\bsur rendez-vous", re.IGNORECASE),
}
_ALSO_LIMITS = {
    "only": _SCOPES["only"],
    "except": re.compile(
        r"\b(?:sauf|hormis|excepté|exception|hors|non compris|sans)\b", re.IGNORECASE
    ),
    "if": re.compile(
        r"\b(?:si|s['’]ils?|lorsqu\w*|quand|en cas|condition|autant|réserve|pourvu|pour les|pendant"
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
    rf" (?P<noun>{_DAYS})",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(?:premi|derni|deuxi|second|troisi|quatri)|\b[1-4]er?\b", re.IGNORECASE)
_DEGREES = {
    "very": re.compile(
        r"\b(?:très|fort(?=\s\w+e\b)|extrêmement|particulièrement|hautement)\b", re.IGNORECASE
    ),
    "rather": re.compile(r"\b(?:assez|plutôt|relativement|moyennement)\b", re.IGNORECASE),
    "too": re.compile(r"\btrop\b", re.IGNORECASE),
    "hardly": re.compile(r"\b(?:peu|faiblement|légèrement|à peine)\b", re.IGNORECASE),
    "mostly": re.compile(
        r"\b(?:principalement|surtout|essentiellement|en majorité|majoritairement|en grande partie"
        r"|avant tout|en priorité|prioritairement|partiellement|en partie)\b",
        re.IGNORECASE,
    ),
}
_AGES = re.compile(r"\b(?:majeur|mineur|adulte|ans\b|âg|formation|étudi|apprenti)", re.IGNORECASE)


def check_scope(case: Case) -> Iterator[Finding]:
    """A claim says « all », « only », « always » or « free » only where its source does."""
    if not case.is_french or case.is_absence:
        return
    said = " ".join(f"{unit.heading} {unit.text}" for unit in case.units)
    for name, pattern in (_SCOPES | _DEGREES).items():
        claimed = pattern.search(case.claim.text)
        also = _ALSO_SAYS.get(name)
        if claimed and not pattern.search(said) and not (also and also.search(said)):
            detail = f"{claimed[0]!r} ({name}) is not said in the source"
            yield Finding(check="scope", verdict=Verdict.INSUFFICIENT, detail=detail)


def check_limits(case: Case) -> Iterator[Finding]:
    """What the source says of some only, or on a condition, is not claimed without it."""
    if not case.is_french or case.is_absence or case.is_holding:
        return
    for unit in case.closest:
        for name, pattern in _LIMITS.items():
            limit = pattern.search(unit.text)
            if limit and not _ALSO_LIMITS[name].search(case.claim.text):
                detail = f"{limit[0]!r} of the source is left out"
                yield Finding(check="limits", verdict=Verdict.INSUFFICIENT, detail=detail)
        yield from _parts(case, unit)


def _parts(case: Case, unit: Unit) -> Iterator[Finding]:
    """« la moitié du produit », « enfants de moins de douze ans »: no more than that."""
    text = case.claim.text
    for match in _PARTS.finditer(unit.text):
        is_vague = _VAGUE.search(text) or _is_some(text, match["noun"])
        if _names(case.terms, match["noun"]) and not is_vague:
            detail = f"the source says {match[0]!r}, no more"
            yield Finding(check="limits", verdict=Verdict.INSUFFICIENT, detail=detail)
    for match in _FIRST.finditer(unit.text):
        if _names(case.terms, match["noun"]) and not _ORDINAL.search(text):
            detail = f"the source says {match[0]!r}, no more"
            yield Finding(check="limits", verdict=Verdict.INSUFFICIENT, detail=detail)
    for match in _NARROWED.finditer(unit.text):
        if _names(case.terms, match["noun"]) and not _AGES.search(text):
            detail = f"the source says so of {match[0]!r} only"
            yield Finding(check="limits", verdict=Verdict.INSUFFICIENT, detail=detail)


def _is_some(claim: str, noun: str) -> bool:
    """« des conseillers » are some of them."""
    keys = source_keys(noun)
    some = re.findall(r"\bdes ([^\W\d_]{4,})", claim, re.IGNORECASE)
    return any(term.keys & keys for word in some for term in claim_terms(word))


def _names(terms: tuple[Term, ...], noun: str) -> bool:
    keys = source_keys(noun)
    return any(term.keys & keys for term in terms)
