"""How far a claim goes: to all, to some only, always, for nothing; and what it must not leave out.

A scope that the source does not give is the commonest way in which right words say wrong
things; a restriction of the source that the claim leaves out is the other one.
"""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from schemas.answer import Finding, Verdict

_DAYS = r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
SCOPES = {
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
        rf"\b(?:chacune?|chaque(?! (?:{_DAYS}|premi|derni|deuxi|an|année|jour))"
        rf"|toute personne(?! qui\b))\b",
        re.IGNORECASE,
    ),
    "daily": re.compile(r"\b(?:chaque jour|tous les jours|quotidien\w*|7 jours)\b", re.IGNORECASE),
    "except": re.compile(
        r"\b(?:sauf|hormis|excepté|à l['’]exception|à moins qu|en dehors|à part)\b", re.IGNORECASE
    ),
    "none": re.compile(
        r"\b(?:aucune?|nulle?|jamais|personne ne|(?<!coûte )(?<!paie )(?<!paient )rien)\b",
        re.IGNORECASE,
    ),
    "always": re.compile(
        r"\b(?:toujours|systématiquement|constamment|en permanence|en tout temps|sans exception"
        r"|à tout moment|à toute heure|sans interruption|24 ?h(?:eures)?(?: sur |/)24|7 jours"
        r"|en continu|définitivement)\b",
        re.IGNORECASE,
    ),
    "free": re.compile(
        r"\bgratuit\w*|\bsans frais\b|\bsans payer\b|\bne coûte rien", re.IGNORECASE
    ),
    "the day before": re.compile(r"\b(?:la|de) veille\b", re.IGNORECASE),
    "the same day": re.compile(r"\bjour même\b|\ble même jour\b", re.IGNORECASE),
    "this year": re.compile(r"\bannée en cours\b", re.IGNORECASE),
    "the day after": re.compile(r"\ble lendemain\b", re.IGNORECASE),
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
    "the same day": re.compile(r"\bmatin même\b|\bsoir même\b", re.IGNORECASE),
    "daily": re.compile(r"\bjour et nuit\b|\bdu lundi au dimanche\b", re.IGNORECASE),
    "none": re.compile(
        r"\b(?:ne|n['’])\s*[^.;]*?\b(?:pas|plus|rien)\b|\bsans\b|\bexonér|\binterdit", re.IGNORECASE
    ),
    "always": re.compile(r"\brest(?:e|ent|ait|aient)\b|\bjour et nuit\b", re.IGNORECASE),
    "must": re.compile(
        r"\bdoi(?:t|vent)\b|\btenue?s? d|\bil faut\b|\b\w+ez\b|\bexig\w+", re.IGNORECASE
    ),
}
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


def check_scope(case: Case) -> Iterator[Finding]:
    """A claim says « all », « only », « always » or « free » only where its source does."""
    if not case.is_french or case.is_absence:
        return
    near = " ".join(f"{unit.heading} {unit.text}" for unit in case.units)
    closest = " ".join(f"{unit.heading} {unit.text}" for unit in case.closest)
    for name, pattern in (SCOPES | _DEGREES).items():
        claimed = pattern.search(case.text)
        also = _ALSO_SAYS.get(name)
        # « tous » must stand in the very sentence: the next one says it of something else.
        said = closest if name == "all" else near
        if claimed and not pattern.search(said) and not (also and also.search(said)):
            detail = f"{claimed[0]!r} ({name}) is not said in the source"
            yield Finding(check="scope", verdict=Verdict.INSUFFICIENT, detail=detail)
