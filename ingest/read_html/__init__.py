"""Reading HTML: a block walker that keeps names beside their functions."""

from ingest.read_html.page import read_html

__all__ = ["read_html"]
