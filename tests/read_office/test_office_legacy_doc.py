"""Old Word files: by LibreOffice itself where it runs, by stand-ins where it must misbehave."""

import io
import shutil
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer

import docx
import pytest

from ingest.read_office.legacy_doc import converted_to_docx
from schemas.document import DocumentKind, ParsedDocument
from schemas.errors import ParseError

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

Reader = Callable[..., ParsedDocument]
StandIn = Callable[[str], str]


@pytest.fixture(scope="module")
def as_word_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, bytes, str], bytes]:
    """Makes a real DOC with LibreOffice; skips where it is not installed or does not run."""
    program = shutil.which("soffice")
    asked = subprocess.run([program or "false", "--version"], capture_output=True, check=False)
    if program is None or asked.returncode:
        pytest.skip("LibreOffice is not installed")
    folder = tmp_path_factory.mktemp("soffice")

    def convert(name: str, body: bytes, reading_filter: str) -> bytes:
        source = folder / name
        source.write_bytes(body)
        command = [
            *(program, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"),
            *(f"--infilter={reading_filter}", "--convert-to", "doc:MS Word 97"),
            *("--outdir", str(folder), str(source)),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return source.with_suffix(".doc").read_bytes()

    return convert


@pytest.fixture(scope="module")
def word_file(as_word_file: Callable[[str, bytes, str], bytes]) -> bytes:
    document = docx.Document()
    document.add_heading("Règlement sur les déchets", level=1)
    document.add_paragraph("La Municipalité, par M. Favre, décide : l’été, c’est 1’250 francs.")
    grid = document.add_table(rows=2, cols=2)
    for cell, words in zip(
        (cell for row in grid.rows for cell in row.cells),
        ("Jour", "Heures", "Lundi", "9h-12h"),
        strict=True,
    ):
        cell.text = words
    document.add_paragraph("Sacs de 35 litres : Fr. 2.--", style="List Bullet")
    body = io.BytesIO()
    document.save(body)
    return as_word_file("reglement.docx", body.getvalue(), "MS Word 2007 XML")


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    """A program of the name with a script of its own in its place."""

    def write(script: str) -> str:
        program = tmp_path / "soffice"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return str(program)

    return write


def left_behind() -> set[str]:
    """What LibreOffice and we are wont to leave where temporary files go."""
    names = ("millesime-doc-*", "OSL_PIPE_*", "lu*.tmp")
    return {
        str(path)
        for folder in {Path(tempfile.gettempdir()), Path("/", "tmp")}
        for name in names
        for path in folder.glob(name)
    }


def test_a_real_word_file_reads_like_any_other(word_file: bytes, read: Reader) -> None:
    before = left_behind()

    document = read(word_file, "application/msword")

    assert word_file.startswith(OLE)
    assert document.kind is DocumentKind.DOC
    assert [(block.kind.value, block.span.of(document.text)) for block in document.blocks] == [
        ("heading", "Règlement sur les déchets"),
        ("paragraph", "La Municipalité, par M. Favre, décide : l’été, c’est 1’250 francs."),
        ("table_row", "Jour: Heures"),
        ("table_row", "Lundi: 9h-12h"),
        ("list_item", "Sacs de 35 litres : Fr. 2.--"),
    ]
    assert left_behind() <= before


def test_two_at_a_time_do_not_wait_for_one_lock(word_file: bytes) -> None:
    with ThreadPoolExecutor(2) as threads:
        both = list(threads.map(lambda _: converted_to_docx("u", word_file), range(2)))

    assert all(body.startswith(b"PK") for body in both)


@pytest.mark.parametrize("seconds", [0.3, 0.8])
def test_one_that_takes_too_long_leaves_nothing(word_file: bytes, seconds: float) -> None:
    before = left_behind()

    with pytest.raises(ParseError, match="did not end within"):
        converted_to_docx("u", word_file, timeout_s=seconds)

    assert left_behind() <= before


@pytest.mark.parametrize("cut", ["head-only", "middle", "noise"])
def test_a_damaged_one_is_an_error_not_strange_letters(
    word_file: bytes, read: Reader, cut: str
) -> None:
    body = {"head-only": word_file[:2000], "middle": word_file[:6000], "noise": OLE + b"junk" * 400}

    with pytest.raises(ParseError, match="broken: LibreOffice did not convert it"):
        read(body[cut], "application/msword")


@pytest.mark.parametrize("body", [b"<html><p>Avis</p></html>", b"Avis", b"\x31\xbe\x00\x00"])
def test_what_is_no_word_file_is_not_opened_as_one(body: bytes, stand_in: StandIn) -> None:
    with pytest.raises(ParseError, match="broken: called an old Word file"):
        converted_to_docx("u", body, stand_in("exit 0"))


@pytest.fixture
def asked() -> Iterator[tuple[int, list[str]]]:
    """A server that notes who asks; its port and the notes."""
    notes: list[str] = []

    class Notes(StreamRequestHandler):
        def handle(self) -> None:
            notes.append(self.rfile.readline().decode())
            self.wfile.write(b"HTTP/1.0 404 no\r\n\r\n")

    with ThreadingTCPServer(("127.0.0.1", 0), Notes) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], notes
        server.shutdown()


def test_a_picture_elsewhere_is_not_fetched(
    as_word_file: Callable[[str, bytes, str], bytes], asked: tuple[int, list[str]], read: Reader
) -> None:
    port, notes = asked
    page = f'<p>Avis</p><img src="http://127.0.0.1:{port}/x.png" width="9" height="9"><p>Fin</p>'
    body = as_word_file("linked.html", page.encode(), "HTML (StarWriter)")
    assert notes, "LibreOffice with its own settings asks the server"
    notes.clear()

    document = read(body, "application/msword")

    assert document.text.split() == ["Avis", "Fin"]
    assert notes == []


def test_its_profile_forbids_macros_and_its_folder_is_its_home(
    tmp_path: Path, stand_in: StandIn
) -> None:
    script = (
        f'cp "$HOME/profile/user/registrymodifications.xcu" "{tmp_path}/kept.xcu"\n'
        f'env > "{tmp_path}/env"; exit 3'
    )

    with pytest.raises(ParseError, match="exit 3"):
        converted_to_docx("u", OLE, stand_in(script))

    settings = (tmp_path / "kept.xcu").read_text(encoding="utf-8")
    assert 'oor:name="DisableMacrosExecution" oor:op="fuse"><value>true' in settings
    names = {line.partition("=")[0] for line in (tmp_path / "env").read_text().splitlines()}
    assert names - {"_", "PWD", "SHLVL", "OLDPWD"} == {"HOME", "LANG", "PATH", "TMPDIR"}


def test_without_libreoffice(monkeypatch: pytest.MonkeyPatch, read: Reader) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ParseError, match=r"needs_libreoffice: .*not installed"):
        read(OLE + b" old word", "application/msword")


def test_half_of_a_libreoffice_is_none(stand_in: StandIn) -> None:
    program = stand_in("exec /nowhere/oosplash")

    with pytest.raises(ParseError, match=r"needs_libreoffice: .*does not run: .*oosplash"):
        converted_to_docx("u", OLE, program)


def test_its_answer_is_taken_from_its_folder(tmp_path: Path, stand_in: StandIn) -> None:
    (tmp_path / "made.docx").write_bytes(b"PK made")
    # The folder is the argument after --outdir, as LibreOffice takes it.
    script = f'while [ "$1" != "--outdir" ]; do shift; done\ncp "{tmp_path}/made.docx" "$2/in.docx"'

    assert converted_to_docx("u", OLE, stand_in(script)) == b"PK made"


def test_one_that_does_not_end_is_ended_with_its_children(
    tmp_path: Path, stand_in: StandIn
) -> None:
    program = stand_in(f'(sleep 2; touch "{tmp_path}/alive") & sleep 600')

    with pytest.raises(ParseError, match="did not end"):
        converted_to_docx("u", OLE, program, timeout_s=0.5)

    time.sleep(2.5)
    assert not (tmp_path / "alive").exists()


def test_one_that_refuses_is_an_error(stand_in: StandIn) -> None:
    with pytest.raises(ParseError, match="exit 3, 'no filter'"):
        converted_to_docx("u", OLE, stand_in("echo no filter >&2; exit 3"))


def test_one_that_writes_without_end_is_stopped(stand_in: StandIn) -> None:
    script = 'while [ "$1" != "--outdir" ]; do shift; done\nexec cat /dev/zero > "$2/big"'

    with pytest.raises(ParseError, match="broken: LibreOffice did not convert it"):
        converted_to_docx("u", OLE, stand_in(script))
