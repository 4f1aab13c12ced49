"""What the site states comes before the name, the name before the year; all of it is kept."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from ingest.dating import explain_finding, find_date, learn_habits
from schemas.dating import DateClues, DateFinding, DateRung, EvidenceStatus, PageCheck
from schemas.document import StatedDate, StatedDateSource
from schemas.resource import LinkContext
from schemas.site import DatingSettings

Dated = Callable[..., DateFinding]
SITE = "https://commune.example"
CREATED = StatedDateSource.PDF_INFO_CREATION


def link(text: str = "", **more: str) -> tuple[LinkContext, ...]:
    return (LinkContext(f"{SITE}/pv", text, **more),)


def stamp(raw: str, source: StatedDateSource = CREATED) -> tuple[StatedDate, ...]:
    return (StatedDate(source, raw),)


STATED = [
    ("label-beats-name", "pv_2018-01-02.pdf", link("14 mai 2019"), "2019-05-14", "stated"),
    ("label-refines-month", "conseil-avril-2026.pdf", link("PV – 14 avril 2026"), "2026-04-14",
     "stated"),
    ("name-refines-label", "pv_2019-05-14.pdf", link("PV de mai 2019"), "2019-05-14", "url"),
    ("row-and-heading", "CM-Janvier-2017.pdf", link("PDF", row="23 janvier", heading="2017"),
     "2017-01-23", "stated"),
    ("day-month-and-name-year", "2025/pv.pdf", link("6 mai"), "2025-05-06", "stated"),
    ("sitting-before-posting", "pv.pdf", link("PV du 9 Juin 2023 - 19 Juin 2023"), "2023-06-09",
     "stated"),
    ("sitting-after-posting", "pv.pdf", link("publié le 3 mai 2020, séance du 14 avril 2020"),
     "2020-04-14", "stated"),
    ("row-confirms-name", "pv_2019-05-14.pdf", link("PV", row="20 mai 2019 | PV du 14 mai 2019"),
     "2019-05-14", "stated"),
    ("posting-loses-to-name", "pv_2019-05-14.pdf", link("PV", row="publié le 20 mai 2019"),
     "2019-05-14", "url"),
    ("section-of-next-sitting", "pv_2019-04-02.pdf", link("PV", heading="Séance du 14 mai 2019"),
     "2019-04-02", "url"),
    ("section-without-name", "annexe.pdf", link("Annexe", heading="Séance du 14 mai 2019"),
     "2019-05-14", "stated"),
    ("short-date-in-label", "x.pdf", link("14.05.19 PV"), "2019-05-14", "stated"),
    ("label-in-words", "x.pdf", link("Mardi 1er octobre 2018"), "2018-10-01", "stated"),
    ("year-of-section", "statistiques.pdf", link("Statistiques", heading="2021"), "2021",
     "year_only"),
    ("term-of-section", "x.pdf", link("PV", heading="Législature 2016-2021"), "2016/2021",
     "year_only"),
    ("landing-page", "x.pdf", link("Télécharger", page_title="Séance du 14 mai 2019"),
     "2019-05-14", "stated"),
    ("landing-page-by-name", "x.pdf",
     link("Procès-verbal signé", page_title="Procès-verbal du 14 mai 2019"), "2019-05-14",
     "stated"),
    ("posting-in-german", "pv_2019-05-14.pdf", link("PV", row="Veröffentlicht am 20.05.2019"),
     "2019-05-14", "url"),
    ("time-element", "x.pdf", link("PV", time_datetime="2019-05-14T20:00"), "2019-05-14", "stated"),
    ("time-loses-to-name", "pv_2019-05-14.pdf", link("PV", time_datetime="2019-06-01"),
     "2019-05-14", "url"),
    ("subject-of-a-paper", "2021/p.pdf", link("Préavis 12 – Comptes 2020"), "2021", "year_only"),
    ("unknown-month-word", "x.pdf", link("PV du 14 aoû 2019"), "2019-08-14", "stated"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "contexts", "value", "rung"), [row[1:] for row in STATED], ids=[r[0] for r in STATED]
)
def test_statements_beside_the_link(
    name: str, contexts: tuple[LinkContext, ...], value: str, rung: str, dated: Dated
) -> None:
    found = dated(f"{SITE}/{name}", contexts=contexts)

    assert (str(found.value), found.rung) == (value, DateRung(rung))


def test_a_spelling_that_only_dateparser_knows_says_so(dated: Dated) -> None:
    chosen = dated("x.pdf", contexts=link("PV du 14 aoû 2019")).chosen

    assert chosen is not None
    assert (chosen.rule, chosen.text) == ("dateparser", "14 aoû 2019")


def test_june_or_july_is_left_to_the_year(dated: Dated) -> None:
    assert str(dated("x.pdf", contexts=link("PV du 14 jui 2019")).value) == "2019"


def test_title_gives_the_day_when_the_name_is_silent(dated: Dated) -> None:
    found = dated("x.pdf", titles=("Procès-verbal du quatorze mai deux mille dix-neuf",))

    assert str(found.value) == "2019-05-14"
    assert found.rung is DateRung.STATED


def test_stale_title_loses_to_the_name_and_is_a_conflict(dated: Dated) -> None:
    found = dated("CM 9 septembre 2009.pdf", titles=("CM 14 septembre 2009",))

    assert str(found.value) == "2009-09-09"
    assert found.conflict
    contradicting = [e for e in found.evidence if e.status is EvidenceStatus.CONTRADICTS]
    assert [e.source for e in contradicting] == ["title"]


def test_title_of_another_year_than_the_name_is_a_conflict(dated: Dated) -> None:
    found = dated("rapport-2020.pdf", titles=("Modèle du 14 mai 2017",))

    assert str(found.value) == "2020"
    assert found.conflict


def test_report_keeps_its_year_in_the_section_where_it_was_laid(dated: Dated) -> None:
    contexts = link("Rapport", heading="Séance du 14 mai 2020")

    assert str(dated("rapport-2019.pdf", contexts=contexts).value) == "2019"
    assert str(dated("OJ_05_2020/rapport-2019.pdf").value) == "2019"


@pytest.mark.parametrize("title", ["Microsoft Word - PV 14 mai 2019.doc", "KM_C250i_S23031014"])
def test_generic_title_is_refused_but_kept(title: str, dated: Dated) -> None:
    found = dated("x.pdf", titles=(title,))

    assert found.value is None
    assert all(e.status is EvidenceStatus.REFUSED for e in found.evidence)


def test_title_of_several_files_is_refused(today: date) -> None:
    title = ("Séance du 14 mai 2019",)
    documents = [DateClues(f"{SITE}/{n}.pdf", titles=title) for n in ("a", "b")]
    habits = learn_habits(documents, today)

    assert find_date(documents[0], today=today).value is not None
    assert find_date(documents[0], today=today, habits=habits).value is None


def test_publication_beats_only_the_year_alone(dated: Dated) -> None:
    stated = stamp("2019-05-20T08:00:00+02:00", StatedDateSource.JSONLD_PUBLISHED)

    assert str(dated(f"{SITE}/2019/article", stated=stated, is_pdf=False).value) == "2019-05-20"
    assert str(dated("pv_2019-05-14", stated=stated, is_pdf=False).value) == "2019-05-14"


def test_stamp_gives_the_year_as_a_last_resort(dated: Dated) -> None:
    found = dated("doc1.pdf", stated=stamp("D:20120713104455+02'00'"))

    assert str(found.value) == "2012"
    assert found.rung is DateRung.YEAR_ONLY


def test_stamp_bounds_but_never_corrects_the_name(dated: Dated) -> None:
    found = dated("pv_2012-07-10.pdf", stated=stamp("D:20120713104455+02'00'"))

    assert str(found.value) == "2012-07-10"
    assert not found.conflict
    assert EvidenceStatus.BOUND in [e.status for e in found.evidence]


def test_day_later_than_the_file_is_reduced_to_the_smaller_year(dated: Dated) -> None:
    found = dated("PV DU 15 DECEMBRE 2024.pdf", stated=stamp("D:20230213"))

    assert str(found.value) == "2023"
    assert found.conflict


def test_agenda_may_be_later_than_its_file(dated: Dated) -> None:
    found = dated("ordre-du-jour-2024-12-15.pdf", stated=stamp("D:20241201"))

    assert str(found.value) == "2024-12-15"
    assert not found.conflict


def test_file_older_than_the_year_in_its_name_is_a_conflict(dated: Dated) -> None:
    assert dated("rapport-2019.pdf", stated=stamp("D:20180601")).conflict
    assert not dated("budget-2019.pdf", stated=stamp("D:20180601")).conflict
    assert not dated("tarifs-2019.pdf", stated=stamp("D:20181124")).conflict


def test_label_against_name_is_a_conflict(dated: Dated) -> None:
    found = dated("PV DU 15 DECEMBRE 2024.pdf", contexts=link("PV du 15 décembre 2023"))

    assert str(found.value) == "2023-12-15"
    assert found.conflict
    assert "against" in found.reason


def test_two_pages_that_disagree_are_a_conflict(dated: Dated) -> None:
    contexts = (*link("PV du 14 mai 2019"), *link("PV du 15 mai 2019"))

    assert dated("x.pdf", contexts=contexts).conflict
    assert not dated("x.pdf", contexts=contexts[:1] * 2).conflict


def test_one_dated_teaser_does_not_date_a_page_of_every_menu(dated: Dated) -> None:
    teaser = link("La Municipalité", row="30 juin 2026 - nouvelle équipe")
    menus = link("Municipalité", heading="Vie politique") * 5

    assert dated(f"{SITE}/municipalite", contexts=teaser + menus, is_pdf=False).value is None
    assert dated(f"{SITE}/article", contexts=teaser, is_pdf=False).value is not None


def test_minutes_that_link_to_a_regulation_do_not_date_it(dated: Dated) -> None:
    contexts = link("Règlement communal", page_title="Séance du 14 mai 2019")
    found = dated("reglement.pdf", contexts=contexts)

    assert found.value is None
    assert [e.source for e in found.evidence] == ["page_title"]


def test_address_beside_a_link_is_no_year(dated: Dated) -> None:
    contexts = link("Horaires", row="Rue du Four 3, 1999 Brévanaz")

    assert dated("horaires.pdf", contexts=contexts).value is None


def test_bound_decides_between_two_readings(dated: Dated) -> None:
    found = dated("compte-rendu CM 130412.pdf", stated=stamp("D:20120427151934+02'00'"))

    assert str(found.value) == "2012-04-13"
    assert found.chosen is not None
    assert found.chosen.rule == "six_digits+bound"


def test_habit_of_the_site_decides_between_two_readings(today: date) -> None:
    names = ["22.12.29-PV", "24.03.28-PV", "23.11.30-PV", "26.02.09-PV"]
    habits = learn_habits([DateClues(f"{SITE}/{name}.pdf") for name in names], today)
    found = find_date(DateClues(f"{SITE}/26.02.09-PV.pdf"), today=today, habits=habits)

    assert str(found.value) == "2026-02-09"
    assert found.chosen is not None
    assert found.chosen.rule == "short_date+site_habit"


def test_too_few_names_make_no_habit(today: date) -> None:
    habits = learn_habits([DateClues(f"{SITE}/24.03.28-PV.pdf")], today)

    assert habits.short_order is None


def test_day_of_posting_at_the_end_of_labels_is_a_habit(today: date) -> None:
    days = ("9 juin 2023", "3 mai 2022", "7 avril 2021")
    site = [DateClues(f"{SITE}/{n}.pdf", link(f"PV du {n} - 19 juin 2023")) for n in days]
    act = DateClues(f"{SITE}/ART_20230223.pdf", link("Arrêté sécurité - 06 Mars 2023 (pdf)"))
    flyer = DateClues(f"{SITE}/tri.pdf", link("Guide du tri - 5 juin 2020"))
    habits = learn_habits([*site, act, flyer], today)

    assert habits.posting_suffix
    assert str(find_date(act, today=today, habits=habits).value) == "2023-02-23"
    assert not find_date(act, today=today, habits=habits).conflict
    assert str(find_date(flyer, today=today, habits=habits).value) == "2020-06-05"
    assert str(find_date(site[0], today=today, habits=habits).value) == "2023-06-09"
    assert str(find_date(act, today=today).value) == "2023-03-06"


def test_stamp_day_of_many_files_only_bounds(today: date) -> None:
    files = [DateClues(f"{SITE}/doc{n}.pdf", stated=stamp("D:20150428120000")) for n in "abcd"]
    habits = learn_habits(files, today)
    found = find_date(files[0], today=today, habits=habits)

    assert found.value is None
    assert [e.status for e in found.evidence] == [EvidenceStatus.BOUND]
    late = replace(files[0], url=f"{SITE}/pv_2016-01-01.pdf")
    assert find_date(late, today=today, habits=habits).conflict


def test_literal_reading_is_a_setting(today: date) -> None:
    clues = DateClues("pv_2012-07-10.pdf", stated=stamp("D:20120713104455+02'00'"))
    literal = find_date(clues, today=today, settings=DatingSettings(pdf_creation_date="day"))
    ignored = find_date(
        DateClues("doc1.pdf", stated=clues.stated),
        today=today,
        settings=DatingSettings(pdf_creation_date="ignore"),
    )

    assert str(literal.value) == "2012-07-13"
    assert literal.conflict
    assert ignored.value is None


def test_page_text_is_a_rung_only_where_the_profile_says_so(today: date) -> None:
    clues = DateClues(
        "x.pdf", first_page="Procès-verbal de la séance du mardi 14 mai 2019\nPrésents"
    )
    as_rung = DatingSettings(sitting_in_text_dates=True)

    assert find_date(clues, today=today).value is None
    assert str(find_date(clues, today=today, settings=as_rung).value) == "2019-05-14"


def test_running_header_is_a_rung_only_where_the_profile_says_so(today: date) -> None:
    clues = DateClues("x.pdf", running_headers=("Séance du 14.05.2019 - page 2",))
    as_rung = DatingSettings(running_headers_date=True)

    assert find_date(clues, today=today).value is None
    assert str(find_date(clues, today=today, settings=as_rung).value) == "2019-05-14"


PAGES = [
    ("agrees", "Séance du 14 mai 2019", PageCheck.AGREES),
    (
        "agrees-in-words",
        "L'an deux mille dix-neuf, le quatorze mai à vingt heures",
        PageCheck.AGREES,
    ),
    ("summons-first", "convoqué le 7 mai 2019, s'est réuni le mardi 14 mai 2019", PageCheck.AGREES),
    ("disagrees", "Séance du 15 mai 2019", PageCheck.DISAGREES),
    ("weekday-disagrees", "Mardi 21 mai 2019", PageCheck.DISAGREES),
    ("summons-only", "Date de convocation : 7 mai 2019", PageCheck.SILENT),
    ("dossier-number", "Dossier 10.03.02-2209", PageCheck.SILENT),
    ("silent", "Présents : douze", PageCheck.SILENT),
]


@pytest.mark.parametrize(
    ("text", "expected"), [row[1:] for row in PAGES], ids=[row[0] for row in PAGES]
)
def test_page_one_is_a_check(text: str, expected: PageCheck, dated: Dated) -> None:
    found = dated("pv_2019-05-14.pdf", first_page=text)

    assert (str(found.value), found.page_check) == ("2019-05-14", expected)


def test_evidence_is_kept_chosen_first(today: date) -> None:
    clues = DateClues(
        f"{SITE}/pv_2018-01-02.pdf",
        contexts=link("14 mai 2019", heading="2019"),
        stated=stamp("D:20190601"),
        last_modified="Tue, 04 Jun 2019 08:00:00 GMT",
    )
    evidence = find_date(clues, today=today).evidence

    assert [(e.source, str(e.status)) for e in evidence] == [
        ("link_text", "chosen"),
        ("file_name", "contradicts"),
        ("heading", "agrees"),
        ("pdf_info_creation", "bound"),
        ("last_modified", "bound"),
    ]


@pytest.mark.parametrize("clock", [date(2027, 6, 1), date(2040, 1, 1)])
def test_same_snapshot_gives_the_same_date_under_any_later_clock(clock: date, today: date) -> None:
    for name, contexts, *_ in (row[1:] for row in STATED):
        clues = DateClues(f"{SITE}/{name}", contexts, stated=stamp("D:20200101"), fetched_on=today)
        assert find_date(clues, today=today) == find_date(clues, today=clock)


def test_explanation_shows_the_ladder(dated: Dated) -> None:
    lines = explain_finding(dated("PV DU 15 DECEMBRE 2024.pdf", contexts=link("15 décembre 2023")))

    assert lines[0] == "date: 2023-12-15 (day, rung stated)"
    assert "conflict: yes" in lines
    assert lines[-1].startswith("!= 2024-12-15")
