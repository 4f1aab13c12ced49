"""Phones, articles of regulations, references and account numbers."""

import re
from collections.abc import Iterator

from indexers.answering.numbers.kinds import SPACE, Quantity, QuantityKind

_FLAGS = re.IGNORECASE
_PHONE = re.compile(
    rf"(?<![\w.,'’])(?:(?P<country>\+|00)(?P<code>41|33|39|49){SPACE}?(?:\(0\))?{SPACE}?|(?P<zero>0))"
    rf"(?P<rest>[1-9](?:[ \u00a0\u202f./-]?[0-9]){{8}})(?![\d])"
)
# « 021 000 40 11 » is written as in Switzerland; « 04 50 12 34 56 » may be of any country.
_SWISS = re.compile(r"0[0-9]{2}[ \u00a0\u202f./-]")
_ARTICLE = re.compile(
    rf"\b(?P<word>art(?:icles?|\.)|al(?:inéas?|\.)|ch(?:iffres?|\.)|§){SPACE}*"
    rf"(?P<number>[0-9]+(?:{SPACE}?(?:bis|ter|quater)|[a-z](?![a-z]))?)",
    _FLAGS,
)
# « L. 2121-10 » of a French code; the dot, the space and « article » may be left out.
_CODE = re.compile(rf"(?<!\w)(?P<part>[LRD])\.?{SPACE}?\*?(?P<number>[0-9]+(?:-[0-9]+)+)(?![\w-])")
_REFERENCE = re.compile(
    rf"(?<![\d.,'’/])(?:n[o°º]{SPACE}*)?(?P<a>[0-9]{{1,3}})[/-](?P<b>(?:19|20)[0-9]{{2}})(?![\d/-])"
    rf"|\bn[o°º]{SPACE}*(?P<single>[0-9]+(?:[/-][0-9]+)?)",
    _FLAGS,
)
# « la lettre a été envoyée » names no letter.
_LETTER = re.compile(
    rf"\b(?:(?:let|litt)\.{SPACE}*(?P<short>[a-z])|lettres?{SPACE}+(?P<long>[b-xz]"
    rf"|a(?={SPACE}*(?:$|[,;:.)]|de{SPACE}l|du{SPACE}))))\b(?![’'])",
    _FLAGS,
)
_ACCOUNT = re.compile(
    rf"(?<!\w)(?:[A-Z]{{2}}[0-9]{{2}}(?:{SPACE}?[0-9A-Z]{{4}}){{3,7}}(?:{SPACE}?[0-9A-Z]{{1,4}})?"
    rf"|[0-9]{{2,5}}(?:{SPACE}[0-9]{{5}}){{2,}}|[0-9]{{12,}})(?!\w)"
)


def find_phones(text: str) -> Iterator[Quantity]:
    """Swiss, French, Italian and German numbers, as the code of the country (or 0) and digits."""
    for match in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", match["rest"])
        code = match["code"] or ("41" if _SWISS.match(match[0]) else "0")
        value = f"{code} {digits}"
        yield Quantity(match.start(), match.end(), QuantityKind.PHONE, value)


def find_articles(text: str) -> Iterator[Quantity]:
    """Numbers of articles, paragraphs and items; letters of items."""
    for match in _LETTER.finditer(text):
        letter = (match["short"] or match["long"]).casefold()
        yield Quantity(match.start(), match.end(), QuantityKind.ARTICLE, letter, "let")
    for match in _CODE.finditer(text):
        value = f"{match['part'].casefold()}{match['number']}"
        yield Quantity(match.start(), match.end(), QuantityKind.ARTICLE, value, "code")
    for match in _ARTICLE.finditer(text):
        unit = match["word"].casefold()[:2]
        value = re.sub(r"\s", "", match["number"].casefold())
        yield Quantity(match.start(), match.end(), QuantityKind.ARTICLE, value, unit)


def find_references(text: str) -> Iterator[Quantity]:
    """Account numbers, payment references, and numbers of files (``12/2023``, ``n° 7``)."""
    for match in _ACCOUNT.finditer(text):
        value = re.sub(r"\s", "", match[0])
        yield Quantity(match.start(), match.end(), QuantityKind.REFERENCE, value)
    for match in _REFERENCE.finditer(text):
        if match["single"]:
            value = "/".join(str(int(part)) for part in re.split("[/-]", match["single"]))
        else:
            value = f"{int(match['a'])}/{match['b']}"
        yield Quantity(match.start(), match.end(), QuantityKind.REFERENCE, value)
