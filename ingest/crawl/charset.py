"""The text of an HTML body: what the bytes say before what the label says.

Measured on mislabelled pages, where every library failed on at least one: a BOM, then strict
UTF-8, then the declared superset of ASCII that decodes, then windows-1252.
"""

import codecs
import re
from dataclasses import dataclass

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE
)
# Encodings worth believing. Not iso8859-1: on the web the label means windows-1252 (WHATWG
# Encoding, 4.2), which is the last resort anyway.
_BELIEVED = re.compile(
    r"iso8859-(?!1$)[0-9]+|cp125[013-8]|cp437|cp85[0-9]|cp866|koi8-[ru]|mac-\w+|gb\w+|big5\w*|"
    r"shift_jis\w*|euc_\w+",
    re.ASCII,
)
# "Ã©", "â€™": UTF-8 read as windows-1252, once, and stored so.
_MOJIBAKE = re.compile("[ÃÂ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192]|â€.")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A body as text, by which encoding, and how many places look wrong."""

    text: str
    encoding: str
    mojibake: int
    """U+FFFD and pairs such as ``Ã©``: a flag for the operator, not a verdict."""


def decode_html(body: bytes, declared: str = "") -> DecodedText:
    """``body`` as text; ``declared`` is the charset of the Content-Type header, if any.

    >>> decode_html("unanimité".encode(), "iso-8859-1").text
    'unanimité'
    >>> decode_html("coût".encode("cp1252"), "utf-8").encoding
    'cp1252'
    """
    for bom, encoding in _BOMS:
        if body.startswith(bom):
            return _counted(body[len(bom) :].decode(encoding, "replace"), encoding)
    try:
        return _counted(body.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    for label in (declared, _declared_inside(body)):
        if (found := _decoded_as(body, label)) is not None:
            return found
    return _counted(body.decode("cp1252", "replace"), "cp1252")


def _declared_inside(body: bytes) -> str:
    found = _META.search(body[:4096])
    return found[1].decode("ascii") if found else ""


def _decoded_as(body: bytes, label: str) -> DecodedText | None:
    try:
        name = codecs.lookup(label.strip()).name
        return _counted(body.decode(name), name) if _BELIEVED.fullmatch(name) else None
    except (LookupError, UnicodeDecodeError):
        return None


def _counted(text: str, encoding: str) -> DecodedText:
    return DecodedText(text, encoding, text.count("\ufffd") + len(_MOJIBAKE.findall(text)))
