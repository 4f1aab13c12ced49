"""Every benchmark that the data at hand allow: ``python -m benchmarks`` (or ``make bench``).

The real documents lie beside the checkout and are not ours to publish; what needs them is
left out, and said, where they are absent. Each benchmark also runs alone with its own options.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared/data"

BENCHMARKS: tuple[tuple[str, tuple[Path | str, ...]], ...] = (
    ("dates", (DATA / "dates-urls.tsv",)),
    ("numbers", (ROOT / "tests/answering/numbers.tsv",)),
    ("read_html", (DATA / "single-pages",)),
    ("read", (DATA / "pdf-corpus", "--pages", DATA / "sites/flaux", DATA / "single-pages")),
    ("crawl", ("500",)),
    ("embedding", (DATA / "retrieval-fr", "--passages", "400")),
    ("retrieval", (DATA / "retrieval-fr",)),
)


def main() -> int:
    """Run them one after the other; the number that failed."""
    failed = 0
    for name, arguments in BENCHMARKS:
        print(f"\n== {name} ==", flush=True)
        absent = [path for path in arguments if isinstance(path, Path) and not path.exists()]
        if absent:
            print(f"left out: {absent[0].name} is not beside this checkout")
            continue
        command = [sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments)]
        failed += subprocess.run(command, cwd=ROOT, check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
