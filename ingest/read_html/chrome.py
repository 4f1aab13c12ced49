"""What belongs to the site and not to the page: navigation, banners, share buttons."""

from dataclasses import dataclass
from typing import Final

from ingest.read_html.drafts import Region
from ingest.read_html.tree import Node
from ingest.read_html.vocabulary import (
    ASIDE,
    BREADCRUMB,
    CHROME,
    CONTACT,
    COPYRIGHT,
    COPYRIGHT_YEARS,
    CREDIT,
    DOCUMENT_LINK,
    FOOTER,
    HEADER,
    LISTS,
    MAIN_IDS,
    NAVIGATION,
    SKIPPED_ROLES,
    SOCIAL_NETWORKS,
)

WRAPPER_SHARE: Final = 0.5
"""An element with more of the page's text than this is a wrapper, whatever its class says."""
NAVIGATION_LINK_SHARE: Final = 0.7
"""From this share of its characters in links on, something called "menu" is navigation."""
HEADER_MIN_CHARS: Final = 60
"""Text outside links that a page banner must have for a line of it to be content."""
FOOTER_LINK_SHARE: Final = 0.6
"""A line of the footer with more of its characters in links is navigation."""
ROOT_MIN_SHARE: Final = 0.1
"""Main-like elements with less of the page's text than this are not believed."""
LABEL_MAX_CHARS: Final = 40
"""What stands on a button is no longer than this."""
MENU_MIN_ITEMS: Final = 8
"""A tree of links with fewer items may be a table of contents."""


@dataclass(frozen=True, slots=True)
class PageShape:
    """What must be known of the whole page to judge one element of it."""

    chars: int
    roots: frozenset[int]
    """`id` of each main-like element; empty when the page has none."""


def shape_of(body: Node) -> PageShape:
    """Find all main-like elements: ``<main>``, ``role=main``, else a telling id or class."""
    stated: list[Node] = []
    named: list[Node] = []
    for node in body.walk():
        if node.name == "main" or node.attrs.get("role") == "main":
            stated.append(node)
        elif node is not body and MAIN_IDS & set(node.marks.lower().split()):
            named.append(node)
    roots = next((found for found in (stated, named) if _believed(found, body.chars)), list[Node]())
    return PageShape(chars=body.chars, roots=frozenset(map(id, roots)))


def _believed(roots: list[Node], chars: int) -> bool:
    return sum(node.chars for node in roots) > max(40, ROOT_MIN_SHARE * chars)


def is_chrome(node: Node, shape: PageShape, region: Region, *, in_main: bool) -> bool:
    """Whether nothing in this element belongs to the page's own content."""
    if id(node) in shape.roots or node.chars > WRAPPER_SHARE * shape.chars:
        return False
    if node.attrs.get("role") in SKIPPED_ROLES or (node.name == "form" and _is_search(node)):
        return True
    if node.name == "nav":
        # A theme that wraps an address in <nav> must not cost the address.
        # One without any link opens and closes: it holds an answer, not a way.
        is_way = node.link_share >= WRAPPER_SHARE or node.chars < HEADER_MIN_CHARS
        return node.links > 0 and is_way
    if _is_push_button(node) or _is_social_bar(node):
        return True
    marks = node.marks
    if marks != " " and (
        CHROME.search(marks) or BREADCRUMB.search(node.attrs.get("aria-label", ""))
    ):
        return True
    if node.links and marks != " " and NAVIGATION.search(marks):
        return node.link_share >= NAVIGATION_LINK_SHARE and not _lists_documents(node)
    if in_main or not _is_link_list(node):
        return False
    if shape.roots or region in {Region.HEADER, Region.FOOTER}:
        return True
    # Without a main element to judge by, only a tree of links is surely a menu.
    return node.items >= MENU_MIN_ITEMS and _is_nested(node)


def _is_push_button(node: Node) -> bool:
    """Something to press that opens no panel: what it says is not said to be read."""
    opens = ("aria-expanded", "aria-controls", "data-toggle", "data-bs-toggle")
    return (
        node.attrs.get("role") == "button"
        and node.chars < LABEL_MAX_CHARS
        and node.attrs.get("href", "#").startswith("#")
        and not any(name in node.attrs for name in opens)
        and CONTACT.search(node.words()) is None
    )


def _is_social_bar(node: Node) -> bool:
    """Links that say the name of a network and nothing else; one alone may be a club's."""
    if not node.links or node.chars > 200 or node.link_share < 1:
        return False
    links = [below for below in node.walk() if below.name == "a"]
    return (
        (len(links) > 1 or node.name in LISTS)
        and not any(link.attrs.get("href", "").startswith("mailto:") for link in links)
        and SOCIAL_NETWORKS.issuperset(filter(None, (link.words().casefold() for link in links)))
    )


def _is_search(form: Node) -> bool:
    return form.has_search and form.chars < 300


def _is_link_list(node: Node) -> bool:
    """A list of nothing but links, none of them to a document."""
    return node.name in LISTS and node.link_share >= 0.9 and not _lists_documents(node)


def _is_nested(node: Node) -> bool:
    return any(below.name in LISTS for below in node.walk() if below is not node)


def _lists_documents(node: Node) -> bool:
    """Whether at least a quarter of the links lead to documents."""
    links = [below.attrs.get("href", "") for below in node.walk() if below.name == "a"]
    return 4 * sum(DOCUMENT_LINK.search(href) is not None for href in links) > len(links)


def region_of(node: Node, current: Region, *, in_main: bool) -> Region:
    """The region that begins with this element, or the current one."""
    role = node.attrs.get("role", "")
    if current is Region.FOOTER or in_main:
        return current
    if node.name == "footer" or role == "contentinfo" or FOOTER.search(node.marks):
        return Region.FOOTER
    if node.name == "header" or role == "banner" or HEADER.search(node.marks):
        return Region.HEADER
    if node.name == "aside" or role == "complementary" or ASIDE.search(node.marks):
        return Region.ASIDE
    return current


def is_kept(text: str, link_chars: int, region: Region) -> bool:
    """Whether a block is content by its own words, given where it stands.

    >>> is_kept("© 2000-2014 Baie-des-Prés", 0, Region.BODY)
    False
    >>> is_kept("Rue du Four 3, 1999 Prévert", 0, Region.HEADER)
    True
    >>> is_kept("Suivez-nous", 0, Region.HEADER)
    False
    """
    if not any(character.isalnum() for character in text):
        return False
    if len(text) <= 200 and COPYRIGHT.search(text):
        return CONTACT.search(COPYRIGHT_YEARS.sub("", text)) is not None
    has_contact = CONTACT.search(text) is not None
    if region is Region.HEADER:
        return has_contact or len(text) - link_chars >= HEADER_MIN_CHARS
    if region is Region.FOOTER:
        is_credit = CREDIT.fullmatch(text) is not None
        return has_contact or (link_chars < FOOTER_LINK_SHARE * len(text) and not is_credit)
    return True


def is_calendar(table: Node) -> bool:
    """A month's grid: the days 1 to 28 in order, and little else.

    Its days change meaning every month, so that nothing in it can be cited.
    """
    if table.chars > 1_500:
        return False
    day, tokens = 1, table.words().split()
    for token in tokens:
        day += token.strip(".,") == str(day)
    return day > 28 and sum(token.isdigit() for token in tokens) >= 28


def is_link_bar(link_count: int, link_chars: int, text: str) -> bool:
    """A line of links side by side, as sites put above or below everything.

    >>> is_link_bar(4, 40, "Accueil | Plan du site | Contact | Mentions légales")
    True
    """
    return link_count >= 4 and len(text) < 300 and link_chars >= 0.75 * len(text)
