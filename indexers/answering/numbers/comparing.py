"""Do the figures of a claim stand in the span that it cites, to the digit?"""

from collections.abc import Iterable
from dataclasses import dataclass

from indexers.answering.numbers.directions import direction
from indexers.answering.numbers.kinds import Quantity, QuantityKind
from indexers.answering.numbers.quantities import find_quantities
from indexers.answering.numbers.rates import rates_agree
from indexers.answering.numbers.units import loose_units

_COUNT_OR_FILE = {QuantityKind.NUMBER, QuantityKind.REFERENCE}


@dataclass(frozen=True, slots=True)
class FigureCheck:
    """The figures of a claim, and those among them that the span does not have."""

    figures: tuple[Quantity, ...]
    missing: tuple[Quantity, ...]

    @property
    def all_stand(self) -> bool:
        """Whether every figure of the claim stands in the span."""
        return not self.missing


def check_figures(claim: str, span: str) -> FigureCheck:
    """Compare the figures of ``claim`` with those of ``span``; only the writing may differ.

    >>> check_figures("1'250'000 francs", "un crédit de 1 250 000 CHF").all_stand
    True
    >>> [q.text for q in check_figures("3,4 %", "une hausse de 3.5%").missing]
    ['3,4 %']
    """
    figures = find_quantities(claim)
    if not figures:
        return FigureCheck((), ())
    known = find_quantities(span)
    headers = loose_units(span, [(quantity.start, quantity.end) for quantity in known])
    turns = Turns(direction(claim), direction(span))
    missing = tuple(q for q in figures if not _stands(q, known, headers, turns))
    return FigureCheck(figures, missing)


@dataclass(frozen=True, slots=True)
class Turns:
    """Whether the claim and the span speak of more (1) or of less (-1)."""

    claim: int
    span: int


def _stands(
    figure: Quantity, known: Iterable[Quantity], headers: frozenset[str], turns: Turns
) -> bool:
    return any(_is_same(figure, other, headers, turns) for other in known)


def _is_same(figure: Quantity, other: Quantity, headers: frozenset[str], turns: Turns) -> bool:
    if figure.kind is QuantityKind.DATE and other.kind is QuantityKind.DATE:
        return _date_stands(figure.value, other.value)
    if figure.kind is QuantityKind.NUMBER and other.kind is QuantityKind.DATE:
        return not figure.unit and other.value.startswith(f"{figure.value}-")
    if {figure.kind, other.kind} == _COUNT_OR_FILE:  # « parcelle n° 3058 », « parcelle 3058 »
        return figure.value == other.value and not figure.unit and not other.unit
    if figure.kind is not other.kind:
        return False
    if figure.kind is QuantityKind.PHONE:
        return _phones_agree(figure.value, other.value)
    if figure.kind is not QuantityKind.NUMBER:
        return (figure.value, figure.unit) == (other.value, other.unit)
    if not (_values_agree(figure, other, turns) and rates_agree(figure.per, other.per)):
        return False
    if figure.unit == other.unit:
        return True
    if not figure.unit:
        return other.unit not in {"percent", "permille", "point", "about"}
    return not other.unit and figure.unit in headers


def _phones_agree(claimed: str, known: str) -> bool:
    """Whether two phones have the same digits, and the same country where both tell it.

    >>> _phones_agree("0 450123456", "33 450123456"), _phones_agree("41 210004011", "33 210004011")
    (True, False)
    """
    (one, digits), (other, others) = claimed.split(), known.split()
    return digits == others and (one == other or "0" in {one, other})


def _values_agree(figure: Quantity, other: Quantity, turns: Turns) -> bool:
    """Whether two values are one; a sign may be a word: « a reculé de 0,6 % » for « -0,6 % ».

    The same figure that goes up here and down there is not the same.
    """
    if turns.claim * turns.span < 0:
        return False
    if figure.value == other.value:
        return True
    says_less = (turns.claim < 0, turns.span < 0)
    return (says_less[0] and f"-{figure.value}" == other.value) or (
        says_less[1] and f"-{other.value}" == figure.value
    )


def _date_stands(claimed: str, known: str) -> bool:
    """Whether a date is written in a longer one: « mai 2019 » in « 14 mai 2019 ».

    >>> _date_stands("2019-05", "2019-05-14"), _date_stands("--05-14", "2019-05-14")
    (True, True)
    >>> _date_stands("2019-05-14", "2019-05")
    False
    """
    if claimed.startswith("--"):
        return known.endswith(claimed[1:])
    return known == claimed or known.startswith(f"{claimed}-")
