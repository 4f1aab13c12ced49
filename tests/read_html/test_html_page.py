"""Bytes to characters, what a page states of itself, flags, and pages that mean harm."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.read_html.drafts import fingerprint
from schemas.document import Block, BlockKind, DocumentFlag, ParsedDocument, StatedDateSource

Reader = Callable[[str | bytes], ParsedDocument]
Finder = Callable[[ParsedDocument, str], Block]


@pytest.mark.parametrize(
    ("encoding", "label"),
    [
        ("utf-8", "iso-8859-1"),
        ("utf-8-sig", ""),
        ("cp1252", "utf-8"),
        ("cp1252", ""),
        ("utf-16", "utf-8"),
    ],
)
def test_characters_are_right_whatever_the_label(read: Reader, encoding: str, label: str) -> None:
    page = f'<meta charset="{label}"><p>L’unanimité des élus, 12 €, « cœur »</p>'

    assert read(page.encode(encoding)).text == "L’unanimité des élus, 12 €, « cœur »"


def test_latin_9_only_where_declared(read: Reader) -> None:
    page = (
        '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15"><p>12 € à l’été'
    )

    assert read(page.replace("’", "'").encode("iso-8859-15")).text == "12 € à l'été"


def test_one_broken_byte_does_not_garble_the_page(read: Reader) -> None:
    body = "<p>Été à la forêt, élèves et écoliers".encode() + b" caf\xe9</p>"

    assert read(body).text == "Été à la forêt, élèves et écoliers café"


def test_characters_that_nobody_sees_are_gone(read: Reader) -> None:
    page = "<p>Bi\u00adblio\u200bthe\u0300que\u00a0: \ue0dd ouverte\x02</p>"

    assert read(page).text == "Bibliothèque : ouverte"


def test_metadata(read: Reader) -> None:
    document = read(
        """<html lang="fr-CH"><head><title> Piscine
        de Morvaz </title><meta name="description" content="La piscine.">
        <link rel="canonical" href="/piscine/">
        <meta property="article:published_time" content="2020-01-02">
        <script type="application/ld+json">{"@graph": [{"datePublished": "2019-12-31",
        "dateModified": "2021-02-03T10:00:00Z"}, {"@type": "BreadcrumbList", "itemListElement":
        ["x", {"name": "Accueil"}, {"item": {"name": "L&rsquo;eau"}}]}]}</script>
        <script type="application/ld+json">{broken</script></head>
        <body><h1>Piscine</h1><p>Mis à jour le <time datetime="2021-02-03">3 février</time></p>"""
    )

    assert (document.title, document.h1) == ("Piscine de Morvaz", "Piscine")
    assert document.description == "La piscine."
    assert document.canonical == "https://commune.example/piscine/"
    assert document.breadcrumb == ("Accueil", "L’eau")
    assert {(stated.source, stated.raw) for stated in document.stated_dates} == {
        (StatedDateSource.OPENGRAPH_PUBLISHED, "2020-01-02"),
        (StatedDateSource.JSONLD_PUBLISHED, "2019-12-31"),
        (StatedDateSource.JSONLD_MODIFIED, "2021-02-03T10:00:00Z"),
        (StatedDateSource.TIME_ELEMENT, "2021-02-03"),
    }


def test_the_language_that_is_read_beats_the_one_declared(read: Reader) -> None:
    page = '<html lang="fr"><p>Die Gemeinde ist am Montag für die Einwohner und für alle offen.'
    document = read(page)

    assert document.language == document.language_detected == "de"
    assert document.language_declared == "fr"


def test_a_breadcrumb_without_a_class(read: Reader) -> None:
    document = read(
        "<p>Vous êtes ici : <a href='/'>Accueil</a> &gt; Voirie</p><h1>Voirie</h1><p>Oui"
    )

    assert document.breadcrumb == ("Accueil", "Voirie")
    assert document.text == "Voirie\n\nOui"


@pytest.mark.parametrize(
    ("page", "flag"),
    [
        ('<frameset cols="20,80"><frame src="/menu.html"></frameset>', DocumentFlag.FRAMESET),
        (
            '<meta http-equiv="refresh" content="0; url=/neuf/"><p>Redirection</p>',
            DocumentFlag.REDIRECT_STUB,
        ),
        ("<title>Page has moved</title><h3>Click here...</h3>", DocumentFlag.REDIRECT_STUB),
        ("<title>Erreur 404</title><p>Cette page n’existe pas.</p>", DocumentFlag.ERROR_PAGE),
        ("<title>Page non trouvée</title><h1>Oups</h1>", DocumentFlag.ERROR_PAGE),
        (
            "<b>Fatal error: Uncaught Error in /srv/www/index.php on line 3</b>",
            DocumentFlag.ERROR_PAGE,
        ),
        (
            "<h1>Intranet</h1><form><label>Mot de passe</label><input type='password'></form>",
            DocumentFlag.LOGIN_WALL,
        ),
        ("<div id='app'></div><script src='app.js'></script>", DocumentFlag.EMPTY_SHELL),
        ("<p>Une r\ufffdunion d\ufffdbut \ufffdt\ufffd</p>", DocumentFlag.MOJIBAKE),
        (
            "<div class='cookie-list'>" + "<p>Le texte de la commune est ici.</p>" * 40 + "</div>"
            "<div>" + "<p>Une autre partie de la page se lit bien.</p>" * 25 + "</div>"
            "<div role='menu'>" + "<p>Mot</p>" * 300 + "</div>",
            DocumentFlag.LITTLE_KEPT,
        ),
    ],
    ids=lambda value: value.value if isinstance(value, DocumentFlag) else "",
)
def test_flags(read: Reader, page: str, flag: DocumentFlag) -> None:
    document = read(page)

    assert flag in document.flags
    assert len(document.notes) == len(document.flags)


def test_an_ordinary_short_notice_has_no_flag(read: Reader) -> None:
    document = read(
        "<title>Avis</title><main><h1>Avis</h1><p>La déchetterie est fermée du 24 décembre au"
        " 2 janvier. L’erreur 404 de la semaine passée est réparée.</p></main>"
    )

    assert document.flags == ()


def test_an_article_about_errors_is_no_error_page(read: Reader) -> None:
    words = "<p>Le guichet explique la marche à suivre quand une page reste introuvable.</p>" * 30

    assert read(f"<title>Erreur 404 : que faire ?</title>{words}").flags == ()


@pytest.mark.parametrize(
    "page",
    [
        "<p>Mme<br>Anne Favre</p>",
        "<p>Mme</p><p>Anne Favre</p>",
        "<table><tr><td>Mme</td><td>Anne Favre</td></tr><tr><td>M.</td><td>Luc Rey</td></table>",
        "<dl><dt>Greffe</dt><dd>Mme<br>Anne Favre</dd></dl>",
        "<div class=c><span>Mme</span> <b>Anne Favre</b></div>",
        "<ul><li>Mme <p>Anne Favre</p></li></ul>",
        "<div class=a><h4>Mme</h4><p>Anne Favre</div><div class=a><h4>M.</h4><p>Luc Rey</div>",
    ],
    ids=["br", "paragraphs", "cells", "dd", "inline", "item", "card"],
)
def test_a_civility_stays_beside_its_name(read: Reader, page: str) -> None:
    assert "Mme Anne Favre" in read(page).text


def test_struck_text_is_not_read(read: Reader) -> None:
    assert read("<p>Ouvert <del>lundi</del> mardi</p>").text == "Ouvert mardi"


def test_an_address_hidden_from_robots_is_read(read: Reader) -> None:
    key, address = 0x1A, b"greffe@morvaz.example"
    code = bytes([key, *(letter ^ key for letter in address)]).hex()

    page = f'<p>Écrire : <span class="__cf_email__" data-cfemail="{code}">[protégé]</span></p>'
    assert read(page).text == "Écrire : greffe@morvaz.example"


def test_all_main_elements_are_read(read: Reader) -> None:
    document = read(
        "<div class=menu><a href=/a>Vie locale</a></div><div role=main><p>La première partie du"
        " texte de la page.</p></div><div role=main><p>La seconde partie du texte.</p></div>"
    )

    assert document.text == "La première partie du texte de la page.\n\nLa seconde partie du texte."


def test_headings_of_the_footer_do_not_stand_under_the_page(
    read: Reader, block_with: Finder
) -> None:
    document = read(
        "<main><h1>Piscine</h1><p>Ouverte de mai à septembre tous les jours.</p></main>"
        "<footer><p>Rue du Lac 1, 1999 Morvaz</p></footer>"
    )

    assert block_with(document, "Rue du Lac").heading_path == ()


def test_nested_list_of_some_length_is_read_under_its_label(
    read: Reader, block_with: Finder
) -> None:
    members = "".join(f"<li>Membre numéro {n} de la commission</li>" for n in range(12))
    document = read(f"<main><ul><li>Commission des eaux<ul>{members}</ul></li></ul></main>")

    assert block_with(document, "Membre numéro 7").heading_path == ("Commission des eaux",)
    assert len(document.blocks) == 13


def test_canteen_menu_is_not_a_menu(read: Reader) -> None:
    document = read("<div class='menu'><h3>Menu</h3><p>Lundi : lasagnes aux légumes</p></div>")

    assert "Lundi : lasagnes" in document.text
    assert document.text.startswith("Menu")


def test_a_row_over_the_whole_width_heads_a_part_of_the_table(
    read: Reader, block_with: Finder
) -> None:
    document = read(
        "<table><tr><td><b>Article</b></td><td><b>Dépenses</b></td><td><b>Recettes</b></td></tr>"
        "<tr><td colspan=3><b>Fonctionnement</b></td></tr><tr><td>66111</td><td>5 500</td><td></td>"
        "</tr><tr><td colspan=3><b>Investissement</b></td></tr><tr><td>2111</td><td></td>"
        "<td>7 000</td></tr></table><p>Adopté par le conseil.</p>"
    )

    assert document.text == (
        "Fonctionnement\n\nArticle: 66111 | Dépenses: 5 500\n\n"
        "Investissement\n\nArticle: 2111 | Recettes: 7 000\n\nAdopté par le conseil."
    )
    assert block_with(document, "7 000").heading_path == ("Investissement",)
    assert block_with(document, "Adopté").heading_path == ()


def test_header_cells_in_the_middle_name_the_columns_anew(read: Reader) -> None:
    document = read(
        "<table><tr><th>Jour</th><th>Heures</th></tr><tr><td>Lundi</td><td>9h</td></tr>"
        "<tr><th>Ligne</th><th>Départ</th></tr><tr><td>412</td><td>7h10</td></tr></table>"
    )

    assert document.text == "Jour: Lundi | Heures: 9h\nLigne: 412 | Départ: 7h10"


def test_tabs_name_their_panels(read: Reader, block_with: Finder) -> None:
    document = read(
        "<main><h1>Piscine</h1>"
        "<div role=tablist><button role=tab id=t1 aria-controls=p1>Été</button>"
        "<button role=tab id=t2 aria-controls=p2>Hiver</button></div>"
        "<div role=tabpanel id=p1 aria-labelledby=t1><p>Ouverte de 9h à 20h.</p></div>"
        "<div role=tabpanel id=p2 aria-labelledby=t2 hidden><p>Fermée.</p></div></main>"
    )

    assert block_with(document, "9h à 20h").heading_path == ("Piscine", "Été")
    assert block_with(document, "Fermée").heading_path == ("Piscine", "Hiver")
    assert document.text.count("Hiver") == 1


def test_a_panel_may_point_back_to_its_tab(read: Reader, block_with: Finder) -> None:
    document = read(
        "<main><h1>Bus</h1><a role=tab id=t9 href=/x>Ligne 9</a>"
        "<section role=tabpanel aria-labelledby=t9><p>Départ à 7h10.</p></section></main>"
    )

    assert "Ligne 9" in block_with(document, "7h10").heading_path


def test_a_role_makes_a_heading(read: Reader, block_with: Finder) -> None:
    document = read(
        "<main><div role=heading aria-level=2>Tarifs</div><p>Adultes : dix francs.</p>"
        "<div role=heading>Dates</div><p>Du 1er au 9 mai.</p></main>"
    )
    levels = [block.level for block in document.blocks if block.kind is BlockKind.HEADING]

    assert levels in ([2, 2], [])
    assert "Tarifs" in document.text


def test_the_last_person_of_a_run_takes_what_those_before_it_took(read: Reader) -> None:
    notice = "Le secrétariat répond aux questions des habitants tous les matins de la semaine. " * 5
    document = read(
        "<main><h1>Élus</h1><h3>Anne Favre</h3><p>Syndique</p><h3>Luc Rey</h3><p>Municipal</p>"
        f"<p>{notice}</p></main>"
    )
    blocks = [block.span.of(document.text) for block in document.blocks]

    assert blocks[1:3] == ["Anne Favre\nSyndique", "Luc Rey\nMunicipal"]
    assert document.blocks[3].heading_path == ("Élus",)


def test_definitions_without_terms_and_long_ones(read: Reader, block_with: Finder) -> None:
    rule = "<p>Le règlement s’applique à tous les usagers de la route communale.</p>" * 15
    document = read(
        f"<main><dl><dd>Sans terme</dd></dl><dl><dt>Art. 4</dt><dd>{rule}</dd></dl></main>"
    )

    assert "Sans terme" in document.text
    assert block_with(document, "usagers").heading_path == ("Art. 4",)


def test_words_right_in_a_list_are_read(read: Reader) -> None:
    document = read("<ul>Ouvert <b>le lundi</b><li>matin</li>sauf en <ul>juillet</ul></ul>")

    assert document.text.split() == ["Ouvert", "le", "lundi", "matin", "sauf", "en", "juillet"]


def test_a_word_processors_spans_do_not_cut_words(read: Reader) -> None:
    page = "<p>biblio<span lang=fr>thè</span><span style='x'>QUE</span> <b>5</b><b>0</b> ans</p>"

    assert read(page).text == "bibliothèQUE 50 ans"


def test_a_bold_line_heads_the_table_below_it(read: Reader, block_with: Finder) -> None:
    document = read(
        "<p><b>Horaire d’hiver</b></p><table><tr><td>Lundi</td><td>9h</td></tr>"
        "<tr><td>Mardi</td><td>10h</td></tr></table><p><b>Merci de votre visite</b></p>"
    )

    assert block_with(document, "Mardi: 10h").heading_path == ("Horaire d’hiver",)
    assert block_with(document, "Merci").kind is BlockKind.PARAGRAPH


def test_a_month_of_days_is_left_out(read: Reader) -> None:
    days = "".join(
        "<tr>" + "".join(f"<td>{week * 7 + day}</td>" for day in range(1, 8)) + "</tr>"
        for week in range(4)
    )
    document = read(f"<p>Agenda du mois</p><table>{days}</table>")

    assert document.text == "Agenda du mois"


HOSTILE = {
    "deep-divs": "<div>" * 5000 + "x",
    "deep-lists": "<ul><li>" * 3000 + "x",
    "deep-tables": "<table><tr><td>" * 1500 + "x",
    "deep-details": "<details><summary>x" * 500,
    "wide-spans": "<table>" + ("<tr>" + "<td colspan=9999 rowspan=9999>a" * 30) * 30,
    "bad-hosts": "<base href='//['><a href='http://[x'>x</a><frame src='http://['>",
    "deep-json": "<script type='application/ld+json'>" + "[" * 50_000 + "</script><p>x",
    "long-word": "<footer><p>" + "x" * 300_000,
    "digits": "<footer><p>" + "0 1" * 50_000,
    "trail": "<p>" + "accueil > " * 20_000,
    "skip": "<p>" + "aller au contenu " * 10_000,
    "skip-not": "<p>" + "aller au contenu " * 40 + "y",
    "share-not": "<p>" + "partager sur a-x-x-x " * 40 + "y",
    "credits": "<p>" + "propulsé par a " * 40 + "y" * 60,
    "nul": "\0<p>\0x\0</p>",
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.timeout(30)
def test_a_hostile_page_is_read_in_time(read: Reader, page: str) -> None:
    document = read(page)

    assert all(block.span.of(document.text).strip() for block in document.blocks)


TAGS = """
div p span b a ul li ol table tr td th dl dt dd h1 h2 h3 br img main nav footer header
form label details summary section article aside figure pre button select del svg
"""
tags = st.sampled_from(TAGS.split())
attributes = st.sampled_from(
    [
        "",
        " class=menu",
        " class=card",
        " role=main",
        " href=/x",
        " colspan=3",
        " id=content",
        " hidden",
    ]
)
pieces = st.one_of(
    st.builds(lambda tag, attribute: f"<{tag}{attribute}>", tags, attributes),
    st.builds(lambda tag: f"</{tag}>", tags),
    st.sampled_from(
        ["Mme ", "M.", "Anne Favre", "9h-12h", " ", "\n", "&nbsp;", "12", "texte", "é"]
    ),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.lists(pieces, max_size=40).map("".join))
def test_any_tag_soup_gives_blocks_that_cover_the_text(read: Reader, page: str) -> None:
    document = read(page)

    at = 0
    for block in document.blocks:
        words = block.span.of(document.text)
        assert document.text[at : block.span.start] == "" if at == 0 else True
        assert document.text[at : block.span.start].strip() == ""
        assert words == words.strip()
        assert block.fingerprint == fingerprint(words)
        assert (block.kind is BlockKind.HEADING) == (block.level is not None)
        at = block.span.end
    assert at == len(document.text)
    assert read(page) == document


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_read(read: Reader, body: bytes) -> None:
    assert read(body).text is not None


names = st.text("abcdefghé", min_size=3, max_size=9).map(str.capitalize)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(st.tuples(names, names), min_size=2, max_size=9, unique=True))
def test_every_card_keeps_name_and_function(read: Reader, people: list[tuple[str, str]]) -> None:
    cards = "".join(
        f"<div class='col'><div class='w'><h3>Jean {name}</h3></div><p>Municipal {role}</p></div>"
        for name, role in people
    )
    document = read(f"<main><h1>Élus</h1><div class='row'>{cards}</div></main>")
    blocks = [block.span.of(document.text) for block in document.blocks]

    assert blocks[1:] == [f"Jean {name}\nMunicipal {role}" for name, role in people]
