"""How well the URL rungs date real file names, beside three simple anchors.

    python -m benchmarks.dates FILE.tsv [--json] [--misses] [--today 2026-11-29]

The file is tab-separated without quoting: ``url``, ``precision`` (day, month, year, none,
ambiguous), ``iso``, a reason, a note. Three fractions come out, with their macro-average by site:

* ``exact``: right value at the right precision, of the decidable rows (all but ambiguous ones).
* ``harm``: wrong, over-precise or invented, of all rows. On an ambiguous row, abstaining or
  one of the listed years is right; a day or a month is wrong unless the note tolerates it.
* ``right_year``: right year, of the decidable rows that have one.
"""

import argparse
import csv
import json
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

from dateparser.search import search_dates

from ingest.dating import find_date
from schemas.dating import DateClues, DatePrecision, PartialDate

TODAY = date(2026, 11, 29)
"""Fixed, so that the figures do not depend on the day of the run."""

_TOLERANT = re.compile(r"tolerated|acceptable|plausible| or day ")
_HTMLDATE = re.compile(r"\D((?:19|20)[0-9]{2})[/_-]([0-9]{1,2})[/_-]([0-9]{1,2})(?:\D|$)")
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")

Method = Callable[[str], PartialDate | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled URL."""

    url: str
    precision: str
    answers: tuple[str, ...]
    note: str

    @property
    def site(self) -> str:
        """The site that the note names, else the host."""
        named = re.search(r"site=([^;]+)", self.note)
        return named.group(1).strip() if named else urlsplit(self.url).hostname or "(no host)"

    @property
    def is_decidable(self) -> bool:
        """Whether one answer is right."""
        return self.precision != "ambiguous"

    @property
    def year(self) -> int | None:
        """The right year of a decidable row that has one."""
        dated = self.is_decidable and self.precision != "none"
        return int(self.answers[0][:4]) if dated else None

    def tolerates(self, answer: str) -> bool:
        """Whether a clause of the note accepts ``answer`` by name."""
        clauses = self.note.split(";")
        return any(answer in clause and _TOLERANT.search(clause) for clause in clauses)


@dataclass(frozen=True, slots=True)
class Score:
    """Three fractions over some rows; ``None`` where no row counts."""

    exact: float | None
    harm: float | None
    right_year: float | None

    def as_json(self) -> dict[str, float | None]:
        """The fractions under their names."""
        return {"exact": self.exact, "harm": self.harm, "right_year": self.right_year}


def read_rows(path: Path) -> list[Row]:
    """The labelled rows of ``path``."""
    with path.open(encoding="utf-8", newline="") as lines:
        table = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Row(
                row["url"],
                row["precision"],
                tuple((row["iso"] or "none").split("|")),
                row["note"] or "",
            )
            for row in table
        ]


def is_exact(row: Row, answer: PartialDate | None) -> bool:
    """Right value and precision."""
    return (str(answer) if answer else "none") == row.answers[0]


def is_harm(row: Row, answer: PartialDate | None) -> bool:
    """Wrong, more precise than the label, or a date where there is none."""
    if answer is None or row.tolerates(str(answer)) or str(answer) in row.answers:
        return False
    if row.precision == "none":
        return True
    ends = {str(answer.year), str(answer.end_year or answer.year)}
    if not row.is_decidable:
        coarse = answer.precision in (DatePrecision.YEAR, DatePrecision.SPAN)
        return not (coarse and ends & set(row.answers))
    if answer.precision is DatePrecision.SPAN:
        return not answer.year <= int(row.answers[0][:4]) <= (answer.end_year or answer.year)
    return not row.answers[0].startswith(str(answer))


def is_right_year(row: Row, answer: PartialDate | None) -> bool:
    """The year of the label; for a span, one of its ends."""
    return answer is not None and row.year in (answer.year, answer.end_year)


def score(rows: Sequence[Row], answers: Sequence[PartialDate | None]) -> Score:
    """The three fractions of one method's answers."""
    pairs = list(zip(rows, answers, strict=True))
    return Score(
        exact=_share(is_exact(row, answer) for row, answer in pairs if row.is_decidable),
        harm=_share(is_harm(row, answer) for row, answer in pairs),
        right_year=_share(is_right_year(row, answer) for row, answer in pairs if row.year),
    )


def macro(rows: Sequence[Row], answers: Sequence[PartialDate | None]) -> Score:
    """The mean of each fraction over the sites."""
    sites: dict[str, list[tuple[Row, PartialDate | None]]] = defaultdict(list)
    for row, answer in zip(rows, answers, strict=True):
        sites[row.site].append((row, answer))
    scores = [score([r for r, _ in pairs], [a for _, a in pairs]) for pairs in sites.values()]
    return Score(
        exact=_mean(s.exact for s in scores),
        harm=_mean(s.harm for s in scores),
        right_year=_mean(s.right_year for s in scores),
    )


def _share(claims: Iterable[bool]) -> float | None:
    return _mean(float(claim) for claim in claims)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def by_millesime(url: str, today: date = TODAY) -> PartialDate | None:
    """The ladder, given nothing but the URL."""
    return find_date(DateClues(url=url), today=today).value


def by_htmldate_rule(url: str) -> PartialDate | None:
    """The year-month-day pattern that htmldate looks for in URLs."""
    found = _HTMLDATE.search(url)
    if found is None:
        return None
    year, month, day = (int(part) for part in found.groups())
    try:
        return PartialDate(year, month, day)
    except ValueError:
        return None


def by_last_year(url: str) -> PartialDate | None:
    """The last four digits that look like a year."""
    years = _YEAR.findall(unquote(url))
    return PartialDate(int(years[-1])) if years else None


def by_search_dates(url: str) -> PartialDate | None:
    """The first hit of dateparser's ``search_dates``, French, day first, in the file name."""
    name = re.sub(r"[_+-]+", " ", unquote(url).rsplit("/", 1)[-1].rsplit(".", 1)[0])
    settings = {"DATE_ORDER": "DMY", "RELATIVE_BASE": datetime.combine(TODAY, datetime.min.time())}
    found = search_dates(name, languages=["fr"], settings=settings)
    if not found:
        return None
    moment = found[0][1]
    return PartialDate(moment.year, moment.month, moment.day) if moment.year >= 1000 else None


ANCHORS: dict[str, Method] = {
    "htmldate_url_rule": by_htmldate_rule,
    "dateparser_search_dates": by_search_dates,
    "last_four_digit_year": by_last_year,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 on success."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dates", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--misses", action="store_true", help="list every row that is not right")
    parser.add_argument("--today", type=date.fromisoformat, default=TODAY)
    options = parser.parse_args(arguments)
    rows = read_rows(options.file)
    answers, times = [], []
    for row in rows:
        start = time.perf_counter()
        answers.append(by_millesime(row.url, options.today))
        times.append((time.perf_counter() - start) * 1000)
    report = {
        **score(rows, answers).as_json(),
        "rows": len(rows),
        "macro_by_site": macro(rows, answers).as_json(),
        "median_ms_per_url": statistics.median(times) if times else None,
        "anchors": {
            name: score(rows, [method(row.url) for row in rows]).as_json()
            for name, method in ANCHORS.items()
        },
    }
    print(json.dumps(report, indent=2) if options.json else _in_words(report))
    if options.misses:
        _print_misses(rows, answers)
    return 0


def _in_words(report: Mapping[str, object]) -> str:
    named = {"millesime": report, "  macro by site": report["macro_by_site"]}
    anchors = report["anchors"]
    if isinstance(anchors, dict):
        named.update(anchors)
    lines = [f"{'method':<26} {'exact':>8} {'harm':>8} {'year':>8}   ({report['rows']} rows)"]
    for name, scores in named.items():
        if isinstance(scores, dict):
            parts = (scores["exact"], scores["harm"], scores["right_year"])
            cells = ["       -" if part is None else f"{part:8.1%}" for part in parts]
            lines.append(f"{name:<26} {' '.join(cells)}")
    return "\n".join([*lines, f"median {report['median_ms_per_url']:.2f} ms a URL"])


def _print_misses(rows: Sequence[Row], answers: Sequence[PartialDate | None]) -> None:
    for row, answer in zip(rows, answers, strict=True):
        harm = is_harm(row, answer)
        if harm or (row.is_decidable and not is_exact(row, answer)):
            kind = "harm" if harm else "coarse"
            print(f"{kind}\t{answer}\t{'|'.join(row.answers)}\t{row.url}")


if __name__ == "__main__":
    raise SystemExit(main())
