"""Who does what to whom: the persons and bodies on each side of a verb, as in the source."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indexers.answering.checks.case import Case
from indexers.answering.holders import PersonMention, find_persons
from indexers.answering.wording import claim_terms, source_keys, word_keys
from schemas.answer import Finding, Verdict
from schemas.lexicon import folded

_VERBS = tuple(
    re.compile(rf"\b(?:{forms})(?!\w)", re.IGNORECASE)
    for forms in (
        "recommand(?:e|ent|ait|é|ée)",
        "propos(?:e|ent|ait|aient|é|ées?|és|era)|suggér\\w+|préconis\\w+",
        "oppos(?:e|ent|ait|aient|é|ées?|és)|contest\\w+|combat\\w*|critiqu\\w+",
        "soutien\\w*|souten\\w+|défend\\w*|appuy\\w+|appuie",
        "accept\\w+|adopt\\w+|approuv\\w+|vot(?:e|ent|ait|é|ées?|és)|accord(?:e|ent|ait|é|ée|és)",
        "refus(?:e|ent|ait|é|ées?|és)|rejet(?:te|tent|ait|é|ées?|és)",
        "demand(?:e|ent|ait|aient|é|ée|és)|sollicit\\w+|réclam\\w+|requ(?:iert|érait|is)",
        "répond\\w*|répliqu\\w+",
        "pai(?:e|ent)|pay(?:e|ent|ait|aient|é|ée)|acquitt\\w+|vers(?:e|ent|ait|é|ée)",
        "vend(?:|ent|ait|aient|u|us|ue|ues)|achèt\\w+|achet\\w+",
        "succéd\\w+|succèd\\w+",
        "él(?:it|isent|isait|u|us|ue|ues)",
        "nomm(?:e|ent|ait|é|ées?|és)|désign(?:e|ent|ait|é|ées?|és)",
        "remerci\\w+",
        "craign\\w+|craint|redout\\w+|inquièt\\w+|inquiét\\w+",
        "présent(?:e|ait|é|ées?|és|er)|expos(?:e|ait|é)",
        "(?:annonc|annonç|inform|indiqu|expliqu|relev|déclar|signal)(?:e|ait|é)|relève",
        "engag(?:e|eait|é|ée)|embauch(?:e|ait|é)|recrut(?:e|ait|é)",
        "donn(?:e|ent|ait|aient|é|ées?|és)|offr(?:e|ent|ait|aient)|offert(?:e|s|es)?",
        "convo(?:que|quent|quait|qué)|autoris(?:e|ent|ait|é|ée)|inform(?:e|ait|é)",
    )
)
_BODIES = frozenset(
    re.findall(
        r"\w+",
        "conseil conseillers municipalite commission canton departement habitants familles enfants"
        " jeunes entreprises cafetiers auberge ecole ecoles citoyens parents eleves employes"
        " commercants proprietaires locataires etudiants touristes hotes membres apprenti",
    )
)
# What its member proposes, the body does; what the body decides, no member does.
_MEMBER = re.compile(r"\b(?:municipale?|syndic|syndique)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:ils?|elles?)(?: \w+){0,2} $", re.IGNORECASE)
_PARTICIPLE = re.compile(r"(?:é|(?<![aqg])u|is|ert)(?:e|s|es)?$")
_IS_DONE = re.compile(
    r"\b(?:est|sont|étai(?:t|ent)|fut|furent|sera|seront|été)(?: (?:pas|aussi|\w+ment))? $",
    re.IGNORECASE,
)
_HAS_DONE = re.compile(
    r"\b(?:a|ont|avait|avaient|aura|ayant|avoir|s['’](?:est|était|étaient|sont)|se sont)"
    r"(?: (?:pas|aussi|alors|déjà|ensuite|également|\w+ment))? $",
    re.IGNORECASE,
)
# « les membres de la Municipalité » are the members.
_COMPLEMENT = re.compile(r" (?:de la|du|des|de l['’]|d['’]|de) ?")
# Only persons and bodies do these.
_WILLED = re.compile(
    r"propos|suggér|préconis|oppos|contest|combat|sout|défend|appu|accept|adopt|approuv|refus|rejet"
    r"|demand|sollicit|réclam|remerci|crai|redout|inqui|répond|répliqu",
    re.IGNORECASE,
)
_PRONOUN_FIRST = re.compile(r"(?:Ils?|Elles?)\b")
_ASIDE = re.compile(r",[^,.;]*,\s(?:[\w’']+\s){0,3}$")
_STOP = re.compile(r"[;!?]|(?<!\bM)(?<!\bMM)(?<!\bMme)\.")
_APART = re.compile(r"(?<!\bM)(?<!\bMme)\.\s|;|:")
_PAR = re.compile(r"\bpar (?:(?:la|le|les|l['’]|une?|MM?\.|Mmes?) ?){0,2}$")


@dataclass(frozen=True, slots=True)
class _Agent:
    start: int
    end: int
    name: str
    person: PersonMention | None = None
    is_member: bool = False
    """A person whom the text calls a member of the executive."""

    def may_be(self, other: "_Agent") -> bool:
        if self.person and other.person:
            return self.person.may_be(other.person)
        if self.person or other.person:
            return self.name == "municipalite" and other.is_member
        return bool(word_keys(self.name) & word_keys(other.name))


def check_roles(case: Case) -> Iterator[Finding]:
    """Who proposes, opposes, thanks or pays is the one who does so in the source."""
    if not case.is_french or case.is_absence:
        return
    agents = _agents(case.text, case.persons)
    for verb in _VERBS:
        for mine in _sides(case.text, agents, verb):
            theirs = [
                sides
                for unit in case.units
                if not unit.is_layout
                for text in [f"{unit.lead} {unit.text}".strip()]
                for sides in _sides(text, _agents(text, find_persons(text)), verb)
                if sides[1] or not _PRONOUN_FIRST.match(text)
            ]
            if theirs and (detail := _conflict(mine, theirs) or _other_subject(case, mine, theirs)):
                yield Finding(check="roles", verdict=Verdict.CONTRADICTED, detail=detail)


_Sides = tuple[str, tuple[_Agent, ...], _Agent | None]


def _conflict(mine: _Sides, theirs: Sequence[_Sides]) -> str | None:
    verb, doers, target = mine
    others = [doer for _, known, _ in theirs for doer in known]
    targets = [other for *_, other in theirs if other]
    is_known = all(known for _, known, _ in theirs)
    if doers and is_known and not any(d.may_be(other) for d in doers for other in others):
        return f"{verb!r}: in the source {others[0].name!r} does so, not {doers[0].name!r}"
    if target and not targets and any(target.may_be(other) for other in others):
        return f"{verb!r}: {target.name!r} does so in the source"
    if target and targets and not any(target.may_be(other) for other in targets):
        return f"{verb!r}: in the source this is done to {targets[0].name!r}, not {target.name!r}"
    return None


def _other_subject(case: Case, mine: _Sides, theirs: Sequence[_Sides]) -> str | None:
    """« Le gîte s'oppose » for « M. X s'oppose à ce qui pénalise le gîte »."""
    verb, doers, target = mine
    clause = re.split(r"[,;:]", case.text.partition(verb)[0])[-1]
    subject = claim_terms(clause)
    if (
        not _WILLED.match(verb)
        or doers
        or target
        or not subject
        or not all(known for _, known, _ in theirs)
    ):
        return None
    for _, known, _ in theirs:
        if not known[0].person or subject[0].keys & source_keys(known[0].name):
            return None
    said = [unit.text.partition(word)[0] for unit in case.units for word, *_ in theirs]
    if any(subject[0].keys & source_keys(text) for text in said):
        return None
    return f"{verb!r}: in the source {theirs[0][1][0].name!r} does so, not {subject[0].word!r}"


def _sides(text: str, agents: Sequence[_Agent], verb: re.Pattern[str]) -> Iterator[_Sides]:
    """For each place of the verb who does it and to whom; « par » turns them round."""
    for match in verb.finditer(text):
        if match[0].endswith("er"):
            continue
        stop = _STOP.search(text, match.end())
        end = stop.start() if stop else len(text)
        before = _without_apposition(text[: match.start()], agents)
        after = [agent for agent in agents if match.end() <= agent.start < end]
        doers = _behind_par(text, match.end(), after)
        if doers or _is_passive(text, match):
            # « les vélos donnés » are given: whoever stands further before them is not.
            is_told = doers or _IS_DONE.search(text[: match.start()])
            is_next = before and re.fullmatch(",? ", text[before[-1].end : match.start()])
            # Whoever stands in another sentence, or behind « par », is not what it is done to.
            near = [a for a in before if not _APART.search(text[a.end : match.start()])]
            near = [a for a in near if not _PAR.search(text[: a.start])]
            yield match[0], doers, (near[-1] if near and (is_told or is_next) else None)
            continue
        if _PRONOUN.search(text[: match.start()]):
            # « elle » may be any of those whom the sentences before name.
            before = [agent for agent in before if agent.person] or before
            yield match[0], tuple(before), _next(text, match.end(), after)
            continue
        yield match[0], tuple(before[-1:]), _next(text, match.end(), after)


def _without_apposition(text: str, agents: Sequence[_Agent]) -> list[_Agent]:
    """Who stands before a verb; « Mme X, rapporteuse de la commission, » is Mme X."""
    before = [agent for agent in agents if agent.end <= len(text)]
    aside = _ASIDE.search(text)
    outside = [agent for agent in before if aside and agent.end <= aside.start()]
    return outside or before


def _is_passive(text: str, match: re.Match[str]) -> bool:
    """A participle without « avoir »: what stands before it is done to, not doing."""
    if not _PARTICIPLE.search(match[0]):
        return False
    return not _HAS_DONE.search(text[: match.start()])


def _behind_par(text: str, start: int, after: Sequence[_Agent]) -> tuple[_Agent, ...]:
    """Each agent that « par » names, when one follows the verb closely."""
    if not re.match(r"(?: [\w’']+){0,4} par ", text[start:]):
        return ()
    return tuple(agent for agent in after if _PAR.search(text[start : agent.start]))


def _next(text: str, end: int, after: Sequence[_Agent]) -> _Agent | None:
    """The agent that follows at once, with no other noun between."""
    if not after or len(claim_terms(text[end : after[0].start])) > 0:
        return None
    return after[0]


def _agents(text: str, persons: Sequence[PersonMention]) -> list[_Agent]:
    named = [
        _Agent(
            p.start, p.end, text[p.start : p.end], p, bool(_MEMBER.match(text, p.end + len(", ")))
        )
        for p in persons
        if p.end <= len(text)
    ]
    nouns = [
        _Agent(match.start(), match.end(), folded(match[0]))
        for match in re.finditer(r"[^\W\d_]{5,}", text)
        if folded(match[0]) in _BODIES
    ]
    agents = sorted([*named, *nouns], key=lambda agent: agent.start)
    return [
        agent
        for first, agent in zip([None, *agents], agents, strict=False)
        if not (first and _COMPLEMENT.fullmatch(text, first.end, agent.start))
    ]
