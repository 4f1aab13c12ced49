"""Old Word files (DOC) through LibreOffice, where it is installed."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from schemas.errors import ParseError

TIMEOUT_S: Final = 120
"""LibreOffice starts in seconds; a file that takes longer is not going to end."""
MAX_BYTES: Final = 50 * 1024 * 1024
MEMORY_MIB: Final = 4096
WRITTEN_MIB: Final = 256

_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of a compound file ([MS-CFB] 2.2), which every Word file of 1993 to 2006 is."""
_NOT_RUN: Final = (126, 127)
"""What a shell answers when the program behind a command cannot be run."""

# Limits are set in the new process and then it becomes LibreOffice: no fork of a threaded parent.
_START = (
    "import os, resource as r, sys; cpu, memory, size = map(int, sys.argv[1:4]); "
    "r.setrlimit(r.RLIMIT_CPU, (cpu, cpu)); r.setrlimit(r.RLIMIT_AS, (memory, memory)); "
    "r.setrlimit(r.RLIMIT_FSIZE, (size, size)); r.setrlimit(r.RLIMIT_CORE, (0, 0)); "
    "os.execv(sys.argv[4], sys.argv[4:])"
)

# org.openoffice.Office.Common and .Inet, as an administrator would set them for every user.
_ITEM = (
    '<item oor:path="/org.openoffice.{}"><prop oor:name="{}" oor:op="fuse">'
    "<value>{}</value></prop></item>"
)
_SETTINGS = (
    ("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Writer/Content/Update", "Link", "2"),
    # A proxy that answers nothing: what a document links to is not fetched.
    ("Inet/Settings", "ooInetProxyType", "2"),
    ("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("Inet/Settings", "ooInetNoProxy", ""),
)
_PROFILE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
    + "".join(_ITEM.format(*setting) for setting in _SETTINGS)
    + "</oor:items>\n"
)


def converted_to_docx(
    url: str, body: bytes, program: str = "soffice", timeout_s: float = TIMEOUT_S
) -> bytes:
    """The same document as DOCX, made by ``program`` in a folder of its own.

    Each call has its own user profile: LibreOffice locks the default one, so that two
    conversions at a time would both fail. In it macros and links to the network are off, and no
    setting of the operator applies. The file is read as a Word file or not at all: by itself
    LibreOffice takes a damaged one for text in some other alphabet.

    Raises:
        ParseError: LibreOffice is not installed, refuses the file or does not end.
    """
    found = shutil.which(program)
    if found is None:
        raise _needs_libreoffice(url, "soffice is not installed")
    if len(body) > MAX_BYTES:
        raise ParseError(url, f"too_big: an old Word file of {len(body)} bytes is not converted")
    if not body.startswith(_OLE):
        raise ParseError(url, "broken: called an old Word file (DOC), but is none")
    with tempfile.TemporaryDirectory(prefix="millesime-doc-") as folder:
        source, target = Path(folder, "in.doc"), Path(folder, "in.docx")
        source.write_bytes(body)
        _make_profile(source.parent)
        status, said = _run(url, found, source, timeout_s)
        if target.is_file():
            return target.read_bytes()
    if status in _NOT_RUN:
        raise _needs_libreoffice(url, f"soffice is there, but does not run: {said}")
    raise ParseError(url, f"broken: LibreOffice did not convert it: exit {status}, {said}")


def _needs_libreoffice(url: str, why: str) -> ParseError:
    return ParseError(url, f"needs_libreoffice: an old Word file (DOC); {why}")


def _make_profile(folder: Path) -> None:
    settings = folder / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(_PROFILE, encoding="utf-8")


def _run(url: str, program: str, source: Path, timeout_s: float) -> tuple[int, str]:
    """How the program ended and what it said; it and what it started are ended in time."""
    folder = source.parent
    profile = (folder / "profile").as_uri()
    limits = (int(timeout_s) + 1, MEMORY_MIB << 20, WRITTEN_MIB << 20)
    command = [
        *(sys.executable, "-I", "-c", _START, *map(str, limits), program),
        *(f"-env:UserInstallation={profile}", "--headless", "--norestore", "--nolockcheck"),
        *("--infilter=MS Word 97", "--convert-to", "docx"),
        *("--outdir", str(folder), str(source)),
    ]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=_environment(folder),
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
        _socket(profile).unlink(missing_ok=True)
    return process.returncode, repr(said.decode("utf-8", "replace").strip()[-200:])


def _socket(profile: str) -> Path:
    """Where LibreOffice leaves a socket when it is killed, whatever ``TMPDIR`` says.

    >>> _socket("file:///home/profile").name.rpartition("_")[2]
    '725565a611d1f3c88973b3393025fb43'
    """
    digest = hashlib.md5(profile.encode("utf-16-le"), usedforsecurity=False).digest()
    name = "".join(f"{byte:x}" for byte in digest)
    return Path("/", "tmp", f"OSL_PIPE_{os.getuid()}_SingleOfficeIPC_{name}")


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of the operator's; what LibreOffice leaves when killed lies in ``folder``."""
    own = ("HOME", "TMPDIR")
    return {"LANG": "C.UTF-8", "PATH": os.defpath} | dict.fromkeys(own, str(folder))
