"""Pinned pages: names, functions and areas as cards, rows, lists and headings lay them out.

A page of an executive is a list of names with titles beside them, not sentences. Its blocks
are cut into segments (lines, cells, what dashes and colons part); each segment is a name, a
function, or a short phrase beside a name: an area.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from ingest.lexicon.flat import flat
from ingest.lexicon.functions import FunctionMention, find_charges, find_functions
from ingest.lexicon.names import NameMention, find_bare_names, find_names
from ingest.lexicon.statements import Statement
from schemas.document import Block, BlockKind, ParsedDocument
from schemas.site.vocabulary import Vocabulary

_CUT = re.compile(r"[^\n|•;\t:()]+")
_DASH = re.compile(r"(?<=\s)[\u2013\u2014-](?=\s)|,(?=\s)")
_AREA_LINK = re.compile(r"\s*(?:,|/|&|\u2022|\bet\b)\s*")
_LEAD = re.compile(r"^(?:de la |de l |des |du |de |d |aux |au |a la |a l |les |la |le |l )")
_OPENING = re.compile(
    r"^(?:commissions?|dicast[eè]res?|domaines?|service|délégation)\s+", re.IGNORECASE
)
_WORDS = re.compile(r"[a-z]+(?: [a-z]+){0,5}")
_MAX_AREA_CHARS = 60
_MAX_SEGMENT_WORDS = 12
_LABELS = frozenset(
    re.findall(
        r"\w+",
        "nom noms prenom prenoms fonction fonctions dicastere dicasteres parti groupe"
        " suppleant suppleante suppleants suppleance telephone tel mobile courriel mail e mail"
        " email adresse contact portrait photo photographie depuis membre membres elu elue"
        " commission commissions titulaire titulaires accueil retour plus lire voir profession"
        " ne nee naissance responsabilite responsabilites portefeuille"
        " attribution attributions annee legislature entree remplacant remplacante titre"
        " civilite",
    )
)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a block: where it stands, what it says, and the heading that it may be."""

    start: int
    end: int
    text: str
    is_heading: bool = False


@dataclass(slots=True)
class _Holder:
    """A name under construction, with what stands around it."""

    name: NameMention
    start: int
    end: int
    functions: list[str] = field(default_factory=list)
    areas: list[str] = field(default_factory=list)
    heading: str = ""
    """A function in a heading above, which counts where nothing nearer states one."""

    def take(self, segment: Segment, functions: list[str], areas: list[str]) -> None:
        """Add what ``segment`` says of this person."""
        if segment.is_heading:
            self.heading = ", ".join(functions)
        else:
            self.functions += functions
        self.areas += areas
        self.start = min(self.start, segment.start)
        self.end = max(self.end, segment.end)


def read_cards(document: ParsedDocument, vocabulary: Vocabulary) -> tuple[Statement, ...]:
    """The persons that a pinned page names, each with function and areas as laid out there."""
    groups = _groups(document)
    return tuple(statement for group in groups for statement in _read_group(group, vocabulary))


def _groups(document: ParsedDocument) -> Iterator[list[Segment]]:
    """Segments that belong together: a card or row by itself, else all under one heading."""
    alone = {BlockKind.CARD, BlockKind.TABLE_ROW, BlockKind.DEFINITION}
    number = 0
    keyed: list[tuple[int, Block]] = []
    for block in document.blocks:
        if block.kind is BlockKind.HEADING or block.kind in alone:
            number += 1
        keyed.append((number, block))
    for _, blocks in groupby(keyed, key=lambda pair: pair[0]):
        yield [segment for _, block in blocks for segment in _segments(document.text, block)]


def _segments(text: str, block: Block) -> Iterator[Segment]:
    is_heading = block.kind is BlockKind.HEADING
    body = block.span.of(text)
    for match in _CUT.finditer(body):
        position = match.start()
        for piece in _pieces(match[0]):
            stripped = piece.strip(" .,\u00a0")
            if stripped:
                start = block.span.start + body.index(stripped, position)
                yield Segment(start, start + len(stripped), stripped, is_heading)
            position += len(piece) + 1


def _pieces(text: str) -> list[str]:
    return _DASH.split(text)


def _read_group(group: list[Segment], vocabulary: Vocabulary) -> Iterator[Statement]:
    """Attach each function and area to its name; before it when the group starts so."""
    read = [(segment, *_read(segment, vocabulary)) for segment in group]
    if not any(name for _, name, _, _ in read):
        return
    first = next((bool(name) for s, name, f, _ in read if name or (f and not s.is_heading)), True)
    holders: list[_Holder] = []
    waiting: list[tuple[Segment, list[str], list[str]]] = []
    for segment, name, functions, areas in read:
        if name is not None:
            holders.append(_Holder(name, segment.start, segment.end, functions, areas))
            for earlier in waiting:
                holders[-1].take(*earlier)
            waiting = []
        elif holders and first:
            holders[-1].take(segment, functions, areas)
        elif functions or areas:
            waiting.append((segment, functions, areas))
    for earlier in waiting:
        holders[-1].take(*earlier)
    yield from (_stated(holder) for holder in holders)


def _read(
    segment: Segment, vocabulary: Vocabulary
) -> tuple[NameMention | None, list[str], list[str]]:
    """The name, functions and areas that one segment states."""
    found = find_functions(segment.text, vocabulary)
    stated = [area for function in found for area in function.areas]
    stated += [a for charge in find_charges(segment.text, vocabulary) for a in charge.areas]
    names = find_names(segment.text) or _whole_name(segment)
    if names:
        return names[0], [_within(segment.text, found)] if found else [], stated
    if found:
        return None, [segment.text], stated
    return None, [], stated or _areas(segment.text)


def _within(text: str, found: tuple[FunctionMention, ...]) -> str:
    """The function as a sentence writes it, from its first word to its last."""
    return text[found[0].start : found[-1].end]


def _whole_name(segment: Segment) -> tuple[NameMention, ...]:
    """A segment that is a name and nothing else, without a civility."""
    return tuple(n for n in find_bare_names(segment.text) if n.name == segment.text)


def _areas(text: str) -> list[str]:
    """The short phrases of a segment without name or function."""
    if len(text) > 2 * _MAX_AREA_CHARS or len(text.split()) > _MAX_SEGMENT_WORDS:
        return []
    return [
        piece
        for piece in (_OPENING.sub("", part.strip()) for part in _AREA_LINK.split(text))
        if len(piece) <= _MAX_AREA_CHARS and _is_phrase(piece)
    ]


def _is_phrase(piece: str) -> bool:
    words = _LEAD.sub("", " ".join(flat(piece).split()))
    return (
        bool(_WORDS.fullmatch(words))
        and len(words) > 2
        and not all(word in _LABELS for word in words.split())
    )


def _stated(holder: _Holder) -> Statement:
    return Statement(
        start=holder.start,
        end=holder.end,
        name=holder.name.name,
        civility=holder.name.civility,
        function=", ".join(dict.fromkeys(holder.functions)) or holder.heading,
        areas=tuple(dict.fromkeys(holder.areas)),
    )
