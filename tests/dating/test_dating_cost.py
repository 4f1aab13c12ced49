"""What dating costs, before and after the first odd spelling is met."""

import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context

from ingest.dating import find_date, unusual
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
