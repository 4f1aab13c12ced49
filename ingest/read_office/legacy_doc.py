"""Old Word files (DOC) through LibreOffice, where it is installed."""

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from schemas.errors import ParseError

TIMEOUT_S: Final = 120
"""LibreOffice starts in seconds; a file that takes longer is not going to end."""
MAX_BYTES: Final = 50 * 1024 * 1024


def converted_to_docx(
    url: str, body: bytes, program: str = "soffice", timeout_s: float = TIMEOUT_S
) -> bytes:
    """The same document as DOCX, made by ``program`` in a folder of its own.

    Each call has its own user profile: LibreOffice locks the default one, so that two
    conversions at a time would both fail, and no macro setting of the operator applies.

    Raises:
        ParseError: LibreOffice is not installed, refuses the file or does not end.
    """
    found = shutil.which(program)
    if found is None:
        raise ParseError(url, "needs_libreoffice: an old Word file (DOC); soffice is not installed")
    if len(body) > MAX_BYTES:
        raise ParseError(url, f"too_big: an old Word file of {len(body)} bytes is not converted")
    with tempfile.TemporaryDirectory(prefix="millesime-doc-") as folder:
        source, target = Path(folder, "in.doc"), Path(folder, "in.docx")
        source.write_bytes(body)
        said = _run(url, found, source, timeout_s)
        if not target.is_file():
            raise ParseError(url, f"broken: LibreOffice did not convert it: {said}")
        return target.read_bytes()


def _run(url: str, program: str, source: Path, timeout_s: float) -> str:
    """What the program said; it and whatever it started are ended when time is up."""
    folder = source.parent
    command = [
        *(program, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless"),
        *("--norestore", "--convert-to", "docx", "--outdir", str(folder), str(source)),
    ]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _, said = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired as error:
        raise ParseError(url, f"broken: LibreOffice did not end within {timeout_s} s") from error
    finally:
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return f"exit {process.returncode}, {said.decode('utf-8', 'replace').strip()[-200:]!r}"
