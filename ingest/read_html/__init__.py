"""Reading HTML: a block walker that keeps names beside their functions."""

from ingest.read_html.boilerplate import find_boilerplate, site_information, without_boilerplate
from ingest.read_html.page import read_html

__all__ = ["find_boilerplate", "read_html", "site_information", "without_boilerplate"]
