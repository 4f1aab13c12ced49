"""An archive by default, in force by rule, never silently both: and what decided is said."""

from datetime import date

import pytest

from ingest.standing import DocumentFacts, decide_all, decide_standing, facts_for, find_series
from schemas.chunk import Standing
from schemas.dating import (
    DateEvidence,
    DateFinding,
    DateRung,
    EvidenceStatus,
    PartialDate,
    Validity,
)
from schemas.document import DocumentKind, ParsedDocument
from schemas.resource import LinkContext, SourceDocument
from schemas.site import AuthorityRule, SiteProfile, StandingRule
from schemas.urls import CanonicalUrl

TODAY = date(2026, 11, 29)
SITE = "https://commune.example"
NO_DATE = DateFinding(None, None)


def profile(**rules: tuple[object, ...]) -> SiteProfile:
    return SiteProfile.model_validate(
        {
            "name": "Commune",
            "start_urls": (f"{SITE}/",),
            "aliases": ("www.commune.example", "ancienne.example"),
            "contact": "web@commune.example",
            **rules,
        }
    )


def holding(validity: Validity) -> DateFinding:
    return DateFinding(None, None, validity=validity)


def on(value: PartialDate | None, source: str = "file_name", text: str = "") -> DateFinding:
    if value is None:
        return NO_DATE
    evidence = DateEvidence(
        value, DateRung.URL, "rule", source, text or str(value), EvidenceStatus.CHOSEN
    )
    return DateFinding(value, DateRung.URL, (evidence,))


def doc(path: str, finding: DateFinding = NO_DATE, **more: object) -> DocumentFacts:
    kind = more.pop("kind", DocumentKind.PDF)
    return DocumentFacts(CanonicalUrl(f"{SITE}{path}"), kind, finding, **more)


def standing(facts: DocumentFacts, site: SiteProfile) -> Standing:
    return decide_standing(facts, site, today=TODAY)


IN_FORCE = profile(
    in_force=(
        StandingRule(name="règlements", title=r"r[èe]glement"),
        StandingRule(name="tarifs", title="tarif"),
        StandingRule(name="calendriers", title="calendrier|budget"),
        StandingRule(url="/formulaires/*"),
    ),
    archive=(StandingRule(name="vieux", url="/archives/*"),),
)


@pytest.mark.parametrize(
    "kind",
    [DocumentKind.PDF, DocumentKind.DOCX, DocumentKind.ODT, DocumentKind.RTF, DocumentKind.DOC],
)
def test_a_file_is_an_archive_by_default(kind: DocumentKind) -> None:
    decided = standing(doc("/x", kind=kind), profile())

    assert decided.is_archive
    assert decided.reason.startswith("default:")


def test_a_web_page_is_no_archive_by_default() -> None:
    assert not standing(doc("/x", kind=DocumentKind.HTML), profile()).is_archive


def test_a_web_page_that_a_rule_names_is_an_archive() -> None:
    decided = standing(doc("/archives/2016/elus", kind=DocumentKind.HTML), IN_FORCE)

    assert decided.is_archive
    assert decided.reason == "[[archive]] 'vieux'"


def test_a_former_text_of_a_page_is_always_an_archive() -> None:
    rule = StandingRule(kind=DocumentKind.PAGE_HISTORY)
    decided = standing(doc("/elus", kind=DocumentKind.PAGE_HISTORY), profile(in_force=(rule,)))

    assert decided.is_archive


@pytest.mark.parametrize(
    "facts",
    [
        doc("/r/reglement-chiens.pdf"),
        doc("/r/12.pdf", titles=("Règlement communal",)),
        doc("/r/R%C3%A8glement.pdf"),
        doc("/r/REGLEMENT.pdf"),
        doc("/r/Re%CC%80glement.pdf"),
        doc("/x", aliases=(f"{SITE}/formulaires/x.pdf",)),
        doc("/formulaires/a/b.pdf"),
        doc("/reglement-2008.pdf", on(PartialDate(2008))),
    ],
    ids=[
        "name",
        "title",
        "encoded-name",
        "no-accent",
        "nfd",
        "alias",
        "glob",
        "old-but-in-force",
    ],
)
def test_in_force_by_rule(facts: DocumentFacts) -> None:
    assert not standing(facts, IN_FORCE).is_archive


def test_all_given_parts_of_a_rule_must_match() -> None:
    rule = StandingRule(url="/r/*", title="statuts", kind=DocumentKind.PDF)
    site = profile(in_force=(rule,))

    assert not standing(doc("/r/statuts.pdf"), site).is_archive
    assert standing(doc("/s/statuts.pdf"), site).is_archive
    assert standing(doc("/r/autre.pdf"), site).is_archive


def test_archive_rule_wins_over_in_force_rule() -> None:
    assert standing(doc("/archives/reglement.pdf"), IN_FORCE).is_archive


def test_period_that_is_over_is_past_although_a_rule_names_it() -> None:
    past = standing(doc("/calendrier-2024.pdf", on(PartialDate(2024))), IN_FORCE)
    current = standing(doc("/calendrier-2026.pdf", on(PartialDate(2026))), IN_FORCE)
    future = standing(doc("/budget-2027.pdf", on(PartialDate(2027))), IN_FORCE)
    span = standing(
        doc("/calendrier-2023-2031.pdf", on(PartialDate(2023, end_year=2031))), IN_FORCE
    )

    assert past.is_archive
    assert "its period 2024 is over" in past.reason
    assert not current.is_archive
    assert not future.is_archive
    assert not span.is_archive


def test_stated_end_of_validity_ends_it() -> None:
    over = Validity(date(2024, 1, 1), date(2025, 12, 31), "x")
    running = Validity(date(2024, 1, 1), date(2027, 12, 31), "x")

    decided = standing(doc("/tarif.pdf", holding(over)), IN_FORCE)
    assert decided.is_archive
    assert (decided.valid_from, decided.valid_to) == (over.valid_from, over.valid_to)
    assert not standing(doc("/tarif.pdf", holding(running)), IN_FORCE).is_archive


def test_span_that_has_not_ended_is_hinted_at() -> None:
    decided = standing(doc("/certificat.pdf", on(PartialDate(2024, end_year=2028))), profile())

    assert decided.is_archive
    assert "its span 2024/2028 has not ended" in decided.reason


PINNED = [
    ("path", "/municipalite", "/municipalite", ()),
    ("path-with-slash", "/municipalite/", "/municipalite", ()),
    ("absolute", f"{SITE}/municipalite", "/municipalite/", ()),
    ("www", "https://www.commune.example/municipalite", "/municipalite", ()),
    ("old-domain", "https://ancienne.example/municipalite", "/municipalite", ()),
    ("alias-of-document", "/municipalite", "/elus", (f"{SITE}/municipalite/",)),
    ("encoded", "/municipalit%C3%A9", "/municipalité", ()),
]


@pytest.mark.parametrize(
    ("rule", "path", "aliases"), [row[1:] for row in PINNED], ids=[row[0] for row in PINNED]
)
def test_pinned_page_is_authoritative(rule: str, path: str, aliases: tuple[str, ...]) -> None:
    site = profile(authority=(AuthorityRule(topic="exécutif", url=rule),))
    decided = standing(doc(path, kind=DocumentKind.HTML, aliases=aliases), site)

    assert decided.is_authoritative
    assert decided.authority_topic == "exécutif"


@pytest.mark.parametrize(
    "path", ["/municipalite-2016", "/", "/municipalite/x", "/municipalite?p=2"]
)
def test_other_pages_are_not(path: str) -> None:
    site = profile(authority=(AuthorityRule(topic="exécutif", url="/municipalite"),))

    assert not standing(doc(path, kind=DocumentKind.HTML), site).is_authoritative


def test_pinned_page_is_never_an_archive() -> None:
    site = profile(
        authority=(AuthorityRule(topic="exécutif", url="/archives/elus.pdf"),),
        archive=(StandingRule(url="/archives/*"),),
    )

    assert not standing(doc("/archives/elus.pdf"), site).is_archive


def test_minutes_of_one_folder_are_a_series_in_order() -> None:
    files = [
        doc("/pv/2019/PV_du_14.05.2019-signe.pdf", on(PartialDate(2019, 5, 14), text="14.05.2019")),
        doc("/pv/2020/Proc%C3%A8s-verbal%203%20juin%202020.pdf", on(PartialDate(2020, 6, 3))),
        doc("/pv/2018/PV02-12-09-2018.pdf", on(PartialDate(2018, 9, 12), text="12-09-2018")),
    ]
    (series,) = find_series(files, TODAY)

    assert series.name == "minutes (/pv)"
    assert [url.rpartition("/")[2][:7] for url in series.members] == [
        "PV02-12",
        "PV_du_1",
        "Proc%C3",
    ]
    decided = decide_all(files, IN_FORCE, TODAY)
    assert {s.newest_sibling for s in decided.values()} == {series.newest, None}
    assert {s.superseded_by for s in decided.values()} == {None}
    assert all(s.series == series.name for s in decided.values())


def test_newer_regulation_supersedes_the_older_one() -> None:
    old = doc("/r/reglement-cimetiere-2008.pdf", on(PartialDate(2008)))
    new = doc("/r/reglement-cimetiere-2020.pdf", on(PartialDate(2020)))
    decided = decide_all([old, new], IN_FORCE, TODAY)

    assert decided[old.url].is_archive
    assert decided[old.url].superseded_by == new.url
    assert decided[old.url].reason.startswith(f"superseded by {new.url}, although [[in_force]]")
    assert not decided[new.url].is_archive
    assert decided[new.url].superseded_by is None


def test_tariff_of_next_year_supersedes_nothing_yet() -> None:
    files = [doc(f"/t/tarif-{year}.pdf", on(PartialDate(year))) for year in (2025, 2026, 2027)]
    decided = decide_all(files, IN_FORCE, TODAY)

    assert [decided[facts.url].is_archive for facts in files] == [True, False, False]
    assert decided[files[0].url].superseded_by == files[1].url


def test_number_tells_one_regulation_from_another() -> None:
    files = [
        doc("/r/reglement-12-2008.pdf", on(PartialDate(2008))),
        doc("/r/reglement-14-2020.pdf", on(PartialDate(2020))),
    ]

    assert find_series(files, TODAY) == ()


def test_stamps_order_no_versions() -> None:
    files = [
        doc("/r/reglement.pdf", on(PartialDate(2008), "pdf_info_creation")),
        doc("/r/reglement-final.pdf", on(PartialDate(2020), "pdf_info_creation")),
    ]

    assert find_series(files, TODAY) == ()


def test_facts_of_a_document_hold_its_other_urls_and_names() -> None:
    url = CanonicalUrl(f"{SITE}/r.pdf")
    contexts = (LinkContext(CanonicalUrl(f"{SITE}/"), "Règlement"),)
    source = SourceDocument(
        url, f"{SITE}/R.pdf", "0", 1, "application/pdf",
        aliases=(CanonicalUrl(f"{SITE}/twin.pdf"),), contexts=contexts,
    )  # fmt: skip
    parsed = ParsedDocument(url, DocumentKind.PDF, "x", title="Titre")
    facts = facts_for(source, parsed, NO_DATE)

    assert facts.aliases == (f"{SITE}/twin.pdf", url, f"{SITE}/R.pdf")
    assert facts.titles == ("Titre", "Règlement")
