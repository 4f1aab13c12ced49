"""Thirteen files made to hurt: each has an outcome in time, within memory, and harms no other."""

import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from ingest.read_pdf.child_process import Child, Message
from ingest.read_pdf.pool import PdfJob, PdfPool
from ingest.read_pdf.protocol import ReadingLimits, RenderRequest
from schemas.document import DocumentFlag, PageOutcome, ParsedDocument
from schemas.errors import ParseError
from schemas.site import OcrSettings, PdfSettings
from schemas.urls import CanonicalUrl

MakePdf = Callable[..., bytes]
MEMORY_MIB = 1536
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
TEXT = b"BT /F 12 Tf 72 700 Td (Le conseil municipal) Tj ET"


def page(resources: bytes = b"/Font << /F 5 0 R >>", box: bytes = b"0 0 595 842") -> bytes:
    return b"<< /Type /Page /Parent 2 0 R /MediaBox [%b] /Contents 4 0 R /Resources << %b >> >>" % (
        box,
        resources,
    )


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return packed(zlib.compress(data), b"/Filter /FlateDecode " + entries)


def packed(data: bytes, entries: bytes) -> bytes:
    return b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(data), entries, data)


def deflated(block: bytes, times: int) -> bytes:
    """A deflated stream of ``block`` said again and again, without deflating it each time."""
    packer = zlib.compressobj()
    first = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = 1
    for _ in range(times):
        checksum = zlib.adler32(block, checksum)
    return first + again * (times - 1) + b"\x03\x00" + checksum.to_bytes(4, "big")


def spaces(mebibytes: int) -> bytes:
    return deflated(b" " * (1 << 20), mebibytes)


def simple(content: bytes, **more: bytes) -> dict[int, bytes]:
    return {1: CATALOG, 2: PAGES, 3: page(**more), 4: content, 5: FONT}


def flate() -> dict[int, bytes]:
    return simple(packed(spaces(1024), b"/Filter /FlateDecode"))


def flate_twice() -> dict[int, bytes]:
    return simple(packed(zlib.compress(spaces(1024), 9), b"/Filter [/FlateDecode /FlateDecode]"))


def nested_forms() -> dict[int, bytes]:
    """Ten levels of forms, each drawn ten times by the one above: 10^10 texts."""
    objects = simple(stream(b"/X0 Do " * 10), resources=b"/XObject << /X0 10 0 R >>")
    for level in range(10):
        inner = b"/X%d Do " % (level + 1) * 10 if level < 9 else TEXT
        names = b"/XObject << /X%d %d 0 R >>" % (level + 1, 11 + level) if level < 9 else b""
        objects[10 + level] = stream(
            inner,
            b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] "
            b"/Resources << /Font << /F 5 0 R >> %b >>" % names,
        )
    return objects


def many_texts() -> dict[int, bytes]:
    return simple(stream(b"BT /F 1 Tf 1 1 Td (mairie) Tj ET\n" * 1_500_000))


def many_lines() -> dict[int, bytes]:
    return simple(stream(TEXT + b"\n" + b"0 0 m 9 9 l S\n" * 1_000_000))


def shared_page_tree() -> dict[int, bytes]:
    """Six levels of ten references each to one page: a million pages in a kilobyte."""
    objects = simple(stream(TEXT))
    objects[2] = b"<< /Type /Pages /Kids [%b] /Count 1000000 >>" % (b"20 0 R " * 10)
    for level in range(5):
        child = 21 + level if level < 4 else 3
        objects[20 + level] = b"<< /Type /Pages /Parent 2 0 R /Kids [%b] /Count %d >>" % (
            b"%d 0 R " % child * 10,
            10 ** (5 - level),
        )
    return objects


def cid_widths() -> dict[int, bytes]:
    objects = simple(stream(b"BT /F 12 Tf 72 700 Td <00410042> Tj ET"))
    objects[5] = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H "
        b"/DescendantFonts [6 0 R] >>"
    )
    objects[6] = (
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo "
        b"<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [0 1000000000 500] >>"
    )
    return objects


def to_unicode() -> dict[int, bytes]:
    ranges = b"".join(b"<0000> <FFFF> <%04X>\n" % (n % 65536) for n in range(20_000))
    objects = cid_widths()
    objects[6] = objects[6].replace(b"/W [0 1000000000 500]", b"")
    objects[5] = objects[5].replace(b">>", b"/ToUnicode 7 0 R >>")
    objects[7] = stream(
        b"begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        b"20000 beginbfrange\n%bendbfrange endcmap" % ranges
    )
    return objects


def nested_arrays() -> dict[int, bytes]:
    return simple(stream(b"[" * 200_000 + b"]" * 200_000 + TEXT))


def nested_catalog() -> dict[int, bytes]:
    objects = simple(stream(TEXT))
    objects[1] = CATALOG[:-2] + b"/Deep " + b"[" * 200_000 + b"]" * 200_000 + b" >>"
    return objects


class Bomb(NamedTuple):
    name: str
    objects: Callable[[], dict[int, bytes]]


BOMBS = (
    Bomb("flate", flate),
    Bomb("flate-twice", flate_twice),
    Bomb("nested-forms", nested_forms),
    Bomb("many-texts", many_texts),
    Bomb("many-lines", many_lines),
    Bomb("shared-page-tree", shared_page_tree),
    Bomb("cid-widths", cid_widths),
    Bomb("to-unicode", to_unicode),
    Bomb("nested-arrays", nested_arrays),
    Bomb("nested-catalog", nested_catalog),
)


def prev_loop(make_pdf: MakePdf) -> bytes:
    """A cross-reference table whose /Prev is itself."""
    body = make_pdf(simple(stream(TEXT)))
    place = body.index(b"xref\n0 ")
    return body.replace(b"trailer\n<<", b"trailer\n<< /Prev %d" % place)


@pytest.fixture(scope="module")
def bomb_pool() -> Iterator[PdfPool]:
    """One child, so that the next document meets the one that the bomb left behind."""
    with PdfPool(PdfSettings(children=1, cpu_s=30), OcrSettings(enabled=False)) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.name)
def test_a_bomb_has_an_outcome_and_the_next_document_is_read(
    bomb: Bomb, bomb_pool: PdfPool, make_pdf: MakePdf
) -> None:
    check(bomb_pool, make_pdf(bomb.objects()), make_pdf)


@pytest.mark.slow
def test_a_loop_of_cross_references(bomb_pool: PdfPool, make_pdf: MakePdf) -> None:
    check(bomb_pool, prev_loop(make_pdf), make_pdf)


def check(pool: PdfPool, body: bytes, make_pdf: MakePdf) -> None:
    jobs = [
        PdfJob(CanonicalUrl("https://commune.example/bomb.pdf"), body),
        PdfJob(CanonicalUrl("https://commune.example/next.pdf"), make_pdf(simple(stream(TEXT)))),
    ]
    outcomes = {job.url: outcome for job, outcome in pool.read_many(jobs)}

    bomb, following = (outcomes[job.url] for job in jobs)
    if isinstance(bomb, ParseError):
        assert bomb.reason.partition(":")[0] in ("limit", "crash", "cpu", "broken", "memory")
    else:
        assert len(bomb.pages) == 1
        assert bomb.pages[0].outcome is not PageOutcome.FAILED or (
            DocumentFlag.PARTLY_FAILED in bomb.flags and bomb.pages[0].note
        )
    assert isinstance(following, ParsedDocument)
    assert following.text == "Le conseil municipal"
    assert pool.peak_kib < MEMORY_MIB * 1024


def huge_picture() -> dict[int, bytes]:
    """A picture of 60,000 x 60,000 bits, deflated to half a megabyte."""
    objects = simple(stream(b"q 595 0 0 842 0 0 cm /I Do Q"), resources=b"/XObject << /I 6 0 R >>")
    data = deflated(b"\x00" * 1_000_000, 450)
    objects[6] = packed(
        data,
        b"/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 1 "
        b"/ColorSpace /DeviceGray /Filter /FlateDecode",
    )
    return objects


@pytest.mark.slow
@pytest.mark.parametrize(
    ("objects", "kinds"),
    [
        (lambda: simple(stream(TEXT), box=b"0 0 1000000 1000000"), ["no-image"]),
        (huge_picture, ["image"]),
    ],
    ids=["media-box", "picture"],
)
def test_drawing_for_ocr_stays_within_its_pixels(
    objects: Callable[[], dict[int, bytes]], kinds: list[str], make_pdf: MakePdf
) -> None:
    child = Child(MEMORY_MIB)
    request = RenderRequest(ReadingLimits(cpu_s=60), pages=(1,), dpi=300)

    messages: list[Message] = list(child.ask("render", request, make_pdf(objects()), 120))

    assert [message.kind for message in messages] == kinds
    assert all(len(message.payload) <= 40_000_100 for message in messages)
    assert child.is_usable
    assert child.peak_kib < MEMORY_MIB * 1024
    child.close()
