"""Tabs and accordions: a panel is read under the label that opens it."""

from dataclasses import dataclass, field

from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import HEADINGS, PANEL_TOGGLE

_TOGGLE_DATA = frozenset({"collapse", "tab", "pill"})


@dataclass(frozen=True, slots=True)
class Panels:
    """Which label belongs to which panel of the page."""

    labels: dict[str, str] = field(default_factory=dict)
    """Panel id -> the words of its tab."""
    tab_ids: dict[str, str] = field(default_factory=dict)
    """Tab id -> its words, for panels that point back with ``aria-labelledby``."""
    tab_lists: frozenset[int] = frozenset()

    def label_of(self, node: Node) -> str:
        """The label of a panel; empty for any other element, or one that repeats it."""
        if node.attrs.get("role") != "tabpanel" and node.attrs.get("id", "") not in self.labels:
            return ""
        by_id = self.labels.get(node.attrs.get("id", ""), "")
        label = by_id or self.tab_ids.get(node.attrs.get("aria-labelledby", ""), "")
        return "" if node.words().casefold().startswith(label.casefold()) else label

    def is_tab_list(self, node: Node) -> bool:
        """Whether the element only holds tabs whose panels carry their labels."""
        return id(node) in self.tab_lists


def find_panels(body: Node) -> Panels:
    """Tabs (``role=tab``, Bootstrap's toggles) and the ids of the panels that they open."""
    labels: dict[str, str] = {}
    tab_ids: dict[str, str] = {}
    lists: set[int] = set()
    ids = {node.attrs["id"] for node in body.walk() if "id" in node.attrs}
    for node in body.walk():
        if node.attrs.get("role") == "tablist" or _holds_tabs(node):
            tabs = [(tab, _target(tab)) for tab in node.walk() if is_tab(tab)]
            known = [(tab, target) for tab, target in tabs if target in ids]
            if known and len(known) == len(tabs):
                lists.add(id(node))
                labels.update((target, tab.words()) for tab, target in known)
        if is_tab(node) and "id" in node.attrs:
            tab_ids[node.attrs["id"]] = node.words()
    return Panels(labels, tab_ids, frozenset(lists))


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


def _holds_tabs(node: Node) -> bool:
    return node.name == "ul" and any(
        is_tab(below) for li in node.elements() for below in li.elements()
    )


def _target(tab: Node) -> str:
    get = tab.attrs.get
    stated = get("aria-controls") or get("data-bs-target") or get("data-target") or get("href", "")
    return stated.removeprefix("#")
