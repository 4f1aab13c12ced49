"""Words of a language by which a question shows that it asks for a holder of a function.

Words of functions and turns of phrase only: areas of responsibility ("tourisme") are never
listed here, they are read from the pinned pages. Everything is compared folded (no accents,
no case, hyphens and apostrophes as spaces), so each inflection is its own entry.
"""

from schemas.site.section import Section


class Vocabulary(Section):
    """``[retrieval.vocabulary.<language>]``: each given list replaces the default one."""

    roles: tuple[str, ...] = ()
    """Nouns that name the holder of one public function and little else."""
    weak_roles: tuple[str, ...] = ()
    """Nouns that also name other people: they count beside a word that asks who."""
    elected: tuple[str, ...] = ()
    """Those of them that ask for a holder where they open a short question: « adjoint aux … »."""
    adjectives: tuple[str, ...] = ()
    """Nouns that are adjectives too: they count unless they qualify the noun before them."""
    bodies: tuple[str, ...] = ()
    """Names of bodies: they count beside a word that asks for members."""
    executive: tuple[str, ...] = ()
    """Bodies that are the executive itself; any other must be named on the pinned page."""
    offices: tuple[str, ...] = ()
    """Names of portfolios: they always count."""
    responsibility: tuple[str, ...] = ()
    """Turns of phrase that, with an area within 40 characters, ask who answers for it."""
    responsibility_verbs: tuple[str, ...] = ()
    """The same for verbs: they ask only where `who_words` stand before them or in them."""
    who_words: tuple[str, ...] = ()
    empty_area_words: tuple[str, ...] = ()
    """Words of an area that name nothing by themselves: « affaires », « service »."""
    opens_noun: tuple[str, ...] = ()
    """What besides an article may stand before a noun of responsibility."""
    not_responsibility: tuple[str, ...] = ()
    """Turns that contain one of those and mean something else."""
    asks_name: tuple[str, ...] = ()
    """Ways to ask for a person's name or identity: with a role nearby they settle it."""
    asks_who: tuple[str, ...] = ()
    """Ways to ask that may mean the holder or the office."""
    asks_members: tuple[str, ...] = ()
    asks_contact: tuple[str, ...] = ()
    asks_office: tuple[str, ...] = ()
    """What is asked of the office and not of its holder: pay, powers, election."""
    generic: tuple[str, ...] = ()
    """Words before a role that make it any holder: « un maire », « chaque syndic »."""
    genitive: tuple[str, ...] = ()
    """Words before a role that make it a complement: « l'arrêté du maire »."""
    function_words: tuple[str, ...] = ()
    """Articles, prepositions and copulas: before an adjective they make it a noun."""
    modal_after: tuple[str, ...] = ()
    """What after a role makes a question of law: « le maire peut-il »."""
    other_complements: tuple[str, ...] = ()
    """What after a role makes it another trade: « syndic de copropriété »."""
    person_frames: tuple[str, ...] = ()
    """What may stand around a name in a question that is just that name."""
    place_words: tuple[str, ...] = ()
    """What before a name makes it a place: « rue », « avenue », « école »."""
    civilities_m: tuple[str, ...] = ()
    civilities_f: tuple[str, ...] = ()
    asking: tuple[str, ...] = ()
    """Words of which questions are made and that name nothing: « quand », « demain »."""
    misspelt: tuple[str, ...] = ()
    """Words that are recognised with one wrong, missing or added letter."""
    spellings: tuple[str, ...] = ()
    """Short and spoken spellings, each with what it stands for: « ki = qui »."""
    leaders: tuple[str, ...] = ()
    """Words for being at the head; before one of `places` they ask for the executive."""
    places: tuple[str, ...] = ()
    """Words for the commune itself: beside a body they add nothing."""
    today: tuple[str, ...] = ()
    past: tuple[str, ...] = ()


def words(text: str) -> tuple[str, ...]:
    """One entry a comma: the lists below read as prose."""
    return tuple(entry.strip() for entry in text.split(",") if entry.strip())
