"""French: the words of communes in Switzerland, France and Belgium."""

from schemas.site.vocabulary.lists import Vocabulary, words

FRENCH = Vocabulary(
    roles=words(
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
    weak_roles=words(
        "adjoint, adjointe, adjoints, adjointes, conseiller, conseillère, conseillers,"
        " conseillères, président, présidente, présidents, vice président, vice présidente,"
        " secrétaire, élu local, élus locaux, préfet, préfète, élu, élue, élus, élues, chef,"
        " cheffe, ministre,"
        " magistrat, magistrate, magistrats, édile, édiles, greffier, greffière"
    ),
    elected=words(
        "adjoint, adjointe, adjoints, adjointes, élu, élue, élus, élues, édile, édiles, suppléant,"
        " suppléante, conseiller délégué, conseillère déléguée"
    ),
    adjectives=words("municipal, municipale, municipaux"),
    executive=words(
        "municipalité, municipalités, exécutif, exécutif communal, équipe municipale, autorités,"
        " autorité exécutive, autorités exécutives, autorité communale,"
        " gouvernement communal, gouvernement local,"
        " pouvoir exécutif, organe exécutif, conseil exécutif, équipe communale, équipe dirigeante,"
        " autorités communales, conseil administratif, collège échevinal, collège municipal,"
        " collège communal, collège exécutif"
    ),
    bodies=words(
        "municipalité, municipalités, exécutif, exécutif communal, conseil municipal,"
        " conseil communal, conseil général, conseil administratif, collège échevinal, collège"
        " municipal, collège communal,"
        " autorité exécutive, autorités exécutives, autorité communale,"
        " gouvernement communal, gouvernement local,"
        " pouvoir exécutif, organe exécutif, conseil exécutif, équipe communale, équipe dirigeante,"
        " équipe municipale, autorités, autorités communales, bureau du conseil, législatif"
    ),
    offices=words(
        "dicastère, dicastères, portefeuille municipal, délégation municipale, qui gouverne"
    ),
    responsibility=words(
        "responsable, responsables, chargé, chargée, chargés, chargées, en charge, à la tête,"
        " délégué, déléguée, délégués, déléguées, référent, référente, chef, cheffe, ministre,"
        " compétent pour, compétente pour, patron, patronne,"
        " adjoint à, adjoint au, adjoint aux, adjointe à, adjointe au, adjointe aux, adjoint en,"
        " élu à, élu au, élu aux, élu de, élu des, élu du, élu pour, élue à, élue au, élue aux,"
        " élue de, élue des, élue du, élue pour, élus à, élus au, élus aux, magistrat, magistrate,"
        " interlocuteur, interlocutrice, titulaire, titulaires,"
        " monsieur de, monsieur des, monsieur du, dame de,"
        " dame des, dame du, gars de, gars des, gars du, numéro un de, numéro un des"
    ),
    responsibility_verbs=words(
        "s occupe, s occupent, s occupait, s en occupe, s en occupent, s occuper, occupé, gère,"
        " gèrent, gérait, dirige, dirigent, dirigeait, pilote, supervise, chapeaute, répond de,"
        " répond du, répond des, responsabilité, a la charge, en a la charge, a en main,"
        " détient, hérite, coiffe, orchestre, s occupera, gérera, tient en main, a repris, hérité,"
        " revient à qui, c est pour qui, c est chez qui, le dossier de qui,"
        " qui est aux, qui est au, qui est à la, qui est à l, qui a les, qui a le, qui a la,"
        " tient les, tient le, tient la, reprend,"
        " a repris, c est qui, qui c est, chez qui, mène, suit, conduit, administre, relève de qui,"
        " dépend de qui, relèvent de qui, dépendent de qui, traite, couvre, qui pour, représente,"
        " se charge, défend, porte, prend en charge, compétence, c est à qui, élu, élue, nommé,"
        " membre, membres, siège, siègent, fait partie, font partie, par qui, de qui, incombe,"
        " incombent, à qui revient, à qui reviennent, confié à qui,"
        " confiée à qui, entre les mains, aux commandes, à qui dois je parler, à qui parler, à"
        " qui m adresser, à qui s adresser,"
        " à qui dois je, à qui faut il, à qui puis je, à qui je, à qui est ce que, à qui écrire,"
        " à qui téléphoner, à qui demander, à qui signaler, à qui adresser, auprès de qui,"
        " vers qui, qui dois je, qui puis je, décide,"
        " décident, tranche, aux manettes,"
        " répondre, gérer, diriger, piloter, s en occuper, tient les cordons,"
        " coordonne, encadre, assure, assume, veille"
    ),
    who_words=words(
        "qui, quel élu, quelle élue, quels élus, quel municipal, quelle municipale, quel membre,"
        " quelle personne, quel conseiller, quelle conseillère, quel adjoint, quelle adjointe,"
        " lequel, laquelle, la personne, les personnes, celui, celle, quelqu un, nom"
    ),
    empty_area_words=words(
        "affaires, général, générale, généraux, générales, service, services, communal, communale,"
        " communaux, communales, municipal, municipale, municipaux, public, publics, publique,"
        " publiques, gestion, relations, politique, politiques, questions, dossiers, domaine,"
        " autres, avec, pour, dans, entre, commission, commune, village, ville, office, petite,"
        " petit, vie, développement, administration, direction, délégation"
    ),
    opens_noun=words("personne, personnes, politique, membre, nom, contact, élu, élue"),
    not_responsibility=words(
        "à charge, prise en charge, prises en charge, pris en charge, responsable de traitement,"
        " responsables de traitements, tenu responsable, pilote automatique, chef de projet,"
        " cheffe de projet, responsable légal,"
        " responsables légaux, représente un, représente une"
    ),
    asks_name=words(
        "qui est, qui sont, qui était, qui étaient, qui fut, qui sera, qui c est, c est qui,"
        " est qui, qui occupe, qui occupait, qui dirige, qui gère, qui préside, qui présidait,"
        " qui remplace, qui a remplacé, qui succède, qui a succédé, qui représente, qui siège,"
        " qui siégeait, qui siègent, qui compose, qui composent, qui fait partie, qui porte,"
        " qui a été, qui fonctionne, qui exerce, qui assume, qui assure, qui avons nous,"
        " qui avez vous, qui a le poste, qui a la fonction, qui aujourd hui, qui actuellement,"
        " qui donc, qui comme, nom, noms, prénom, s appelle, s appellent, s appelait, se nomme,"
        " se nomment, identité, connaître,"
        " prédécesseur, prédécesseurs, successeur, remplaçant, remplaçante, domaine, domaines,"
        " dossiers,"
        " tâches, liste des, liste de nos"
    ),
    asks_who=words(
        "qui fait, qui dois je contacter, quel est, quelle est, quels sont, quelles sont,"
        " quel était, quelle était, combien de, combien sont, combien y a, toujours, encore,"
        " quel adjoint, quelle adjointe, quels adjoints, quelles adjointes, quel élu, quelle élue,"
        " quels élus, quelles élues,"
        " depuis quand, actuel, actuelle, actuels, actuelles, nouveau, nouvelle, nouveaux,"
        " ancien, ancienne, anciens, anciennes"
    ),
    asks_members=words(
        "qui est, qui sont, qui était, qui étaient, qui siège, qui siègent, qui siégeait,"
        " qui compose, qui composent, qui composait, qui fait partie, qui dirige, qui préside,"
        " qui y a t il, qui trouve t on, c est qui, membre, membres, composition, composée,"
        " composé, élus, élues, noms, nom, femme, femmes, homme, hommes, parité,"
        " effectif, parti, partis, liste,"
        " suppléance, suppléances, suppléant, suppléante, suppléants,"
        " effectifs, sièges, élu, élue, visages, qui a été, qui forme, qui forment, c est quoi les,"
        " présidente, président, qui représente,"
        " personnes, combien sont, organigramme, trombinoscope, équipe, présentation,"
        " répartition, répartis, trombinoscope, actuelle, actuel"
    ),
    asks_contact=words(
        "joindre, contacter, contact, rencontrer, rendez vous, parler, téléphoner, discuter,"
        " interpeller, voir, écrire, appeler, mail,"
        " e mail, courriel, téléphone, numéro, coordonnées, adresse, adresser, atteindre, nom,"
        " prénom, photo, âge, parti, biographie"
    ),
    asks_office=words(
        "touche, touchent, perçoit, rémunéré, rémunérée, payé, payée, coûte, salaire, salaires,"
        " traitement, indemnité, indemnités, rémunération, rémunérations,"
        " gagne, gagnent, jeton, jetons, élection, élections, élire, élit, élu comment,"
        " durée du mandat, pouvoir, pouvoirs, compétences, rôle, attributions, cahier des charges,"
        " devenir, candidat, candidate, candidature, éligible, âge minimum, définition, que"
        " signifie,"
        " différence, féminin, combien de temps, sert, pourquoi, formation"
    ),
    generic=words("un, une, d un, d une, tout, toute, chaque, aucun, aucune, d autres"),
    genitive=words(
        "du, de la, de l, des, de, par le, par la, par l, par les, par, de notre, de nos"
    ),
    function_words=words(
        "à, le, la, les, l, un, une, des, du, de, d, au, aux, notre, nos, votre, vos, mon, ma, mes,"
        " son, sa, ses, leur, leurs, ce, cette, ces, quel, quelle, quels, quelles, est, sont,"
        " était, étaient, fut, sera, comme, qui, et, ou, ancien, ancienne, anciens, anciennes,"
        " nouveau, nouvel, nouvelle, nouveaux, premier, première, élu, élue, nommé, nommée, devenu,"
        " devenue, être, été, actuel, actuelle, actuels, actuelles, autre, autres, deux, trois,"
        " quatre, cinq, six, sept, neuf, tous, toujours, encore, plus, monsieur, madame, seul,"
        " seule,"
        " vice, ex, en, poste"
    ),
    modal_after=words(
        "peut il, peut elle, peut on, doit il, doit elle, a t il le droit, a t elle le droit,"
        " est il obligé, est elle obligée, peuvent ils, doivent ils, peut, a le droit,"
        " a t il le pouvoir"
    ),
    other_complements=words(
        "de copropriété, d immeuble, de l immeuble, bénévole, professionnel, de faillite,"
        " de gérance, en assurance, en assurances, en image, juridique, juridiques, d orientation,"
        " en orientation, conjugal, conjugale, technique, administratif, pédagogique, funéraire,"
        " de vente, de séance, de club, du club, de l association, d association, de la société,"
        " du fc, général de l onu, de la république, de la confédération, numérique, en énergie,"
        " énergie, de patrouille, d entreprise, de chantier, de gare, de cuisine, scout"
    ),
    person_frames=words(
        "qui, est, sont, c, ce, l, et, que, fait, quoi, donc, aujourd, hui, parle, parlez, moi,"
        " nous,"
        " de, d, sur, cherche, je, un, une, contact, infos, info, informations, à, propos, dis,"
        " dites, présente, présentez, connaissez, vous, connais, tu, où, trouver, toujours, s il,"
        " te, plaît, plait, svp, svp, merci, bonjour, salut, hello, la, le, monsieur, madame,"
        " m, mme,"
        " mr, mademoiselle, mlle, qu, devient, était, quel, quelle, rôle, fonction, son, sa, a,"
        " il, elle, encore, plus, été, en, son, succédé, remplacé, remplace, remplacer, suppléant,"
        " suppléante, prédécesseur, successeur, parti, partie, actif, active, exercice, mandat,"
        " actuellement, maintenant, personne, cette, ici, travaille, habite, au, commune"
    ),
    place_words=words(
        "rue, avenue, av, chemin, ch, place, route, boulevard, impasse, allée, quai, sentier,"
        " salle,"
        " école, collège, lycée, parc, stade, fondation, prix, espace, centre, maison, hôtel,"
        " auberge,"
        " restaurant, garage, boulangerie, boucherie, pharmacie, arrêt, square, pont, esplanade"
    ),
    civilities_m=words("m, mr, monsieur, messieurs, mm"),
    civilities_f=words("mme, madame, mlle, mademoiselle, mesdames, mmes"),
    misspelt=words(
        "syndic, syndique, municipal, municipale, municipalité, dicastère, responsable, occupe"
    ),
    spellings=words(
        "ki = qui, c ki = c est qui, c qui = c est qui, cest qui = c est qui, c koi = c est quoi,"
        " c quoi = c est quoi, koi = quoi, kel = quel, kelle = quelle, kels = quels, synd = syndic,"
        " muni = municipalité, ya t il = y a"
        " t il"
    ),
    leaders=words(
        "président, présidente, responsable, responsables, leader,"
        " dirige, dirigent, gouverne, gouvernent, préside, commande, commandent, administre, mène,"
        " gère, gèrent, pilote, tient, à la tête, aux commandes, aux manettes, chef, cheffe,"
        " patron, patronne, boss, numéro un, numéro deux, numéro 1,"
        " numéro 2, n 1, n 2, bras droit, dirigeant, dirigeante, dirigeants,"
        " première dame, premier homme, premier magistrat, première magistrate,"
        " premier citoyen, première citoyenne"
    ),
    places=words(
        "commune, village, ville, communal, communale, actuel, actuelle, ici, bourg, bourgade,"
        " bled, patelin, localité, chez vous, chez nous, par ici"
    ),
    asking=words(
        "quand, comment, combien, pourquoi, quels, quelles, quelle, est ce que, peut on, puis je,"
        " pouvez vous, voudrais, aimerais, savoir, besoin, faut il, demain, semaine, week end,"
        " matin, après midi, soir, midi, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche,"
        " heure, heures, horaire, horaires, ouverture, ouvert, ouverte, ouverts, fermeture, fermé,"
        " fermée, ferme, ouvre, commune, communal, communale, communaux, bonjour, merci, chez,"
        " vers,"
        " pendant, jusqu, entre, depuis, prochain, prochaine, votre, notre, trouver, consulter,"
        " venir, passer, aller, rendre, svp, êtes, pas, ouvrez, fermez, jour, jours, tôt, tard,"
        " avant, après, peut, puis, dois, doit, veux, sais, avez, aussi, donc, bien, mais, dès,"
        " sont, être, vous, nous, pour, par, sur, sans, avec, dans, ces, cet, tel, elle, noël"
    ),
    today=words(
        "aujourd hui, actuel, actuelle, actuels, actuelles, actuellement, en ce moment, maintenant,"
        " à ce jour, en vigueur, cette année, en fonction, de nos jours, présentement"
    ),
    past=words(
        "était, étaient, fut, furent, ancien, ancienne, anciens, anciennes, précédent,"
        " précédente, précédents, précédentes, autrefois, jadis, à l époque, avait, avaient,"
        " a été, ont été, s occupait, gérait, dirigeait, présidait, siégeait, prédécesseur,"
        " prédécesseurs, passé, historique, dernière législature, s appelait, ex"
    ),
)
