"""Real pages of many systems: what their index says must be kept is kept, with its neighbour."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from schemas.document import DocumentFlag, ParsedDocument

pytestmark = pytest.mark.shared


@dataclass(frozen=True)
class RealPage:
    """Words that stand in one block of the page, words that must be gone, flags, links."""

    file: str
    together: tuple[tuple[str, ...], ...] = ()
    dropped: tuple[str, ...] = ()
    flags: tuple[DocumentFlag, ...] = ()
    in_order: tuple[str, ...] = ()


CEN_MENU = ("Les visites virtuelles", "Le Sabot de Vénus\n", "Chiffres-clés", "Les industriels")
FLAUX_MENU = ("Aller au", "Défribrillateur", "Panneau Pocket", "Plan du site", "Legifrance")

PAGES = (
    RealPage(
        "01-flaux-elus.html",
        together=(
            ("Maire de Flaux\n", "depuis le 25/05/2020"),
            ("Première adjointe\n",),
            ("Deuxième adjointe\n",),
            ("COMMISSION FINANCES :\n",),
            ("SIRP (Syndicat Intercommunal", "Titulaires:", "Suppléants:"),
        ),
        dropped=FLAUX_MENU,
    ),
    RealPage(
        "02-flaux-mairie.html",
        together=(
            ("Le lundi de 09h00 à 12h30", "Le jeudi de 09h00 à 12h30"),
            ("En cas d’urgence uniquement", "06.10.43.32.15"),
            ("95, rue de la Mairie", "30700 Flaux", "04 66 22 17 92"),
        ),
        dropped=FLAUX_MENU,
    ),
    RealPage(
        "03-flaux-comptes.html",
        together=(
            ("Procès verbal du 15 Décembre 2023 - 15 Décembre 2023",),
            ("Compte rendu séance du 31 Mars 2021 - 31 Mars 2021",),
            ("Liste des délibérations votées 16 Mai 2025",),
        ),
        dropped=FLAUX_MENU,
    ),
    RealPage(
        "06-cen-vie-associative.html",
        together=(
            ("Président : ", "Trésorier : ", "Administrateurs(trices) : "),
            ("\nPrésident",),
            ("\nTrésorier adjoint",),
        ),
        dropped=CEN_MENU,
    ),
    RealPage(
        "07-cen-equipe-salariee.html",
        together=(
            ("GAMELON\nDirecteur",),
            ("GOMEZ\nResponsable scientifique et technique", "Coordinateur des réserves"),
        ),
        dropped=CEN_MENU,
    ),
    RealPage(
        "08-cen-actualites.html",
        together=(
            ("14 février 2024", "Le Sabot de Vénus n°57"),
            ("11 octobre 2019", "Acquisition foncière en Saône-et-Loire"),
        ),
        dropped=CEN_MENU,
    ),
    RealPage(
        "09-cen-httrack-stub.html",
        flags=(DocumentFlag.REDIRECT_STUB, DocumentFlag.EMPTY_SHELL),
    ),
    RealPage("10-areli-gouvernance.html", flags=(DocumentFlag.EMPTY_SHELL,)),
    RealPage(
        "14-aic-personnes.html",
        together=(
            ("Directrice de projet à la Direction interministérielle du numérique", "\n"),
            ("\nVikidia\nChargée de projets pédagogiques",),
            ("\nInfoclimat\nIngénieur en cybersécurité",),
        ),
    ),
    RealPage(
        "16-aiglun-cr-2014-03-28.html",
        together=(
            ("est proclamé maire de la commune d’Aiglun à la majorité absolue", "14 (quatorze)"),
            ("1er adjoint", "monsieur "),
        ),
        in_order=(
            "conseil municipal du 28 mars 2014",
            "Election du maire",
            "Election des adjoints",
        ),
    ),
    RealPage(
        "17-chemere-cm-2012-07-10.html",
        together=(
            ("en exercice : 17", "Présents : 12", "Votants : 15", "Procurations : 3"),
            ("L'an deux mil douze, le dix juillet",),
            ("Date de télétransmission : 13/07/2012",),
            ("Date du marché: 26/06/2012", "Société: Cabinet PRIEUR"),
        ),
    ),
    RealPage(
        "19-ircc-permis-etudes-fr.html",
        together=(("Suivez ces étapes pour présenter votre demande en ligne",),),
        dropped=("English", "Government of Canada", "Gouvernement du Canada", "Skip to"),
    ),
    RealPage(
        "23-morin-heights-spip.html",
        together=(("Lundi - fermée",), ("Mardi et jeudi - de 13 h à 16 h",), ("Samedi - de 10 h",)),
        in_order=("Lundi - fermée", "Mardi", "Mercredi", "Vendredi", "Samedi", "Dimanche - de"),
    ),
    RealPage(
        "25-lac-megantic-typo3.html",
        together=(("Séance extraordinaire du conseil municipal", "29 août 2016"),),
    ),
    RealPage(
        "26-mcc-gouv-typo3-latin1-meta.html",
        together=(
            ("Gailloux, bibliothécaire responsable", "Bibliothèque ministérielle"),
            ("du lundi au vendredi de 9 h à 12 h et de 13 h 30 à 16 h 30",),
        ),
    ),
    RealPage(
        "28-sainte-beatrix-dnn.html",
        together=(
            ("Mardi de 18h00 à 20h00",),
            ("Jeudi de 15h00 à 17h00",),
            ("Samedi de 10h00 à 12h00",),
            ("coordonnatrice de la bibliothèque municipale", "450-883-2245, poste 229"),
        ),
        in_order=("Horaire\n", "Mardi de 18h00", "Samedi de 10h00"),
        dropped=("dimanche 11 septembre 2016", "© 2013"),
    ),
    RealPage(
        "30-macamic-coldfusion-table.html",
        together=(
            ("La responsable est Madame Ginette",),
            ("La fondatrice de la bibliothèque municipale fut madame",),
            ("Les lundis et mercredis de 14 heures à 16 heures",),
        ),
        dropped=("Panne, bris et urgence", "Tous droits réservés"),
    ),
    RealPage(
        "31-baie-du-febvre-asp.html",
        together=(("Mardi : 18h30 à 20h", "Jeudi : 18h30 à 20h", "Samedi matin : 9h30 à 11h30"),),
        dropped=("© 2000-2014",),
    ),
    RealPage(
        "32-lebel-aspnet-stale.html",
        together=(("Mardi - Mercredi - Jeudi\n13 h à 17 h et 18 h à 20 h",),),
        in_order=("14 août 2013", "À compter du 10 septembre 2013", "Mardi - Mercredi - Jeudi"),
    ),
    RealPage(
        "35-cacouna-mojibake.html",
        together=(
            ("Responsable: Madame Céline", "Lundi : de 18h30h à 20h00"),
            ("Dernière mise à jour : 2016-03-23",),
        ),
        dropped=("Ã", "11 septembre 2016"),
        flags=(DocumentFlag.MOJIBAKE,),
    ),
    RealPage(
        "36-ripon-frameset.html",
        flags=(DocumentFlag.FRAMESET,),
    ),
)


@pytest.fixture(params=PAGES, ids=lambda page: page.file.removesuffix(".html"))
def page(request: pytest.FixtureRequest) -> RealPage:
    assert isinstance(request.param, RealPage)
    return request.param


def test_real_page(page: RealPage, shared: Path, read: Callable[[bytes], ParsedDocument]) -> None:
    document = read((shared / "single-pages" / page.file).read_bytes())
    blocks = [block.span.of(document.text) for block in document.blocks]

    for words in page.together:
        assert any(all(word in block for word in words) for block in blocks), (words, blocks)
    assert [words for words in page.dropped if words in document.text] == []
    assert document.flags == page.flags or not page.flags
    places = [document.text.find(words) for words in page.in_order]
    assert -1 not in places
    assert places == sorted(places)


def test_fifteen_documents_with_their_dates(
    shared: Path, read: Callable[[bytes], ParsedDocument]
) -> None:
    document = read((shared / "single-pages/03-flaux-comptes.html").read_bytes())
    linked = [block for block in document.blocks if block.links]

    assert len(linked) == 15
    assert all("20" in block.links[0].text for block in linked)
    assert all(block.links[0].url.startswith("https://commune.example/") for block in linked)


def test_two_schedules_are_kept_apart(
    shared: Path, read: Callable[[bytes], ParsedDocument]
) -> None:
    document = read((shared / "single-pages/24-mont-joli-joomla.html").read_bytes())
    paths = {
        block.span.of(document.text).split("\n")[0]: block.heading_path[-1]
        for block in document.blocks
        if block.heading_path
    }

    assert paths["Mardi et jeudi, de 13h00 à 20h00"] == "Horaire régulier"
    assert paths["Dimanche-Lundi Fermée"] == "Horaire d’été"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "26-mcc-gouv-typo3-latin1-meta.html",
            "26-mcc-gouv-typo3-latin1-meta.latin-1-bytes.html",
        ),
        (
            "30-macamic-coldfusion-table.html",
            "30-macamic-coldfusion-table.cp1252-bytes.html",
        ),
    ],
    ids=["latin-1", "cp1252"],
)
def test_twins_in_another_encoding_read_the_same(
    one: str, other: str, shared: Path, read: Callable[[bytes], ParsedDocument]
) -> None:
    folder = shared / "single-pages"

    assert read((folder / one).read_bytes()).text == read((folder / other).read_bytes()).text


def test_a_frame_is_reported(shared: Path, read: Callable[[bytes], ParsedDocument]) -> None:
    document = read((shared / "single-pages/36-ripon-frameset.html").read_bytes())

    assert document.text == ""
    assert [link.url for link in document.links] == ["http://www.sdgdigital.info/VILLAGERIPON/"]
