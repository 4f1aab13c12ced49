"""Rows of the index as passages, each with the reason for which it is there."""

from collections.abc import Sequence

from indexers.retrieval.fusion import Candidate
from indexers.retrieval.persons import PersonFound
from schemas.index import ChunkRow
from schemas.passage import LegScore, Passage, PassagePart


def pinned_passage(row: ChunkRow) -> Passage:
    """A chunk of the pinned page: there whatever its score."""
    reason = f'pinned page of "{row.authority_topic}": there whatever its score'
    return _passage(row, PassagePart.AUTHORITY, reason)


def former_passage(row: ChunkRow, persons: Sequence[PersonFound]) -> Passage:
    """An archive that states a function of someone who is not on the pinned page."""
    names = ", ".join(person.words for person in persons if not person.is_on_pinned_page)
    reason = f'archive in which "{names}" holds a function; not on the pinned page'
    return _passage(row, PassagePart.FORMER_HOLDER, reason)


def found_passage(candidate: Candidate, tier: str) -> Passage:
    """A chunk that the search found."""
    places = ", ".join(f"{leg.leg} rank {leg.rank}" for leg in candidate.legs)
    reason = f"{places}; {tier}"
    return _passage(
        candidate.row, PassagePart.RANKED, reason, score=candidate.score, legs=candidate.legs
    )


def _passage(
    row: ChunkRow,
    part: PassagePart,
    reason: str,
    *,
    score: float = 0.0,
    legs: tuple[LegScore, ...] = (),
) -> Passage:
    return Passage(
        id=row.id,
        text=row.text,
        body=row.body,
        url=row.url,
        title=row.title,
        heading_path=row.heading_path,
        page_first=row.page_first,
        page_last=row.page_last,
        language=row.language,
        date=row.date,
        date_label=row.date_label,
        date_precision=row.date_precision,
        is_archive=row.is_archive,
        is_authoritative=row.is_authoritative,
        authority_topic=row.authority_topic,
        standing_reason=row.standing_reason,
        ocr=row.ocr,
        ocr_confidence=row.ocr_confidence,
        part=part,
        score=score,
        legs=legs,
        reason=reason,
    )
