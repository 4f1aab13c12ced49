"""Words of the profile that bring a pinned topic in, unless the question is of something else.

« ouvert » may bring the page of the administration's hours; « la piscine est-elle ouverte »
must not, since that page says nothing of a swimming pool.
"""

from collections.abc import Iterable, Mapping, Sequence

from indexers.retrieval.phrases import find_phrases, stem
from schemas.index import ChunkRow
from schemas.lexicon import folded
from schemas.site.vocabulary import Vocabulary

_STEM_CHARS = 5
_MIN_CHARS = 3
_ASKING = (
    "person_frames",
    "asks_name",
    "asks_who",
    "asks_contact",
    "asks_members",
    "function_words",
    "generic",
    "genitive",
    "modal_after",
    "today",
    "asking",
)


class TopicWords:
    """For each topic of the profile the words that bring it in, and what its page speaks of."""

    def __init__(
        self,
        words: Mapping[str, tuple[str, ...]],
        pinned: Sequence[ChunkRow],
        vocabularies: Iterable[Vocabulary],
    ) -> None:
        self._words = dict(words)
        self._pages = {
            topic: _stems(row.search_text for row in pinned if row.authority_topic == topic)
            for topic in words
        }
        asking = (w for v in vocabularies for name in _ASKING for w in getattr(v, name))
        self._asking = _stems(asking)

    def find(self, sentences: Iterable[str]) -> list[tuple[str, tuple[str, ...]]]:
        """The topics that folded sentences bring in, each with the words that do."""
        found = []
        for topic, words in self._words.items():
            for sentence in sentences:
                hits = tuple(hit.phrase for hit in find_phrases(sentence, words))
                if hits and not self._names_other_things(sentence, topic):
                    found.append((topic, hits))
        return found

    def _names_other_things(self, sentence: str, topic: str) -> bool:
        """Whether the sentence holds a word that neither asks nor stands on the topic's page."""
        known = self._asking | self._pages[topic] | _stems(self._words[topic])
        return not _stems([sentence]) <= known


def _stems(texts: Iterable[str]) -> frozenset[str]:
    """Stems of the words long enough to name something."""
    words = (word for text in texts for word in folded(text).split())
    return frozenset(stem(word)[:_STEM_CHARS] for word in words if len(word) >= _MIN_CHARS)
