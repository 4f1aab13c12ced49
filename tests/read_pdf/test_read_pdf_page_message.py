"""A page comes out of the pipe as it went in, or is refused."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.read_pdf.page_message import page_from, send_page
from ingest.read_pdf.protocol import RawLine, RawPage, Stop, receive

PLACES = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e6, max_value=1e6)


@st.composite
def pages(draw: st.DrawFn) -> RawPage:
    text = draw(st.text(max_size=60))
    offsets = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    spans = zip(offsets[::2], offsets[1::2], strict=False)
    gaps = st.lists(st.integers(0, 60), max_size=3)
    lines = tuple(
        RawLine._make((*span, *(draw(PLACES) for _ in range(4)), draw(st.booleans()), draw(gaps)))
        for span in spans
    )
    stops = tuple(Stop(at, 1.5, 2.5) for at in offsets[:1])
    return RawPage(3, text=text, lines=lines, rules=(1, 2, 3, 4), stops=stops, label="iii")


def messages(page: RawPage) -> tuple[str, object, bytes]:
    stream = io.BytesIO()
    send_page(stream, page)
    stream.seek(0)
    return receive(stream)


@given(pages())
def test_a_page_survives_the_pipe(page: RawPage) -> None:
    kind, value, payload = messages(page)

    assert kind == "page"
    assert page_from(value, payload) == page


def line(start: int = 0, end: int = 4, left: float = 1.0) -> RawLine:
    return RawLine(start, end, left, 9.0, 700.0, 12.0, False, [])


@pytest.mark.parametrize(
    "lines",
    [(line(end=5),), (line(2, 4), line(0, 2)), (line(left=float("nan")),)],
    ids=["beyond-the-text", "out-of-order", "nowhere"],
)
def test_lines_that_cannot_be_are_refused(lines: tuple[RawLine, ...]) -> None:
    _, value, payload = messages(RawPage(1, text="Avis", lines=lines))

    with pytest.raises(ValueError, match="lines"):
        page_from(value, payload)


@pytest.mark.parametrize(
    ("value", "payload"),
    [("no page", b""), ([1], b""), ([1, {"text": ""}], b"too few"), ([-1, {"text": ""}], b"")],
)
def test_what_is_no_page_is_refused(value: object, payload: bytes) -> None:
    with pytest.raises((TypeError, ValueError)):
        page_from(value, payload)
