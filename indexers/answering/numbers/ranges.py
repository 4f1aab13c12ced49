"""What the figures of a range share: « 10 à 12 francs », « du 6 au 17 octobre 2025 »."""

import re
from collections.abc import Sequence
from dataclasses import replace

from indexers.answering.numbers.dates import WEEKDAYS
from indexers.answering.numbers.kinds import SPACE, Quantity, QuantityKind

_FLAGS = re.IGNORECASE
_RANGE = re.compile(rf"{SPACE}*(?:à|et|ou|-|\u2013|jusqu[’']à){SPACE}*(?:l[’'])?", _FLAGS)
_COMMA = re.compile(rf",{SPACE}*")
_HOURS = frozenset(str(hour) for hour in range(24))
_DAYS = re.compile(
    rf"{SPACE}*(?:,|au|et|ou|à|-|\u2013|jusqu[’']au){SPACE}*(?:(?:le|au){SPACE}+)?"
    rf"(?:(?:{'|'.join(WEEKDAYS)}){SPACE}+)?",
    _FLAGS,
)


def share(text: str, quantities: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """Give the first figure of each range what is written after the last one only.

    >>> five, eight = Quantity(0, 1, QuantityKind.NUMBER, "5"), Quantity(4, 9, QuantityKind.DATE,
    ...     "2025-10-08")
    >>> [quantity.value for quantity in share("5 au 8 oct", [five, eight])]
    ['2025-10-05', '2025-10-08']
    """
    shared = list(quantities)
    listed = False  # « 17, 35 et 60 litres »: commas count only before an « et » or « ou »
    for position in range(len(shared) - 2, -1, -1):
        first, second = shared[position], shared[position + 1]
        if second.kind is QuantityKind.DATE and _DAYS.fullmatch(text, first.end, second.start):
            shared[position] = _dated(first, second)
            listed = False
            continue
        joined = _RANGE.fullmatch(text, first.end, second.start)
        if joined or (listed and _COMMA.fullmatch(text, first.end, second.start)):
            shared[position] = _measured(first, second)
        listed = shared[position] != first
    return tuple(shared)


def _measured(first: Quantity, second: Quantity) -> Quantity:
    if second.kind is QuantityKind.TIME and not first.unit and first.value in _HOURS:
        hour = f"{int(first.value):02d}:00"
        return replace(first, kind=QuantityKind.TIME, value=hour) if hour < second.value else first
    if not first.kind is second.kind is QuantityKind.NUMBER or first.unit or not second.unit:
        return first
    return replace(first, unit=second.unit, per=first.per or second.per)


def _dated(first: Quantity, second: Quantity) -> Quantity:
    """A lone day takes month and year of the date after it; a date without year, its year."""
    year, month, day = second.value[:-6], second.value[-5:-3], second.value[-2:]
    if len(second.value) < len("--mm-dd"):
        return first
    if first.kind in {QuantityKind.NUMBER, QuantityKind.ORDINAL}:
        is_day = not first.unit and first.value.isdigit() and 0 < int(first.value) < int(day)
        value = f"{year}-{month}-{int(first.value):02d}" if is_day else ""
        return replace(first, kind=QuantityKind.DATE, value=value) if is_day else first
    if first.kind is QuantityKind.DATE and first.value.startswith("--") and year.isdigit():
        before = int(year) - 1 if first.value[2:4] > month else int(year)
        return replace(first, value=f"{before}-{first.value[2:]}")
    return first
