"""Object headers are read as pypdf reads them, position in the stream included."""

import io
from collections.abc import Callable

import pypdf
from hypothesis import example, given
from hypothesis import strategies as st
from pypdf.errors import PyPdfError

from ingest.read_pdf.quick_reader import QuickReader

PIECES = (b"1", b"20", b"0", b"65535", b"obj", b"%c\n", b" ", b"\n", b"\r\n", b"\x00", b"<<", b"x")


def outcome(kind: type[pypdf.PdfReader], data: bytes) -> object:
    """Number, generation and position; or the kind of the error."""
    reader = kind.__new__(kind)
    reader.strict = False
    stream = io.BytesIO(data)
    try:
        return (*reader.read_object_header(stream), stream.tell())
    except (PyPdfError, ValueError, OSError) as error:
        return type(error)


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(b"".join))
@example(b"12 0 obj\n<< /Length 3 >>")
@example(b"  12 0 obj")
@example(b"12 0 obj" + b" " * 60 + b"<<")
@example(b"%a comment\n12 0 obj<<>>")
@example(b"123456789012345678901234567890 0 obj <<")
def test_a_header_is_read_as_pypdf_reads_it(data: bytes) -> None:
    assert outcome(QuickReader, data) == outcome(pypdf.PdfReader, data)


def test_an_object_that_is_not_where_the_table_says_is_left_out(
    make_pdf: Callable[..., bytes],
) -> None:
    body = make_pdf({1: b"<< /Type /Catalog /Pages 2 0 R >>", 2: b"<< /Type /Pages /Kids [] >>"})
    place = b"%010d 00000 n" % body.index(b"2 0 obj")
    wrong = body.replace(place, b"%010d 00000 n" % body.index(b"/Catalog"))

    assert [
        sorted(reader(io.BytesIO(wrong)).xref[0]) for reader in (QuickReader, pypdf.PdfReader)
    ] == [
        [1],
        [1],
    ]
