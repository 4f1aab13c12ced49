"""German, Italian and English, which stand beside French on many sites."""

from schemas.site.vocabulary.lists import Vocabulary, words

GERMAN = Vocabulary(
    roles=words(
        "gemeindepräsident, gemeindepräsidentin, stadtpräsident, stadtpräsidentin, bürgermeister,"
        " bürgermeisterin, ammann, gemeindeammann, gemeinderätin, gemeinderätinnen, gemeinderäte,"
        " stadtrat, stadträtin, stadträte, gemeindeschreiber, gemeindeschreiberin"
    ),
    weak_roles=words("präsident, präsidentin, vizepräsident, vizepräsidentin, vorsteher"),
    executive=words("gemeinderat, gemeinderats, gemeinderates, gemeindevorstand, exekutive"),
    bodies=words("gemeinderat, gemeinderats, gemeinderates, gemeindevorstand, exekutive"),
    leaders=words("leitet, führt, regiert, präsidiert, chef, chefin, boss, an der spitze"),
    places=words("gemeinde, stadt, dorf, dorfes, ortschaft"),
    offices=words("ressort, ressorts, dikasterium, dikasterien"),
    responsibility=words("zuständig, verantwortlich, vorsteher, vorsteherin, ressort"),
    responsibility_verbs=words(
        "leitet, kümmert sich, betreut, führt, ist für, hat das, hat die, an wen"
    ),
    who_words=words("wer, wen, wem, welcher, welche"),
    empty_area_words=words("allgemeine, dienst, dienste, öffentliche, gemeinde, wesen"),
    asks_name=words("wer ist, wer sind, wer war, wer waren, name, wie heisst, wie heißt, liste"),
    asks_members=words("wer ist, wer sind, wer sitzt, mitglied, mitglieder, zusammensetzung"),
    asks_contact=words("kontakt, telefon, nummer, adresse, erreichen, sprechen, termin"),
    function_words=words(
        "der, die, das, den, dem, des, unser, unsere, unserer, eure, ihre, von, für, im, in, ist"
    ),
    asks_office=words("lohn, gehalt, entschädigung, wahl, wählen, aufgaben"),
    generic=words("ein, eine, einen, einem, einer, jeder, jede"),
    genitive=words("des, der, vom, von der, durch den, durch die, beim"),
    person_frames=words("wer, ist, war, herr, frau, über, was, macht, kennen, sie, bitte"),
    place_words=words("strasse, straße, weg, platz, gasse, schule, saal, haus"),
    civilities_m=words("herr, herrn, hr"),
    civilities_f=words("frau, fr"),
    today=words("heute, aktuell, derzeit, zurzeit, jetzt, gegenwärtig"),
    past=words("war, waren, früher, ehemalig, ehemalige, ehemaliger, damals"),
)

ITALIAN = Vocabulary(
    roles=words(
        "sindaco, sindaca, vicesindaco, vicesindaca, assessore, assessora,"
        " assessori, segretario comunale, segretaria comunale"
    ),
    weak_roles=words(
        "municipale, municipali, presidente, vicepresidente, consigliere, consigliera, consiglieri"
    ),
    executive=words("municipio, giunta, esecutivo"),
    bodies=words("municipio, giunta, consiglio comunale, esecutivo"),
    leaders=words("dirige, governa, guida, presiede, capo, a capo"),
    places=words("comune, paese, città"),
    offices=words("dicastero, dicasteri, assessorato"),
    responsibility=words("responsabile, incaricato, incaricata, capo"),
    responsibility_verbs=words("si occupa, dirige, gestisce, cura"),
    who_words=words("chi, quale"),
    empty_area_words=words("affari, generali, servizio, servizi, comunale, pubblici"),
    asks_name=words("chi è, chi sono, chi era, chi erano, nome, come si chiama, elenco"),
    asks_members=words("chi è, chi sono, membri, membro, composizione, chi siede"),
    asks_contact=words("contatto, telefono, numero, indirizzo, parlare, appuntamento"),
    asks_office=words("stipendio, indennità, elezione, eleggere, compiti"),
    generic=words("un, uno, una, ogni"),
    genitive=words("del, della, dei, dal, dalla, al, alla"),
    person_frames=words("chi, è, era, signor, signora, di, su, che, fa"),
    place_words=words("via, viale, piazza, scuola, sala, casa"),
    civilities_m=words("signor, sig"),
    civilities_f=words("signora, sig ra"),
    today=words("oggi, attuale, attualmente, adesso, in vigore"),
    past=words("era, erano, prima, ex, precedente, allora"),
)

ENGLISH = Vocabulary(
    roles=words(
        "mayor, mayors, deputy mayor, councillor, councillors, council member, council members,"
        " alderman, alderwoman, town clerk, city clerk"
    ),
    weak_roles=words("president, chair, chairman, chairwoman, secretary"),
    executive=words("executive"),
    bodies=words("council, town council, city council, municipal council, executive"),
    leaders=words("runs, leads, governs, heads, head, boss, in charge"),
    places=words("town, village, city, municipality"),
    offices=words("portfolio, portfolios"),
    responsibility=words("responsible for, in charge of, head of"),
    responsibility_verbs=words("heads, runs, handles, takes care of, deals with, oversees"),
    who_words=words("who, whose, which"),
    empty_area_words=words("general, affairs, service, services, public, municipal, town"),
    asks_name=words("who is, who s, who are, who was, who were, name, list"),
    asks_members=words("who is, who are, who sits, member, members, composition"),
    asks_contact=words("contact, phone, number, address, reach, meet, appointment, email"),
    asks_office=words("salary, pay, election, elect, powers, duties, role"),
    generic=words("a, an, any, every, each"),
    genitive=words("of the, by the, from the"),
    person_frames=words("who, is, was, mr, mrs, ms, about, tell, me, what, does, do"),
    place_words=words("street, road, avenue, square, school, hall, park"),
    civilities_m=words("mr"),
    civilities_f=words("mrs, ms, miss"),
    today=words("today, current, currently, now, in force, at present"),
    past=words("was, were, former, previous, previously, used to, back then"),
)
