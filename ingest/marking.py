"""Marking: the text that an assistant reads; for an archive, its dated warning and its body.

The wording stands in `schemas.warning`, where the gate reads it too.
"""

from schemas.chunk import Chunk, MarkedChunk, Standing
from schemas.dating import DateFinding
from schemas.warning import WARNING_VERSION
from schemas.warning import archive_warning as warning_of

__all__ = ["WARNING_VERSION", "archive_warning", "mark"]


def archive_warning(finding: DateFinding | None, language: str = "fr") -> str:
    """The warning line of an archive, in the document's language (or in French).

    >>> print(archive_warning(None))  # doctest: +NORMALIZE_WHITESPACE
    [Document d'archive, décrit une situation passée,
    ne pas présenter son contenu comme la situation actuelle]
    """
    return warning_of(None if finding is None else finding.value, language)


def mark(chunk: Chunk, dated: DateFinding | None, standing: Standing) -> MarkedChunk:
    """Give ``chunk`` the text that the assistant reads; its body stays as it is.

    The text is built from the body alone, so marking twice gives the same text as once.
    """
    text = chunk.body
    if standing.is_archive:
        text = f"{archive_warning(dated, chunk.language)}\n{chunk.body}"
    return MarkedChunk(
        chunk=chunk,
        dated=dated,
        standing=standing,
        text=text,
        warning_version=WARNING_VERSION,
    )
