"""A run of inline content as readable lines, with its links and pictures."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urljoin

from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import BOLD, ENDS_IN_CIVILITY, NOISE_LINE
from schemas.document import Link

# Control characters were removed from the page, so this one is free to mean "new line".
_BREAK: Final = "\x01"
_NAMING: Final = frozenset({"class", "itemprop", "role", "id", "data-label"})
"""Attributes by which an author says that an element is a field of its own."""
_INDICES: Final = frozenset({"sub", "sup"})
"""They belong to the word before them: ``m<sup>2</sup>``."""
_EMPTY_BRACKETS = re.compile(r"\(\s*\)")
_FILE_LIKE = re.compile(r"\.(?:jpe?g|png|gif|svg|webp)$|^[\w-]*[_0-9][\w-]*$", re.IGNORECASE)
_EMPTY_ALT = re.compile(
    r"(?:logo|photo|image|img|picture|bild|foto|ic[oô]ne?|icon|pdf|facebook|instagram|linkedin|twitter"
    r"|illustration|vignette|banni[eè]re|bandeau|fl[eè]che|arrow|loading|spacer|blason|armoiries)\b.{0,25}"
    r"|.*\b(?:facebook|twitter|youtube|linkedin|instagram|whatsapp|rss)\b.*",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Run:
    """What a run of inline content came to."""

    lines: list[str] = field(default_factory=list)
    """Folded lines; an empty one where the author left a blank line."""
    links: list[Link] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    """Alternative texts that say something the lines do not."""
    letters: int = 0
    bold_letters: int = 0

    @property
    def is_bold(self) -> bool:
        """Whether all of it is bold."""
        return 0 < self.letters == self.bold_letters

    @property
    def text(self) -> str:
        """All lines but the blank ones."""
        return "\n".join(line for line in self.lines if line)


class InlineReader:
    """Reads runs of one page; links are resolved against its base."""

    def __init__(self, base: str) -> None:
        self._base = base

    def read(self, items: Iterable[Node | str], *, keep_noise: bool = False) -> Run:
        """The run's lines, its links, its pictures and whether all of it is bold."""
        out: list[str] = []
        run = Run()
        self._write(items, out, run, in_bold=False)
        run.lines = fold_lines("".join(out).split(_BREAK), keep_noise=keep_noise)
        seen = " ".join(run.lines).casefold()
        run.pictures = [
            alt
            for alt in dict.fromkeys(run.pictures)
            if alt.casefold() not in seen and not NOISE_LINE.fullmatch(alt)
        ]
        return run

    def _write(
        self, items: Iterable[Node | str], out: list[str], run: Run, *, in_bold: bool
    ) -> None:
        previous: Node | str = ""
        for item in items:
            if isinstance(item, str):
                letters = len("".join(item.split()))
                run.letters += letters
                run.bold_letters += letters if in_bold else 0
                out.append(item.replace("\n", " "))
            else:
                if not isinstance(previous, str) and _needs_space(previous, item, out):
                    out.append(" ")
                self._write_element(item, out, run, in_bold=in_bold)
            previous = item

    def _write_element(self, node: Node, out: list[str], run: Run, *, in_bold: bool) -> None:
        name = node.name
        if name in {"br", "hr"}:
            out.append(_BREAK)
        elif name == "img":
            self._picture(node, run)
        elif "data-cfemail" in node.attrs:
            out.append(hidden_address(node.attrs["data-cfemail"]))
        elif name == "pre":
            out.append(_BREAK.join(node_text(node).split("\n")))
        else:
            start = len(out)
            self._write(node.children, out, run, in_bold=in_bold or name in BOLD)
            if name == "a":
                self._link(node, "".join(out[start:]), run)

    def _link(self, node: Node, text: str, run: Run) -> None:
        link = self.link_of(node, " ".join(text.replace(_BREAK, " ").split()))
        if link is not None:
            run.links.append(link)

    def link_of(self, node: Node, text: str) -> Link | None:
        """The link of an ``<a>``, absolute; ``None`` for page-internal and script targets."""
        href = node.attrs.get("href", "").strip()
        if not href or href.startswith("#") or href.lower().startswith("javascript:"):
            return None
        try:
            return Link(text=text, url=urljoin(self._base, href))
        except ValueError:
            # urljoin refuses a malformed IPv6 host; the words stay, as plain text.
            return None

    @staticmethod
    def _picture(node: Node, run: Run) -> None:
        alt = " ".join(node.attrs.get("alt", "").split())
        if alt.count(" ") >= 2 and not _FILE_LIKE.search(alt) and not _EMPTY_ALT.fullmatch(alt):
            run.pictures.append(alt)


def hidden_address(code: str) -> str:
    """The e-mail address that Cloudflare hides from robots and shows to every reader.

    The first byte is the key of all others.

    >>> hidden_address("1a7b5a7734797235")
    'a@m.ch/'
    >>> hidden_address("zz")
    ''
    """
    try:
        key, *letters = bytes.fromhex(code)
    except ValueError:
        # Not hexadecimal, or nothing at all: there is no address to show.
        return ""
    return bytes(letter ^ key for letter in letters).decode("ascii", "replace")


def node_text(node: Node) -> str:
    """All text below, spaces kept."""
    return "".join(c if isinstance(c, str) else node_text(c) for c in node.children)


def _needs_space(previous: Node, item: Node, out: list[str]) -> bool:
    """Whether two elements that touch are separate words: ``<b>Favre</b><i>Syndique</i>``.

    Word processors cut words into spans, so a space is added only between two links, and
    before a capital or a digit where the author named one of the elements (a class, a role)
    or where a small letter ends an element of another kind (``<strong>``, then ``<span>``).
    """
    before = out[-1][-1:] if out else ""
    if not before or before.isspace() or before == _BREAK:
        return False
    if previous.name == item.name == "a":
        return previous.attrs.get("href") != item.attrs.get("href")
    after = item.words()[:1]
    starts = after.isupper() or after.isdigit()
    if not before.isalnum() or not starts:
        return False
    is_changing = previous.name != item.name and item.name not in _INDICES
    if is_changing and before.islower():
        return True
    return bool(_NAMING & (set(previous.attrs) | set(item.attrs)))


def fold_lines(lines: Iterable[str], *, keep_noise: bool = False) -> list[str]:
    """Lines with spaces folded; noise dropped; a civility joins the name on the next line.

    >>> fold_lines(["  Mme ", "Favre   Anne", "Lire la suite »", "Syndique"])
    ['Mme Favre Anne', 'Syndique']
    """
    folded: list[str] = []
    for line in lines:
        text = " ".join(_EMPTY_BRACKETS.sub("", line).split())
        if text and not keep_noise and NOISE_LINE.fullmatch(text):
            continue
        if text and folded and ENDS_IN_CIVILITY.search(folded[-1]) and len(text) <= 80:
            folded[-1] = f"{folded[-1]} {text}"
        else:
            folded.append(text)
    return folded
