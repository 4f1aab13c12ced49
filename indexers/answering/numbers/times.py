"""Times of day, in figures and in words."""

import re
from collections.abc import Iterator

from indexers.answering.numbers.kinds import SPACE, Quantity, QuantityKind
from indexers.answering.numbers.words import find_number_words

_FLAGS = re.IGNORECASE
_TIMES = (
    re.compile(
        rf"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4]){SPACE}?(?:h|H|heures?){SPACE}?(?P<min>[0-5][0-9])?"
        r"(?![\w])"
    ),
    re.compile(r"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4]):(?P<min>[0-5][0-9])(?![\d:])"),
    re.compile(
        rf"(?<![\d.,'’:])(?P<h>[01]?[0-9]|2[0-4])\.(?P<min>[0-5][0-9]){SPACE}?(?:h|heures)(?!\w)"
    ),
)
_NOON = re.compile(r"(?<![-\w])(?<!après )(?P<noon>midi|minuit)\b", _FLAGS)
_MEAL = re.compile(
    rf"\b(?:repas|pause|accueil|cantine|menu|garde|heures?){SPACE}(?:de|du){SPACE}$", _FLAGS
)
_MEAL_CHARS = len(" heures de ")
_ONE_HOUR = re.compile(rf"\bune{SPACE}heure\b", _FLAGS)
_HOURS_WORD = re.compile(rf"{SPACE}heures?\b")
_PART = re.compile(
    rf"{SPACE}(?:(?P<half>et{SPACE}demie?)|(?P<quarter>et{SPACE}quart)|(?P<to>moins{SPACE}le{SPACE}quart))\b",
    _FLAGS,
)
_PART_MINUTES = {"half": 30, "quarter": 15, "to": -15}
_MINUS = re.compile(rf"{SPACE}moins(?={SPACE})", _FLAGS)
_HALF_OF_DAY = re.compile(
    rf"{SPACE}(?:(?P<morning>du{SPACE}matin)|(?:du{SPACE}soir|de{SPACE}l[’']après-midi))\b", _FLAGS
)
_MINUTE_WORD_CHARS = 30
_DAY_MINUTES = 24 * 60


def find_times(text: str) -> Iterator[Quantity]:
    """Times of day as ``hh:mm``; « 8 heures du soir » is 20:00, « midi et demi » 12:30.

    >>> [q.value for q in find_times("8h30, huit heures et quart, 5 heures de l'après-midi")]
    ['08:30', '17:00', '08:15']
    """
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            minutes = int(match["min"]) if match["min"] else None
            yield _time(text, match.start(), match.end(), int(match["h"]), minutes)
    for match in _NOON.finditer(text):
        if _MEAL.search(text, max(0, match.start() - _MEAL_CHARS), match.start()):
            continue
        hour = 12 if match["noon"].casefold() == "midi" else 24
        yield _time(text, match.start(), match.end(), hour, None)
    for match in _ONE_HOUR.finditer(text):
        one = _time(text, match.start(), match.end(), 1, None)
        if one.end > match.end():  # « une heure » alone counts nothing
            yield one
    for start, end, number in find_number_words(text):
        after = _HOURS_WORD.match(text, end)
        if after and 0 < number <= 24:
            yield _time(text, start, after.end(), number, None)


def _time(text: str, start: int, end: int, hour: int, minutes: int | None) -> Quantity:
    """The time at ``start``, with the minutes and the half of the day that words add."""
    if minutes is None:
        end, minutes = _minutes_in_words(text, end)
    if half := _HALF_OF_DAY.match(text, end):
        end = half.end()
        hour += 12 if not half["morning"] and hour < 12 else 0
    total = (hour * 60 + minutes) % _DAY_MINUTES  # « 24 h », « minuit » and « 0 h » are one
    return Quantity(start, end, QuantityKind.TIME, f"{total // 60:02d}:{total % 60:02d}")


def _minutes_in_words(text: str, end: int) -> tuple[int, int]:
    """Where the words for minutes after an hour end, and how many they are: 0 without any."""
    if part := _PART.match(text, end):
        return part.end(), _PART_MINUTES[str(part.lastgroup)]
    minus = _MINUS.match(text, end)
    begin = minus.end() if minus else end
    for start, last, number in find_number_words(text[begin : begin + _MINUTE_WORD_CHARS]):
        if start == 1 and number < 60:
            return begin + last, -number if minus else number
    return end, 0
