"""Lists of links to other pages go; whatever else stands under or beside such words stays."""

from collections.abc import Callable

import pytest

from schemas.document import Block, ParsedDocument

Reader = Callable[[str], ParsedDocument]
Finder = Callable[[ParsedDocument, str], Block]

PROSE = (
    "<p>La commission s’est réunie deux fois et propose un nouveau tarif pour l’an prochain.</p>"
)
LINKS = (
    '<ul><li><a href="/a">La fête du lac</a></li><li><a href="/b">Le bal du village</a></li></ul>'
)


@pytest.mark.parametrize(
    "words",
    [
        "À lire aussi",
        "Voir aussi :",
        "Dans la même rubrique",
        "Articles similaires",
        "Autres actualités",
        "Cela pourrait vous intéresser",
        "Das könnte Sie auch interessieren",
        "Weitere Meldungen",
        "Related posts",
    ],
)
@pytest.mark.parametrize("main", ["main", "div"])
def test_links_to_other_pages_go_with_their_heading(words: str, main: str, read: Reader) -> None:
    page = f"<{main}><h1>Tarifs</h1>{PROSE}<h2>{words}</h2>{LINKS}<h2>Contact</h2>{PROSE}</{main}>"

    text = read(page).text

    assert "lire aussi" not in text
    assert words not in text
    assert "fête du lac" not in text
    assert "Contact" in text


@pytest.mark.parametrize(
    "below",
    [
        '<ul><li><a href="/tarif.pdf">Tarif 2026</a></li></ul>',
        "<p>Le règlement du 4 mai, article 12, pour les exceptions.</p>",
        '<p><a href="/eau">Service des eaux</a>, 021 555 12 34</p>',
    ],
    ids=["document", "prose", "contact"],
)
def test_other_things_below_such_a_heading_stay(
    below: str, read: Reader, block_with: Finder
) -> None:
    document = read(f"<main><h1>Eau</h1>{PROSE}<h2>Voir aussi</h2>{below}</main>")

    words = next(word for word in ("Tarif 2026", "règlement du 4", "555 12 34") if word in below)
    assert "Voir aussi" in block_with(document, words).heading_path


def test_only_the_links_go_where_prose_follows(read: Reader) -> None:
    text = read(f"<main><h1>Eau</h1>{PROSE}<h2>Lire aussi</h2>{LINKS}{PROSE}</main>").text

    assert "fête du lac" not in text
    assert text.count("commission") == 2


def test_a_page_that_lists_pages_keeps_them(read: Reader) -> None:
    menu = '<div><a href="/x">Vie locale</a></div><div><a href="/y">Mairie</a></div>'

    text = read(f"<body>{menu}<h1>Fêtes</h1>{LINKS}</body>").text

    assert "Le bal du village" in text
    assert "Vie locale" not in text


def test_a_page_whose_title_announces_others_keeps_their_list(read: Reader) -> None:
    assert "La fête du lac" in read(f"<main><h1>Autres publications</h1>{LINKS}</main>").text


def test_a_title_at_the_end_does_not_take_the_page_for_a_menu(read: Reader) -> None:
    clubs = "".join(f'<p><a href="/{n}">Société de tir numéro {n}</a></p>' for n in range(9))

    assert "Société de tir numéro 8" in read(f"<body>{clubs}<h1>Ville</h1></body>").text


def test_links_above_the_title_that_say_where_to_call_or_what_to_load_stay(read: Reader) -> None:
    top = '<p><a href="tel:1">021 555 12 34</a></p><p><a href="/plan.pdf">Plan de la ville</a></p>'

    text = read(f"<body>{top}<h1>Eau</h1>{PROSE}{PROSE}</body>").text

    assert "021 555 12 34" in text
    assert "Plan de la ville" in text


def test_a_title_beside_the_main_element_stays(read: Reader) -> None:
    page = f"<div><h1>Eau potable</h1><h2>Réseau</h2></div><main>{PROSE}{PROSE}</main>"

    document = read(page)

    assert document.h1 == "Eau potable"
    assert "Réseau" in document.text


@pytest.mark.parametrize(
    ("piece", "stays"),
    [
        ('<ul><li><a href="#">Facebook</a></li><li><a href="#">X</a></li></ul>', False),
        ('<p><a href="mailto:a@b.example">E-mail</a></p>', True),
        ('<p><a href="https://club.example">Facebook</a></p>', True),
        ('<p><a class="btn" role="button" href="/r.pdf">Règlement</a></p>', True),
        ('<div><div role="button">Ajouter</div></div>', False),
        ('<div><div role="button">021 555 12 34</div></div>', True),
        ('<div class="trusted"><p>Nos partenaires.</p></div>', True),
        ('<div class="menu"><p>Rôti de veau</p></div>', True),
        ("<nav><p>Au guichet de la rue du Puits.</p></nav>", True),
        ("<nav><span>Menu principal</span></nav>", False),
        ("<p>Partager sur Facebook Imprimer</p>", False),
        ('<div class="klaro"><p>Nous mesurons.</p></div>', False),
    ],
)
def test_small_things_beside_the_text(piece: str, *, stays: bool, read: Reader) -> None:
    bare = read(f"<body><h1>Cantine</h1>{PROSE}{PROSE}</body>").text
    text = read(f"<body><h1>Cantine</h1>{PROSE}{piece}{PROSE}</body>").text

    assert (len(text) > len(bare)) is stays


def test_tabs_without_role_or_target_name_panels_by_their_place(
    read: Reader, block_with: Finder
) -> None:
    document = read(
        '<main><h1>Horaires</h1><div class="tabs-menu"><a>Mairie</a><a>Bains</a></div>'
        '<div class="tabs-content"><div><p>Le matin, 9h-12h</p></div>'
        "<div><p>Le soir, 17h-20h</p></div></div></main>"
    )

    assert block_with(document, "9h-12h").heading_path == ("Horaires", "Mairie")
    assert block_with(document, "17h-20h").heading_path == ("Horaires", "Bains")


@pytest.mark.parametrize(
    "handle",
    [
        '<button class="panel-header" aria-expanded="false">Délai</button>',
        '<a href="#x" data-toggle="collapse">Délai</a>',
    ],
)
def test_a_button_that_opens_the_block_after_it_is_its_heading(
    handle: str, read: Reader, block_with: Finder
) -> None:
    document = read(
        f"<main><h1>Passeport</h1><div>\n{handle}\n<div>Cinq semaines.</div></div></main>"
    )

    assert block_with(document, "Cinq semaines").heading_path == ("Passeport", "Délai")


def test_a_button_that_opens_a_menu_is_no_heading(read: Reader) -> None:
    handle = '<button aria-expanded="false">Rubriques</button>'

    text = read(f"<body><div>{handle}<div>{LINKS}</div></div><h1>Eau</h1>{PROSE}</body>").text

    assert "Rubriques" not in text


def test_more_panels_than_tabs_are_not_named_by_guess(read: Reader, block_with: Finder) -> None:
    document = read(
        '<main><h1>Horaires</h1><div class="tabs-menu"><a>Mairie</a><a>Bains</a></div>'
        '<div class="tabs-content"><div><p>Le matin, 9h-12h</p></div></div></main>'
    )

    assert block_with(document, "9h-12h").heading_path == ("Horaires",)
    assert "Bains" in document.text


@pytest.mark.parametrize(
    "box",
    ['<div class="tab"><h3>{}</h3><p>{}</p></div>', '<p class="tab"><b>{}</b><b>{}</b></p>'],
    ids=["title-and-text", "line"],
)
def test_boxes_that_are_each_a_tab_keep_their_own_words(box: str, read: Reader) -> None:
    hours = (("Mairie", "9h-12h"), ("Bains", "17h-20h"), ("Voirie", "14h-16h"))
    document = read(f"<main>{''.join(box.format(*each) for each in hours)}</main>")

    positions = [document.text.index(words) for each in hours for words in each]
    assert positions == sorted(positions)


def test_the_words_below_a_table_in_a_figure_stand_over_its_rows(
    read: Reader, block_with: Finder
) -> None:
    document = read(
        "<main><h1>Salles</h1><figure><table><tr><th>Salle</th><th>Prix</th></tr>"
        "<tr><td>Foyer</td><td>120 €</td></tr></table><figcaption>Tarifs 2026</figcaption>"
        "</figure></main>"
    )

    assert block_with(document, "120 €").heading_path == ("Salles", "Tarifs 2026")
