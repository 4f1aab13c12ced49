"""Citations ``[n]`` and the sentences that they stand in."""

import re
from dataclasses import dataclass

_CITATION = re.compile(r"\[\s*(?P<numbers>[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)\s*\]")
_TITLES = re.compile(
    r"(?:\b(?:MM?|Mr|Mmes?|Mlle|Me|Dr|St|Ste|[Aa]rt|[Aa]l|[Ll]et|[Cc]h|p|pp|no|ex|cf|chap|vol)"
    r"|(?<![\w])[A-ZÀ-Ý])\.$"
)
# After these a capital letter opens a new sentence: one that is not cited must not hide there.
_SHORTENED = re.compile(
    r"\b(?:etc|fr|Fr|frs|h|hab|ct|cts|min|max|env|tél|av|resp|suppl|éd|nbre|c\.-à-d)\.$"
)
_ABBREVIATION_CHARS = 12
_STOP = re.compile(r"[.!?…]+[»\"”)]*(?=\s|$|\[)")
_TRAILING = re.compile(r"(?:\s*\[\s*[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*\s*\])+[ \t]*[.!?…]*")
_BULLET = re.compile(r"^\s*(?:[-*•–—]|[0-9]{1,2}[.)])\s+")


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer, without its citations, and the numbers that it cites."""

    text: str
    citations: tuple[int, ...]
    written: str
    """As it stands in the answer."""


def cited_numbers(text: str) -> tuple[int, ...]:
    """The numbers cited in ``text``, each once, in order.

    >>> cited_numbers("Ouvert le lundi [2]. Fermé le mardi [1, 2].")
    (2, 1)
    """
    numbers = (int(n) for m in _CITATION.finditer(text) for n in m["numbers"].split(","))
    return tuple(dict.fromkeys(numbers))


def find_claims(answer: str) -> tuple[Claim, ...]:
    """The sentences of an answer; a line that ends with a colon opens those of its list.

    >>> [(c.text, c.citations) for c in find_claims("M. Blanc est syndic [1]. Il siège. [2]")]
    [('M. Blanc est syndic.', (1,)), ('Il siège.', (2,))]
    """
    claims: list[Claim] = []
    opening, is_fresh = "", False
    for line in filter(str.strip, answer.splitlines()):
        body = _BULLET.sub("", line).strip()
        if body.endswith(":") and not cited_numbers(body):
            claims += _unused(opening) if is_fresh else []
            opening, is_fresh = body, True
            continue
        if body == line.strip() and not is_fresh:
            opening = ""
        claims += [
            _claim(f"{opening} {sentence}".strip(), sentence) for sentence in split_sentences(body)
        ]
        is_fresh = False
    claims += _unused(opening) if is_fresh else []
    return tuple(claim for claim in claims if re.search(r"\w", claim.text))


def _unused(opening: str) -> list[Claim]:
    """A line that announces a list which does not come is a sentence like any other."""
    return [_claim(opening, opening)]


def split_sentences(text: str) -> list[str]:
    """The sentences of one line, each with the citations that follow it.

    >>> split_sentences("Prix : Fr. 3.50 [1]. Selon l'art. 4, c'est gratuit. [2] Merci.")
    ['Prix : Fr. 3.50 [1].', "Selon l'art. 4, c'est gratuit. [2]", 'Merci.']
    """
    sentences, start = [], 0
    for stop in _STOP.finditer(text):
        if stop.start() < start or _is_abbreviation(text, start, stop):
            continue
        trailing = _TRAILING.match(text, stop.end())
        end = trailing.end() if trailing else stop.end()
        sentences.append(text[start:end].strip())
        start = end
    rest = text[start:].strip()
    if rest:
        sentences.append(rest)
    return [sentence for sentence in sentences if sentence]


def _is_abbreviation(text: str, start: int, stop: re.Match[str]) -> bool:
    before = text[max(start, stop.start() - _ABBREVIATION_CHARS) : stop.start() + 1]
    if _TITLES.search(before):
        return True
    after = text[stop.end() :].lstrip()
    return bool(_SHORTENED.search(before)) and bool(after) and not after[0].isupper()


def _claim(text: str, written: str) -> Claim:
    bare = _CITATION.sub("", text)
    bare = re.sub(r"\s+([.,!?…])", r"\1", re.sub(r"\s+", " ", bare)).strip()
    return Claim(bare, cited_numbers(written), written)
