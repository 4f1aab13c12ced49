"""What one way of reading gave, at what price, and what it lost; for `benchmarks.read`."""

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PEERS = Path(__file__).with_name("read_peers.py")
READERS_PYTHON = "READERS_PYTHON"
"""Names the Python of the environment that `read_peers` describes."""

_NUMBER = re.compile(r"[0-9]+")
_GLYPH_NAME = re.compile(r"/(?:head2right|square|circle|bullet|check|arrow|triangle)\d*(?![a-z])")


@dataclass(frozen=True, slots=True)
class Result:
    """One way of reading: how much, at what price, with which losses."""

    name: str
    cpu_s: float
    texts: Mapping[tuple[Path, int], str]
    """What was read, by file and physical page."""
    losses: str
    pages: int
    """Those with a text, and those whose failure was said."""

    @property
    def pages_per_cpu_s(self) -> float:
        """The figure that is compared."""
        return self.pages / self.cpu_s if self.cpu_s else 0.0

    @property
    def characters(self) -> int:
        """Of all texts together."""
        return sum(map(len, self.texts.values()))


def read_with_peer(peer: str, paths: Sequence[Path], rounds: int = 1) -> Result | None:
    """One peer of `read_peers` in a process of its own; ``None`` where it is not installed."""
    python = os.environ.get(READERS_PYTHON)
    if not python:
        return None
    done = subprocess.run(
        [python, "-P", "-W", "ignore", str(PEERS), peer, str(rounds)],
        input="\n".join(map(str, paths)),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        return None
    said = json.loads(done.stdout)
    texts = {(Path(path), number): text for path, number, text in said["texts"]}
    return Result(peer, said["cpu_s"], texts, empty_and_failed(texts, said["failed"]), len(texts))


def empty_and_failed(texts: Mapping[tuple[Path, int], str], failed: int) -> str:
    """What readers leave out without a word."""
    empty = sum(1 for text in texts.values() if not text.strip())
    return f"{empty} pages without text, {failed} files failed"


def lost_numbers(result: Result, other: Result) -> tuple[int, int]:
    """Numbers that ``other`` has and ``result`` lacks on the pages of both, and how many it has."""
    lost = total = 0
    for place in result.texts.keys() & other.texts.keys():
        wanted = _numbers(other.texts[place])
        lost += (wanted - _numbers(result.texts[place])).total()
        total += wanted.total()
    return lost, total


def glyph_names(result: Result) -> int:
    """Names of glyphs that stand in the text in place of characters."""
    return sum(len(_GLYPH_NAME.findall(text)) for text in result.texts.values())


def _numbers(text: str) -> Counter[str]:
    return Counter(_NUMBER.findall(_GLYPH_NAME.sub(" ", text)))


def losses_table(results: Sequence[Result], millesime: Result) -> str:
    """What each way of reading lost beside Millésime, and Millésime beside the first, as lines."""
    lines: list[str] = []
    for result, other in (*((result, millesime) for result in results), (millesime, results[0])):
        lost, total = lost_numbers(result, other)
        lines.append(
            f"  {result.name:14} lacks {lost} of the {total} numbers of {other.name}; "
            f"{glyph_names(result)} glyph names in its text"
        )
    return "\n".join(lines)


def table(results: Sequence[Result], title: str) -> str:
    """The results as lines, each with its ratio to the first."""
    lines = [title]
    for result in results:
        ratio = result.pages_per_cpu_s / results[0].pages_per_cpu_s
        lines.append(
            f"  {result.name:14} {result.pages:5} pages {result.cpu_s:7.2f} CPU s "
            f"{result.pages_per_cpu_s:7.1f} pages/CPU s  x{ratio:4.1f}  "
            f"{result.characters:8} characters; {result.losses}"
        )
    return "\n".join(lines)
