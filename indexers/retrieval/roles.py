"""Does a question ask for the holder of a function? By words and their neighbours alone.

A noun of function counts by itself (« la syndique ») unless what stands around it makes it
something else: an adjective (« police municipale »), any holder (« un maire »), another trade
(« syndic de copropriété »), a complement (« l'arrêté du maire »), a question of law (« le
maire peut-il »), or a question about the office (« le salaire du syndic »).
"""

from indexers.retrieval.phrases import (
    Found,
    ends_with,
    find_phrases,
    folded_words,
    has_phrase,
    starts_with,
)
from schemas.site.vocabulary import Vocabulary

_BARE_WORDS = 4
"""A question of so few words, one of them a function, is a question for its holder."""
_SHORT_WORDS = 6
"""The same for words that have other uses, where they open it."""


def find_roles(
    sentence: str, words: Vocabulary, pinned_text: str = "", places: tuple[str, ...] = ()
) -> tuple[Found, ...]:
    """The words by which a folded sentence asks for the holder of a function.

    ``pinned_text`` is the folded text of the pinned pages: a body that is not the executive
    counts only if it stands there. ``places`` are the folded names of the commune itself.

    >>> from schemas.site.vocabulary import FRENCH
    >>> [f.phrase for f in find_roles("qui est la syndique", FRENCH)]
    ['syndique']
    >>> find_roles("horaires de la bibliotheque municipale", FRENCH)
    ()
    >>> find_roles("mon syndic de copropriete refuse", FRENCH)
    ()
    """
    about_office = has_phrase(sentence, words.asks_office)
    offices = tuple(
        office
        for office in find_phrases(sentence, words.offices)
        if not about_office and not ends_with(sentence[: office.start], words.generic)
    )
    bodies = tuple(
        found
        for found in find_phrases(sentence, words.bodies)
        if _counts_as_body(sentence, found, words, pinned_text)
    )
    roles = tuple(
        found
        for found in find_phrases(
            sentence, (*words.roles, *words.weak_roles, *words.elected, *words.adjectives)
        )
        if _counts_as_role(sentence, found, words)
    )
    return (*offices, *_heads(sentence, words, places), *bodies, *roles)


def _heads(sentence: str, words: Vocabulary, places: tuple[str, ...]) -> tuple[Found, ...]:
    """Words for being at the head of the commune: « qui dirige notre village », « le boss »."""
    asked = has_phrase(sentence, (*words.who_words, *words.asks_name))
    if not asked and len(sentence.split()) > _SHORT_WORDS:
        return ()
    small = folded_words(words.function_words)
    named = (*words.places, *places)
    found = []
    for leader in find_phrases(sentence, words.leaders):
        rest = sentence[leader.end :].split()
        while rest and rest[0] in small:
            rest.pop(0)
        if starts_with(" ".join(rest), named):
            found.append(leader)
    return tuple(found)


def _counts_as_body(sentence: str, found: Found, words: Vocabulary, pinned_text: str) -> bool:
    if not _is_in(found, words.executive) and not has_phrase(pinned_text, (found.phrase,)):
        return False
    before = sentence[: found.start].rstrip()
    if has_phrase(sentence, words.who_words) and not ends_with(before, words.genitive):
        return True
    asks = has_phrase(sentence, words.asks_members) or (
        has_phrase(sentence, words.who_words)
        and has_phrase(sentence, (*words.responsibility_verbs, *words.asks_contact))
    )
    return asks or _says_only(sentence, found, words)


def _says_only(sentence: str, found: Found, words: Vocabulary) -> bool:
    """Whether the sentence is the body's name and nothing else of weight."""
    left = f"{sentence[: found.start]} {sentence[found.end :]}".split()
    small = folded_words(words.function_words, words.places)
    return all(word in small for word in left)


def _counts_as_role(sentence: str, found: Found, words: Vocabulary) -> bool:
    before, after = sentence[: found.start].rstrip(), sentence[found.end :].lstrip()
    if starts_with(after, words.other_complements):
        return False
    if ends_with(before, words.today) or starts_with(after, words.today):
        return _is_in(found, (*words.roles, *words.adjectives))
    if _is_in(found, words.adjectives) and not stands_as_noun(before, words):
        return False
    if _is_in_body(sentence, found, words):
        return False
    if ends_with(before, words.generic) or starts_with(after, words.modal_after):
        return has_phrase(after, words.asks_name)
    if has_phrase(sentence, words.asks_name):
        return True
    asks_who = has_phrase(sentence, words.asks_who) or _opens_short(sentence, found, words)
    if _is_in(found, (*words.weak_roles, *words.elected)) and not asks_who:
        return False
    if asks_who and not has_phrase(sentence, words.asks_office):
        return True
    return not _is_aside(before, sentence, words)


def _opens_short(sentence: str, found: Found, words: Vocabulary) -> bool:
    """Whether a word for someone elected opens a question of few words."""
    small = folded_words(words.function_words)
    opens = all(word in small for word in sentence[: found.start].split())
    is_short = len(sentence.split()) <= _SHORT_WORDS
    return opens and is_short and _is_in(found, words.elected)


def _is_aside(before: str, sentence: str, words: Vocabulary) -> bool:
    """Whether the function is a complement, or the question is about the office itself."""
    if has_phrase(sentence, words.asks_office):
        return True
    is_short = len(sentence.split()) < _BARE_WORDS
    is_complement = ends_with(before, words.genitive)
    return is_complement and not is_short and not has_phrase(sentence, words.asks_contact)


def stands_as_noun(before: str, words: Vocabulary) -> bool:
    """Whether a word that is also an adjective is a noun here, by what stands before it."""
    last = before.rpartition(" ")[2]
    return (
        not last or last.isdigit() or ends_with(before, (*words.function_words, *words.who_words))
    )


def _is_in_body(sentence: str, found: Found, words: Vocabulary) -> bool:
    """Whether the word is part of the name of a body (« conseil municipal »)."""
    return any(
        body.start <= found.start and found.end <= body.end
        for body in find_phrases(sentence, words.bodies)
    )


def _is_in(found: Found, phrases: tuple[str, ...]) -> bool:
    return bool(find_phrases(found.phrase, phrases)) and any(
        match.phrase == found.phrase for match in find_phrases(found.phrase, phrases)
    )
