"""The lexicon: persons, functions and areas of responsibility, found in the documents.

A pure step. The pinned pages say who holds what today, and which areas there are; archives
say who held a function once. Nothing else is read: a citizen's letter makes no magistrate.
"""

from collections.abc import Iterable, Iterator

from ingest.lexicon.cards import read_cards
from ingest.lexicon.functions import find_functions
from ingest.lexicon.statements import Statement, find_statements
from schemas.document import DocumentKind
from schemas.lexicon import LexiconEntry, LexiconKind, LexiconSource, folded
from schemas.site.vocabulary import FRENCH, VOCABULARIES, Vocabulary

__all__ = ["build_lexicon", "find_entries"]


def build_lexicon(documents: Iterable[LexiconSource]) -> tuple[LexiconEntry, ...]:
    """The entries of all ``documents``, in their order; each document's own come once."""
    return tuple(entry for source in documents for entry in find_entries(source))


def find_entries(source: LexiconSource) -> tuple[LexiconEntry, ...]:
    """What one document states; empty unless it is a pinned page or an archive.

    Depends on nothing but ``source``, so that it can be cached by the document's hash.
    """
    standing = source.standing
    if not standing.is_authoritative and not standing.is_archive:
        return ()
    vocabulary = VOCABULARIES.get(source.document.language or "fr", FRENCH)
    if standing.is_authoritative or source.document.kind is DocumentKind.HTML:
        cards = read_cards(source.document, vocabulary)
        if standing.is_archive:
            # Two capitalised words on an old page are a name only beside a function.
            cards = tuple(card for card in cards if card.function or card.civility)
        prose = find_statements(source.document.text, vocabulary)
        statements = (*cards, *(s for s in prose if not _is_told(s, cards)))
    else:
        statements = find_statements(source.document.text, vocabulary)
    entries = {
        _identity(entry): entry
        for entry in reversed(list(_entries(source, statements, vocabulary)))
    }
    return tuple(reversed(entries.values()))


def _is_told(statement: Statement, cards: tuple[Statement, ...]) -> bool:
    """Whether a card already says of this person what the sentence says."""
    key = folded(statement.name)
    return any(
        folded(card.name) == key and (card.function or not statement.function) for card in cards
    )


def _entries(
    source: LexiconSource, statements: Iterable[Statement], vocabulary: Vocabulary
) -> Iterator[LexiconEntry]:
    for statement in statements:
        yield _entry(source, statement, LexiconKind.PERSON, statement.name)
        if source.standing.is_authoritative:
            for function in find_functions(statement.function, vocabulary):
                yield _entry(source, statement, LexiconKind.FUNCTION, function.function)
        for area in statement.areas:
            yield _entry(source, statement, LexiconKind.AREA, area)


def _entry(
    source: LexiconSource, statement: Statement, kind: LexiconKind, text: str
) -> LexiconEntry:
    is_person = kind is LexiconKind.PERSON
    dated = source.dated.value if source.dated else None
    return LexiconEntry(
        kind=kind,
        text=text,
        key=folded(text),
        civility=statement.civility if is_person else "",
        function=statement.function if is_person else "",
        areas=statement.areas if is_person else (),
        topic=source.standing.authority_topic,
        url=source.document.url,
        is_archive=source.standing.is_archive,
        is_authoritative=source.standing.is_authoritative,
        date=str(dated) if dated else None,
        span_start=statement.start,
        span_end=statement.end,
    )


def _identity(entry: LexiconEntry) -> tuple[str, ...]:
    return (entry.kind, entry.key, folded(entry.function), *map(folded, entry.areas))
