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
    not_responsibility: tuple[str, ...] = ()
    """Turns that contain one of those and mean something else."""
    asks_who: tuple[str, ...] = ()
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
    today: tuple[str, ...] = ()
    past: tuple[str, ...] = ()


def _words(text: str) -> tuple[str, ...]:
    """One entry a comma: the lists below read as prose."""
    return tuple(entry.strip() for entry in text.split(",") if entry.strip())


FRENCH = Vocabulary(
    roles=_words(
        "syndic, syndique, syndics, syndiques, vice syndic, vice syndique, vice syndics,"
        " maire, maires, mairesse, mairesses, maire adjoint, maires adjoints, échevin, échevine,"
        " échevins, échevines, bourgmestre, bourgmestres, boursier communal, boursière communale,"
        " secrétaire municipal, secrétaire municipale, secrétaire communal, secrétaire communale,"
        " greffier municipal, greffière municipale, conseiller municipal, conseillère municipale,"
        " conseillers municipaux, conseillères municipales, conseiller communal,"
        " conseillère communale, conseillers communaux, conseillères communales,"
        " conseiller administratif, conseillère administrative, conseillers administratifs,"
        " adjoint au maire, adjointe au maire, adjoints au maire, adjointes au maire,"
        " premier adjoint, première adjointe, deuxième adjoint, deuxième adjointe,"
        " troisième adjoint, troisième adjointe, président de commune, présidente de commune,"
        " président de la commune, présidente de la commune, vice président de la commune,"
        " élus communaux, élus municipaux"
    ),
    weak_roles=_words(
        "adjoint, adjointe, adjoints, adjointes, conseiller, conseillère, conseillers,"
        " conseillères, président, présidente, présidents, vice président, vice présidente,"
        " secrétaire, élu local, élus locaux, préfet, préfète, élu, élue, élus, élues, chef,"
        " cheffe, ministre,"
        " magistrat, magistrate, magistrats, édile, édiles, greffier, greffière"
    ),
    adjectives=_words("municipal, municipale, municipaux"),
    executive=_words(
        "municipalité, municipalités, exécutif, exécutif communal, équipe municipale, autorités,"
        " autorités communales, conseil administratif, collège échevinal"
    ),
    bodies=_words(
        "municipalité, municipalités, exécutif, exécutif communal, conseil municipal,"
        " conseil communal, conseil général, conseil administratif, collège échevinal,"
        " équipe municipale, autorités, autorités communales, bureau du conseil, législatif"
    ),
    offices=_words("dicastère, dicastères, portefeuille municipal, délégation municipale"),
    responsibility=_words(
        "responsable, responsables, chargé, chargée, chargés, chargées, en charge, à la tête,"
        " délégué, déléguée, délégués, déléguées, référent, référente, chef, cheffe, ministre,"
        " compétent pour, compétente pour, patron, patronne"
    ),
    responsibility_verbs=_words(
        "s occupe, s occupent, s occupait, s en occupe, s en occupent, s occuper, occupé, gère,"
        " gèrent, gérait, dirige, dirigent, dirigeait, pilote, supervise, chapeaute, répond de,"
        " répond du, répond des, responsabilité, a la charge, en a la charge, a en main, est aux,"
        " est au, est à la, est à l, a les, a le, a la, tient les, tient le, tient la, reprend,"
        " a repris, c est qui, qui c est, chez qui, mène, suit, conduit, administre, relève de qui,"
        " dépend de qui, relèvent de qui, dépendent de qui, traite, couvre, qui pour, représente,"
        " se charge, défend, porte, prend en charge, compétence, c est à qui, élu, élue, nommé,"
        " aux commandes, coordonne, encadre, assure, assume, veille"
    ),
    who_words=_words(
        "qui, quel élu, quelle élue, quels élus, quel municipal, quelle municipale, quel membre,"
        " quelle personne, quel conseiller, quelle conseillère, quel adjoint, quelle adjointe,"
        " lequel, laquelle, la personne, les personnes, celui, celle, quelqu un, nom"
    ),
    empty_area_words=_words(
        "affaires, général, générale, généraux, générales, service, services, communal, communale,"
        " communaux, communales, municipal, municipale, municipaux, public, publics, publique,"
        " publiques, gestion, relations, politique, politiques, questions, dossiers, domaine,"
        " autres, avec, pour, dans, entre, commission, commune, village, ville, office, petite,"
        " petit, vie, développement, administration, direction, délégation"
    ),
    not_responsibility=_words(
        "prise en charge, prises en charge, pris en charge, responsable de traitement,"
        " responsables de traitements, tenu responsable, pilote automatique"
    ),
    asks_who=_words(
        "qui est, qui sont, qui était, qui étaient, qui fut, qui sera, qui c est, c est qui,"
        " est qui, qui occupe, qui occupait, qui dirige, qui gère, qui préside, qui présidait,"
        " qui remplace, qui a remplacé, qui succède, qui a succédé, qui représente, qui siège,"
        " qui siégeait, qui siègent, qui compose, qui composent, qui fait partie, qui fait,"
        " qui porte, qui a été, qui fonctionne, qui exerce, qui assume, qui assure, qui avons nous,"
        " qui avez vous, qui a le poste, qui a la fonction, qui dois je contacter,"
        " quel est, quelle est, quels sont, quelles sont, quel était, quelle était,"
        " nom, noms, prénom, s appelle, s appellent, s appelait, comment se nomme, se nomme,"
        " identité, liste des, qui comme, connaître, qui aujourd hui, qui actuellement, qui donc,"
        " toujours, encore, depuis quand, actuel, actuelle, actuels, actuelles, nouveau,"
        " nouvelle, ancien, ancienne, anciens, anciennes"
    ),
    asks_members=_words(
        "qui est, qui sont, qui était, qui étaient, qui siège, qui siègent, qui siégeait,"
        " qui compose, qui composent, qui composait, qui fait partie, qui dirige, qui préside,"
        " qui y a t il, qui trouve t on, c est qui, membre, membres, composition, composée,"
        " composé, élus, élues, noms, nom, femmes, hommes, présidente, président, qui représente,"
        " personnes, combien sont, répartition, répartis, trombinoscope, actuelle, actuel"
    ),
    asks_contact=_words(
        "joindre, contacter, contact, rencontrer, rendez vous, parler, écrire, appeler, mail,"
        " e mail, courriel, téléphone, numéro, coordonnées, adresse, adresser, atteindre, nom,"
        " prénom, photo, âge, parti, biographie"
    ),
    asks_office=_words(
        "salaire, salaires, traitement, indemnité, indemnités, rémunération, rémunérations,"
        " gagne, gagnent, jeton, jetons, élection, élections, élire, élit, élu comment,"
        " durée du mandat, pouvoir, pouvoirs, compétences, rôle, attributions, cahier des charges,"
        " devenir, candidat, candidate, candidature, éligible, âge minimum, définition, que"
        " signifie,"
        " différence, féminin, combien de temps, sert, pourquoi, formation"
    ),
    generic=_words("un, une, d un, d une, tout, toute, chaque, aucun, aucune, d autres"),
    genitive=_words(
        "du, de la, de l, des, de, par le, par la, par l, par les, par, au, à la, aux, chez le,"
        " de notre, de nos"
    ),
    function_words=_words(
        "le, la, les, l, un, une, des, du, de, d, au, aux, notre, nos, votre, vos, mon, ma, mes,"
        " son, sa, ses, leur, leurs, ce, cette, ces, quel, quelle, quels, quelles, est, sont,"
        " était, étaient, fut, sera, comme, qui, et, ou, ancien, ancienne, anciens, anciennes,"
        " nouveau, nouvel, nouvelle, nouveaux, premier, première, élu, élue, nommé, nommée, devenu,"
        " devenue, être, été, actuel, actuelle, actuels, actuelles, autre, autres, deux, trois,"
        " quatre, cinq, six, sept, neuf, tous, toujours, encore, plus, monsieur, madame, seul,"
        " seule,"
        " vice, ex, en, poste"
    ),
    modal_after=_words(
        "peut il, peut elle, peut on, doit il, doit elle, a t il le droit, a t elle le droit,"
        " est il obligé, est elle obligée, peuvent ils, doivent ils, peut, a le droit,"
        " a t il le pouvoir"
    ),
    other_complements=_words(
        "de copropriété, d immeuble, de l immeuble, bénévole, professionnel, de faillite,"
        " de gérance, en assurance, en assurances, en image, juridique, juridiques, d orientation,"
        " en orientation, conjugal, conjugale, technique, administratif, pédagogique, funéraire,"
        " de vente, de séance, de club, du club, de l association, d association, de la société,"
        " du fc, général de l onu, de la république, de la confédération, numérique, en énergie,"
        " énergie, de patrouille, d entreprise, de chantier, de gare, de cuisine, scout"
    ),
    person_frames=_words(
        "qui, est, sont, c, ce, l, et, que, fait, quoi, donc, aujourd, hui, parle, parlez, moi,"
        " nous,"
        " de, d, sur, cherche, je, un, une, contact, infos, info, informations, à, propos, dis,"
        " dites, présente, présentez, connaissez, vous, connais, tu, où, trouver, toujours, s il,"
        " te, plaît, plait, svp, svp, merci, bonjour, salut, hello, la, le, monsieur, madame,"
        " m, mme,"
        " mr, mademoiselle, mlle, qu, devient, était, quel, quelle, rôle, fonction, son, sa, a,"
        " il, elle, actuellement, maintenant, personne, cette, ici, travaille, habite, au, commune"
    ),
    place_words=_words(
        "rue, avenue, av, chemin, ch, place, route, boulevard, impasse, allée, quai, sentier,"
        " salle,"
        " école, collège, lycée, parc, stade, fondation, prix, espace, centre, maison, hôtel,"
        " auberge,"
        " restaurant, garage, boulangerie, boucherie, pharmacie, arrêt, square, pont, esplanade"
    ),
    civilities_m=_words("m, mr, monsieur, messieurs, mm"),
    civilities_f=_words("mme, madame, mlle, mademoiselle, mesdames, mmes"),
    asking=_words(
        "quand, comment, combien, pourquoi, quels, quelles, quelle, est ce que, peut on, puis je,"
        " pouvez vous, voudrais, aimerais, savoir, besoin, faut il, demain, semaine, week end,"
        " matin, après midi, soir, midi, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche,"
        " heure, heures, horaire, horaires, ouverture, ouvert, ouverte, ouverts, fermeture, fermé,"
        " fermée, ferme, ouvre, commune, communal, communale, communaux, bonjour, merci, chez,"
        " vers,"
        " pendant, jusqu, entre, depuis, prochain, prochaine, votre, notre, trouver, consulter,"
        " venir, passer, aller, rendre, svp"
    ),
    today=_words(
        "aujourd hui, actuel, actuelle, actuels, actuelles, actuellement, en ce moment, maintenant,"
        " à ce jour, en vigueur, cette année, en fonction, de nos jours, présentement"
    ),
    past=_words(
        "était, étaient, fut, furent, ancien, ancienne, anciens, anciennes, précédent,"
        " précédente, précédents, précédentes, autrefois, jadis, à l époque, avait, avaient,"
        " a été, ont été, s occupait, gérait, dirigeait, présidait, siégeait, prédécesseur,"
        " prédécesseurs, passé, historique, dernière législature, s appelait, ex"
    ),
)

GERMAN = Vocabulary(
    roles=_words(
        "gemeindepräsident, gemeindepräsidentin, stadtpräsident, stadtpräsidentin, bürgermeister,"
        " bürgermeisterin, ammann, gemeindeammann, gemeinderätin, gemeinderätinnen, gemeinderäte,"
        " stadtrat, stadträtin, stadträte, gemeindeschreiber, gemeindeschreiberin"
    ),
    weak_roles=_words("präsident, präsidentin, vizepräsident, vizepräsidentin, vorsteher"),
    executive=_words("gemeinderat, gemeindevorstand, exekutive"),
    bodies=_words("gemeinderat, gemeindevorstand, exekutive"),
    offices=_words("ressort, ressorts, dikasterium, dikasterien"),
    responsibility=_words("zuständig, verantwortlich, vorsteher, vorsteherin, ressort"),
    responsibility_verbs=_words("leitet, kümmert sich, betreut, führt, ist für"),
    who_words=_words("wer, welcher, welche"),
    empty_area_words=_words("allgemeine, dienst, dienste, öffentliche, gemeinde, wesen"),
    asks_who=_words("wer ist, wer sind, wer war, wer waren, name, wie heisst, wie heißt, liste"),
    asks_members=_words("wer ist, wer sind, wer sitzt, mitglied, mitglieder, zusammensetzung"),
    asks_contact=_words("kontakt, telefon, nummer, adresse, erreichen, sprechen, termin"),
    asks_office=_words("lohn, gehalt, entschädigung, wahl, wählen, aufgaben"),
    generic=_words("ein, eine, einen, einem, einer, jeder, jede"),
    genitive=_words("des, der, vom, von der, durch den, durch die, beim"),
    person_frames=_words("wer, ist, war, herr, frau, über, was, macht, kennen, sie, bitte"),
    place_words=_words("strasse, straße, weg, platz, gasse, schule, saal, haus"),
    civilities_m=_words("herr, herrn, hr"),
    civilities_f=_words("frau, fr"),
    today=_words("heute, aktuell, derzeit, zurzeit, jetzt, gegenwärtig"),
    past=_words("war, waren, früher, ehemalig, ehemalige, ehemaliger, damals"),
)

ITALIAN = Vocabulary(
    roles=_words(
        "sindaco, sindaca, vicesindaco, vicesindaca, assessore, assessora,"
        " assessori, segretario comunale, segretaria comunale"
    ),
    weak_roles=_words(
        "municipale, municipali, presidente, vicepresidente, consigliere, consigliera, consiglieri"
    ),
    executive=_words("municipio, giunta, esecutivo"),
    bodies=_words("municipio, giunta, consiglio comunale, esecutivo"),
    offices=_words("dicastero, dicasteri, assessorato"),
    responsibility=_words("responsabile, incaricato, incaricata, capo"),
    responsibility_verbs=_words("si occupa, dirige, gestisce, cura"),
    who_words=_words("chi, quale"),
    empty_area_words=_words("affari, generali, servizio, servizi, comunale, pubblici"),
    asks_who=_words("chi è, chi sono, chi era, chi erano, nome, come si chiama, elenco"),
    asks_members=_words("chi è, chi sono, membri, membro, composizione, chi siede"),
    asks_contact=_words("contatto, telefono, numero, indirizzo, parlare, appuntamento"),
    asks_office=_words("stipendio, indennità, elezione, eleggere, compiti"),
    generic=_words("un, uno, una, ogni"),
    genitive=_words("del, della, dei, dal, dalla, al, alla"),
    person_frames=_words("chi, è, era, signor, signora, di, su, che, fa"),
    place_words=_words("via, viale, piazza, scuola, sala, casa"),
    civilities_m=_words("signor, sig"),
    civilities_f=_words("signora, sig ra"),
    today=_words("oggi, attuale, attualmente, adesso, in vigore"),
    past=_words("era, erano, prima, ex, precedente, allora"),
)

ENGLISH = Vocabulary(
    roles=_words(
        "mayor, mayors, deputy mayor, councillor, councillors, council member, council members,"
        " alderman, alderwoman, town clerk, city clerk"
    ),
    weak_roles=_words("president, chair, chairman, chairwoman, secretary"),
    executive=_words("executive"),
    bodies=_words("council, town council, city council, municipal council, executive"),
    offices=_words("portfolio, portfolios"),
    responsibility=_words("responsible for, in charge of, head of"),
    responsibility_verbs=_words("heads, runs, handles, takes care of, deals with, oversees"),
    who_words=_words("who, whose, which"),
    empty_area_words=_words("general, affairs, service, services, public, municipal, town"),
    asks_who=_words("who is, who s, who are, who was, who were, name, list"),
    asks_members=_words("who is, who are, who sits, member, members, composition"),
    asks_contact=_words("contact, phone, number, address, reach, meet, appointment, email"),
    asks_office=_words("salary, pay, election, elect, powers, duties, role"),
    generic=_words("a, an, any, every, each"),
    genitive=_words("of the, by the, from the"),
    person_frames=_words("who, is, was, mr, mrs, ms, about, tell, me, what, does, do"),
    place_words=_words("street, road, avenue, square, school, hall, park"),
    civilities_m=_words("mr"),
    civilities_f=_words("mrs, ms, miss"),
    today=_words("today, current, currently, now, in force, at present"),
    past=_words("was, were, former, previous, previously, used to, back then"),
)

VOCABULARIES: dict[str, Vocabulary] = {
    "fr": FRENCH,
    "de": GERMAN,
    "it": ITALIAN,
    "en": ENGLISH,
}
"""The words that ship, by ISO 639-1 code."""
