"""The identity of a page: a canonical URL, used as a key and never fetched."""

from typing import NewType

CanonicalUrl = NewType("CanonicalUrl", str)
"""An absolute URL that passed through `canonicalize`: nothing else makes one."""
