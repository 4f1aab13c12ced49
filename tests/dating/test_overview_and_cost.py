"""The operator's list of dates, and what dating costs before the first odd spelling is met."""

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context

from ingest.dating import find_date, overview, unusual
from schemas.dating import DateClues
from schemas.document import StatedDate, StatedDateSource
from schemas.resource import LinkContext

TODAY = date(2026, 11, 29)
PAGE = (
    "Procès-verbal de la séance du mardi 14 mai 2019. Le conseil, légalement convoqué le 7 mai "
    "2019, s'est réuni à 20h30. Présents : douze. Excusés : trois. Le crédit de 125'000.- est "
    "accordé selon le préavis n° 12/2019. "
)


def _clues(url: str, **more: object) -> DateClues:
    return DateClues(url=f"https://commune.example/{url}", **more)


def test_conflicts_come_first_then_the_undated() -> None:
    named = [
        _clues("a-2019-05-14.pdf", first_page="Séance du 15 mai 2019"),
        _clues("reglement.pdf"),
        _clues("rapport-2018.pdf"),
        _clues("z-2019-05-14.pdf", contexts=(LinkContext("https://x.example/", "13 mai 2019"),)),
    ]
    listed = overview((c.url, "", find_date(c, today=TODAY)) for c in named)

    assert [row.date for row in listed.rows] == ["2019-05-13", "", "2019-05-14", "2018"]
    assert dict(listed.by_rung) == {"none": 1, "stated": 1, "url": 1, "year_only": 1}
    assert dict(listed.by_precision) == {"day": 2, "none": 1, "year": 1}
    assert [row.date for row in listed.conflicts] == ["2019-05-13"]
    assert [row.url[-13:] for row in listed.undated] == ["reglement.pdf"]
    assert [row.date for row in listed.against_page_one] == ["2019-05-14"]
    assert listed.rows[0].label == "du 13 mai 2019"


def test_dateparser_is_not_imported_for_dates_that_our_tables_know() -> None:
    code = (
        "import sys; from datetime import date; from ingest.dating import find_date;"
        "from schemas.dating import DateClues;"
        "find_date(DateClues('pv du 14 mai 2019.pdf', titles=('14.05.2019',)), today=date.today());"
        "assert 'dateparser' not in sys.modules"
    )
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(exec, code, {}).result()


def test_at_most_three_calls_of_dateparser_a_document() -> None:
    before = unusual._parser.cache_info()
    odd = tuple(StatedDate(StatedDateSource.META_DATE, f"le {n} aoû 2019") for n in range(1, 9))
    contexts = tuple(LinkContext("https://x.example/", f"le {n} aoû 2019") for n in range(1, 9))
    find_date(_clues("x.pdf", contexts=contexts, stated=odd, titles=("2 aoû 2019",)), today=TODAY)
    after = unusual._parser.cache_info()

    assert after.hits + after.misses - before.hits - before.misses <= unusual.MAX_CALLS


def test_a_document_with_all_its_clues_costs_milliseconds() -> None:
    context = LinkContext("https://x.example/pv", "PV du 14 mai 2019", "2019", "14 mai 2019 | PV")
    clues = _clues(
        "pv-2019.pdf", contexts=(context,) * 5, first_page=PAGE * 15, titles=("PV 14 mai 2019",)
    )
    times = []
    for _ in range(20):
        start = time.perf_counter()
        find_date(clues, today=TODAY)
        times.append(time.perf_counter() - start)

    assert statistics.median(times) < 0.05
