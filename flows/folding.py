"""Documents that say the same become one, with all their URLs; what is kept apart is told."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from flows.code_versions import code_version
from flows.site_documents import SiteDocument
from flows.step_cache import StepCache, step_key
from indexers.duplicates import (
    ComparedDocument,
    DuplicateDecision,
    DuplicateGroup,
    aliases_by_kept,
    find_duplicates,
    sketch,
)
from schemas.resource import SourceDocument
from schemas.urls import CanonicalUrl

SKETCHES = "sketches"
"""Name of the step in the cache."""


def duplicate_groups(
    documents: Sequence[SiteDocument], cache: StepCache, *, near_share: float
) -> tuple[DuplicateGroup, ...]:
    """Groups of documents that say the same, with what is to become of each."""
    version = code_version("indexers.duplicates")

    def sketch_of(text: str) -> bytes:
        key = step_key(text.encode("utf-8", "surrogatepass"), version)
        return cache.remembered(SKETCHES, key, lambda: sketch(text))

    compared = [
        ComparedDocument(
            url=each.parsed.url,
            text=each.parsed.text,
            kind=each.parsed.kind,
            date=None if each.dated.value is None else str(each.dated.value),
            is_archive=each.standing.is_archive,
            is_authoritative=each.standing.is_authoritative,
        )
        for each in documents
    ]
    return find_duplicates(compared, near_share=near_share, sketch_of=sketch_of)


def folded_documents(
    documents: Sequence[SiteDocument], groups: Iterable[DuplicateGroup]
) -> tuple[SiteDocument, ...]:
    """``documents`` with each folded group as one document that has all the URLs."""
    by_url = {each.parsed.url: each for each in documents}
    aliases = {
        kept: [by_url[CanonicalUrl(url)].source for url in others]
        for kept, others in aliases_by_kept(groups).items()
    }
    gone = {source.url for others in aliases.values() for source in others}
    return tuple(
        replace(each, source=_answering_for(each.source, aliases.get(each.parsed.url, [])))
        for each in documents
        if each.parsed.url not in gone
    )


def folded_urls(groups: Iterable[DuplicateGroup]) -> frozenset[str]:
    """URLs of the documents that another one answers for."""
    return frozenset(url for others in aliases_by_kept(groups).values() for url in others)


def duplicates_in_words(groups: Sequence[DuplicateGroup]) -> Iterator[str]:
    """A sentence on the folded groups, and one for each that was kept apart."""
    folded = [g for g in groups if g.decision is DuplicateDecision.INDEXED_ONCE]
    if folded:
        others = sum(len(group.others) for group in folded)
        yield f"{others} documents say what another says: indexed once, with all their URLs"
    for group in groups:
        if group.decision is DuplicateDecision.KEPT_APART:
            urls = ", ".join((group.kept, *group.others))
            yield f"nearly the same, kept apart ({group.reason}): {urls}"


def _answering_for(kept: SourceDocument, others: Sequence[SourceDocument]) -> SourceDocument:
    if not others:
        return kept
    urls = [url for other in others for url in (other.url, *other.aliases)]
    contexts = [context for other in others for context in other.contexts]
    return replace(
        kept,
        aliases=tuple(dict.fromkeys((*kept.aliases, *urls))),
        contexts=tuple(dict.fromkeys((*kept.contexts, *contexts))),
    )
