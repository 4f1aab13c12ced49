"""DOCX, ODT, RTF, DOC and plain text come out as the same kind of document."""

import datetime as dt
import io
import zipfile
from collections.abc import Callable

import docx
import pytest
from odf import meta, table, text
from odf.opendocument import OpenDocumentText

from ingest.read_office.archive import MAX_UNPACKED_BYTES
from schemas.document import (
    BlockKind,
    DocumentFlag,
    DocumentKind,
    ParsedDocument,
    StatedDateSource,
)
from schemas.errors import ParseError

Reader = Callable[..., ParsedDocument]


def docx_bytes() -> bytes:
    document = docx.Document()
    document.core_properties.title = "Règlement communal"
    document.core_properties.created = dt.datetime(2019, 5, 14, 9, 30, tzinfo=dt.UTC)
    document.add_heading("Règlement sur les déchets", level=1)
    document.add_paragraph("La Municipalité, par M. Favre, décide.")
    document.add_heading("Tarifs", level=2)
    document.add_paragraph("Sacs de 35 litres : Fr. 2.--", style="List Bullet")
    document.add_paragraph("Sacs de 60 litres : Fr. 3.80", style="List Bullet")
    grid = document.add_table(rows=2, cols=2)
    for column, name in enumerate(("Jour", "Lieu")):
        grid.cell(0, column).paragraphs[0].add_run(name).bold = True
    grid.cell(1, 0).text = "Lundi\net jeudi"
    grid.cell(1, 1).text = "Déchetterie"
    body = io.BytesIO()
    document.save(body)
    return body.getvalue()


def odt_bytes() -> bytes:
    document = OpenDocumentText()
    document.meta.addElement(meta.CreationDate(text="2021-06-02T10:00:00"))
    document.text.addElement(text.H(outlinelevel=1, text="Avis de travaux"))
    paragraph = text.P(text="La rue du Four")
    paragraph.addElement(text.LineBreak())
    paragraph.addText("est fermée ")
    anchor = text.A(href="https://commune.example/plan.pdf", text="(plan)")
    paragraph.addElement(anchor)
    document.text.addElement(paragraph)
    bullets = text.List()
    for words in ("Mme Rey, greffe", "M. Thorn, voirie"):
        item = text.ListItem()
        item.addElement(text.P(text=words))
        bullets.addElement(item)
    document.text.addElement(bullets)
    grid = table.Table(name="t")
    for words in (("Lundi", "9h-11h"), ("Mardi", "fermé")):
        row = table.TableRow()
        for word in words:
            cell = table.TableCell()
            cell.addElement(text.P(text=word))
            row.addElement(cell)
        grid.addElement(row)
    document.text.addElement(grid)
    body = io.BytesIO()
    document.write(body)
    return body.getvalue()


def kinds_of(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


def test_docx(read: Reader) -> None:
    document = read(docx_bytes())

    assert kinds_of(document) == [
        ("heading", "Règlement sur les déchets"),
        ("paragraph", "La Municipalité, par M. Favre, décide."),
        ("heading", "Tarifs"),
        ("list_item", "Sacs de 35 litres : Fr. 2.--"),
        ("list_item", "Sacs de 60 litres : Fr. 3.80"),
        ("table_row", "Jour: Lundi / et jeudi | Lieu: Déchetterie"),
    ]
    assert document.kind is DocumentKind.DOCX
    assert document.title == "Règlement communal"
    assert document.blocks[3].heading_path == ("Règlement sur les déchets", "Tarifs")
    assert (StatedDateSource.OFFICE_CREATED, "2019-05-14T09:30:00+00:00") in [
        (stated.source, stated.raw) for stated in document.stated_dates
    ]


def test_odt(read: Reader) -> None:
    document = read(odt_bytes())

    assert kinds_of(document) == [
        ("heading", "Avis de travaux"),
        ("paragraph", "La rue du Four\nest fermée (plan)"),
        ("list_item", "Mme Rey, greffe"),
        ("list_item", "M. Thorn, voirie"),
        ("table_row", "Lundi: 9h-11h"),
        ("table_row", "Mardi: fermé"),
    ]
    assert document.kind is DocumentKind.ODT
    assert [(stated.source, stated.raw) for stated in document.stated_dates] == [
        (StatedDateSource.OFFICE_CREATED, "2021-06-02T10:00:00")
    ]
    assert document.links[0].url == "https://commune.example/plan.pdf"


def test_rtf(read: Reader) -> None:
    body = (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title Avis}"
        rb"{\creatim\yr2018\mo3\dy7\hr8\min5}}\f0 S\'e9ance du 7 mars\par\par "
        rb"Pr\'e9sents : M. Dey\par}"
    )
    document = read(body)

    assert kinds_of(document) == [
        ("paragraph", "Séance du 7 mars"),
        ("paragraph", "Présents : M. Dey"),
    ]
    assert (document.kind, document.title) == (DocumentKind.RTF, "Avis")
    assert document.stated_dates[0].raw == "2018-03-07"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_plain_text(read: Reader, encoding: str) -> None:
    words = "Avis à la population\n\nL’eau sera coupée :\n\n- mardi\n- jeudi\n"
    document = read(words.encode(encoding))

    assert kinds_of(document) == [
        ("paragraph", "Avis à la population"),
        ("paragraph", "L’eau sera coupée :"),
        ("list_item", "- mardi"),
        ("list_item", "- jeudi"),
    ]
    assert document.blocks[3].kind is BlockKind.LIST_ITEM


def test_an_empty_document_says_so(read: Reader) -> None:
    assert read(b"").flags == (DocumentFlag.NO_TEXT,)


@pytest.mark.parametrize(
    "body",
    [
        b"PK\x03\x04 broken",
        docx_bytes()[:900],
        odt_bytes()[:400],
    ],
    ids=["not-zip", "cut-docx", "cut-odt"],
)
def test_a_broken_file_is_one_documents_error(read: Reader, body: bytes) -> None:
    with pytest.raises(ParseError, match="broken: "):
        read(body)


def test_a_bomb_is_refused_before_it_unpacks(read: Reader) -> None:
    body = io.BytesIO()
    with (
        zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("word/document.xml", "w", force_zip64=True) as member,
    ):
        for _ in range(MAX_UNPACKED_BYTES // 2**20 + 1):
            member.write(bytes(2**20))
    with pytest.raises(ParseError, match="too_big: unpacks to"):
        read(body.getvalue())
