"""pypdf's reader with one loop taken out of Python. Runs in the child only.

When pypdf opens a file it looks at every object that the cross-reference table names, byte by
byte: half of its time on a long document. A header as the standard has it is matched here at once.
"""

import re
from typing import IO, Any

import pypdf

_WHITE = rb"[\x00\t\n\f\r ]"
# ISO 32000-1, 7.3.10. Ends before the first byte of the object itself, as pypdf does.
_HEADER = re.compile(
    rb"%b*([0-9]{1,10})%b+([0-9]{1,5})%b+obj%b*(?=[^\x00\t\n\f\r ])"
    % (_WHITE, _WHITE, _WHITE, _WHITE)
)
_LONGEST_HEADER = 40


class QuickReader(pypdf.PdfReader):
    """Reads what `pypdf.PdfReader` reads; any other header is left to pypdf."""

    def read_object_header(self, stream: IO[Any]) -> tuple[int, int]:
        """The number and the generation of the object; the stream then stands at its start."""
        start = stream.tell()
        header = _HEADER.match(stream.read(_LONGEST_HEADER))
        if header is None:
            stream.seek(start)
            return super().read_object_header(stream)
        stream.seek(start + header.end())
        return int(header[1]), int(header[2])
