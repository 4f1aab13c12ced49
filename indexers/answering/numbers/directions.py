"""Whether a sentence speaks of more or of less: the sign that a figure has in words."""

import re

_UP = re.compile(
    r"\b(?:augment\w+|hauss\w+|accr(?:oît|u\w*|oiss\w+)|progress\w+|mont(?:é|ée|és|ées)|croiss\w+"
    r"|bénéfic\w+|excédent(?:s|aires?)?(?: de(?:s)? (?:revenus|produits|recettes))?|gagn\w+)\b"
    r"(?! de charges| de dépenses)",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:diminu\w+|baiss\w+|recul\w*|rédui\w+|réduction\w*|perte\w*|perdu\w*|déficit\w*|chut\w+"
    r"|excédents? de(?:s)? (?:charges|dépenses))\b",
    re.IGNORECASE,
)


def direction(text: str) -> int:
    """1 where a text speaks of more alone, -1 of less alone, 0 of neither or of both.

    >>> direction("a augmenté de 14 unités"), direction("un excédent de charges"), direction("14")
    (1, -1, 0)
    """
    return int(_UP.search(text) is not None) - int(_DOWN.search(text) is not None)
