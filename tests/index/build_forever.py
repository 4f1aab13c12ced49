"""Run by `test_index_kills`: publishes one generation after the other until it is killed.

Every generation has the same passages, each of which names its generation, so that a
reader who sees two generations at once has seen a mix.
"""

import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from conftest import Maker

from indexers.lance import index_lock, new_version, prune, publish, write_build, write_report
from schemas.report import GateReport

DOCUMENTS = 150


def main(index_dir: Path) -> None:
    """Build, publish, prune; for ever."""
    for number in count(int(datetime.now(UTC).timestamp() * 1000)):
        make = Maker(night=datetime.now(UTC))
        reads = [
            make.read(f"/page-{n}", *(f"Génération {number}, page {n}, alinéa {i}." for i in "abc"))
            for n in range(DOCUMENTS)
        ]
        with index_lock(index_dir) as held:
            version = new_version(held, make.night)
            content = make.content(reads)
            urls = [replace(row, reason=str(number)) for row in content.urls]
            write_build(held, version, replace(content, urls=urls), make.facts())
            write_report(held, GateReport.of(version, []))
            publish(held, version, now=make.night)
            sys.stdout.write(f"{version}\n")
            sys.stdout.flush()
            prune(held, keep=2, now=make.night)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
