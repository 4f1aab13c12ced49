"""The parent's side of one reading child: start it, talk to it, end it."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from ingest.read_pdf.protocol import (
    ChildGone,
    LocateRequest,
    ReadRequest,
    RenderRequest,
    plain,
    receive,
    send,
)

Request = ReadRequest | RenderRequest | LocateRequest

_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
# -I: no PYTHON* variables, no user site, no working directory on the path; -S: no .pth files.
# The path is this process's own. Nothing is collected while the engines load, and the libraries
# named by the third argument are kept out: pypdf imports whatever happens to be installed.
_START = (
    "import gc, sys; gc.disable(); sys.path[:] = sys.argv.pop(1).split(sys.argv.pop(1)); "
    "sys.modules.update(dict.fromkeys(sys.argv.pop(1).split())); "
    "from ingest.read_pdf.late_imports import import_late; import_late(); "
    "from ingest.read_pdf.child import main; "
    "gc.freeze(); gc.set_threshold(50_000, 20, 20); gc.enable(); main()"
)
_NEVER = "PIL fontTools"
# The last is OpenSSL; without it Python's own hashes serve, which are enough for a name.
_TO_DECRYPT = "cryptography Crypto _hashlib"
_ENCRYPT = b"/Encrypt"
"""Stands in the trailer of each encrypted file, which is itself never compressed."""
_GRACE_S = 5.0


class Message(NamedTuple):
    """One thing that the child said."""

    kind: str
    value: object
    payload: bytes


class ChildDied(ChildGone):
    """The child ended before its answer did; ``cause`` is ``cpu``, ``wall`` or ``crash``."""

    def __init__(self, cause: str, detail: str) -> None:
        super().__init__(detail)
        self.cause = cause


class Child:
    """A long-lived reading process in its own group; of no use after `ChildDied` or `close`."""

    def __init__(self, memory_mib: int, *, decrypts: bool = True) -> None:
        path = os.pathsep.join((str(_PACKAGE_ROOT), *filter(None, sys.path)))
        kept_out = _NEVER if decrypts else f"{_NEVER} {_TO_DECRYPT}"
        self.decrypts = decrypts
        """Whether it has the library for encrypted files, a tenth of the cost of its start."""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _START, path, os.pathsep, kept_out, str(memory_mib)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"LANG": "C.UTF-8"},
            start_new_session=True,
        )
        self._is_overdue = False
        self._is_talking = False
        self.served = 0
        """Requests answered so far."""
        self.peak_kib = 0
        """Largest resident set that the child has reported."""
        self.cpu_s = 0.0
        """CPU time since its start, as it last reported."""

    def ask(self, kind: str, request: Request, body: bytes, wall_s: float) -> Iterator[Message]:
        """What the child answers, message by message; raises `ChildDied` when it ends early."""
        self._is_talking = True
        watchdog = threading.Timer(wall_s, self._end_overdue)
        watchdog.start()
        try:
            send(_open(self._process.stdin), kind, plain(request), body)
            while (message := Message(*receive(_open(self._process.stdout)))).kind != "end":
                yield message
            self._is_talking = False
            self.served += 1
            if isinstance(message.value, list):
                self.peak_kib, self.cpu_s = message.value
        except (ChildGone, BrokenPipeError, ValueError) as error:
            raise self._obituary() from error
        finally:
            watchdog.cancel()

    @property
    def is_usable(self) -> bool:
        """Alive, and not in the middle of an answer that somebody stopped listening to."""
        return not self._is_talking and self._process.poll() is None

    def close(self) -> None:
        """End the child and everything that it started; safe to call twice."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self._wait()

    def _obituary(self) -> ChildDied:
        code = self._wait()
        if self._is_overdue:
            return ChildDied("wall", "reading took longer than the wall-clock limit")
        if code == -signal.SIGXCPU:
            return ChildDied("cpu", "reading used up its CPU time")
        name = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return ChildDied("crash", f"the reading process ended by {name} (memory or a defect)")

    def _wait(self) -> int:
        try:
            return self._process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            self._kill()
            return self._process.wait()

    def _end_overdue(self) -> None:
        self._is_overdue = True
        self._kill()

    def _kill(self) -> None:
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None or stream.closed:
        raise ChildGone("the child was closed")
    return stream


class Seat:
    """The place of one child: gives a usable one, new after a death or a full share."""

    def __init__(self, memory_mib: int, share: int) -> None:
        self._memory_mib = memory_mib
        self._share = share
        self._child: Child | None = None
        self._past_peak_kib = 0
        self._past_cpu_s = 0.0
        self._decrypts = False

    @property
    def peak_kib(self) -> int:
        """Largest resident set that any child in this seat has reported."""
        return max(self._past_peak_kib, self._child.peak_kib if self._child is not None else 0)

    @property
    def cpu_s(self) -> float:
        """CPU time of this seat's children, as they last reported."""
        return self._past_cpu_s + (self._child.cpu_s if self._child is not None else 0.0)

    def child(self, body: bytes = b"") -> Child:
        """The child to ask about ``body`` next; started on first need.

        From the first encrypted file on, the children of this seat can decrypt.
        """
        self._decrypts = self._decrypts or _ENCRYPT in body
        child = self._child
        is_fit = child is not None and child.is_usable and child.served < self._share
        if child is None or not is_fit or (self._decrypts and not child.decrypts):
            self.close()
            child = self._child = Child(self._memory_mib, decrypts=self._decrypts)
        return child

    def close(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._past_peak_kib, self._past_cpu_s = self.peak_kib, self.cpu_s
            self._child.close()
            self._child = None
