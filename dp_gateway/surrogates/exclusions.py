"""What exclusions do to the guarantee of names, identifiers and values, exactly or from above.

A surrogate is never the value itself (`never_self`), nor what stands in clear, nor what another entity of the request
has. The draw is repeated until none of that holds, so the row is restricted to what remains.

Names and identifiers of one class are uniform over N candidates of which E are shut out, whatever the value is, and
drawn up to T times until one is neither among them nor the value; then something else stands in. With s = (E + 1) / N a
candidate has the probability (1 + s + ... + s^(T-1)) / N, so delta is that, which is 1 / (N - E - 1) where much is left
and never more than T / N; that nothing was found tells one value from another by T / N s^(T-1) at most. Epsilon is 0.

Of values and dates, a row that loses at most the share m of its probabilities grows by at most 1 / (1 - m): epsilon
grows by -log(1 - m). A number is drawn by exactly what is left of its row, and nothing it loses is more than e^epsilon
times what another value of the class loses: epsilon at most doubles, however few outputs are left; where none is, a
placeholder stands in, whatever the number. A range of two numbers is drawn
`VALUE_TRIES` times at most, so that epsilon grows by no more than the logarithm of that; with probability m^tries at
most none is found, and it shares a surrogate: that is delta.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, cast

from dp_gateway.mentions.amounts import Amount, read
from dp_gateway.surrogates.amounts.spelled_ages import SpelledAges
from dp_gateway.surrogates.amounts.spelled_money import SpelledMoney
from dp_gateway.surrogates.amounts.written_numbers import Pieces, Runs, places_of, places_written
from dp_gateway.surrogates.drawer import UNIFORM_TRIES
from dp_gateway.surrogates.names import draw_kind
from dp_gateway.text.folding import compared

if TYPE_CHECKING:
    from dp_gateway.surrogates.amounts.family import ValueFamily
    from dp_gateway.surrogates.drawer import Drawer
    from dp_gateway.surrogates.sources import ReadMention, Sources
    from dp_gateway.text.entities import Mention

VALUE_TRIES = 48
_DIGITS = re.compile(r"\d+")
_MOST_EXACT = 24
"""Values, or notations, of a type that are looked at one by one; of more, what others have counts in any form."""

_MOST_GROWN = math.log(VALUE_TRIES)
_PARTS = re.compile(r"\d\D+\d+\D*$")


class Exclusions:
    """The levels of one request; each is worked out when it is asked for. `sources`: policy, names, families. `drawer`:
    the draws of the request, all of them made.
    """

    def __init__(self, sources: Sources, drawer: Drawer) -> None:
        self._sources, self._drawer = sources, drawer
        self._of_pools: dict[tuple[str, ...], float] = {}

    def names(self, drawn_from: Iterable[Sequence[tuple[str, ...]]]) -> float:
        """Compute the largest delta of some names and addresses: the sum over the parts of one. `drawn_from`: for each
        name, the pools that each of its parts is drawn from.
        """
        return max((min(sum(map(self._part, parts)), 1.0) for parts in drawn_from), default=0.0)

    def _part(self, pools: tuple[str, ...]) -> float:
        """The delta of a part of a name that is drawn from some pools together."""
        known = self._of_pools.get(pools)
        if known is None:
            clear, kind = self._drawer.clear, draw_kind(pools)
            taken, names = self._drawer.taken_before(kind), [self._sources.names(pool) for pool in pools]
            of = float(sum(map(len, names)))
            gone = float(sum(len(pool.shut_out(clear, taken)) for pool in names))
            known = self._of_pools[pools] = _uniform(of, of if kind in self._drawer.exhausted else gone)
        return known

    def identifiers(self, found: Iterable[tuple[Mention, str, ReadMention]]) -> float:
        """Compute the largest delta of some identifiers: of each the mention, the surrogate, and how it was read."""
        taken: dict[str, int] = {}
        clear: dict[str, int] = {}
        worst = 0.0
        for mention, surrogate, reading in found:
            if mention.type not in taken:
                taken[mention.type] = len(self._drawer.taken_before(mention.type))
            shape = _DIGITS.sub("0", compared(surrogate))
            if shape not in clear:
                clear[shape] = self._drawer.clear.alike(shape)
            of, gone = reading.family.outputs(mention.text, reading.value), taken[mention.type] + clear[shape]
            worst = max(worst, _uniform(of, of if mention.type in self._drawer.exhausted else gone))
        return worst

    def values(
        self, mentions: Mapping[Amount, Mention], taken: Collection[Amount]
    ) -> dict[Amount, tuple[float, float]]:
        """Compute (epsilon, delta) of one number of each of some values. `mentions`: each value, and one way in which
        the request writes it. `taken`: all values that were drawn in the request.
        """
        family, few = self._sources.values, len(mentions) <= _MOST_EXACT
        numbers = {abs(number) for amount in taken for number in amount.numbers}
        forms: set[str] = set()
        levels: dict[object, tuple[float, float]] = {}
        found: dict[Amount, tuple[float, float]] = {}
        for value, mention in mentions.items():
            # Of many values, those of one class and notation have one level; many notations are not looked at.
            two, form = len(value.numbers) > 1, "" if few else self._family(mention).form(mention.text, value)
            forms.add(form)
            exact = len(forms) <= _MOST_EXACT
            plain = bool(_DIGITS.search(mention.text)) and (two or not _PARTS.search(mention.text))
            alike = value if few else (form if exact else "", plain, *family.drawn_alike(value))
            if alike not in levels:
                if exact and not two:
                    shut_out: list[Collection[int]] = [self._excluded(mention, value)]
                else:
                    shut_out = list(self._possible(value, numbers, plain=plain))
                levels[alike] = self._value(value, shut_out)
            found[value] = levels[alike]
        return found

    def _value(self, value: Amount, shut_out: Sequence[Collection[int]]) -> tuple[float, float]:
        """(epsilon, delta) of one number of a value, of which each cannot be some outputs; of two half of both."""
        level = sum(self._sources.values.level(value))
        lost = self._sources.values.share(value, shut_out)
        grown = -math.log1p(-lost) if lost < 1 else math.inf
        numbers = len(value.numbers)
        if numbers == 1:
            return level + min(grown, level), 0.0
        return (level + min(grown, _MOST_GROWN)) / numbers, min(lost, 1.0) ** VALUE_TRIES / numbers

    def _possible(self, value: Amount, numbers: Collection[Decimal], *, plain: bool) -> Iterator[Collection[int]]:
        """For each number of a value, places of outputs that others have or that may stand in clear, at least.

        "three hundred" and 6'2" are not plain: they do not begin with the digits of the number.
        """
        for number in value.numbers:
            mechanism = self._sources.values.mechanism(value, number)
            if plain:
                yield places_of(mechanism, numbers) | self._runs.beginning(mechanism)
            else:
                yield range(len(mechanism.outputs)) if self._runs.any else places_of(mechanism, numbers)

    @cached_property
    def _clear(self) -> set[str]:
        return self._drawer.clear.pieces()

    @cached_property
    def _runs(self) -> Runs:
        return Runs(self._clear)

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self._clear, self._drawer.stands_in_clear, self._drawer.taken)

    def _family(self, mention: Mention) -> ValueFamily | SpelledAges | SpelledMoney:
        """What a mention of a value is written by."""
        return cast("ValueFamily | SpelledAges | SpelledMoney", self._sources.read_mention(mention).family)

    def _excluded(self, mention: Mention, value: Amount) -> list[int]:
        """The outputs of a value of one number that, written as the mention is, are shut out."""
        if not (self._clear or self._drawer.taken_before(mention.type)):
            return []
        family, excluded = self._family(mention), self._drawer.shut_out(mention.type)
        (number,) = value.numbers
        mechanism = self._sources.values.mechanism(value, number)
        outputs = cast("Sequence[Decimal]", mechanism.outputs)
        reading = None if isinstance(family, SpelledAges | SpelledMoney) else read(mention.text, value.kind)
        # What is not read here (numbers in words of other languages) is compared with all that may be drawn for it.
        places: Iterable[int] = range(len(outputs))
        if reading is not None:
            places = places_written(mechanism, mention.text, reading, self._pieces)
        write = family.writer(mention.text, value)
        drawn = ((place, (-outputs[place] if number < 0 else outputs[place],)) for place in places)
        return [place for place, numbers in drawn if excluded(compared(write(numbers)))]


def _uniform(outputs: float, gone: float) -> float:
    """Delta of a uniform draw among some outputs of which others and the value itself are refused."""
    share = min((gone + 1) / outputs, 1.0)
    found = UNIFORM_TRIES if share == 1 else (1 - share**UNIFORM_TRIES) / (1 - share)
    return min((found + UNIFORM_TRIES * share ** (UNIFORM_TRIES - 1)) / outputs, 1.0)
