"""Figures to the digit: what a claim states must stand in the span that it cites."""

from indexers.answering.numbers.comparing import FigureCheck, check_figures
from indexers.answering.numbers.dates import WEEKDAYS
from indexers.answering.numbers.kinds import Quantity, QuantityKind
from indexers.answering.numbers.quantities import find_quantities

__all__ = [
    "WEEKDAYS",
    "FigureCheck",
    "Quantity",
    "QuantityKind",
    "check_figures",
    "find_quantities",
]
