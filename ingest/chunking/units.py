"""The pieces that chunks are made of: blocks, and parts of blocks that are too long."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ingest.chunking.sentences import sentence_spans
from schemas.document import Block, BlockKind, ParsedDocument, TextSpan

_FIRST_GUESS: Final = 3
"""Characters a token that a piece without spaces is first cut by."""


@dataclass(slots=True)
class TokenCounter:
    """Counts tokens, each text once; special tokens that frame every text do not add up."""

    count: Callable[[str], int]
    overhead: int = 0
    _known: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.overhead = self.count("")
        self._known[""] = 0

    def __call__(self, text: str) -> int:
        """Tokens of the words alone."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = max(0, self.count(text) - self.overhead)
        return known


@dataclass(frozen=True, slots=True)
class Unit:
    """A block, or a part of one, that goes into one chunk whole."""

    span: TextSpan
    tokens: int
    kind: BlockKind
    path: tuple[str, ...]
    level: int | None = None
    heading: str = ""
    """Its own words, if it is a heading: what it adds to the path of what follows."""
    starts_small: bool = False
    """Begins with a small letter: it may go on with a sentence from before."""
    ends_open: bool = False
    """Ends without a full stop: its sentence or its list may go on."""


def units_of(document: ParsedDocument, counter: TokenCounter, max_tokens: int) -> list[Unit]:
    """The document's blocks in order, long ones cut; text outside blocks is not lost."""
    units: list[Unit] = []
    for block in _covering(document):
        words = block.span.of(document.text)
        tokens = counter(words)
        if tokens <= max_tokens:
            units.append(_whole(block, words, tokens))
        else:
            units.extend(_parts(block, words, counter, max_tokens))
    return units


def _whole(block: Block, words: str, tokens: int) -> Unit:
    is_heading = block.kind is BlockKind.HEADING
    return Unit(
        block.span,
        tokens,
        block.kind,
        block.heading_path,
        level=block.level if is_heading else None,
        heading=words.replace("\n", " ") if is_heading else "",
        starts_small=words[:1].islower(),
        ends_open=block.kind is BlockKind.PARAGRAPH and words[-1:] not in ".!?…»",
    )


def _covering(document: ParsedDocument) -> Iterator[Block]:
    """The blocks, and paragraphs made of any words that stand between them."""
    at, path = 0, tuple[str, ...]()
    for block in document.blocks:
        yield from _gap(document.text, at, block.span.start, path)
        yield block
        at, path = block.span.end, block.heading_path
    yield from _gap(document.text, at, len(document.text), path)


def _gap(text: str, start: int, end: int, path: tuple[str, ...]) -> Iterator[Block]:
    for paragraph_start, paragraph_end in _paragraphs(text, start, end):
        span = TextSpan(paragraph_start, paragraph_end)
        yield Block(kind=BlockKind.PARAGRAPH, span=span, heading_path=path)


def _paragraphs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    while at < end:
        stop = text.find("\n\n", at, end)
        stop = end if stop < 0 else stop
        words = text[at:stop]
        if words.strip():
            yield at + len(words) - len(words.lstrip()), at + len(words.rstrip())
        at = max(stop, at) + 2


def _parts(block: Block, words: str, counter: TokenCounter, max_tokens: int) -> list[Unit]:
    """A long block as sentences packed up to the limit; a long sentence cut at words."""
    pieces: list[tuple[int, int, int]] = []
    for start, end in sentence_spans(words):
        tokens = counter(words[start:end])
        if tokens <= max_tokens:
            pieces.append((start, end, tokens))
        else:
            pieces.extend(_at_words(words, start, end, counter, max_tokens))
    return [
        Unit(
            TextSpan(block.span.start + start, block.span.start + end),
            tokens,
            block.kind,
            block.heading_path,
        )
        for start, end, tokens in _packed(words, pieces, counter, max_tokens)
    ]


def _packed(
    words: str, pieces: Sequence[tuple[int, int, int]], counter: TokenCounter, max_tokens: int
) -> Iterator[tuple[int, int, int]]:
    """Neighbouring pieces joined while they fit."""
    at = 0
    while at < len(pieces):
        start, end, tokens = pieces[at]
        stop = at + 1
        while stop < len(pieces) and tokens + pieces[stop][2] <= max_tokens:
            tokens += pieces[stop][2]
            stop += 1
        # Tokens of parts need not add up to those of the whole: the whole is what counts.
        while stop > at + 1:
            end = pieces[stop - 1][1]
            tokens = counter(words[start:end])
            if tokens <= max_tokens:
                break
            stop -= 1
        else:
            end, tokens = pieces[at][1], pieces[at][2]
        yield start, end, tokens
        at = stop


def _at_words(
    words: str, start: int, end: int, counter: TokenCounter, max_tokens: int
) -> Iterator[tuple[int, int, int]]:
    """A sentence that alone is too long: cut at spaces; a word that is, at characters."""
    while start < end:
        low, high = 1, end - start
        size = min(high, _FIRST_GUESS * max_tokens)
        # Binary search for the longest beginning that fits; a first guess saves most counts.
        while low < high:
            if counter(words[start : start + size]) <= max_tokens:
                low = size
            else:
                high = size - 1
            size = (low + high + 1) // 2
        stop = start + low
        if stop < end:
            space = words.rfind(" ", start + 1, stop + 1)
            stop = space if space > start else stop
        yield start, stop, counter(words[start:stop])
        start = stop
        while start < end and words[start].isspace():
            start += 1
