"""Markup that would keep the parser busy for minutes, found before it is parsed.

Measured with lexbor on bodies within the size limit: 600,000 attributes in one tag took more
than eight minutes, 45,000 links in each other more than one; both grow with the square.
"""

import re
from collections import Counter

_MAX_TAGS = 150_000
_MAX_ATTRIBUTES = 500
_MAX_OPEN = 3000
_HARMLESS_BYTES = 50_000
"""Below this size the worst page takes a fraction of a second."""

# HTML, 13.2.5.32 to 13.2.5.39: attributes as the tokenizer takes them apart.
_CROWDED_TAG = re.compile(
    rb"<[A-Za-z][^\s/>]*+(?:[\s/]*+[^\s/>][^\s/>=]*+"
    rb"(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)?+){%d}" % _MAX_ATTRIBUTES
)
# Elements whose end tag may not be left out: unclosed ones lie in each other.
_NESTING = re.compile(
    rb"<(/?)(div|span|a|b|i|u|s|em|strong|font|center|section|article|main|nav|aside|header|footer"
    rb"|h[1-6]|table|form|nobr|big|small|code|strike|tt|label|blockquote|ul|ol|dl|button|figure"
    rb"|details|fieldset|object|address|pre|svg|template|marquee|applet)(?=[\s/>])",
    re.IGNORECASE,
)


def parsing_risk(body: bytes) -> str:
    """Why parsing ``body`` would cost too much time or memory; empty when it is harmless.

    >>> parsing_risk(b"<p>Bonjour"), parsing_risk(b"<i>" * 200_000)
    ('', 'more than 150000 tags')
    """
    if body.count(b"<") > _MAX_TAGS:
        return f"more than {_MAX_TAGS} tags"
    if len(body) < _HARMLESS_BYTES:
        return ""
    if _CROWDED_TAG.search(body):
        return f"more than {_MAX_ATTRIBUTES} attributes in one tag"
    return f"more than {_MAX_OPEN} elements in each other" if _is_deep(body) else ""


def _is_deep(body: bytes) -> bool:
    """Counted name by name: an end tag of another name closes nothing."""
    open_by_name: Counter[bytes] = Counter()
    depth = 0
    for tag in _NESTING.finditer(body):
        name = tag[2].lower()
        if not tag[1]:
            open_by_name[name] += 1
            depth += 1
        elif open_by_name[name]:
            open_by_name[name] -= 1
            depth -= 1
        if depth > _MAX_OPEN:
            return True
    return False
