"""Areas of responsibility, as the pinned pages and the archives name them.

« Qui s'occupe du tourisme ? » holds no word of authority: what tells is a turn of phrase of
responsibility and, within 40 characters, an area. The areas come from the lexicon.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from indexers.retrieval.phrases import Found, ends_with, find_phrases, has_phrase, stem, stems
from indexers.retrieval.roles import stands_as_noun
from schemas.lexicon import LexiconEntry, LexiconKind, folded
from schemas.site.vocabulary import Vocabulary

_WITHIN_CHARS = 40
_MIN_WORD_CHARS = 4
_MIN_WHOLE_CHARS = 3

AreaTopics = Mapping[str, frozenset[str]]
"""Stem of a word of an area -> topics of the pinned pages that state it (none for archives)."""


@dataclass(frozen=True, slots=True)
class AreaFound:
    """A turn of phrase with the area that it asks about."""

    phrase: str
    area: str
    topics: frozenset[str]


def area_topics(
    entries: Iterable[LexiconEntry], extra: Iterable[str], vocabularies: Iterable[Vocabulary]
) -> AreaTopics:
    """The words of every area, each with the topics whose pinned page states it."""
    empty = {stem(folded(w)) for words in vocabularies for w in words.empty_area_words}
    topics: dict[str, frozenset[str]] = {}
    named = [(entry.key, entry.topic) for entry in entries if entry.kind is LexiconKind.AREA]
    for key, topic in (*named, *((folded(area), None) for area in extra)):
        of_topic = frozenset({topic} if topic else ())
        for word in _telling_words(key, empty):
            topics[word] = topics.get(word, frozenset()) | of_topic
    return topics


def _telling_words(key: str, empty: set[str]) -> tuple[str, ...]:
    """The stems by which an area is known: its words, without those that name nothing."""
    words = key.split()
    least = _MIN_WHOLE_CHARS if len(words) == 1 else _MIN_WORD_CHARS
    return tuple(word for word in stems(words) if len(word) >= least and word not in empty)


def find_responsibility(
    sentence: str, words: Vocabulary, areas: AreaTopics
) -> tuple[AreaFound, ...]:
    """Turns of phrase of responsibility in a folded sentence, each with an area nearby.

    >>> from schemas.site.vocabulary import FRENCH
    >>> areas = {"tourisme": frozenset({"executif"})}
    >>> [f.area for f in find_responsibility("qui s occupe du tourisme", FRENCH, areas)]
    ['tourisme']
    >>> find_responsibility("comment la commune gere le tourisme", FRENCH, areas)
    ()
    """
    turns = _turns(sentence, words)
    found = []
    for area in _areas_in(sentence, areas):
        near = [turn for turn in turns if _distance(turn, area) <= _WITHIN_CHARS]
        found += [AreaFound(turn.phrase, area.phrase, areas[stem(area.phrase)]) for turn in near]
    return tuple(found)


def _turns(sentence: str, words: Vocabulary) -> list[Found]:
    others = find_phrases(sentence, words.not_responsibility)
    asked = has_phrase(sentence, words.who_words)
    nouns = [
        turn
        for turn in find_phrases(sentence, words.responsibility)
        if asked or _opens_as_noun(sentence, turn, words)
    ]
    holders = [
        turn
        for turn in find_phrases(sentence, (*words.roles, *words.adjectives))
        if stands_as_noun(sentence[: turn.start].rstrip(), words)
    ]
    verbs = find_phrases(sentence, words.responsibility_verbs) if asked else ()
    reached = [turn for turn in verbs if has_phrase(sentence[: turn.end], words.who_words)]
    return [
        turn
        for turn in (*nouns, *holders, *reached)
        if not any(other.start <= turn.start < other.end for other in others)
    ]


def _opens_as_noun(sentence: str, turn: Found, words: Vocabulary) -> bool:
    """« Le responsable des routes », « responsable tourisme »; not « suis-je responsable »."""
    before = sentence[: turn.start]
    return not before or ends_with(before, words.function_words)


def _areas_in(sentence: str, areas: AreaTopics) -> list[Found]:
    found, position = [], 0
    for word in sentence.split():
        start = sentence.index(word, position)
        position = start + len(word)
        if stem(word) in areas:
            found.append(Found(start, position, word))
    return found


def _distance(turn: Found, area: Found) -> int:
    if turn.end <= area.start:
        return area.start - turn.end
    return turn.start - area.end if area.end <= turn.start else 0
