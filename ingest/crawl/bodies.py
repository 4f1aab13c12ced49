"""Bodies on their way from the wire to the disk: bounded before they are decompressed.

A kilobyte can decompress to hundreds of megabytes in one call of a usual HTTP client, before
its caller sees the first byte. Here every step of the decompression has its own bound.
"""

import hashlib
import tempfile
import zlib
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Self

from ingest.crawl.reasons import Reason

_STEP = 1 << 16
_IN_MEMORY = 1 << 20

_spooled = partial(tempfile.SpooledTemporaryFile[bytes], _IN_MEMORY)
"""A file in memory that moves to the disk when it grows; `Body.close` ends it."""


class BodyRefused(Exception):
    """The body breaks a rule; reading stopped at once."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


@dataclass(slots=True)
class Body:
    """A received body: small ones in memory, large ones in a temporary file."""

    file: IO[bytes]
    size: int = 0
    head: bytes = b""
    sha256: str = ""
    wire_bytes: int = 0
    """Bytes that crossed the network, before decompression."""

    def read(self) -> bytes:
        """The whole body."""
        self.file.seek(0)
        return self.file.read()

    def close(self) -> None:
        """Drop it, with its temporary file."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(slots=True)
class BodySink:
    """Takes raw chunks, undoes gzip in bounded steps, hashes and stores what comes out."""

    encoding: str
    """Content-Encoding: empty, ``identity`` or ``gzip``; anything else was not asked for."""
    max_bytes: int
    folder: Path | None = None
    """Where large bodies wait; the system's temporary folder by default."""
    body: Body = field(init=False)
    _hash: "hashlib._Hash" = field(default_factory=hashlib.sha256, init=False)
    _inflate: "zlib._Decompress | None" = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.encoding not in ("", "identity", "gzip", "x-gzip"):
            raise BodyRefused(Reason.CONTENT_ENCODING, f"{self.encoding!r} was not asked for")
        if self.encoding.endswith("gzip"):
            self._inflate = zlib.decompressobj(31)
        self.body = Body(_spooled(dir=str(self.folder) if self.folder else None))

    def feed(self, chunk: bytes) -> None:
        """Take one chunk as it came over the wire; raises `BodyRefused`."""
        self.body.wire_bytes += len(chunk)
        if self._inflate is None:
            self._store(chunk)
            return
        rest = chunk
        while rest:
            try:
                piece = self._inflate.decompress(rest, _STEP)
            except zlib.error as error:
                raise BodyRefused(Reason.BAD_RESPONSE, f"gzip: {error}") from error
            self._store(piece)
            rest = self._inflate.unconsumed_tail
            if self._inflate.eof and self._inflate.unused_data:
                # RFC 1952, 2.2: members may follow each other.
                rest = self._inflate.unused_data
                self._inflate = zlib.decompressobj(31)

    def finish(self) -> Body:
        """The whole body; raises `BodyRefused` if its compression breaks off."""
        if self._inflate is not None and self.body.wire_bytes and not self._inflate.eof:
            raise BodyRefused(Reason.TRUNCATED, "the gzip stream breaks off")
        self.body.sha256 = self._hash.hexdigest()
        return self.body

    def _store(self, piece: bytes) -> None:
        body = self.body
        body.size += len(piece)
        if body.size > self.max_bytes:
            raise BodyRefused(Reason.TOO_LARGE, f"more than {self.max_bytes} bytes")
        if len(body.head) < _STEP:
            body.head += piece[: _STEP - len(body.head)]
        self._hash.update(piece)
        body.file.write(piece)
