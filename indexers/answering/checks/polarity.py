"""What a claim denies and what its source denies: the same, and nothing turned round."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.citations import split_sentences
from indexers.answering.numbers import find_quantities
from indexers.answering.wording import claim_terms, source_keys
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_NEGATION = re.compile(
    r"\b(?:ne|n['’])\s*[^.;]*?\b(?:pas|plus|jamais|aucune?|rien|personne|ni)\b|\baucune?\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"\bsans (?!frais|doute|payer|quoi|(?:la )?TVA)(?:aucune? |[dsl]['’]|les? |la |une? "
    r"|devoir |y )?"
    r"([^\W\d_]{3,}(?:-[^\W\d_]+)*)",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\bouvert", re.IGNORECASE)
_CLOSED = re.compile(r"\bferm", re.IGNORECASE)
# « elle ferme à 20 h » does not say that it is closed.
_IS_CLOSED = re.compile(
    r"\b(?:est|sont|reste\w*|sera|seront|demeure\w*) fermée?s?\b", re.IGNORECASE
)
_SAYS_CLOSED = re.compile(
    r"\bfermée?s?\b|\bfermeture|\bn['’]\w*ouvr|\bpas ouvert|\bclos|\bferme(?:nt)?\b(?! à)",
    re.IGNORECASE,
)
_INCLUDES = re.compile(r" (?:non )?compris\w*| inclus\w*", re.IGNORECASE)
# « ne dépasse pas » is a bound, and no denial.
_LIMITS = re.compile(
    r"dépass|excéd|excèd|supérieur|inférieur|(?:plus|moins) de [0-9]", re.IGNORECASE
)
_CELL = re.compile(r"(?:^|\|)\s*([^|:\n]+):([^|\n]*)", re.MULTILINE)
_OPPOSITES = tuple(
    tuple(re.compile(rf"\b(?:{side})\b", re.IGNORECASE) for side in pair.split("/"))
    for pair in (
        "ouvert\\w*/fermé\\w*",
        "autorisé\\w*|permis\\w*/interdit\\w*|défendu\\w*",
        "gratuit\\w*/payant\\w*",
        "hausse|augment\\w*|accru\\w*/baisse\\w*|diminu\\w*|recul\\w*|réduit\\w*",
        "accept\\w*|accord\\w*|adopt\\w*|approuv\\w*|reçu\\w*|obten\\w*/refus\\w*|rejet\\w*",
        "obligatoire\\w*/facultati\\w*",
        "excédent\\w*|bénéfice\\w*/déficit\\w*|perte\\w*",
        "minim\\w*|au moins/maxim\\w*|au plus",
        "oui/non",
        "matin\\w*/après-midi|soir\\w*",
        "inclu\\w*|compren\\w*|(?<!non )compris\\w*/exclu\\w*|non compris\\w*|hors",
        "s['’]oppos\\w*|contest\\w*|combatt\\w*/souten\\w*|défend\\w*|favorable\\w*",
        "unanimité/majorité",
        "mieux|davantage/moins|pire",
        "actuel\\w*|en vigueur/ancien\\w*|précédent\\w*",
        "(?:devai\\w+|doi\\w+) payer|paie\\w*|soumis\\w*/exonér\\w*|gratuit\\w*|dispens\\w*",
        "profit\\w*|avantag\\w*|favoris\\w*/pénalis\\w*|désavantag\\w*",
    )
)  # fmt: skip
# « ne ... pas » with all that it denies, up to the next stop.
_DENIED = re.compile(
    r"\b(?:(?:mais|et) (?:pas|non)\b(?P<but>[^.;,:]*)"
    r"|(?:ne |n['’])(?P<verb>[^.;,:]*?)\b(?:pas|plus|jamais|aucune?|rien|personne|ni|guère|nulle)\b"
    r"(?P<rest>[^.;,:]*(?:,? ni\b[^.;:]*)?)"
    r"|\b(?:rien|personne) (?:ne |n['’])(?P<none>[^.;,:]*)|\bni (?P<nor>[^.;,:]*))",
    re.IGNORECASE,
)
_DENYING = tuple(
    (re.compile(word, re.IGNORECASE), denied)
    for word, denied in (
        (r"\bsans (?P<rest>[^\W\d_]+(?:-[^\W\d_]+)*)", ""),
        (r"\bnon[ -](?P<rest>[^\W\d_]+)", ""),
        (
            r"(?P<rest>[^\W\d_]{3,})(?: \w+)?(?: n['’]est pas| non) (?:compris|inclus)e?s?",
            "",
        ),
        (r"(?P<rest>[^\W\d_]{3,}) (?:en sus|exclue?s?)\b", ""),
        (r"\bferm[ée]\w*(?P<rest>)", "ouvert recevoir"),
        (r"\binterdi\w*(?P<rest>[^.;,:]*)", "permis autorise droit possible"),
        (r"\bexonér\w*(?P<rest>[^.;,:]*)", "payer soumis"),
        (r"\bgratuit\w*(?P<rest>)", "payer couter"),
        (r"\bexclusivement (?P<rest>)", "autre"),
        (r"\b(?:aucune?|nulle?) (?P<rest>[^.;,:]*)", ""),
        (r"\brefus\w*(?P<rest>[^.;,:]*)", "accepter"),
        (r"\bs['’]oppos\w*(?P<rest>[^.;,:]*)", "soutenir favorable"),
        (r"\b(?:contrevien|contreven|infraction|enfrei|viol[eé])\w*(?P<rest>)", "respecter"),
        (r"\b(?:sauf|hormis|excepté)\b(?P<rest>[^.;,:]*)", ""),
        (r"\bexcusés?\b(?P<rest>)", "present"),
    )
)


def _denied(match: re.Match[str], *, with_subject: bool = False) -> str:
    """What a denial denies; of « les paiements en espèces ne sont plus possibles » the subject."""
    if given := match["but"] or match["none"] or match["nor"]:
        return given
    denied = f"{match['verb']} {match['rest']}"
    before = re.split(r"[.;:]", match.string[: match.start()])[-1]
    return f"{before} {denied}" if with_subject or not claim_terms(denied) else denied


def _denials(text: str) -> list[frozenset[str]]:
    """The keys of each thing that ``text`` denies, be it by « ne ... pas » or by a word."""
    found = [source_keys(_denied(m)) for m in _DENIED.finditer(text)]
    for pattern, denied in _DENYING:
        found += [source_keys(f"{denied} {m['rest']}") for m in pattern.finditer(text)]
    return found


def check_polarity(case: Case) -> Iterator[Finding]:
    """Nothing that the source says is denied, nor the other way round."""
    if case.is_absence or case.is_disagreement or not case.closest:
        return
    text = case.text
    theirs = [keys for u in case.units for keys in _denials(f"{u.heading}\n{u.text}")]
    for match in _DENIED.finditer(text):
        terms = claim_terms(_denied(match, with_subject=True))
        if _LIMITS.search(match[0]):
            continue
        if not any(not terms or any(t.keys & keys for t in terms) for keys in theirs):
            detail = "the sentence denies what the source does not deny"
            yield Finding(check="polarity", verdict=Verdict.INSUFFICIENT, detail=detail)
    # Who holds what is settled beside the name; the sentence around it may deny something else.
    if not case.is_holding and (word := _asserted(case)):
        detail = f"the source denies, the sentence asserts ({word})"
        yield Finding(check="polarity", verdict=Verdict.INSUFFICIENT, detail=detail)
    yield from _opposites(case)
    yield from _closed_cells(case)
    source = " ".join(unit.text for unit in case.units)
    if (said := _IS_CLOSED.search(text)) and not _SAYS_CLOSED.search(source):
        detail = f"{said[0]!r} is not said in the source"
        yield Finding(check="polarity", verdict=Verdict.INSUFFICIENT, detail=detail)
    yield from _without(case)
    yield from _with(case, theirs)


def _asserted(case: Case) -> str | None:
    """A word that the source denies in its own sentence, and that the claim does not deny."""
    mine = frozenset().union(
        *_denials(case.text),
        *(source_keys(_denied(m, with_subject=True)) for m in _DENIED.finditer(case.text)),
    )
    sentences = [s for u in case.units for s in split_sentences(f"{u.heading}\n{u.text}".strip())]
    for sentence in sentences:
        for match in _DENIED.finditer(sentence):
            denied = source_keys(_denied(match))
            # What the rest of the sentence says as well is not denied.
            start = match.start() if claim_terms(match[0]) else 0
            rest = source_keys(f"{sentence[:start]} ; {sentence[match.end() :]}")
            words = [t for t in case.terms if t.keys & denied and not t.keys & rest]
            if words and not any(term.keys & mine for term in words) and not mine & denied:
                return words[0].word
    return None


def _with(case: Case, theirs: list[frozenset[str]]) -> Iterator[Finding]:
    """« sans rendez-vous » in the claim of what the source has, or does not speak of."""
    known = frozenset().union(*theirs)
    for noun in _WITHOUT.findall(case.text):
        if not source_keys(noun) & known:
            detail = f'the source does not say "sans {noun}"'
            yield Finding(check="polarity", verdict=Verdict.CONTRADICTED, detail=detail)


def _without(case: Case) -> Iterator[Finding]:
    """« sans chlore » in the source, and a claim that has chlorine in it."""
    if _NEGATION.search(case.text) or _WITHOUT.search(case.text):
        return
    asked = claim_terms(_WITHOUT.sub("", case.text))
    for unit in case.units:
        # « sans rendez-vous le mardi, sur rendez-vous les autres jours » has both.
        rest = source_keys(_WITHOUT.sub("", unit.text))
        for noun in _WITHOUT.findall(unit.text):
            keys = source_keys(noun)
            if not keys & rest and any(term.keys & keys for term in asked):
                detail = f'the source says "sans {noun}"'
                yield Finding(check="polarity", verdict=Verdict.CONTRADICTED, detail=detail)


def _closed_cells(case: Case) -> Iterator[Finding]:
    """« Après-midi: fermé » in the row of which the claim says that it is open."""
    claim = folded(case.text)
    if not _OPEN.search(case.text) or _NEGATION.search(case.text):
        return
    for unit in case.units:
        for label, value in _CELL.findall(unit.text) if unit.is_layout else ():
            if _CLOSED.search(value) and f" {folded(label)} " in f" {claim} ":
                detail = f'the source says "{label.strip()}: {value.strip()}"'
                yield Finding(check="polarity", verdict=Verdict.CONTRADICTED, detail=detail)


def _opposites(case: Case) -> Iterator[Finding]:
    """A word of the claim whose opposite, and not itself, stands in the source.

    A row of opening hours is left out: « fermé » in its other half denies nothing.
    """
    units = [u for u in case.units if not (u.is_layout and find_quantities(u.text))]
    text = " ".join(unit.text for unit in units)
    # What a price includes is said above its table.
    text += " ".join(
        match[0] for u in case.units for match in _INCLUDES.finditer(f"{u.heading} {u.lead}")
    )
    for one, other in _OPPOSITES:
        for mine, theirs in ((one, other), (other, one)):
            claimed = mine.search(_DENIED.sub(" ", case.text))
            is_both = claimed and theirs.search(case.text)
            if claimed and not is_both and not mine.search(text) and (said := theirs.search(text)):
                detail = f"{claimed[0]!r}, but the source says {said[0]!r}"
                yield Finding(check="polarity", verdict=Verdict.CONTRADICTED, detail=detail)
