"""The words by which a page says what an element is: tags, roles, classes, labels.

Tables to read, not code: a site that the walker misreads is usually one word away.
"""

import re

_BLOCK_TAGS = """
address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html label legend li
main menu nav ol p pre section summary table tbody td tfoot th thead tr ul
"""
BLOCK_TAGS = frozenset(_BLOCK_TAGS.split())
BLOCK_ROLES = frozenset({"row", "cell", "gridcell", "columnheader", "rowheader", "listitem"})
HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset({"ul", "ol", "menu", "dir"})
BOLD = frozenset({"b", "strong"})

_SKIPPED_TAGS = """
script style template noscript svg math iframe object embed canvas audio video source track
title meta link base select option optgroup textarea datalist progress meter map area applet
frame noframes del s strike rp
"""
SKIPPED_TAGS = frozenset(_SKIPPED_TAGS.split())
"""Never read. Struck text (``del``, ``s``) says what no longer holds: it must not be cited."""

SKIPPED_ROLES = frozenset({"navigation", "search", "menu", "menubar", "toolbar", "progressbar"})

# Dropped whatever they hold, unless they hold most of the page (a class on a wrapper).
CHROME = re.compile(
    r"cookie|consent|gdpr|rgpd|tarteaucitron|onetrust|didomi|axeptio|cmplz|cc-window"
    r"|orejime|usercentrics|iubenda|qc-cmp|borlabs|klaro|truste[-_]|osano|termly|sirdata"
    r"|addtoany|a2a_kit|addthis|sharedaddy|jssocials|at-share"
    r"|(?:^|[\s_-])(?:share|sharing|partage|partager"
    r"|social[-_]?(?:share|links|icons|media|buttons|bookmarks?|tags|wrapper)|(?:star-?)?ratings?)"
    r"(?:$|[\s_-])"
    r"|skip-?(?:link|nav|to)|skiplink|back-?to-?top|haut-?de-?page|scroll-?top"
    r"|breadcrumb|fil-?(?:d-?)?ariane|filariane|current-?date|date-?du-?jour|pagination|wp-pagenavi"
    r"|(?:^|[\s_-])mobile[-_]?(?:nav|menu)(?:$|[\s_-])|hamburger"
    r"|captcha|live-?chat|visually-hidden-focusable|browsehappy|browser-?update",
    re.IGNORECASE,
)
BREADCRUMB = re.compile(r"breadcrumb|fil-?(?:d[-' ]?)?ariane|filariane", re.IGNORECASE)

# Dropped only where links make up the text: "menu" is also what the canteen serves.
NAVIGATION = re.compile(
    r"(?:^|[\s_-])(?:nav|navs|navbar|navigation|menu|menus|submenu|topmenu|mainmenu|sidemenu"
    r"|megamenu|topbar|toolbar|langs?|language|languages|lang-?switch\w*|search|recherche|sitemap"
    r"|plan-?du-?site|quick-?links|acces-?rapides?|tags?|pager|mobile-?nav|offcanvas|burger)"
    r"(?:$|[\s_-])|menu(?:$|[\s_-])|(?:^|[\s_-])menu",
    re.IGNORECASE,
)
HEADER = re.compile(
    r"(?:^|\s)(?:site-?header|page-?top|header|entete|en-tete|banner|bandeau|masthead|top-?bar)(?:$|\s)",
    re.IGNORECASE,
)
FOOTER = re.compile(
    r"(?:^|\s)(?:site-?footer|main-?footer|page-?footer|pied|pied-?de-?page|pieddepage"
    r"|footer(?:[-_](?:section|wrapper|container|content|area|widgets?|main|top|bottom|inner|grid))?"
    r"|colophon|elementor-location-footer|fusszeile)(?:$|\s)",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"(?:^|\s)(?:side-?bar(?:[-_](?:left|right|first|second))?|right-?column|seitenleiste|seitenspalte|colonna-?destra"
    r"|colonne-?(?:droite|laterale)|barre-?laterale)(?:$|\s)",
    re.IGNORECASE,
)
_MAIN_IDS = """
content contenu main maincontent main-content page-content contentarea content-area primary
contenu-principal contenuprincipal inhalt hauptinhalt region-content
"""
MAIN_IDS = frozenset(_MAIN_IDS.split())
PANEL_TOGGLE = re.compile(
    r"(?:^|[\s_-])(?:accordion|accordeon|accordéon|collapse|toggle|tab|tabs|onglet|panel-title)"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)

TABS = re.compile(r"(?:^|[\s_-])(?:tabs?|onglets?|pills|reiter)(?:$|[\s_-])", re.IGNORECASE)

# A whole line of these is the site speaking about itself, not about the commune.
_NOISE = (
    r"lire (?:la suite|plus|l.article)|en savoir (?:plus|\+)|voir (?:plus|tout|la suite)"
    r"|plus d.infos?"
    r"|read more|more|weiterlesen|mehr(?: erfahren| lesen)?|leggi tutto"
    r"|retour(?:ner)? (?:en )?haut(?: de (?:la )?page)?|haut de (?:la )?page|back to top|nach oben"
    r"|imprimer(?: (?:la|cette) page)?|print|drucken|share(?: on [a-z.-]{1,20})?|teilen"
    r"|partager(?: (?:la|cette) page| (?:sur|via|par) [a-z.-]{1,20})?"
    r"|envoyer (?:par (?:courriel|e-?mail|mail)|à un ami)|version (?:imprimable|mobile)"
    r"|(?:(?:aller|passer|acc[eé]der) (?:directement )?(?:au|à la|à l.)\s?"
    r"(?:contenu|menu|texte|navigation|recherche)(?: principale?)?\s*)+"
    r"|skip to (?:main )?content|zum inhalt(?: springen)?|navigation (?:principale|secondaire)"
    r"|recommander (?:cette|la) page|tweeter(?: ceci)?"
    r"|(?:ajouter|exporter) (?:à mon|au|vers mon) (?:calendrier|agenda)|druckversion|seite drucken"
    r"|auf [a-z.-]{1,20} teilen"
    r"|(?:site (?:internet |web )?(?:créé|réalisé|conçu)|propulsé|powered) (?:par|by) .{1,40}"
    r"|connexion|se connecter|login|×|x|fermer|close|menu(?: principal)?|\(\)"
    r"|précédent|suivant|previous|next"
)
# Atomic: what was taken for noise is not tried in other ways, of which a long line has millions.
NOISE_LINE = re.compile(
    rf"[|»«›‹>•·:,;.–—*/\s-]+|(?>{_NOISE})(?>(?:[\s·|/•,–-]+(?:{_NOISE}))*)\s*[:»›>.…]*",
    re.IGNORECASE,
)
SHARE_HEADING = re.compile(
    r"partage[rz](?: (?:la|cette) page)?(?: sur)?|suivez[- ]nous(?: sur)?|share(?: this page)?"
    r"|teilen|réseaux sociaux|follow us|folgen sie uns",
    re.IGNORECASE,
)
RELATED = re.compile(
    r"(?:à |a )?(?:lire|voir|découvrir) (?:aussi|également)|(?:dans|sur) (?:la|le) même \w{4,12}"
    r"|(?:articles?|contenus?|pages?|actualités?|sujets?|informations?)"
    r" (?:liée?s?|associée?s?|similaires?|connexes?|récente?s?)"
    r"|(?:(?:les|nos) )?autres (?:articles|actualités|actus|informations|pages|sujets|publications)"
    r"(?: (?:de|du|sur) .{1,40})?"
    r"|(?:ça|cela) (?:peut|pourrait) (?:aussi |également )?vous intéresser"
    r"|(?:vous aimerez|ces articles|ces pages) .{0,30}(?:aussi|intéresser)"
    r"|das könnte sie auch interessieren|(?:siehe|lesen sie) auch|(?:ähnliche|weitere|verwandte)"
    r" (?:artikel|beiträge|themen|meldungen|seiten)|zum gleichen thema"
    r"|related (?:posts|articles|content|pages)|you may also like|see also|potrebbe interessarti.*",
    re.IGNORECASE,
)
"""Over links to other pages, each of which says for itself what it says."""
_SOCIAL_NETWORKS = """
facebook twitter x instagram linkedin youtube whatsapp pinterest tiktok mastodon telegram
bluesky threads messenger flickr rss email e-mail snapchat
"""
SOCIAL_NETWORKS = frozenset(_SOCIAL_NETWORKS.split())
CREDIT = re.compile(
    r"(?:conception|réalisation|création|propulsé|powered|site (?:web )?(?:réalisé|créé)|réalisé"
    r"|webdesign|design|umsetzung|realisation|hébergé)\b.{0,80}",
    re.IGNORECASE,
)
"""Who built the site, in its footer."""
HOME = re.compile(r"accueil|home|startseite|page d.accueil|homepage", re.IGNORECASE)
COPYRIGHT = re.compile(
    r"©|\(c\)\s*(?:19|20)[0-9]{2}|copyright|tous droits r[ée]serv|all rights reserved"
    r"|alle rechte vorbehalten",
    re.IGNORECASE,
)
COPYRIGHT_YEARS = re.compile(
    r"(?:©|copyright|\(c\))\W*(?:(?:19|20)[0-9]{2}\W*)+|(?:19|20)[0-9]{2}\s?[-–]\s?(?:19|20)[0-9]{2}",
    re.IGNORECASE,
)
"""Years that must not pass for a postal code before the name of the commune."""
TRAIL = re.compile(
    r"[>»›\s]*(?:(?:vous êtes (?:ici|dans)|you are here|sie sind hier)\s*:?.*"
    r"|(?:accueil|home|startseite)\s*(?:[>»›/|]\s*[^>»›]{2,60}){1,6})",
    re.IGNORECASE,
)
"""A breadcrumb that no class names."""
RENDER_DATE = re.compile(
    r"(?:nous sommes )?(?:le )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag),? [0-9]{1,2}(?:er|\.)? "
    r"[a-zéûä]+ [0-9]{4}\W*(?:[0-9:h]+)?[\s|A+-]*",
    re.IGNORECASE,
)
"""The day on which the server made the page, above its content."""
CONTACT = re.compile(
    r"(?:\+|\b00?)[\s(]*[1-9][0-9()]{0,4}(?:[\s./-]?[0-9]{2,4}){3,5}"
    r"|\(?\b[2-9][0-9]{2}\)?[-. ]{1,2}[0-9]{3}[-. ][0-9]{4}\b"
    r"|\b[\w.+-]{1,64}@[\w-]{1,60}\.\w|\b(?:CH-|F-|D-)?[1-9][0-9]{3,4}\s+[A-ZÀ-Ý]"
    r"|\b[0-9]{1,2}\s?(?:h|:|\.)\s?[0-9]{2}\b|\b[0-9]{1,2}\s?h\b"
    r"|\b(?:[Rr]ue|[Aa]venue|[Cc]hemin|[Rr]oute|[Pp]lace|\w{1,30}(?:strasse|straße|gasse|weg|platz))\b"
)
"""A telephone number, an e-mail address, a postal code with its town, an hour, a street."""

CIVILITY = (
    r"(?:M|MM|Mr|Mrs|Ms|Mme|Mmes|Mlle|Mlles|Me|Mes|Dr|Drs|Pr|Prof|Sig|Hr)\b\.?"
    r"|(?:Monsieur|Messieurs|Madame|Mesdames|Mademoiselle|Maître|Docteur|Herr|Herrn|Frau|Signora?)\b"
)
ENDS_IN_CIVILITY = re.compile(rf"(?:^|[\s(])(?:{CIVILITY})$")
CIVILITY_FIRST = re.compile(rf"(?:{CIVILITY})\s")
PERSON_NAME = re.compile(
    rf"(?:(?:{CIVILITY})\s+)?"
    r"(?:[A-ZÀ-ÖØ-Þ][\w’'.-]*|d[eu]s?|von|van|di|la|le)(?:\s+(?:[A-ZÀ-ÖØ-Þ][\w’'.-]*|d[eu]s?|von|van|di|la|le)){1,4}"
)
DOCUMENT_LINK = re.compile(r"\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|zip)(?:$|[?#])", re.IGNORECASE)
