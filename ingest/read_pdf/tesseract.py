"""The tesseract program: is it there, and what does it read on one picture."""

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass

from schemas.errors import PipelineError

MEMORY_MIB = 2048
WHOLE_PAGE = 3
"""Page segmentation: columns and paragraphs, pictures left out (tesseract(1), --psm)."""
SPARSE = 11
"""Page segmentation: as much text as possible in no order; finds what stands beside pictures."""
_ASK_S = 30
_VERSION = re.compile(r"tesseract v?(\S+)")
# Limits are set in the new process and then it becomes tesseract: no fork of a threaded parent.
_START = (
    "import os, resource as r, sys; cpu, memory = map(int, sys.argv[1:3]); "
    "r.setrlimit(r.RLIMIT_CPU, (cpu, cpu)); r.setrlimit(r.RLIMIT_AS, (memory, memory)); "
    "r.setrlimit(r.RLIMIT_FSIZE, (1 << 24, 1 << 24)); r.setrlimit(r.RLIMIT_CORE, (0, 0)); "
    "os.execv(sys.argv[3], sys.argv[3:])"
)


class OcrFailed(PipelineError):
    """Tesseract gave no answer for one page."""


@dataclass(frozen=True, slots=True)
class Tesseract:
    """The installed program and the wanted languages that it has."""

    path: str
    version: str
    languages: tuple[str, ...]

    @property
    def identity(self) -> str:
        """What the text of a page depends on, besides its picture."""
        return f"{self.version}-{'+'.join(self.languages)}"

    def read(self, image: bytes, dpi: int, page_s: float, *, layout: int = WHOLE_PAGE) -> str:
        """The words of a PGM picture as tesseract's TSV; raises `OcrFailed`."""
        command = [
            *(sys.executable, "-I", "-c", _START, str(int(page_s) + 1), str(MEMORY_MIB << 20)),
            *(self.path, "stdin", "stdout", "-l", "+".join(self.languages)),
            *("--psm", str(layout), "--dpi", str(dpi), "tsv"),
        ]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment() | {"OMP_THREAD_LIMIT": "1"},
            start_new_session=True,
        )
        try:
            answer, _ = process.communicate(image, timeout=2 * page_s)
        except subprocess.TimeoutExpired as error:
            raise OcrFailed(f"tesseract took longer than {2 * page_s:.0f} s") from error
        finally:
            if process.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if process.returncode != 0:
            raise OcrFailed(f"tesseract ended with status {process.returncode}")
        return answer.decode("utf-8", errors="replace")


def find_tesseract(wanted: tuple[str, ...]) -> Tesseract | None:
    """The program with those of the ``wanted`` languages that are installed, or ``None``."""
    path = shutil.which("tesseract")
    if path is None:
        return None
    version = _VERSION.search(_answer(path, "--version"))
    installed = set(_answer(path, "--list-langs").split())
    languages = tuple(language for language in wanted if language in installed)
    if version is None or not languages:
        return None
    return Tesseract(path, version[1], languages)


def _answer(path: str, question: str) -> str:
    try:
        done = subprocess.run(
            [path, question],
            capture_output=True,
            text=True,
            timeout=_ASK_S,
            check=False,
            env=_environment(),
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return f"{done.stdout}\n{done.stderr}"


def _environment() -> dict[str, str]:
    return {"LANG": "C.UTF-8", "PATH": os.defpath}
