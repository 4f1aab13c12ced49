"""The stems by which a function or an area is found beside a name, and what qualifies it."""

import re
from functools import lru_cache

from indexers.answering.numbers import QuantityKind, find_quantities
from indexers.answering.numbers.words import number_word
from schemas.lexicon import folded

_STEM_CHARS = 5
_MIN_WORD_CHARS = 3
_BODY_CHARS = 8
# « vice-syndic », « ancienne syndique », « adjoint au maire » are not the last word's function.
QUALIFIED = re.compile(
    r"\b(?P<before>vice|ex|anciens?|anciennes?|adjointe?s?|suppl[ée]ante?s?"
    r"|secrétaires?|greffi[eè]re?s?|conseill[eè]re?s?|agente?s?|police|garde)"
    r"[- \u00a0]+(?:au |du |de la |de l['’])?(?P<function>[^\W\d_]+)",
    re.IGNORECASE,
)
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "les des une aux par pour sur dans avec sans sous vers chez entre que qui quoi dont"
        " est sont était étaient été être sera seront soit ont avait avaient avoir aura son"
        " ses leur leurs notre nos votre vos cette ces cet elle elles ils lui eux nous vous"
        " plus moins très aussi ainsi alors donc mais selon comme tout tous toute toutes"
        " chaque afin lors puis encore toujours déjà pas non oui ici elle même aucun aucune"
        " celui celle ceux dès jusqu depuis pendant après avant actuellement aujourd hui"
        " actuel actuelle document documents archive archives procès verbal page officielle"
        " site commune communal communale prix montant coûte coûtait coûter élève élevait"
        " élèvent monte montait fixé fixée fixait effet faut peut peuvent doit doivent fait"
        " faire trouve possible est-à-dire francs franc chf monsieur madame mme mlle date daté"
        " séance lieu eut part heures heure environ ans année années indique précise mentionne"
        " ailleurs cela ceci voici voilà joignable atteignable disponible répond"
        "  ouvre ouvrent ferme ferment allant lequel"
        " laquelle",
    )
)


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that carry a sentence; figures are compared elsewhere.

    >>> sorted(content_stems("La déchèterie est ouverte le samedi."))
    ['deche', 'ouver', 'samed']
    """
    words = folded(QUALIFIED.sub(r"\g<before>\g<function>", text)).split()
    stop = _folded_stop_words()
    kept = (word for word in words if len(word) >= _MIN_WORD_CHARS and word not in stop)
    return frozenset(_stem(w) for w in kept if not w[0].isdigit() and not number_word(w))


def _stem(word: str) -> str:
    """The first letters; a body keeps its ending, so that « municipalité » is no « municipal »."""
    is_body = len(word) > _BODY_CHARS and word.endswith(("ite", "ites"))
    return f"{word[:_STEM_CHARS]}{'ite' if is_body else ''}"


def claim_stems(claim: str) -> frozenset[str]:
    """The `content_stems` of a claim without its dates, whose months are figures.

    >>> sorted(claim_stems("De novembre à mars, dès le 3 novembre 2026"))
    ['mars', 'novem']
    """
    text = claim
    for quantity in reversed(find_quantities(claim)):
        if quantity.kind is QuantityKind.DATE:
            text = f"{text[: quantity.start]} {text[quantity.end :]}"
    return content_stems(text)


@lru_cache(maxsize=1)
def _folded_stop_words() -> frozenset[str]:
    return frozenset(part for word in _STOP_WORDS for part in folded(word).split())
