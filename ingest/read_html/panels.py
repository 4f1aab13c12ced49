"""Tabs and accordions: a panel is read under the label that opens it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import HEADINGS, PANEL_TOGGLE, TABS

TAB_MAX_CHARS = 60
MENU_LINK_SHARE = 0.5
_NAMES_ITS_PARTS = frozenset({"table", "thead", "tbody", "tr", "dl", "details"})
_TOGGLE_DATA = frozenset({"collapse", "tab", "pill"})


@dataclass(frozen=True, slots=True)
class Panels:
    """Which label belongs to which panel of the page."""

    labels: dict[str, str] = field(default_factory=dict)
    """Panel id -> the words of its tab."""
    tab_ids: dict[str, str] = field(default_factory=dict)
    """Tab id -> its words, for panels that point back with ``aria-labelledby``."""
    tab_lists: frozenset[int] = frozenset()
    by_place: dict[int, str] = field(default_factory=dict)
    """`id` of a panel -> the words of the tab at the same place in the row of tabs."""

    def label_of(self, node: Node) -> str:
        """The label of a panel; empty for any other element, or one that repeats it."""
        named = self.by_place.get(id(node)) or self.labels.get(node.attrs.get("id", ""), "")
        if node.attrs.get("role") != "tabpanel" and not named:
            return ""
        label = named or self.tab_ids.get(node.attrs.get("aria-labelledby", ""), "")
        return "" if node.words().casefold().startswith(label.casefold()) else label

    def is_tab_list(self, node: Node) -> bool:
        """Whether the element only holds tabs whose panels carry their labels."""
        return id(node) in self.tab_lists


def find_panels(body: Node) -> Panels:
    """Tabs (``role=tab``, Bootstrap's toggles, a script's) and the ids of what they open."""
    labels: dict[str, str] = {}
    tab_ids: dict[str, str] = {}
    lists: set[int] = set()
    ids = {node.attrs["id"] for node in body.walk() if "id" in node.attrs}
    for node in body.walk():
        for holder, tabs in _tab_lists(node):
            targets = [_target(tab) for tab in tabs]
            if tabs and ids.issuperset(targets):
                lists.add(id(holder))
                labels.update(zip(targets, (tab.words() for tab in tabs), strict=True))
        if is_tab(node) and "id" in node.attrs:
            tab_ids[node.attrs["id"]] = node.words()
    by_place: dict[int, str] = {}
    for row, panels in _rows_of_tabs(body):
        if id(row) not in lists:
            lists.add(id(row))
            names = (tab.words() for tab in row.elements())
            by_place.update(zip(map(id, panels), names, strict=True))
    return Panels(labels, tab_ids, frozenset(lists), by_place)


def _rows_of_tabs(body: Node) -> Iterator[tuple[Node, list[Node]]]:
    """A row of short labels that says "tabs", and the panels in the element right after it.

    Page builders state neither role nor target: the first tab opens the first panel.
    """
    for node in body.walk():
        for row, after in pairwise(node.elements()):
            if TABS.search(row.marks) and TABS.search(after.marks) and _are_tabs(row, after):
                yield row, list(after.elements())


def _are_tabs(row: Node, after: Node) -> bool:
    """Whether ``row`` holds one label for each panel in ``after``, and nothing else.

    Two boxes side by side, each a "tab" with its title and its text, are no row and its panels.
    """
    tabs, panels = list(row.elements()), list(after.elements())
    return (
        len(tabs) == len(panels) > 1
        and _NAMES_ITS_PARTS.isdisjoint((row.name, after.name))
        and row.attrs.get("class") != after.attrs.get("class")
        and len({tab.name for tab in tabs}) == 1
        and sum(tab.chars for tab in tabs) == row.chars
        and all(0 < tab.chars <= TAB_MAX_CHARS for tab in tabs)
        and all(panel.is_block for panel in panels)
    )


def _tab_lists(node: Node) -> Iterator[tuple[Node, list[Node]]]:
    """The element, or a list right below it, with the tabs that it holds.

    jQuery UI and old scripts state no role: there a class or an id says "tabs", and each item
    of the list is a link to a place in the page.
    """
    if node.attrs.get("role") == "tablist" or _holds_tabs(node):
        yield node, [below for below in node.walk() if is_tab(below)]
    elif TABS.search(node.marks):
        for holder in (node, *node.elements()):
            links = [below for below in holder.walk() if below.name == "a"]
            within = all(link.attrs.get("href", "").startswith("#") for link in links)
            if holder.name == "ul" and within and len(links) == len(list(holder.elements())) > 1:
                yield holder, links


def is_tab(node: Node) -> bool:
    """Whether a click on the element shows a panel and hides its neighbours."""
    toggle = node.attrs.get("data-bs-toggle") or node.attrs.get("data-toggle", "")
    return node.attrs.get("role") == "tab" or toggle in {"tab", "pill"}


def is_toggle(node: Node) -> bool:
    """Whether the element is the handle of an accordion: it names what it opens."""
    toggle = node.attrs.get("data-bs-toggle") or node.attrs.get("data-toggle", "")
    if node.name in HEADINGS or not 0 < node.chars <= 160:
        return False
    return toggle in _TOGGLE_DATA or (
        ("aria-expanded" in node.attrs or node.name == "button")
        and PANEL_TOGGLE.search(node.marks) is not None
    )


def is_handle(node: Node, following: Node | str) -> bool:
    """Whether a button or link in a line opens the block right after it, which is to be read.

    The disclosure pattern of WAI-ARIA; what opens links opens a menu.
    """
    if node.is_block or not 0 < node.chars <= 160 or isinstance(following, str):
        return False
    toggle = node.attrs.get("data-bs-toggle") or node.attrs.get("data-toggle", "")
    opens = "aria-expanded" in node.attrs or toggle == "collapse"
    return opens and following.is_block and following.link_share < MENU_LINK_SHARE


def _holds_tabs(node: Node) -> bool:
    return node.name == "ul" and any(
        is_tab(below) for li in node.elements() for below in li.elements()
    )


def _target(tab: Node) -> str:
    get = tab.attrs.get
    stated = get("aria-controls") or get("data-bs-target") or get("data-target") or get("href", "")
    return stated.removeprefix("#")
