"""Names that fooled other programs: each trap met on a real site has its answer here."""

from collections.abc import Callable

import pytest

from schemas.dating import DateFinding

Dated = Callable[..., DateFinding]

NAMES = [
    # The brief's traps.
    ("number-and-short-year", "preavis_12-19.pdf", "2019"),
    ("eight-digits", "PV_20190514.pdf", "2019-05-14"),
    ("iso", "pv-cc-2019-05-14.pdf", "2019-05-14"),
    ("day-month-word", "proces-verbal-du-14-mai-2019.pdf", "2019-05-14"),
    ("percent-encoded", "PV%20du%2014.05.2019.pdf", "2019-05-14"),
    ("upload-folder", "wp-content/uploads/2021/03/rapport-de-gestion-2019.pdf", "2019"),
    ("span-of-a-term", "legislature-2016-2021.pdf", "2016/2021"),
    ("span-of-a-budget", "budget-2018-2019.pdf", "2018/2019"),
    ("bylaw-number", "reglement-1203.pdf", None),
    ("scale", "plan-1-2000.pdf", None),
    ("number-is-no-month", "preavis-municipal-no-2019-05.pdf", "2019"),
    ("short-date", "pv-14-05-19.pdf", "2019-05-14"),
    ("season", "bulletin-printemps-2020.pdf", "2020"),
    ("issue-number", "feuille-avis-no-35-2019.pdf", "2019"),
    ("first-of-month", "PVCC_1er_octobre_2018.pdf", "2018-10-01"),
    ("semester", "S2-2019.pdf", "2019"),
    ("week", "2019-W20.pdf", "2019"),
    ("telephone", "tel-021-316-10-10.pdf", None),
    ("code-and-2000", "1260-2000.pdf", None),
    # The pitfalls list.
    ("postal-code-sion", "1950-Sion-plan.pdf", None),
    ("postal-code-martigny", "1920 Martigny.pdf", None),
    ("postal-code-nendaz", "1997_Haute-Nendaz.pdf", None),
    ("postal-code-country", "CH-1950.pdf", None),
    ("scale-colon", "plan 1:2000.pdf", None),
    ("bylaw-with-dash", "352-02-zonage.pdf", None),
    ("insee-code", "PLU_14365_reglement.pdf", None),
    ("form-number", "cerfa_13410-13.pdf", None),
    ("department-prefix", "arrete 30 2020 09 16 009.pdf", "2020-09-16"),
    ("bus-line", "horaire-ligne-203.pdf", None),
    ("speed-zone", "Zone_30.pdf", None),
    ("radio-generation", "antenne-5G.pdf", None),
    ("paper-size", "2022_03_Charte_A4_2.pdf", "2022-03"),
    ("version-letter", "affiche_V3.pdf", None),
    ("version-dotted", "notice_v1.1.pdf", None),
    ("version-word", "AMI ver 1.3.pdf", None),
    ("time-of-day", "seance 16h30.pdf", None),
    ("distance", "parcours_5_10 km.pdf", None),
    ("agenda-item", "13-9-Comm18.pdf", None),
    ("agenda-item-dotted", "2.3.5-annexe.pdf", None),
    ("agenda-item-two-digits", "2.1.10-annexe.pdf", None),
    ("age-range", "questionnaire_12-25_20250915.pdf", "2025-09-15"),
    ("national-day", "2022/Postulat-1aout-Rapp.pdf", "2022"),
    ("truncated-day-and-epoch", "Interpellation_14_1647338719.pdf", "2022"),
    ("truncated-du-and-epoch", "Resolution_du_01_1637583459.pdf", "2021"),
    ("folder-of-next-meeting", "OJ_09_2022/2.PV08-29.06.2022.pdf", "2022-06-29"),
    ("next-years-folder", "2025/Preavis-36-Balayeuse.pdf", "2025"),
    ("upload-before-the-meeting", "uploads/2015/10/Proces_verbal_2016_01_18.pdf", "2016-01-18"),
    ("upload-and-leading-number", "uploads/2026/03/10-proces-verbal.pdf", "2026"),
    ("week-without-year", "Menu semaine 36.pdf", None),
    ("compiled-minutes", "20260609proces-verbaux-seances.pdf", "2026"),
    ("compiled-year", "2026PV_internet.pdf", "2026"),
    ("unicode-hyphens", "Preavis-18‐Budget‐2024.pdf", "2024"),
    ("decomposed-accents", "CM 15 fe\u0301vrier 2011.pdf", "2011-02-15"),
    # Order and place of the parts.
    ("minutes-number-glued", "PV05-09-02-2022.pdf", "2022-02-09"),
    ("minutes-number-apart", "PV-05-14-05-19.pdf", "2019-05-14"),
    ("four-short-groups", "Nom 04_10_02_21.pdf", None),
    ("never-swapped", "report-05-14-2019.pdf", "2019"),
    ("impossible-day", "pv_2019-02-31.pdf", "2019"),
    ("copy-digit", "CM-du-27-novembre-20131.pdf", "2013-11-27"),
    ("copy-mark", "cr du 25 mars 2022 (1).pdf", "2022-03-25"),
    ("short-year-first", "26.02.09-PV.pdf", None),
    ("six-digits-two-readings", "CM 130412.pdf", None),
    ("six-digits-one-oddly-old", "CM_050322.pdf", "2022-03-05"),
    ("six-digits-sorting-prefix", "251106-NOEL.pdf", "2025-11-06"),
    ("short-date-one-oddly-old", "05.03.22-PV.pdf", "2022-03-05"),
    ("two-numeric-days", "proces-verbal-27-01-et-28-01-2026.pdf", "2026-01"),
    ("six-digits-one-reading", "CM_310821.pdf", "2021-08-31"),
    ("six-digits-by-upload", "uploads/2026/09/cs-260910.pdf", "2026-09-10"),
    ("six-digits-alone", "281115.pdf", None),
    ("year-and-month", "AP_202303_secheresse.pdf", "2023-03"),
    ("june-or-july", "cr-cm-14-jui-2019.pdf", "2019"),
    # Several days, several years.
    ("two-days", "les 18 et 26 novembre 2020.pdf", "2020-11"),
    ("two-days-hyphen", "PV09-10_08-15 décembre 2022.pdf", "2022-12"),
    ("days-across-months", "du 30 avril au 2 mai 2021.pdf", "2021"),
    ("numeric-period", "01.01.2020-31.12.2020.pdf", "2020"),
    ("iso-period", "export_2023-01-01_2023-12-31.pdf", "2023"),
    ("two-worded-dates", "PV 2 juin 2020 et 16 juin 2020.pdf", "2020-06"),
    ("two-years-of-a-timetable", "bus-decembre-2024-decembre-2025.pdf", "2024/2025"),
    ("days-to-numeric-date", "depots-25-08-au-25-09-2026.pdf", "2026"),
    ("number-glued-before-the-day", "PV13-16 mars 2023.pdf", "2023-03-16"),
    ("month-twice", "2019_06_juin.pdf", "2019-06"),
    ("year-day-month-word", "2019-14-mai.pdf", "2019-05-14"),
    ("number-like-a-day", "DEL-2021-05-12.pdf", "2021"),
    ("month-or-number", "cm-10-2020.pdf", "2020-10"),
    ("minutes-number-and-year", "PV-10-2020.pdf", "2020"),
    ("season-or-month", "saison-2011-12.pdf", "2011"),
    ("year-month-then-kind", "2019-05-reglement.pdf", "2019"),
    ("months-of-an-issue", "bulletin janvier-fevrier 2020.pdf", "2020"),
    ("sitting-before-approval", "PV_06.02.2023_approuve_le_20.03.2023.pdf", "2023-02-06"),
    ("approval-before-sitting", "approuve_20-03-2023_seance_06-02-2023.pdf", "2023-02-06"),
    ("issue-or-day", "bulletin_n12_juin_2019.pdf", "2019-06"),
    ("report-in-later-folder", "2023/rapport-activites-2022.pdf", "2022"),
    ("budget-in-earlier-folder", "2026/Horaire-2027.pdf", "2026"),
    ("paper-discussed", "2026/Interpellation-Travaux-preavis-17-2024.pdf", "2026"),
    ("span-after-a-word", "rapport-2022-2023.pdf", "2022/2023"),
    ("short-span-after-a-word", "rapport_2019-20.pdf", "2019/2020"),
    ("revised", "statuts_2008_modifies_2015.pdf", "2015"),
    ("horizon", "mobilite-2040.pdf", None),
    ("street-name", "rue-du-8-mai-1945.pdf", None),
    ("parcel", "parcelle-2012.pdf", None),
    # Machines.
    ("scanner", "20240507161114439.pdf", "2024"),
    ("camera", "IMG_20210304_101112.pdf", "2021"),
    ("export-stamp", "20260924-090945-registre.pdf", "2026-09-24"),
    ("drupal-store", "sites/default/files/2019-05/annexe.pdf", "2019"),
    ("cdn", "cdn/2021/12/03/bp2022.pdf", "2022"),
    ("sittings-folder", "deliberations/2018/10/18/annexe.pdf", "2018-10-18"),
    ("month-folder", "proces-verbaux/2025/01-janvier/pv.pdf", "2025-01"),
    ("numeric-month-folder", "2023-02/annexe.pdf", "2023"),
    ("sitting-month-folder", "seance-2023-02/annexe.pdf", "2023-02"),
    ("month-folder-of-sittings", "deliberations/2018/10/annexe.pdf", "2018-10"),
    ("day-of-a-page", "2018/10/18/titre-de-larticle", "2018-10-18"),
    ("query-day", "index.php?page=pv&date=2019-05-14", "2019-05-14"),
    ("query-path", "download.php?file=docs/2019/pv_14_mai.pdf", "2019-05-14"),
    ("day-folder-in-words", "2025/20-janvier-2025/pv.pdf", "2025-01-20"),
    ("month-in-year-folder", "2024/pv-mars.pdf", "2024-03"),
    ("query-value", "download.php?filename=pv20260512.pdf", "2026-05-12"),
    ("query-version", "pv.pdf?ver=20190514", None),
    ("view-suffix", "pv-2019-05-14.pdf/view", "2019-05-14"),
    ("encoded-twice", "PV%2520du%252014.05.2019.pdf", "2019-05-14"),
    # Other languages.
    ("german", "Protokoll vom 3. März 2022.pdf", "2022-03-03"),
    ("italian", "verbale 16 gennaio 2012.pdf", "2012-01-16"),
    ("english", "minutes-April-13-2026.pdf", "2026-04-13"),
]


@pytest.mark.parametrize(
    ("name", "expected"), [row[1:] for row in NAMES], ids=[row[0] for row in NAMES]
)
def test_name_alone(name: str, expected: str | None, dated: Dated) -> None:
    value = dated(name).value

    assert (None if value is None else str(value)) == expected


def test_two_readings_are_both_told(dated: Dated) -> None:
    found = dated("26.02.09-PV.pdf")
    refused = found.evidence[0]

    assert found.reason == (
        "no clue gives a date: '26.02.09' in file_name reads 2009-02-26 or 2026-02-09"
    )
    assert refused.value is None
    assert refused.note == "reads 2009-02-26 or 2026-02-09"


def test_term_that_has_not_ended_keeps_both_ends(dated: Dated) -> None:
    value = dated("legislature-2021-2026.pdf").value

    assert value is not None
    assert (value.earliest.isoformat(), value.latest.isoformat()) == ("2021-01-01", "2026-12-31")
