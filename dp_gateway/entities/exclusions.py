"""What exclusions do to the guarantee of names, identifiers and values, exactly or from above.

A surrogate is never the value itself (`never_self`), nor what stands in clear, nor what another entity of the request
has. The draw is repeated until none of that holds, so the row is restricted to what remains.

Names and identifiers are uniform over N candidates of which E are shut out, whatever the value is. Row x is then
uniform over what remains without x: for every pair of values epsilon is 0 and delta 1 / (N - E - 1).

Of values, a row that loses at most the share m of its probabilities grows by at most 1 / (1 - m): epsilon grows by
-log(1 - m), delta by 1 / (1 - m). A value that found nothing in `VALUE_TRIES` draws shares the surrogate of another;
that happens with probability m^tries at most, which is added to delta.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from dp_gateway.entities.surrogates.internet import names_in
from dp_gateway.entities.surrogates.names import NAME_POOLS
from dp_gateway.entities.surrogates.outputs import significant
from dp_gateway.entities.surrogates.values import Form
from dp_gateway.restore.folding import fold as as_compared
from dp_gateway.vocabulary.words import fold

if TYPE_CHECKING:
    from dp_gateway.entities.mentions import Mention
    from dp_gateway.entities.sources import Reading, Sources
    from dp_gateway.entities.surrogates.amounts import Amount
    from dp_gateway.entities.surrogates.drawer import Drawer

__all__ = ["VALUE_TRIES", "Exclusions"]

VALUE_TRIES = 48
_DIGITS = re.compile(r"\d+")
_MOST_EXACT = 24
"""Values of a type that are looked at one by one; of more, what others have counts in whatever form."""

_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"\d\D+\d+\D*$")


class Exclusions:
    """The levels of one request; each is worked out when it is asked for.

    Args:
        sources: policy, names, families.
        drawer: the draws of the request, all of them made.
    """

    def __init__(self, sources: Sources, drawer: Drawer) -> None:
        self._sources, self._drawer = sources, drawer

    def names(self, mentions: Iterable[Mention]) -> float:
        """Delta of one name or address: as many times that of a part as the longest one has parts."""
        most = max((self._parts(mention) for mention in mentions), default=0)
        return min(most * self._part(), 1.0) if most else 0.0

    def _parts(self, mention: Mention) -> int:
        if mention.type != "PERSON":
            return names_in(mention.text, mention.type)
        return sum(part.role != "initial" for part in self._sources.parts(mention.text))

    def _part(self) -> float:
        """The largest delta of a part of a name, over the pools."""
        left: list[int] = []
        for pool in NAME_POOLS:
            taken = self._drawer.taken_before("name/family" if pool == "SURNAME" else "name/given")
            left.append(self._sources.names(pool).left(self._drawer.clear.words, taken))
        return 1 / max(min(left) - 1, 1)

    def identifiers(self, found: Iterable[tuple[Mention, str, Reading]]) -> float:
        """The largest delta of some identifiers: of each the mention, the surrogate, and how it was read."""
        taken: dict[str, int] = {}
        clear: dict[str, int] = {}
        worst = 0.0
        for mention, surrogate, reading in found:
            if mention.type not in taken:
                taken[mention.type] = len(self._drawer.taken_before(mention.type))
            shape = _DIGITS.sub("0", fold(surrogate))
            if shape not in clear:
                clear[shape] = self._drawer.clear.alike(shape)
            left = reading.family.outputs(mention.text, reading.value) - taken[mention.type] - clear[shape]
            worst = max(worst, 1 / max(left - 1, 1))
        return worst

    def values(self, mentions: Mapping[Amount, Mention], taken: Collection[Amount]) -> tuple[float, float]:
        """The largest (epsilon, delta) of some values; of a range, of both its numbers together.

        Args:
            mentions: each value, and one way in which the request writes it.
            taken: all values that were drawn in the request.
        """
        family, exact = self._sources.values, len(mentions) <= _MOST_EXACT
        clear = {run for word in self._drawer.clear.words for run in _DIGITS.findall(word)}
        numbers = {abs(number) for amount in taken for number in amount.numbers}
        worst, done = (0.0, 0.0), set[object]()
        for value, mention in mentions.items():
            # Of many values the forms are not looked at, so that those that are drawn alike have one level.
            two = len(value.numbers) > 1
            plain = bool(_DIGITS.search(mention.text)) and (two or not _PARTS.search(mention.text))
            alike = value if exact else (plain, *family.drawn_alike(value))
            if alike not in done:
                done.add(alike)
                if exact and not two:
                    possible = [self._excluded(mention, value)]
                else:
                    possible = list(self._possible(value, numbers, clear, plain=plain))
                level = self._value(value, possible)
                worst = max(worst[0], level[0]), max(worst[1], level[1])
        return worst

    def _value(self, value: Amount, shut_out: Sequence[Collection[Decimal]]) -> tuple[float, float]:
        """(epsilon, delta) of one value, of which each number cannot be some outputs."""
        levels = self._sources.values.level(value)
        epsilon, delta = sum(level.epsilon for level in levels), sum(level.delta for level in levels)
        own = math.prod(level.delta for level in levels) if len(levels) > 1 else 0.0
        lost = own + self._sources.values.share(value, shut_out)
        if lost >= 1:
            return math.inf, 1.0
        return epsilon - math.log1p(-lost), min((delta + 2 * own) / (1 - lost) + lost**VALUE_TRIES, 1.0)

    def _possible(
        self, value: Amount, numbers: Collection[Decimal], clear: Collection[str], *, plain: bool
    ) -> Iterator[set[Decimal]]:
        """For each number of a value, outputs that others have or that may stand in clear, at least.

        "three hundred" and 6'2" are not plain: they do not begin with the digits of the number.
        """
        any_word = bool(self._drawer.clear.words)
        taken = {significant(f"{number:f}".replace(".", "")) for number in numbers}
        for outputs in self._sources.values.law_outputs(value):
            possible = {output for output in outputs.with_digits(taken) if abs(output) in numbers}
            if plain:
                possible.update(output for run in clear for output in outputs.begun_by(run))
            elif any_word:
                possible.update(outputs)
            yield possible

    def _excluded(self, mention: Mention, value: Amount) -> set[Decimal]:
        """The outputs of one number that, written as the mention is, are shut out."""
        family, drawer = self._sources.values, self._drawer
        if family.writes_digits(mention.text, value):
            # All notations of a number have its digits: few outputs have any that stand somewhere.
            taken = {significant("".join(_DIGITS.findall(text))) for text in drawer.taken_before(mention.type)}
            near = family.law_outputs(value)[0].with_digits(taken | drawer.clear.numbers)
            amounts = ((output, value._replace(numbers=(output,))) for output in near)
            forms = [Form(output, fold(family.render(mention.text, value, amount))) for output, amount in amounts]
        else:
            forms = family.forms(mention.text, value)
        shut_out, words = drawer.shut_out(mention.type), drawer.clear.words
        before = drawer.taken_before(mention.type)
        return {
            output
            for output, folded in forms
            if (begins := _WORD.search(folded)) and (begins[0] in words or as_compared(folded) in before)
            if shut_out(folded)
        }
