"""One page on the pipe: its lines packed, since there are more of them than of all else.

The first number of a message's value is how many lines its payload holds; see `protocol`.
"""

import math
import struct
from array import array
from dataclasses import replace
from itertools import chain
from typing import IO

from ingest.read_pdf.protocol import RawLine, RawPage, Stop, plain, send

_PLACE = struct.Struct("=IIdddd?I")
"""A `RawLine` up to its gaps, and how many those are; the gaps of all lines follow the last."""


def send_page(stream: IO[bytes], page: RawPage) -> None:
    """Write one page as a message of the kind ``page``."""
    places = [_PLACE.pack(*line[:7], len(line.gaps)) for line in page.lines]
    gaps = array("I", chain.from_iterable(line.gaps for line in page.lines))
    value = [len(places), plain(replace(page, lines=()))]
    send(stream, "page", value, b"".join((*places, gaps.tobytes())))


def page_from(value: object, payload: bytes) -> RawPage:
    """The page in a message; raises `TypeError` or `ValueError` when it is not one."""
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], dict):
        raise TypeError("a page must be a number of lines and an object")
    record = dict(value[1])
    lines = _lines_from(payload, int(value[0]))
    ends = [0, *chain.from_iterable(line[:2] for line in lines), len(record["text"])]
    if ends != sorted(ends):
        raise ValueError("the lines of a page must follow each other within its text")
    rules = tuple(record.pop("rules"))
    if len(rules) % 4:
        raise ValueError("a rule has four numbers")
    stops = tuple(Stop(*stop) for stop in record.pop("stops"))
    return RawPage(**record | {"lines": lines, "rules": rules, "stops": stops})


def _lines_from(payload: bytes, count: int) -> tuple[RawLine, ...]:
    end = count * _PLACE.size
    if not 0 <= end <= len(payload):
        raise ValueError(f"{len(payload)} bytes are not enough for {count} lines")
    gaps = array("I")
    gaps.frombytes(payload[end:])
    offsets, at = gaps.tolist(), 0
    lines: list[RawLine] = []
    total = 0.0
    for *place, gap_count in _PLACE.iter_unpack(payload[:end]):
        line = RawLine._make((*place, offsets[at : at + gap_count]))
        total += line.left + line.right + line.baseline + line.size
        lines.append(line)
        at += gap_count
    if not math.isfinite(total):
        raise ValueError("the lines of a page must have places")
    return tuple(lines)
