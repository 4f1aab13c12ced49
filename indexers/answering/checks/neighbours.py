"""A figure belongs to the words of its own clause, not to those of the next figure's."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexers.answering.checks.case import Case
from indexers.answering.citations import split_sentences
from indexers.answering.evidence import asked_cells
from indexers.answering.numbers import Quantity, QuantityKind, find_quantities
from indexers.answering.tense import ClaimTense, claim_tense
from indexers.answering.wording import Term, claim_terms, source_keys
from schemas.answer import Finding, Verdict

_SPLIT = re.compile(
    r"[,;:(]\s|\)|\s\|\s|\s(?:et|ou|mais|puis|contre|tandis que|alors que|ainsi que|dont)\s"
)
_YEAR = re.compile("(?:19|20)[0-9]{2}")
# After these another statement begins, with a subject of its own.
_CONTRASTS = re.compile(r",? (?:tandis que|alors que|mais|cependant|en revanche)\b")
_SUBJECT = re.compile(
    r"(?:les? |la |l['’]|une? |des |(?:deux|trois|quatre|cinq|six|sept|huit|dix) |[A-ZÀ-Ý])"
)
_WHEN = frozenset({QuantityKind.TIME, QuantityKind.DATE})
_MIN_STATEMENT = 3
_WORDLESS = frozenset({QuantityKind.PHONE, QuantityKind.REFERENCE, QuantityKind.ARTICLE})


@dataclass(frozen=True, slots=True)
class _Segment:
    """A figure's own clause, with the clauses beside it that have no figure."""

    figures: tuple[Quantity, ...]
    terms: tuple[Term, ...]
    """The words of the clause itself, and of what stands before the first figure."""
    keys: frozenset[str]
    """What it vouches for together with the clauses beside it."""
    has_verb: bool

    def values(self, like: Quantity) -> set[str]:
        """Its figures of the same kind and unit; a year is no count."""
        is_year = _YEAR.fullmatch(like.value) is not None
        return {
            q.value
            for q in self.figures
            if (q.kind, q.unit, _YEAR.fullmatch(q.value) is not None)
            == (like.kind, like.unit, is_year)
        }

    def said(self, terms: Sequence[Term]) -> frozenset[str]:
        """Which of a claim's terms stand in it."""
        return frozenset(term.word for term in terms if term.keys & self.keys)


def check_own_figures(case: Case) -> Iterator[Finding]:
    """A figure is told of the thing that it stands with, not of the one beside another."""
    if case.is_absence:
        return
    claimed = _segments(case.text)
    taken: list[str] = []
    for unit in case.units:
        text = asked_cells(case.text, unit) if unit.is_layout else unit.text
        known = [_segments(sentence) for sentence in split_sentences(text)]
        found = [
            detail
            for mine in claimed
            for figure in mine.figures
            for segments in known
            if figure.kind not in _WORDLESS and (detail := _taken_from(mine, figure, segments))
        ]
        if not unit.is_layout:
            found += _of_other_subject(claimed, _CONTRASTS.split(unit.text))
            found += _of_other_doer(case.terms, split_sentences(unit.text))
            for sentence in split_sentences(unit.text):
                found += _of_other_subject(claimed, sentence.split(";"))
        taken += found[:1]
        if not unit.is_layout and (apart := _apart(claimed, [s for k in known for s in k])):
            taken += [] if found else [apart]
    if taken and len(taken) == len(case.units):
        yield Finding(check="own_figures", verdict=Verdict.INSUFFICIENT, detail=taken[0])


def _taken_from(mine: _Segment, figure: Quantity, segments: Sequence[_Segment]) -> str | None:
    """What the claim says of a figure, and the source only of the next one."""
    theirs = [s for s in segments if figure.value in s.values(figure)]
    told = mine.values(figure)
    others = [s for s in segments if s.values(figure) and not s.values(figure) & told]
    if not theirs or not others:
        return None
    best = max((s.said(mine.terms) for s in theirs), key=len)
    is_first = segments[0] in theirs
    for other in others:
        extra = other.said(mine.terms) - best
        missing = best - other.said(mine.terms)
        # The first clause carries the subject and the verb of all: its words weigh little.
        weighs = not missing if other is segments[0] else len(extra) > len(missing)
        is_listed = is_first and not other.has_verb
        if extra and (weighs or is_listed):
            value = min(other.values(figure))
            return f"the source says {min(extra)!r} of {value}, not of {figure.text!r}"
    return None


def _of_other_subject(claimed: Sequence[_Segment], source: Sequence[str]) -> list[str]:
    """« A has risen, whereas B has fallen by 3 % »: the 3 % are B's."""
    found: list[str] = []
    texts = [text.strip() for text in source]
    clauses = [
        (claim_terms(text), find_quantities(text) if n == 0 or _SUBJECT.match(text) else ())
        for n, text in enumerate(texts)
    ]
    for mine in claimed if len(clauses) > 1 else ():
        subject = mine.terms[0].keys if mine.terms else frozenset()
        values = {(q.kind, q.value) for q in mine.figures}
        has = [bool(values & {(q.kind, q.value) for q in figures}) for _, figures in clauses]
        theirs = [terms for (terms, _), own in zip(clauses, has, strict=True) if own and terms]
        others = [terms for (terms, _), own in zip(clauses, has, strict=True) if not own and terms]
        is_theirs = any(term.keys & subject for terms in theirs for term in terms)
        if theirs and not is_theirs and any(terms[0].keys & subject for terms in others):
            found.append(f"the source says so of {theirs[0][0].word!r}")
    return found


def _of_other_doer(terms: Sequence[Term], sentences: Sequence[str]) -> list[str]:
    """« Le concierge range » where the clubs do, and the next sentence names the caretaker."""
    if len(terms) < _MIN_STATEMENT or len(sentences) == 1:
        return []
    for sentence in sentences:
        own, keys = claim_terms(sentence), source_keys(sentence)
        elsewhere = [term for term in terms if not term.keys & keys]
        subject = terms[0]
        is_whole = elsewhere in ([*terms[:1]], [*terms[:2]]) and len(terms) - len(elsewhere) > 1
        doer = own[0] if own and _SUBJECT.match(sentence.casefold()) else None
        if is_whole and doer and not any(doer.keys & term.keys for term in terms):
            return [f"the source says so of {doer.word!r}, not of {subject.word!r}"]
    return []


def _apart(claimed: Sequence[_Segment], known: Sequence[_Segment]) -> str | None:
    """« de 13 h 30 à 17 h » of which one hour stands with Wednesday, the other with Saturday."""
    for mine in claimed:
        hours = {q.value for q in mine.figures if q.kind is QuantityKind.TIME}
        theirs = [{q.value for q in s.figures if q.kind is QuantityKind.TIME} for s in known]
        if (
            len(hours) > 1
            and hours <= set().union(*theirs)
            and not any(hours <= values for values in theirs)
        ):
            return f"{' and '.join(sorted(hours))} do not stand together in the source"
    return None


@lru_cache(maxsize=4_096)
def _segments(text: str) -> tuple[_Segment, ...]:
    """One for each clause with figures; a clause without words goes with the one before."""
    parts: list[tuple[str, tuple[Quantity, ...], tuple[Term, ...]]] = []
    for part in _split(text):
        figures, terms = find_quantities(part), claim_terms(part)
        is_hour = all(q.kind in _WHEN for q in figures)
        if figures and not terms and is_hour and parts and parts[-1][1]:
            before, known, words = parts[-1]
            parts[-1] = (f"{before} ; {part}", (*known, *figures), words)
        else:
            parts.append((part, tuple(figures), terms))
    counted = [n for n, (_, figures, _) in enumerate(parts) if figures]
    found: list[_Segment] = []
    for position, n in enumerate(counted):
        start = counted[position - 1] + 1 if position else 0
        end = counted[position + 1] if position + 1 < len(counted) else len(parts)
        # What stands before the first figure is said of all of them.
        near = parts[start:end] if position == 0 else [*parts[: counted[0]], *parts[start:end]]
        own = parts[: n + 1] if position == 0 else [parts[n]]
        terms = tuple(term for _, _, words in own for term in words)
        keys = source_keys(" ; ".join(text for text, *_ in near))
        has_verb = claim_tense(parts[n][0]) is not ClaimTense.NONE
        found.append(_Segment(parts[n][1], terms, keys, has_verb))
    return tuple(found)


def _split(text: str) -> Iterator[str]:
    """The clauses of a text; « entre 12 h et 13 h » is one."""
    start = 0
    for match in _SPLIT.finditer(text):
        if not re.search(r"\bentre [^,;]{1,20}$", text[start : match.start()]):
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]
