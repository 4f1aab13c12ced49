"""Blocks that are only links to other pages, told by what stands over or below them.

Such pages are read themselves: a list of them says nothing here, and repeats their titles
where a reader would take them for what this page says.
"""

from collections.abc import Sequence
from typing import Final

from ingest.read_html.drafts import Draft, Item, Region, Scope
from ingest.read_html.vocabulary import CONTACT, DOCUMENT_LINK, RELATED

LINKS_ONLY_SHARE: Final = 0.9


def without_related(items: Sequence[Item]) -> list[Item]:
    """The items without « À lire aussi » and the links below it, up to other words."""
    made: list[Item] = []
    index = 0
    while index < len(items):
        item = items[index]
        if not isinstance(item, Draft) or not _is_related(item):
            made.append(item)
            index += 1
            continue
        end = index + 1
        while end < len(items) and _goes_with(items[end], item):
            end += 1
        made.extend(scope for scope in items[index:end] if isinstance(scope, Scope))
        has_links = any(isinstance(below, Draft) for below in items[index + 1 : end])
        if not has_links and not _is_last(items, end, item) and item.level is not None:
            made.append(item)
        index = end
    return made


def without_leading_links(items: Sequence[Item]) -> list[Item]:
    """The items without the link blocks above the page's first title: menus that none names.

    For pages that have no main-like element to judge by. A title below most of the page is
    not its beginning.
    """
    title = next((i for i, item in enumerate(items) if _is_title(item)), 0)
    if _chars(items[:title]) > _chars(items[title:]):
        return list(items)
    return [
        item
        for index, item in enumerate(items)
        if index >= title or isinstance(item, Scope) or not is_links_only(item)
    ]


def is_links_only(draft: Draft, skip: int = 0) -> bool:
    """Whether a block holds links to pages and nothing else, after ``skip`` characters of it."""
    chars = len(draft.text) - skip
    return (
        bool(draft.links)
        and draft.link_chars >= LINKS_ONLY_SHARE * (chars - draft.text.count("\n"))
        and CONTACT.search(draft.text[skip:]) is None
        and not any(DOCUMENT_LINK.search(link.url) for link in draft.links)
    )


def _chars(items: Sequence[Item]) -> int:
    return sum(len(item.text) for item in items if isinstance(item, Draft))


def _is_title(item: Item) -> bool:
    return isinstance(item, Draft) and item.level == 1 and item.region is Region.BODY


def _is_related(draft: Draft) -> bool:
    """A heading that announces other pages, or a card that has it as its first line.

    The title of the page itself announces what the page is there for.
    """
    first, _, rest = draft.text.partition("\n")
    if RELATED.fullmatch(first.strip(" :")) is None or draft.level == 1:
        return False
    return draft.level is not None if not rest else is_links_only(draft, len(first))


def _goes_with(item: Item, heading: Draft) -> bool:
    """Whether an item below the heading is a link, or a heading under it that is one."""
    if isinstance(item, Scope):
        return True
    if heading.level is None or item.region is not heading.region:
        return False
    is_below = item.level is None or item.level > heading.level
    return is_below and is_links_only(item)


def _is_last(items: Sequence[Item], end: int, heading: Draft) -> bool:
    """Whether nothing is left below the heading: its links were navigation."""
    following = items[end] if end < len(items) else None
    if not isinstance(following, Draft) or following.region is not heading.region:
        return True
    level = heading.level or 6
    return following.level is not None and following.level <= level
