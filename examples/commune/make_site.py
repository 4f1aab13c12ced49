"""Writes the sample site: HTML pages from fragments, PDFs from texts, the same bytes each time.

    python examples/commune/make_site.py [FOLDER]

FOLDER is ``site/`` beside this script unless given. Pages come from ``pages/`` (three lines of
``key: value``, a line ``---``, then the page's own HTML) and ``layouts/``; PDFs from
``documents.toml`` and ``texts/``. ``static/`` is copied as it is. No clock and no chance:
every date is written down in ``documents.toml``.
"""

import io
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from string import Template

import pypdfium2
from fpdf import FPDF
from fpdf.enums import EncryptionMethod
from PIL import Image

HERE = Path(__file__).resolve().parent

_UNDATED = datetime(1999, 9, 9, 9, 9, 9, tzinfo=UTC)
_MARKS = {"# ": ("B", 15.0, 3.0), "## ": ("B", 11.5, 1.5), "* ": ("", 11.0, 0.0)}


@dataclass(frozen=True)
class Recipe:
    """One ``[[document]]`` of ``documents.toml``: a file and how it comes to be as it is."""

    file: str
    text: str = ""
    header: str = ""
    title: str = ""
    author: str = ""
    creator: str = ""
    created: datetime | None = None
    size: float = 12.5
    """Body text, in points."""
    made: str = "typed"
    """``typed``, ``scanned``, ``truncated``, ``html`` or ``copy``."""
    user_password: str | None = None
    """Encrypts the file; the empty string opens it without asking."""
    copy_of: str = ""


class _Paper(FPDF):
    """A page with the running header of the recipe and a page number."""

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(format="A4")
        self.recipe = recipe
        self.core_fonts_encoding = "windows-1252"
        self.set_margins(25, 22, 22)
        self.set_auto_page_break(auto=True, margin=24)

    def header(self) -> None:
        if self.recipe.header:
            self.set_font("Times", "I", 9)
            self.cell(0, 6, self.recipe.header, align="R", new_x="LMARGIN", new_y="NEXT")
            self.ln(6)

    def footer(self) -> None:
        self.set_y(-16)
        self.set_font("Times", "", 9)
        self.cell(0, 6, f"{self.page_no()} / {{nb}}", align="C")


def read_recipes() -> list[Recipe]:
    """The documents that ``documents.toml`` lists, copies last."""
    table = tomllib.loads((HERE / "documents.toml").read_text(encoding="utf-8"))
    recipes = [Recipe(**entry) for entry in table["document"]]
    return sorted(recipes, key=lambda recipe: recipe.made == "copy")


def read_text(name: str) -> Iterator[str]:
    """The paragraphs of a text; ``@include NAME`` stands for another text's paragraphs.

    Of what is left, ``# ``, ``## `` and ``* `` begin headings and lists, ``|`` a table, a blank
    a line of a form, and ``@page`` is a new page.
    """
    for block in (HERE / "texts" / name).read_text(encoding="utf-8").strip().split("\n\n"):
        if block.startswith("@include "):
            yield from read_text(block.removeprefix("@include ").strip())
        else:
            yield block


def typeset(recipe: Recipe) -> bytes:
    """The PDF of a recipe, as a word processor would have exported it."""
    paper = _Paper(recipe)
    created = recipe.created or _UNDATED
    paper.set_creation_date(created)
    paper.set_title(recipe.title)
    paper.set_author(recipe.author)
    paper.set_creator(recipe.creator)
    paper.set_producer(recipe.creator)
    if recipe.user_password is not None:
        # RC4 is the one method of the library that draws no random bytes.
        paper.set_encryption("greffe", recipe.user_password, EncryptionMethod.RC4)
    paper.add_page()
    for block in read_text(recipe.text):
        _print_block(paper, block, recipe.size)
    data = bytes(paper.output())
    if recipe.created is None:
        data = _without_creation_date(data)
    return data


def _print_block(paper: _Paper, block: str, size: float) -> None:
    if block == "@page":
        paper.add_page()
        return
    for mark, (style, points, gap) in _MARKS.items():
        if block.startswith(mark):
            paper.ln(gap)
            paper.set_font("Times", style, points)
            lines = [line.removeprefix(mark) for line in block.split("\n")]
            text = "\n".join(f"-  {line}" if mark == "* " else line for line in lines)
            paper.multi_cell(0, points * 0.5, text, align="L", new_x="LMARGIN", new_y="NEXT")
            paper.ln(gap or 2)
            return
    if block.startswith("|"):
        _print_table(paper, block)
        return
    paper.set_font("Times", "", size)
    text = block if block.startswith(" ") else " ".join(block.split("\n"))
    paper.multi_cell(0, size * 0.52, text, align="L", new_x="LMARGIN", new_y="NEXT")
    paper.ln(2.4)


def _print_table(paper: _Paper, block: str) -> None:
    paper.set_font("Times", "", 10.5)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.split("\n")]
    first = tuple([2] + [1] * (len(rows[0]) - 1))
    with paper.table(col_widths=first, line_height=6, align="LEFT") as table:
        for row in rows:
            table.row(row)
    paper.ln(3)


def _without_creation_date(data: bytes) -> bytes:
    """The same file without its CreationDate; blanks keep every offset where it was."""
    start = data.index(b"/CreationDate (")
    end = data.index(b")", start) + 1
    return data[:start] + b" " * (end - start) + data[end:]


def scan(typed: bytes, recipe: Recipe) -> bytes:
    """``typed`` as a copier gives it back: one grey, slightly crooked picture a page."""
    paper = FPDF(format="A4")
    paper.set_creation_date(recipe.created or _UNDATED)
    paper.set_title(recipe.title)
    paper.set_producer(recipe.creator)
    with pypdfium2.PdfDocument(typed) as document:
        for page in document:
            picture = page.render(scale=200 / 72, grayscale=True).to_pil()
            crooked = picture.rotate(0.4, Image.Resampling.BILINEAR, fillcolor=255)
            few = crooked.point([min(255, 24 + level // 32 * 33) for level in range(256)])
            buffer = io.BytesIO()
            few.save(buffer, format="PNG", optimize=True)
            paper.add_page()
            paper.image(buffer, x=0, y=0, w=210, h=297)
    return bytes(paper.output())


def make_document(recipe: Recipe) -> bytes:
    """The bytes of a recipe's file, whatever they really are."""
    if recipe.made == "html":
        return (HERE / "texts" / recipe.text).read_bytes()
    typed = typeset(recipe)
    if recipe.made == "scanned":
        return scan(typed, recipe)
    if recipe.made == "truncated":
        return typed[: len(typed) // 3]
    return typed


def read_page(path: Path) -> tuple[dict[str, str], str]:
    """The keys above the line ``---`` of a page, and the HTML below it."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n---\n")
    pairs = (line.partition(":") for line in head.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}, body.strip()


def make_page(path: Path, layouts: Mapping[str, Template]) -> str:
    """The finished HTML of one page; ``layout: none`` means that it is whole already."""
    keys, body = read_page(path)
    layout = keys.get("layout", "standard")
    if layout == "none":
        return body + "\n"
    blanks = {"description": "", "head": "", "section": "", "crumb": keys["title"]}
    shared = {name[1:]: text.template.strip() for name, text in layouts.items() if name[0] == "_"}
    return layouts[layout].substitute(blanks | keys | shared | {"body": body}) + "\n"


def write_pages(folder: Path) -> None:
    """Write every page of ``pages/`` under ``folder``, at the same place."""
    sources = sorted((HERE / "layouts").glob("*.html"))
    layouts = {source.stem: Template(source.read_text(encoding="utf-8")) for source in sources}
    for source in sorted((HERE / "pages").rglob("*.html")):
        target = folder / source.relative_to(HERE / "pages")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(make_page(source, layouts), encoding="utf-8", newline="\n")


def write_documents(folder: Path) -> None:
    """Write every document of ``documents.toml`` under ``folder``."""
    for recipe in read_recipes():
        target = folder / recipe.file
        target.parent.mkdir(parents=True, exist_ok=True)
        if recipe.made == "copy":
            shutil.copyfile(folder / recipe.copy_of, target)
        else:
            target.write_bytes(make_document(recipe))


def write_site(folder: Path) -> None:
    """Write the whole site into ``folder``, over what may be there."""
    shutil.copytree(HERE / "static", folder, dirs_exist_ok=True)
    write_pages(folder)
    write_documents(folder)


def main() -> None:
    """Write the site where the command line says."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "site"
    write_site(folder)
    count = sum(1 for path in folder.rglob("*") if path.is_file())
    print(f"{count} files in {folder}")


if __name__ == "__main__":
    main()
