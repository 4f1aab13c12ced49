"""How close a text is to a reference: edit distance, exactly, on whole documents."""

import unicodedata

_TYPOGRAPHY = str.maketrans("’‘ʼ–—‐‑−", "'''-----")


def folded_for_comparison(text: str) -> str:
    r"""NFKC, white space as single spaces, apostrophes and dashes each of one kind.

    >>> folded_for_comparison("le ﬁnancement\n est")
    'le financement est'
    """
    plain = unicodedata.normalize("NFKC", text).translate(_TYPOGRAPHY)
    return " ".join(plain.split())


def edit_distance(left: str, right: str) -> int:
    """Levenshtein distance, by Hyyrö's bit-parallel algorithm on one long integer.

    A column of the matrix is one integer of ``len(left)`` bits, so that 150,000 characters
    against 150,000 take seconds, where the textbook table would take hours.

    >>> edit_distance("kitten", "sitting"), edit_distance("", "abc")
    (3, 3)
    """
    if not left:
        return len(right)
    places: dict[str, int] = {}
    for index, character in enumerate(left):
        places[character] = places.get(character, 0) | 1 << index
    mask = (1 << len(left)) - 1
    last = 1 << (len(left) - 1)
    rises, falls, distance = mask, 0, len(left)
    for character in right:
        equal = places.get(character, 0) | falls
        diagonal = (((equal & rises) + rises) ^ rises) | equal
        up = falls | ~(diagonal | rises) & mask
        down = rises & diagonal
        distance += bool(up & last) - bool(down & last)
        up = (up << 1 | 1) & mask
        down = (down << 1) & mask
        rises = down | ~(diagonal | up) & mask
        falls = up & diagonal
    return distance


def similarity(text: str, reference: str) -> float:
    """1 minus the edit distance over the longer length, white space folded, in [0, 1].

    >>> similarity("Le conseil", "Le  conseil"), similarity("abcd", "abxd")
    (1.0, 0.75)
    """
    left, right = folded_for_comparison(text), folded_for_comparison(reference)
    longer = max(len(left), len(right))
    return 1.0 - edit_distance(left, right) / longer if longer else 1.0
