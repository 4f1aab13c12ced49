"""Folded text that remembers its source: rules match the fold, evidence quotes the source.

Folding lower-cases, drops accents (both NFC and NFD), makes every hyphen ``-`` and every blank
one space, and undoes percent-encoding at most twice. Each folded character knows the characters
of the source that it stands for, so that evidence is always a verbatim quotation.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_SPECIAL = {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss", "ø": "o", "º": "o", "°": "o"}
_QUOTES = frozenset("’‘ʼ`´")
MASK = "\x00"
"""Stands for characters that a rule has already read; no rule matches it."""


@dataclass(frozen=True, slots=True)
class Folded:
    """Text for matching; ``starts`` and ``ends`` give each character's range in ``source``."""

    text: str
    source: str
    starts: Sequence[int]
    ends: Sequence[int]

    def quote(self, start: int, end: int) -> str:
        """The characters of the source that ``text[start:end]`` stands for.

        >>> fold("Séance du 14 MAI").quote(10, 16)
        '14 MAI'
        """
        return self.source[self.starts[start] : self.ends[end - 1]] if start < end else ""

    def window(self, start: int, end: int) -> "Folded":
        """The part ``text[start:end]``, quoting from the same source."""
        return Folded(
            self.text[start:end], self.source, self.starts[start:end], self.ends[start:end]
        )

    def masked(self, spans: Iterable[tuple[int, int]]) -> "Folded":
        """The same text with ``spans`` hidden from the rules."""
        text = self.text
        for start, end in spans:
            text = f"{text[:start]}{MASK * (end - start)}{text[end:]}"
        return Folded(text, self.source, self.starts, self.ends)


def fold(source: str) -> Folded:
    """``source`` folded for matching; nothing is decoded.

    >>> fold("Procès‐verbal du 1er AOÛT").text
    'proces-verbal du 1er aout'
    """
    if source.isascii() and source.isprintable():
        places = range(len(source))
        return Folded(source.lower(), source, places, range(1, len(source) + 1))
    return _folded(source, [(char, i, i + 1) for i, char in enumerate(source)])


def fold_url(source: str) -> Folded:
    """``source`` percent-decoded (at most twice) and folded.

    >>> found = fold_url("PV%2520du%201er%20ao%C3%BBt.pdf")
    >>> found.text, found.quote(9, 13)
    ('pv du 1er aout.pdf', '%20ao%C3%BB')
    >>> fold_url("CR+du+5+mars.pdf").text, fold_url("fete-16+17-juin.pdf").text
    ('cr du 5 mars.pdf', 'fete-16+17-juin.pdf')
    """
    blanks = source.count("+") > 1 and " " not in source and "%20" not in source
    if "%" not in source and not blanks:
        return fold(source)
    # Two plus signs and no other blank: a form's encoding; one alone may join two days.
    pieces = [(" " if blanks and char == "+" else char, i, i + 1) for i, char in enumerate(source)]
    for _ in range(2):
        pieces = _decoded(pieces)
    return _folded(source, pieces)


def _decoded(pieces: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    text = "".join(piece[0] for piece in pieces)
    done: list[tuple[str, int, int]] = []
    place = 0
    for match in _ESCAPES.finditer(text):
        done += pieces[place : match.start()]
        place = match.end()
        raw = bytes.fromhex(match.group().replace("%", ""))
        try:
            chars, width = raw.decode("utf-8"), None
        except UnicodeDecodeError:  # an old server's own code page
            chars, width = raw.decode("latin-1"), 1
        at = match.start()
        for char in chars:
            size = 3 * (width or len(char.encode("utf-8")))
            done.append((char, pieces[at][1], pieces[at + size - 1][2]))
            at += size
    return done + pieces[place:]


def _folded(source: str, pieces: list[tuple[str, int, int]]) -> Folded:
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for char, start, end in pieces:
        if unicodedata.combining(char):
            if ends:
                ends[-1] = end
            continue
        for part in _plain(char):
            chars.append(part)
            starts.append(start)
            ends.append(end)
    return Folded("".join(chars), source, starts, ends)


def _plain(char: str) -> str:
    if char.isascii():
        return char.lower() if char.isprintable() else " "
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char in _QUOTES:
        return "'"
    category = unicodedata.category(char)
    if category == "Pd":
        return "-"
    if category[0] in "ZC":
        return " "
    # Letters fold to what they are compatible with ("ﬁ"); a superscript 2 stays no digit.
    is_letter = category[0] == "L"
    parts = unicodedata.normalize("NFKD", char) if is_letter else unicodedata.normalize("NFD", char)
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    return plain.lower() or char
