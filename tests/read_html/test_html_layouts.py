"""Twelve layouts that communes use: what belongs together stays in one block, chrome goes."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from schemas.document import Block, BlockKind, ParsedDocument

LAYOUTS = Path(__file__).parent / "layouts"


@dataclass(frozen=True)
class Layout:
    """What a good reading of one page keeps and leaves out."""

    file: str
    together: tuple[tuple[str, ...], ...]
    """Words that must stand in one block."""
    dropped: tuple[str, ...]
    under: tuple[tuple[str, str], ...] = ()
    """Words, and a heading that must stand over their block."""


EXPECTED = (
    Layout(
        "wordpress.html",
        together=(
            ("Mme Hélène Corvat, syndique", "Administration générale, finances"),
            ("M. Yvan Brélaz-Morod, municipal", "Routes et forêts"),
            ("M. Théo Zbinderli, municipal", "Écoles", "Police du feu"),
            ("Procès-verbal du 12 février 2024",),
            ("Lundi et jeudi : 9h à 11h30",),
            ("Rue du Four 3", "1999 Valdoré", "021 555 01 02"),
        ),
        dropped=(
            "Permis de construire",
            "Guichet virtuel",
            "Aller au contenu",
            "Twitter",
            "cookies",
            "Tous droits",
            "script",
        ),
        under=(("Mme Hélène Corvat", "Dicastères"), ("Procès-verbal du 15", "Documents")),
    ),
    Layout(
        "elementor.html",
        together=(
            ("Solène Arquebuse", "Maire"),
            ("Marcel Tintaniac", "1er adjoint", "Finances et travaux"),
            ("Aude Lescoublac", "2e adjointe", "Écoles"),
            ("Guy Pervanchère", "Conseiller délégué à la voirie"),
            ("2 place du Puits, 99123 Trébuac",),
        ),
        dropped=("Vie locale", "IMG_2041", "Mentions légales"),
        under=(("Solène Arquebuse", "Le conseil municipal"),),
    ),
    Layout(
        "typo3_dl.html",
        together=(
            ("Greffe municipal:", "Mme Odile Ravonnet, secrétaire municipale", "024 555 10 20"),
            ("Bourse communale", "M. Pascal Dutruy-Blanc, boursier", "mardi de 14h à 18h"),
            ("Préposé au contrôle des habitants: Monsieur Rémy Chaptot",),
            ("M. Luc Amiguetti", "huissier"),
            ("Mme Irma Stüchelberg, concierge",),
        ),
        dropped=("Autorités", "Finances publiques", "Plan du site", "Impressum", "Vous êtes ici"),
        under=(("Mme Odile Ravonnet", "Services communaux"),),
    ),
    Layout(
        "spip.html",
        together=(
            ("Lundi - fermée",),
            ("Mardi - de 16 h à 18 h",),
            ("Public: Adultes", "Tarif: 12,50 €"),
            ("Public: Moins de 18 ans", "Tarif: gratuit"),
            ("Mme Josiane Perrachon", "05 55 00 11 22"),
        ),
        dropped=("Vivre à Pontalban", "Rechercher", "Se connecter", "Plan du site"),
        under=(("12,50", "Tarifs"), ("12,50", "Abonnement annuel")),
    ),
    Layout(
        "drupal_views.html",
        together=(
            ("Firmin Caldeyrac", "Maire de Bourg-Serein"),
            ("Béatrix Ostermann", "Adjointe à l’urbanisme"),
            ("Loïc Trévidic", "Conseiller délégué"),
            ("05 65 00 22 33",),
            ("1 place de la Halle, 12999 Bourg-Serein",),
        ),
        dropped=("Agenda complet", "Page 2"),
        under=(("05 65 00 22 33", "Secrétariat des élus"),),
    ),
    Layout(
        "icms_table.html",
        together=(
            ("Nom: M. Jérôme Vuadens-Roch", "Fonction: Président", "Téléphone: 027 555 33 44"),
            ("Nom: Mme Colette Pignard", "Fonction: Scrutatrice"),
            ("Nom: Mme Dunja Mrkonjic", "Fonction: Scrutatrice", "027 555 66 77"),
            ("Lundi: Matin: 9h-12h | Après-midi: fermé",),
            ("Mardi: Matin / Après-midi: sur rendez-vous",),
            ("Mercredi: Matin: – | Après-midi: 14h-17h",),
            ("Jeudi: 8h-10h",),
        ),
        dropped=("Portrait du village", "Webfictif", "Titre"),
        under=(("Jérôme Vuadens-Roch", "Conseil communal"), ("Jeudi", "Vacances d’été")),
    ),
    Layout(
        "accordions.html",
        together=(
            ("Ouverte le mercredi de 13h30 à 18h.",),
            ("Bennes vertes le lundi.",),
            ("Bennes au parking de la Poste.",),
        ),
        dropped=("Espace membres", "Newsletter du quartier", "Imprimer"),
        under=(
            ("mercredi de 13h30", "Déchetterie intercommunale"),
            ("vendredi dès 7h", "Ordures ménagères"),
            ("Samedi de 9h à 11h", "Horaire d’hiver"),
            ("Samedi de 8h à 12h", "Horaire d’été"),
        ),
    ),
    Layout(
        "nested_tables.html",
        together=(
            ("Nom: Ariane Bolomey-Fictif", "Fonction: Intendante"),
            ("Nom: Célestin Dupraz-Fictif", "Fonction: Garde forestier"),
            ("Travaux", "voirie", "égouts", "M. Anselme Racloz"),
            ("Écoles | Mme Zélie Tornay",),
        ),
        dropped=(),
        under=(("Ariane Bolomey-Fictif", "Personnel communal"),),
    ),
    Layout(
        "german.html",
        together=(
            ("Herr Urs Wyttenbächli", "Gemeindepräsident", "032 555 11 22"),
            ("Frau Annerös Küttelmann", "Vizepräsidentin, Finanzen"),
            ("Montag: 08.00 – 11.30 Uhr",),
            ("Mittwoch: geschlossen",),
            ("Frau Mirta Zgraggenli",),
            ("Dorfstrasse 7, 3999 Oberfiktal",),
        ),
        dropped=("Verwaltung und Politik",),
        under=(("Montag", "Öffnungszeiten"),),
    ),
    Layout(
        "joomla_news.html",
        together=(
            ("Fête du village", "18 mai 2024", "samedi 22 juin"),
            ("Coupure d’eau", "2 mai 2024", "Rue des Lavandières, de 8h à 10h."),
        ),
        dropped=("Accueil du site", "Vie associative", "Lire la suite", "Suivant", "Facebook"),
        under=(("Fête du village", "Actualités"),),
    ),
    Layout(
        "forms.html",
        together=(
            ("La location coûte 250 francs. Caution : 1'000 francs.",),
            ("Concierge : M. Ferdinand Oulevay-Fictif", "079 555 99 88"),
            ("120 places assises",),
            ("Nom et prénom du locataire",),
            ("Jour souhaité",),
        ),
        dropped=("Rubrique administrative", "lundi", "Tarif 2019"),
    ),
    Layout(
        "documents.html",
        together=(
            ("Séance: 14 mai 2019", "Document: Procès-verbal (PDF, 220 Ko)"),
            ("4. Commission des finances : MM. Aloys Perroulaz et Denis Quartenoud",),
            ("5. Commission de gestion", "M. Basile Tissières, président"),
            ("Mme Prisca Volluz, rapporteure",),
            ("Courrier à adresser au Greffe Municipal.",),
        ),
        dropped=("La commune pratique",),
        under=(("Basile Tissières", "Commissions"),),
    ),
)


@pytest.fixture(params=EXPECTED, ids=lambda layout: layout.file.removesuffix(".html"))
def layout(request: pytest.FixtureRequest) -> Layout:
    assert isinstance(request.param, Layout)
    return request.param


@pytest.fixture
def document(layout: Layout, read: Callable[[bytes], ParsedDocument]) -> ParsedDocument:
    return read((LAYOUTS / layout.file).read_bytes())


def test_what_belongs_together_is_one_block(
    layout: Layout,
    document: ParsedDocument,
    block_with: Callable[[ParsedDocument, str], Block],
) -> None:
    for words in layout.together:
        block = block_with(document, words[0]).span.of(document.text)
        assert [word for word in words if word not in block] == [], block


def test_navigation_is_dropped(layout: Layout, document: ParsedDocument) -> None:
    assert [words for words in layout.dropped if words in document.text] == []


def test_blocks_stand_under_their_headings(
    layout: Layout,
    document: ParsedDocument,
    block_with: Callable[[ParsedDocument, str], Block],
) -> None:
    for words, heading in layout.under:
        assert heading in block_with(document, words).heading_path, words


def test_blocks_cover_the_text(document: ParsedDocument) -> None:
    at = 0
    for block in document.blocks:
        assert document.text[at : block.span.start].strip() == ""
        assert block.span.of(document.text).strip() == block.span.of(document.text)
        at = block.span.end
    assert at == len(document.text)


def test_links_keep_text_and_target(read: Callable[[bytes], ParsedDocument]) -> None:
    document = read((LAYOUTS / "documents.html").read_bytes())
    rows = [block for block in document.blocks if block.kind is BlockKind.TABLE_ROW]

    assert [(link.text, link.url) for link in rows[0].links] == [
        ("Procès-verbal", "https://commune.example/pv/a.pdf")
    ]


def test_a_base_element_resolves_links(read: Callable[[bytes], ParsedDocument]) -> None:
    document = read((LAYOUTS / "joomla_news.html").read_bytes())

    assert document.links[0].url == "https://www.malbrun.example/actu/fete.html"
