"""The words around a link: the row, list item or card that holds it and no other link.

The date of minutes often stands only there ("14 avril 2026 | Procès-verbal").
"""

from collections.abc import Iterable

from selectolax.lexbor import LexborNode

MAX_ROW_CHARS = 400
MAX_LABEL_CHARS = 300
_MAX_CLIMB = 12
_ROWS = frozenset({"tr", "li", "article", "dd", "figure", "details", "p", "section", "fieldset"})
_NEVER = frozenset({"html", "body", "main", "table", "tbody", "ul", "ol", "dl", "nav", "form"})


def squeezed(text: str | None, limit: int = MAX_LABEL_CHARS) -> str:
    r"""``text`` with white space folded, at most ``limit`` characters.

    >>> squeezed("  Procès-verbal\n du\u00a0conseil ")
    'Procès-verbal du conseil'
    """
    # A text may be all white space at its start, but hardly for fifty times its length.
    return " ".join((text or "")[: 50 * limit].split())[:limit].rstrip()


class TextReader:
    """Texts of elements, up to a number of characters in all.

    Elements may lie in each other thousands deep, and the text of each holds the next one's:
    a hostile page of 5 MB would cost terabytes. Past the limit every text is empty.
    """

    def __init__(self, max_chars: int) -> None:
        self._left = max_chars

    def text(self, node: LexborNode, limit: int = MAX_LABEL_CHARS) -> str:
        """The text of ``node``, squeezed."""
        if self._left <= 0:
            return ""
        raw = node.text(separator=" ")
        self._left -= len(raw) + 1
        return squeezed(raw, limit)


class RowFinder:
    """Finds rows on one page; counts once which targets lie under which element."""

    def __init__(self, links: Iterable[LexborNode], reader: TextReader) -> None:
        self._reader = reader
        self._rows: dict[int, tuple[str, str]] = {}
        self._targets: dict[int, str | None] = {}
        """Element to the one target that lies under it, ``None`` when there are several."""
        for link in links:
            self._count(link)

    def _count(self, link: LexborNode) -> None:
        attributes = link.attributes
        target = attributes.get("href") or attributes.get("src") or attributes.get("data") or ""
        node = link.parent
        for _ in range(_MAX_CLIMB):
            if node is None or node.tag in _NEVER:
                return
            known = self._targets.setdefault(node.mem_id, target)
            if known is None:
                return  # several here, hence several in everything above
            if known != target:
                self._targets[node.mem_id] = None
            node = node.parent

    def around(self, link: LexborNode) -> tuple[str, str]:
        """Text of the link's row and the ``datetime`` of a ``<time>`` in it; both may be empty."""
        row = self._row(link)
        if row is None:
            return "", ""
        if row.mem_id not in self._rows:
            self._rows[row.mem_id] = self._words(row)
        return self._rows[row.mem_id]

    def _words(self, row: LexborNode) -> tuple[str, str]:
        text = self._reader.text(row, MAX_ROW_CHARS)
        time = row.css_first("time[datetime]") if text else None
        stamp = (time.attributes.get("datetime") or "").strip() if time is not None else ""
        return squeezed(f"{self._term_before(row)} {text}", MAX_ROW_CHARS), stamp[:40]

    def _term_before(self, row: LexborNode) -> str:
        """The ``<dt>`` that a ``<dd>`` belongs to: often the date."""
        if row.tag != "dd":
            return ""
        node = row.prev
        for _ in range(8):
            if node is None or node.tag == "dt":
                break
            node = node.prev
        return self._reader.text(node) if node is not None and node.tag == "dt" else ""

    def _row(self, link: LexborNode) -> LexborNode | None:
        """The smallest row of the domain's kinds, else the largest element with one target."""
        node, largest = link.parent, None
        for _ in range(_MAX_CLIMB):
            if node is None or node.tag in _NEVER or self._targets.get(node.mem_id) is None:
                break
            largest = node
            if node.tag in _ROWS and not _inside_cell(node):
                break
            node = node.parent
        return largest


def _inside_cell(node: LexborNode) -> bool:
    """Whether ``node`` is a paragraph in a table cell: the row says more than the cell."""
    parent = node.parent
    return node.tag == "p" and parent is not None and parent.tag in ("td", "th", "li", "dd")
