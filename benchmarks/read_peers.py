"""One run of one peer over files; `benchmarks.read` starts it.

Run by the Python of an environment that has the peers and nothing of Millésime::

    python -m venv readers
    readers/bin/pip install langchain-community pypdf trafilatura lxml_html_clean
    ls *.pdf | readers/bin/python -P benchmarks/read_peers.py PyPDFLoader 1

Paths come one a line and are read as many times as the last argument says. What goes back is
one JSON object: the CPU time of reading alone in the best round (the peer's imports, a second of
LangChain's, are not counted against it) and the text of each page. Each peer has its default
settings; trafilatura is asked for tables, since hours stand in them.
"""

import json
import logging
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

Text = tuple[str, int, str]
"""File, physical page from 1, what was read of it."""


def load_with_langchain() -> Callable[[str], Iterator[Text]]:
    """``PyPDFLoader``: a document a page, each with the file's metadata and its page label."""
    from langchain_community.document_loaders import PyPDFLoader

    def read(path: str) -> Iterator[Text]:
        for document in PyPDFLoader(path).lazy_load():
            yield path, document.metadata["page"] + 1, document.page_content

    return read


def extract_with_trafilatura() -> Callable[[str], Iterator[Text]]:
    """``extract`` on the bytes of a page, so that it finds their encoding itself."""
    import trafilatura

    def read(path: str) -> Iterator[Text]:
        body = Path(path).read_bytes()
        yield path, 1, trafilatura.extract(body, include_tables=True) or ""

    return read


PEERS = {"PyPDFLoader": load_with_langchain, "trafilatura": extract_with_trafilatura}


def main(peer: str, paths: list[str], rounds: int) -> None:
    """Read all files ``rounds`` times and print the texts and the CPU time of the best round."""
    from pypdf.errors import PyPdfError

    logging.disable()
    read = PEERS[peer]()
    taken: list[float] = []
    for _ in range(rounds):
        texts: list[Text] = []
        failed = 0
        started = time.process_time()
        for path in paths:
            try:
                texts += read(path)
            except (PyPdfError, ValueError, TypeError, AttributeError, KeyError):
                failed += 1
        taken.append(time.process_time() - started)
    print(json.dumps({"cpu_s": min(taken), "texts": texts, "failed": failed}))


if __name__ == "__main__":
    main(sys.argv[1], sys.stdin.read().splitlines(), int(sys.argv[2]))
