"""The guide of one index: its pinned pages and its lexicon, ready to read questions with.

Built once for an opened version; then each question costs a few dictionary look-ups.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from indexers.retrieval.areas import AreaTopics, area_topics, find_responsibility
from indexers.retrieval.dates import find_period, tense_of
from indexers.retrieval.persons import PersonFound, PersonIndex
from indexers.retrieval.phrases import respelt, sentences, starts_with, stems, written_out
from indexers.retrieval.ports import Vector
from indexers.retrieval.question_model import Likeness, QuestionModel, shipped_model
from indexers.retrieval.roles import find_roles
from indexers.retrieval.topic_words import TopicWords
from schemas.index import ChunkRow
from schemas.lexicon import LexiconEntry, LexiconKind, folded
from schemas.passage import Intent, IntentKind
from schemas.site.retrieval import RetrievalSettings
from schemas.site.vocabulary import Vocabulary

_NAMING = (
    "person_frames",
    "place_words",
    "civilities_m",
    "civilities_f",
    "roles",
    "weak_roles",
    "adjectives",
)
_MAX_QUESTION_CHARS = 2_000
"""What a question asks stands at its start; the rest is searched, not read."""
_STEM_CHARS = 5
"""Of a function's words so many letters tell: « syndic » and « syndique » are one function."""
_WORDS_OF_FUNCTION = frozenset({IntentKind.ROLE, IntentKind.RESPONSIBILITY})


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was understood, with the persons that it names."""

    intent: Intent
    persons: tuple[PersonFound, ...] = ()


@dataclass(slots=True)
class _Signs:
    """What was found in a question while it is read."""

    kinds: list[IntentKind] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)
    topics: set[str] = field(default_factory=set)
    persons: list[PersonFound] = field(default_factory=list)
    set_aside: tuple[str, ...] = ()

    def add(self, kind: IntentKind, evidence: Iterable[str], topics: Iterable[str] = ()) -> None:
        """Note one sign."""
        self.kinds.append(kind)
        self.evidence += evidence
        self.topics.update(topics)

    def weigh(self, likeness: Likeness, *, can_be_likely: bool) -> None:
        """Let the question as a whole decide where words alone do not, or mislead.

        Names and the profile's own words always count.
        """
        if likeness.is_likely and not self.kinds and can_be_likely:
            shown = f"reads like a question for a holder ({likeness.probability:.2f})"
            self.add(IntentKind.LIKENESS, (shown,))
        elif likeness.is_unlikely and self.kinds and _WORDS_OF_FUNCTION.issuperset(self.kinds):
            self.set_aside = tuple(dict.fromkeys(self.evidence))
            self.kinds, self.evidence, self.topics = [], [], set()


class Guide:
    """Reads questions with the pinned pages and the lexicon of one version of an index."""

    def __init__(
        self,
        lexicon: Sequence[LexiconEntry],
        pinned: Sequence[ChunkRow],
        settings: RetrievalSettings,
        topics: Iterable[str] = (),
        model_id: str = "",
    ) -> None:
        """Prepare for an index; ``model_id`` says of which model its vectors are."""
        self._model: QuestionModel | None = shipped_model() if settings.question_model else None
        self._model_id = model_id
        self.pinned = tuple(pinned)
        self._vocabularies = settings.vocabularies()
        self._naming = _naming_words(self._vocabularies)
        self._persons = PersonIndex(lexicon)
        self._areas: AreaTopics = area_topics(lexicon, settings.areas, self._vocabularies)
        named = {row.authority_topic for row in pinned if row.authority_topic}
        self.topics = tuple(sorted({*named, *topics}))
        self._pinned_text = folded(" ".join(f"{row.title} {row.search_text}" for row in pinned))
        self._places = _place_names(pinned, self._vocabularies)
        self._profile_words = TopicWords(settings.topic_words, pinned, self._vocabularies)
        self._topic_words = _topic_words(lexicon, pinned, self.topics)
        with_people = {entry.topic for entry in lexicon if entry.is_authoritative and entry.topic}
        self._people_topics = tuple(sorted(with_people)) or self.topics

    def read(self, question: str, today: date, vector: Vector | None = None) -> Reading:
        """What ``question`` asks for, and in which time; ``vector`` is its embedding, if known.

        Without pinned pages words and names still say what a question is about; there is then no
        topic to bring in, and the question model brings in nothing.
        """
        signs = _Signs()
        question = question[:_MAX_QUESTION_CHARS]
        said = sentences(question)
        for sentence in said:
            for words in self._vocabularies:
                written = written_out(sentence, words.spellings)
                self._read_sentence(respelt(written, words.misspelt), words, signs)
            if persons := self._persons.find(sentence, question, self._naming):
                signs.add(IntentKind.PERSON, (person.words for person in persons))
                signs.persons += persons
        for topic, found in self._profile_words.find(said):
            signs.add(IntentKind.TOPIC, found, (topic,))
        whole = folded(question)
        likeness = self._model and self._model.read(question, vector, self._model_id)
        if likeness:
            # A word alone (« finances ») may ask for anything, and without a pinned page there is
            # nothing to bring in: the search would only lose its archives.
            asks = len(whole.split()) > 1 and bool(self.topics)
            signs.weigh(likeness, can_be_likely=asks)
        period = find_period(question)
        intent = Intent(
            kinds=tuple(dict.fromkeys(signs.kinds)) or (IntentKind.ORDINARY,),
            topics=self._choose_topics(whole, signs) if signs.kinds else (),
            persons=tuple(dict.fromkeys(" ".join(person.key) for person in signs.persons)),
            evidence=tuple(dict.fromkeys(signs.evidence)),
            set_aside=signs.set_aside,
            likeness=likeness.probability if likeness else None,
            tense=tense_of(whole, period, self._vocabularies, today),
            period=(period.first.isoformat(), period.last.isoformat()) if period else None,
        )
        return Reading(intent, tuple({person.key: person for person in signs.persons}.values()))

    def _read_sentence(self, sentence: str, words: Vocabulary, signs: _Signs) -> None:
        if roles := find_roles(sentence, words, self._pinned_text, self._places):
            signs.add(IntentKind.ROLE, (role.phrase for role in roles))
        if areas := find_responsibility(sentence, words, self._areas):
            signs.add(IntentKind.RESPONSIBILITY, (f"{a.phrase} … {a.area}" for a in areas))
            signs.topics.update(topic for area in areas for topic in area.topics)

    def _choose_topics(self, whole: str, signs: _Signs) -> tuple[str, ...]:
        """The pinned topics that the question is about; all that name people if none is told."""
        chosen = set(signs.topics)
        for person in signs.persons:
            chosen.update(entry.topic for entry in person.entries if entry.topic)
        if {IntentKind.ROLE, IntentKind.LIKENESS}.intersection(signs.kinds):
            asked = set(_function_stems(whole))
            scores = {t: len(asked & self._topic_words[t]) for t in self._people_topics}
            best = max(scores.values(), default=0)
            if best and (not chosen or chosen <= set(self._people_topics)):
                chosen |= {topic for topic, score in scores.items() if score == best}
        known = chosen & set(self.topics)
        return tuple(sorted(known)) or self._people_topics


def _naming_words(vocabularies: Iterable[Vocabulary]) -> Vocabulary:
    """What stands around names, of all languages at once: a name has no language."""
    merged = {name: [w for v in vocabularies for w in getattr(v, name)] for name in _NAMING}
    return Vocabulary.model_validate(merged)


def _place_names(pinned: Iterable[ChunkRow], vocabularies: Iterable[Vocabulary]) -> tuple[str, ...]:
    """The names of the commune in the titles of the pinned pages: « Commune de … »."""
    places = tuple(place for words in vocabularies for place in words.places)
    small = {folded(word) for words in vocabularies for word in words.function_words}
    names = set()
    for title in {folded(row.title) for row in pinned}:
        words = title.split()
        for position in (i for i, word in enumerate(words) if starts_with(word, places)):
            name = [word for word in words[position + 1 :] if word not in small]
            names.update(name[:1])
    return tuple(sorted(names))


def _topic_words(
    lexicon: Sequence[LexiconEntry], pinned: Sequence[ChunkRow], topics: Iterable[str]
) -> dict[str, set[str]]:
    """For each topic the stems of its name, its pages' titles and the functions on them."""
    words: dict[str, set[str]] = {topic: set(_function_stems(folded(topic))) for topic in topics}
    for row in pinned:
        if row.authority_topic:
            words[row.authority_topic].update(_function_stems(folded(row.title)))
    for entry in lexicon:
        if entry.kind is LexiconKind.FUNCTION and entry.topic in words:
            words[entry.topic].update(_function_stems(entry.key))
    return words


def _function_stems(key: str) -> tuple[str, ...]:
    return tuple(word[:_STEM_CHARS] for word in stems(key.split()) if len(word) >= _STEM_CHARS)
