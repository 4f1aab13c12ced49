"""To whom something goes, and by whom it is done: the one whom the source names there."""

import re
from collections.abc import Iterator

from indexers.answering.checks.case import Case
from indexers.answering.numbers.words import number_word
from indexers.answering.wording import Term, plain_words, source_keys, word_keys
from schemas.answer import Finding, Verdict

_NAMED_WORDS = 3
_SMALL = frozenset(
    re.findall(r"\w+", "la le les l un une des du de d m mme son sa ses leur leurs tout toute")
)
_GIVING = re.compile(
    r"\b(?:adress|dépos|remi[st]|remett|envo[iy]|transm|annonc|demand|inscri|retourn|réclam|rapport"
    r"|apport|communiqu|présent|soum[ei]|donn|vers[eé]|restitu|appart|incomb|attribu|confi|renvo|accord"
    r"|enseign|succ[éè]d|légu|offr|offert|lou|destin|réserv|prêt|vend|recours|signal|écri|contact)\w*",
    re.IGNORECASE,
)
_TO = re.compile(
    r"(?<!quant )(?<!jusqu['’])(?<!contraire )\b(?:à l['’]|à la |à |au |aux |auprès d(?:e "
    r"|e la |u |es |e l['’]|['’])"
    r"|chez (?:le |la |les |un |une )?|dans (?:le |la |les |l['’]|des |un |une ))"
    r"(?!(?:moins|plus|maximum|minimum|lieu|sujet|cours|avance|nouveau|tard|prix|moyen|défaut|frais|titre|condition|pied|partir|raison|suite|terme|bord|fin)\b)"
    r"(?=[^\W\d_])",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?P<verb>[^\W\d_]{2,}(?:é|i|u|is|it|ert)e?s?)(?: [\w’']+){0,2}? par "
    r"(?!(?:an|mois|jour|année|semaine|personne|ménage|habitant|écrit|courriel|lettre|téléphone)\b)"
)
_STOP = re.compile(r"[;.:]\s|,\s(?!(?:et|ou|puis|soit)\b)")
_PARTY = re.compile(
    r"\bà (?:la |l['’]|une? )?(?:commune|fondation|société|canton|confédération|association"
    r"|état|famille"
    r"|coopérative|entreprise|hoirie|paroisse|M\.|Mme|[A-Z])|\bau canton\b|\baux? (?:particul"
    r"|propriét|habit)",
)
_CONVERSE = (
    (
        re.compile(r"\bvend\w*|\bvente", re.IGNORECASE),
        re.compile(r"\b(?:ach[èe]t\w*|achat|acqu\w+)", re.IGNORECASE),
    ),
    (re.compile(r"\bprêt\w*", re.IGNORECASE), re.compile(r"\bemprunt\w*", re.IGNORECASE)),
)


def check_receivers(case: Case) -> Iterator[Finding]:
    """Whom a claim makes receive or do something is the one who does in the source."""
    if not case.is_french or case.is_absence:
        return
    source = "\n".join(unit.text for unit in case.units)
    if turned := _converse(case.text, source):
        yield Finding(check="receivers", verdict=Verdict.CONTRADICTED, detail=turned)
    known = {"to": list(_sent(source)), "by": list(_done(source))}
    for way, claimed in (("to", _sent(case.text)), ("by", _done(case.text))):
        for verb, names in claimed:
            theirs = [other for its, other in known[way] if its & verb]
            said = frozenset().union(*(term.keys for name in theirs for term in name))
            if theirs and not any(term.keys & said for term in names):
                detail = f"{way} {names[0].word!r}: the source names {theirs[0][0].word!r} there"
                yield Finding(check="receivers", verdict=Verdict.CONTRADICTED, detail=detail)


def _converse(claim: str, source: str) -> str | None:
    """« vendu à la commune voisine » for « acheté à la commune voisine »."""
    for one, other in _CONVERSE:
        sell = one.search(claim)
        mine, theirs = (one, other) if sell else (other, one)
        claimed, said = mine.search(claim), theirs.search(source)
        if not claimed or not said or mine.search(source):
            continue
        rest = source[said.end() :]
        # « vendus à l'épicerie » says where, and so does « on les achète à l'épicerie ».
        if not sell and not _PARTY.search(rest):
            continue
        sides = (_to(claim[claimed.end() :]), _to(rest))
        if {k for t in sides[0] for k in t.keys} & {k for t in sides[1] for k in t.keys}:
            return f"{claimed[0]!r}, but the source says {said[0]!r}"
    return None


def _to(text: str) -> tuple[Term, ...]:
    """To whom, or from whom, up to the next stop."""
    stop = _STOP.search(text)
    rest = text[: stop.start() if stop else len(text)]
    return tuple(term for to in _TO.finditer(rest) for term in _named(rest[to.end() :])[:1])


_Named = tuple[frozenset[str], tuple[Term, ...]]


def _sent(text: str) -> Iterator[_Named]:
    """Each verb of giving with those to whom."""
    for match in _GIVING.finditer(text):
        if names := _to(text[match.end() :]):
            yield _verb(match[0]), names


def _done(text: str) -> Iterator[_Named]:
    """Each participle with those by whom."""
    for match in _BY.finditer(text):
        stop = _STOP.search(text, match.end())
        names = _named(text[match.end() : stop.start() if stop else len(text)])
        if names:
            yield _verb(match["verb"]), names


def _named(text: str) -> tuple[Term, ...]:
    """The first words of a name; « la Commune » says who, though it says nothing elsewhere."""
    words = [word for word in plain_words(text) if word not in _SMALL][:_NAMED_WORDS]
    if words and (number_word(words[0]) is not None or words[0][0].isdigit()):
        return ()
    return tuple(Term(word, word_keys(word)) for word in words)


def _verb(word: str) -> frozenset[str]:
    return source_keys(word)
