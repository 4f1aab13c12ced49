"""Bad nights: each ends in a build that is held, or in the right deletion with its reason."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np
import pytest

from indexers.gate import Candidate, GateRules, LastBuild, choose_probes, examine
from indexers.lance import BuildContent, StoredChunk
from indexers.rows import document_id
from schemas.dating import PartialDate
from schemas.document import DocumentKind
from schemas.index import GateOutcome, IndexManifest, UrlRow
from schemas.report import GateLevel, GateReport, GoldenOutcome
from schemas.site import AuthorityRule, GateSettings

if TYPE_CHECKING:
    from conftest import Maker

RULES = GateRules(
    authority=(
        AuthorityRule(
            topic="executive", url="/municipalite", must_contain=("Mme Anne Exemple, syndique",)
        ),
    )
)
ASKED = GoldenOutcome(
    question="qui s'occupe des finances ?",
    expected=("https://commune.example/municipalite",),
    rank=1,
    authority_first=True,
)
OFF_TOPIC = GoldenOutcome(question="recette de la fondue", best_score=0.81)


@dataclass(frozen=True, slots=True)
class Night:
    """A site of 200 pages and 20 minutes on its last night, as reads; and how to see it."""

    make: "Maker"

    def reads(self) -> list:
        make = self.make
        pages = [
            make.read(f"/page-{n}", f"Le service numéro {n} est ouvert le lundi matin à {n} h.")
            for n in range(196)
        ]
        minutes = [
            make.read(
                f"/pv/seance-{n}.pdf",
                f"Procès-verbal de la séance numéro {n} du conseil communal.",
                kind=DocumentKind.PDF,
                dated=PartialDate(2000 + n, 1 + n % 12, 1 + n),
            )
            for n in range(20)
        ]
        return [*make.commune()[:4], *pages, *minutes]

    def candidate(self, content: BuildContent, **changes: object) -> Candidate:
        rows = list(content.chunks)
        manifest = IndexManifest(
            version="v2", site="Commune", built_at=self.make.night, run_id="run-2",
            chunks=len(rows), documents=len(list(content.documents)), urls=0, archives=0,
            model_id="m", model_recipe="1", dimension=content.vectors.shape[1], query_prompt="",
            document_prompt="", profile_sha256="", code_version="", warning_version="1",
            ids_sha256="", content_sha256="",
        )  # fmt: skip
        plain = Candidate(
            manifest=manifest,
            chunks=[StoredChunk(*pair) for pair in zip(rows, content.vectors, strict=True)],
            documents=list(content.documents),
            urls=list(content.urls),
            unindexed_rows={"search_text_idx": 0},
            golden=[ASKED, OFF_TOPIC],
        )
        return replace(plain, **changes)

    def last(self) -> LastBuild:
        content = self.make.content(self.reads())
        report = GateReport.of("v1", []).model_copy(update={"golden": (ASKED,)})
        return LastBuild(
            manifest=self.candidate(content).manifest.model_copy(update={"version": "v1"}),
            documents=list(content.documents),
            text_lengths={row.url: len(row.text) for row in content.documents},
            report=report,
        )

    def left(
        self, reads: list, state: str = "gone", reason: str = "http_404_twice"
    ) -> list[UrlRow]:
        """The urls table when ``reads`` stay and everything else left with ``reason``."""
        taken = [self.make.taken(read) for read in reads]
        here = {row.url for row in taken}
        gone = [read.parsed.url for read in self.reads() if read.parsed.url not in here]
        return taken + [UrlRow(url, state, reason, "", None, None, None) for url in gone]


@pytest.fixture
def night(make: "Maker") -> Night:
    return Night(make)


def failed(report: GateReport) -> set[str]:
    return {check.name for check in report.holding}


def content_with(night: Night, reads: list, urls: list[UrlRow] | None = None) -> Candidate:
    content = night.make.content(reads)
    return night.candidate(content if urls is None else replace(content, urls=urls))


def ninety_five_percent_gone(night: Night) -> Candidate:
    kept = [read for read in night.reads() if not read.parsed.url.rsplit("-")[-1].isdigit()]
    return content_with(night, kept, night.left(kept))


def five_of_two_hundred(night: Night) -> Candidate:
    kept = night.reads()[:5]
    return content_with(night, kept, night.left(kept, "missing", "not_seen"))


def empty_listing(night: Night) -> Candidate:
    return content_with(night, [], night.left([], "missing", "not_seen"))


def store_emptied_while_ledger_stays(night: Night) -> Candidate:
    everything = night.make.content(night.reads())
    return replace(
        content_with(night, []),
        urls=list(everything.urls),
        expected_urls=frozenset(row.url for row in everything.documents),
    )


def pinned(night: Night, *paragraphs: str, flags: tuple[str, ...] = ()) -> Candidate:
    page = night.make.read("/municipalite", *paragraphs, topic="executive")
    content = night.make.content([page, *night.reads()[1:]])
    documents = [
        replace(row, flags=flags) if row.is_authoritative else row for row in content.documents
    ]
    return night.candidate(replace(content, documents=documents))


def pinned_is_error_page(night: Night) -> Candidate:
    text = "Erreur 500. Le serveur a rencontré un problème, veuillez réessayer plus tard. Mme M."
    return pinned(night, text * 3, flags=("error_page",))


def pinned_without_civilities(night: Night) -> Candidate:
    return pinned(
        night,
        "Anne Exemple, syndique : administration générale, finances. Bureau ouvert le mardi.",
        "Paul Modèle, municipal : forêts, tourisme et déchets. Bureau ouvert le jeudi matin.",
    )


def pinned_is_a_shell(night: Night) -> Candidate:
    return pinned(night, "Menu")


def pinned_is_gone(night: Night) -> Candidate:
    kept = night.reads()[1:]
    return content_with(night, kept, night.left(kept))


def all_pages_are_shells(night: Night) -> Candidate:
    reads = night.reads()
    shells = [
        night.make.read(read.parsed.url.removeprefix(night.make.site), "Chargement…")
        for read in reads[4:200]
    ]
    return content_with(night, [*reads[:4], *shells, *reads[200:]])


def all_pdfs_empty(night: Night) -> Candidate:
    reads = night.reads()
    empty = [
        replace(read, chunks=(), parsed=replace(read.parsed, text="", blocks=()))
        for read in reads[200:]
    ]
    return content_with(night, [*reads[:200], *empty])


def all_dates_equal(night: Night) -> Candidate:
    minutes = [
        night.make.read(
            f"/pv/seance-{n}.pdf",
            f"Procès-verbal de la séance numéro {n} du conseil communal.",
            kind=DocumentKind.PDF,
            dated=PartialDate(2026, 11, 28),
        )
        for n in range(20)
    ]
    return content_with(night, [*night.reads()[:200], *minutes])


def golden_lost(night: Night) -> Candidate:
    second = ASKED.model_copy(update={"question": "quand ouvre la déchetterie ?", "rank": 2})
    lost = ASKED.model_copy(update={"rank": None, "authority_first": False})
    return replace(content_with(night, night.reads()), golden=[lost, second, second, second])


def ledger_restored_from_last_week(night: Night) -> Candidate:
    content = night.make.content(night.reads())
    week = timedelta(days=7)
    documents = [replace(row, fetched_at=row.fetched_at - week) for row in content.documents]
    return night.candidate(replace(content, documents=documents))


def vectors_of_another_model(night: Night) -> Candidate:
    candidate = content_with(night, night.reads())
    probes = {stored.row.id: np.roll(stored.vector, 1) for stored in list(candidate.chunks)[:3]}
    return replace(candidate, probes=probes)


def vectors_not_normalised(night: Night) -> Candidate:
    candidate = content_with(night, night.reads())
    return replace(candidate, chunks=[replace(s, vector=s.vector * 2) for s in candidate.chunks])


def changed(night: Night, **columns: object) -> Candidate:
    """The rows of the last archive, with some columns changed."""
    candidate = content_with(night, night.reads())
    *others, last = candidate.chunks
    return replace(candidate, chunks=[*others, replace(last, row=replace(last.row, **columns))])


def archive_without_warning(night: Night) -> Candidate:
    stored = list(content_with(night, night.reads()).chunks)[-1]
    return changed(night, text=stored.row.body)


def archive_with_another_date(night: Night) -> Candidate:
    return changed(night, date="2001-01-01")


def body_is_not_the_span(night: Night) -> Candidate:
    return changed(night, span_start=1)


def passage_without_page(night: Night) -> Candidate:
    return changed(night, page_first=None)


def same_id_twice(night: Night) -> Candidate:
    return changed(night, id=next(iter(content_with(night, night.reads()).chunks)).row.id)


def authority_by_itself(night: Night) -> Candidate:
    return changed(night, is_authoritative=True)


def half_an_index(night: Night) -> Candidate:
    return replace(content_with(night, night.reads()), unindexed_rows={"search_text_idx": 7})


def one_error_taken_for_absence(night: Night) -> Candidate:
    kept = night.reads()[:-1]
    return content_with(night, kept, night.left(kept, "error", "http_500"))


NIGHTS: dict[str, tuple[Callable[[Night], Candidate], set[str]]] = {
    "95-percent-gone": (ninety_five_percent_gone, {"lost_documents"}),
    "5-of-200-pages": (five_of_two_hundred, {"lost_documents", "losses_have_reasons"}),
    "empty-listing": (empty_listing, {"not_empty", "lost_documents", "pinned_page.executive"}),
    "store-emptied-ledger-stays": (
        store_emptied_while_ledger_stays,
        {"not_empty", "ledger_agrees", "counts_agree"},
    ),
    "pinned-is-error-page": (pinned_is_error_page, {"pinned_page.executive"}),
    "pinned-without-civilities": (pinned_without_civilities, {"pinned_civilities.executive"}),
    "pinned-is-a-shell": (pinned_is_a_shell, {"pinned_page.executive"}),
    "pinned-is-gone": (pinned_is_gone, {"pinned_page.executive"}),
    "all-pages-shells": (all_pages_are_shells, {"lost_text"}),
    "all-pdfs-empty": (all_pdfs_empty, {"empty_pdfs"}),
    "all-dates-equal": (all_dates_equal, {"same_date"}),
    "golden-question-lost": (golden_lost, {"golden_lost", "golden_authority"}),
    "ledger-of-last-week": (ledger_restored_from_last_week, {"not_older"}),
    "another-model": (vectors_of_another_model, {"vectors_of_this_model"}),
    "vectors-not-normalised": (vectors_not_normalised, {"vectors_sound"}),
    "archive-without-warning": (archive_without_warning, {"archives_marked"}),
    "archive-with-another-date": (archive_with_another_date, {"archives_marked"}),
    "body-not-the-span": (body_is_not_the_span, {"spans_exact"}),
    "passage-without-page": (passage_without_page, {"pages_present"}),
    "same-id-twice": (same_id_twice, {"ids_unique"}),
    "authority-by-itself": (authority_by_itself, {"authority_pinned"}),
    "half-an-index": (half_an_index, {"indexes_complete"}),
    "error-taken-for-absence": (one_error_taken_for_absence, {"losses_have_reasons"}),
}


@pytest.mark.parametrize("name", NIGHTS)
def test_a_bad_night_is_held(night: Night, name: str) -> None:
    candidate, expected = NIGHTS[name]

    report = examine(candidate(night), night.last(), RULES)

    assert report.outcome is GateOutcome.HELD
    assert expected <= failed(report), report.in_words()


def test_a_quiet_night_passes_and_reads_in_ten_seconds(night: Night) -> None:
    report = examine(content_with(night, night.reads()), night.last(), RULES)

    assert report.outcome is GateOutcome.PASSED, report.in_words()
    assert len(report.in_words().splitlines()) < 40
    assert report.figures.documents == 220
    assert GateReport.model_validate_json(report.model_dump_json()) == report


def test_the_first_build_has_nothing_to_be_compared_with(night: Night) -> None:
    report = examine(content_with(night, night.reads()), None, RULES)

    assert report.outcome is GateOutcome.PASSED, report.in_words()


@pytest.mark.parametrize("state", ["gone", "refused", "withdrawn"])
def test_a_few_pages_leave_with_their_reason(night: Night, state: str) -> None:
    kept = night.reads()[:-3]
    report = examine(content_with(night, kept, night.left(kept, state)), night.last(), RULES)

    assert report.outcome is GateOutcome.PASSED, report.in_words()
    told = next(check for check in report.checks if check.name == "losses_have_reasons")
    assert state == "withdrawn" or "http_404_twice: 3" in told.sentence


def test_a_page_missing_for_one_night_stays_and_passes(night: Night) -> None:
    content = night.make.content(night.reads())
    last = list(content.urls)[-1]
    urls = [*list(content.urls)[:-1], replace(last, state="missing", reason="http_404_once")]
    report = examine(night.candidate(replace(content, urls=urls)), night.last(), RULES)

    assert report.outcome is GateOutcome.PASSED, report.in_words()


def test_a_page_that_moved_is_not_lost(night: Night) -> None:
    reads = night.reads()
    moved = [
        night.make.read(f"/neuf/page-{n}", *(read.parsed.text for read in [reads[4 + n]]))
        for n in range(100)
    ]
    stay = [*reads[:4], *moved, *reads[104:]]
    report = examine(
        content_with(night, stay, night.left(stay, "moved", "301")), night.last(), RULES
    )

    assert report.outcome is GateOutcome.PASSED, report.in_words()


def test_an_operator_overrides_by_name_but_never_a_broken_build(night: Night) -> None:
    held = examine(ninety_five_percent_gone(night), night.last(), RULES)
    names = [check.name for check in held.holding]

    assert held.overriding(["lost_documents"], "x").outcome is GateOutcome.HELD or names == [
        "lost_documents"
    ]
    assert held.overriding(names, "the canton took over").outcome is GateOutcome.OVERRIDDEN
    broken = examine(archive_without_warning(night), night.last(), RULES)
    assert broken.overriding(failed(broken), "x").outcome is GateOutcome.HELD
    assert all(check.level is GateLevel.BLOCKS for check in broken.holding)


def test_dates_that_move_without_new_bytes_are_said(night: Night) -> None:
    content = night.make.content(night.reads())
    bytes_of = {row.url: row.body_sha256 for row in content.documents}
    other = all_dates_equal(night)
    documents = [replace(row, body_sha256=bytes_of[row.url]) for row in other.documents]
    report = examine(replace(other, documents=documents), night.last(), RULES)

    said = next(check for check in report.checks if check.name == "dates_stay")
    assert (said.passed, said.level, said.figures["reassigned"]) == (False, GateLevel.WARNS, 20)


def test_probes_of_the_same_model_agree(night: Night) -> None:
    candidate = content_with(night, night.reads())
    stored = {each.row.id: each for each in candidate.chunks}
    chosen = choose_probes([each.row for each in stored.values()])
    probes = {row.id: stored[row.id].vector for row in chosen}
    report = examine(replace(candidate, probes=probes), night.last(), RULES)

    assert report.outcome is GateOutcome.PASSED, report.in_words()
    assert len(chosen) == 5
    assert choose_probes([]) == []


def test_thresholds_are_the_operators(night: Night) -> None:
    loose = replace(RULES, settings=GateSettings(max_lost_documents=1))
    report = examine(ninety_five_percent_gone(night), night.last(), loose)

    assert "lost_documents" not in failed(report)


def test_every_chunk_belongs_to_a_document(night: Night) -> None:
    candidate = changed(night, doc_id=document_id("https://elsewhere.example/"))
    report = examine(candidate, night.last(), RULES)

    assert {"counts_agree", "spans_exact"} <= failed(report)
