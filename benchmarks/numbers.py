"""Do figures compare to the digit? ``python -m benchmarks.numbers FILE.tsv [--json]``.

The file has the columns ``claim``, ``span`` and ``same`` or ``different`` (a header row is
recognised and skipped). Prints the accuracy and every miss; exits 1 when there is one.
"""

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from indexers.answering.numbers import check_figures

_VERDICTS = ("same", "different")


@dataclass(frozen=True, slots=True)
class Miss:
    """A pair that was judged otherwise than the file says."""

    line: int
    claim: str
    span: str
    expected: str
    found: str


def measure(path: Path) -> tuple[int, list[Miss]]:
    """The number of pairs in ``path``, and those that were misjudged."""
    pairs, misses = 0, []
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if len(row) < 3 or row[2].strip() not in _VERDICTS:
                continue
            claim, span, expected = (cell.strip() for cell in row[:3])
            pairs += 1
            found = "same" if check_figures(claim, span).all_stand else "different"
            if found != expected:
                misses.append(Miss(number, claim, span, expected, found))
    return pairs, misses


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when all are right, 1 when not, 2 when the file holds no pair."""
    parser = argparse.ArgumentParser(prog="benchmarks.numbers", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    pairs, misses = measure(options.file)
    accuracy = (pairs - len(misses)) / pairs if pairs else 0.0
    if options.json:
        shown = {"pairs": pairs, "accuracy": accuracy, "misses": [asdict(miss) for miss in misses]}
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        print(f"pairs     {pairs}")
        print(f"accuracy  {accuracy:.4f}")
        for miss in misses:
            print(f"line {miss.line}: expected {miss.expected}, found {miss.found}")
            print(f"  claim {miss.claim!r}\n  span  {miss.span!r}")
    if not pairs:
        print(f"{options.file} holds no pair: claim<TAB>span<TAB>same|different", file=sys.stderr)
        return 2
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
