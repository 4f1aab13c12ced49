"""How the gate words what it found."""

from collections.abc import Iterable, Mapping
from itertools import islice

from schemas.report import GateCheck, GateLevel

EXAMPLES_SHOWN = 5


def check(
    name: str,
    sentence: str,
    *,
    passed: bool,
    level: GateLevel = GateLevel.HOLDS,
    figures: Mapping[str, float] | None = None,
    examples: tuple[str, ...] = (),
) -> GateCheck:
    """One check, as a line of the report."""
    return GateCheck(
        name=name,
        passed=passed,
        level=level,
        sentence=sentence,
        figures={key: round(value, 6) for key, value in (figures or {}).items()},
        examples=() if passed else examples,
    )


def some(examples: Iterable[str]) -> tuple[str, ...]:
    """The first few of ``examples``."""
    return tuple(islice(examples, EXAMPLES_SHOWN))


def percent(share: float) -> str:
    """A share as it is read.

    >>> percent(0.0451)
    '4.5 %'
    """
    return f"{share * 100:.1f} %"
