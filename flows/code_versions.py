"""The version of a step: a hash of its source files, so that nobody has to remember to raise it.

A new comment re-does a step once after an upgrade; a forgotten version would serve old results.
"""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

_DECISIVE = (
    "beautifulsoup4",
    "dateparser",
    "lxml",
    "pypdf",
    "pypdfium2",
    "python-docx",
    "striprtf",
)
"""Libraries whose upgrade may change what a document says or when it is from."""

_ROOT = Path(__file__).resolve().parent.parent


@cache
def code_version(*rooms: str) -> str:
    """Hash over the Python files and package data of ``rooms`` (dotted, from the top level).

    >>> code_version("ingest.marking") == code_version("ingest.chunking")
    False
    """
    digest = hashlib.sha256()
    for path in sorted(path for room in rooms for path in _files(room)):
        digest.update(str(path.relative_to(_ROOT)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _files(room: str) -> list[Path]:
    place = _ROOT.joinpath(*room.split("."))
    if place.is_dir():
        return [p for p in place.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    return [place.with_suffix(".py")]


@cache
def library_versions(*distributions: str) -> str:
    """The installed versions of libraries that decide what a step returns.

    >>> library_versions("lxml").startswith("lxml ")
    True
    """
    return ", ".join(f"{name} {version(name)}" for name in distributions)


def everything() -> str:
    """The version of the whole pipeline: its code, and the libraries that read and date."""
    code = code_version("schemas", "ingest", "indexers", "flows")
    return f"{code}; {library_versions(*_DECISIVE)}"
