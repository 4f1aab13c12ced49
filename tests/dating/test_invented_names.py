"""409 invented names of the kinds that public sites use, labelled before a rule was run on them."""

from datetime import date
from pathlib import Path

import pytest

from benchmarks import dates as benchmark
from ingest.dating import find_date
from schemas.dating import DateClues

ROWS = benchmark.read_rows(Path(__file__).with_name("fresh-names.tsv"))


def test_bars(today: date) -> None:
    score = benchmark.score(ROWS, [benchmark.by_millesime(row.url, today) for row in ROWS])

    assert score.exact is not None
    assert score.exact >= 0.95
    assert score.harm is not None
    assert score.harm <= 0.01
    assert score.right_year is not None
    assert score.right_year >= 0.97


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("deliberations/2020-12-compte-de-gestion.pdf", "2020"),
        ("offres/2020-12-animateur.pdf", "2020-12"),
        ("preavis/2020/P-05-2020.pdf", "2020"),
        ("DCM_2021_12_subventions.pdf", "2021"),
        ("PV-no-14-du-28-mai-2018.pdf", "2018-05-28"),
        ("fete-16-17-juin-2018.pdf", "2018-06"),
        ("CR+DU+5+MARS+2020.pdf", "2020-03-05"),
        ("06-juin-2009.pdf", "2009-06"),
        ("feuille_062009.pdf", "2009"),
        ("FLYER062009.pdf", "2009-06"),
        ("https://x.example/node/2019", "None"),
        ("https://x.example/archives/2019", "2019"),
        ("plan_cadastral_1-2000_section_b.pdf", "None"),
        ("20190311_0915_scan0001.pdf", "2019"),
        ("20190311-0915-registre.pdf", "2019-03-11"),
        ("mercredis_mai_juin_2023.pdf", "2023"),
        ("CR du 12 fevier 2019.pdf", "2019-02-12"),
        ("gazette-ndeg12-2021.pdf", "2021"),
        ("bulletin-n-12-juin-2021.pdf", "2021-06"),
        ("journal-12-juin-2021.pdf", "2021-06"),
        ("journal-du-12-juin-2021.pdf", "2021-06-12"),
        ("A2021_12.pdf", "2021"),
        ("Gemeindeblatt_04-2019.pdf", "2019"),
        ("2021/12-decembre.pdf", "2021-12"),
        ("2021/13-decembre.pdf", "2021-12-13"),
        ("2019/CR du 05.04.pdf", "2019-04-05"),
        ("pv/2020/06_05/PV.pdf", "2020"),
        ("deliberations/0572/12/D3.pdf", "None"),
        ("deliberations/1203/12/D3.pdf", "None"),
        ("seance-du-22-mars-2021/reponse-interpellation-no-3-2020.pdf", "2021-03-22"),
    ],
)
def test_what_the_invented_names_taught(url: str, expected: str, today: date) -> None:
    assert str(find_date(DateClues(url=url), today=today).value) == expected
