"""The stem of a French word: what is left when the endings of its family are off."""

import re
from functools import lru_cache

_MIN_STEM_CHARS = 4
_SHORT_WORD_CHARS = 4
_ENDINGS = tuple(
    sorted(
        re.findall(
            r"\w+",
            "ionn ag"
            " issement issements ement ements ations ation ateur ateurs atrice atrices euse euses"
            " eur eurs issaient issait issant issent iraient irait eraient erait erions aient ait"
            " ant ante ants antes ent er ers ez ees ee es e s x ai era eront erez ier iere iers"
            " ieres iques ique iste istes isme al ale ales ables able ibles ible ive ives if ifs"
            " age ages ie ies ion ions ir it i is elle elles el els ure ures erent"
            " u ue us ues oir oit oient",
        ),
        key=len,
        reverse=True,
    )
)
_SHORT_VERB = re.compile(
    r"(?P<root>[a-z]*?[aeiouy][a-z]*?)(?<=...)(?:es?|er|ez|ent|ees?|ait|aient|ant|ages?|era|eront)"
)
# Words whose stem would fall together with that of another family.
_WHOLE = {
    **dict.fromkeys(("departement", "departements"), "departement"),
    **dict.fromkeys(("appartement", "appartements"), "appartement"),
    **dict.fromkeys(("reglement", "reglements", "reglementaire"), "reglement"),
    **dict.fromkeys(("tourisme", "touriste", "touristes", "touristique", "touristiques"), "touris"),
    **dict.fromkeys(("menagere", "menageres"), "menagere"),
    **dict.fromkeys(("municipalite", "municipalites"), "municipalite"),
    **dict.fromkeys(("rapport", "rapports"), "rapport."),
    **dict.fromkeys(("personnel", "personnels"), "personnel"),
    **dict.fromkeys(("communication", "communications"), "communication"),
    **dict.fromkeys(("commission", "commissions"), "commission"),
    **dict.fromkeys(("excedent", "excedents"), "excedent"),
    **dict.fromkeys(("prestation", "prestations"), "prestation"),
    **dict.fromkeys(("conseil", "conseils"), "conseil"),
    **dict.fromkeys(("conseiller", "conseillere", "conseillers", "conseilleres"), "conseiller"),
    **dict.fromkeys(("collectif", "collective", "collectifs", "collectives"), "collectif"),
    **dict.fromkeys(("collectivite", "collectivites"), "collectivite"),
    **dict.fromkeys(("directeur", "directrice", "direction"), "directeur"),
    **dict.fromkeys(("directive", "directives"), "directive"),
    **dict.fromkeys(("generale", "general", "generaux", "generales"), "general"),
    **dict.fromkeys(("partie", "parties"), "partie"),
    **dict.fromkeys(("service", "services"), "service"),
}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of a folded word; endings come off one after the other.

    >>> [stem(word) for word in ("ouvertures", "presentation", "presente", "communaux")]
    ['ouvert', 'pres', 'pres', 'commun']
    >>> stem("proposer") == stem("propose"), stem("proportionnelle") == stem("propose")
    (True, False)
    >>> stem("municipale") == stem("municipal"), stem("municipalite") == stem("municipal")
    (True, False)
    """
    if word in _WHOLE:
        return _WHOLE[word]
    if len(word) <= _SHORT_WORD_CHARS:
        return re.sub(r"(?<=...)[sx]$", "", word)
    if word.endswith(("erie", "eries")):
        return word.removesuffix("s")
    rest = re.sub(r"eaux$", "eau", re.sub(r"ge(?=[ao])", "g", word))
    rest = re.sub(r"aux$", "al", rest) if rest == word else rest
    while (shorter := _without_ending(rest)) != rest:
        rest = shorter
    return rest


def root(word: str) -> str | None:
    """What a short word has before the ending of a verb, that `stem` is too careful to take off.

    >>> root("genent") == root("gene"), root("tirage") == root("tire"), root("eau")
    (True, True, None)
    """
    match = _SHORT_VERB.fullmatch(word)
    return f"~{match['root']}" if match else None


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM_CHARS:
            return word[: -len(ending)]
    return word
