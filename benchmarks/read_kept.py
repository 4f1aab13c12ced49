"""Pages of sites: Millésime beside trafilatura, for `benchmarks.read`.

What must be kept is what an ``index.tsv`` beside the pages puts between quotation marks in its
column ``must_keep``; a page without a row there counts for the speed alone. A string is kept
when all its words stand within a short stretch of the text (`read_html.keeps`).
"""

import csv
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.read_html import keeps, read_ours
from benchmarks.read_results import Result, empty_and_failed, read_with_peer, table

_QUOTED = re.compile(r'"([^"]+)"')
_NOT_KEPT = re.compile(r"\bdrop\b|\bNOT\b|\bfrom \"|\bnothing\b")
"""From here on a cell of ``must_keep`` speaks of what must go."""
_TWIN = "same text as its twin"


def wanted_strings(folder: Path) -> dict[Path, list[str]]:
    """The strings that the index of ``folder`` asks for, by page; a twin has its twin's."""
    index = folder / "index.tsv"
    if not index.exists():
        return {}
    with index.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    cells = {row["file"]: row["must_keep"] for row in rows if row["kind"] != "trap"}
    found: dict[Path, list[str]] = {}
    for name, cell in cells.items():
        twin = cells.get(f"{name.split('.')[0]}.html", "") if cell == _TWIN else cell
        if strings := _QUOTED.findall(_NOT_KEPT.split(twin)[0]):
            found[folder / name] = strings
    return found


def read_with_millesime(pages: Sequence[Path], rounds: int) -> Result:
    """The blocks of each page; the best of some rounds counts."""
    taken: list[float] = []
    texts: dict[tuple[Path, int], str] = {}
    for _ in range(rounds):
        started = time.process_time()
        texts = {(page, 1): "\n".join(read_ours(page.read_bytes())) for page in pages}
        taken.append(time.process_time() - started)
    return Result("Millésime", min(taken), texts, empty_and_failed(texts, 0), len(texts))


def missing(result: Result, wanted: Mapping[Path, Sequence[str]]) -> dict[str, int]:
    """How many of the strings of each page are missing in what was read of it."""
    found = {
        page.name: sum(not keeps(result.texts.get((page, 1), ""), [text]) for text in strings)
        for page, strings in wanted.items()
    }
    return {name: count for name, count in found.items() if count}


def compare_pages(folder: Path, rounds: int) -> str:
    """The table of one folder of HTML pages."""
    pages = sorted(folder.rglob("*.html"))
    wanted = wanted_strings(folder)
    ours = read_with_millesime(pages, rounds)
    other = read_with_peer("trafilatura", pages, rounds)
    results = [other, ours] if other is not None else [ours]
    lines = [table(results, f"{len(pages)} HTML pages of {folder.name}")]
    if other is None:
        lines.append("  trafilatura    left out: READERS_PYTHON names no environment that has it")
    total = sum(map(len, wanted.values()))
    for result in results if total else ():
        lost = missing(result, wanted)
        where = f": {', '.join(f'{name} {count}' for name, count in lost.items())}" if lost else ""
        lines.append(
            f"  {result.name:14} lacks {sum(lost.values())} of {total} strings to keep{where}"
        )
    return "\n".join(lines)
