"""Running headers, footers and page numbers: lines that repeat at the edges of the pages.

They leave the body and are kept as metadata, since they often carry the date of a session.
"""

import re
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

EDGE = 8
"""Lines looked at from the top and from the bottom of each page."""
MARGIN = 0.15
"""The share of the page's height, above and below, in which running lines stand."""
LEAST_PAGES = 3
TOLERANCE = 12.0
"""Points by which the height of a running line may vary: scans are not laid down evenly."""

_NUMBERS = 6
_DIGITS = re.compile(r"[0-9]+")
_LETTER = re.compile(r"[^\W\d_]")


class PlacedLine(NamedTuple):
    """A line of a page, with its baseline and the page's height in points when known."""

    text: str
    height: float | None = None
    page_height: float = 0.0


class EdgeLine(NamedTuple):
    """A line near the top or the bottom of its page."""

    page: int
    place: int
    text: str
    height: float


def masked(text: str) -> str:
    """``text`` with every number as ``#`` and white space folded.

    >>> masked("Page 3  sur 26")
    'page # sur #'
    """
    return _DIGITS.sub("#", " ".join(text.split()).casefold())


def running_lines(pages: Mapping[int, Sequence[PlacedLine]]) -> dict[int, frozenset[int]]:
    """For each page, the indices of its lines that are running headers, footers or numbers.

    ``pages`` maps the physical page number to its lines from top to bottom. A line counts when
    it stands at the edge of half the pages (or of four fifths of the odd or of
    the even ones), always at one height, with at most one other line between it and the edge.
    Numbers in it must stay the same or follow the page number. A sentence that the minutes
    repeat ("adopté à l'unanimité") stands at another height each time and stays.

    >>> names = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india"]
    >>> texts = {n: [f"CM 14 mai 2019 - {n}", *(w * n for w in names), str(n)] for n in (1, 2, 3)}
    >>> pages = {number: [PlacedLine(text) for text in lines] for number, lines in texts.items()}
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


def _edges(number: int, lines: Sequence[PlacedLine]) -> list[EdgeLine]:
    count = len(lines)
    near = [i for i in range(count) if (i < EDGE or i >= count - EDGE) and _is_marginal(lines[i])]
    return [
        EdgeLine(number, i, lines[i].text, _height(lines[i], i, count))
        for i in near
        if lines[i].text.strip()
    ]


def _is_marginal(line: PlacedLine) -> bool:
    """Whether the line stands in the upper or lower margin of its page, as far as is known."""
    if line.height is None or line.page_height <= 0:
        return True
    return not MARGIN <= line.height / line.page_height <= 1 - MARGIN


def _height(line: PlacedLine, place: int, count: int) -> float:
    """Its height, or a stand-in that is equal for equal distances to the nearer edge."""
    if line.height is not None:
        return line.height
    from_bottom = count - 1 - place
    return -2.0 * TOLERANCE * (place + 1) if place < from_bottom else 2.0 * TOLERANCE * from_bottom


def _keys(line: EdgeLine) -> tuple[str, ...]:
    """What may repeat: the line as it is, or one of its numbers following the page number.

    So "Page 3 sur 26" counts and "Article 3", "Article 5" do not. A bare number counts only
    when it follows; dots to write on never count.
    """
    form = masked(line.text)
    numbers = [int(number[:9]) for number in _DIGITS.findall(line.text)[:_NUMBERS]]
    following = tuple(f"{form}@{place}@{n - line.page}" for place, n in enumerate(numbers))
    if _LETTER.search(form):
        return (" ".join(line.text.split()).casefold(), *following)
    return following


def _repeated(edges: Mapping[int, list[EdgeLine]]) -> dict[str, float]:
    """The forms that repeat, each with the height at which it does."""
    found: dict[str, dict[int, float]] = {}
    for number, lines in edges.items():
        for line in lines:
            for key in _keys(line):
                found.setdefault(key, {}).setdefault(number, line.height)
    usual = {
        key: statistics.median_low(heights.values())
        for key, heights in found.items()
        if len(heights) >= LEAST_PAGES
    }
    parities = Counter(number % 2 for number in edges)
    return {
        key: height
        for key, height in usual.items()
        if _is_often([n for n, h in found[key].items() if abs(h - height) <= TOLERANCE], parities)
    }


def _is_often(pages: Sequence[int], parities: Counter[int]) -> bool:
    """Half of all pages, or four fifths of the odd or of the even ones."""
    if len(pages) >= max(LEAST_PAGES, parities.total() / 2):
        return True
    found = Counter(number % 2 for number in pages)
    return any(found[odd] >= max(LEAST_PAGES, 0.8 * parities[odd]) for odd in (0, 1))


def _counting(lines: Sequence[EdgeLine], repeated: Mapping[str, float]) -> frozenset[int]:
    return frozenset(
        line.place
        for line in lines
        if any(
            key in repeated and abs(line.height - repeated[key]) <= TOLERANCE for key in _keys(line)
        )
    )


def _reached(lines: Sequence[PlacedLine], counting: frozenset[int]) -> set[int]:
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
