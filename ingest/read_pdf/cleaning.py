"""Rules that repair a page's characters, as edits on the raw text; the raw stays as it is.

What is repaired: hyphens at line ends, ligatures, bullets from symbol fonts, control and
invisible characters. What is not touched: the bytes of numbers (``1'250'000``, ``10’000``,
``12 500`` with any kind of space), accents, quotes and dashes.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

BULLET = "•"


class Edit(NamedTuple):
    """Replace ``raw[start:end]`` by ``text``."""

    start: int
    end: int
    text: str


class Vocabulary(NamedTuple):
    """The words of the whole document, lower case, and those that the language knows."""

    words: Collection[str]
    hyphenated: Collection[str]
    is_known: Callable[[str], bool]


_LETTERS = r"[^\W\d_]"
# U+FFFE is PDFium's mark of a hyphen at a line's end: it has dropped the line break itself.
_HYPHEN = re.compile("\ufffe[ ]*")
_BREAK = re.compile(r"\ufffe|-[ ]?\r?\n")
_BEFORE = re.compile(rf"{_LETTERS}+\Z")
_AFTER = re.compile(rf"{_LETTERS}+")
_REACH = 40
"""No word is longer: how far around a hyphen is looked."""
_LIGATURE = re.compile("[\ufb00-\ufb06]")
# The private use area (symbol fonts), glyphs without a Unicode value, and C0 controls.
_SYMBOL = re.compile("[\ue000-\uf8ff\ufffd\x01-\x08\x0b\x0c\x0e-\x1f\x7f]+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff\x00]+")
_LEADERS = re.compile(r"[.…_·]{6,}")
"""Dots that lead to a page number or wait for an answer: one ellipsis says as much."""
# Tesseract's readings of a raised "er" and of an en dash; no digit is touched.
_FIRST_OF_MONTH = re.compile(
    r"\b1([°%*”\"'’]{1,2}|\"?\*)(?=[ ](?:janvier|février|mars|avril|mai|juin|juillet|août|septembre"
    r"|octobre|novembre|décembre)\b)"
)
_DOUBLED_DASH = re.compile("-—|—-")
_SPACES = re.compile("  +")
_WORD = re.compile(rf"{_LETTERS}+(?:[-]{_LETTERS}+)*")


def vocabulary(texts: Collection[str], is_known: Callable[[str], bool]) -> Vocabulary:
    """The words of ``texts``; left empty when none of them has a hyphen at a line's end."""
    if not any(_BREAK.search(text) for text in texts):
        return Vocabulary(frozenset(), frozenset(), is_known)
    found = words_of(texts)
    hyphenated = {word for word in found if "-" in word}
    return Vocabulary(found - hyphenated, hyphenated, is_known)


def words_of(texts: Collection[str]) -> frozenset[str]:
    """Each different word of ``texts`` in lower case, those with hyphens whole."""
    return frozenset(word for text in texts for word in _WORD.findall(text.lower()))


def joins(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether a word broken as ``left-`` / ``right`` loses its hyphen.

    The document itself is asked first, then the lexicon; a capital after the break keeps the
    hyphen (``Jean-Paul``) unless the whole word is in capitals (``RÉNOVA-TION``).

    >>> words = Vocabulary({"renovation"}, {"peut-être"}, {"personnage"}.__contains__)
    >>> joins("Peut", "être", words), joins("RENOVA", "TION", words)
    (False, True)
    >>> joins("person", "nage", words), joins("Jean", "Paul", words), joins("inouï", "sme", words)
    (True, False, True)
    """
    if not left or not right:
        return False
    joined = (left + right).lower()
    if joined in vocabulary.words:
        return True
    if f"{left}-{right}".lower() in vocabulary.hyphenated:
        return False
    if right[0].isupper() and not left.isupper():
        return False
    return vocabulary.is_known(joined) or not _are_words(left, right, vocabulary)


def _are_words(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether both halves stand alone (``lave-vaisselle``): then the hyphen is likelier meant."""
    return all(
        len(part) > 2 and (part.lower() in vocabulary.words or vocabulary.is_known(part.lower()))
        for part in (left, right)
    )


def character_edits(raw: str, vocabulary: Vocabulary, *, is_ocr: bool = False) -> list[Edit]:
    """All repairs of one page, in order, none overlapping another."""
    found = list(_all_edits(raw, vocabulary))
    if is_ocr:
        found += (Edit(*hit.span(1), "er") for hit in _FIRST_OF_MONTH.finditer(raw))
        found += (Edit(*hit.span(), "–") for hit in _DOUBLED_DASH.finditer(raw))
    edits: list[Edit] = []
    done = 0
    for edit in sorted(found):
        if edit.start >= done:
            edits.append(edit)
            done = edit.end
    return edits


def hyphen_between(raw: str, left_end: int, right_start: int, vocabulary: Vocabulary) -> str:
    """``"-"`` or nothing: what stands between the word that ends and the one that starts."""
    left = _BEFORE.search(raw, max(0, left_end - _REACH), left_end)
    right = _AFTER.match(raw, right_start, right_start + _REACH)
    is_joined = joins(left[0] if left else "", right[0] if right else "", vocabulary)
    return "" if is_joined else "-"


def word_across(raw: str, position: int) -> str:
    """The letters on both sides of ``position``; nothing when one side has none.

    >>> word_across("la loi ducanton de", 9), word_across("en 2019Le", 7)
    ('ducanton', '')
    """
    left = _BEFORE.search(raw, max(0, position - _REACH), position)
    right = _AFTER.match(raw, position, position + _REACH)
    return left[0] + right[0] if left and right else ""


def _all_edits(raw: str, vocabulary: Vocabulary) -> Iterator[Edit]:
    for found in _HYPHEN.finditer(raw):
        text = hyphen_between(raw, found.start(), found.end(), vocabulary)
        yield Edit(*found.span(), text)
    for found in _LIGATURE.finditer(raw):
        # U+FB05 is a long s and a t; NFKC of these seven characters only, of nothing else.
        yield Edit(*found.span(), unicodedata.normalize("NFKC", found[0]))
    for found in _SYMBOL.finditer(raw):
        yield _symbol_edit(raw, *found.span())
    for pattern, text in ((_INVISIBLE, ""), (_LEADERS, "…"), (_SPACES, " ")):
        yield from (Edit(*found.span(), text) for found in pattern.finditer(raw))


def _symbol_edit(raw: str, start: int, end: int) -> Edit:
    """A bullet where a symbol opens a line or stands alone, nothing inside words."""
    before = raw[start - 1] if start else "\n"
    after = raw[end] if end < len(raw) else "\n"
    if raw[start:end].strip("\uf020") == "":
        return Edit(start, end, "" if before.isspace() or after.isspace() else " ")
    # Symbol fonts (Wingdings) live at U+F000; a glyph without any value is a bullet only where
    # a bullet can stand. Other controls and private characters are pieces of formulas.
    is_symbol = "\uf000" <= raw[start] <= "\uf0ff"
    if _opens_line(raw, start) and (is_symbol or (raw[start] == "\ufffd" and after.isspace())):
        return Edit(start, end, BULLET if after.isspace() else BULLET + " ")
    is_alone = is_symbol and before.isspace() and after.isspace()
    return Edit(start, end, BULLET if is_alone else "")


def _opens_line(raw: str, start: int) -> bool:
    before = raw[max(0, start - _REACH) : start].rstrip(" ")
    return not before or before[-1] in "\r\n"
