"""From bytes to characters: a rule that was right on every page measured, and a repair.

The rule: a byte order mark, else strict UTF-8, else Windows-1252 (ISO-8859-15 only where it
is declared), *whatever the label says*. Pages that were UTF-8 twice are repaired.
"""

import codecs
import re
import unicodedata

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_-]+)""", re.IGNORECASE)
_LATIN_9 = {"iso-8859-15", "iso8859-15", "latin-9", "latin9"}

# UTF-8 read as Windows-1252: the letter of a lead byte, then those of continuation bytes, for
# what Western European pages hold: Latin-1, œ and Œ, punctuation and €. The bytes that
# Windows-1252 leaves open (81 8D 8F 90 9D) arrive as C1 controls.
_HIGH = bytes(range(0x80, 0xC0)).decode("cp1252", "ignore") + "".join(map(chr, range(0x80, 0xA0)))
_HIGH_CLASS = re.escape(_HIGH)
_MOJIBAKE = re.compile(
    f"[\u00c2\u00c3][{_HIGH_CLASS}]|\u00c5[\u2019\u201c\x92\x93]|\u00e2[{_HIGH_CLASS}]{{2}}"
)
MOJIBAKE_LIMIT = 3
"""Pairs such as ``Ã©`` from which a page counts as decoded twice: one or two are typing."""

# Invisible characters that would make equal words differ: zero-width, soft hyphen, BOM, marks
# of direction, and controls other than tab and line feed.
_INVISIBLE = re.compile(
    "[\\u00ad\\ufeff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064"
    "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]"
)
_PRIVATE = re.compile("[\\ue000-\\uf8ff]")
"""Private-use letters are bullets and icons of a font that is not there."""


def decode_bytes(body: bytes, declared: str = "") -> str:
    """The characters of a page or a text file.

    >>> decode_bytes("Fête à Évian".encode("cp1252"), declared="utf-8")
    'Fête à Évian'
    >>> decode_bytes("Fête à Évian".encode(), declared="iso-8859-1")
    'Fête à Évian'
    """
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_legacy(body, declared)


def _decode_legacy(body: bytes, declared: str) -> str:
    """Bytes that are not UTF-8 throughout: mostly UTF-8, or an 8-bit character set."""
    tolerant = body.decode("utf-8", "surrogateescape")
    strays = sum("\udc80" <= character <= "\udcff" for character in tolerant)
    letters = sum(character > "\x7f" for character in tolerant) - strays
    if letters > 3 * strays:
        # One broken byte (a page cut short, a counter pasted in) must not garble the rest.
        return "".join(
            bytes([ord(c) - 0xDC00]).decode("cp1252", "replace") if "\udc80" <= c <= "\udcff" else c
            for c in tolerant
        )
    return body.decode(_eight_bit_name(body, declared), "replace")


def _eight_bit_name(body: bytes, declared: str) -> str:
    stated = _DECLARED.search(body[:4096])
    names = {declared.lower(), stated.group(1).decode("ascii").lower() if stated else ""}
    return "iso-8859-15" if names & _LATIN_9 else "cp1252"


def repair_mojibake(text: str) -> tuple[str, int]:
    """The text with doubly encoded letters put right, and how many there were.

    Fewer than `MOJIBAKE_LIMIT` are left alone: a page may speak of them.

    >>> repair_mojibake("Madame CÃ©line, la bibliothÃ¨que est fermÃ©e")
    ('Madame Céline, la bibliothèque est fermée', 3)
    >>> repair_mojibake("écrire Ã© par erreur")
    ('écrire Ã© par erreur', 1)
    """
    found = sum(1 for _ in _MOJIBAKE.finditer(text))
    if found < MOJIBAKE_LIMIT:
        return text, found
    return _MOJIBAKE.sub(_decoded_again, text), found


def _decoded_again(match: re.Match[str]) -> str:
    garbled = match.group()
    octets = b"".join(bytes([ord(c)]) if ord(c) < 0x100 else c.encode("cp1252") for c in garbled)
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return garbled


def clean_characters(text: str) -> str:
    r"""The text in NFC, without characters that nobody sees.

    >>> clean_characters("Bi\u00adblio\u200bthe\u0300que")
    'Bibliothèque'
    """
    return unicodedata.normalize("NFC", _PRIVATE.sub(" ", _INVISIBLE.sub("", text)))
