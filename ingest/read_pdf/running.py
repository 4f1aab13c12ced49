"""Running headers, footers and page numbers: lines that repeat at the edges of the pages.

They leave the body and are kept as metadata, since they often carry the date of a session.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

EDGE = 8
"""Lines looked at from the top and from the bottom of each page."""
LEAST_PAGES = 3

_DIGITS = re.compile(r"[0-9]+")
_NOT_LETTERS = re.compile(r"[^\W\d_]")


class EdgeLine(NamedTuple):
    """A line near the top or the bottom of its page."""

    page: int
    place: int
    text: str


def masked(text: str) -> str:
    """``text`` with every number as ``#`` and white space folded.

    >>> masked("Page 3  sur 26")
    'page # sur #'
    """
    return _DIGITS.sub("#", " ".join(text.split()).casefold())


def running_lines(pages: Mapping[int, Sequence[str]]) -> dict[int, frozenset[int]]:
    """For each page, the indices of its lines that are running headers, footers or numbers.

    ``pages`` maps the physical page number to its lines from top to bottom. A line counts when
    its masked form stands at the edge of half the pages (or of four fifths of the odd or of
    the even ones), and every line between it and the edge counts too. A bare number must
    follow the page number from page to page.

    >>> body = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india"]
    >>> pages = {n: [f"CM 14 mai 2019 - {n}", *(w * n for w in body), str(n)] for n in (1, 2, 3)}
    >>> {n: sorted(found) for n, found in running_lines(pages).items()}
    {1: [0, 10], 2: [0, 10], 3: [0, 10]}
    """
    if len(pages) < LEAST_PAGES:
        return {}
    edges = {number: _edges(number, lines) for number, lines in pages.items()}
    repeated = _repeated(edges)
    running = {
        number: frozenset(_reached(lines, found))
        for number, lines in pages.items()
        if (found := _counting(edges[number], repeated))
    }
    # Slides and forms that say the same on each page: what repeats is then the text itself.
    emptied = sum(1 for number, found in running.items() if len(found) == len(pages[number]))
    return running if emptied <= len(pages) / 2 else {}


def _edges(number: int, lines: Sequence[str]) -> list[EdgeLine]:
    count = len(lines)
    near = [i for i in range(count) if i < EDGE or i >= count - EDGE]
    return [EdgeLine(number, i, lines[i]) for i in near if lines[i].strip()]


def _key(line: EdgeLine) -> str:
    """What repeats: the masked line; for a bare number also its distance to the page number.

    Empty for a line without letters and digits: dots to write on are no header.
    """
    form = masked(line.text)
    if _NOT_LETTERS.search(form):
        return form
    first = _DIGITS.search(line.text)
    return f"{form}@{int(first[0][:9]) - line.page}" if first else ""


def _repeated(edges: Mapping[int, list[EdgeLine]]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    by_parity: Counter[tuple[str, int]] = Counter()
    for number, lines in edges.items():
        keys = {key for line in lines if (key := _key(line))}
        counts.update(keys)
        by_parity.update((key, number % 2) for key in keys)
    pages = Counter(number % 2 for number in edges)
    half = max(LEAST_PAGES, len(edges) / 2)
    return frozenset(
        key
        for key, count in counts.items()
        if count >= half
        or any(by_parity[key, odd] >= max(LEAST_PAGES, 0.8 * pages[odd]) for odd in (0, 1))
    )


def _counting(lines: Sequence[EdgeLine], repeated: frozenset[str]) -> frozenset[int]:
    return frozenset(line.place for line in lines if _key(line) in repeated)


def _reached(lines: Sequence[str], counting: frozenset[int]) -> set[int]:
    """Those of ``counting`` that are reached from an edge past one other line at most."""
    reached: set[int] = set()
    for order in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        strangers = 0
        for index in order:
            if index in counting:
                reached.add(index)
            elif (strangers := strangers + 1) > 1:
                break
    return reached
