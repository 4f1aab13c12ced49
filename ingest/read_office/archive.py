"""Office documents are ZIP archives: opened only if what they unpack to is bounded."""

import io
import zipfile
from typing import Final

from schemas.errors import ParseError

MAX_UNPACKED_BYTES: Final = 200 * 1024 * 1024
MAX_ENTRIES: Final = 5_000


def checked_archive(url: str, body: bytes) -> zipfile.ZipFile:
    """The archive, if the sizes that it declares are those of a document.

    A member that unpacks to more than it declares makes `zipfile` stop with an error, so
    that the declared sizes are a bound.

    Raises:
        ParseError: It is no archive, or it is larger than any document of a commune.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(body))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise ParseError(url, f"broken: not a readable archive: {error}") from error
    entries = archive.infolist()
    unpacked = sum(entry.file_size for entry in entries)
    if len(entries) > MAX_ENTRIES or unpacked > MAX_UNPACKED_BYTES:
        raise ParseError(url, f"too_big: unpacks to {unpacked} bytes in {len(entries)} files")
    return archive
