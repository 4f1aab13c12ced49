"""What dating costs, before and after the first odd spelling is met."""

from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context

from ingest.dating import find_date, unusual
from schemas.dating import DateClues
from schemas.document import StatedDate, StatedDateSource
from schemas.resource import LinkContext

TODAY = date(2026, 11, 29)


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
