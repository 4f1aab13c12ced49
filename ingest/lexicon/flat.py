"""Text flattened for matching, character for character, so that offsets stay true."""

import unicodedata


def flat(text: str) -> str:
    """``text`` in lower case without accents, hyphens and apostrophes as spaces.

    The result has the same length: position *i* of it is position *i* of the text.

    >>> flat("Déléguée à l’École-Vieille")
    'deleguee a l ecole vieille'
    >>> len(flat("ŒUVRE İ ß")) == len("ŒUVRE İ ß")
    True
    """
    return "".join(_flat_character(character) for character in text)


def _flat_character(character: str) -> str:
    if character in "-'’‐‑\N{SOFT HYPHEN}\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}":
        return " "
    base = unicodedata.normalize("NFKD", character.lower())[:1] or " "
    return base if len(base) == 1 else character
