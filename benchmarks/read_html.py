"""HTML reading: pages per CPU second, and what each way of reading keeps and loses.

    python -m benchmarks.read_html [FOLDER] [--repeat 5]

Two comparisons. On the fifteen layouts of ``tests/read_html/layouts``: how many facts are kept
(words that belong together, a name and a function or a day and its hours, within a short
stretch of text; a table's row with the names of its columns) and how many menu strings leak. On
the pages of FOLDER: pages per CPU second. trafilatura takes part where it is installed; it is
no dependency of ours.
"""

import argparse
import importlib
import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bs4 import BeautifulSoup

from ingest.read_html import read_html
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl

LAYOUTS = Path(__file__).resolve().parents[1] / "tests/read_html/layouts"
NEAR_CHARS = 160
"""Words further apart than this are not read as belonging together."""

_WORD = re.compile(r"\w+")

Reader = Callable[[bytes], list[str]]
"""Bytes of a page to its blocks; readers without blocks give one text."""


def read_ours(body: bytes) -> list[str]:
    """Millésime's blocks."""
    url = CanonicalUrl("https://commune.example/page.html")
    document = read_html(SourceDocument(url, url, "", len(body), "text/html"), body)
    return [block.span.of(document.text) for block in document.blocks]


def read_all_text(body: bytes) -> list[str]:
    """What most loaders do: BeautifulSoup's ``get_text`` on the whole page."""
    return [BeautifulSoup(body, "lxml").get_text("\n", strip=True)]


def trafilatura_reader() -> Reader | None:
    """Trafilatura with its default settings, if it is installed."""
    try:
        module = importlib.import_module("trafilatura")
    except ImportError:
        return None
    return lambda body: [module.extract(body.decode("utf-8", "replace"), include_tables=True) or ""]


def keeps(text: str, fact: Sequence[str]) -> bool:
    """Whether every word of the fact stands within a short stretch of the text, in any order.

    Punctuation between the words is not compared: each reader separates cells its own way.
    """
    wanted = set(_WORD.findall(" ".join(fact)))
    found = [match for match in _WORD.finditer(text) if match.group() in wanted]
    reach = NEAR_CHARS + sum(map(len, fact))
    for index, first in enumerate(found):
        near = {m.group() for m in found[index:] if m.end() - first.start() <= reach}
        if wanted <= near:
            return True
    return False


def compare_layouts(name: str, reader: Reader) -> None:
    """Facts kept and menu strings leaked over the layouts."""
    expected = json.loads((LAYOUTS / "expected.json").read_text("utf-8"))
    facts = kept = strings = leaked = 0
    for file, page in expected.items():
        blocks = reader((LAYOUTS / file).read_bytes())
        text = "\n".join(blocks)
        facts += len(page["together"])
        kept += sum(keeps(text, words) for words in page["together"])
        strings += len(page["dropped"])
        leaked += sum(words in text for words in page["dropped"])
    print(f"{name:24} kept {kept:3} of {facts} facts, leaked {leaked:2} of {strings}")


def compare_speed(name: str, reader: Reader, pages: Sequence[bytes], repeat: int) -> None:
    """Pages per CPU second; a first round warms up."""
    for page in pages:
        reader(page)
    start = time.process_time()
    for _ in range(repeat):
        for page in pages:
            reader(page)
    seconds = time.process_time() - start
    count = len(pages) * repeat
    print(f"{name:24} {count / seconds:7.1f} pages/CPU s, {1000 * seconds / count:6.1f} ms a page")


def main() -> None:
    """Print both comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=LAYOUTS)
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    readers: dict[str, Reader] = {"Millésime": read_ours, "get_text (all text)": read_all_text}
    other = trafilatura_reader()
    if other is not None:
        readers["trafilatura"] = other
    for name, reader in readers.items():
        compare_layouts(name, reader)
    pages = [path.read_bytes() for path in sorted(arguments.folder.rglob("*.html"))]
    size = sum(map(len, pages)) / max(1, len(pages)) / 1024
    print(f"\n{len(pages)} pages of {size:.0f} KiB")
    for name, reader in readers.items():
        compare_speed(name, reader, pages, arguments.repeat)


if __name__ == "__main__":
    main()
