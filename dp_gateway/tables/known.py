"""What was drawn lately for the values of columns, in arrays: a value that comes again is a number in them.

A batch asks for thousands of values at once, most of which an earlier batch had. `Draws` keeps what it draws here, in
the memory of one process.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.budget.base import Charge
from dp_gateway.restore import Replacement
from dp_gateway.tables.units import UNIT, Units, unit_row

__all__ = ["Drawn", "DrawnValues", "Known"]


class Drawn(NamedTuple):
    """What stands in for one value.

    Attributes:
        text: the surrogate; None where the policy keeps the value, or where `number` is all that was drawn.
        charges, nominal: what it costs; see `Declared`.
        masked: nothing could be drawn, and a placeholder stands in, though the policy asks for none.
        number: of the output that was drawn within bounds, or the day (from 1 January of the year 1); NaN for none.
        replacements: what undoes it; empty unless asked for.
    """

    text: str | None
    charges: tuple[Charge, ...]
    nominal: float
    masked: bool = False
    number: float = float("nan")
    replacements: tuple[Replacement, ...] = ()


class DrawnValues(NamedTuple):
    """What stands in for n values.

    Attributes:
        texts, numbers, masked: of each, see `Drawn`.
        epsilon, delta: (n,) that each adds to the price of its row.
        units: of all draws, whose column is not known here.
    """

    texts: list[str | None]
    numbers: NDArray[np.float64]
    masked: NDArray[np.bool_]
    epsilon: NDArray[np.float64]
    delta: NDArray[np.float64]
    units: Units


class Known:
    """A bounded memory of draws; when it is full, all of it is forgotten.

    Args:
        most: values, to which those of one batch come.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._forget()

    def _forget(self) -> None:
        self._places: dict[Hashable, int] = {}
        self._texts: list[str | None] = []
        self._units = np.zeros(0, UNIT)
        # Of each value: number, masked, epsilon, delta, place of its first unit, count of its units.
        self._figures = np.zeros((0, 6))

    def __len__(self) -> int:
        return len(self._places)

    def recall(self, names: Sequence[Hashable], make: Callable[[list[int]], Sequence[Drawn]]) -> DrawnValues:
        """What is kept under some names, which differ; `make` draws for those under whose positions nothing is kept."""
        missing = [at for at, name in enumerate(names) if name not in self._places]
        if missing and len(self) + len(missing) > self._most:
            self._forget()
            missing = list(range(len(names)))
        if missing:
            self._keep([names[at] for at in missing], make(missing))
        places = [self._places[name] for name in names]
        numbers, masked, epsilon, delta, first, many = self._figures[places].T
        counts = many.astype(np.int64)
        # Of each value its first unit and those that follow.
        begun = np.cumsum(counts) - counts
        units = self._units[np.repeat(first.astype(np.int64) - begun, counts) + np.arange(len(counts) and counts.sum())]
        texts = [self._texts[place] for place in places]
        return DrawnValues(texts, numbers, masked > 0, epsilon, delta, units)

    def _keep(self, names: Sequence[Hashable], drawn: Sequence[Drawn]) -> None:
        begun = len(self._texts)
        self._places.update((name, begun + at) for at, name in enumerate(names))
        self._texts += [one.text for one in drawn]
        rows = [unit_row(0, charge, one.nominal) for one in drawn for charge in one.charges]
        counts = np.array([len(one.charges) for one in drawn])
        first = len(self._units) + np.cumsum(counts) - counts
        prices = [
            (
                one.number,
                one.masked,
                sum(charge.epsilon * charge.count for charge in one.charges),
                sum(charge.delta * charge.count for charge in one.charges),
            )
            for one in drawn
        ]
        self._figures = np.vstack((self._figures, np.column_stack((np.array(prices, float), first, counts))))
        self._units = np.concatenate((self._units, np.array(rows, UNIT)))
