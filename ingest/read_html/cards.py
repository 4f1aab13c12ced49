"""Cards: what a page repeats as boxes (a name, a function, a telephone) stays together."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ingest.read_html.drafts import Draft, Item, Region, Scope
from ingest.read_html.related import without_related
from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import ENDS_IN_CIVILITY, HOME, LISTS, PERSON_NAME
from schemas.document import BlockKind

MAX_CHARS: Final = 400
MAX_LINES: Final = 12
MENU_MIN_LINKS: Final = 3
LINE_MAX_CHARS: Final = 60
"""A paragraph up to this length that does not end a sentence is a line of something."""
SECTION_MAX_CHARS: Final = 300
SECTION_MAX_BLOCKS: Final = 6
_BOXES: Final = frozenset({"div", "article", "section", "figure", "a", "td", "tr", "address", "li"})
_PROSE: Final = frozenset({BlockKind.PARAGRAPH, BlockKind.IMAGE_TEXT})
_OF_PERSON: Final = _PROSE | {BlockKind.LIST_ITEM}


def card_units(container: Node) -> frozenset[int]:
    """`id` of the children that are cards: small boxes of several lines, repeated alike."""
    candidates = [child for child in container.elements() if _is_box(child)]
    if not candidates:
        return frozenset()
    shapes = Counter(_shape(child) for child in container.elements() if child.chars)
    return frozenset(
        id(child)
        for child in candidates
        if shapes[_shape(child)] > 1 or child.name in {"figure", "address"}
    )


def _shape(node: Node) -> tuple[str, str]:
    """What makes two boxes alike: the tag and the first class without its numbers."""
    classes = node.attrs.get("class", "").split()
    return node.name, re.sub("[0-9]+", "", classes[0]) if classes else ""


def _is_box(node: Node) -> bool:
    return (
        node.name in _BOXES
        and 2 <= node.lines <= MAX_LINES
        and 0 < node.chars <= MAX_CHARS
        and node.headings <= 1
        and not node.titles
        and node.terms <= 1
        and not node.tables
        and node.items <= SECTION_MAX_BLOCKS
        and not _holds_cards(node)
    )


def _holds_cards(node: Node) -> bool:
    """Whether two children alike have several lines each: a row of cards is not a card."""
    inner = [child for child in node.elements() if child.lines > 1 and child.name in _BOXES]
    if len(inner) == 1 and inner[0].name not in LISTS:
        return _holds_cards(inner[0])
    return max(Counter(map(_shape, inner)).values(), default=0) > 1


def settle(items: Sequence[Item]) -> list[Item]:
    """Last corrections that need to see what follows: names joined, headings settled."""
    named = _without_bare_headings(_join_civilities(without_related(items)))
    lines = _join_short_lines(_settle_pseudo(named))
    return join_headed([item for item in lines if not _is_menu_of_lines(item)])


def _is_menu_of_lines(item: Item) -> bool:
    """Three links or more, one a line and nothing else, of which the first leads home."""
    return (
        isinstance(item, Draft)
        and item.kind in {BlockKind.PARAGRAPH, BlockKind.CARD}
        and len(item.links) >= MENU_MIN_LINKS
        and item.link_chars >= len(item.text) - len(item.links)
        and HOME.fullmatch(item.text.split("\n", 1)[0]) is not None
    )


def _join_short_lines(items: Sequence[Item]) -> list[Item]:
    """Short paragraphs of one container, a name and then a function, become lines of one block."""
    made: list[Item] = []
    for item in items:
        last = made[-1] if made else None
        if (
            isinstance(last, Draft)
            and isinstance(item, Draft)
            and last.box == item.box
            and _is_short_line(item.text)
            and _is_short_line(last.text.rpartition("\n")[2])
            and last.kind is item.kind is BlockKind.PARAGRAPH
            and last.region is item.region
            and len(last.text) + len(item.text) < SECTION_MAX_CHARS
        ):
            text, links = f"{last.text}\n{item.text}", last.links + item.links
            made[-1] = replace(last, text=text, links=links)
        else:
            made.append(item)
    return made


def _is_short_line(text: str) -> bool:
    return len(text) <= LINE_MAX_CHARS and text[-1:] not in ".!?;"


def _without_bare_headings(items: Sequence[Item]) -> list[Item]:
    """Headings of the footer whose links were navigation have nothing left to name."""
    made: list[Item] = []
    follows = False
    for item in reversed(items):
        if isinstance(item, Draft) and item.region is not Region.BODY:
            if item.kind is BlockKind.HEADING and not follows:
                continue
            follows = item.kind is not BlockKind.HEADING
        elif isinstance(item, Draft):
            follows = False
        made.append(item)
    return made[::-1]


def _join_civilities(items: Sequence[Item]) -> list[Item]:
    """A block that ends in « Mme » takes in the name that the next one holds."""
    made: list[Item] = []
    for item in items:
        last = made[-1] if made else None
        if (
            isinstance(last, Draft)
            and isinstance(item, Draft)
            and BlockKind.FORM not in {last.kind, item.kind}
            and len(item.text) <= 120
            and item.text[:1].isupper()
            and ENDS_IN_CIVILITY.search(last.text)
        ):
            kind = last.kind if last.kind is not BlockKind.HEADING else item.kind
            level = item.level if kind is BlockKind.HEADING else None
            links, text = last.links + item.links, f"{last.text} {item.text}"
            made[-1] = replace(last, kind=kind, level=level, text=text, links=links)
        else:
            made.append(item)
    return made


def _settle_pseudo(items: Sequence[Item]) -> list[Item]:
    """A bold line with no text of its own below it was only bold."""
    made = list(items)
    following: Item | None = None
    for index in reversed(range(len(made))):
        item = made[index]
        if isinstance(item, Draft) and item.is_pseudo:
            is_lonely = not isinstance(following, Draft) or following.kind is BlockKind.HEADING
            if is_lonely:
                made[index] = replace(item, kind=BlockKind.PARAGRAPH, level=None, is_pseudo=False)
        if isinstance(item, Draft) or not item.opens:
            # A table or list that opens right below has the bold line as its heading.
            following = item
    return made


def join_headed(items: Sequence[Item]) -> list[Item]:
    """Headings with a few words below, two or more in a row or a person's: one card each."""
    made: list[Item] = []
    index = 0
    while index < len(items):
        sizes = _run_of_sections(items, index) or _titled_person(items, index)
        if not sizes:
            made.append(items[index])
            index += 1
        for size in sizes:
            drafts = [item for item in items[index : index + size] if isinstance(item, Draft)]
            links = tuple(link for draft in drafts for link in draft.links)
            text = "\n".join(draft.text for draft in drafts)
            made.append(replace(drafts[0], kind=BlockKind.CARD, text=text, links=links))
            index += size
    return made


def _titled_person(items: Sequence[Item], at: int) -> list[int]:
    """A function as heading, the person's name as a heading below it, and nothing more."""
    heading, name, *rest = [*items[at : at + 3], None, None][:3]
    if not isinstance(heading, Draft) or not isinstance(name, Draft):
        return []
    if heading.level is None or name.level is None or not 1 < heading.level < name.level:
        return []
    follows = next((item for item in rest if isinstance(item, Draft)), None)
    is_leaf = follows is None or (follows.level is not None and follows.level <= heading.level)
    return [2] if is_leaf and PERSON_NAME.fullmatch(name.text) is not None else []


def _run_of_sections(items: Sequence[Item], start: int) -> list[int]:
    """Sizes (heading included) of the small sections of one level that follow each other."""
    first = items[start]
    if not isinstance(first, Draft) or first.kind is not BlockKind.HEADING or first.level == 1:
        return []
    sizes: list[int] = []
    at = start
    while (size := _section_size(items, at, first, usual=sizes)) > 1:
        sizes.append(size)
        at += size
        following = items[at] if at < len(items) else None
        if not _is_heading_of(following, first):
            break
    if len(sizes) > 1 or (sizes and PERSON_NAME.fullmatch(first.text)):
        return sizes
    return []


def _is_heading_of(item: Item | None, first: Draft) -> bool:
    return (
        isinstance(item, Draft)
        and item.kind is BlockKind.HEADING
        and item.level == first.level
        and item.region is first.region
    )


def _section_size(items: Sequence[Item], at: int, first: Draft, usual: Sequence[int]) -> int:
    """Blocks of the section that starts at ``at``; 0 if it is not small.

    The last of a run of persons has no heading after it: it takes as many blocks as the
    one before it. Any other section is taken whole or left under its heading.
    """
    heading = items[at] if at < len(items) else None
    if not isinstance(heading, Draft) or not _is_heading_of(heading, first):
        return 0
    is_person = PERSON_NAME.fullmatch(heading.text) is not None
    merged = _OF_PERSON if is_person else _PROSE
    end, chars = at + 1, 0
    while end < len(items):
        item = items[end]
        if isinstance(item, Scope) or item.kind not in merged or item.region is not first.region:
            break
        chars += len(item.text)
        end += 1
    if end == at + 1:
        return 0
    stops = items[end] if end < len(items) else None
    if isinstance(stops, Draft) and stops.level is not None and stops.level > (first.level or 0):
        return 0
    size = end - at
    if chars <= SECTION_MAX_CHARS and size <= SECTION_MAX_BLOCKS + 1:
        return size
    if usual and is_person and not _is_heading_of(stops, first):
        taken = [i for i in items[at + 1 : at + usual[-1]] if isinstance(i, Draft)]
        if taken and sum(len(draft.text) for draft in taken) <= SECTION_MAX_CHARS:
            return 1 + len(taken)
    return 0
