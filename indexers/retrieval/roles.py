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


def find_roles(sentence: str, words: Vocabulary, pinned_text: str = "") -> tuple[Found, ...]:
    """The words by which a folded sentence asks for the holder of a function.

    ``pinned_text`` is the folded text of the pinned pages: a body that is not the executive
    counts only if it stands there.

    >>> from schemas.site.vocabulary import FRENCH
    >>> [f.phrase for f in find_roles("qui est la syndique", FRENCH)]
    ['syndique']
    >>> find_roles("horaires de la bibliotheque municipale", FRENCH)
    ()
    >>> find_roles("mon syndic de copropriete refuse", FRENCH)
    ()
    """
    about_office = has_phrase(sentence, words.asks_office)
    offices = () if about_office else find_phrases(sentence, words.offices)
    bodies = tuple(
        found
        for found in find_phrases(sentence, words.bodies)
        if _counts_as_body(sentence, found, words, pinned_text)
    )
    roles = tuple(
        found
        for found in find_phrases(sentence, (*words.roles, *words.weak_roles, *words.adjectives))
        if _counts_as_role(sentence, found, words)
    )
    return (*offices, *bodies, *roles)


def _counts_as_body(sentence: str, found: Found, words: Vocabulary, pinned_text: str) -> bool:
    if not _is_in(found, words.executive) and not has_phrase(pinned_text, (found.phrase,)):
        return False
    return has_phrase(sentence, words.asks_members) or _says_only(sentence, found, words)


def _says_only(sentence: str, found: Found, words: Vocabulary) -> bool:
    """Whether the sentence is the body's name and nothing else of weight."""
    left = f"{sentence[: found.start]} {sentence[found.end :]}".split()
    small = folded_words(words.function_words, words.places)
    return all(word in small for word in left)


def _counts_as_role(sentence: str, found: Found, words: Vocabulary) -> bool:
    before, after = sentence[: found.start].rstrip(), sentence[found.end :].lstrip()
    if starts_with(after, words.other_complements):
        return False
    if _is_in(found, words.adjectives) and not stands_as_noun(before, words):
        return False
    if _is_in_body(sentence, found, words):
        return False
    if ends_with(before, words.generic) or starts_with(after, words.modal_after):
        return has_phrase(after, words.asks_name)
    if has_phrase(sentence, words.asks_name):
        return True
    asks_who = has_phrase(sentence, words.asks_who)
    if _is_in(found, words.weak_roles) and not asks_who:
        return False
    if asks_who and not has_phrase(sentence, words.asks_office):
        return True
    return not _is_aside(before, sentence, words)


def _is_aside(before: str, sentence: str, words: Vocabulary) -> bool:
    """Whether the function is a complement, or the question is about the office itself."""
    if has_phrase(sentence, words.asks_office):
        return True
    is_short = len(sentence.split()) < _BARE_WORDS
    is_complement = ends_with(before, words.genitive)
    return is_complement and not is_short and not has_phrase(sentence, words.asks_contact)


def stands_as_noun(before: str, words: Vocabulary) -> bool:
    """Whether a word that is also an adjective is a noun here, by what stands before it."""
    return not before or ends_with(before, (*words.function_words, *words.who_words))


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
