"""Persons named in a question, recognised by the lexicon in any order and spelling.

« Prénom Nom », « NOM Prénom », « Mme Nom », « qui est Nom ? »: accents, case, hyphens and
particles make no difference, and one wrong letter (a typing error, a scan) is forgiven when
nothing matches exactly.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from indexers.retrieval.phrases import Found, ends_with, folded_words
from schemas.lexicon import LexiconEntry, LexiconKind, folded
from schemas.site.vocabulary import Vocabulary

_PARTICLES = frozenset(
    {"de", "du", "des", "d", "la", "le", "l", "von", "van", "der", "den", "zu", "di"}
)
_MAX_WINDOW = 5
_MIN_FUZZY_CHARS = 4
_MAX_BARE_WORDS = 4
_MIN_NEAR_SURNAME = 5
_MIN_LONE_CHARS = 7
"""A word alone, a letter wrong, is taken for a surname only if it is as long as this."""
_CAPITALISED_AFTER_CIVILITY = re.compile(
    r"(?<![\w.])(?:M\.|Mr\.?|Mme|Mlle|Monsieur|Madame|Mademoiselle|Herr|Frau|Signora?|Mrs\.?|Ms\.?)\s+"
    r"(?:(?:de|du|von|di)\s+)?(?P<name>[A-ZÀ-ÖØ-Þ][\w'’-]+(?:\s+[A-ZÀ-ÖØ-Þ][\w'’-]+)?)"
)

_CAPITALISED_AMID = re.compile(
    r"(?:(?<=[a-zà-öø-ÿ,] )|(?<=\b[A-Z]\. )|(?<=[dl]['’]))[A-ZÀ-ÖØ-Þ][\w’-]{2,}(?![ -][A-ZÀ-ÖØ-Þ])"
)

NameKey = tuple[str, ...]
"""The folded words of a name without particles, sorted: the same in either order."""


def name_key(words: Iterable[str]) -> NameKey:
    """The key of a name's words.

    >>> name_key(["jean", "de", "roulet"]) == name_key(["roulet", "jean"])
    True
    """
    kept = [word for word in words if word not in _PARTICLES and len(word) > 1]
    return tuple(sorted(kept))


def skeleton(word: str) -> str:
    """A word with the letters that scans confuse made alike.

    >>> skeleton("r0chat") == skeleton("rochat"), skeleton("fourner") == skeleton("foumer")
    (True, True)
    """
    alike = word.translate(str.maketrans("01|5", "oils"))
    return alike.replace("rn", "m").replace("l", "i").replace("vv", "w")


@dataclass(frozen=True, slots=True)
class PersonFound:
    """A person of the lexicon, or a name that the lexicon does not know (no entries)."""

    key: NameKey
    words: str
    """The words of the question."""
    entries: tuple[LexiconEntry, ...] = ()
    is_near: bool = False
    """Whether one letter differs from the lexicon."""

    @property
    def is_on_pinned_page(self) -> bool:
        """Whether a pinned page names this person."""
        return any(entry.is_authoritative for entry in self.entries)


class PersonIndex:
    """The persons of a lexicon, looked up by the words of a name."""

    def __init__(self, entries: Iterable[LexiconEntry]) -> None:
        self._by_key: dict[NameKey, list[LexiconEntry]] = defaultdict(list)
        self._by_surname: dict[str, list[LexiconEntry]] = defaultdict(list)
        self._by_given: dict[str, list[LexiconEntry]] = defaultdict(list)
        self._near: dict[str, set[str]] = defaultdict(set)
        for entry in entries:
            if entry.kind is LexiconKind.PERSON:
                self._add(entry)
        for word in {word for key in self._by_key for word in key}:
            for form in _forms(word):
                self._near[form].add(word)

    def _add(self, entry: LexiconEntry) -> None:
        words = entry.key.split()
        key = name_key(words)
        if not key:
            return
        self._by_key[key].append(entry)
        # A name without civility or function, from a scan's list, counts only as a whole.
        if not (entry.civility or entry.function or entry.is_authoritative):
            return
        for surname in _surnames(entry):
            self._by_surname[surname].append(entry)
        if len(key) > 1:
            self._by_given[words[0]].append(entry)

    def find(self, sentence: str, question: str, words: Vocabulary) -> tuple[PersonFound, ...]:
        """The persons that a folded sentence names; ``question`` has its capitals."""
        found = list(self._full(sentence, words)) or list(self._titled(sentence, words))
        if found:
            return tuple(found)
        bare = self._bare(sentence, words)
        if bare:
            return (bare,)
        return tuple(self._capitalised(question, words)) or tuple(self._unknown(question, words))

    def _capitalised(self, question: str, words: Vocabulary) -> Iterator[PersonFound]:
        """A surname of the lexicon, written as a name amid a sentence that is not."""
        if question.isupper():
            return
        for match in _CAPITALISED_AMID.finditer(question):
            surname = folded(match[0])
            entries = self._by_surname.get(surname)
            if entries and not ends_with(folded(question[: match.start()]), words.place_words):
                yield PersonFound((surname,), surname, tuple(entries))

    def _full(self, sentence: str, words: Vocabulary) -> Iterator[PersonFound]:
        """Windows of the question that are a whole name, the widest first."""
        tokens, taken = _tokens(sentence), [False] * len(sentence)
        for size in range(min(_MAX_WINDOW, len(tokens)), 1, -1):
            for window in (tokens[i : i + size] for i in range(len(tokens) - size + 1)):
                start, end = window[0].start, window[-1].end
                if any(taken[start:end]) or ends_with(sentence[:start], words.place_words):
                    continue
                texts = [token.phrase for token in window]
                if _has_loose_ends(texts):
                    continue
                entries, is_near = self._lookup(texts)
                if entries and _fits(texts, entries):
                    taken[start:end] = [True] * (end - start)
                    yield PersonFound(name_key(texts), " ".join(texts), tuple(entries), is_near)

    def _lookup(self, texts: Sequence[str]) -> tuple[list[LexiconEntry], bool]:
        key = name_key(texts)
        if len(key) < 2:
            return [], False
        if key in self._by_key:
            return self._by_key[key], False
        return self._near_entries(key), True

    def _near_entries(self, key: NameKey) -> list[LexiconEntry]:
        """Entries whose words differ from ``key`` by a letter each, one word at least equal."""
        if not any(word in self._by_given or word in self._by_surname for word in key):
            return []
        options = [self._alike(word) for word in key]
        if not all(options):
            return []
        first, *rest = options
        combined: list[NameKey] = [(word,) for word in first]
        for option in rest:
            combined = [(*head, word) for head in combined for word in option]
        keys = {tuple(sorted(words)) for words in combined}
        return [entry for near in sorted(keys) for entry in self._by_key.get(near, ())]

    def _alike(self, word: str) -> list[str]:
        return sorted({known for form in _forms(word) for known in self._near.get(form, ())})

    def _titled(self, sentence: str, words: Vocabulary) -> Iterator[PersonFound]:
        """A civility and a surname: « Mme Favre », « monsieur rochat »."""
        tokens = _tokens(sentence)
        civilities = folded_words(words.civilities_m, words.civilities_f)
        for position, token in enumerate(tokens[:-1]):
            if token.phrase not in civilities:
                continue
            following = [t.phrase for t in tokens[position + 1 : position + 4]]
            surname = next((word for word in following if word not in _PARTICLES), "")
            entries = self._by_surname.get(surname) or self._near_surname(surname)
            if entries:
                yield PersonFound((surname,), f"{token.phrase} {surname}", tuple(entries))

    def _near_surname(self, word: str) -> list[LexiconEntry]:
        """Entries whose surname differs from ``word`` by a letter."""
        if len(word) < _MIN_NEAR_SURNAME:
            return []
        return [entry for near in self._alike(word) for entry in self._by_surname.get(near, ())]

    def _bare(self, sentence: str, words: Vocabulary) -> PersonFound | None:
        """A question that holds a surname, a function perhaps, and nothing else of weight."""
        frame = folded_words(
            words.person_frames, words.civilities_m, words.roles, words.weak_roles, words.adjectives
        )
        left = [w for w in sentence.split() if w not in frame and w not in _PARTICLES]
        if not 1 <= len(left) <= _MAX_BARE_WORDS:
            return None
        if len(left) == 1:
            entries = self._lone_word(left[0], is_asked=sentence != left[0])
            return PersonFound((left[0],), left[0], tuple(entries)) if entries else None
        known_given = left[0] in self._by_given or left[-1] in self._by_given
        known_surname = left[-1] in self._by_surname or left[0] in self._by_surname
        if len(left) == 2 and (known_given or known_surname):
            return PersonFound(name_key(left), " ".join(left), self._surname_only(left))
        return None

    def _lone_word(self, word: str, *, is_asked: bool) -> list[LexiconEntry]:
        """A surname, also with a letter wrong; « c'est qui » asks for a first name of today too."""
        known = self._by_surname.get(word)
        given = [e for e in self._by_given.get(word, ()) if is_asked and e.is_authoritative]
        return known or given or (self._near_surname(word) if len(word) >= _MIN_LONE_CHARS else [])

    def _surname_only(self, words: list[str]) -> tuple[LexiconEntry, ...]:
        """Entries that give no first name (« M. Rochat ») and so may mean this person."""
        candidates = (entry for word in words for entry in self._by_surname.get(word, ()))
        return tuple(entry for entry in candidates if len(name_key(entry.key.split())) == 1)

    def _unknown(self, question: str, words: Vocabulary) -> Iterator[PersonFound]:
        """A civility and a capitalised name that no document of the lexicon knows."""
        roles = folded_words(words.roles, words.weak_roles, words.adjectives, ("le", "la"))
        for match in _CAPITALISED_AFTER_CIVILITY.finditer(question):
            name = folded(match["name"])
            if not roles & set(name.split()):
                yield PersonFound(name_key(name.split()), name)


def _surnames(entry: LexiconEntry) -> tuple[str, ...]:
    """The words of the surname: what is in capitals, else all but the first word."""
    written = [word for word in entry.text.split() if len(word) > 1]
    capitals = [word for word in written if word.isupper() and len(word) > 2]
    if capitals and len(capitals) < len(written):
        chosen = capitals
    else:
        chosen = written[1:] if len(written) > 1 else written
    words = (word for part in chosen for word in folded(part).split())
    return tuple(word for word in words if word not in _PARTICLES and len(word) > 1)


def _has_loose_ends(texts: Sequence[str]) -> bool:
    """Whether a window of words starts or ends with what no whole name does."""
    first, last = texts[0], texts[-1]
    return (len(first) == 1 and first != "d") or len(last) == 1 or last in _PARTICLES


def _fits(texts: Sequence[str], entries: Iterable[LexiconEntry]) -> bool:
    """Whether a particle before a name is part of it: « de Brenlaz », not « de Roland »."""
    if texts[0] not in _PARTICLES:
        return True
    names = [entry.key.split() for entry in entries]
    return any(texts[0] in name and len(texts) <= len(name) for name in names)


def _tokens(sentence: str) -> list[Found]:
    return [Found(m.start(), m.end(), m[0]) for m in re.finditer(r"\S+", sentence)]


def _forms(word: str) -> set[str]:
    """The word as scans may read it, and with any one letter left out."""
    base = skeleton(word)
    if len(base) < _MIN_FUZZY_CHARS:
        return {base}
    return {base, *(base[:i] + base[i + 1 :] for i in range(len(base)))}
