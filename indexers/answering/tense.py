"""Is a French sentence in the present or the past? By rules, on its finite verbs.

Only what matters here: a sentence that speaks of an archive must be in the past. A verb that
reports what a document says (« le procès-verbal indique que ») is no claim about today, but
the clause that it introduces is read like any other.
"""

import re
from enum import StrEnum


class ClaimTense(StrEnum):
    """The time that a sentence speaks of."""

    PRESENT = "present"
    """At least one finite verb in the present or the future."""
    PAST = "past"
    NONE = "none"
    """No finite verb was recognised: a label, a list item."""


_WORD = re.compile(r"[^\W\d_]+(?:['’](?=[^\W\d_]))?|[,;:]")
_AVOIR = frozenset({"a", "ont", "ai", "as", "avons", "avez"})
_ETRE = frozenset({"est", "sont", "suis", "es", "sommes", "êtes"})
# Past participles that go with être without making a passive: « est devenue » is past.
_MOVING = frozenset(
    re.findall(
        r"\w+",
        "devenu resté parti arrivé allé venu revenu né mort décédé entré sorti monté descendu"
        " tombé passé retourné intervenu parvenu",
    )
)
_IRREGULAR_PARTICIPLES = frozenset(
    re.findall(
        r"\w+",
        "été eu fait pris mis dit écrit ouvert offert mort né lu vu su tenu venu reçu voulu"
        " pu dû vécu construit produit conduit réduit introduit détruit permis remis transmis"
        " soumis admis promis repris compris appris surpris couvert découvert souffert inscrit"
        " décrit prescrit atteint joint peint craint acquis requis conclu exclu inclus élu"
        " réélu perdu rendu vendu répondu attendu entendu étendu suspendu revenu obtenu"
        " maintenu soutenu retenu parvenu devenu connu reconnu paru disparu couru convenu"
        " prévu pourvu",
    )
)
_NOT_IMPERFECT = frozenset(
    re.findall(
        r"\w+",
        "lait fait souhait portrait extrait retrait attrait trait parfait bienfait forfait"
        " satisfait méfait défait abstrait distrait sait plaît plait connaît naît paraît"
        " disparaît palais français anglais frais jamais mais désormais biais relais marais"
        " délais essais engrais balais rabais aient soient ait vait paient essaient abrait"
        " reconnait connait parait relait",
    )
)
_NOT_PARTICIPLES = frozenset(
    re.findall(
        r"\w+",
        "aussi ainsi midi lundi mardi mercredi jeudi vendredi samedi parmi demi autorité qualité",
    )
)
_IMPERFECT = re.compile(r"^[^\W\d_]{1,}(?:ait|aient)$")
_SIMPLE_PAST = frozenset(
    re.findall(
        r"\w+",
        "fut furent eut eurent fit firent prit prirent mit mirent dit vint vinrent devint"
        " devinrent tint tinrent obtint reçut parut élut accéda occupa siégea dirigea présida"
        " succéda quitta remplaça décida accorda refusa vota adopta démissionna annonça"
        " présenta demanda accepta commença exerça géra nomma inaugura débuta assuma",
    )
)
_SIMPLE_PAST_PLURAL = re.compile(r"^[^\W\d_]{2,}èrent$")
_SECOND_PERSON = re.compile(r"^[^\W\d_]{2,}ez$")
_NOT_SECOND_PERSON = frozenset({"rendez", "chez", "assez", "rez", "nez"})
_FUTURE = re.compile(
    r"^[^\W\d_]*(?:era|eront|aura|auront|ira|iront|dra|dront|ura|uront|vra|vront|rra|rront)$"
)
_NOT_FUTURE = frozenset(re.findall(r"\w+", "opéra caméra opera camera choléra extra dira"))
_REPORTING = frozenset(
    re.findall(
        r"\w+",
        "indique indiquent précise précisent mentionne mentionnent rapporte rapportent montre"
        " montrent signale signalent atteste attestent relate relatent date datent cite citent"
        " décrit décrivent mentionnait évoque évoquent révèle révèlent ressort apparaît"
        " apparaissent contredisent contredit divergent diffèrent confirme confirment",
    )
)
_DOCUMENTS = re.compile(
    r"\b(?:procès-verba(?:l|ux)|pv|archives?|préavis|rapports?|documents?|comptes?[ -]rendus?"
    r"|bulletins?|extraits?|sources?|textes?|pages?|décomptes?|budgets?)\b",
    re.IGNORECASE,
)
_PRESENT = frozenset(
    re.findall(
        r"\w+",
        "va vont fait font dit disent peut peuvent doit doivent veut veulent sait savent"
        " prend prennent met mettent tient tiennent vient viennent devient deviennent reçoit"
        " reçoivent ouvre ouvrent offre offrent suit suivent sert servent sort sortent part"
        " partent vit vivent rend rendent vend vendent répond répondent comprend comprennent"
        " permet permettent remet connaît connaissent appartient appartiennent contient"
        " contiennent obtient obtiennent maintient soutient reste restent occupe occupent"
        " dirige dirigent gère gèrent siège siègent préside président compte comptent coûte"
        " coûtent élève élèvent monte montent exerce exercent assume assument assure assurent"
        " représente représentent compose composent comporte comportent comprend figure"
        " figurent trouve trouvent commence commencent ferme ferment finit finissent dure"
        " durent travaille travaillent conduit conduisent pilote pilotent supervise"
        " supervisent propose proposent organise organisent fournit fournissent faut vaut"
        " valent paie paient paye payent perçoit perçoivent applique appliquent prévoit"
        " prévoient fixe fixent demande demandent accorde accordent accueille accueillent"
        " héberge donne donnent existe existent mesure mesurent pèse porte portent appelle"
        " appellent nomme nomment bénéficie bénéficient dépend dépendent relève relèvent"
        " concerne concernent passe passent reprend reprennent traite traitent chapeaute"
        " veille veillent administre administrent couvre couvrent joue jouent présente"
        " présentent annonce annoncent explique expliquent informe informent décide décident"
        " vote votent adopte adoptent refuse refusent accepte acceptent perd perdent atteint"
        " atteignent cherche habite habitent reçoit revient nécessite exige exigent interdit"
        " interdisent autorise",
    )
)
# Nouns too: they count as verbs only right after a subject.
_AMBIGUOUS = frozenset(
    re.findall(
        r"\w+",
        "siège compte président figure reste demande vote offre mesure passe porte part sort"
        " suit fixe règle pilote annonce monte cherche donne dure présente ferme coûte sert"
        " occupe a entre joue conduit dit fait perd met remet commence mise propose ouvre",
    )
)


def claim_tense(sentence: str) -> ClaimTense:
    """The time that a French sentence speaks of; any present verb makes it present.

    >>> claim_tense("M. Blanc était municipal des finances en 2019.").value
    'past'
    >>> claim_tense("Mme Favre s'occupe du tourisme.").value
    'present'
    >>> claim_tense("Le procès-verbal indique que M. Blanc a présenté le budget.").value
    'past'
    >>> claim_tense("Le procès-verbal indique que M. Blanc est syndic.").value
    'present'
    >>> claim_tense("Taxe de séjour : 3 francs").value
    'none'
    """
    words = [_plain(match) for match in _WORD.finditer(sentence)]
    names_document = bool(_DOCUMENTS.search(sentence))
    has_past = False
    for position, word in enumerate(words):
        tense = _verb_tense(words, position)
        if tense is ClaimTense.PRESENT and not (names_document and word in _REPORTING):
            return ClaimTense.PRESENT
        has_past = has_past or tense is ClaimTense.PAST
    return ClaimTense.PAST if has_past else ClaimTense.NONE


def _plain(match: re.Match[str]) -> str:
    """The word in lower case; a name, such as « Samira », has no future in it."""
    is_name = match.start() > 0 and match[0][0].isupper()
    return "—" if is_name else match[0].replace("’", "'").casefold()


def _verb_tense(words: list[str], position: int) -> ClaimTense | None:
    """The tense of the word at ``position`` if it is a finite verb."""
    word = words[position]
    if word in _AVOIR and _is_verb_a(words, position):
        return ClaimTense.PAST if _participle_follows(words, position) else ClaimTense.PRESENT
    if word in _ETRE:
        return _etre_tense(words, position)
    if word in _SIMPLE_PAST or _SIMPLE_PAST_PLURAL.match(word) or _is_imperfect(word):
        return None if word == "dit" and _is_after_auxiliary(words, position) else ClaimTense.PAST
    if _FUTURE.match(word) and word not in _NOT_FUTURE:
        return ClaimTense.PRESENT
    if _SECOND_PERSON.match(word) and word not in _NOT_SECOND_PERSON:
        return ClaimTense.PRESENT
    if word in _PRESENT or word in _REPORTING:
        return ClaimTense.PRESENT if _is_finite(words, position) else None
    return None


def _is_imperfect(word: str) -> bool:
    return bool(_IMPERFECT.match(word)) and word not in _NOT_IMPERFECT


def _is_verb_a(words: list[str], position: int) -> bool:
    """« a » is a verb; « à » without its accent, or a letter, is not told apart."""
    return words[position] != "as" or _previous(words, position) == "tu"


def _etre_tense(words: list[str], position: int) -> ClaimTense:
    follower = _next_content(words, position)
    base = re.sub(r"(?:e|s|es)$", "", follower)
    if base in _MOVING or follower in _MOVING:
        return ClaimTense.PAST
    # « s'est occupée », « se sont réunis »: pronominal verbs take être.
    if _previous(words, position) in {"s'", "se", "me", "m'", "nous", "vous"} and _is_participle(
        follower
    ):
        return ClaimTense.PAST
    return ClaimTense.PRESENT


def _participle_follows(words: list[str], position: int) -> bool:
    return _is_participle(_next_content(words, position))


_ADVERBS = frozenset(
    re.findall(
        r"\w+",
        "pas plus jamais toujours déjà aussi ensuite alors encore bien également notamment"
        " ainsi longtemps ne été il elle on ils elles tout beaucoup peu rien seulement"
        " finalement récemment ensemble souvent",
    )
)


def _next_content(words: list[str], position: int) -> str:
    """The next word that is no adverb; « été » counts as the participle that it is."""
    for word in words[position + 1 : position + 5]:
        if word == "été":
            return word
        if word not in _ADVERBS and not word.endswith("ment"):
            return word
    return ""


def _is_participle(word: str) -> bool:
    base = re.sub(r"(?<=.{2})(?:es|e|s)$", "", word)
    if word in _IRREGULAR_PARTICIPLES or base in _IRREGULAR_PARTICIPLES:
        return True
    ends_so = re.search(r"(?:é|i)(?:e|s|es)?$", word) is not None
    return len(word) > 3 and ends_so and word not in _NOT_PARTICIPLES


def _is_after_auxiliary(words: list[str], position: int) -> bool:
    return any(
        word in _AVOIR or word in _ETRE or word == "avait"
        for word in words[max(0, position - 3) : position]
    )


def _is_finite(words: list[str], position: int) -> bool:
    """Whether a form that may be a noun or participle stands where a verb stands."""
    word, previous = words[position], _previous(words, position)
    if previous in _DETERMINERS:
        return False
    if previous == "été":
        return False
    if word in _IRREGULAR_PARTICIPLES and _is_after_auxiliary(words, position):
        return False
    return not (word in _AMBIGUOUS and previous in _PREPOSITIONS)


_DETERMINERS = frozenset(
    re.findall(
        r"\w+'?",
        "le la les un une des du au aux ce cet cette ces son sa ses leur leurs notre nos"
        " votre vos mon ma mes chaque quelque quel quelle l' d' aucun aucune deux trois quatre",
    )
)
_PREPOSITIONS = frozenset(re.findall(r"\w+", "de en par pour sans sur avec sous à"))


def _previous(words: list[str], position: int) -> str:
    return words[position - 1] if position else ""
