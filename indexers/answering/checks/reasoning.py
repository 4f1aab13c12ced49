"""Causes, conclusions, proposals and plans: how a claim joins what its source joins otherwise."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.evidence import Unit
from indexers.answering.tense import ClaimTense, claim_tense
from indexers.answering.wording import claim_terms, plain_words, source_keys, word_keys
from schemas.answer import Finding, Verdict

_CAUSE = re.compile(
    r"\b(?:parce qu|puisqu|car\b|en raison|à cause|grâce à|du fait|faute d(?!e quoi)|suite à"
    r"|à la suite(?! d[eu'’] ?(?:M\b|M\.|Mme|[A-Z]))"
    r"|afin d|afin qu|pour que|due?s? à|c['’]est pourquoi|ce qui (?:a |avait )?(?:expliqu|permet"
    r"|caus|entraîne|provoqu)|expliqu\w+ [^.;]{0,40}\bpar\b|provoqu|entraîn(?!ement)"
    r"|dans le but|étant donné"
    r"|vu (?:que|l)|d['’]où|de sorte|si bien que|résult\w+ d|dans l['’]espoir|motif|à force)"
    r"|^comme (?!(?:le|la) (?:préavis|procès|document|page|texte))|\bor\b",
    re.IGNORECASE,
)
_AS_CAUSE = re.compile(r"\b(?:étant|trop|pour des raisons|pour cause|compte tenu)\b", re.IGNORECASE)
_CAUSE_AFTER = re.compile(
    r"\b(?:parce qu|puisqu|car\b|en raison|à cause|grâce à|du fait|faute d(?!e quoi)"
    r"|à la suite|suite à"
    r"|due?s? à|expliqu\w+ [^.;]{0,40}\bpar\b)",
    re.IGNORECASE,
)
_SEQUENCE = re.compile(
    r"d['’]abord (?P<first>[^;.]*?),? (?:puis|ensuite|et après) (?P<then>[^;.]*)", re.IGNORECASE
)
_CONCLUSION = re.compile(
    r"\b(?:donc|ainsi(?! qu)|par conséquent|dès lors|en conséquence|autrement dit|c['’]est-à-dire"
    r"|ce qui (?:signifie|montre|prouve|veut dire|implique|garantit)|(?:cela|ceci) (?:signifie|veut"
    r" dire|montre|prouve|implique)|de ce fait|il s['’]ensuit|on peut en (?:déduire|conclure))\b",
    re.IGNORECASE,
)
_PROPOSED = re.compile(
    r"\b(?:propos(?:e|ent|ait|é)\b|demand(?:e|ent|ait|é)\b|souhait(?:e|ent|ait)\b"
    r"|invit(?:e|ent|ait|é)\b|prie d|vous prie|suggèr\w+"
    r"|craignent|s['’]inquiète)",
    re.IGNORECASE,
)
_AS_PROPOSED = re.compile(
    r"\b(?:propos|demand|sollicit|réclam|requ[iê]|préavis|projet|prév[ou]|souhait|voul|vis(?:e|ait)"
    r"|suggér|pri(?:e|ait)|devait|devaient|devrai|serait|seraient|aurait|puisse|pourrai|crai"
    r"|introduire|instaurer|redout|inqui|préconis|invit|recommand|-?t-elle voulu|plaid"
    r"|\w+(?:[eidur]r|evr)ai(?:t|ent)\b)",
    re.IGNORECASE,
)
_ACCEPTED = re.compile(
    r"\b(?:accepte|adopte|approuve|(?:est|sont) (?:accept|adopt|approuv|accord)\w+)\b"
)
_REJECTED = re.compile(r"\b(?:rejet|refus|retir|écart)\w*", re.IGNORECASE)
_FUTURE = re.compile(
    r"\b(?P<verb>[^\W\d_]+(?:ra|ront))\b(?: (?:été |pas |plus )?(?P<next>[^\W\d_]+))?"
)
_AS_FUTURE = re.compile(
    r"\b(?:devait|devaient|devrai\w+|prév[ou]\w*|annon[cç]\w*|serai(?:t|ent)"
    r"|aurai(?:t|ent)|allai(?:t|ent)|future?s?|attendue?s?|planifi\w+|promis\w*|projet\w*|prochain\w*"
    r"|à venir|\w+(?:[eidur]r|evr)ai(?:t|ent))\b",
    re.IGNORECASE,
)
_WILL_BE = frozenset({"sera", "seront", "aura", "auront", "devra", "devront", "pourra"})
_AWAITED = re.compile(
    r"\b(?:dès|après|sous réserve d[eu]|à réception d[eu])"
    r" (?:son|sa|leur|la|le|l['’]) ?(?P<event>(?!année|semaine|début|entrée)\w{5,})"
)
_AS_AWAITED = re.compile(
    r"\b(?:dès|après|sous réserve|une fois|lorsqu|quand|condition|devait|devra|doit)", re.IGNORECASE
)
_ESTIMATED = re.compile(r"\b(?:estim|évalu|environ|approximati|devrait|budgét)", re.IGNORECASE)
_AS_ESTIMATED = re.compile(
    r"\b(?:estim|évalu|environ|approximati|devrai|devai|prév[ou]|attend|budgét|escompt|tabl)",
    re.IGNORECASE,
)


def check_reasons(case: Case) -> Iterator[Finding]:
    """A cause or a conclusion stands in the source: two facts side by side are none."""
    if not case.is_french or case.is_absence or case.is_disagreement:
        return
    said = " ".join(f"{unit.heading} {unit.text}" for unit in case.units)
    for name, pattern in (("cause", _CAUSE), ("conclusion", _CONCLUSION)):
        claimed = pattern.search(case.text)
        is_said = pattern.search(said) or _CAUSE.search(said) or _AS_CAUSE.search(said)
        if claimed and not is_said:
            detail = f"{name} {claimed[0]!r}: the source gives none"
            yield Finding(check="reasons", verdict=Verdict.INSUFFICIENT, detail=detail)
    for unit in case.units:
        text = case.text
        if other := _other_cause(text, unit.text):
            yield Finding(check="reasons", verdict=Verdict.INSUFFICIENT, detail=other)
        if turned := _turned_round(text, unit.text) or _out_of_sequence(text, unit.text):
            yield Finding(check="reasons", verdict=Verdict.CONTRADICTED, detail=turned)
            return


def _other_cause(claim: str, source: str) -> str | None:
    """« faute d'élèves » for « faute de parents »."""
    mine, theirs = _CAUSE_AFTER.search(claim), _CAUSE_AFTER.search(source)
    if not mine or not theirs:
        return None
    named = claim_terms(claim[mine.end() :])[:1]
    if named and not named[0].keys & source_keys(source[theirs.end() :]):
        return f"{mine[0]!r} {named[0].word!r}: the source gives another cause"
    return None


def _out_of_sequence(claim: str, source: str) -> str | None:
    """« d'abord par le Conseil, puis par la Municipalité » against the order of the source."""
    match = _SEQUENCE.search(claim)
    if match is None:
        return None
    places = [
        [n for n, word in enumerate(plain_words(source)) if word_keys(word) & term.keys]
        for part in (match["first"], match["then"])
        for term in claim_terms(part)[:1]
    ]
    is_turned = len(places) > 1 and all(places) and places[0][0] > places[1][0]
    return f"{match[0]!r}: the source has it in the other order" if is_turned else None


def _turned_round(claim: str, source: str) -> str | None:
    """« contrôlée à la suite de sa fermeture » for « fermée à la suite d'un contrôle »."""
    mine, theirs = _CAUSE_AFTER.search(claim), _CAUSE_AFTER.search(source)
    if not mine or not theirs:
        return None
    effect, cause = source_keys(source[: theirs.start()]), source_keys(source[theirs.end() :])
    causes = claim_terms(claim[mine.end() :])
    effects = claim_terms(claim[: mine.start()])
    is_turned = any(t.keys & effect and not t.keys & cause for t in causes) and any(
        t.keys & cause and not t.keys & effect for t in effects
    )
    return f"cause and effect of {theirs[0]!r} are turned round" if is_turned else None


def check_decided(case: Case) -> Iterator[Finding]:
    """What was proposed, announced or estimated is not told as decided, done or counted."""
    if not case.is_french or case.is_absence or case.is_holding:
        return
    text = case.text
    is_past = claim_tense(text) is ClaimTense.PAST
    for unit in case.closest:
        if unit.is_layout:
            continue
        said = _PROPOSED.search(unit.text)
        if said and not _AS_PROPOSED.search(text) and not _is_decided_later(case, unit):
            yield _undecided(f"{said[0]!r} in the source, told as settled")
        if (said := _ESTIMATED.search(unit.text)) and not _AS_ESTIMATED.search(text):
            yield _undecided(f"{said[0]!r} in the source, told as counted")
        if is_past and not _AS_FUTURE.search(text) and (verb := _to_come(case, unit)):
            yield _undecided(f"{verb!r} in the source, told as done")
        if (event := _awaited(case, unit)) and not _AS_AWAITED.search(text):
            yield _undecided(f"{event!r} in the source, told as done")


def _is_decided_later(case: Case, unit: Unit) -> bool:
    """Whether the same section goes on to accept what was proposed."""
    for passage in case.cited:
        _, found, rest = passage.body.partition(unit.text)
        section = re.split(r"\n\s*\n(?=[0-9]{1,2}\. )", rest)[0]
        settled = _ACCEPTED.search(section)
        if found and settled and not _REJECTED.search(section[: settled.start()]):
            return True
    return False


def _undecided(detail: str) -> Finding:
    return Finding(check="decided", verdict=Verdict.INSUFFICIENT, detail=detail)


def _awaited(case: Case, unit: Unit) -> str | None:
    """« dès son approbation par le canton » does not say that the canton approved."""
    for match in _AWAITED.finditer(unit.text):
        keys = source_keys(match["event"])
        if any(term.keys & keys for term in case.terms):
            return match[0]
    return None


def _to_come(case: Case, unit: Unit) -> str | None:
    """The future verb of the source that is the claim's own."""
    for match in _FUTURE.finditer(unit.text):
        verb = match["next"] if match["verb"] in _WILL_BE and match["next"] else match["verb"]
        if source_keys(verb) & source_keys(case.text):
            return match[0]
    return None
