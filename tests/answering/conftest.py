"""Passages of the sample commune, numbered as an assistant would be given them."""

import re
from pathlib import Path

import pytest

from ingest.read_html import read_html
from schemas.passage import Passage, PassagePart
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl

COMMUNE = Path(__file__).resolve().parents[2] / "examples" / "commune"
WARNING = (
    "[Document d'archive daté {label}, décrit une situation passée, ne pas présenter son contenu"
    " comme la situation actuelle]\n"
)


def page(name: str, *, pinned: str | None = None, archive: str | None = None) -> Passage:
    """A page of the site as one passage."""
    url = CanonicalUrl(f"https://commune.example/{name}")
    body = (COMMUNE / "site" / f"{name}.html").read_bytes()
    document = read_html(SourceDocument(url, url, "0" * 64, len(body), "text/html"), body)
    warning = WARNING.format(label=f"de {archive}") if archive else ""
    return Passage(
        id=name,
        text=warning + document.text,
        body=document.text,
        url=url,
        title=document.h1 or document.title or "",
        date=archive,
        date_label=f"de {archive}" if archive else None,
        is_archive=archive is not None,
        is_authoritative=pinned is not None,
        authority_topic=pinned,
        part=PassagePart.AUTHORITY if pinned else PassagePart.RANKED,
    )


def paper(name: str, date: str, label: str, *, confidence: float | None = None) -> Passage:
    """A PDF of the site as one passage: an archive unless it has no date."""
    text = (COMMUNE / "texts" / f"{name}.txt").read_text(encoding="utf-8")
    body = re.sub(r"(?m)^#+ |^@.*\n", "", text).strip()
    warning = WARNING.format(label=label) if date else ""
    return Passage(
        id=name,
        text=warning + body,
        body=body,
        url=f"https://commune.example/documents/{name}.pdf",
        title=name,
        page_first=1,
        page_last=2,
        date=date or None,
        date_label=label or None,
        date_precision="day" if date else "none",
        is_archive=bool(date),
        ocr=confidence is not None,
        ocr_confidence=confidence,
    )


@pytest.fixture(scope="session")
def passages() -> tuple[Passage, ...]:
    """Thirteen passages: ``[1]`` is the pinned page of the executive."""
    return (
        page("municipalite", pinned="exécutif"),
        page("horaires", pinned="horaires"),
        page("dechets"),
        page("tarifs"),
        page("eau"),
        page("administration"),
        paper("pv-2019-05-14", "2019-05-14", "du 14 mai 2019"),
        paper("preavis-07-2023", "2023-09-05", "du 5 septembre 2023"),
        paper("pv-2024-09-24", "2024-09-24", "du 24 septembre 2024"),
        paper("pv-2017-06-14", "2017-06-14", "du 14 juin 2017"),
        page("legislature-2016-2021", archive="2016-2021"),
        paper("reglement-dechets", "", ""),
        paper("pv-2022-03-30", "2022-03-30", "du 30 mars 2022", confidence=0.71),
    )
