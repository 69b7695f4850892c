"""Ages, amounts of money, percentages, measurements and durations: a nearby number in the notation of the mention.

What is drawn is a number, by discrete Laplace noise on a declared public range (`ranges.RANGES`); what is kept is
everything around it: unit, currency and its place, separators, number of decimals, sign, words or digits. A range
("3-4 weeks") is two draws and costs twice; its numbers stay in their order.

What stays visible besides: the type, the unit, the sign, the order of magnitude's notation ("12k"), the number of
digits that are not 0 (see `ranges`), and whether a percentage is above 100.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.entities.memory import Memory
from dp_gateway.entities.surrogates.amounts import Amount, Reading, read
from dp_gateway.entities.surrogates.base import Family, Pair
from dp_gateway.entities.surrogates.numerals import write_numeral
from dp_gateway.entities.surrogates.outputs import Outputs
from dp_gateway.entities.surrogates.ranges import RANGES, NumericRange
from dp_gateway.entities.surrogates.units import TEMPERATURES, agree
from dp_gateway.mechanisms.numeric_table import Law, NumericLevel, order_survival
from dp_gateway.randomness import Stream
from dp_gateway.vocabulary.words import fold

__all__ = ["VALUE_TYPES", "Form", "ValueFamily"]

VALUE_TYPES = ("AGE", "DURATION", "MONEY", "PERCENTAGE", "QUANTITY")

_HUNDRED = 100
_DECADE = Decimal(10)
_LEAST_BARE = 5
_MOST_FORMS = 16
_LETTERS = re.compile(r"[^\d\s.,'’-]")


class Form(NamedTuple):
    """An output, and the folded text of a mention with it."""

    output: Decimal
    folded: str


class ValueFamily(Family):
    """Surrogates of values.

    Args:
        ranges: declared ranges that replace those of `RANGES`, by its keys.
    """

    def __init__(self, ranges: Mapping[str, NumericRange] | None = None) -> None:
        self.ranges = {**RANGES, **(ranges or {})}
        self._outputs: dict[tuple[Hashable, ...], list[Outputs]] = {}
        # Few: thousands of forms each. Numbers in words are few, too.
        self._forms = Memory(_MOST_FORMS)

    def parse(self, mention: str, entity_type: str) -> Amount | None:
        """The value of a mention; None for a type that is no value, and where no number can be read."""
        if entity_type not in VALUE_TYPES:
            return None
        reading = read(mention, entity_type)
        return reading.amount if reading else None

    def draw(self, value: Amount, stream: Stream) -> Amount:
        """Nearby numbers, none of them the value's own; the numbers of a range keep their order."""
        while True:
            drawn = [self._draw_one(value, number, stream) for number in value.numbers]
            if len(drawn) > 1 and value.numbers[0] < value.numbers[-1]:
                drawn.sort()
                if drawn[0] == drawn[1]:
                    drawn[1] += self._quantum(value, value.numbers[1])
            # Put in order, the numbers of a range may be its own after all.
            if len(drawn) == 1 or tuple(drawn) != value.numbers:
                return value._replace(numbers=tuple(drawn))

    def _draw_one(self, value: Amount, number: Decimal, stream: Stream) -> Decimal:
        mechanism = self.range_of(value, number).mechanism()
        drawn = mechanism.release(self._magnitude(value, number), stream, self._quantum(value, number))
        # Without an exponent, as `parse` returns it.
        return (-drawn if number < 0 else drawn) + 0

    def range_of(self, value: Amount, number: Decimal) -> NumericRange:
        """The declared range that a number is drawn in."""
        if value.kind == "PERCENTAGE" and abs(number) > _HUNDRED:
            return self.ranges["PERCENTAGE above 100"]
        if value.kind == "QUANTITY" and value.unit in TEMPERATURES:
            return self.ranges["QUANTITY temperature"]
        if value.kind == "AGE" and value.unit not in ("year", "decade"):
            return self.ranges["DURATION"]
        return self.ranges[value.kind]

    def _magnitude(self, value: Amount, number: Decimal) -> Decimal:
        """Nothing at all is no point of a logarithmic range; it is drawn as the least amount that can be written."""
        logarithmic = self.range_of(value, number).scale == "log"
        return max(abs(number), self._quantum(value, number)) if logarithmic else abs(number)

    def _quantum(self, value: Amount, number: Decimal) -> Decimal:
        if value.unit == "decade":
            return _DECADE
        return self.range_of(value, number).quantum(number)

    def law(self, value: Amount) -> list[Law]:
        """The exact law of each number: outputs and probabilities (before the numbers of a range are put in order)."""
        laws: list[Law] = []
        for number in value.numbers:
            mechanism = self.range_of(value, number).mechanism()
            law = mechanism.distribution(self._magnitude(value, number), self._quantum(value, number))
            laws.append(([-output for output in reversed(law[0])], law[1][::-1]) if number < 0 else law)
        return laws

    def law_outputs(self, value: Amount) -> list[Outputs]:
        """The outputs of `law`, for each number; made once for all values that are drawn alike."""
        alike = self.drawn_alike(value)
        if alike not in self._outputs:
            self._outputs[alike] = [Outputs(outputs) for outputs, _ in self.law(value)]
        return self._outputs[alike]

    def writes_digits(self, mention: str, value: Amount) -> bool:
        """A mention has one number, in digits: with another number it has that one's digits, and no others."""
        reading = read(mention, value.kind)
        if reading is None or reading.parts or len(reading.slots) != 1:
            return False
        written = mention[reading.slots[0].start : reading.slots[0].end]
        return written.isascii() and "/" not in written and not any(map(str.isalpha, written))

    def forms(self, mention: str, value: Amount) -> Sequence[Form]:
        """How a mention of one number would be written with each output, kept for the mentions seen last."""

        def write() -> tuple[Form, ...]:
            drawn = ((output, value._replace(numbers=(output,))) for output in self.law_outputs(value)[0])
            return tuple(Form(output, fold(self.render(mention, value, amount))) for output, amount in drawn)

        return self._forms.recall(write, value.kind, mention)

    def order_survival(self, values: Sequence[Amount]) -> NDArray[np.float64]:
        """(m, m) exact probability that two amounts keep their order; see `numeric_table.order_survival`.

        Args:
            values: amounts of one unit; of ranges the first number counts.
        """
        return order_survival([float(value.numbers[0]) for value in values], [self.law(value)[0] for value in values])

    def level(self, value: Amount) -> list[NumericLevel]:
        """For each number, the exact level among all numbers of its range that have its quantum."""
        return [
            self.range_of(value, number).mechanism().level(*self._inputs(value, number)) for number in value.numbers
        ]

    def _inputs(self, value: Amount, number: Decimal) -> tuple[Decimal, Decimal]:
        """The quantum of a number, and the least number of its range that has it."""
        declared, quantum = self.range_of(value, number), self._quantum(value, number)
        # Below ten times the quantum a whole number has a finer one, but for quantum 1.
        return quantum, quantum if quantum <= 1 or declared.scale == "linear" else quantum * 10

    def drawn_alike(self, value: Amount) -> tuple[Hashable, ...]:
        """Ranges, quanta and signs: values that agree in them have the same outputs and the same level."""
        return tuple((self.range_of(value, n), self._inputs(value, n), n < 0) for n in value.numbers)

    def share(self, value: Amount, outputs: Sequence[Collection[Decimal]]) -> float:
        """The largest probability that any value is drawn as one of some outputs.

        Args:
            value: gives kind and quantum.
            outputs: for each of its numbers; none of a sign that the number has not.
        """
        return sum(
            self.range_of(value, number).mechanism().share(map(abs, of_number), *self._inputs(value, number))
            for number, of_number in zip(value.numbers, outputs, strict=True)
            if of_number
        )

    def render(self, mention: str, value: Amount, drawn: Amount) -> str:
        """The mention with its numbers replaced; units agree in number ("1 week", "2 weeks")."""
        reading = read(mention, value.kind)
        if reading is None:
            return mention
        return _fill(mention, reading, _written(reading, value), _written(reading, drawn))

    def variants(self, mention: str, value: Amount, drawn: Amount) -> Iterable[Pair]:
        """Other notations of the same amount, none of them a bare short number."""
        from dp_gateway.entities.surrogates.amount_forms import forms_of

        reading = read(mention, value.kind)
        if reading is None:
            return []
        written = self.render(mention, value, drawn)
        pairs: dict[str, str] = {}
        for of_drawn, of_value in zip(
            forms_of(mention, reading, drawn), forms_of(mention, reading, value), strict=True
        ):
            bare = (
                of_drawn is not None and sum(map(str.isdigit, of_drawn)) < _LEAST_BARE and not _LETTERS.search(of_drawn)
            )
            if of_drawn and of_value and not bare and of_drawn not in (written, of_value):
                pairs.setdefault(of_drawn, of_value)
        return [Pair(surrogate, original) for surrogate, original in pairs.items()]


def _written(reading: Reading, amount: Amount) -> list[Decimal]:
    """The numbers of the slots."""
    numbers = [abs(number) for number in amount.numbers]
    if reading.parts:
        return list(divmod(numbers[0], reading.parts))
    return [number.scaleb(-slot.scale) for number, slot in zip(numbers, reading.slots, strict=True)]


def _fill(mention: str, reading: Reading, before: list[Decimal], after: list[Decimal]) -> str:
    starts = [*(slot.start for slot in reading.slots[1:]), len(mention)]
    written = mention[: reading.slots[0].start]
    for slot, following, old, new in zip(reading.slots, starts, before, after, strict=True):
        written += write_numeral(mention[slot.start : slot.end], new, comma_decimal=reading.comma_decimal)
        rest = mention[slot.end : following]
        written += rest if slot.scale or (old == 1) == (new == 1) else agree(rest, one=new == 1)
    return written
