"""Areas of responsibility, as the pinned pages and the archives name them.

« Qui s'occupe du tourisme ? » holds no word of authority: what tells is a turn of phrase of
responsibility and, within 40 characters, an area. The areas come from the lexicon.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile

from indexers.retrieval.phrases import (
    Found,
    ends_with,
    find_phrases,
    folded_words,
    has_phrase,
    is_one_letter_off,
    starts_with,
    stem,
    stems,
)
from indexers.retrieval.roles import stands_as_noun
from schemas.lexicon import LexiconEntry, LexiconKind, folded
from schemas.site.vocabulary import Vocabulary

_WITHIN_CHARS = 40
_MIN_WORD_CHARS = 4
_MIN_WHOLE_CHARS = 3
_MIN_ALIKE_CHARS = 6
"""Shorter words are too near to each other to be taken for one another."""
_MIN_COGNATE_CHARS = 5
_COGNATE_SHARE = 0.7
"""Of two cognates (« Finanzen », « finances ») so much of the longer is the same at the start."""

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
    vocabularies = tuple(vocabularies)
    areas = [entry for entry in entries if entry.kind is LexiconKind.AREA]
    named = [
        (entry.key, entry.topic)
        for entry in areas
        if entry.is_authoritative or not _names_a_body(entry.key, vocabularies)
    ]
    for key, topic in (*named, *((folded(area), None) for area in extra)):
        of_topic = frozenset({topic} if topic else ())
        for word in _telling_words(key, empty):
            topics[word] = topics.get(word, frozenset()) | of_topic
    return topics


def _names_a_body(key: str, vocabularies: Iterable[Vocabulary]) -> bool:
    """Whether what an archive gives as an area is a body, or the commune itself."""
    return any(
        has_phrase(key, words.bodies) or starts_with(key, words.places) for words in vocabularies
    )


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
    if not turns:
        return ()
    for area, topics in _areas_in(sentence, words, areas):
        near = [turn for turn in turns if _distance(turn, area) <= _WITHIN_CHARS]
        found += [AreaFound(turn.phrase, area.phrase, topics) for turn in near]
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
        or ends_with(sentence[: turn.start], (*words.opens_noun, *words.asks_contact))
    ]
    if asked or has_phrase(sentence, (*words.asks_contact, *words.opens_noun)):
        holders += find_phrases(sentence, words.executive)
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
    return not before or ends_with(before, (*words.function_words, *words.opens_noun))


def _areas_in(
    sentence: str, words: Vocabulary, areas: AreaTopics
) -> list[tuple[Found, frozenset[str]]]:
    """The words of a sentence that name an area, each with the topics of that area."""
    plain = _asking_words(words)
    found, position = [], 0
    for word in sentence.split():
        start = sentence.index(word, position)
        position = start + len(word)
        key = stem(word)
        known = key if key in areas else None if word in plain else _alike(key, areas)
        if known is not None:
            found.append((Found(start, position, word), areas[known]))
    return found


def _asking_words(words: Vocabulary) -> frozenset[str]:
    """The words of which questions are made: near an area's they are not that area."""
    lists = folded_words(
        words.who_words,
        words.function_words,
        words.asks_name,
        words.asks_who,
        words.asks_members,
        words.person_frames,
        words.asking,
        words.responsibility,
        words.roles,
    )
    return frozenset(word for entry in lists for word in entry.split())


def _alike(key: str, areas: AreaTopics) -> str | None:
    """The area that a stem misspells by a letter, or says in a sister language."""
    if len(key) < _MIN_COGNATE_CHARS:
        return None
    near = (
        area
        for area in areas
        if (min(len(key), len(area)) >= _MIN_ALIKE_CHARS and is_one_letter_off(key, area))
        or _are_cognates(key, area)
    )
    return min(near, default=None)


def _are_cognates(one: str, other: str) -> bool:
    """Whether two stems share their start, letters of one sound counted as the same.

    >>> _are_cognates("finanzen", "finance"), _are_cognates("kultur", "culture")
    (True, True)
    >>> _are_cognates("location", "locale")
    False
    """
    alike = str.maketrans("kz", "cc")
    pairs = zip(one.translate(alike), other.translate(alike), strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    longest = max(len(one), len(other))
    return common >= _MIN_COGNATE_CHARS and common >= _COGNATE_SHARE * longest


def _distance(turn: Found, area: Found) -> int:
    if turn.end <= area.start:
        return area.start - turn.end
    return turn.start - area.end if area.end <= turn.start else 0
