"""Do the figures of a claim stand in the span that it cites, to the digit?"""

from collections.abc import Iterable
from dataclasses import dataclass

from indexers.answering.numbers.quantities import Quantity, QuantityKind, find_quantities
from indexers.answering.numbers.units import loose_units


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
    missing = tuple(q for q in figures if not _stands(q, known, headers))
    return FigureCheck(figures, missing)


def _stands(figure: Quantity, known: Iterable[Quantity], headers: frozenset[str]) -> bool:
    return any(_is_same(figure, other, headers) for other in known)


def _is_same(figure: Quantity, other: Quantity, headers: frozenset[str]) -> bool:
    if figure.kind is QuantityKind.DATE and other.kind is QuantityKind.DATE:
        return _date_stands(figure.value, other.value)
    if figure.kind is QuantityKind.NUMBER and other.kind is QuantityKind.DATE:
        return not figure.unit and other.value.startswith(f"{figure.value}-")
    if figure.kind is not other.kind or figure.value != other.value:
        return False
    if figure.unit == other.unit:
        return True
    if figure.kind is not QuantityKind.NUMBER:
        return False
    if not figure.unit:
        return other.unit not in {"percent", "permille", "point", "about"}
    return not other.unit and figure.unit in headers


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
